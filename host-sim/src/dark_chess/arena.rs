//! `host-sim dark-chess arena`: a match, each deal from both sides.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_dark_chess::{DEFAULT_QUIET_LIMIT, Deal, Ending, Rules};

use super::game::{Played, play};
use super::player::{Memory, PLAYER_HELP, PlayerSpec};
use super::rows::GameRow;
use crate::engine::limit::parse_time;
use crate::io::csv_file::{CsvFile, Seconds};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file::{self, OutputFile};
use crate::io::progress::progress_bar;
use crate::io::worker_pool;

/// The options of `host-sim dark-chess arena`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess arena best:nodes=20000 original:nodes=20000 --games 200
  host-sim dark-chess arena best:time=0.1 original:time=0.1 --csv match.csv

Each deal is played twice, each player first once. The number of threads does
not change the games of players with a limit of nodes or depth. The TXT file has
a game a line, as `replay` reads it.

{PLAYER_HELP}"))]
pub(super) struct ArenaArgs {
    /// The two players
    #[arg(value_name = "P", num_args = 2, required = true)]
    players: Vec<PlayerSpec>,
    /// Games, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The number of the first deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    deal: u64,
    /// Plies without capture or flip that make a draw
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT_QUIET_LIMIT,
          value_parser = clap::value_parser!(u8).range(1..))]
    quiet: u8,
    /// Give each player this many seconds for each game; who needs more loses
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    clock: Option<u64>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Write a row for each game to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the games to this file
    #[arg(long, value_name = "OUT")]
    txt: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let games = args.games;
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "--games {games}: expected an even number from 2 on"
    );
    let specs = &args.players;
    // Bad options and files are found before anything is written.
    specs.iter().try_for_each(|spec| spec.memory().map(drop))?;
    let files = output_file::open_all([args.csv.as_deref(), args.txt.as_deref()], args.force)?;
    let [csv, txt] = files.map(|file| file.map(OutputFile::begin).transpose());
    let (mut csv, mut txt) = (csv?.map(CsvFile::new).transpose()?, txt?);
    let bar = progress_bar("games", games as usize);
    let mut score = Score::default();
    let worker = || {
        let memories: Vec<Memory> = specs.iter().map(PlayerSpec::memory).collect::<Result<_>>()?;
        Ok(move |number: u64| one_game(args, &memories, number).transpose())
    };
    worker_pool::run_ordered(args.threads.into(), 0..games, worker, |number, game| {
        let game = game?;
        let seat = |seat: usize| &specs[(seat + number as usize) % 2];
        if let Some(csv) = &mut csv {
            csv.write(&GameRow {
                game: number + 1,
                deal: args.deal + number / 2,
                first: seat(0).to_string(),
                second: seat(1).to_string(),
                winner: game.winner.map_or(String::new(), |winner| seat(winner).to_string()),
                ending: game.ending.to_string(),
                plies: game.plies.len(),
                first_nodes: game.nodes[0],
                second_nodes: game.nodes[1],
                first_seconds: Seconds(game.seconds[0]),
                second_seconds: Seconds(game.seconds[1]),
                note: game.note.clone(),
            })?;
        }
        if let Some(txt) = &mut txt {
            // A game that a program lost by a fault is no whole game.
            let mark = if game.note.is_empty() { "" } else { "# " };
            txt.write_whole(format!("{mark}{}\n", game.record()).as_bytes())?;
        }
        score.add(&game, (number % 2) as usize);
        bar.inc(1);
        bar.set_message(score.short());
        Ok(())
    })?;
    bar.finish_and_clear();
    score.print([&specs[0], &specs[1]], out)?;
    Ok(ExitStatus::of(score.games() == games))
}

/// The game with this number: an even one has the first player first. `None` on Ctrl-C.
fn one_game(args: &ArenaArgs, memories: &[Memory], number: u64) -> Result<Option<Played>> {
    let seat = |seat: usize| (seat + number as usize) % 2;
    let player = |at: usize| args.players[seat(at)].player(&memories[seat(at)], number / 2);
    let mut players = [player(0)?, player(1)?];
    let deal = Deal::new(args.deal + number / 2);
    play(&mut players, &deal, Rules::quiet_limit(args.quiet), args.clock, |_, _, _, _| Ok(()))
}

/// The score of the first player named.
#[derive(Default)]
struct Score {
    wins: u64,
    losses: u64,
    faults: [u64; 2],
    quiet: u64,
    cycles: u64,
    plies: usize,
    nodes: [u64; 2],
    seconds: [f64; 2],
}

impl Score {
    /// Adds a game in which this player, 0 or 1, was first.
    fn add(&mut self, game: &Played, first: usize) {
        match game.winner.map(|seat| (seat + first) % 2) {
            Some(0) => self.wins += 1,
            Some(_) => self.losses += 1,
            None if game.ending == Ending::Cycle => self.cycles += 1,
            None => self.quiet += 1,
        }
        if let (false, Some(seat)) = (game.note.is_empty(), game.winner) {
            self.faults[(1 - seat + first) % 2] += 1;
        }
        self.plies += game.plies.len();
        for seat in 0..2 {
            self.nodes[(seat + first) % 2] += game.nodes[seat];
            self.seconds[(seat + first) % 2] += game.seconds[seat];
        }
    }

    const fn draws(&self) -> u64 {
        self.quiet + self.cycles
    }

    const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws()
    }

    /// The points in percent, and 95 % error bars.
    fn percent(&self) -> (f64, f64) {
        let games = self.games().max(1) as f64;
        let mean = (self.wins as f64 + 0.5 * self.draws() as f64) / games;
        let squares = self.wins as f64 + 0.25 * self.draws() as f64;
        let variance = (squares / games - mean * mean).max(0.0);
        (100.0 * mean, 196.0 * (variance / games).sqrt())
    }

    fn short(&self) -> String {
        let (percent, error) = self.percent();
        format!("+{} ={} -{}, {percent:.1} % ± {error:.1}", self.wins, self.draws(), self.losses)
    }

    fn print(&self, specs: [&PlayerSpec; 2], out: &mut dyn Write) -> Result<()> {
        let games = self.games();
        writeln!(out, "{} against {}: {games} games", specs[0], specs[1])?;
        writeln!(
            out,
            "wins {}, draws {} ({} by quiet plies, {} by a cycle), losses {}",
            self.wins,
            self.draws(),
            self.quiet,
            self.cycles,
            self.losses
        )?;
        for (spec, faults) in specs.iter().zip(self.faults).filter(|(_, faults)| *faults > 0) {
            writeln!(out, "{spec}: {faults} games lost by a fault, see the notes of the CSV file")?;
        }
        let speed = |at: usize| self.nodes[at] as f64 / self.seconds[at].max(1e-9) / 1000.0;
        let mean = self.plies as f64 / games.max(1) as f64;
        writeln!(
            out,
            "{mean:.0} plies a game; thousand nodes a second: {:.0} and {:.0}",
            speed(0),
            speed(1)
        )?;
        let (percent, error) = self.percent();
        writeln!(out, "score {percent:.1} % ± {error:.1}")?;
        Ok(())
    }
}
