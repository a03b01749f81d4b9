//! SGF, the format of board-game programs, with Othello's number, `GM[2]`.
//!
//! A square is written as in Go, `ed` for e4, or as in Othello, `e4`; both are read. `AB`, `AW`, `AE`
//! and `PL` change the standard start position. Only the main line of a tree is read.

use anyhow::{Context, Result, bail, ensure};
use wedge_engine::{Bitboard, Board, Color, Game, Move, Position, Square};

use crate::GameRecord;
use crate::properties::{Tree, Value, play, trees};

/// Whether a text of trees is SGF and not GGF.
#[must_use]
pub fn is_sgf(text: &str) -> bool {
    trees(text).is_ok_and(|trees| trees.first().is_some_and(|tree| tree.get("GM") == Some("2")))
}

/// Reads the games of a text.
///
/// # Errors
/// If there is none, or one is not of 8x8 Othello or has a move that is not legal: names the game,
/// the line and the property.
pub fn read(text: &str) -> Result<Vec<GameRecord>> {
    let trees = trees(text)?;
    ensure!(!trees.is_empty(), "no game: expected `(;GM[2] ... )`");
    let games = trees.iter().enumerate();
    games.map(|(at, tree)| game(tree).with_context(|| format!("game {}", at + 1))).collect()
}

fn game(tree: &Tree) -> Result<GameRecord> {
    let kind = tree.get("GM").unwrap_or_default();
    ensure!(kind == "2", "line {}: GM[{kind}]: expected GM[2], Othello", tree.line);
    let size = tree.get("SZ").unwrap_or("8");
    ensure!(size == "8", "line {}: SZ[{size}]: expected 8", tree.line);
    let mut game = Game::default();
    for property in &tree.properties {
        let (name, value) = (property.name.as_str(), property.value.trim());
        read_property(&mut game, name, value)
            .with_context(|| format!("line {}: {name}[{value}]", property.line))?;
    }
    let name = |property| tree.get(property).unwrap_or_default().to_owned();
    Ok(GameRecord { black: name("PB"), white: name("PW"), game })
}

fn read_property(game: &mut Game, name: &str, value: &str) -> Result<()> {
    let color = |name: &str| if name.contains('B') { Color::Black } else { Color::White };
    match name {
        "B" | "W" => play(game, color(name), mv(value)?)?,
        "AB" | "AW" | "AE" | "PL" => {
            ensure!(game.moves().is_empty(), "expected the board before the moves");
            let start = game.start();
            let [mut black, mut white] = [Color::Black, Color::White].map(|of| start.discs(of));
            let mut side = start.side();
            if name == "PL" {
                side = color(&value.to_ascii_uppercase());
            } else {
                let squares = squares(value)?;
                black &= !squares;
                white &= !squares;
                match name {
                    "AB" => black |= squares,
                    "AW" => white |= squares,
                    _ => {}
                }
            }
            let (mover, opponent) =
                if side == Color::Black { (black, white) } else { (white, black) };
            let board = Board::new(mover, opponent).context("discs on one square")?;
            *game = Game::from_position(Position::new(board, side));
        }
        _ => {}
    }
    Ok(())
}

fn mv(value: &str) -> Result<Move> {
    match value.to_ascii_lowercase().as_str() {
        "" | "tt" | "pa" | "pass" => Ok(Move::Pass),
        name => Ok(Move::Play(square(name)?)),
    }
}

/// A square, or a rectangle by two corners: `c3:f6`.
fn squares(value: &str) -> Result<Bitboard> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (square(from)?, square(to)?);
    let within = |at: usize, one: usize, two: usize| (one.min(two)..=one.max(two)).contains(&at);
    Ok((0..64)
        .filter_map(Square::from_index)
        .filter(|square| within(square.column(), from.column(), to.column()))
        .filter(|square| within(square.row(), from.row(), to.row()))
        .collect())
}

