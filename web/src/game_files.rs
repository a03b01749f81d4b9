//! Import and export of games: whatever a person pastes or drops on the page.

use anyhow::{Result, bail, ensure};
use wedge_engine::{Game, Position};
use wedge_formats::ggf::Ggf;
use wedge_formats::{GameRecord, game_log, sgf};
use wedge_web_interface::json::{Object, list};

use crate::game;

/// No list of games on the page is longer.
const MAX_GAMES: usize = 5000;

/// The games in the bytes of a file or of a pasted text, whatever their format; also a position.
pub(crate) fn import(bytes: &[u8]) -> Result<String> {
    let games = match position(bytes) {
        Some(position) => {
            vec![GameRecord { game: Game::from_position(position), ..GameRecord::default() }]
        }
        None => wedge_formats::read(bytes, "the file")?,
    };
    ensure!(!games.is_empty(), "no game in it: expected a transcript such as f5d6c3");
    let games = games.iter().take(MAX_GAMES).map(|GameRecord { black, white, game }| {
        let standard = game.start() == Position::start();
        Object::new()
            .text("black", black)
            .text("white", white)
            .text("start", &if standard { String::new() } else { game.start().to_string() })
            .text("moves", &game.to_string())
            .raw("result", game.position().result_for_black())
            .end()
    });
    Ok(Object::new().raw("games", list(games)).end())
}

fn position(bytes: &[u8]) -> Option<Position> {
    std::str::from_utf8(bytes).ok()?.trim().parse().ok()
}

/// A game in a format. The data has the start, the moves, and the players, a line each.
pub(crate) fn export(format: &str, data: &str) -> Result<String> {
    let game: Game = game::read(data)?;
    let mut names = data.lines().skip(2).map(str::to_owned);
    let (black, white) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    let text = match format {
        "ggf" => Ggf::new(&black, &white, game).to_string() + "\n",
        "sgf" => sgf::write(&GameRecord { black, white, game }) + "\n",
        "txt" => String::from_utf8(game_log::write(&black, &white, &game)?)?,
        other => bail!("format `{other}`: expected sgf, ggf or txt"),
    };
    Ok(Object::new().text("text", &text).end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(bytes: &[u8]) -> serde_json::Value {
        serde_json::from_str(&import(bytes).unwrap()).unwrap()
    }

    #[test]
    fn what_is_exported_is_imported() {
        let start = "---------------------------OX------XO---------------------------";
        for (start, moves) in [("", "f5d6c3"), (start, "d3")] {
            let start = if start.is_empty() { String::new() } else { format!("{start} X") };
            for format in ["sgf", "ggf", "txt"] {
                let data = format!("{start}\n{moves}\nBlack\nWhite");
                let answer: serde_json::Value =
                    serde_json::from_str(&export(format, &data).unwrap()).unwrap();
                let game = &games(answer["text"].as_str().unwrap().as_bytes())["games"][0];
                assert_eq!(game["moves"], moves, "{format}");
                assert_eq!((&game["black"], &game["white"]), (&"Black".into(), &"White".into()));
            }
        }
        assert!(export("pdf", "\n\n").unwrap_err().to_string().contains("expected sgf"));
    }

    #[test]
    fn a_position_is_a_game_without_moves() {
        let board = "-".repeat(27) + "OX------XX-----X" + &"-".repeat(21) + " O\n";
        let game = &games(board.as_bytes())["games"][0];
        assert_eq!((&game["moves"], &game["start"]), (&"".into(), &board.trim().into()));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, wanted) in [("", "no game in it"), ("hello", "line 1"), ("\0", "WTHOR header")] {
            let error = format!("{:#}", import(text.as_bytes()).unwrap_err());
            assert!(error.contains(wanted), "{text:?}: {error}");
        }
    }
}
