//! The Go Text Protocol, version 2, with Othello's board: how programs play each other.
//!
//! One implementation serves a serial port and a PC. It takes a line, writes the answer, and asks a
//! [`Player`] to think; what else a machine can do, its player adds as commands of its own.
//!
//! ```
//! use wedge_engine::gtp::{Gtp, Player};
//! use wedge_engine::{Limits, Options, Position, Report, Search, Standard};
//!
//! struct Thinker(Search<'static, Standard>);
//!
//! impl Player for Thinker {
//!     fn think(&mut self, position: &Position, limits: &Limits) -> Report {
//!         self.0.think(position, limits, &mut ())
//!     }
//! }
//!
//! let mut player = Thinker(Search::new(Standard, None, Options::default()));
//! let mut gtp = Gtp::new(1);
//! let mut out = String::new();
//! for line in ["1 play black f5", "2 play white f5", "3 final_score"] {
//!     let _more = gtp.answer(line, &mut player, &mut out).unwrap();
//! }
//! assert_eq!(out, "=1 \n\n?2 illegal move: move 2: f5 is not legal for white\n\n\
//!                  ?3 cannot score: the game is not over\n\n");
//! ```

mod answer;
mod clock;
mod failure;
mod moves;
mod words;

use core::fmt::{self, Write};
use core::ops::ControlFlow;
use core::str::SplitWhitespace;

use crate::level::Level;
use crate::rules::{Game, Position};
use crate::search::rank;
use crate::search::{Limits, Report, Speed};
use crate::types::{Color, Eight, Score, Size, SplitMix64, Square};
pub use answer::Answer;
use clock::{Clock, Rules};
pub use failure::Failure;
use words::{clean, color, number, numbers, seconds, split_word};

/// Longer lines are refused.
pub const MAX_LINE: usize = 512;

/// The commands every player has.
const COMMANDS: [&str; 21] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "hint",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// What thinks behind the protocol, and what else its machine can do.
pub trait Player<S: Size = Eight> {
    /// Searches a position.
    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report;

    /// Chooses a move from an opening book, if there is one and it knows the position: one that is
    /// at most `margin` worse than the best.
    fn open(
        &mut self,
        _position: &Position<S>,
        _margin: Score,
        _random: &mut SplitMix64,
    ) -> Option<Square> {
        None
    }

    /// Milliseconds since any fixed moment. Without it the clock only knows what it is told.
    fn now_ms(&mut self) -> u64 {
        0
    }

    /// Forgets what was learnt from the last game.
    fn new_game(&mut self) {}

    /// Commands beyond those of [`Gtp`].
    fn commands(&self) -> &'static [&'static str] {
        &[]
    }

    /// Runs one of [`Player::commands`]. It may change the game, and writes the text of its answer.
    ///
    /// # Errors
    /// Why it cannot; [`Answer::refuse`] says it in any words. Then nothing should have been
    /// written before.
    fn run(
        &mut self,
        _command: &str,
        _arguments: &str,
        _game: &mut Game<S>,
        _answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        Err(Failure::UnknownCommand)
    }
}

/// A game played by text commands.
#[derive(Clone, Debug)]
pub struct Gtp<S: Size = Eight> {
    game: Game<S>,
    /// The plies that are passes nobody sent: many controllers leave them out.
    implied: u128,
    level: Level,
    limits: Option<Limits>,
    clocks: [Clock; 2],
    /// How fast the player behind the protocol searches.
    speed: Speed,
    /// The side that the player moved for last.
    own: Option<Color>,
    random: SplitMix64,
}

