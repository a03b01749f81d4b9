//! GTP, the Go Text Protocol (version 2), for Othello: the protocol by which programs play.
//!
//! One implementation serves the serial port of a board and a PC. It reads a line, writes the
//! answer, and calls a [`Player`] to think. A player can add commands of its own. The game belongs
//! to the player, so that everything that shows or plays it sees every move at once.
//!
//! ```
//! use wedge_engine::gtp::{Gtp, Player};
//! use wedge_engine::{Game, Limits, Options, Position, Report, Search, Standard};
//!
//! struct Thinker(Search<'static, Standard>, Game);
//!
//! impl Player for Thinker {
//!     fn game(&mut self) -> &mut Game {
//!         &mut self.1
//!     }
//!
//!     fn think(&mut self, position: &Position, limits: &Limits) -> Report {
//!         self.0.think(position, limits, &mut ())
//!     }
//! }
//!
//! let search = Search::new(Standard, None, Options::default());
//! let mut player = Thinker(search, Game::default());
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

use crate::rules::{Game, Position};
use crate::search::{ClockRule, Level, Limits, Report, ScoredMove, Speed, score_moves};
use crate::strength::Strength;
use crate::types::{Color, Eight, Score, Size, SplitMix64, Square};
pub use answer::Answer;
use clock::{Clock, Rules};
pub use failure::Failure;
use moves::position_for;
use words::{clean, color, number, numbers, seconds, split_word};

/// The maximum length of a line. Longer ones are refused.
pub const MAX_LINE: usize = 512;

/// The commands that every player has.
const COMMANDS: [&str; 22] = [
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
    "strength",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The player behind the protocol: it thinks, and may add commands.
pub trait Player<S: Size = Eight> {
    /// The game that the commands are about.
    fn game(&mut self) -> &mut Game<S>;

    /// The protocol has changed the game. `played` is the square of a move just made; it is empty
    /// after a pass, an undo or a new game.
    fn game_changed(&mut self, _played: Option<Square>) {}

    /// Searches a position.
    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report;

    /// Chooses a move from an opening book that is at most `margin` worse than the best, or returns
    /// `None` if there is no book or no such move.
    fn book_move(
        &mut self,
        _position: &Position<S>,
        _margin: Score,
        _random: &mut SplitMix64,
    ) -> Option<Square> {
        None
    }

    /// Milliseconds since any fixed moment. Without it the clocks run only by `time_left`.
    fn now_ms(&mut self) -> u64 {
        0
    }

    /// The most nodes that a search at a [`Level`] may visit. High levels are made for a PC; a slow
    /// machine sets a cap so that they still answer.
    fn node_cap(&self) -> u64 {
        u64::MAX
    }

    /// Called before each game, to clear what was learnt from the last.
    fn new_game(&mut self) {}

    /// Commands beyond those of [`Gtp`].
    fn commands(&self) -> &'static [&'static str] {
        &[]
    }

    /// Runs one of [`Player::commands`]. It may change the game and writes the text of its answer.
    ///
    /// # Errors
    /// The reason why it fails. [`Answer::refuse`] takes a reason in words; nothing should be
    /// written before that.
    fn run(
        &mut self,
        _command: &str,
        _arguments: &str,
        _answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        Err(Failure::UnknownCommand)
    }
}

/// The state of the protocol: level, limits, clocks. The game itself is the [`Player`]'s.
#[derive(Clone, Debug)]
pub struct Gtp {
    /// One bit per ply: set for a pass that the controller did not send. Many omit passes.
    implied: u128,
    effort: Effort,
    clocks: [Clock; 2],
    clock_rule: ClockRule,
    /// The search speed of the player.
    speed: Speed,
    /// The side of the last `genmove`.
    own: Option<Color>,
    random: SplitMix64,
}

/// What a move may take if no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A playing strength, which also chooses between moves.
    Strength(Strength),
    /// A level of search.
    Level(Level),
    /// Limits of any kind.
    Limits(Limits),
}

impl Effort {
    /// The limits of a search for hints, with the most nodes that a level may take.
    fn hint_limits(self, node_cap: u64) -> Limits {
        match self {
            Self::Strength(strength) => strength.advising().limits(),
            Self::Level(level) => level.limits().with_nodes(node_cap),
            Self::Limits(limits) => limits,
        }
    }
}

