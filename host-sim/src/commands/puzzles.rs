//! `host-sim puzzles`: endgame problems of rising difficulty, on the screen of `play`.

use std::io::{self, BufReader, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use wedge_console::{Players, Settings};
use wedge_engine::{Color, Game, Level};

use crate::commands::play::{Screen, play_lines};
use crate::engine::heap_table::HeapTable;
use crate::io::exit_status::ExitStatus;
use crate::io::lines::read_lines;
use crate::io::output_file::OutputFile;
use crate::io::progress::progress_bar;
use crate::puzzles::maker::Maker;
use crate::puzzles::scores::Scores;
use crate::puzzles::{Puzzle, built_in};
use crate::terminal::app::Outcome;
use crate::terminal::engine_worker::WorkerConfig;
use crate::terminal::palette::Palette;
use crate::terminal::session::{PlayOptions, PuzzleView};
use crate::terminal::start::{AnyGame, Start};

/// The options of `host-sim puzzles`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim puzzles                  the first problem that is not solved yet
  host-sim puzzles --number 20 --discs
  host-sim puzzles --list           what is solved, and in how many tries

One move wins, all others draw or lose; the engine defends as well as it can. A
problem is solved when you win the game. The scores are kept in a file of the
user's data folder, or in --scores FILE.")]
pub struct PuzzlesArgs {
    /// Begin with this problem (default: the first that is not solved)
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// List the problems with your results
    #[arg(long, conflicts_with = "number")]
    list: bool,
    /// The file of the scores
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Draw black and white discs on green instead of the board's lights
    #[arg(long)]
    discs: bool,
    /// Use plain lines instead of a full screen
    #[arg(long)]
    ascii: bool,
    /// The colours to use (default: what the terminal supports)
    #[arg(long, alias = "colour", value_name = "COLOURS", value_enum)]
    color: Option<Palette>,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Make problems from the engine's own games, and write them to this new file
    #[arg(long, value_name = "OUT", hide_short_help = true)]
    make: Option<PathBuf>,
    /// With --make: how many problems for each number of empty squares, 4 to 14
    #[arg(long, value_name = "N", default_value = "5", requires = "make", hide_short_help = true)]
    each: usize,
    /// With --make: the seed of the games
    #[arg(long, value_name = "N", default_value = "1", requires = "make", hide_short_help = true)]
    seed: u64,
}

/// Positions of all problems are solved from here on: the level defends perfectly.
const DEFENDER: u8 = 20;

/// Runs the command.
///
/// # Errors
/// On bad input; if there is no terminal, or it is lost; on a file that cannot be written.
pub fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if let Some(path) = &args.make {
        return make(args, path);
    }
    let puzzles = built_in()?;
    let path = args.scores.clone().unwrap_or_else(Scores::default_path);
    let mut scores = Scores::read(&path)?;
    if args.list {
        list(&puzzles, &scores, out)?;
        return Ok(ExitStatus::Done);
    }
    let count = puzzles.len();
    let first = puzzles.iter().position(|puzzle| !scores.is_solved(puzzle)).unwrap_or(0);
    let at = args.number.unwrap_or(first + 1);
    ensure!((1..=count).contains(&at), "problem {at}: expected 1 to {count}");
    let status = play(args, &puzzles, &mut scores, at - 1, out)?;
    let solved = scores.solved(&puzzles);
    writeln!(out, "{solved} of {count} problems solved; the scores are in {}", path.display())?;
    Ok(status)
}

fn make(args: &PuzzlesArgs, path: &Path) -> Result<ExitStatus> {
    let mut file = OutputFile::create(path)?;
    let table = HeapTable::new("20".parse()?)?;
    let mut maker = Maker::new(&table, args.each, args.seed);
    let bar = progress_bar("problems", maker.progress().1);
    let done = maker.run(&|found| bar.set_position(found as u64));
    bar.finish_and_clear();
    file.write_whole(maker.text().as_bytes())?;
    Ok(ExitStatus::of(done))
}

fn list(puzzles: &[Puzzle], scores: &Scores, out: &mut dyn Write) -> Result<()> {
    for (number, puzzle) in (1..).zip(puzzles) {
        let side = puzzle.position.side();
        let (empties, best) = (puzzle.position.board().empties(), puzzle.best);
        let result = match scores.of(puzzle) {
            None => "not tried".to_owned(),
            Some((tries, result)) => {
                let tries = if tries == 1 { "1 try".to_owned() } else { format!("{tries} tries") };
                let solved = if result > 0 { "solved" } else { "not solved" };
                format!("{solved}, {result:+} in {tries}")
            }
        };
        writeln!(
            out,
            "{number:>3}  {side} to move, {empties:>2} empty squares, best {best:+}: {result}"
        )?;
    }
    let (solved, count) = (scores.solved(puzzles), puzzles.len());
    writeln!(out, "{solved} of {count} solved; the scores are in {}", scores.path().display())?;
    Ok(())
}

/// The session of a problem.
fn start(puzzles: &[Puzzle], at: usize, scores: &Scores) -> Start {
    let Puzzle { position, best } = puzzles[at];
    let side = position.side();
    let players = if side == Color::Black { Players::Black } else { Players::White };
    let puzzle =
        PuzzleView { number: (at + 1, puzzles.len()), side, best, solved: scores.solved(puzzles) };
    Start {
        game: AnyGame::Eight(Game::from_position(position)),
        settings: Settings { players, ..Settings::default() },
        options: PlayOptions { level: Level::new(DEFENDER), coach: false, puzzle: Some(puzzle) },
        message: None,
    }
}

/// The result of a finished problem for its side.
fn result(puzzle: &Puzzle, game: &AnyGame) -> Option<i32> {
    match game {
        AnyGame::Eight(game) if game.is_over() && game.start() == puzzle.position => {
            let margin = game.position().result_for_black();
            Some(if puzzle.position.side() == Color::Black { margin } else { -margin })
        }
        _ => None,
    }
}

fn play(
    args: &PuzzlesArgs,
    puzzles: &[Puzzle],
    scores: &mut Scores,
    mut at: usize,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let config = WorkerConfig { threads: 1, table: "20".parse()?, seed: 1 };
    let mut screen = if args.ascii {
        None
    } else {
        Some(Screen::open(config, args.color, !args.no_mouse, args.discs)?)
    };
    let input = args.ascii.then(|| read_lines(BufReader::new(io::stdin())));
    let mut next = start(puzzles, at, scores);
    loop {
        let is_problem = next.options.puzzle.is_some();
        let (outcome, game) = match (&mut screen, &input) {
            (Some(screen), _) => screen.play(next)?,
            (None, Some(input)) => play_lines(config, next, input, out)?,
            (None, None) => return Ok(ExitStatus::Done),
        };
        let result = result(&puzzles[at], &game).filter(|_| is_problem);
        if let Some(result) = result {
            scores.add(&puzzles[at], result)?;
        }
        next = match outcome {
            Outcome::Restart(start) => *start,
            Outcome::ProblemDone if result.is_none_or(|it| it <= 0) => start(puzzles, at, scores),
            Outcome::ProblemDone | Outcome::SkipProblem => {
                at = (at + 1) % puzzles.len();
                start(puzzles, at, scores)
            }
            Outcome::Interrupt => return Ok(ExitStatus::Interrupted),
            _ => return Ok(ExitStatus::Done),
        };
        if input.is_some() && !io::stdin().is_terminal() {
            writeln!(out)?;
        }
    }
}