impl<S: Size> Gtp<S> {
    /// A new game at the default level. The seed is for the low levels, which play by chance.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            game: Game::from_position(Position::initial()),
            implied: 0,
            level: Level::default(),
            limits: None,
            clocks: [Clock::default(); 2],
            speed: Speed::default(),
            own: None,
            random: SplitMix64::new(seed),
        }
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game<S> {
        &self.game
    }

    /// The position of a game in which the other side is to move, after a move of the player's:
    /// something to think about meanwhile.
    #[must_use]
    pub fn awaits_move(&self) -> Option<Position<S>> {
        let position = self.game.position();
        let others = self.own.is_some_and(|own| own != position.side());
        (others && !self.game.is_over()).then_some(position)
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game<S>) {
        self.game = game;
        self.implied = 0;
        self.own = None;
    }

    /// The level moves are made at when there is no clock.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Plays at another level.
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
        self.limits = None;
    }

    /// Plays within these limits when there is no clock, until a level is chosen.
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = Some(limits);
    }

    /// Answers one line; breaks after `quit`. Empty lines and comments have no answer.
    ///
    /// # Errors
    /// Only if the answer cannot be written.
    pub fn answer(
        &mut self,
        line: &str,
        player: &mut dyn Player<S>,
        out: &mut dyn Write,
    ) -> Result<ControlFlow<()>, fmt::Error> {
        let Some(text) = clean(line) else {
            refuse(&Failure::TooLong(MAX_LINE), out)?;
            return Ok(ControlFlow::Continue(()));
        };
        let text = text.trim();
        if text.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let (id, rest) = match split_word(text) {
            (word, rest) if word.bytes().all(|digit| digit.is_ascii_digit()) => (word, rest),
            _ => ("", text),
        };
        let (command, arguments) = split_word(rest);
        let mut answer = Answer::new(out, id);
        let told = match self.run(command, arguments, player, &mut answer) {
            Ok(()) | Err(Failure::Told) => Failure::Told,
            Err(Failure::Output) => Failure::Output,
            Err(failure) => answer.refuse(&failure),
        };
        if told == Failure::Output {
            return Err(fmt::Error);
        }
        answer.end()?;
        Ok(if command == "quit" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn run(
        &mut self,
        command: &str,
        arguments: &str,
        player: &mut dyn Player<S>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        let mut words = arguments.split_whitespace();
        match command {
            "protocol_version" => answer.write_str("2")?,
            "name" => answer.write_str("Wedge")?,
            "version" => answer.write_str(env!("CARGO_PKG_VERSION"))?,
            "quit" => {}
            "list_games" => answer.write_str("Othello")?,
            "list_commands" => {
                for command in COMMANDS.iter().chain(player.commands()) {
                    writeln!(answer, "{command}")?;
                }
            }
            "known_command" => {
                let name = words.next().unwrap_or_default();
                let known = COMMANDS.contains(&name) || player.commands().contains(&name);
                write!(answer, "{known}")?;
            }
            "set_game" => {
                let known = ["Othello", "Reversi"];
                if !known.iter().any(|name| name.eq_ignore_ascii_case(arguments)) {
                    return Err(Failure::Syntax("set_game Othello"));
                }
                self.clear(player);
            }
            "boardsize" => {
                let side: usize = number(&mut words, "boardsize SIDE")?;
                if side != S::SIDE {
                    return Err(Failure::UnacceptableSize(S::SIDE));
                }
                self.clear(player);
            }
            "clear_board" => self.clear(player),
            // Othello has no komi, but controllers made for Go set it.
            "komi" => {
                let word = words.next().unwrap_or("-");
                let numeric = |c: u8| c.is_ascii_digit() || b"+-.eE".contains(&c);
                if !word.bytes().any(|c| c.is_ascii_digit()) || !word.bytes().all(numeric) {
                    return Err(Failure::Syntax("komi NUMBER"));
                }
            }
            "play" => self.play(&mut words)?,
            "genmove" => {
                let mv = self.genmove(&mut words, player)?;
                write!(answer, "{mv}")?;
            }
            "reg_genmove" => {
                let color = color(&mut words, "reg_genmove black|white")?;
                let position = self.position_for(color)?;
                write!(answer, "{}", self.choose(&position, player))?;
            }
            "undo" => self.undo()?,
            "showboard" => self.showboard(answer)?,
            "final_score" => self.final_score(answer)?,
            "level" => self.level_command(&mut words, answer)?,
            "hint" => self.hint(&mut words, player, answer)?,
            "time_settings" => self.time_settings(&mut words)?,
            "time_left" => self.time_left(&mut words)?,
            _ if player.commands().contains(&command) => {
                let before = self.game.clone();
                player.run(command, arguments, &mut self.game, answer)?;
                if self.game != before {
                    (self.implied, self.own) = (0, None);
                }
            }
            _ => return Err(Failure::UnknownCommand),
        }
        Ok(())
    }

    fn clear(&mut self, player: &mut dyn Player<S>) {
        self.set_game(Game::from_position(Position::initial()));
        self.clocks = self.clocks.map(|clock| clock.again());
        player.new_game();
    }

    fn showboard(&self, answer: &mut Answer<'_>) -> Result<(), Failure> {
        let position = self.game.position();
        let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).len());
        write!(answer, "\n{}black {black}, white {white}, ", position.picture())?;
        if self.game.is_over() {
            answer.write_str("game over")?;
        } else {
            write!(answer, "{} to move", position.side())?;
        }
        Ok(())
    }

    fn final_score(&self, answer: &mut Answer<'_>) -> Result<(), Failure> {
        if !self.game.is_over() {
            return Err(Failure::NotOver);
        }
        match self.game.position().result_for_black() {
            0 => answer.write_str("0")?,
            black @ 1.. => write!(answer, "B+{black}")?,
            white => write!(answer, "W+{}", -white)?,
        }
        Ok(())
    }

    fn level_command(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        const USAGE: &str = "level 1..9";
        let mut words = words.peekable();
        if words.peek().is_none() {
            write!(answer, "{}", self.level)?;
            return Ok(());
        }
        self.set_level(Level::new(number(&mut words, USAGE)?).ok_or(Failure::Syntax(USAGE))?);
        Ok(())
    }

    fn hint(
        &self,
        words: &mut SplitWhitespace<'_>,
        player: &mut dyn Player<S>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        let mut words = words.peekable();
        let count = if words.peek().is_some() { number(&mut words, "hint [COUNT]")? } else { 3 };
        let position = self.game.position();
        let advising = || self.level.advising().limits();
        let limits = self.limits.unwrap_or_else(advising);
        let ranking = rank(&position, &limits, |_, child, limits| player.think(child, limits));
        if ranking.is_empty() {
            answer.write_str("pass")?;
        }
        for (square, score) in ranking.iter().take(count) {
            writeln!(answer, "{square} {score}")?;
        }
        Ok(())
    }

    fn time_settings(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), Failure> {
        const USAGE: &str = "time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_MOVES";
        let [main, period, stones] = numbers(words, USAGE)?;
        let rules = Rules { main_ms: seconds(main), period_ms: seconds(period), stones };
        self.clocks = [Clock::new(rules); 2];
        Ok(())
    }

    fn time_left(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), Failure> {
        const USAGE: &str = "time_left black|white SECONDS MOVES";
        let color = color(words, USAGE)?;
        let [time, stones] = numbers(words, USAGE)?;
        self.clocks[color as usize].set(seconds(time), stones);
        Ok(())
    }
}

/// Answers a line that cannot even be read.
///
/// # Errors
/// Only if the answer cannot be written.
pub fn refuse(reason: &dyn fmt::Display, out: &mut dyn Write) -> fmt::Result {
    let mut answer = Answer::new(out, "");
    match answer.refuse(reason) {
        Failure::Output => Err(fmt::Error),
        _ => answer.end(),
    }
}
