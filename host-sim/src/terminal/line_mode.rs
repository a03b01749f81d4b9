//! Line mode: the console in plain lines, for screen readers, pipes and simple terminals.
//!
//! Every command is a line, every answer is text, and text that was written never changes.

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Result;
use wedge_console::{Action, Players, Settings, Showing, Task};
use wedge_engine::{Color, Game, Move, Size, Square};

use super::app::Outcome;
use super::session::{Command, Session, View};
use super::start::{AnyGame, Start, save, who_plays};
use super::status;
use super::words::{amount, count};
use crate::engine::limit::parse_level;
use crate::io::csv_file::Discs;
use crate::io::lines::Line;
use crate::io::progress::interrupted;

/// How long to wait between two looks at the engine.
const POLL: Duration = Duration::from_millis(10);
/// Milliseconds of panel time for each poll: line mode has no animations to wait for.
const STEP_MS: u64 = 2000;

const HELP: &str = "\
Type a square such as d3 to play there, or a command:
  board            draw the board            moves            list the legal moves
  hint             score the legal moves     undo, redo       back and forth
  strength 1 to 9  how strong Wedge plays    level 1 to 30    the full engine instead
  coach            what each move cost       why              and why it did
  review           the costliest moves       swap             change sides
  new              a new game; also: new 6, new white, new both, new watch, new f5d6c3
  watch            let Wedge play itself; enter stops it
  analyse          think about the position; enter stops it
  save FILE        write a log               open FILE        a file, or moves such as f5d6c3
  transcript       the game so far           quit             end";

/// A session in line mode.
pub(crate) struct LineMode<'a, S: Size> {
    pub(crate) session: Session<S>,
    pub(crate) input: &'a Receiver<Line>,
    pub(crate) out: &'a mut dyn Write,
    /// Whether to echo the input, which only a terminal shows by itself.
    pub(crate) echo: bool,
    /// The panel's time.
    pub(crate) now: u64,
    /// How many moves were printed.
    pub(crate) printed: usize,
    /// The number of moves when the coach last spoke.
    pub(crate) told: Option<usize>,
    /// The opening that was named last.
    pub(crate) opening: Option<&'static str>,
}

/// What the input brought.
enum Input {
    Line(String),
    End,
    Interrupt,
}

