//! A game of any format, and the reader that recognises the format.

use std::fmt;

use anyhow::{Result, anyhow};
use wedge_engine::{Eight, Game};

use crate::ggf::{self, Ggf};
use crate::wthor::{Wthor, WthorGame};
use crate::{game_log, plain, sgf};

/// A game and its players: what all formats can store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The black player; empty if unknown.
    pub black: String,
    /// The white player; empty if unknown.
    pub white: String,
    /// The moves.
    pub game: Game,
}

/// Reads the games of a file's bytes: a text of any format, or WTHOR. The name is for messages.
///
/// # Errors
/// The line or the game, and what was expected.
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<GameRecord>> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => read_text(&plain(text.to_owned())),
        _ => Wthor::parse(bytes, name)?.games().map(|game| game.map(GameRecord::from)).collect(),
    }
}

/// Reads the games of a text: a game log, SGF, GGF, or a transcript a line. `#` and `%` begin lines
/// that are skipped between transcripts.
///
/// # Errors
/// The line or the game, and what was expected.
pub fn read_text(text: &str) -> Result<Vec<GameRecord>> {
    if game_log::is_log(text) {
        let log = game_log::read::<Eight>(text)?;
        return Ok(vec![GameRecord { black: log.black, white: log.white, game: log.game }]);
    }
    if sgf::is_sgf(text) {
        return sgf::read(text);
    }
    if text.contains("(;") {
        return Ok(ggf::read(text)?.into_iter().map(GameRecord::from).collect());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['#', '%'])
    });
    lines
        .map(|(at, line)| {
            let game = line.parse::<Game>().map_err(|error| anyhow!("line {}: {error}", at + 1))?;
            Ok(GameRecord { game, ..GameRecord::default() })
        })
        .collect()
}

impl From<Ggf> for GameRecord {
    fn from(ggf: Ggf) -> Self {
        Self { black: ggf.black, white: ggf.white, game: ggf.game }
    }
}

impl From<&GameRecord> for Ggf {
    fn from(record: &GameRecord) -> Self {
        Self::new(&record.black, &record.white, record.game.clone())
    }
}

impl From<WthorGame> for GameRecord {
    fn from(game: WthorGame) -> Self {
        let player = |number: u16| format!("WTHOR player {number}");
        Self { black: player(game.black), white: player(game.white), game: game.game }
    }
}

impl From<&GameRecord> for WthorGame {
    /// Players without a known number are number 0; the theoretical score is the actual one.
    fn from(record: &GameRecord) -> Self {
        let number = |name: &str| {
            name.strip_prefix("WTHOR player ").and_then(|number| number.parse().ok()).unwrap_or(0)
        };
        let discs = ((64 + record.game.position().result_for_black()) / 2) as u8;
        Self {
            tournament: 0,
            black: number(&record.black),
            white: number(&record.white),
            black_discs: discs,
            best_discs: discs,
            game: record.game.clone(),
        }
    }
}

/// `black - white`, or nothing if both are unknown.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.black.as_str(), self.white.as_str()) {
            ("", "") => Ok(()),
            (black, white) => write!(f, "{black} - {white}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Move, Position};

    use super::*;
    use crate::random_games::random_game;
    use crate::wthor;

    fn record(seed: u64) -> GameRecord {
        let mut game = random_game(seed, 20 * (seed as usize + 1), Position::default());
        while game.moves().last() == Some(&Move::Pass) {
            game.undo();
        }
        let player = |number| format!("WTHOR player {number}");
        GameRecord { black: player(seed), white: player(9), game }
    }

    #[test]
    fn every_format_is_recognised() {
        for seed in 0..4 {
            let record = record(seed);
            let GameRecord { black, white, game } = &record;
            let wthor = [WthorGame::from(&record)];
            for bytes in [
                Ggf::from(&record).to_string().into_bytes(),
                sgf::write(&record).into_bytes(),
                game_log::write(black, white, game).unwrap(),
                wthor::write(&wthor::Header::default(), &wthor).unwrap(),
            ] {
                assert_eq!(read(&bytes, "file").unwrap(), std::slice::from_ref(&record));
            }
            let nameless = GameRecord { game: game.clone(), ..GameRecord::default() };
            for text in [format!("\u{feff}{game}\r\n"), format!("# comment\r{game}\r")] {
                assert_eq!(read(text.as_bytes(), "file").unwrap(), std::slice::from_ref(&nameless));
            }
        }
    }

    #[test]
    fn errors_name_the_place() {
        let say = |bytes: &[u8]| format!("{:#}", read(bytes, "the file").unwrap_err());
        assert_eq!(say(b"f5d6\nf5a1\n"), "line 2: move 2: a1 is not legal for white");
        assert_eq!(say(&[0xFF, 0xFE]), "the file: 2 bytes: expected a WTHOR header of 16");
        assert_eq!(
            say(b"(;GM[Othello]B[F5]"),
            "game 1: line 1: the text ends within the game: expected `;)`"
        );
        assert_eq!(say(b"# Wedge game log 1\n"), "no line `# size: ...` in the log");
    }
}