impl Gtp {
    /// Starts at the default strength. The seed is for random choices between moves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            implied: 0,
            effort: Effort::Strength(Strength::default()),
            clocks: [Clock::default(); 2],
            clock_rule: ClockRule::default(),
            speed: Speed::default(),
            own: None,
            random: SplitMix64::new(seed),
        }
    }

    /// The position to ponder on: the current one, if the opponent is to move after a `genmove`.
    #[must_use]
    pub fn awaits_move<S: Size>(&self, game: &Game<S>) -> Option<Position<S>> {
        let position = game.position();
        let others = self.own.is_some_and(|own| own != position.side());
        (others && !game.is_over()).then_some(position)
    }

    /// What a move may take if no clock runs.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// Sets what a move may take if no clock runs.
    pub const fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Sets how the main time of a clock is spent.
    pub const fn set_clock_rule(&mut self, rule: ClockRule) {
        self.clock_rule = rule;
    }

    /// Answers one line. Breaks after `quit`. Empty lines and comments have no answer.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn answer<S: Size>(
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
        let written = match self.run(command, arguments, player, &mut answer) {
            Ok(()) | Err(Failure::Written) => Failure::Written,
            Err(Failure::Output) => Failure::Output,
            Err(failure) => answer.refuse(&failure),
        };
        if written == Failure::Output {
            return Err(fmt::Error);
        }
        answer.end()?;
        Ok(if command == "quit" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn run<S: Size>(
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
                if side != S::SIDE || !S::IS_SQUARE {
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
            "play" => self.play(&mut words, player)?,
            "genmove" => {
                let mv = self.genmove(&mut words, player)?;
                write!(answer, "{mv}")?;
            }
            "reg_genmove" => {
                let color = color(&mut words, "reg_genmove black|white")?;
                let position = position_for(player.game(), color)?;
                write!(answer, "{}", self.choose(&position, player))?;
            }
            "undo" => self.undo(player)?,
            "showboard" => showboard(player.game(), answer)?,
            "final_score" => final_score(player.game(), answer)?,
            "level" => self.level_command(&mut words, answer)?,
            "strength" => self.strength_command(&mut words, answer)?,
            "hint" => self.hint(&mut words, player, answer)?,
            "time_settings" => self.time_settings(&mut words)?,
            "time_left" => self.time_left(&mut words)?,
            _ if player.commands().contains(&command) => {
                self.run_extra(command, arguments, player, answer)?;
            }
            _ => return Err(Failure::UnknownCommand),
        }
        Ok(())
    }

    /// Runs a command of the player. Not inlined, to keep the copy of the game off the stack of a search.
    #[inline(never)]
    fn run_extra<S: Size>(
        &mut self,
        command: &str,
        arguments: &str,
        player: &mut dyn Player<S>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        let before = player.game().clone();
        player.run(command, arguments, answer)?;
        // In another game, the controller has left out no pass yet.
        if *player.game() != before {
            (self.implied, self.own) = (0, None);
        }
        Ok(())
    }

    fn clear<S: Size>(&mut self, player: &mut dyn Player<S>) {
        (self.implied, self.own) = (0, None);
        self.clocks = self.clocks.map(|clock| clock.again());
        player.new_game();
        let game = player.game();
        if !game.moves().is_empty() || game.start() != Position::start() {
            *game = Game::from_position(Position::start());
            player.game_changed(None);
        }
    }

    fn level_command(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        match (words.next(), self.effort) {
            (None, Effort::Level(level)) => write!(answer, "{level}")?,
            (None, _) => return Err(Failure::NotSet("level")),
            (Some(word), _) => {
                let level = word.parse().map_err(|_| Failure::Syntax("level 1..30"))?;
                self.effort = Effort::Level(level);
            }
        }
        Ok(())
    }

    fn strength_command(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        match (words.next(), self.effort) {
            (None, Effort::Strength(strength)) => write!(answer, "{strength}")?,
            (None, _) => return Err(Failure::NotSet("strength")),
            (Some(word), _) => {
                let strength = word.parse().map_err(|_| Failure::Syntax("strength 1..9"))?;
                self.effort = Effort::Strength(strength);
            }
        }
        Ok(())
    }

    fn hint<S: Size>(
        &self,
        words: &mut SplitWhitespace<'_>,
        player: &mut dyn Player<S>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        let mut words = words.peekable();
        let count = if words.peek().is_some() { number(&mut words, "hint [COUNT]")? } else { 3 };
        let position = player.game().position();
        let limits = self.effort.hint_limits(player.node_cap());
        let moves = score_moves(&position, &limits, |_, child, limits| player.think(child, limits));
        if moves.is_empty() {
            answer.write_str("pass")?;
        }
        for ScoredMove { square, score, .. } in moves.iter().take(count) {
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

fn showboard<S: Size>(game: &Game<S>, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let position = game.position();
    let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).len());
    write!(answer, "\n{}black {black}, white {white}, ", position.picture())?;
    if game.is_over() {
        answer.write_str("game over")?;
    } else {
        write!(answer, "{} to move", position.side())?;
    }
    Ok(())
}

fn final_score<S: Size>(game: &Game<S>, answer: &mut Answer<'_>) -> Result<(), Failure> {
    if !game.is_over() {
        return Err(Failure::NotOver);
    }
    match game.position().result_for_black() {
        0 => answer.write_str("0")?,
        black @ 1.. => write!(answer, "B+{black}")?,
        white => write!(answer, "W+{}", -white)?,
    }
    Ok(())
}

/// Writes the answer to a line that cannot be read.
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
