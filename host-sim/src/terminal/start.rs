//! What a session begins with: a game on either board, level and players; saving a game.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_console::{Players, Settings};
use wedge_engine::{Color, Eight, Game, Level, Position, Six, Size};

use super::session::PlayOptions;
use crate::formats::game_file::{self, Format};
use crate::formats::suite::parse_board;
use crate::formats::{GameRecord, game_log};
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

    /// Reads a game: a file of any format, a transcript or a position for a board with this side
    /// length. A game log names its board itself.
    ///
    /// # Errors
    /// Names what cannot be read and what was expected.
    pub fn read(what: &str, side: usize) -> Result<Self> {
        let what = what.trim();
        let path = Path::new(what);
        if game_file::is_board(what) && !path.is_file() {
            return Self::from_board(what, side);
        }
        if let Ok(text) = input_file::read_text(path)
            && game_log::is_log(&text)
            && game_log::is_small(&text)
        {
            let log = game_log::read::<Six>(&text).with_context(|| path.display().to_string())?;
            return Ok(Self::Six(log.game));
        }
        if side == Six::SIDE && !path.is_file() {
            let game = what.parse().map_err(|error| {
                anyhow!("`{what}`: no file of this name, and no game: {error}")
            })?;
            return Ok(Self::Six(game));
        }
        Ok(Self::Eight(game_file::read_one(what, None)?.game))
    }

    /// A game from a position: the squares from a1 on and the side to move.
    fn from_board(text: &str, side: usize) -> Result<Self> {
        let over = |over: bool| {
            ensure!(!over, "`{text}`: neither side can move: expected a position to play from");
            Ok(())
        };
        let wrong = || format!("`{text}`");
        Ok(if side == Six::SIDE {
            let position: Position<Six> = parse_board(text).with_context(wrong)?;
            over(position.board().is_over())?;
            Self::Six(Game::from_position(position))
        } else {
            let position: Position = parse_board(text).with_context(wrong)?;
            over(position.board().is_over())?;
            Self::Eight(Game::from_position(position))
        })
    }
}

impl<S: Size> From<Position<S>> for AnyGame {
    fn from(position: Position<S>) -> Self {
        // Both sizes write and read the same text.
        let text = position.to_string();
        Self::from_board(&text, S::SIDE).unwrap_or_else(|_| Self::new(S::SIDE))
    }
}

/// What a session begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The game so far.
    pub game: AnyGame,
    /// Strength and players.
    pub settings: Settings,
    /// Level, coach and problem.
    pub options: PlayOptions,
    /// The first message.
    pub message: Option<String>,
}

/// The player of a colour, as game logs name players.
#[must_use]
pub fn player_name(settings: &Settings, level: Option<Level>, color: Color) -> String {
    match (settings.players.has(color), level) {
        (true, _) => "human".to_owned(),
        (false, Some(level)) => format!("wedge:level={level}"),
        (false, None) => format!("wedge:chip={}", settings.strength.number()),
    }
}

/// Writes a game to a new file: SGF or GGF where the name ends so, otherwise a game log.
///
/// # Errors
/// If the file exists or cannot be written, or if its format has no 6x6 games.
pub fn save<S: Size>(
    path: &Path,
    game: &Game<S>,
    settings: &Settings,
    level: Option<Level>,
) -> Result<()> {
    ensure!(!path.as_os_str().is_empty(), "expected the name of a file");
    let [black, white] =
        [Color::Black, Color::White].map(|color| player_name(settings, level, color));
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let format = match ending.as_deref() {
        Some("sgf") => Some(Format::Sgf),
        Some("ggf") => Some(Format::Ggf),
        _ => None,
    };
    let text = match format {
        None => game_log::write(&black, &white, game)?,
        Some(format) => {
            ensure!(
                S::SIDE == Eight::SIDE,
                "{}: this format has 8x8 games only: expected a name that ends in .txt",
                path.display()
            );
            let AnyGame::Eight(mut same) = AnyGame::from(game.start()) else {
                bail!("{}: expected an 8x8 game", path.display());
            };
            game.moves().iter().try_for_each(|&mv| same.play(mv))?;
            game_file::write(&[GameRecord { black, white, game: same }], format)?
        }
    };
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
        save(&path, &game, &settings, None).unwrap();
        let what = path.to_str().unwrap();
        assert_eq!(AnyGame::read(what, 6).unwrap(), AnyGame::Eight(game.clone()));
        assert!(free_name(folder.path()).ends_with("game-2.txt"));
        let again = save(&path, &game, &settings, None).unwrap_err().to_string();
        assert!(again.ends_with("the file already exists"), "{again}");

        let small: Game<Six> = "c2b2".parse().unwrap();
        let path = folder.path().join("small.txt");
        save(&path, &small, &settings, None).unwrap();
        assert_eq!(AnyGame::read(path.to_str().unwrap(), 8).unwrap(), AnyGame::Six(small.clone()));
        assert_eq!(AnyGame::read("c2b2", 6).unwrap(), AnyGame::Six(small.clone()));

        // The ending names the format.
        for (name, begins) in [("game.sgf", "(;"), ("game.SGF", "(;"), ("game.ggf", "(;GM[")] {
            let path = folder.path().join(name);
            save(&path, &game, &settings, Level::new(12)).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with(begins) && text.contains("wedge:level=12"), "{text}");
            let read = AnyGame::read(path.to_str().unwrap(), 8).unwrap();
            assert_eq!(read, AnyGame::Eight(game.clone()), "{name}");
        }
        let path = folder.path().join("small.sgf");
        let error = save(&path, &small, &settings, None).unwrap_err().to_string();
        assert!(error.ends_with("expected a name that ends in .txt"), "{error}");
        assert!(!path.exists());
    }

    #[test]
    fn a_position_is_read_as_such() {
        let start = Game::<Eight>::default();
        let text = start.position().to_string();
        assert_eq!(AnyGame::read(&text, 8).unwrap(), AnyGame::Eight(start));
        let small = AnyGame::new(6);
        let AnyGame::Six(game) = &small else { panic!("{small:?}") };
        assert_eq!(AnyGame::read(&game.position().to_string(), 6).unwrap(), small);
        let full = format!("{} X", "X".repeat(64));
        for (text, wanted) in [
            (full.as_str(), "neither side can move: expected a position to play from"),
            ("---------XO X", "12 squares: expected 64 and the player to move"),
        ] {
            let error = format!("{:#}", AnyGame::read(text, 8).unwrap_err());
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        let say = |what: &str, side| format!("{:#}", AnyGame::read(what, side).unwrap_err());
        for side in [6, 8] {
            let error = say("f5z9", side);
            assert!(
                error.starts_with("`f5z9`: no file of this name, and no game"),
                "{error}"
            );
        }
    }
}
