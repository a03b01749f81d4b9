//! Dark chess on a PC: `host-sim dark-chess` and what its subcommands share.

mod analyze;
mod arena;
mod bench;
mod endings;
mod game;
mod hint;
mod perft;
mod play;
mod player;
mod program;
pub mod protocol;
mod replay;
pub(crate) mod rows;
mod screen;
mod turn;

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::io::exit_status::ExitStatus;

/// The options of `host-sim dark-chess`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess play
  host-sim dark-chess arena best:nodes=20000 original:nodes=20000 --games 200
  host-sim dark-chess replay games.txt

docs/guide/dark-chess.md has the rules, the notation, the players and the
figures.")]
pub struct DarkChessArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Play against the engine, on a screen or a line a turn
    Play(play::PlayArgs),
    /// Play a whole game between two players
    Game(game::GameArgs),
    /// Play a match, each deal from both sides
    Arena(arena::ArenaArgs),
    /// Score the actions of a position
    Hint(hint::HintArgs),
    /// Score every ply of recorded games and show what it lost
    Analyze(analyze::AnalyzeArgs),
    /// Count lines of play from the start
    Perft(perft::PerftArgs),
    /// Run a fixed set of searches; the last line is the search's signature
    Bench(bench::BenchArgs),
    /// Check recorded games: every ply legal, every ending as recorded
    Replay(replay::ReplayArgs),
    /// Make the endgame tables
    Endings(endings::EndingsArgs),
    /// Answer a position in a file with an action in another file
    Turn(turn::TurnArgs),
    /// Play as an engine of the course platform, on standard input and output
    Engine(protocol::EngineArgs),
}

impl DarkChessArgs {
    /// Whether Ctrl-C keeps the results so far.
    #[must_use]
    pub const fn keeps_results(&self) -> bool {
        matches!(
            self.command,
            Command::Game(_) | Command::Arena(_) | Command::Analyze(_) | Command::Endings(_)
        )
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &DarkChessArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    match &args.command {
        Command::Play(args) => play::run(args, out),
        Command::Game(args) => game::run(args, out),
        Command::Arena(args) => arena::run(args, out),
        Command::Hint(args) => hint::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Bench(_) => bench::run(out),
        Command::Replay(args) => replay::run(args, out),
        Command::Endings(args) => endings::run(args, out),
        Command::Turn(args) => turn::run(args, out),
        Command::Engine(args) => protocol::run(args, out),
    }
}
