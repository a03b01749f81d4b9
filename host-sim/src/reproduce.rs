//! `host-sim reproduce`: plays the tables of the contest of 2015 again, cell by cell.

mod cell;
mod compare;
mod outcome;
mod tally;

pub use cell::{Cause, Cell, cells};
pub use compare::{LEVEL, Test, Verdict};
pub use outcome::Outcome;
pub use tally::Tally;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use wedge_engine::{Eight, Game, SplitMix64};

use crate::arena::fixtures::Fixture;
use crate::arena::parallel::{GoOn, play_all};
use crate::arena::referee::Rules;
use crate::arena::{GameRow, MatchId};
use crate::ending::Ending;
use crate::player::PlayerSpec;
use crate::resumable::{CsvArgs, check_count};
use crate::text_table::TextTable;
use crate::watch::progress_bar;
use crate::words::any_of;

/// What `host-sim reproduce` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim reproduce --team PAPA
  host-sim reproduce --team MIKE --team ECHO --games 100 --threads 2
  host-sim reproduce --csv reproduced.csv --threads 2

A cell is black against white from the start position, as many games as the report has, up to
--games. Discs are counted as they lie, empty squares for nobody; a side has 160 s for a game.

A cell of two players without chance is one game, and equal if its discs and its winner are those
of the report. In any other cell two tests compare the report's games with ours: wins, draws and
losses by Pearson's chi-squared test of homogeneity, and the mean disc lead by a two-sample z-test
with our variance for both. The cell agrees if neither finds a difference at 1 %.

docs/players.md tells what the programs are, and why some cells cannot agree.")]
pub struct ReproduceArgs {
    /// Play the tables of this team only; may be given again
    #[arg(long, value_name = "TEAM")]
    team: Vec<String>,
    /// Play no more games than this in a cell
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Games to play side by side
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What players that play by chance draw from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    csv: CsvArgs,
}

/// Time of a side for a game, by the rules of the contest.
const CLOCK: Duration = Duration::from_secs(160);

/// Runs the command.
///
/// # Errors
/// If there is no such team; on a file that cannot be written.
pub fn run(args: &ReproduceArgs, out: &mut dyn Write) -> Result<Ending> {
    let chosen = chosen(cells()?, &args.team)?;
    let check = |rows: &[Outcome]| {
        check_count(rows.len(), chosen.len(), "cell")?;
        for (at, (row, cell)) in rows.iter().zip(&chosen).enumerate() {
            ensure!(
                row.is_of(cell, games(cell, args.games)?),
                "--resume: line {} of the CSV file is {} against {} of {}, {} games: expected {} \
                 against {} of {}, with the same --team and --games",
                at + 2,
                row.black,
                row.white,
                row.table,
                row.games,
                cell.black,
                cell.white,
                cell.table
            );
        }
        Ok(())
    };
    let (mut outcomes, mut csv) = args.csv.open(check, out)?;
    let missing = &chosen[outcomes.len()..];
    let steps: Result<Vec<u32>> = missing.iter().map(|cell| games(cell, args.games)).collect();
    let bar = progress_bar("games", steps?.iter().sum::<u32>() as usize);
    for cell in missing {
        let Some(outcome) = play(cell, args, &bar)? else { break };
        if let Some(csv) = &mut csv {
            csv.write(&outcome)?;
        }
        outcomes.push(outcome);
    }
    bar.finish_and_clear();
    print(&outcomes, out)?;
    Ok(Ending::of(outcomes.len() == chosen.len()))
}

fn chosen(cells: Vec<Cell>, teams: &[String]) -> Result<Vec<Cell>> {
    let mut known: Vec<&str> = cells.iter().map(|cell| cell.team.as_str()).collect();
    known.dedup();
    for team in teams {
        ensure!(
            known.iter().any(|name| name.eq_ignore_ascii_case(team)),
            "unknown team `{team}`: expected {}",
            any_of(known)
        );
    }
    let is_chosen =
        |cell: &Cell| teams.is_empty() || teams.iter().any(|t| t.eq_ignore_ascii_case(&cell.team));
    Ok(cells.into_iter().filter(is_chosen).collect())
}

/// How many games of a cell are played here: one where nothing is left to chance.
fn games(cell: &Cell, most: Option<u32>) -> Result<u32> {
    let Some(players) = cell.players()? else { return Ok(0) };
    Ok(if players.iter().any(PlayerSpec::plays_by_chance) {
        most.map_or(cell.games, |most| most.min(cell.games))
    } else {
        1
    })
}

/// Plays a cell; nothing if Ctrl-C came first.
fn play(cell: &Cell, args: &ReproduceArgs, bar: &ProgressBar) -> Result<Option<Outcome>> {
    let Some(players) = cell.players()? else { return Ok(Some(Outcome::unplayed(cell))) };
    let games = games(cell, args.games)?;
    bar.set_message(format!("{}: {} against {}", cell.table, cell.black, cell.white));
    // Each cell has games of its own, whichever other cells are played.
    let name = format!("{}\n{}\n{}\n{}", cell.team, cell.table, cell.black, cell.white);
    let id = MatchId::of(&name);
    let mut seed = SplitMix64::new(id.number() ^ args.seed);
    let rules = Rules { players: players.to_vec(), clock: Some(CLOCK), seed: seed.next(), id };
    let fixtures: Vec<Fixture<Eight>> = (1..=games as usize)
        .map(|game| Fixture {
            game,
            stage: cell.table.clone(),
            seats: [0, 1],
            opening: Game::default(),
        })
        .collect();
    let mut rows: Vec<GameRow> = Vec::new();
    play_all(&rules, &fixtures, args.threads.into(), |played| {
        rows.push(played.row);
        bar.inc(1);
        Ok(GoOn::Yes)
    })?;
    if rows.len() < fixtures.len() {
        return Ok(None);
    }
    // Sums of seconds do not depend on the order in which games end.
    rows.sort_by_key(|row| row.game);
    let tally = Tally::of(&rows)?;
    let by_chance = players.iter().any(PlayerSpec::plays_by_chance);
    Ok(Some(Outcome::new(cell, &tally, by_chance)))
}

fn print(outcomes: &[Outcome], out: &mut dyn Write) -> Result<()> {
    let mut table = TextTable::new(&[
        "team", "black", "white", "report", "discs", "here", "discs", "p", "p discs", "verdict",
    ])
    .left(&[0, 1, 2, 9]);
    for outcome in outcomes {
        table.row(outcome.in_columns());
    }
    writeln!(out, "{table}\n")?;
    let mut table =
        TextTable::new(&["team", "cells", "equal", "agree", "differ", "not played"]).left(&[0]);
    let mut teams: Vec<&str> = outcomes.iter().map(|outcome| outcome.team.as_str()).collect();
    teams.dedup();
    let count = |team: Option<&str>, verdict: Option<Verdict>| {
        let of_team = |outcome: &&Outcome| team.is_none_or(|team| outcome.team == team);
        let rows = outcomes.iter().filter(of_team);
        rows.filter(|row| verdict.is_none_or(|verdict| row.verdict == verdict)).count().to_string()
    };
    for team in teams.iter().map(|team| Some(*team)).chain([None]) {
        let verdicts = [Verdict::Equal, Verdict::Agrees, Verdict::Differs, Verdict::NotPlayed];
        let counts = verdicts.map(|verdict| count(team, Some(verdict)));
        let first = [team.unwrap_or("all").to_owned(), count(team, None)];
        table.row(first.into_iter().chain(counts));
    }
    Ok(writeln!(out, "{table}")?)
}

#[cfg(test)]
mod tests;
