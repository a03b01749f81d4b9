use wedge_engine::{Eight, Game};

use super::*;
use crate::players::tests::{CORNER_LOSES, answer, board};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn node(text: &str) -> Node<Eight> {
    let board = board(text);
    Node { board, mine: true, values: Values::of(&board), passed: false }
}

#[test]
fn depth_grows_at_34_14_and_12_empty_squares() {
    let with = |empties: usize| {
        plies(&board(&format!("{}{} X", "X".repeat(64 - empties), "-".repeat(empties))))
    };
    assert_eq!([50, 35, 34, 15, 14, 13, 12, 11].map(with), [4, 4, 5, 5, 6, 6, 7, 7]);
}

#[test]
fn squares_around_a_corner_change_when_it_falls() {
    // Black holds a1, white h8.
    let text = format!("X{}O", "-".repeat(62));
    let black = Values::of(&board(&format!("{text} X")));
    let value = |values: &Values, name: &str| values.0[square(name).index()];
    assert_eq!(["b1", "a2", "b2"].map(|name| value(&black, name)), [111, 111, 7]);
    assert_eq!(["g8", "h7", "g7"].map(|name| value(&black, name)), [29, 29, -37]);
    assert_eq!(["g1", "h2", "g2"].map(|name| value(&black, name)), [-40, -40, -80]);
    let white = Values::of(&board(&format!("{text} O")));
    assert_eq!(["b1", "a2", "b2"].map(|name| value(&white, name)), [29, 29, -37]);
}

/// d1 turns c1, which then adds to the corner's row: a line from edge to edge on one axis, the
/// edge above on three.
#[test]
fn a_step_adds_up_its_published_parts() {
    let text = "-OX-----\
                --------\
                --------\
                --------\
                --------\
                --------\
                --------\
                ------O- X";
    let node = node(text);
    let mut values = node.values;
    // a1 turns b1. The corner's neighbours are worth 111 from this ply on. White has no move.
    // a1 is at the edge on every axis: 1 + 2 + 5 + 9.
    assert_eq!(step(&node, square("a1"), &mut values), 200 + 2 * 111 + 17);
    // For the opponent the same ply counts negative, and the neighbours are worth 29.
    let theirs = Node { mine: false, ..node };
    let mut values = node.values;
    // No axis ends with KILO's discs: the edge does so on all four.
    assert_eq!(step(&theirs, square("a1"), &mut values), -(200 + 2 * 29 + 17));
}

#[test]
fn freedom_costs_3_a_square() {
    // After f5 white can play d6, f4 and f6.
    let node = node(&wedge_engine::Position::default().to_string());
    let mut values = node.values;
    // f5 turns e5. No axis is safe: empty squares are at the ends of all lines.
    let wedge = 0;
    assert_eq!(step(&node, square("f5"), &mut values), 3 + 2 * 3 + 3 * FREEDOM + wedge);
    assert_eq!(FREEDOM, -3);
}

/// Black at d4; the axes of d4 in turn: between two white discs, from edge to edge.
#[test]
fn wedges_count_the_safe_axes() {
    let at = |text: &str| {
        let board = board(text);
        wedge::<Eight>(board.mover(), board.opponent(), square("d4"))
    };
    let row = |row: &str| format!("{}{row}{} X", "-".repeat(24), "-".repeat(32));
    assert_eq!(at(&row("---X----")), 0);
    assert_eq!(at(&row("--OXO---")), 1);
    assert_eq!(at(&row("---XO---")), 0);
    assert_eq!(at(&row("-OXXXO--")), 1);
    assert_eq!(at(&row("---XXXXX")), 1);
    // White in front and the edge behind count twice.
    assert_eq!(at(&row("XXXXO---")), 1 + 2);
    let two = format!("{}---O------OXO------O----{} X", "-".repeat(16), "-".repeat(24));
    assert_eq!(at(&two), 1 + 2);
}

/// a3 turns two discs next to black's corner a1, 63 points each; from h1, which is white's, nothing.
#[test]
fn stable_discs_grow_from_a_corner_along_the_outer_columns() {
    let own = board(&format!("X{} X", "-".repeat(63))).mover();
    let discs = |names: &[&str]| names.iter().map(|name| square(name)).collect::<Bitboard>();
    assert_eq!(stable_gain::<Eight>(own, discs(&["a2", "a3", "b2"])), 2);
    assert_eq!(stable_gain::<Eight>(own, discs(&["a3", "h2", "b1"])), 0);
}

/// After e6f4e3f6g5d6e7f5 black takes all of white's discs by c5. Ten plies are played.
#[test]
fn a_wipe_out_is_taken() {
    let blunder: Game = "e6f4e3f6g5d6e7f5".parse().unwrap();
    let board = blunder.position().board();
    let node = Node { board, mine: true, values: Values::of(&board), passed: false };
    assert_eq!(node.ahead(NORMAL, -INFINITE, INFINITE), (INFINITE, Some(square("c5"))));
    // One move earlier white is to avoid f5.
    let before: Game = "e6f4e3f6g5d6e7".parse().unwrap();
    let board = before.position().board();
    assert!(board.legal_moves().has(square("f5")));
    let node = Node { board, mine: true, values: Values::of(&board), passed: false };
    assert_ne!(node.ahead(NORMAL, -INFINITE, INFINITE).1, Some(square("f5")));
}

/// The discs before the last move decide, so that the code takes the corner and loses by 6, where
/// e8 wins by 14.
#[test]
fn the_discs_of_the_last_move_are_not_counted() {
    assert_eq!(answer("kilo", CORNER_LOSES), "h1");
    let last = node(&format!("{}{}- X", "X".repeat(30), "XO".repeat(16) + "O"));
    assert_eq!(last.result(), INFINITE + (46 - 17) * DISC);
    let mut values = last.values;
    let ply = step(&last, square("h8"), &mut values);
    assert_eq!(last.play_out(1, -INFINITE, INFINITE), (last.result() + ply, Some(square("h8"))));
}

#[test]
fn the_opening_is_played_at_random_on_inner_squares() {
    let game: Game = "f5d6".parse().unwrap();
    let text = game.position().to_string();
    let played: Vec<String> =
        (0..30).map(|seed| answer(&format!("kilo:seed={seed}"), &text)).collect();
    assert!(played.iter().any(|mv| *mv != played[0]));
    let inner = centre::<Eight>();
    assert!(played.iter().all(|mv| inner.has(mv.parse().unwrap())), "{played:?}");
}
