//! `host-sim reproduce`: plays the tables of the contest of 2015 again, cell by cell.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use wedge_engine::{Eight, Game, SplitMix64};

use crate::arena::referee::Rules;
use crate::arena::schedule::ScheduledGame;
use crate::arena::{GameRow, MatchId, TournamentKind};
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::progress_bar;
use crate::io::resumable::{CsvArgs, check_count};
use crate::io::text_table::TextTable;
use crate::io::value_enum::any_of;
use crate::io::worker_pool;
use crate::players::player::PlayerSpec;
use crate::reproduce::{Cell, Outcome, Tally, Verdict, cells};

/// What `host-sim reproduce` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim reproduce --team PAPA
  host-sim reproduce --team MIKE --team ECHO --games 100 --threads 2
  host-sim reproduce --csv reproduced.csv --threads 2

A cell is black against white from the start position, as many games as the
report has, up to --games. Discs are counted as they lie, empty squares for
nobody; a side has 160 s for a game.

A cell of two players without chance is one game, and equal if its discs and its
winner are those of the report. In any other cell two tests compare the report's
games with ours: wins, draws and losses by Pearson's chi-squared test of
homogeneity, and the mean disc lead by a two-sample z-test with our variance for
both. The cell agrees if neither finds a difference at 1 %.

docs/guide/players.md describes the programs and explains why some cells cannot
agree.")]
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
pub fn run(args: &ReproduceArgs, out: &mut dyn Write) -> Result<ExitStatus> {
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
    Ok(ExitStatus::of(outcomes.len() == chosen.len()))
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
    Ok(if players.iter().any(PlayerSpec::is_random) {
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
    let rules = Rules {
        players: players.to_vec(),
        clock: Some(CLOCK),
        seed: seed.next(),
        id,
        run: Fingerprint::default(),
        tournament: TournamentKind::Match,
    };
    let fixtures: Vec<ScheduledGame<Eight>> = (1..=games as usize)
        .map(|game| ScheduledGame {
            game,
            stage: cell.table.clone(),
            seats: [0, 1],
            opening: Game::default(),
        })
        .collect();
    let mut rows: Vec<GameRow> = Vec::new();
    let referee = |at: u64| match fixtures.get(at as usize) {
        Some(fixture) => rules.play(fixture),
        None => Ok(None),
    };
    worker_pool::run(
        usize::from(args.threads).min(fixtures.len()),
        0..fixtures.len() as u64,
        || Ok(referee),
        |_, played| {
            rows.push(played.row);
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if rows.len() < fixtures.len() {
        return Ok(None);
    }
    // Sums of seconds do not depend on the order in which games end.
    rows.sort_by_key(|row| row.game);
    let tally = Tally::of(&rows)?;
    let by_chance = players.iter().any(PlayerSpec::is_random);
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
mod tests {
    use super::*;
    use crate::reproduce::Cause;

    fn args(team: &str, games: Option<u32>) -> ReproduceArgs {
        ReproduceArgs {
            team: vec![team.to_owned()],
            games,
            threads: 1,
            seed: 0,
            csv: CsvArgs::default(),
        }
    }

    #[test]
    fn every_cell_has_players_and_figures_that_add_up() {
        for cell in cells().unwrap() {
            let name = format!("{}: {} against {}", cell.table, cell.black, cell.white);
            assert!(cell.players().unwrap().is_some(), "{name}");
            let counts = [cell.wins, cell.draws, cell.losses];
            if let [Some(wins), Some(draws), Some(losses)] = counts {
                assert_eq!(wins + draws + losses, cell.games, "{name}");
            }
            if let Some((black, white)) = cell.black_discs.zip(cell.white_discs) {
                let fits = black + white <= 64 * cell.games;
                assert!(fits || cell.cause == Some(Cause::Misprint), "{name}");
            }
            assert_eq!(cell.cause.is_none(), cell.note.is_empty(), "{name}");
        }
    }

    /// The cells that both sides play without chance and that hold no unknown part.
    #[test]
    fn games_without_chance_end_as_published() {
        let bar = ProgressBar::hidden();
        let mut equal = Vec::new();
        for cell in cells().unwrap() {
            let players = cell.players().unwrap().unwrap();
            if cell.cause.is_none() && !players.iter().any(PlayerSpec::is_random) {
                let outcome = play(&cell, &args("", None), &bar).unwrap().unwrap();
                assert_eq!(outcome.games, 1);
                assert_eq!(outcome.verdict, Verdict::Equal, "{outcome:?}");
                equal.push((cell.black, cell.white));
            }
        }
        for pair in [("idiot", "idiot"), ("idiot", "PAPA"), ("PAPA", "PAPA")] {
            assert!(equal.iter().any(|(black, white)| (black.as_str(), white.as_str()) == pair));
        }
    }

    /// The baselines of a report agree with ours, 1000 games a cell.
    #[test]
    fn the_baselines_agree() {
        let bar = ProgressBar::hidden();
        let cells = cells().unwrap();
        let baseline = |name: &str| ["idiot", "gambler"].contains(&name);
        let of_mike = cells.iter().filter(|cell| cell.team == "MIKE");
        let mut agreed = 0;
        for cell in of_mike.filter(|cell| baseline(&cell.black) && baseline(&cell.white)) {
            let outcome = play(cell, &args("MIKE", None), &bar).unwrap().unwrap();
            assert_ne!(outcome.verdict, Verdict::Differs, "{outcome:?}");
            agreed += 1;
        }
        assert_eq!(agreed, 4);
    }

    /// The report's games of idiot against gambler at PAPA's are not those of any other team.
    #[test]
    fn a_difference_is_found() {
        let bar = ProgressBar::hidden();
        let cells = cells().unwrap();
        let cell = cells.iter().find(|cell| {
            (cell.team.as_str(), cell.black.as_str(), cell.white.as_str())
                == ("PAPA", "idiot", "gambler")
        });
        let outcome = play(cell.unwrap(), &args("PAPA", None), &bar).unwrap().unwrap();
        assert_eq!(outcome.verdict, Verdict::Differs);
    }

    #[test]
    fn the_games_of_a_cell_do_not_depend_on_other_cells_or_threads() {
        let bar = ProgressBar::hidden();
        let all = cells().unwrap();
        let cell =
            all.iter().find(|cell| cell.black == "gambler" && cell.white == "gambler").unwrap();
        let one = play(cell, &args("", Some(50)), &bar).unwrap().unwrap();
        let other = play(cell, &ReproduceArgs { threads: 2, ..args("", Some(50)) }, &bar);
        let other = other.unwrap().unwrap();
        let figures =
            |row: &Outcome| (row.games, row.wins, row.draws, row.black_discs, row.p_discs);
        assert_eq!(figures(&one), figures(&other));
        assert_eq!(one.games, 50);
    }

    #[test]
    fn an_unknown_team_is_told_the_known_ones() {
        let mut out = Vec::new();
        let error = run(&args("ZULU", None), &mut out).unwrap_err().to_string();
        assert!(error.starts_with("unknown team `ZULU`: expected DELTA, HOTEL, MIKE"), "{error}");
    }
}
