//! Import and export of games: whatever a person pastes or drops on the page.

use anyhow::{Result, anyhow, bail, ensure};
use wedge_engine::{Eight, Game, Position};

use crate::formats::ggf::{self, Ggf};
use crate::formats::wthor::Wthor;
use crate::formats::{GameRecord, game_log, sgf};
use crate::game;
use crate::json::{Object, list};

/// No list of games on the page is longer.
const MAX_GAMES: usize = 5000;

/// The games in the bytes of a file or of a pasted text, whatever their format.
pub(crate) fn import(bytes: &[u8]) -> Result<String> {
    let games = match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => read_text(text)?,
        _ => Wthor::parse(bytes, "the file")?
            .games()
            .take(MAX_GAMES)
            .map(|game| {
                let game = game?;
                let player = |number: u16| format!("WTHOR player {number}");
                Ok((player(game.black), player(game.white), game.game))
            })
            .collect::<Result<_>>()?,
    };
    ensure!(!games.is_empty(), "no game in it: expected a transcript such as f5d6c3");
    let games = games.iter().take(MAX_GAMES).map(|(black, white, game)| {
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

fn read_text(text: &str) -> Result<Vec<(String, String, Game)>> {
    let parts = |record: GameRecord| (record.black, record.white, record.game);
    if game_log::is_log(text) {
        let log = game_log::read::<Eight>(text)?;
        return Ok(vec![(log.black, log.white, log.game)]);
    }
    if sgf::is_sgf(text) {
        return Ok(sgf::read(text)?.into_iter().map(parts).collect());
    }
    if text.contains("(;") {
        let games = ggf::read(text)?;
        return Ok(games.into_iter().map(|ggf| (ggf.black, ggf.white, ggf.game)).collect());
    }
    if let Ok(position) = text.trim().parse::<Position>() {
        return Ok(vec![(String::new(), String::new(), Game::from_position(position))]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['#', '%'])
    });
    lines
        .take(MAX_GAMES)
        .map(|(at, line)| {
            let game = line.parse::<Game>().map_err(|error| anyhow!("line {}: {error}", at + 1))?;
            Ok((String::new(), String::new(), game))
        })
        .collect()
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
