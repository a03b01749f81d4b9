//! `host-sim gtp`: the engine on standard input and output, in the same GTP that the board speaks.

use std::fmt::Write as _;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::ProgressBar;
use wedge_engine::gtp::{Answer, Effort, Failure, Gtp, Player};
use wedge_engine::{
    Book, Eight, Game, Limits, Move, Position, Report, Score, Search, Six, Size, SplitMix64,
    Square, Strength,
};

use crate::book::choice::{BookChoice, any_seed};
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::formats::sgf;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{Watch, transcript};
use crate::protocols::inbox::Inbox;
use crate::protocols::ponder::Pondered;

/// What `host-sim gtp` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim gtp
  host-sim gtp --time 2 --tt-bits 24
  host-sim gtp --level 16
  host-sim gtp --chip 9
  host-sim gtp --level 20 --book my.book --seed 3
  host-sim gtp --time 2 --ponder
  host-sim game --black gtp:\"host-sim gtp --depth 6\" --white random

Commands come in on standard input, a line each, and answers go out on standard output, until quit
or the end of the input: enter this command where a program asks for a GTP engine. list_commands
names all commands; docs/protocols.md explains those that GTP does not know.

A clock that the controller sets comes first; without one a move takes what --level, --time,
--depth, --nodes or --exact say, or else what it would on the board.

With --ponder it thinks on while the other side is to move, and answers whatever comes in at once.
Leave that out where two programs share a processor.")]
pub struct GtpArgs {
    #[command(flatten)]
    limit: LimitArgs,
    /// Play as strong as the board at its strength 1 to 9
    #[arg(long, value_name = "L", default_value = "5", value_parser = parse_chip,
          conflicts_with_all = ["depth", "exact", "time", "nodes", "level"])]
    chip: Strength,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// The seed of what is chosen by chance: moves from the book, and all of the low strengths. Without
    /// it each run plays differently
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The book to open from: built-in, none, or a file
    #[arg(long, value_name = "BOOK", default_value_t)]
    book: BookChoice,
    /// Think while the other side is to move, too
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    setup: Setup,
}

fn parse_chip(text: &str) -> Result<Strength> {
    text.parse().map_err(|error| anyhow!("chip `{text}`: {error}"))
}

/// Runs the command.
///
/// # Errors
/// If there is no memory for the table, or the output cannot be written.
pub fn run(args: &GtpArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let inbox = Inbox::new(BufReader::new(io::stdin()));
    if args.size == "6" {
        talk::<Six>(args, None, inbox, out)
    } else {
        talk::<Eight>(args, Some(load_sgf), inbox, out)
    }
}

fn talk<S: Size>(
    args: &GtpArgs,
    load: Option<Load<S>>,
    mut inbox: Inbox,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let table = HeapTable::new(args.setup.tt_bits)?;
    let mut engine = Engine {
        game: Game::from_position(Position::start()),
        search: args.setup.searcher(&table),
        setup: args.setup,
        table: &table,
        book: args.book.book(),
        started: Instant::now(),
        last: None,
        pondered: None,
        load,
    };
    let mut gtp = Gtp::new(args.seed.unwrap_or_else(any_seed));
    gtp.set_effort(Effort::Strength(args.chip));
    if let Some(limit) = args.limit.limit() {
        gtp.set_effort(match limit {
            Limit::Level(level) => Effort::Level(level),
            other => Effort::Limits(other.limits()),
        });
    }
    while let Some(line) = inbox.next() {
        let mut answer = String::new();
        let next = gtp.answer(&line, &mut engine, &mut answer)?;
        out.write_all(answer.as_bytes())?;
        out.flush()?;
        if next.is_break() {
            break;
        }
        if let (true, Some(position)) = (args.ponder, gtp.awaits_move(&engine.game)) {
            let search = &mut engine.search;
            engine.pondered = Some(Pondered::until_news(&position, search, &mut inbox));
        }
    }
    Ok(ExitStatus::Done)
}

/// Reads a game from a file.
type Load<S> = fn(&Path) -> Result<Game<S>>;

