//! The search: Star1 against the plain mean, a table against none, and what it must see.

use wedge_dark_chess::{
    Evaluator, Game, MAX_EVALUATION, Options, Original, OriginalSearch, PROVED, Piece, Ply,
    Position, Relations, Rules, Search, WIN, bench,
};
use wedge_engine::{Limits, SplitMix64, Table};

fn game(text: &str) -> Game {
    Game::new(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")), Rules::default())
}

fn think(game: &Game, depth: u8) -> (String, i32) {
    let table = Table::<1024>::new();
    let mut search = Search::new(Relations, Some(table.view().with_payload()), Options::default());
    let report = search.think(game, &Limits::depth(depth), &mut ());
    (report.best.unwrap().to_string(), report.score)
}

/// A position from random play.
fn random_position(plies: u32, random: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::default();
        while game.plies() < plies && game.ending().is_none() {
            let position = game.position();
            let actions = position.actions();
            let action = actions[random.below(actions.len() as u32) as usize];
            let unseen: Vec<Piece> = Piece::all()
                .flat_map(|piece| std::iter::repeat_n(piece, position.unseen(piece).into()))
                .collect();
            let ply = if action.is_flip() {
                Ply::Flip(action.from(), unseen[random.below(unseen.len() as u32) as usize])
            } else {
                Ply::Step(action.from(), action.to())
            };
            game.play(ply).unwrap();
        }
        if game.ending().is_none() {
            return game;
        }
    }
}

/// Plain expectimax of one ply, quiescence at the leaves: no windows, no table, no order.
fn slow_value(position: &Position, rules: Rules) -> i32 {
    let mut best = -WIN - 1;
    for action in &position.actions() {
        let value = if action.is_flip() {
            let total = position.face_down().len() as i32;
            let sum: i32 = Piece::all()
                .filter(|&piece| position.unseen(piece) > 0)
                .map(|piece| {
                    let next = position.after(Ply::Flip(action.from(), piece)).unwrap();
                    -i32::from(position.unseen(piece)) * slow_quiescence(&next, rules, 1)
                })
                .sum();
            sum.div_euclid(total)
        } else {
            let next = position.after(Ply::Step(action.from(), action.to())).unwrap();
            -slow_quiescence(&next, rules, 1)
        };
        best = best.max(value);
    }
    best
}

fn slow_quiescence(position: &Position, rules: Rules, ply: i32) -> i32 {
    if position.is_wiped_out() {
        return -WIN + ply;
    }
    let captures = position.actions().into_iter().filter_map(|action| {
        let next = (!action.is_flip())
            .then(|| position.after(Ply::Step(action.from(), action.to())))??;
        (next.quiet() == 0).then(|| -slow_quiescence(&next, rules, ply + 1))
    });
    captures.fold(Relations.evaluate(position, rules), i32::max)
}

#[test]
fn star1_finds_the_mean() {
    let mut random = SplitMix64::new(3);
    for round in 0..60 {
        let game = random_position(2 + round % 12, &mut random);
        let mut search = Search::new(Relations, None, Options::default());
        let report = search.think(&game, &Limits::depth(1), &mut ());
        let slow = slow_value(game.position(), game.rules());
        assert_eq!(report.score, slow, "{}", game.position());
    }
}

#[test]
fn the_same_limits_visit_the_same_nodes() {
    let mut random = SplitMix64::new(4);
    for round in 0..5 {
        let game = random_position(20 + 10 * round, &mut random);
        let run = || {
            let table = Table::<1024>::new();
            let table = Some(table.view().with_payload());
            Search::new(Relations, table, Options::default()).think(
                &game,
                &Limits::nodes(3_000),
                &mut (),
            )
        };
        let (one, two) = (run(), run());
        assert_eq!(one, two);
        assert!(one.nodes <= 3_000);
    }
}

#[test]
fn evaluations_change_sign_with_the_colours_and_stay_in_bounds() {
    let mut random = SplitMix64::new(5);
    for round in 0..200 {
        let game = random_position(2 + round / 2, &mut random);
        let text = game.position().to_string();
        let swapped: String = text
            .char_indices()
            .map(|(at, letter)| match letter {
                // The side is the first letter after the board.
                'r' if at == 40 => 'b',
                'b' if at == 40 => 'r',
                _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                _ => letter.to_ascii_uppercase(),
            })
            .collect();
        let swapped: Position = swapped.parse().unwrap();
        for evaluator in [&Relations as &dyn Evaluator, &Original] {
            let value = evaluator.evaluate(game.position(), game.rules());
            assert_eq!(value, evaluator.evaluate(&swapped, game.rules()), "{text}");
            assert!(value.abs() < WIN);
        }
        {
            let value = Relations.evaluate(game.position(), game.rules());
            assert!(value.abs() <= MAX_EVALUATION);
        }
    }
}

#[test]
fn a_last_capture_wins_at_once() {
    let game = game("..../..../..../..../..../..../..../Kg.. r - 0");
    assert_eq!(think(&game, 3), ("a1-b1".into(), WIN - 1));
}

#[test]
fn a_threatened_piece_moves_away() {
    // Black's guard attacks the minister; nothing protects it.
    let (best, _) = think(&game("..../..../..../..../..../M.../g.../...k r - 0"), 4);
    assert!(best.starts_with("a3-"), "{best}");
}

#[test]
fn a_repetition_is_a_draw_inside_the_search() {
    // Red is far behind, but can go back and forth: black cannot catch the king with a king alone.
    let game = game("k.../..../..../..../..../..../..../...K r - 0");
    let (_, score) = think(&game, 8);
    assert!(score.abs() < PROVED);
}

#[test]
fn the_original_gives_legal_actions_and_flips_when_nothing_moves() {
    let mut random = SplitMix64::new(6);
    for round in 0..40 {
        let game = random_position(round, &mut random);
        let table = Table::<1024>::new();
        let mut search = OriginalSearch::new(Some(table.view().with_payload()), 1);
        let report = search.think(&game, &Limits::nodes(2_000), &mut ());
        let best = report.best.unwrap();
        assert!(game.position().is_legal(best), "{} {best}", game.position());
    }
    let game = game("..../..../..../..../..../..../??../K?.. r Ppp 0");
    let report = OriginalSearch::new(None, 1).think(&game, &Limits::depth(3), &mut ());
    assert!(report.best.unwrap().is_flip());
}

#[test]
fn every_action_has_a_score_and_the_best_is_that_of_the_search() {
    let mut random = SplitMix64::new(9);
    for round in 0..10 {
        let game = random_position(5 + round, &mut random);
        let search = || Search::new(Relations, None, Options::default());
        let scores = search().score_actions(&game, &Limits::depth(1), &mut ());
        assert_eq!(scores.len(), game.position().actions().len());
        assert!(scores.is_sorted_by_key(|(_, score)| -score));
        let best = search().think(&game, &Limits::depth(1), &mut ()).score;
        assert_eq!(scores[0].1, best);
    }
}

/// The signature: a change that keeps it changed no behaviour.
#[test]
fn the_node_signature_is_the_same() {
    let table = Table::<{ bench::TABLE_ENTRIES }>::new();
    let mut reports = 0;
    let nodes = bench::run(table.view().with_payload(), |_, _| reports += 1);
    assert_eq!((reports, nodes), (7, 81320));
}
