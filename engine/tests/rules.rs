//! The rules of the game: counted, compared with the array board, and checked by eye.

#[path = "support/any_discs.rs"]
mod any_discs;

use any_discs::any_discs;
use proptest::prelude::*;
use wedge_engine::moves::BACKENDS;
use wedge_engine::reference::{self, ArrayBoard};
use wedge_engine::{
    Bitboard, Board, Color, Eight, Move, Position, Rectangle, Six, Size, SplitMix64, Square, perft,
};

/// Leaves of the 8x8 game tree at depths 1 to 10, as every Othello program counts them.
const PERFT_8: [u64; 10] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284];

#[test]
fn perft_8x8_gives_the_published_counts() {
    for (depth, leaves) in (1..).zip(PERFT_8) {
        assert_eq!(perft(&Board::default(), depth), leaves, "depth {depth}");
    }
    assert_eq!(perft(&Board::default(), 0), 1);
}

#[test]
fn perft_by_the_reference_gives_the_published_counts() {
    for (depth, leaves) in (1..=7).zip(PERFT_8) {
        assert_eq!(reference::perft(&Board::default(), depth), leaves, "depth {depth}");
    }
}

#[test]
fn perft_6x6_is_the_same_by_both_rules() {
    let start = Board::<Six>::start();
    for depth in 0..=8 {
        assert_eq!(perft(&start, depth), reference::perft(&start, depth), "depth {depth}");
    }
}

#[test]
fn perft_counts_passes_and_ends_like_the_reference() {
    // Late positions of random games: short trees full of passes and finished games.
    let mut finished = 0;
    for seed in 0..200 {
        let mut late = None;
        random_game::<Six>(seed, |board| {
            if board.position().board().empties() == 5 {
                late = Some(board.position().board());
            }
        });
        let Some(late) = late else { continue };
        let counts: Vec<u64> = (0..=9).map(|depth| perft(&late, depth)).collect();
        let slow: Vec<u64> = (0..=9).map(|depth| reference::perft(&late, depth)).collect();
        assert_eq!(counts, slow, "seed {seed}");
        finished += usize::from(counts[8] == counts[9]);
    }
    assert!(finished > 100, "{finished} trees were counted to their end");
}

/// Plays a random game on the array board and shows every position on the way, the last included.
fn random_game<S: Size>(seed: u64, mut show: impl FnMut(&ArrayBoard<S>)) -> ArrayBoard<S> {
    let mut random = SplitMix64::new(seed);
    let mut board = ArrayBoard::new(&Position::start());
    loop {
        show(&board);
        let legal = board.legal_moves();
        let pick = random.below(legal.len()) as usize;
        let next = legal.into_iter().nth(pick).and_then(|square| board.play(square));
        board = match next {
            Some(after) => after,
            None if board.is_over() => return board,
            None => board.pass(),
        };
    }
}

/// Compares every backend with the reference on every empty square of a position.
fn agree<S: Size>(slow: &ArrayBoard<S>) {
    let position = slow.position();
    let board = position.board();
    let (mover, opponent) = (board.mover().0, board.opponent().0);
    let legal = slow.legal_moves();
    assert_eq!(board.legal_moves(), legal, "{position}");
    for backend in BACKENDS {
        assert_eq!(
            (backend.legal)(mover, opponent) & S::MASK,
            legal.0,
            "{}: {position}",
            backend.name
        );
    }
    for square in board.empty() {
        let flips = slow.flips(square);
        assert_eq!(flips.is_empty(), !legal.has(square), "{position} {square}");
        for backend in BACKENDS {
            let fast = (backend.flips)(square.index(), mover, opponent);
            assert_eq!(Bitboard(fast), flips, "{}: {position} {square}", backend.name);
        }
    }
}

fn agree_on_play<S: Size>(wanted: usize) {
    let mut seen = 0;
    for seed in 0.. {
        random_game::<S>(seed, |board| {
            agree(board);
            seen += 1;
        });
        if seen >= wanted {
            return;
        }
    }
}

#[test]
fn every_form_agrees_with_the_reference_on_half_a_million_positions_8x8() {
    agree_on_play::<Eight>(500_000);
}

#[test]
fn every_form_agrees_with_the_reference_on_half_a_million_positions_6x6() {
    agree_on_play::<Six>(500_000);
}

