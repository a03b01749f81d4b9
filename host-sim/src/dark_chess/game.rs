//! `host-sim dark-chess game`: a game between two players; and the game loop of all commands.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use wedge_dark_chess::{Color, DEFAULT_QUIET_LIMIT, Deal, Ending, Game, Ply, Position, Rules};

use super::player::{PLAYER_HELP, Player, PlayerSpec};
use super::rows::PlyRow;
use crate::engine::limit::parse_time;
use crate::io::csv_file::{CsvFile, Seconds};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file::{self, OutputFile};
use crate::io::progress::interrupted;

/// The options of `host-sim dark-chess game`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess game
  host-sim dark-chess game --first best:nodes=100000 --deal 7 --txt game.txt
  host-sim dark-chess game --second program:./search --clock 300 --csv game.csv

The log ends with the game as one line, the form that `replay` and `analyze`
read.

{PLAYER_HELP}"))]
pub(super) struct GameArgs {
    /// The player who moves first
    #[arg(long, value_name = "P", default_value = "best")]
    first: PlayerSpec,
    /// The other player
    #[arg(long, value_name = "P", default_value = "original")]
    second: PlayerSpec,
    /// The number of the deal: which piece lies where
    #[arg(long, value_name = "N", default_value_t = 1)]
    deal: u64,
    /// Plies without capture or flip that make a draw
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT_QUIET_LIMIT,
          value_parser = clap::value_parser!(u8).range(1..))]
    quiet: u8,
    /// Give each player this many seconds for the whole game; who needs more loses
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    clock: Option<u64>,
    /// Write a row for each ply to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the game log, with every board drawn, to this file
    #[arg(long, value_name = "OUT")]
    txt: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
}

/// A game that was played.
pub(super) struct Played {
    pub(super) plies: Vec<Ply>,
    pub(super) ending: Ending,
    /// The winner's seat, 0 for the first player; `None` for a draw.
    pub(super) winner: Option<usize>,
    /// Nodes and seconds of each seat.
    pub(super) nodes: [u64; 2],
    pub(super) seconds: [f64; 2],
    /// What a program did that lost it the game.
    pub(super) note: String,
}

impl Played {
    /// The game in the form that `replay` reads.
    pub(super) fn record(&self) -> String {
        let plies: Vec<String> = self.plies.iter().map(ToString::to_string).collect();
        format!("{} {}", self.ending, plies.join(" "))
    }
}

