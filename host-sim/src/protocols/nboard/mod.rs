//! Version 2 of the protocol between the NBoard GUI and its engines.
//!
//! The GUI sends the game and asks for a move (`go`), for scores of moves (`hint`) or of positions
//! (`analyze`). Any line that arrives during a search ends it, and the best result so far is the
//! answer. The protocol's description by Chris Welty comes with NBoard.

mod thinking;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use wedge_engine::{
    Book, ClockRule, Color, Eight, GameClock, Limits, Move, Position, Report, Score, Speed,
    SplitMix64,
};

use crate::engine::heap_table::HeapTable;
use crate::engine::searcher::Searcher;
use crate::engine::setup::Setup;
use crate::formats::ggf::{self, Ggf, move_text};
use crate::protocols::inbox::Inbox;
use crate::protocols::ponder::Pondered;
use thinking::Thinking;

/// The depth of the midgame search until the GUI sets one.
const DEFAULT_DEPTH: u8 = 12;
/// Positions with more empty squares take too long to solve.
const MOST_SOLVED: u32 = 22;
/// The time that a move takes beside the search: pipes, and the drawing of the GUI.
const OVERHEAD_MS: u64 = 100;

/// Answers the GUI until `quit` or the end of the input. `seed` is that of the choices from the book.
///
/// # Errors
/// If nobody reads the answers any more.
pub(crate) fn serve(
    search: Searcher<'_>,
    book: Option<Book<'static>>,
    seed: u64,
    (ponders, clock_rule): (bool, ClockRule),
    inbox: Inbox,
    out: &mut dyn Write,
) -> Result<()> {
    let mut session = Session::new(search, inbox, out);
    (session.book, session.ponders, session.clock_rule) = (book, ponders, clock_rule);
    session.random = SplitMix64::new(seed);
    session.run()
}

/// Answers lines one after the other, as from a GUI that waits for each answer.
///
/// # Errors
/// If the output cannot be written.
pub fn answer_all<'l>(
    setup: &Setup,
    table: &HeapTable,
    lines: impl IntoIterator<Item = &'l str>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut session = Session::new(setup.searcher(table), Inbox::empty(), out);
    for line in lines {
        if session.line(line)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// A session with the GUI.
struct Session<'s> {
    search: Searcher<'s>,
    inbox: Inbox,
    out: &'s mut dyn Write,
    game: Ggf,
    depth: u8,
    clock_rule: ClockRule,
    speed: Speed,
    /// Whether the engine ponders, and the result.
    ponders: bool,
    pondered: Option<Pondered<Eight>>,
    /// The side of the last `go`.
    own: Option<Color>,
    book: Option<Book<'static>>,
    random: SplitMix64,
}

impl<'s> Session<'s> {
    fn new(search: Searcher<'s>, inbox: Inbox, out: &'s mut dyn Write) -> Self {
        let game = Ggf::new("", "", wedge_engine::Game::default());
        let (depth, clock_rule, speed) = (DEFAULT_DEPTH, ClockRule::Plan, Speed::default());
        let (ponders, pondered, own) = (false, None, None);
        let (book, random) = (None, SplitMix64::new(0));
        Self {
            search,
            inbox,
            out,
            game,
            depth,
            clock_rule,
            speed,
            ponders,
            pondered,
            own,
            book,
            random,
        }
    }

