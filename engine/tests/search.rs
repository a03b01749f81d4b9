//! All ways to search give the same value, and limits are kept.

use wedge_engine::{
    Algorithm, Bound, Certainty, Discs, Eight, Evaluator, Limits, Move, Observer, Options,
    Ordering, Position, Report, Score, ScoredMove, Search, Six, Size, SplitMix64, Squares,
    Stability, Standard, Table, score_moves,
};

/// A position from random play with this many empty squares, if the game gets that far.
fn random_position<S: Size>(random: &mut SplitMix64, empties: u32) -> Option<Position<S>> {
    let mut position = Position::<S>::start();
    while position.board().empties() > empties {
        let mv = position.random_move(random)?;
        position = position.play(mv)?;
    }
    Some(position)
}

fn random_positions<S: Size>(seed: u64, count: usize) -> Vec<Position<S>> {
    let mut random = SplitMix64::new(seed);
    let squares = (S::SIDE * S::SIDE - 4) as u32;
    std::iter::repeat_with(|| {
        let empties = random.below(squares);
        random_position(&mut random, empties)
    })
    .flatten()
    .take(count)
    .collect()
}

const ORDERINGS: [Ordering; 3] = [Ordering::Static, Ordering::History, Ordering::Full];

/// Minimax as the textbook has it, on boards alone: no hash, no table, no window.
fn textbook<S: Size>(position: &Position<S>, depth: u8, evaluator: &impl Evaluator<S>) -> i32 {
    let board = position.board();
    let moves = board.legal_moves();
    if moves.is_empty() {
        return match position.play(Move::Pass) {
            Some(passed) => -textbook(&passed, depth, evaluator),
            None => board.result() * Score::UNIT,
        };
    }
    if depth == 0 {
        return evaluator.evaluate(&board, moves).units();
    }
    let children = moves.into_iter().filter_map(|square| position.play(Move::Play(square)));
    children.map(|child| -textbook(&child, depth - 1, evaluator)).max().unwrap()
}

fn same_value<S: Size>(positions: &[Position<S>], depth: u8, evaluator: impl Evaluator<S> + Copy) {
    let table = Table::<1024>::new();
    let mut searched = 0;
    for position in positions {
        // As many plies as there are empty squares solve the position: the search stops there.
        let depth = depth.min(position.board().empties() as u8);
        let wanted = Score::from_units(textbook(position, depth.max(1), &evaluator));
        if position.board().is_over() {
            continue;
        }
        let mut check = |report: Report, what: &str| {
            assert_eq!(report.score, wanted, "{position} at depth {depth}, {what}");
            assert_eq!(report.bound, Bound::Exact);
            searched += 1;
        };
        let minimax = Options::default().with_algorithm(Algorithm::Minimax);
        let limits = Limits::depth(depth);
        check(Search::new(evaluator, None, minimax).think(position, &limits, &mut ()), "minimax");
        for algorithm in [Algorithm::AlphaBeta, Algorithm::NegaScout] {
            for ordering in ORDERINGS {
                for view in [None, Some(table.view())] {
                    for aspiration in [false, true] {
                        table.view().clear();
                        let options = Options::default()
                            .with_algorithm(algorithm)
                            .with_ordering(ordering)
                            .with_aspiration(aspiration);
                        let mut search = Search::new(evaluator, view, options);
                        let report = search.think(position, &limits, &mut ());
                        check(report, &format!("{options:?}, table: {}", view.is_some()));
                    }
                }
            }
        }
    }
    assert!(searched >= positions.len() * 20);
}

#[test]
fn every_way_to_search_gives_the_value_of_minimax() {
    same_value(&random_positions::<Eight>(1, 1500), 3, Squares);
    same_value(&random_positions::<Eight>(2, 150), 4, Discs);
    same_value(&random_positions::<Six>(3, 800), 4, Stability);
}

#[test]
fn the_end_of_the_game_is_exact() {
    let mut random = SplitMix64::new(4);
    let endgames = std::iter::repeat_with(|| random_position(&mut random, 6)).flatten();
    same_value::<Eight>(&endgames.take(100).collect::<Vec<_>>(), 60, Squares);
    let endgames = std::iter::repeat_with(|| random_position(&mut random, 6)).flatten();
    same_value::<Six>(&endgames.take(100).collect::<Vec<_>>(), 60, Squares);
}