/// Narrow and odd boards, and boards that are wider than high.
#[test]
fn every_form_agrees_with_the_reference_on_boards_of_other_sizes() {
    agree_on_play::<Rectangle<4, 4>>(20_000);
    agree_on_play::<Rectangle<4, 5>>(20_000);
    agree_on_play::<Rectangle<5, 5>>(20_000);
    agree_on_play::<Rectangle<4, 8>>(20_000);
    agree_on_play::<Rectangle<8, 5>>(20_000);
    agree_on_play::<Rectangle<7, 7>>(20_000);
    agree_on_play::<Rectangle<2, 8>>(2_000);
    agree_on_play::<Rectangle<3, 3>>(2_000);
}

/// The rule on one line of cells (0 empty, 1 mover, 2 opponent), as a beginner would apply it.
fn flips_on_a_line(line: &[u8], at: usize) -> Vec<usize> {
    let one_way = |way: &mut dyn Iterator<Item = usize>| {
        let mut run = Vec::new();
        for here in way {
            match line[here] {
                0 => return Vec::new(),
                1 => return run,
                _ => run.push(here),
            }
        }
        Vec::new()
    };
    let mut flips = one_way(&mut (0..at).rev());
    flips.extend(one_way(&mut (at + 1..line.len())));
    flips
}

/// Every row, column and diagonal of the board, as the numbers of its squares.
fn all_lines() -> Vec<Vec<usize>> {
    let steps = [(1_isize, 0_isize), (0, 1), (1, 1), (-1, 1)];
    let mut lines = Vec::new();
    for (step_column, step_row) in steps {
        for start in 0..64_isize {
            let (mut column, mut row) = (start % 8, start / 8);
            let on_board = |column: isize, row: isize| {
                Square::new(column.try_into().ok()?, row.try_into().ok()?).map(Square::index)
            };
            if on_board(column - step_column, row - step_row).is_some() {
                continue;
            }
            let mut line = Vec::new();
            while let Some(square) = on_board(column, row) {
                line.push(square);
                (column, row) = (column + step_column, row + step_row);
            }
            lines.push(line);
        }
    }
    lines
}