/// Plays a game. A program that fails or makes an illegal move loses. `None` on Ctrl-C.
pub(super) fn play(
    players: &mut [Player<'_>; 2],
    deal: &Deal,
    rules: Rules,
    clock_ms: Option<u64>,
    mut on_ply: impl FnMut(&Game, usize, Ply, &super::player::Choice) -> Result<()>,
) -> Result<Option<Played>> {
    let mut game = Game::new(Position::START, rules);
    let mut played = Played {
        plies: Vec::new(),
        ending: Ending::NoMove,
        winner: None,
        nodes: [0; 2],
        seconds: [0.0; 2],
        note: String::new(),
    };
    loop {
        let seat = played.plies.len() % 2;
        if let Some(ending) = game.ending() {
            played.ending = ending;
            // The side to move has lost.
            played.winner = (ending == Ending::NoMove).then_some(1 - seat);
            return Ok(Some(played));
        }
        let spent = (played.seconds[seat] * 1000.0) as u64;
        let turn = match clock_ms {
            Some(ms) => players[seat].choose_by_clock(&game, ms.saturating_sub(spent)),
            None => players[seat].choose(&game),
        };
        let turn = turn.and_then(|choice| {
            let spent = ((played.seconds[seat] + choice.seconds) * 1000.0) as u64;
            ensure!(clock_ms.is_none_or(|ms| spent <= ms), "its time is up");
            let legal = game.position().is_legal(choice.action);
            ensure!(legal, "{}: expected a legal action", choice.action);
            Ok(choice)
        });
        if interrupted() {
            return Ok(None);
        }
        let choice = match turn {
            Ok(choice) => choice,
            Err(error) => {
                (played.winner, played.note) = (Some(1 - seat), format!("{error:#}"));
                return Ok(Some(played));
            }
        };
        let ply = deal.ply(choice.action);
        played.nodes[seat] += choice.report.nodes;
        played.seconds[seat] += choice.seconds;
        on_ply(&game, seat, ply, &choice)?;
        game.play(ply).context("a legal action")?;
        played.plies.push(ply);
        for player in &mut *players {
            player.played(ply)?;
        }
    }
}

pub(super) fn run(args: &GameArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let specs = [&args.first, &args.second];
    let memories = [args.first.memory()?, args.second.memory()?];
    let mut players = [args.first.player(&memories[0], 0)?, args.second.player(&memories[1], 0)?];
    let files = output_file::open_all([args.csv.as_deref(), args.txt.as_deref()], args.force)?;
    let [csv, txt] = files.map(|file| file.map(OutputFile::begin).transpose());
    let mut csv = csv?.map(CsvFile::new).transpose()?;
    let to_files = args.csv.is_some() || args.txt.is_some();
    let result = {
        let mut log: Option<Box<dyn Write + '_>> = match txt? {
            Some(file) => Some(Box::new(BufWriter::new(file))),
            None if to_files => None,
            None => Some(Box::new(&mut *out)),
        };
        if let Some(log) = &mut log {
            writeln!(log, "first {}, second {}, deal {}\n", specs[0], specs[1], args.deal)?;
        }
        let deal = Deal::new(args.deal);
        let game = play(
            &mut players,
            &deal,
            Rules::quiet_limit(args.quiet),
            args.clock,
            |game, seat, ply, choice| {
                let color =
                    game.position().side().map_or("none".to_owned(), |side| side.to_string());
                let (number, report) = (game.plies() + 1, &choice.report);
                if let Some(log) = &mut log {
                    writeln!(
                        log,
                        "{}\n\n{number}. {} ({color}) {ply} score {} depth {} nodes {}\n",
                        game.position().picture(),
                        specs[seat],
                        report.score,
                        report.depth,
                        report.nodes
                    )?;
                }
                if let Some(csv) = &mut csv {
                    csv.write(&PlyRow {
                        ply: number,
                        player: specs[seat].to_string(),
                        color,
                        played: ply.to_string(),
                        score: report.score,
                        depth: report.depth,
                        nodes: report.nodes,
                        seconds: Seconds(choice.seconds),
                    })?;
                }
                Ok(())
            },
        )?;
        if let (Some(log), Some(game)) = (&mut log, &game) {
            writeln!(log, "{}\n{}", result(game, specs), game.record())?;
            log.flush()?;
        }
        game
    };
    let Some(game) = result else { return Ok(ExitStatus::Interrupted) };
    if to_files {
        writeln!(out, "{}", self::result(&game, specs))?;
    }
    Ok(ExitStatus::Done)
}

fn result(game: &Played, specs: [&PlayerSpec; 2]) -> String {
    let plies = game.plies.len();
    let note = if game.note.is_empty() { String::new() } else { format!(" ({})", game.note) };
    match game.winner {
        Some(seat) => {
            let color = color_of(game, seat);
            format!("{} ({color}) wins after {plies} plies{note}", specs[seat])
        }
        None => format!("{} after {plies} plies", game.ending),
    }
}

/// The colour of a seat: the first flip gives it to the first player.
fn color_of(game: &Played, seat: usize) -> &'static str {
    match (game.plies.first(), seat) {
        (Some(Ply::Flip(_, piece)), 0) if piece.color() == Color::Red => "red",
        (Some(Ply::Flip(_, piece)), 1) if piece.color() == Color::Black => "red",
        _ => "black",
    }
}