/// Two lines of this endgame meet in positions that differ in one pass and the disc on d4 alone.
#[test]
fn a_pass_and_a_disc_are_told_apart() {
    let position = "OXXXXXOXXXXXOXOOXXOOXO-XOOXX--OX-OX- O".parse().unwrap();
    same_value::<Six>(&[position], 60, Squares);
}

/// A clock that advances by one millisecond each time it is read.
#[derive(Default)]
struct Ticking {
    now: u64,
    depths: Vec<u8>,
    stop_after: Option<usize>,
}

impl Observer for Ticking {
    fn now_ms(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    fn stop(&mut self) -> bool {
        self.stop_after.is_some_and(|depths| self.depths.len() >= depths)
    }

    fn progress(&mut self, report: &Report) {
        self.depths.push(report.depth);
    }
}

fn think(limits: &Limits, observer: &mut dyn Observer) -> Report {
    let table = Table::<4096>::new();
    let position = Position::default();
    let report = Search::new(Squares, Some(table.view()), Options::default())
        .think(&position, limits, observer);
    assert!(position.play(report.best).is_some(), "{report:?}");
    report
}

#[test]
fn a_node_budget_is_kept_to_the_node() {
    for nodes in [0, 1, 2, 10, 100, 1000, 12_345] {
        let report = think(&Limits::nodes(nodes), &mut ());
        assert_eq!(report.nodes, nodes);
        assert_eq!(report.line.first().copied(), report.best.square());
    }
}

/// Wherever a search is stopped, its report claims only what it finished.
#[test]
fn a_search_that_is_stopped_claims_no_proof() {
    let position = random_position::<Eight>(&mut SplitMix64::new(3), 18).unwrap();
    let table = Table::<{ 1 << 16 }>::new();
    let mut selective = 0;
    for nodes in (1..200).map(|step| step * step * 20) {
        table.view().clear();
        let mut search = Search::new(Standard, Some(table.view()), Options::default());
        let report = search.think(&position, &Limits::nodes(nodes), &mut ());
        if report.depth == 18 && !report.solved {
            assert!(report.certainty < Certainty::FULL, "{nodes} nodes");
            selective += 1;
        }
    }
    assert!(selective > 5, "{selective}");
}

#[test]
fn a_clock_stops_the_search() {
    let mut observer = Ticking::default();
    let report = think(&Limits::time_ms(50), &mut observer);
    assert!(observer.now <= 52, "{}", observer.now);
    assert!(report.depth >= 1);
}

/// Limits of time count from the start of the search, whichever of them are set.
#[test]
fn a_clock_that_has_run_for_long() {
    let later = Limits::depth(4);
    for limits in
        [later.with_soft_ms(9_000), later.with_steady_ms(9_000), later.with_hard_ms(9_000)]
    {
        let mut observer = Ticking { now: 1_000_000, ..Ticking::default() };
        assert_eq!(think(&limits, &mut observer).depth, 4, "{limits:?}");
    }
}

/// An observer that brings no clock: a time limit must not become no limit.
#[test]
fn a_time_limit_without_a_clock_ends() {
    struct NoClock;
    impl Observer for NoClock {}
    let limits = [
        Limits::time_ms(20),
        Limits::EXACT.with_soft_ms(20),
        Limits::EXACT.with_steady_ms(20).with_soft_ms(20),
        Limits::EXACT.with_hard_ms(20),
    ];
    for limits in limits {
        assert!(!think(&limits, &mut ()).solved);
        assert!(!think(&limits, &mut NoClock).solved);
    }
    assert_eq!(think(&Limits::depth(3), &mut ()).depth, 3, "no time limit, no clock needed");
}

/// However steady the best move is, the soft limit holds: a limit for steady results is an earlier one.
#[test]
fn the_soft_limit_holds_for_steady_results_too() {
    /// A clock that moves by a second with each finished depth.
    struct ByDepth(u64);
    impl Observer for ByDepth {
        fn now_ms(&mut self) -> u64 {
            self.0 * 1000
        }
        fn progress(&mut self, _: &Report) {
            self.0 += 1;
        }
    }
    let finished = |limits: Limits| {
        let mut clock = ByDepth(0);
        think(&limits, &mut clock);
        clock.0
    };
    let limits = Limits::depth(15);
    assert_eq!(finished(limits), 9, "all depths of the plan");
    assert_eq!(finished(limits.with_soft_ms(8_000)), 8);
    assert_eq!(finished(limits.with_soft_ms(8_000).with_steady_ms(60_000)), 8);
    let steady = finished(limits.with_soft_ms(8_000).with_steady_ms(1_000));
    assert!((4..8).contains(&steady), "{steady} depths, the last four with the same best move");
}

#[test]
fn the_observer_sees_each_finished_depth_and_can_stop() {
    let mut observer = Ticking { stop_after: Some(3), ..Ticking::default() };
    let report = think(&Limits::EXACT, &mut observer);
    assert_eq!(observer.depths, [1, 2, 4]);
    assert_eq!(report.depth, 4);
}

#[test]
fn lines_are_legal_and_as_long_as_the_depth() {
    let table = Table::<4096>::new();
    let mut short = 0;
    for position in random_positions::<Eight>(5, 200) {
        table.view().clear();
        let mut search = Search::new(Squares, Some(table.view()), Options::default());
        let report = search.think(&position, &Limits::depth(5), &mut ());
        let mut end = position;
        for &square in &report.line {
            if end.must_pass() {
                end = end.play(Move::Pass).unwrap();
            }
            end = end.play(Move::Play(square)).expect("a legal line");
        }
        let ends_early = report.line.len() < usize::from(report.depth) && !end.board().is_over();
        short += usize::from(ends_early);
    }
    // The table keeps no moves of the last ply, where a cut-off then ends the line.
    assert!(short < 20, "{short} of 200 lines are too short");
}

#[test]
fn passes_and_finished_games_have_a_report() {
    let over: Position = ("X".repeat(60) + "---- X").parse().unwrap();
    let report =
        Search::new(Squares, None, Options::default()).think(&over, &Limits::EXACT, &mut ());
    assert_eq!((report.best, report.solved), (Move::Pass, true));
    assert_eq!(report.score, Score::from_discs(64));
    // Black has no move; white plays h1 and turns g1.
    let pass: Position = ("OOOOOOX-".to_owned() + &"O".repeat(56) + " X").parse().unwrap();
    let report =
        Search::new(Squares, None, Options::default()).think(&pass, &Limits::EXACT, &mut ());
    assert_eq!((report.best, report.solved), (Move::Pass, true));
    assert_eq!(report.score, Score::from_discs(-64));
}

#[test]
fn no_limit_goes_beyond_the_deepest_allowed() {
    let options = Options::default().with_max_depth(3);
    let mut search = Search::<_, Eight>::new(Squares, None, options);
    let report = search.think(&Position::default(), &Limits::depth(5), &mut ());
    assert_eq!(report.depth, 3);
    // The end of the game is nearer than that only when it is.
    let mut random = SplitMix64::new(5);
    let near = std::iter::repeat_with(|| random_position::<Eight>(&mut random, 2)).flatten();
    for position in near.filter(|position| !position.board().is_over()).take(10) {
        assert!(search.think(&position, &Limits::EXACT, &mut ()).solved, "{position}");
    }
}

/// A search that need not tell large margins apart still bounds them on the right side.
fn capped_scores_are_bounds<S: Size>(seed: u64, empties: u32) {
    let table = Table::<1024>::new();
    let mut random = SplitMix64::new(seed);
    let positions = std::iter::repeat_with(|| random_position::<S>(&mut random, empties)).flatten();
    let mut bounds = [0; 3];
    for position in positions.filter(|position| !position.board().is_over()).take(150) {
        let wanted = textbook(&position, 60, &Discs) / Score::UNIT;
        for cap in [1_u8, 2, 5, 20] {
            table.view().clear();
            let options = Options::default().with_score_cap(cap);
            let mut search = Search::new(Discs, Some(table.view()), options);
            let report = search.think(&position, &Limits::EXACT, &mut ());
            let (score, far) = (report.score.discs(), i32::from(cap));
            let (kind, right) = match report.bound {
                Bound::Exact => (0, wanted == score && score.abs() <= far),
                Bound::Lower => (1, wanted >= score && score >= far),
                Bound::Upper => (2, wanted <= score && score <= -far),
            };
            assert!(right && report.solved, "{position}, cap {cap}: {report:?}, {wanted}");
            bounds[kind] += 1;
        }
    }
    assert!(bounds.iter().all(|&count| count > 20), "{bounds:?}");
}

#[test]
fn large_margins_need_not_be_told_apart() {
    capped_scores_are_bounds::<Eight>(5, 7);
    capped_scores_are_bounds::<Six>(6, 8);
}

/// The best few moves have the scores that searches of their own find, and the others are no better.
#[test]
fn several_moves_are_scored_as_each_by_itself() {
    let options = Options::default().with_certainty(Certainty::FULL);
    let table = Table::<{ 1 << 14 }>::new();
    for position in random_positions::<Eight>(21, 40) {
        if position.board().legal_moves().is_empty() {
            continue;
        }
        let depth = if position.board().empties() <= 9 { 64 } else { 4 };
        let limits = Limits::depth(depth);
        table.view().clear();
        let mut search = Search::new(Standard, Some(table.view()), options);
        let alone = score_moves(&position, &limits, |_, child, limits| {
            Search::new(Standard, None, options).think(child, limits, &mut ())
        });
        for most in [1, 3, 40] {
            // The last of all is to be scored as well.
            let ScoredMove { square: last, score, .. } = *alone.last().unwrap();
            let found = search.multi_pv(&position, &limits, most, last.bit(), &mut ());
            assert_eq!(found.moves.len(), alone.len());
            for (scored, alone) in found.moves.iter().take(most).zip(&alone) {
                let (score, at_most) = (scored.score, scored.at_most);
                assert_eq!((score, at_most), (alone.score, false), "{position} {most}");
            }
            for scored in &found.moves {
                let alone = alone.iter().find(|alone| alone.square == scored.square).unwrap();
                let is_bound = scored.at_most && scored.score >= alone.score;
                assert!(scored.score == alone.score || is_bound);
            }
            let also = found.moves.iter().find(|scored| scored.square == last).unwrap();
            assert_eq!((also.score, also.at_most), (score, false));
            assert_eq!(found.solved, found.depth == position.board().empties() as u8);
        }
    }
}

/// Believing shallower searches saves most of the nodes at a small price, the more the readier; at
/// 100 % the value is that of minimax.
#[test]
fn believing_saves_nodes_and_errs_little() {
    let table = Table::<{ 1 << 16 }>::new();
    let search = |position: &Position, options: Options, depth: u8| {
        table.view().clear();
        let mut search = Search::new(Standard, Some(table.view()), options);
        search.think(position, &Limits::depth(depth), &mut ())
    };
    let positions = wedge_engine::bench::POSITIONS.map(|text| text.parse::<Position>().unwrap());
    let middle = positions.iter().filter(|position| position.board().empties() > 14);
    let (mut nodes, mut errors, mut count) = ([0; 3], 0.0, 0.0);
    for position in middle {
        let [full, sure, ready] = [100, 80, 50].map(|percent| {
            let certainty = Certainty::from_percent(percent).unwrap();
            search(position, Options::default().with_certainty(certainty), 8)
        });
        for (sum, report) in nodes.iter_mut().zip([&full, &sure, &ready]) {
            *sum += report.nodes;
        }
        errors += f64::from((sure.score.units() - full.score.units()).abs());
        count += f64::from(Score::UNIT);
        assert_eq!((full.certainty.percent(), sure.certainty.percent()), (100, 80));
        let minimax = Options::default().with_algorithm(Algorithm::Minimax);
        let all = Options::default().with_certainty(Certainty::FULL);
        assert_eq!(search(position, all, 4).score, search(position, minimax, 4).score);
    }
    assert!(nodes[1] * 2 < nodes[0] && nodes[2] < nodes[1], "{nodes:?}");
    assert!(errors / count < 1.0, "mean error {} discs", errors / count);
}
