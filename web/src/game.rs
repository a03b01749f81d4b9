//! Games as the page sees them: a start, squares, and every position between.

use anyhow::{Result, anyhow};
use wedge_engine::{Color, Game, Move, Position, Size, Square};
use wedge_formats::{openings, perfect_game};
use wedge_web_interface::json::{Object, list};

/// Reads the data of a command: the start in its first line (empty for the standard one), the
/// transcript in its second.
pub(crate) fn read<S: Size>(data: &str) -> Result<Game<S>> {
    let mut lines = data.lines();
    let start = lines.next().unwrap_or_default();
    let moves = lines.next().unwrap_or_default();
    let start = match start.trim() {
        "" => Position::start(),
        text => text.parse().map_err(|error| anyhow!("the position: {error}"))?,
    };
    let mut game = Game::from_position(start);
    game.play_transcript(moves).map_err(|error| anyhow!("the moves: {error}"))?;
    pass_if_needed(&mut game);
    Ok(game)
}

/// Plays the pass that the rules demand, so that the player to move always has a move.
pub(crate) fn pass_if_needed<S: Size>(game: &mut Game<S>) {
    if game.position().must_pass() {
        // A pass that is due is legal.
        let _ = game.play(Move::Pass);
    }
}

/// Every position of a game, from its start to its end.
pub(crate) fn view<S: Size>(game: &Game<S>) -> String {
    let mut positions: Vec<Position<S>> = game.steps().map(|(position, _)| position).collect();
    positions.push(game.position());
    let moves = std::iter::once(None).chain(game.moves().iter().map(Some));
    let plies = positions.iter().zip(moves).map(|(position, mv)| {
        let mv = mv.map_or(-2, |mv| mv.square().map_or(-1, |square| square.index() as i32));
        Object::new()
            .text("board", &board(position))
            .text("side", side(position.side()))
            .raw("move", mv)
            .raw("legal", list(position.board().legal_moves().into_iter().map(Square::index)))
            .end()
    });
    let standard = game.start() == Position::start();
    Object::new()
        .raw("size", S::SIDE)
        .text("start", &if standard { String::new() } else { game.start().to_string() })
        .text("moves", &game.to_string())
        .raw("over", game.is_over())
        .raw("result", game.position().result_for_black())
        .text("opening", openings::name(game).unwrap_or_default())
        .raw("left", perfect_game::left_by(game).unwrap_or_default())
        .raw("plies", list(plies))
        .end()
}

/// The 64 places of the board, those outside a smaller one empty.
fn board<S: Size>(position: &Position<S>) -> String {
    (0..64)
        .filter_map(Square::from_index)
        .map(|square| match position.at(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '-',
        })
        .collect()
}

pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "X",
        Color::White => "O",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wedge_engine::{Eight, Six};

    #[test]
    fn a_pass_that_is_due_is_played() {
        // Black plays h1; white then has no move.
        let start = format!("\n{}", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7e8a5");
        let game = read::<Eight>(&start).unwrap();
        assert!(!game.position().must_pass());
        let must: Position = format!("OOOOOOX-{} X", "O".repeat(56)).parse().unwrap();
        let game = read::<Eight>(&format!("{must}\n")).unwrap();
        assert_eq!(game.moves(), [Move::Pass]);
        assert_eq!(game.position().side(), Color::White);
    }

    #[test]
    fn a_view_has_every_position() {
        let game = read::<Six>("\n").unwrap();
        let value: serde_json::Value = serde_json::from_str(&view(&game)).unwrap();
        assert_eq!(value["size"], 6);
        assert_eq!(value["plies"][0]["legal"].as_array().unwrap().len(), 4);
        let game = read::<Eight>("\nf5d6").unwrap();
        let value: serde_json::Value = serde_json::from_str(&view(&game)).unwrap();
        assert_eq!(value["plies"].as_array().unwrap().len(), 3);
        assert_eq!(value["plies"][1]["move"], 37);
        assert_eq!(value["opening"], "Perpendicular");
        assert_eq!(value["left"], 0);
        let game = read::<Eight>("\nf5f4").unwrap();
        let value: serde_json::Value = serde_json::from_str(&view(&game)).unwrap();
        assert_eq!(value["left"], 2);
    }
}
