//! `host-sim dark-chess hint`: scores the actions of a position.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use wedge_dark_chess::{
    Action, Game, Options, PackedEndings, Position, Record, Relations, Rules, Search,
};
use wedge_engine::Limits;

use super::player::Clock;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::parse_depth;
use crate::io::csv_file::{CsvFile, Row};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::text_table::TextTable;

/// The options of `host-sim dark-chess hint`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess hint '.G../K.../...M/...M/...P/..../gP../..G. r - 0'
  host-sim dark-chess hint 'b5(G) b3(g) b1(N)' -n 3

A position is four words: ranks 8 to 1 (? face down, . empty), the side to move,
the letters of the face-down pieces or -, and the plies since the last capture
or flip. Or the plies of a game. Scores are for the side to move; from 20000 on
they are proved wins.")]
pub(super) struct HintArgs {
    /// The position
    #[arg(value_name = "POSITION|PLIES")]
    what: String,
    /// How many actions to show
    #[arg(short = 'n', long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u8).range(1..))]
    actions: u8,
    /// Plies to look ahead
    #[arg(long, default_value = "4", value_parser = parse_depth)]
    depth: u8,
    /// Write the table to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it exists
    #[arg(long, requires = "csv")]
    force: bool,
}

/// An action with its score.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct HintRow {
    action: String,
    score: i32,
    loss: i32,
}

impl Row for HintRow {
    const HEADER: &'static [&'static str] = &["action", "score", "loss"];
}

/// Reads a position, or the plies of a game.
fn read(text: &str) -> Result<Game> {
    if text.contains('/') {
        let position: Position = text.parse().with_context(|| format!("`{text}`"))?;
        return Ok(Game::new(position, Rules::default()));
    }
    // As a record without its ending.
    let line = format!("no-move {text}");
    let record = Record::parse(&line).with_context(|| format!("`{text}`"))?;
    let mut game = Game::default();
    for ply in record.plies() {
        let number = game.plies() + 1;
        game.play(ply).with_context(|| format!("`{text}`: ply {number}"))?;
    }
    Ok(game)
}

/// The scores of all actions, the best first; empty on Ctrl-C.
pub(super) fn scores(game: &Game, depth: u8, table: &HeapTable) -> Vec<(Action, i32)> {
    let mut search = Search::new(Relations, Some(table.view().with_payload()), Options::default())
        .with_endings(PackedEndings::built_in());
    let scores = search.score_actions(game, &Limits::depth(depth), &mut Clock::start());
    scores.iter().copied().collect()
}

pub(super) fn run(args: &HintArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let game = read(&args.what)?;
    ensure!(game.ending().is_none(), "`{}`: the game is over: expected actions", args.what);
    let [file] = output_file::open_all([args.csv.as_deref()], args.force)?;
    let mut csv = file.map(|file| CsvFile::new(file.begin()?)).transpose()?;
    let table = HeapTable::new("18".parse()?)?;
    let scores = scores(&game, args.depth, &table);
    let best = scores.first().map_or(0, |(_, score)| *score);
    let mut shown = TextTable::new(&["action", "score", "loss"]).left(&[0]);
    for (action, score) in scores.iter().take(args.actions.into()) {
        let row = HintRow { action: action.to_string(), score: *score, loss: best - score };
        shown.row([row.action.clone(), row.score.to_string(), row.loss.to_string()]);
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
    }
    writeln!(out, "{}\n\n{shown}", game.position().picture())?;
    Ok(ExitStatus::Done)
}