/// The engine behind the protocol.
struct Engine<'t, S: Size> {
    game: Game<S>,
    search: Search<'t, Eval, S>,
    setup: Setup,
    table: &'t HeapTable,
    book: Option<Book<'static>>,
    started: Instant,
    /// What the last search found, and in how many seconds.
    last: Option<(Report, f64)>,
    /// What was thought while the other side was to move.
    pondered: Option<Pondered<S>>,
    /// Where games can be loaded: there are no files of 6x6 games.
    load: Option<Load<S>>,
}

const COMMANDS: &[&str] = &["last_search", "loadsgf", "solve", "transcript"];
const COMMANDS_WITHOUT_FILES: &[&str] = &["last_search", "solve", "transcript"];

impl<S: Size> Player<S> for Engine<'_, S> {
    fn game(&mut self) -> &mut Game<S> {
        &mut self.game
    }

    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report {
        let mut watch = Watch::start(&ProgressBar::hidden());
        let pondered = self.pondered.as_ref();
        let limits = pondered.map_or(*limits, |pondered| pondered.shorten(position, limits));
        let report = self.search.think(position, &limits, &mut watch);
        self.last = Some((report.clone(), watch.elapsed().as_secs_f64()));
        report
    }

    fn book_move(
        &mut self,
        position: &Position<S>,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<Square> {
        let known = self.book?.choose(position, margin, random)?;
        let mut report = Report::new(Move::Play(known.square), known.value.score());
        report.line = [known.square].into_iter().collect();
        self.last = Some((report, 0.0));
        Some(known.square)
    }

    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn new_game(&mut self) {
        self.table.view().clear();
        self.search = self.setup.searcher(self.table);
        (self.last, self.pondered) = (None, None);
    }

    fn commands(&self) -> &'static [&'static str] {
        if self.load.is_some() { COMMANDS } else { COMMANDS_WITHOUT_FILES }
    }

    fn run(
        &mut self,
        command: &str,
        arguments: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        match (command, self.load) {
            ("transcript", _) => write!(answer, "{}", self.game)?,
            ("solve", _) => {
                let report = self.think(&self.game.position(), &Limits::EXACT);
                tell(&report, answer)?;
            }
            ("last_search", _) => match &self.last {
                Some((report, seconds)) => {
                    tell(report, answer)?;
                    write!(answer, "\ndepth {}", report.depth)?;
                    write!(answer, "\nnodes {}\nseconds {seconds:.3}", report.nodes)?;
                }
                None => return Err(answer.refuse(&"no search in this game yet")),
            },
            ("loadsgf", Some(load)) => match load_up_to(load, arguments) {
                Ok(loaded) => {
                    // The answer is who moves next.
                    write!(answer, "{}", loaded.position().side())?;
                    self.game = loaded;
                }
                Err(error) => {
                    return Err(answer.refuse(&format_args!("cannot load file: {error:#}")));
                }
            },
            _ => return Err(Failure::UnknownCommand),
        }
        Ok(())
    }
}

/// `d3 +2` and the line of play.
fn tell(report: &Report, answer: &mut Answer<'_>) -> Result<(), Failure> {
    write!(answer, "{} {}", report.best, report.score)?;
    write!(answer, "\nline {}", transcript(&report.line))?;
    Ok(())
}

fn load_sgf(path: &Path) -> Result<Game> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let games = sgf::read(&text).with_context(|| shown.to_string())?;
    games.into_iter().next().map(|record| record.game).context("no game")
}

/// `FILE [MOVE]`: the position before the move with this number, or after the last one.
fn load_up_to<S: Size>(load: Load<S>, arguments: &str) -> Result<Game<S>> {
    let (path, before) = match arguments.rsplit_once(char::is_whitespace) {
        Some((path, number)) if !Path::new(arguments).exists() => {
            let number: usize = number
                .parse()
                .map_err(|_| anyhow!("move `{number}`: expected a number from 1 on"))?;
            (path.trim_end(), number.saturating_sub(1))
        }
        _ => (arguments, usize::MAX),
    };
    let mut game = load(Path::new(path))?;
    let squares = |game: &Game<S>| game.moves().iter().filter(|mv| **mv != Move::Pass).count();
    while squares(&game) > before {
        game.undo();
    }
    Ok(game)
}

#[cfg(test)]
mod tests;