#[test]
fn every_state_of_every_line_turns_the_right_discs() {
    let lines = all_lines();
    assert_eq!(lines.len(), 8 + 8 + 15 + 15);
    assert_eq!(lines.iter().filter(|line| line.len() == 8).count(), 18);
    let (mut states, mut moves) = (0, 0);
    for squares in lines {
        for state in 0..3_usize.pow(squares.len() as u32) {
            let cells: Vec<u8> =
                (0..squares.len()).map(|at| (state / 3_usize.pow(at as u32) % 3) as u8).collect();
            let set = |of: u8| -> u64 {
                squares.iter().zip(&cells).filter(|&(_, &c)| c == of).map(|(&s, _)| 1 << s).sum()
            };
            let (mover, opponent) = (set(1), set(2));
            let mut legal = 0;
            states += 1;
            for at in (0..squares.len()).filter(|&at| cells[at] == 0) {
                moves += 1;
                let flips = flips_on_a_line(&cells, at);
                let flips: u64 = flips.into_iter().map(|at| 1 << squares[at]).sum();
                legal |= u64::from(flips != 0) << squares[at];
                for backend in BACKENDS {
                    let fast = (backend.flips)(squares[at], mover, opponent);
                    assert_eq!(fast, flips, "{}: {cells:?} on {squares:?}, {at}", backend.name);
                }
            }
            for backend in BACKENDS {
                // Other squares see at most one disc of the line in a row: never a move.
                let fast = (backend.legal)(mover, opponent);
                assert_eq!(fast, legal, "{}: {cells:?} on {squares:?}", backend.name);
            }
        }
    }
    println!("{states} states of 46 lines, {moves} moves, {} backends", BACKENDS.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_form_agrees_with_the_reference_on_any_discs((mover, opponent) in any_discs()) {
        let board = Board::<Eight>::new(Bitboard(mover), Bitboard(opponent)).unwrap();
        agree(&ArrayBoard::new(&Position::new(board, Color::White)));
    }
}

/// A drawn case: `X` moves, `O` waits; `+` marks the legal moves.
#[track_caller]
fn check_legal(picture: &str) {
    let (board, marked) = read_picture(picture, '+');
    assert_eq!(board.legal_moves(), marked, "\n{picture}");
    assert_eq!(ArrayBoard::new(&Position::new(board, Color::Black)).legal_moves(), marked);
}

/// A drawn case: `X` plays on the square, and the discs drawn `o` turn.
#[track_caller]
fn check_flips(square: &str, picture: &str) {
    let (_, marked) = read_picture(picture, 'o');
    let (board, _) = read_picture(&picture.replace('o', "O"), 'o');
    let square: Square = square.parse().unwrap();
    assert_eq!(board.flips(square), marked, "{square}\n{picture}");
    assert_eq!(ArrayBoard::new(&Position::new(board, Color::Black)).flips(square), marked);
    let after = board.play(square);
    assert_eq!(after.is_none(), marked.is_empty());
    if let Some(after) = after {
        assert_eq!(after.opponent(), board.mover() | marked | square.bit());
        assert_eq!(after.mover(), board.opponent() & !marked);
    }
}

fn read_picture(picture: &str, mark: char) -> (Board, Bitboard) {
    let cells: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(cells.len(), 64, "{picture}");
    let set = |of: char| -> Bitboard {
        (0..64).filter(|&at| cells[at] == of).filter_map(Square::from_index).collect()
    };
    (Board::new(set('X'), set('O')).unwrap(), set(mark))
}

#[test]
fn the_first_four_moves() {
    check_legal(
        "- - - - - - - -
         - - - - - - - -
         - - - + - - - -
         - - + O X - - -
         - - - X O + - -
         - - - - + - - -
         - - - - - - - -
         - - - - - - - -",
    );
}

#[test]
fn one_move_turns_discs_in_all_eight_directions() {
    check_flips(
        "d4",
        "X - - X - - X -
         - o - o - o - -
         - - o o o - - -
         X o o - o o o X
         - - o o o - - -
         - o - o - o - -
         X - - o - - o -
         - - - X - - - X",
    );
}

#[test]
fn a_run_without_a_disc_behind_it_does_not_turn() {
    // To the left the edge, to the right an empty square before the X, below nothing.
    check_flips(
        "c4",
        "- - - - - - - -
         - - - - - - - -
         - - - - - - - -
         O O - O O - X -
         - - O - - - - -
         - - - - - - - -
         - - - - - - - -
         - - - - - - - -",
    );
}

#[test]
fn lines_do_not_go_round_the_edge() {
    // From g3 or g2 over h3, the next bits are a4 and a5.
    check_legal(
        "- - - - - - - -
         - - - - - - - -
         - - - - - - - O
         X - - - - - - -
         X - - - - - - -
         - - - - - - - -
         - - - - - - - -
         - - - - - - - -",
    );
    // From b4 or b3 over a4, the next bits are h3 and h4.
    check_legal(
        "- - - - - - - -
         - - - - - - - -
         - - - - - - - X
         O - - - - - - X
         - - - - - - - -
         - - - - - - - -
         - - - - - - - -
         - - - - - - - -",
    );
}

/// Seven empty rows below a drawn first row.
fn first_row(row: &str) -> Position {
    let (board, _) = read_picture(&(row.to_string() + &"-".repeat(56)), '+');
    Position::new(board, Color::Black)
}

#[test]
fn a_player_without_a_move_passes_and_may_be_wiped_out() {
    let stuck = first_row("O X - - - - - -");
    assert!(stuck.must_pass());
    assert!(ArrayBoard::new(&stuck).legal_moves().is_empty());
    assert_eq!(stuck.play(Move::Play("c1".parse().unwrap())), None);

    let passed = stuck.play(Move::Pass).unwrap();
    assert_eq!(passed.side(), Color::White);
    assert_eq!(ArrayBoard::new(&stuck).pass().position(), passed);
    assert!(!passed.must_pass());
    assert_eq!(passed.play(Move::Pass), None, "white has a move");

    let wiped_out = passed.play(Move::Play("c1".parse().unwrap())).unwrap();
    assert_eq!(wiped_out.discs(Color::Black), Bitboard::EMPTY);
    assert_eq!(wiped_out.discs(Color::White).len(), 3);
    assert!(wiped_out.board().is_over());
    assert!(ArrayBoard::new(&wiped_out).is_over());
    assert_eq!(wiped_out.result_for_black(), -64, "the empty squares go to the winner");
}

#[test]
fn a_finished_game_has_no_pass() {
    let locked = first_row("O O - X - - - -");
    assert!(locked.board().is_over());
    assert!(!locked.must_pass());
    assert_eq!(locked.play(Move::Pass), None);
    assert_eq!(locked.result_for_black(), -62, "63 to 1 once the winner has the empty squares");
    assert_eq!(perft(&locked.board(), 5), 1, "one leaf however deep");
}

#[test]
fn a_full_board_is_over() {
    let text = "X".repeat(40) + &"O".repeat(24);
    let (full, _) = read_picture(&text, '+');
    let slow = ArrayBoard::new(&Position::new(full, Color::Black));
    assert!(full.is_over());
    assert!(slow.is_over());
    assert!(slow.window().0.is_empty() && slow.window().1.is_empty());
    assert_eq!((slow.count(Color::Black), slow.count(Color::White)), (40, 24));
    assert_eq!(full.result(), 16);
    assert_eq!(full.pass().result(), -16);
}