impl<S: Size> LineMode<'_, S> {
    /// Runs until the end of the input, or until another game is to begin.
    ///
    /// # Errors
    /// If the output is closed, or the engine's thread has died.
    pub(crate) fn run(&mut self, message: Option<&str>) -> Result<Outcome> {
        if let Some(message) = message {
            writeln!(self.out, "{message}")?;
        }
        let settings = self.session.settings();
        let (who, opponent) = (who_plays(settings.players), self.view().opponent());
        writeln!(self.out, "{}, {opponent}: {who}.", status::board_name(S::SIDE))?;
        if let Some(puzzle) = &self.view().puzzle {
            let (number, all) = puzzle.number;
            writeln!(self.out, "Problem {number} of {all}. {}", status::goal(puzzle))?;
        }
        self.opening = self.view().opening;
        if let Some(opening) = self.opening {
            writeln!(self.out, "Opening: {opening}.")?;
        }
        self.printed = self.session.panel().game().moves().len();
        self.print_board()?;
        loop {
            if !self.wait_for_turn()? {
                return Ok(Outcome::Interrupt);
            }
            self.prompt()?;
            let line = match self.read_line()? {
                Input::Line(line) => line,
                Input::End => return Ok(Outcome::Quit),
                Input::Interrupt => return Ok(Outcome::Interrupt),
            };
            if let Some(outcome) = self.execute(line.trim())? {
                return Ok(outcome);
            }
        }
    }

    fn view(&self) -> View {
        self.session.view(self.now)
    }

    fn read_line(&mut self) -> Result<Input> {
        loop {
            match self.input.recv_timeout(POLL) {
                Ok(Err(too_long)) => writeln!(self.out, "{too_long}")?,
                Ok(Ok(line)) => {
                    if self.echo {
                        writeln!(self.out, "{line}")?;
                    }
                    return Ok(Input::Line(line));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Input::End),
                Err(RecvTimeoutError::Timeout) if interrupted() => return Ok(Input::Interrupt),
                Err(RecvTimeoutError::Timeout) => self.session.tick(self.now)?,
            }
        }
    }

    /// Lets the engine move until a person is to move, and prints each move. A line of input stops
    /// self-play. Returns false if the program is to end.
    fn wait_for_turn(&mut self) -> Result<bool> {
        loop {
            self.session.tick(self.now)?;
            self.print_moves()?;
            let view = self.view();
            match view.showing {
                Showing::Thinking(Task::Move) | Showing::Passing => {}
                _ if self.session.is_judging() => {}
                _ => return Ok(true),
            }
            if interrupted() {
                return Ok(false);
            }
            if view.settings.players == Players::Nobody {
                match self.input.recv_timeout(POLL) {
                    Ok(_) => self.session.execute(Command::ToggleSelfPlay, self.now),
                    Err(RecvTimeoutError::Timeout) => {}
                    // Without input nothing can stop it: it plays to the end.
                    Err(RecvTimeoutError::Disconnected) => std::thread::sleep(POLL),
                }
            } else {
                std::thread::sleep(POLL);
            }
            self.now += STEP_MS;
        }
    }

    /// Prints the moves since the last call, one a line.
    fn print_moves(&mut self) -> Result<()> {
        let game = self.session.panel().game().clone();
        let steps: Vec<_> = game.steps().collect();
        if self.printed > steps.len() {
            self.printed = steps.len();
        }
        // A pass is no move and has no number.
        let placed = |steps: &[(_, Move)]| steps.iter().filter(|(_, mv)| *mv != Move::Pass).count();
        let mut number = placed(&steps[..self.printed]);
        let new = &steps[self.printed..];
        for (before, mv) in new {
            let side = before.side();
            match mv {
                Move::Play(square) => {
                    number += 1;
                    let flips = count(before.board().flips(*square).len());
                    writeln!(self.out, "Move {number}: {side} plays {square} and turns {flips}.")?;
                }
                Move::Pass => writeln!(self.out, "{side} has no move and passes.")?,
            }
        }
        if !new.is_empty() {
            self.printed = steps.len();
            let view = self.view();
            if let (Some(square), Some((_, Move::Play(last)))) = (view.book_move, new.last())
                && square == *last
            {
                writeln!(self.out, "{square} is from its opening book.")?;
            }
            if view.opening != self.opening {
                self.opening = view.opening;
                if let Some(opening) = view.opening {
                    writeln!(self.out, "Opening: {opening}.")?;
                }
            }
            let settings = self.session.settings();
            if game.is_over() || settings.players.has(game.position().side()) {
                self.print_board()?;
            }
        }
        Ok(())
    }

    fn print_board(&mut self) -> Result<()> {
        let position = self.session.panel().game().position();
        let discs = |color| position.discs(color).len();
        write!(self.out, "{}", position.picture())?;
        let (black, white) = (discs(Color::Black), discs(Color::White));
        writeln!(self.out, "Black (X) {black}, white (O) {white}.")?;
        Ok(())
    }

    /// Prints whose turn it is.
    fn prompt(&mut self) -> Result<()> {
        let view = self.view();
        if let Some(message) = self.session.take_message() {
            writeln!(self.out, "{message}")?;
        }
        if let Some(verdict) = &view.verdict
            && self.told != Some(view.moves.len())
        {
            self.told = Some(view.moves.len());
            writeln!(self.out, "Coach: {}", verdict.judgement.sentence())?;
        }
        if let Some(margin) = view.result {
            writeln!(self.out, "The game is over. {}.", status::result(&view, margin))?;
            let next = if view.puzzle.is_some() { "next, " } else { "" };
            write!(self.out, "{next}review, new, undo, save FILE or quit> ")?;
        } else {
            let letter = view.mover.letter();
            let legal: Vec<String> =
                view.legal.into_iter().map(|square| square.to_string()).collect();
            let whose = if view.settings.players == Players::Both { "" } else { "your move, " };
            write!(self.out, "{whose}{} ({letter}): {}> ", view.mover, legal.join(" "))?;
        }
        Ok(self.out.flush()?)
    }

    /// Executes a line.
    fn execute(&mut self, line: &str) -> Result<Option<Outcome>> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Some(Outcome::Quit)),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "board" | "b" => self.print_board()?,
            "moves" | "m" => {
                let legal = self.view().legal;
                let names: Vec<String> =
                    legal.into_iter().map(|square| square.to_string()).collect();
                writeln!(self.out, "{} legal: {}", names.len(), names.join(" "))?;
            }
            "transcript" | "t" => writeln!(self.out, "{}", self.session.panel().game())?,
            "undo" | "u" => self.execute_and_draw(Command::Undo)?,
            "redo" | "r" => self.execute_and_draw(Command::Redo)?,
            "swap" => self.session.execute(Command::SwapSides, self.now),
            "watch" | "w" => self.session.execute(Command::ToggleSelfPlay, self.now),
            "hint" => self.hint()?,
            "analyse" | "analyze" | "a" => return self.analyse(),
            "strength" => match rest.parse() {
                Ok(strength) => self.session.execute(Command::Strength(strength), self.now),
                Err(error) => writeln!(self.out, "strength `{rest}`: {error}")?,
            },
            "level" => match parse_level(rest) {
                Ok(level) => self.session.execute(Command::Level(level), self.now),
                Err(error) => writeln!(self.out, "{error}")?,
            },
            "next" if self.view().puzzle.is_some() => {
                let over = self.session.panel().game().is_over();
                return Ok(Some(if over { Outcome::ProblemDone } else { Outcome::SkipProblem }));
            }
            "coach" => self.session.execute(Command::ToggleCoach, self.now),
            "why" | "y" => self.why()?,
            "review" | "v" => self.review()?,
            "save" | "s" => {
                let (settings, level) = (self.session.settings(), self.session.options().level);
                match save(Path::new(rest), self.session.panel().game(), &settings, level) {
                    Ok(()) => writeln!(self.out, "Saved as {rest}.")?,
                    Err(error) => writeln!(self.out, "{error:#}")?,
                }
            }
            "open" | "o" => match AnyGame::read(rest, S::SIDE) {
                Ok(game) => return Ok(Some(self.restart(game, self.session.settings()))),
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
            self.session.execute(Command::Button(Action::Point(square)), self.now);
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

    fn execute_and_draw(&mut self, command: Command) -> Result<()> {
        let before = self.session.panel().game().moves().len();
        self.session.execute(command, self.now);
        let after = self.session.panel().game().moves().len();
        if before != after {
            self.printed = after;
            self.print_board()?;
        }
        Ok(())
    }

    /// Explains the last verdict of the coach.
    fn why(&mut self) -> Result<()> {
        match self.view().verdict {
            Some(verdict) => {
                for line in verdict.judgement.why() {
                    writeln!(self.out, "  {line}")?;
                }
            }
            None => writeln!(self.out, "There is no verdict yet: `coach` turns the coach on.")?,
        }
        Ok(())
    }

    /// Judges every move of the game and prints the costliest.
    fn review(&mut self) -> Result<()> {
        self.session.execute(Command::Review, self.now);
        while self.view().review.is_some_and(|review| review.left() > 0) && !interrupted() {
            self.session.tick(self.now)?;
            std::thread::sleep(POLL);
        }
        let Some(review) = self.view().review else { return Ok(()) };
        self.session.execute(Command::LeaveReview, self.now);
        for color in [Color::Black, Color::White] {
            writeln!(self.out, "{color} lost {} in all.", amount(review.lost(color)))?;
        }
        for &ply in &review.costliest {
            let reviewed = &review.moves[ply];
            let (Some(number), Some(judgement)) = (reviewed.number, &reviewed.judgement) else {
                continue;
            };
            writeln!(self.out, "Move {number}, {}: {}", reviewed.side, judgement.sentence())?;
            for line in judgement.why() {
                writeln!(self.out, "  {line}")?;
            }
        }
        if review.costliest.is_empty() {
            writeln!(self.out, "No move cost half a disc or more.")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        self.session.execute(Command::Hint, self.now);
        while self.session.panel().showing() == Showing::Thinking(Task::Hint) && !interrupted() {
            self.session.tick(self.now)?;
            std::thread::sleep(POLL);
        }
        self.print_scores()
    }

    /// Prints the score of each move and marks the best three.
    fn print_scores(&mut self) -> Result<()> {
        let view = self.view();
        let Some(info) = view.info.filter(|_| view.scored) else { return Ok(()) };
        let sure = if info.solved { ", solved" } else { "" };
        writeln!(self.out, "Depth {}{sure}, in discs for {}:", info.depth, info.side)?;
        for (rank, scored_move) in (1..).zip(&info.moves) {
            let mark = if rank <= 3 { format!(" (best {rank})") } else { String::new() };
            writeln!(
                self.out,
                "  {} {:+.1}{mark}",
                scored_move.square,
                Discs::from(scored_move.score).0
            )?;
        }
        Ok(())
    }

    /// Analyses the position until a line of input; prints each depth.
    fn analyse(&mut self) -> Result<Option<Outcome>> {
        self.session.execute(Command::ToggleAnalysis, self.now);
        writeln!(self.out, "Wedge thinks about the position; enter stops it.")?;
        let mut depth = 0;
        let ending = loop {
            match self.input.recv_timeout(POLL) {
                Ok(_) => break None,
                Err(RecvTimeoutError::Timeout) if interrupted() => break Some(Outcome::Interrupt),
                Err(RecvTimeoutError::Timeout) => {}
                // Without input nothing can stop it: it ends once solved, or deep enough.
                Err(RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(POLL);
                    let solved = self.view().info.is_some_and(|info| info.solved);
                    if solved || interrupted() || depth >= 12 {
                        break None;
                    }
                }
            }
            self.session.tick(self.now)?;
            let info = self.view().info;
            if let Some(info) = info.filter(|info| info.depth > depth) {
                depth = info.depth;
                let line: Vec<String> = info.pv.iter().take(8).map(ToString::to_string).collect();
                let score = info.score.map_or(0.0, |score| Discs::from(score).0);
                writeln!(
                    self.out,
                    "depth {depth}, {score:+.1} for {}: {}",
                    info.side,
                    line.join(" ")
                )?;
                self.out.flush()?;
            }
        };
        self.print_scores()?;
        self.session.execute(Command::ToggleAnalysis, self.now);
        Ok(ending)
    }

    fn new_game(&self, words: &str) -> Result<Outcome> {
        let mut settings = self.session.settings();
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
        let options = self.session.options();
        Outcome::Restart(Box::new(Start { game, settings, options, message: None }))
    }

    /// The game so far.
    pub(crate) fn game(&self) -> Game<S> {
        self.session.panel().game().clone()
    }
}
