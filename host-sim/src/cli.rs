//! The command line.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind as Usage;
use clap::{CommandFactory, Parser, Subcommand};

use crate::agent::{self, AgentArgs};
use crate::analyze::{self, AnalyzeArgs};
use crate::arena::{self, ArenaArgs};
use crate::bench::{self, BenchArgs};
use crate::book::{self, BookArgs};
use crate::compare::{self, CompareArgs};
use crate::completions::{self, CompletionsArgs};
use crate::convert::{self, ConvertArgs};
use crate::cup::{self, CupArgs};
use crate::ending::Ending;
use crate::game::{self, GameArgs};
use crate::gtp::{self, GtpArgs};
use crate::hint::{self, HintArgs};
use crate::keys::{self, KeysArgs};
use crate::main_job::MainJob;
use crate::nboard::{self, NBoardArgs};
use crate::perft::{self, PerftArgs};
use crate::play::{self, PlayArgs};
use crate::positions::{self, PositionsArgs};
use crate::report::{self, ReportArgs};
use crate::reproduce::{self, ReproduceArgs};
use crate::roster::{self, RosterArgs};
use crate::solve::{self, SolveArgs};
use crate::train::{self, TrainArgs};
use crate::watch;

/// Wedge, an Othello engine, on a PC.
///
/// Without a command: searches the default suite, plays a game, and writes positions.csv, game.csv
/// and game.txt into the folder `reports`. Reports of an earlier run are moved to a numbered folder
/// in `reports/earlier`.
#[derive(Parser, Debug)]
#[command(
    name = "host-sim",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  host-sim
  host-sim play
  host-sim positions --suite ffo1-19 --exact
  host-sim game --black wedge:depth=10 --white random:seed=7

Ctrl-C stops a search and keeps what is done. Exit codes: 0 done, 2 bad input, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play against the engine in this terminal, on the board's own console
    Play(PlayArgs),
    /// Search independent positions, from a file or a suite
    Positions(PositionsArgs),
    /// Solve positions to the end of the game
    Solve(SolveArgs),
    /// Play a whole game between two players
    Game(GameArgs),
    /// List who can play
    Players(RosterArgs),
    /// Play a match: two players, or everyone against everyone
    Arena(ArenaArgs),
    /// Play a cup: groups, then knock-out
    Cup(CupArgs),
    /// Play the published tables of the contest of 2015 again, and compare
    Reproduce(ReproduceArgs),
    /// Make one page of all the results in a folder
    Report(ReportArgs),
    /// Train the evaluation: games, labels, fit, file, report
    Train(TrainArgs),
    /// Make, show and check opening books
    Book(BookArgs),
    /// Score the best moves of a position
    Hint(HintArgs),
    /// Score every move of a game, and say what it lost
    Analyze(AnalyzeArgs),
    /// Write games in another format
    Convert(ConvertArgs),
    /// Play as a GTP engine on standard input and output
    Gtp(GtpArgs),
    /// Play and analyse as an engine of the NBoard GUI
    #[command(name = "nboard")]
    NBoard(NBoardArgs),
    /// Answer a state file with an action file, as course referees want it
    Agent(AgentArgs),
    /// Print the numbers behind the hash, and their rank
    Keys(KeysArgs),
    /// Count the leaves of the game tree
    Perft(PerftArgs),
    /// Run a fixed set of searches; the last line is the engine's signature
    Bench(BenchArgs),
    /// Compare ways to search and to order moves, as a Markdown table
    Compare(CompareArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

/// Does what the arguments ask for (the first is the program's name).
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), Usage::DisplayHelp | Usage::DisplayVersion) => {
            error.exit()
        }
        Err(error) => {
            eprintln!("{}", in_one_line(&error.to_string()));
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut out = io::stdout().lock();
    match execute(cli.command.as_ref(), &mut out)
        .and_then(|ending| Ok(out.flush().map(|()| ending)?))
    {
        Ok(ending) => {
            if ending == Ending::Interrupted {
                eprintln!("interrupted: what was done until then is kept");
            }
            ending.into()
        }
        // Whoever reads the output, such as `head`, has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn execute(command: Option<&Command>, out: &mut dyn Write) -> Result<Ending> {
    match command {
        Some(Command::Players(args)) => return roster::run(args, out),
        // Engines for other programs have nothing to keep: Ctrl-C just ends them.
        Some(Command::Gtp(args)) => return gtp::run(args, out),
        Some(Command::NBoard(args)) => return nboard::run(args, out),
        Some(Command::Completions(args)) => return completions::run(args, Cli::command(), out),
        Some(Command::Convert(args)) => return convert::run(args, out),
        Some(Command::Keys(args)) => return keys::run(args, out),
        Some(Command::Perft(args)) => return perft::run(args, out),
        Some(Command::Bench(_)) => return bench::run(out),
        _ => watch::catch_interrupt()?,
    }
    match command {
        Some(Command::Play(args)) => play::run(args, out),
        Some(Command::Positions(args)) => positions::run(args, out),
        Some(Command::Solve(args)) => solve::run(args, out),
        Some(Command::Game(args)) => game::run(args, out),
        Some(Command::Arena(args)) => arena::run(args, out),
        Some(Command::Cup(args)) => cup::run(args, out),
        Some(Command::Reproduce(args)) => reproduce::run(args, out),
        Some(Command::Report(args)) => report::run(args, out),
        Some(Command::Book(args)) => book::run(args, out),
        Some(Command::Hint(args)) => hint::run(args, out),
        Some(Command::Analyze(args)) => analyze::run(args, out),
        Some(Command::Agent(args)) => agent::run(args),
        Some(Command::Compare(args)) => compare::run(args, out),
        Some(Command::Train(args)) => train::run(args, out),
        _ => MainJob::usual()?.run(out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// A usage error without the lines that repeat the usage: what, where, what was expected.
fn in_one_line(text: &str) -> String {
    let kept = text.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    let line = kept.collect::<Vec<_>>().join(" ");
    format!("{line} (see --help)")
}
