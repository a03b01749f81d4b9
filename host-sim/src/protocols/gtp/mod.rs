//! GTP on standard input and output, with the commands that the board's own GTP has, and more.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use wedge_engine::gtp::{Answer, Effort, Failure, Gtp, Player};
use wedge_engine::{
    Book, ClockRule, Game, Limits, Move, Position, Report, Score, Size, SplitMix64, Square,
    Strength,
};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::engine::searcher::Searcher;
use crate::engine::setup::Setup;
use crate::formats::sgf;
use crate::io::input_file;
use crate::io::progress::{SearchProgress, transcript};
use crate::protocols::inbox::Inbox;
use crate::protocols::ponder::Pondered;

/// How the engine plays in a session.
#[derive(Clone, Debug)]
pub(crate) struct SessionOptions {
    /// The limit of a move; without one, that of `strength`.
    pub(crate) limit: Option<Limit>,
    /// The playing strength of the board.
    pub(crate) strength: Strength,
    /// The seed of random choices.
    pub(crate) seed: u64,
    /// The opening book.
    pub(crate) book: Option<Book<'static>>,
    /// How the time of a clock is spent.
    pub(crate) clock_rule: ClockRule,
    /// Whether to think on the opponent's time.
    pub(crate) ponder: bool,
    /// The search and its table.
    pub(crate) setup: Setup,
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// If there is no memory for the table, or the output cannot be written.
pub(crate) fn serve<S: Size>(
    options: &SessionOptions,
    load: Option<Load<S>>,
    mut inbox: Inbox,
    out: &mut dyn Write,
) -> Result<()> {
    let table = HeapTable::new(options.setup.tt_bits)?;
    let mut engine = Engine {
        game: Game::from_position(Position::start()),
        search: options.setup.searcher(&table),
        setup: options.setup,
        table: &table,
        book: options.book,
        started: Instant::now(),
        last: None,
        pondered: None,
        load,
    };
    let mut gtp = Gtp::new(options.seed);
    gtp.set_effort(match options.limit {
        None => Effort::Strength(options.strength),
        Some(Limit::Level(level)) => Effort::Level(level),
        Some(other) => Effort::Limits(other.limits()),
    });
    gtp.set_clock_rule(options.clock_rule);
    while let Some(line) = inbox.next() {
        let line = match line {
            Ok(line) => line,
            Err(too_long) => {
                write!(out, "? {too_long}\n\n")?;
                out.flush()?;
                continue;
            }
        };
        let mut answer = String::new();
        let next = gtp.answer(&line, &mut engine, &mut answer)?;
        out.write_all(answer.as_bytes())?;
        out.flush()?;
        if next.is_break() {
            break;
        }
        if let (true, Some(position)) = (options.ponder, gtp.awaits_move(&engine.game)) {
            let search = &mut engine.search;
            engine.pondered = Some(Pondered::until_input(&position, search, &mut inbox));
        }
    }
    Ok(())
}

/// Loads a game from a file.
type Load<S> = fn(&Path) -> Result<Game<S>>;

/// The engine behind the protocol.
struct Engine<'t, S: Size> {
    game: Game<S>,
    search: Searcher<'t, S>,
    setup: Setup,
    table: &'t HeapTable,
    book: Option<Book<'static>>,
    started: Instant,
    /// The report of the last search, and its seconds.
    last: Option<(Report, f64)>,
    /// The result of pondering.
    pondered: Option<Pondered<S>>,
    /// The loader of game files; there are none of 6x6 games.
    load: Option<Load<S>>,
}

const COMMANDS: &[&str] = &["last_search", "loadsgf", "solve", "transcript"];
const COMMANDS_WITHOUT_FILES: &[&str] = &["last_search", "solve", "transcript"];

impl<S: Size> Player<S> for Engine<'_, S> {
    fn game(&mut self) -> &mut Game<S> {
        &mut self.game
    }

    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report {
        let mut progress = SearchProgress::start(&ProgressBar::hidden());
        let pondered = self.pondered.as_ref();
        let limits = pondered.map_or(*limits, |pondered| pondered.shorten(position, limits));
        let report = self.search.think(position, &limits, &mut progress);
        self.last = Some((report.clone(), progress.elapsed().as_secs_f64()));
        report
    }

    fn book_move(
        &mut self,
        position: &Position<S>,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<Square> {
        let known = self.book?.choose(position, margin, random)?;
        // Reported as a search of depth 0.
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
                write_report(&report, answer)?;
            }
            ("last_search", _) => match &self.last {
                Some((report, seconds)) => {
                    write_report(report, answer)?;
                    write!(answer, "\ndepth {}", report.depth)?;
                    write!(answer, "\nnodes {}\nseconds {seconds:.3}", report.nodes)?;
                }
                None => return Err(answer.refuse(&"no search in this game yet")),
            },
            ("loadsgf", Some(load)) => match load_up_to(load, arguments) {
                Ok(loaded) => {
                    // The answer is the side to move.
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

/// Writes `d3 +2` and the principal variation.
fn write_report(report: &Report, answer: &mut Answer<'_>) -> Result<(), Failure> {
    write!(answer, "{} {}", report.best, report.score)?;
    write!(answer, "\nline {}", transcript(&report.line))?;
    Ok(())
}

/// Loads the first game of an SGF file.
///
/// # Errors
/// If the file cannot be read, or holds no game.
pub(crate) fn load_sgf(path: &Path) -> Result<Game> {
    let shown = path.display();
    let text = input_file::read_text(path)?;
    let games = sgf::read(&text).with_context(|| shown.to_string())?;
    games.into_iter().next().map(|record| record.game).context("no game")
}

/// Loads `FILE [MOVE]`: the position before the move with this number, or after the last one.
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
