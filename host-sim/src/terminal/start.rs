//! What a session begins with: a game on either board, level and players; saving a game.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use wedge_console::{Players, Settings};
use wedge_engine::{Color, Eight, Game, Position, Six, Size};

use crate::formats::game_file;
use crate::formats::game_log;
use crate::io::input_file;
use crate::io::output_file::OutputFile;

/// A game on either board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyGame {
    /// On the standard board.
    Eight(Game<Eight>),
    /// On the small board.
    Six(Game<Six>),
}

impl AnyGame {
    /// A new game.
    #[must_use]
    pub fn new(side: usize) -> Self {
        if side == Six::SIDE {
            Self::Six(Game::from_position(Position::start()))
        } else {
            Self::Eight(Game::default())
        }
    }

    /// Reads a game: a file of any format, or a transcript for a board with this side length. A game
    /// log names its board itself.
    ///
    /// # Errors
    /// Names what cannot be read and what was expected.
    pub fn read(what: &str, side: usize) -> Result<Self> {
        let what = what.trim();
        let path = Path::new(what);
        if let Ok(text) = input_file::read_text(path)
            && game_log::is_log(&text)
            && game_log::is_small(&text)
        {
            let log = game_log::read::<Six>(&text).with_context(|| path.display().to_string())?;
            return Ok(Self::Six(log.game));
        }
        if side == Six::SIDE && !path.is_file() {
            let game = what.parse().map_err(|error| {
                anyhow!("`{what}`: no file of this name, and no transcript: {error}")
            })?;
            return Ok(Self::Six(game));
        }
        Ok(Self::Eight(game_file::read_one(what, None)?.game))
    }
}

/// What a session begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The game so far.
    pub game: AnyGame,
    /// Strength and players.
    pub settings: Settings,
    /// The first message.
    pub message: Option<String>,
}

/// The player of a colour, as game logs name players.
#[must_use]
pub fn player_name(settings: &Settings, color: Color) -> String {
    if settings.players.has(color) {
        "human".to_owned()
    } else {
        format!("wedge:chip={}", settings.strength.number())
    }
}

/// Writes the log of a game to a new file.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn save<S: Size>(path: &Path, game: &Game<S>, settings: &Settings) -> Result<()> {
    ensure!(!path.as_os_str().is_empty(), "expected the name of a file");
    let [black, white] = [Color::Black, Color::White].map(|color| player_name(settings, color));
    let text = game_log::write(&black, &white, game)?;
    OutputFile::create(path)?.write_whole(&text)
}

/// A name for a game log that no file has.
#[must_use]
pub fn free_name(folder: &Path) -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("game-{number}.txt")));
    names.into_iter().find(|name| !folder.join(name).exists()).unwrap_or_default()
}

/// A sentence about who plays.
#[must_use]
pub const fn who_plays(players: Players) -> &'static str {
    match players {
        Players::Black => "you play black, Wedge plays white",
        Players::White => "you play white, Wedge plays black",
        Players::Both => "two people play",
        Players::Nobody => "Wedge plays itself",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::default();
        let game: Game = "f5d6c3".parse().unwrap();
        let path = folder.path().join(free_name(folder.path()));
        assert!(path.ends_with("game-1.txt"));
        save(&path, &game, &settings).unwrap();
        let what = path.to_str().unwrap();
        assert_eq!(AnyGame::read(what, 6).unwrap(), AnyGame::Eight(game.clone()));
        assert!(free_name(folder.path()).ends_with("game-2.txt"));
        let again = save(&path, &game, &settings).unwrap_err().to_string();
        assert!(again.ends_with("the file already exists"), "{again}");

        let small: Game<Six> = "c2b2".parse().unwrap();
        let path = folder.path().join("small.txt");
        save(&path, &small, &settings).unwrap();
        assert_eq!(AnyGame::read(path.to_str().unwrap(), 8).unwrap(), AnyGame::Six(small.clone()));
        assert_eq!(AnyGame::read("c2b2", 6).unwrap(), AnyGame::Six(small));
    }

    #[test]
    fn errors_name_what_was_expected() {
        let say = |what: &str, side| format!("{:#}", AnyGame::read(what, side).unwrap_err());
        for side in [6, 8] {
            let error = say("f5z9", side);
            assert!(
                error.starts_with("`f5z9`: no file of this name, and no transcript"),
                "{error}"
            );
        }
    }
}
