//! The console in plain lines: for screen readers, pipes and the plainest of terminals.
//!
//! Every command is a line, every answer is text, and nothing that was written changes.

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Result;
use wedge_console::{Action, Players, Settings, Showing, Task};
use wedge_engine::{Color, Game, Move, Size, Square, Strength};

use super::app::Outcome;
use super::console::{Console, View, Wish};
use super::start::{AnyGame, Start, save, who_plays};
use super::status;
use crate::io::csv_file::Discs;
use crate::io::progress::interrupted;

/// How long one look at the engine waits.
const LOOK: Duration = Duration::from_millis(10);
/// Time passes faster here than on the board: there are no animations to wait for.
const STEP_MS: u64 = 2000;

const HELP: &str = "\
Type a square such as d3 to play there, or a command:
  board            draw the board            moves            list the legal moves
  hint             score the legal moves     undo, redo       back and forth
  strength 1 to 9     another strength          swap             change sides
  new              a new game; also: new 6, new white, new both, new watch, new f5d6c3
  watch            let Wedge play itself; enter stops it
  analyse          think about the position; enter stops it
  save FILE        write a log               open FILE        a file, or moves such as f5d6c3
  transcript       the game so far           quit             end";

/// A conversation.
pub(crate) struct Lines<'a, S: Size> {
    pub(crate) console: Console<S>,
    pub(crate) input: &'a Receiver<String>,
    pub(crate) out: &'a mut dyn Write,
    /// Whether to write down what was said, where no terminal shows it.
    pub(crate) echo: bool,
    /// The panel's time.
    pub(crate) now: u64,
    /// How many moves were told.
    pub(crate) told: usize,
}

/// What a line of input led to.
enum Heard {
    Line(String),
    End,
    Interrupt,
}

