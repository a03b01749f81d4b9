//! Boards that no game reaches: any square may be empty, those of the centre too.
//!
//! The solver accepts every board, so its table must tell every board and side to move apart. The
//! twin is plain alpha-beta without table, hash or ordering.

use wedge_engine::{
    Algorithm, Bitboard, Board, Color, Eight, Limits, Line, Move, Options, Ordering, Position,
    Rectangle, Score, Search, Six, Size, SplitMix64, Standard, Table,
};

/// The result for the mover in discs, between the bounds.
fn twin<S: Size>(board: &Board<S>, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_over() { board.result() } else { -twin(&board.pass(), -beta, -alpha) };
    }
    let mut best = -64;
    for after in moves.into_iter().filter_map(|square| board.play(square)) {
        best = best.max(-twin(&after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Discs of random colours on all squares but `empties` of them. At least one board in two has an
/// empty centre square.
fn random_position<S: Size>(random: &mut SplitMix64, empties: u32) -> Position<S> {
    let centre = Position::<S>::start().board();
    let centre = centre.mover() | centre.opponent();
    let mut discs = S::MASK;
    let mut among = if random.below(2) == 0 { centre.0 } else { discs };
    while S::MASK.count_ones() - discs.count_ones() < empties {
        let pick = random.below(among.count_ones()) as usize;
        discs ^= Bitboard(among).into_iter().nth(pick).map_or(0, |square| square.bit().0);
        among = discs;
    }
    let owner = random.next();
    let board = Board::new(Bitboard(discs & owner), Bitboard(discs & !owner));
    let side = if random.below(2) == 0 { Color::Black } else { Color::White };
    Position::new(board.expect("no square has two discs"), side)
}

/// The two boards were solved wrongly while the side to move shared the number of a disc on d4.
#[test]
fn an_empty_centre_square_is_not_the_side_to_move() {
    let boards = [
        ("-XXXXX-XOXXX-X-XOXXOOOOXOXX-OXOXOXXOXOOXOOOOOOOXOOO--OOXOX---O-X X", 10, None),
        ("XXXXX--OXXXX--OOXXXXOOX-XXO-OOO-XXOOOOOO--OOOOOO-OOOOOOOO-O-OOO- X", 44, Some("b8")),
    ];
    for (text, score, best) in boards {
        let position: Position = text.parse().unwrap();
        assert_eq!(twin(&position.board(), -64, 64), score, "the twin itself");
        for view in [Table::<4096>::new().view(), Table::<65536>::new().view()] {
            let mut search = Search::new(Standard, Some(view), Options::default());
            let report = search.think(&position, &Limits::EXACT, &mut ());
            assert_eq!(report.score, Score::from_discs(score), "{text}");
            assert!(best.is_none_or(|best| report.best.to_string() == best), "{text}");
        }
    }
}

/// Whether the squares of a line can be played one after the other, with passes where they must be.
fn is_legal<S: Size>(position: &Position<S>, line: &Line) -> bool {
    let mut at = *position;
    line.iter().all(|&square| {
        at = at.play(Move::Pass).unwrap_or(at);
        at.play(Move::Play(square)).is_some_and(|after| {
            at = after;
            true
        })
    })
}

/// Every way to search, with one table for all boards: what is left of one must not be taken for
/// the next.
fn agrees_with_the_twin<S: Size>(seed: u64, boards: u32, empties: u32) {
    let mut random = SplitMix64::new(seed);
    let table = Box::new(Table::<16384>::new());
    let plain =
        Options::default().with_algorithm(Algorithm::AlphaBeta).with_ordering(Ordering::History);
    for number in 0..boards {
        let position = random_position::<S>(&mut random, empties);
        let wanted = twin(&position.board(), -64, 64);
        let capped = Options::default().with_score_cap(1);
        let report = Search::new(Standard, Some(table.view()), capped).think(
            &position,
            &Limits::EXACT,
            &mut (),
        );
        assert_eq!(report.score.discs().signum(), wanted.signum(), "board {number}: {position}");
        assert!(is_legal(&position, &report.line), "{position} {}", report.line);
        for options in [Options::default(), plain] {
            let mut search = Search::new(Standard, Some(table.view()), options);
            let report = search.think(&position, &Limits::EXACT, &mut ());
            assert_eq!(report.score, Score::from_discs(wanted), "board {number}: {position}");
            assert!(is_legal(&position, &report.line), "{position} {}", report.line);
            if let Move::Play(square) = report.best {
                let after = position.board().play(square).expect("a legal move");
                assert_eq!(-twin(&after, -64, 64), wanted, "board {number}: {position} {square}");
            }
        }
    }
}

#[test]
fn the_solver_agrees_with_a_plain_one_whatever_the_centre() {
    for (seed, boards, empties) in [(1, 4000, 4), (2, 2000, 6), (3, 1000, 8), (4, 100, 10)] {
        agrees_with_the_twin::<Eight>(seed, boards, empties);
        agrees_with_the_twin::<Six>(seed, boards, empties);
        agrees_with_the_twin::<Rectangle<4, 6>>(seed, boards / 2, empties);
        agrees_with_the_twin::<Rectangle<5, 5>>(seed, boards / 2, empties);
        agrees_with_the_twin::<Rectangle<5, 7>>(seed, boards / 2, empties);
    }
}
