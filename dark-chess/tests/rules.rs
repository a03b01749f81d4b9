//! The rules against a slow twin that reads them from a board of letters, perft, and the draws.

use std::collections::HashSet;
use std::string::ToString;

use wedge_dark_chess::{
    Action, Color, Ending, Game, Piece, Ply, Position, Rules, Square, perft, zobrist,
};
use wedge_engine::SplitMix64;

/// The legal actions of a position, from its letters alone.
fn slow_actions(position: &Position) -> Vec<Action> {
    let board: Vec<char> = Square::all().map(|square| position.letter_at(square)).collect();
    let mut actions = Vec::new();
    let mine = |letter: char| match position.side() {
        Some(Color::Red) => letter.is_ascii_uppercase(),
        Some(Color::Black) => letter.is_ascii_lowercase(),
        None => false,
    };
    let unseen = Piece::all().any(|piece| mine(piece.letter()) && position.unseen(piece) > 0);
    if position.side().is_some() && !unseen && !board.iter().any(|&letter| mine(letter)) {
        return actions;
    }
    let square = |file: i32, rank: i32| {
        let inside = (0..4).contains(&file) && (0..8).contains(&rank);
        inside.then(|| Square::from_index((4 * rank + file) as usize).unwrap())
    };
    for from in Square::all() {
        let letter = board[from.index()];
        if letter == '?' {
            actions.push(Action::flip(from));
        }
        if !mine(letter) {
            continue;
        }
        let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
        for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut met = 0;
            for steps in 1..8 {
                let Some(to) = square(file + steps * right, rank + steps * up) else { break };
                let other = board[to.index()];
                let is_enemy = other != '?' && other != '.' && !mine(other);
                let is_cannon = letter.eq_ignore_ascii_case(&'c');
                let can_take = if is_cannon {
                    is_enemy && met == 1
                } else {
                    is_enemy && steps == 1 && outranks(letter, other)
                };
                if (other == '.' && steps == 1) || can_take {
                    actions.push(Action::step(from, to));
                }
                met += u32::from(other != '.');
            }
        }
    }
    actions
}

fn outranks(piece: char, other: char) -> bool {
    let rank = |letter: char| "kgmrncp".find(letter.to_ascii_lowercase()).unwrap();
    match (piece.to_ascii_lowercase(), other.to_ascii_lowercase()) {
        ('k', 'p') => false,
        ('p', 'k') => true,
        _ => rank(piece) <= rank(other),
    }
}

/// A random ply: an action by the generator, and for a flip a piece by the numbers face down.
fn random_ply(position: &Position, random: &mut SplitMix64) -> Ply {
    let actions = position.actions();
    let action = actions[random.below(actions.len() as u32) as usize];
    if !action.is_flip() {
        return Ply::Step(action.from(), action.to());
    }
    let mut left = random.below(position.face_down().len());
    let piece = Piece::all().find(|&piece| {
        let count = u32::from(position.unseen(piece));
        let found = left < count;
        left = left.wrapping_sub(count);
        found
    });
    Ply::Flip(action.from(), piece.unwrap())
}

#[test]
fn actions_are_those_of_the_slow_twin() {
    let mut random = SplitMix64::new(1);
    let mut positions = 0;
    for _ in 0..60 {
        let mut game = Game::new(Position::START, Rules::quiet_limit(255));
        loop {
            let position = game.position();
            let fast = position.actions();
            let slow: HashSet<Action> = slow_actions(position).into_iter().collect();
            assert_eq!(fast.iter().copied().collect::<HashSet<_>>(), slow, "{position}");
            assert_eq!(fast.len(), slow.len(), "{position}: no action twice");
            assert_eq!(position.count_actions() as usize, slow.len(), "{position}");
            assert_eq!(position.hash(), zobrist::hash(position), "{position}");
            for from in Square::all() {
                for to in Square::all() {
                    let action = Action::step(from, to);
                    assert_eq!(
                        position.is_legal(action),
                        slow.contains(&action),
                        "{position} {action}"
                    );
                }
            }
            assert_eq!(position.to_string().parse().as_ref(), Ok(position));
            positions += 1;
            if game.ending().is_some() {
                break;
            }
            let ply = random_ply(position, &mut random);
            game.play(ply).unwrap();
        }
    }
    assert!(positions > 5_000, "{positions}");
}

#[test]
fn perft_from_the_start() {
    for (depth, lines) in [(0, 1), (1, 448), (2, 192_448), (3, 78_989_568)] {
        assert_eq!(perft(&Position::START, depth), lines, "depth {depth}");
    }
}