impl<S: Size> Lines<'_, S> {
    /// Talks until the end of the input, or until another game is wanted.
    ///
    /// # Errors
    /// If nobody reads the output, or the engine's thread has died.
    pub(crate) fn run(&mut self, message: Option<&str>) -> Result<Outcome> {
        if let Some(message) = message {
            writeln!(self.out, "{message}")?;
        }
        let settings = self.console.settings();
        let (who, strength) = (who_plays(settings.players), settings.strength.number());
        writeln!(self.out, "{}, strength {strength}: {who}.", status::board_name(S::SIDE))?;
        self.told = self.console.panel().game().moves().len();
        self.board()?;
        loop {
            if !self.settle()? {
                return Ok(Outcome::Interrupt);
            }
            self.ask()?;
            let line = match self.hear()? {
                Heard::Line(line) => line,
                Heard::End => return Ok(Outcome::Quit),
                Heard::Interrupt => return Ok(Outcome::Interrupt),
            };
            if let Some(outcome) = self.obey(line.trim())? {
                return Ok(outcome);
            }
        }
    }

    fn view(&self) -> View {
        self.console.view(self.now)
    }

    fn hear(&mut self) -> Result<Heard> {
        loop {
            match self.input.recv_timeout(LOOK) {
                Ok(line) => {
                    if self.echo {
                        writeln!(self.out, "{line}")?;
                    }
                    return Ok(Heard::Line(line));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
                Err(RecvTimeoutError::Timeout) if interrupted() => return Ok(Heard::Interrupt),
                Err(RecvTimeoutError::Timeout) => self.console.tick(self.now)?,
            }
        }
    }

    /// Lets the engine work and passes go by until a person is asked; tells each move. A line that
    /// comes in while the engine plays itself stops that. False if the program is to end.
    fn settle(&mut self) -> Result<bool> {
        loop {
            self.console.tick(self.now)?;
            self.tell_moves()?;
            let view = self.view();
            match view.showing {
                Showing::Thinking(Task::Move) | Showing::Passing => {}
                _ => return Ok(true),
            }
            if interrupted() {
                return Ok(false);
            }
            if view.settings.players == Players::Nobody {
                match self.input.recv_timeout(LOOK) {
                    Ok(_) => self.console.wish(Wish::Watch, self.now),
                    Err(RecvTimeoutError::Timeout) => {}
                    // Nobody will stop it: it plays to the end.
                    Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
                }
            } else {
                std::thread::sleep(LOOK);
            }
            self.now += STEP_MS;
        }
    }

    /// Moves that were made since the last time, each in a line.
    fn tell_moves(&mut self) -> Result<()> {
        let game = self.console.panel().game().clone();
        let steps: Vec<_> = game.steps().collect();
        if self.told > steps.len() {
            self.told = steps.len();
        }
        let new = &steps[self.told..];
        for (at, (before, mv)) in (self.told + 1..).zip(new) {
            let side = before.side();
            match mv {
                Move::Play(square) => {
                    let flips = before.board().flips(*square).len();
                    let discs = if flips == 1 { "disc" } else { "discs" };
                    writeln!(
                        self.out,
                        "Move {at}: {side} plays {square} and turns {flips} {discs}."
                    )?;
                }
                Move::Pass => writeln!(self.out, "Move {at}: {side} has no move and passes.")?,
            }
        }
        if !new.is_empty() {
            self.told = steps.len();
            let settings = self.console.settings();
            if game.is_over() || settings.players.has(game.position().side()) {
                self.board()?;
            }
        }
        Ok(())
    }

    fn board(&mut self) -> Result<()> {
        let position = self.console.panel().game().position();
        let discs = |color| position.discs(color).len();
        write!(self.out, "{}", position.picture())?;
        let (black, white) = (discs(Color::Black), discs(Color::White));
        writeln!(self.out, "Black (X) {black}, white (O) {white}.")?;
        Ok(())
    }

    /// Says whose turn it is.
    fn ask(&mut self) -> Result<()> {
        let view = self.view();
        if let Some(message) = self.console.take_message() {
            writeln!(self.out, "{message}")?;
        }
        if let Some(margin) = view.result {
            writeln!(self.out, "The game is over. {}.", status::result(&view, margin))?;
            write!(self.out, "new, undo, save FILE or quit> ")?;
        } else {
            let letter = view.mover.letter();
            let legal: Vec<String> =
                view.legal.into_iter().map(|square| square.to_string()).collect();
            let whose = if view.settings.players == Players::Both { "" } else { "your move, " };
            write!(self.out, "{whose}{} ({letter}): {}> ", view.mover, legal.join(" "))?;
        }
        Ok(self.out.flush()?)
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<Option<Outcome>> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Some(Outcome::Quit)),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "board" | "b" => self.board()?,
            "moves" | "m" => {
                let legal = self.view().legal;
                let names: Vec<String> =
                    legal.into_iter().map(|square| square.to_string()).collect();
                writeln!(self.out, "{} legal: {}", names.len(), names.join(" "))?;
            }
            "transcript" | "t" => writeln!(self.out, "{}", self.console.panel().game())?,
            "undo" | "u" => self.wish_and_draw(Wish::Undo)?,
            "redo" | "r" => self.wish_and_draw(Wish::Redo)?,
            "swap" => self.console.wish(Wish::Swap, self.now),
            "watch" | "w" => self.console.wish(Wish::Watch, self.now),
            "hint" => self.hint()?,
            "analyse" | "analyze" | "a" => return self.analyse(),
            "level" | "l" => match rest.parse().ok().and_then(Strength::new) {
                Some(strength) => self.console.wish(Wish::Strength(strength), self.now),
                None => writeln!(self.out, "level `{rest}`: expected 1 to 9")?,
            },
            "save" | "s" => {
                let settings = self.console.settings();
                match save(Path::new(rest), self.console.panel().game(), &settings) {
                    Ok(()) => writeln!(self.out, "Saved as {rest}.")?,
                    Err(error) => writeln!(self.out, "{error:#}")?,
                }
            }
            "open" | "o" => match AnyGame::read(rest, S::SIDE) {
                Ok(game) => return Ok(Some(self.restart(game, self.console.settings()))),
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            "new" | "n" => match self.new_game(rest) {
                Ok(outcome) => return Ok(Some(outcome)),
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            _ => self.play(line)?,
        }
        Ok(None)
    }

    fn play(&mut self, line: &str) -> Result<()> {
        let Ok(square) = line.to_lowercase().parse::<Square>() else {
            writeln!(self.out, "`{line}`: expected a square such as d3, or help")?;
            return Ok(());
        };
        let view = self.view();
        if view.legal.has(square) {
            self.console.wish(Wish::Button(Action::Point(square)), self.now);
            self.now += STEP_MS;
        } else {
            writeln!(
                self.out,
                "{square} is not legal for {}: expected one of the squares listed",
                view.mover
            )?;
        }
        Ok(())
    }

    fn wish_and_draw(&mut self, wish: Wish) -> Result<()> {
        let before = self.console.panel().game().moves().len();
        self.console.wish(wish, self.now);
        let after = self.console.panel().game().moves().len();
        if before != after {
            self.told = after;
            self.board()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        self.console.wish(Wish::Hint, self.now);
        while self.console.panel().showing() == Showing::Thinking(Task::Hint) && !interrupted() {
            self.console.tick(self.now)?;
            std::thread::sleep(LOOK);
        }
        self.tell_scores()
    }

    /// What the engine thinks of each move, the best three marked.
    fn tell_scores(&mut self) -> Result<()> {
        let view = self.view();
        let Some(thought) = view.thought.filter(|_| view.scored) else { return Ok(()) };
        let sure = if thought.solved { ", solved" } else { "" };
        writeln!(self.out, "Depth {}{sure}, in discs for {}:", thought.depth, thought.side)?;
        for (rank, judged) in (1..).zip(&thought.moves) {
            let mark = if rank <= 3 { format!(" (best {rank})") } else { String::new() };
            writeln!(self.out, "  {} {:+.1}{mark}", judged.square, Discs::from(judged.score).0)?;
        }
        Ok(())
    }

    /// Thinks until a line comes in; tells each depth.
    fn analyse(&mut self) -> Result<Option<Outcome>> {
        self.console.wish(Wish::Analyse, self.now);
        writeln!(self.out, "Wedge thinks about the position; enter stops it.")?;
        let mut depth = 0;
        let ending = loop {
            match self.input.recv_timeout(LOOK) {
                Ok(_) => break None,
                Err(RecvTimeoutError::Timeout) if interrupted() => break Some(Outcome::Interrupt),
                Err(RecvTimeoutError::Timeout) => {}
                // Without an end to wait for, it thinks until it has solved the position.
                Err(RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(LOOK);
                    let solved = self.view().thought.is_some_and(|thought| thought.solved);
                    if solved || interrupted() || depth >= 12 {
                        break None;
                    }
                }
            }
            self.console.tick(self.now)?;
            let thought = self.view().thought;
            if let Some(thought) = thought.filter(|thought| thought.depth > depth) {
                depth = thought.depth;
                let line: Vec<String> =
                    thought.line.iter().take(8).map(ToString::to_string).collect();
                let score = thought.score.map_or(0.0, |score| Discs::from(score).0);
                writeln!(
                    self.out,
                    "depth {depth}, {score:+.1} for {}: {}",
                    thought.side,
                    line.join(" ")
                )?;
                self.out.flush()?;
            }
        };
        self.tell_scores()?;
        self.console.wish(Wish::Analyse, self.now);
        Ok(ending)
    }

    fn new_game(&self, words: &str) -> Result<Outcome> {
        let mut settings = self.console.settings();
        let mut side = S::SIDE;
        let mut transcript = String::new();
        for word in words.split_whitespace() {
            match word.to_lowercase().as_str() {
                "black" => settings.players = Players::Black,
                "white" => settings.players = Players::White,
                "both" => settings.players = Players::Both,
                "watch" => settings.players = Players::Nobody,
                "8" | "8x8" => side = 8,
                "6" | "6x6" => side = 6,
                _ => transcript.push_str(word),
            }
        }
        let game = if transcript.is_empty() {
            AnyGame::new(side)
        } else {
            AnyGame::read(&transcript, side)?
        };
        Ok(self.restart(game, settings))
    }

    fn restart(&self, game: AnyGame, settings: Settings) -> Outcome {
        Outcome::Restart(Box::new(Start { game, settings, message: None }))
    }

    /// The game, for those who want to go on with it.
    pub(crate) fn game(&self) -> Game<S> {
        self.console.panel().game().clone()
    }
}