    fn run(&mut self) -> Result<()> {
        while let Some(line) = self.inbox.next() {
            let line = match line {
                Ok(line) => line,
                Err(too_long) => {
                    self.say(&format!("status {too_long}"))?;
                    continue;
                }
            };
            if self.line(&line)?.is_break() {
                break;
            }
            self.ponder();
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let (command, arguments) = split_word(line.trim());
        if command == "quit" {
            return Ok(ControlFlow::Break(()));
        }
        if let Err(error) = self.command(command, arguments) {
            // Nobody can read a status line any more.
            if error.is::<io::Error>() {
                return Err(error);
            }
            self.say(&format!("status {line}: {error:#}"))?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Ponders, if enabled and it is the opponent's move, until a line arrives.
    fn ponder(&mut self) {
        let position = self.game.game.position();
        let others = self.own.is_some_and(|own| own != position.side());
        if self.ponders && others && !self.game.game.is_over() {
            let Self { search, inbox, .. } = self;
            self.pondered = Some(Pondered::until_input(&position, search, inbox));
        }
    }

    fn command(&mut self, command: &str, arguments: &str) -> Result<()> {
        match command {
            "nboard" => self.say(&format!("set myname Wedge-{}", env!("CARGO_PKG_VERSION")))?,
            "set" => self.set(arguments)?,
            "move" => {
                let (mv, note) = ggf::read_move(arguments)?;
                let mut side = self.game.game.position().side();
                // GUIs may leave out passes.
                if mv != Move::Pass && self.game.game.position().must_pass() {
                    side = side.other();
                }
                self.game.play(side, mv, note)?;
            }
            "go" => self.go()?,
            "hint" => {
                let count = if arguments.is_empty() { Some(1) } else { arguments.parse().ok() };
                self.hint(count.context("expected the number of moves")?)?;
            }
            "analyze" => self.analyze()?,
            "ping" => self.say(&format!("pong {arguments}"))?,
            // `host-sim book learn` adds games to a book.
            "learn" => self.say("learned")?,
            // The protocol says to ignore unknown commands.
            _ => {}
        }
        Ok(())
    }

    fn set(&mut self, arguments: &str) -> Result<()> {
        match split_word(arguments) {
            ("depth", depth) => match depth.parse::<u64>() {
                Ok(depth @ 1..) => self.depth = depth.min(60) as u8,
                _ => bail!("expected plies from 1 on"),
            },
            ("game", text) => {
                let games = ggf::read(text)?;
                self.game = games.into_iter().next().context("expected a game")?;
            }
            // Contempt, the value of a draw in opening books, is not supported.
            _ => {}
        }
        Ok(())
    }

    /// Answers with a move but does not make it: the user may have changed the board meanwhile.
    fn go(&mut self) -> Result<()> {
        let position = self.game.game.position();
        if position.board().legal_moves().is_empty() {
            return self.say(&format!("=== {}", move_text(Move::Pass)));
        }
        self.own = Some(position.side());
        let random = &mut self.random;
        let known = self.book.and_then(|book| book.choose(&position, Book::MARGIN, random));
        if let Some(known) = known {
            let (mv, score) = (move_text(Move::Play(known.square)), discs(known.value.score()));
            return self.say(&format!("=== {mv}/{score:.2}/0"));
        }
        self.say("status Wedge is thinking")?;
        let mut limits = self.clocked(self.limits(&position));
        if let Some(pondered) = &self.pondered {
            limits = pondered.shorten(&position, &limits);
        }
        let started = Instant::now();
        let report = self.think(&position, &limits, true)?;
        let ms = started.elapsed().as_millis() as u64;
        self.speed.learn(&position.board(), &report, ms);
        let (mv, score) = (move_text(report.best), discs(report.score));
        let seconds = started.elapsed().as_secs_f64();
        self.say(&format!("=== {mv}/{score:.2}/{seconds:.3}"))
    }

    /// Scores the best moves, deeper and deeper.
    fn hint(&mut self, count: usize) -> Result<()> {
        let position = self.game.game.position();
        self.say("status Wedge is looking for hints")?;
        let moves = position.board().legal_moves().into_iter().map(Move::Play);
        let pass = position.must_pass().then_some(Move::Pass);
        let mut moves: Vec<(Move, Option<Report>)> =
            moves.chain(pass).map(|mv| (mv, None)).collect();
        let last = self.limits(&position);
        let empties = position.board().empties();
        let started = Instant::now();
        let mut nodes = 0;
        // Each move is searched one ply less deep than the position would be.
        let deepest =
            if last == Limits::EXACT { self.depth.min(empties as u8) } else { last.depth };
        let steps = (2..=deepest.max(2)).map(|depth| Limits::depth(depth - 1));
        let solve = (last == Limits::EXACT).then_some(Limits::EXACT);
        'deeper: for limits in steps.chain(solve) {
            for (mv, found) in &mut moves {
                let child = position.play(*mv).context("a legal move")?;
                let report = self.think(&child, &limits, false)?;
                nodes += report.nodes;
                if self.inbox.has_line() {
                    break 'deeper;
                }
                *found = Some(report);
            }
            moves.sort_by_key(|(_, found)| found.as_ref().map(|report| report.score));
            for (mv, found) in moves.iter().take(count) {
                if let Some(report) = found {
                    thinking::write_search(Some(*mv), report, self.out)?;
                }
            }
            thinking::write_nodes(nodes, started, self.out)?;
            if moves.iter().all(|(_, found)| found.as_ref().is_some_and(|report| report.solved)) {
                break;
            }
        }
        self.say("status")
    }

    /// Scores every position of the game, from the last to the first: what was found about a
    /// position helps with the one before it.
    fn analyze(&mut self) -> Result<()> {
        self.say("status Wedge is analyzing")?;
        let game = self.game.game.clone();
        let mut positions: Vec<Position> = game.steps().map(|(position, _)| position).collect();
        positions.push(game.position());
        for (moves_made, position) in positions.iter().enumerate().rev() {
            let report = self.think(position, &self.limits(position), false)?;
            if self.inbox.has_line() {
                break;
            }
            self.say(&format!("analysis {moves_made} {:.2}", discs(report.score)))?;
        }
        self.say("status")
    }

    /// The limits without a clock.
    fn limits(&self, position: &Position) -> Limits {
        let solved = (u32::from(self.depth) + 4).min(MOST_SOLVED);
        if position.board().empties() <= solved { Limits::EXACT } else { Limits::depth(self.depth) }
    }

    /// The limits with the mover's clock, if the game has one.
    fn clocked(&self, limits: Limits) -> Limits {
        let Some(clock) = self.game.clock.filter(|clock| clock.main > 0) else { return limits };
        let position = self.game.game.position();
        let side = position.side();
        let made = self.game.game.steps().filter(|(before, _)| before.side() == side).count();
        let given = clock.main.saturating_add(clock.increment.saturating_mul(made as u64));
        let spent = self.game.spent_ms(side);
        let clock = GameClock {
            left_ms: given.saturating_mul(1000).saturating_sub(spent),
            increment_ms: clock.increment.saturating_mul(1000),
            overhead_ms: OVERHEAD_MS,
            stall_ms: 0,
            speed: self.speed,
        };
        limits.and(&self.clock_rule.limits(&clock, &position.board()))
    }

    /// Searches until a line arrives; `report_depths` prints the result of each depth.
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        report_depths: bool,
    ) -> Result<Report> {
        let mut thinking = Thinking::new(&mut self.inbox, report_depths.then_some(&mut *self.out));
        let report = self.search.think(position, limits, &mut thinking);
        thinking.end()?;
        Ok(report)
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.out, "{}", line.trim_end())?;
        Ok(self.out.flush()?)
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

fn discs(score: Score) -> f64 {
    f64::from(score.units()) / f64::from(Score::UNIT)
}

#[cfg(test)]
mod tests;