fn square(text: &str) -> Result<Square> {
    let [column, row] = text.as_bytes() else { bail!("`{text}`: expected a square such as f5") };
    // Letters for column and row, from the upper left corner: `ed` is e4.
    let row = if row.is_ascii_alphabetic() { row.to_ascii_lowercase() - b'a' + b'1' } else { *row };
    let name = [*column, row].map(char::from);
    let square = String::from_iter(name).parse();
    square.ok().with_context(|| format!("`{text}`: expected a square such as f5"))
}

/// Writes a game, squares as in Go.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let GameRecord { black, white, game } = record;
    let mut text = format!("(;FF[4]GM[2]SZ[8]PB[{}]PW[{}]", Value(black), Value(white));
    let start = game.start();
    if start != Position::default() {
        for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)]
        {
            let squares = (0..64).filter_map(Square::from_index);
            let mut squares = squares.filter(|&square| start.at(square) == color).peekable();
            if squares.peek().is_some() {
                text += name;
                squares.for_each(|square| text += &format!("[{}]", letters(square)));
            }
        }
        text += if start.side() == Color::Black { "PL[B]" } else { "PL[W]" };
    }
    for (position, mv) in game.steps() {
        let color = if position.side() == Color::Black { 'B' } else { 'W' };
        text += &format!(";{color}[{}]", mv.square().map(letters).unwrap_or_default());
    }
    text + ")"
}

fn letters(square: Square) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    String::from_iter([letter(square.column()), letter(square.row())])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random_games::random_game;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            seed in any::<u64>(),
            opening in 0..20_usize,
            plies in 0..130_usize,
            black in "\\PC{0,12}",
            white in "\\PC{0,12}",
        ) {
            let start = random_game(seed, opening, Position::default()).position();
            let game = random_game(seed, plies, start);
            let record = GameRecord { black, white, game };
            let text = write(&record);
            prop_assert!(is_sgf(&text));
            prop_assert_eq!(read(&text).unwrap(), [record]);
        }
    }

    #[test]
    fn both_ways_to_write_a_square_and_variations() {
        let text = "(;FF[4]GM[2]SZ[8];B[fe];W[D6](;B[c3];W[dc])(;B[c5]))";
        assert_eq!(read(text).unwrap()[0].game.to_string(), "f5d6c3d3");
    }

    #[test]
    fn a_game_that_quarry_saved() {
        let record = &read(include_str!("../tests/fixtures/quarry.sgf")).unwrap()[0];
        assert_eq!(record.game.to_string(), "f5f6d3f4g4f3e6h4f2d6e7g3");
        assert_eq!((record.black.as_str(), record.white.as_str()), ("Somebody", "Wedge 0.1.0"));
    }

    #[test]
    fn boards_are_set_up() {
        let game = &read("(;GM[2]AE[a1:h8]AB[ab][h1]AW[bb:bc]PL[White])").unwrap()[0].game;
        let wanted = "-------XXO-------O---------------------------------------------- O";
        assert_eq!(game.position().to_string(), wanted);
    }

    #[test]
    fn errors_name_the_game_the_line_and_the_property() {
        let say = |text: &str| format!("{:#}", read(text).unwrap_err());
        assert_eq!(say("(;GM[1];B[dd])"), "game 1: line 1: GM[1]: expected GM[2], Othello");
        assert_eq!(say("(;GM[2]SZ[10])"), "game 1: line 1: SZ[10]: expected 8");
        assert_eq!(
            say("(;GM[2]\n;B[fe];W[aa])"),
            "game 1: line 2: W[aa]: move 2: a1 is not legal for white"
        );
        for wrong in ["zz", "f", "f55", "é"] {
            assert_eq!(
                say(&format!("(;GM[2];B[{wrong}])")),
                format!("game 1: line 1: B[{wrong}]: `{wrong}`: expected a square such as f5")
            );
        }
        assert_eq!(
            say("(;GM[2];B[fe];AB[aa])"),
            "game 1: line 1: AB[aa]: expected the board before the moves"
        );
        assert_eq!(say("f5"), "no game: expected `(;GM[2] ... )`");
    }
}
