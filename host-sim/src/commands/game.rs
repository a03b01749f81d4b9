//! `host-sim game`: a whole game between two players.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::{Deserialize, Serialize};
use wedge_engine::{Color, Eight, Game, Move, Position, Six, Size};

use crate::formats::game_log;
use crate::formats::suite::parse_board;
use crate::io::csv_file::{CsvFile, Discs, Row, Seconds, rate};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file::{self, OutputFile};
use crate::io::progress::{Watch, interrupted, progress_bar};
use crate::players::player::{Choice, Memory, PLAYER_HELP, PlayerSpec};

/// What `host-sim game` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim game
  host-sim game --black wedge:depth=10 --white random:seed=7 --csv game.csv --txt game.txt
  host-sim game --size 6 --black wedge:depth=10,eval=discs --white first

{PLAYER_HELP}

Each player keeps its table through the game. Without --csv and --txt the game log goes to standard
output. Files that are there already are never written over unless you say --force."))]
pub struct GameArgs {
    /// Who plays black, and moves first
    #[arg(long, value_name = "P", default_value = "wedge:depth=8")]
    black: PlayerSpec,
    /// Who plays white
    #[arg(long, value_name = "P", default_value = "wedge:depth=8")]
    white: PlayerSpec,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// Where the game starts: the squares from a1 on (X black, O white, - empty), then who moves
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    start: Option<String>,
    /// Write a row for each move to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the game log, with every board drawn, to this file
    #[arg(long, value_name = "OUT")]
    txt: Option<PathBuf>,
    /// Replace the files if they are there
    #[arg(long)]
    force: bool,
}

/// A row of the report: a move, and the board after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRow {
    /// The number of the move, from 1, passes counted.
    pub ply: usize,
    /// Who made it.
    pub side: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the mover expects, in discs for the mover; empty for those who do not search.
    pub score: Option<Discs>,
    /// The depth that was finished.
    pub depth: Option<u8>,
    /// Time taken.
    pub seconds: Seconds,
    /// Moves tried.
    pub nodes: Option<u64>,
    /// Moves tried a second.
    pub nps: Option<u64>,
    /// Black's discs after the move.
    pub black: u32,
    /// White's discs after the move.
    pub white: u32,
}

impl Row for MoveRow {
    const HEADER: &'static [&'static str] =
        &["ply", "side", "move", "score", "depth", "seconds", "nodes", "nps", "black", "white"];
}

/// Where a game is written to: any of the two, or none.
#[derive(Default)]
pub struct Outputs<'o> {
    /// A row a move.
    pub csv: Option<CsvFile<MoveRow>>,
    /// The game log.
    pub txt: Option<Box<dyn Write + 'o>>,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &GameArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if args.size == "6" { run_sized::<Six>(args, out) } else { run_sized::<Eight>(args, out) }
}

fn run_sized<S: Size>(args: &GameArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let start = match &args.start {
        Some(text) => parse_board::<S>(text).with_context(|| format!("--start `{text}`"))?,
        None => Position::initial(),
    };
    let players = [args.black.clone(), args.white.clone()];
    let memories = [args.black.memory()?, args.white.memory()?];
    let to_files = args.csv.is_some() || args.txt.is_some();
    let game = {
        let files = output_file::open_all([args.csv.as_deref(), args.txt.as_deref()], args.force)?;
        let [csv, txt] = files.map(|file| file.map(OutputFile::begin).transpose());
        let outputs = Outputs {
            csv: csv?.map(CsvFile::new).transpose()?,
            txt: match txt? {
                Some(file) => Some(Box::new(BufWriter::new(file))),
                None if to_files => None,
                None => Some(Box::new(&mut *out)),
            },
        };
        play(&players, &memories, start, outputs)?
    };
    if to_files {
        writeln!(out, "{}", game_log::result(&game))?;
    }
    Ok(ExitStatus::of(game.is_over()))
}

/// Plays a game, black's player and memory first. Ctrl-C ends it after the last whole move.
///
/// # Errors
/// If a player fails or moves against the rules, or an output cannot be written.
pub fn play<S: Size>(
    players: &[PlayerSpec; 2],
    memories: &[Memory; 2],
    start: Position<S>,
    mut outputs: Outputs<'_>,
) -> Result<Game<S>> {
    let mut game = Game::from_position(start);
    let mut seats = [players[0].player::<S>(&memories[0])?, players[1].player::<S>(&memories[1])?];
    if let Some(txt) = &mut outputs.txt {
        game_log::begin(txt, &players[0].to_string(), &players[1].to_string(), &start)?;
    }
    let bar = progress_bar("game", start.board().empties() as usize);
    while !game.is_over() {
        let position = game.position();
        let side = position.side();
        let mut watch = Watch::start(&bar);
        let choice = if position.must_pass() {
            Choice { mv: Move::Pass, report: None }
        } else {
            seats[side as usize].choose(&position, &mut watch)?
        };
        let seconds = watch.elapsed().as_secs_f64();
        if interrupted() {
            break;
        }
        game.play(choice.mv).with_context(|| players[side as usize].to_string())?;
        outputs.write(&game, side, &choice, seconds)?;
        bar.set_position((start.board().empties() - game.position().board().empties()).into());
    }
    bar.finish_and_clear();
    if let Some(txt) = &mut outputs.txt {
        game_log::end(txt, &game)?;
    }
    Ok(game)
}

impl Outputs<'_> {
    /// Writes the last move of a game.
    fn write<S: Size>(
        &mut self,
        game: &Game<S>,
        side: Color,
        choice: &Choice,
        seconds: f64,
    ) -> Result<()> {
        let (ply, after) = (game.moves().len(), game.position());
        let report = choice.report.as_ref();
        if let Some(csv) = &mut self.csv {
            csv.write(&MoveRow {
                ply,
                side: side.to_string(),
                mv: choice.mv.to_string(),
                score: report.map(|report| report.score.into()),
                depth: report.map(|report| report.depth),
                seconds: Seconds(seconds),
                nodes: report.map(|report| report.nodes),
                nps: report.map(|report| rate(report.nodes, seconds)),
                black: after.discs(Color::Black).len(),
                white: after.discs(Color::White).len(),
            })?;
        }
        if let Some(txt) = &mut self.txt {
            let thought = report.map(|report| (report, seconds));
            game_log::step(txt, ply, side, choice.mv, thought, &after)?;
        }
        Ok(())
    }
}