/// `cargo test --release -p wedge-dark-chess --test rules -- --ignored`
#[test]
#[ignore = "some seconds in a release build, a minute otherwise"]
fn perft_from_the_start_to_depth_4() {
    assert_eq!(perft(&Position::START, 4), 30_871_352_640);
}

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &mut Game, plies: &str) {
    for ply in plies.split_whitespace() {
        game.play(ply.parse().unwrap()).unwrap();
    }
}

#[test]
fn a_cannon_jumps_over_exactly_one_piece_onto_a_face_up_enemy() {
    let position = position("..../..../k.../?.../..?./Cg.r/..../.... r Pp 0");
    let moves: Vec<String> = position.actions().iter().map(ToString::to_string).collect();
    // Over the guard onto the rook, over the face-down piece onto the king; two steps, two flips.
    assert_eq!(moves, ["a3-d3", "a3-a6", "a3-a2", "a3-a4", "c4", "a5"]);
}

#[test]
fn a_wiped_out_side_loses_although_the_other_side_has_pieces_face_down() {
    let mut game =
        Game::new(position("..../..../..../..../..../..../...?/Kg.. r P 0"), Rules::default());
    play(&mut game, "a1-b1");
    assert_eq!((game.ending(), game.winner()), (Some(Ending::NoMove), Some(Color::Red)));
}

#[test]
fn a_side_without_a_move_loses() {
    let mut game =
        Game::new(position("..../..../..../..../..../..../G.../pK.. r - 0"), Rules::default());
    play(&mut game, "a2-a3 a1-a2 a3-a2");
    assert_eq!(game.ending(), Some(Ending::NoMove));
}

#[test]
fn a_cycle_played_three_times_is_a_draw_and_twice_is_none() {
    let start = position("k.../..../..../..../..../..../..../K... r - 0");
    let mut game = Game::new(start.clone(), Rules::default());
    for round in 1..=3 {
        assert_eq!(game.ending(), None, "before round {round}");
        play(&mut game, "a1-b1 a8-b8 b1-a1 b8-a8");
    }
    assert_eq!(game.ending(), Some(Ending::Cycle));
    // Plain threefold repetition is no draw: the position comes back, but not by one cycle.
    let mut game = Game::new(start, Rules::default());
    play(&mut game, "a1-b1 a8-b8 b1-a1 b8-a8 a1-a2 a8-a7 a2-a1 a7-a8 a1-b1 a8-b8 b1-a1 b8-a8");
    play(&mut game, "a1-a2 a8-a7 a2-a1");
    assert_eq!(game.ending(), None);
}

#[test]
fn quiet_plies_are_counted_from_the_last_capture_or_flip() {
    let start = position("k.../..../..../..../..../..../..../K... r - 56");
    let mut game = Game::new(start, Rules::default());
    play(&mut game, "a1-b1 a8-b8 b1-c1");
    assert_eq!(game.ending(), None);
    play(&mut game, "b8-c8");
    assert_eq!(game.ending(), Some(Ending::Quiet(60)));
    assert!(game.play("c1-b1".parse().unwrap()).is_err(), "the game is over");
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let start = Position::START.to_string();
    assert_eq!(
        start,
        "????/????/????/????/????/????/????/???? - KGGMMRRNNCCPPPPPkggmmrrnnccppppp 0"
    );
    for (text, error) in [
        ("", "four words"),
        ("..../..../..../..../..../..../.... r - 0", "board"),
        ("..../..../..../..../..../..../..../..... r - 0", "board"),
        ("..../..../..../..../..../..../..../x... r - 0", "board"),
        ("..../..../..../..../..../..../..../K... w - 0", "side: expected r, b"),
        ("..../..../..../..../..../..../..../K..? r - 0", "face-down"),
        ("..../..../..../..../..../..../..../K..? r x 0", "face-down"),
        ("..../..../..../..../..../..../..../K... r - 256", "quiet"),
        ("..../..../..../..../..../..../..../K.K. r - 0", "K: expected at most 1"),
        ("..../..../..../..../..../..../..../K..? r K 0", "K: expected at most 1"),
        ("..../..../..../..../..../..../..../K... - - 0", "exactly if all 32"),
        (&start.replace('-', "r"), "exactly if all 32"),
    ] {
        let shown = text.parse::<Position>().unwrap_err().to_string();
        assert!(shown.contains(error), "{text}: {shown}");
    }
}
