//! `host-sim cup`: groups, then knock-out.

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Eight, Game, Six, Size};

use crate::arena::TournamentKind;
use crate::arena::cup::draw::Draw;
use crate::arena::cup::{Cup, Group, as_played, play_stage, table};
use crate::arena::schedule::{ScheduledGame, round_robin, rounds};
use crate::arena::tournament::{Tournament, TournamentArgs};
use crate::io::exit_status::ExitStatus;
use crate::players::player::PLAYER_HELP;

/// The options of `host-sim cup`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim cup wedge:depth=3 wedge:depth=2 wedge:depth=1 first random
  host-sim cup first random wedge kilo --groups 2 --games 4 --clock 160
  host-sim cup first random wedge kilo --csv cup/games.csv
  host-sim report cup
  host-sim cup --as-played

Name the players best first: they are dealt to the groups in the order A B C, C
B A, and so on. In a group everyone meets everyone; the best of each group, by
points and then by discs, advance. In the knock-out, points decide a pairing,
then discs, then the better place in the draw: group winners before runners-up.
--games applies to each pairing, in groups and knock-out.

--as-played is the contest of 2015: its eighteen teams in the groups East, West,
South and North, all games from the start position, the knock-out best of three
games, with a match for third place. The published bracket is printed beside the
one that was played here.

Openings, clocks, threads and files are those of `host-sim arena`; --resume
continues an interrupted cup.

{PLAYER_HELP}"))]
pub struct CupArgs {
    /// The players, best first
    #[arg(value_name = "P", num_args = 2.., required_unless_present = "as_played")]
    players: Vec<String>,
    /// The teams and groups of the contest of 2015, beside its published bracket
    #[arg(long, conflicts_with_all = ["players", "groups", "advance", "games", "openings"])]
    as_played: bool,
    /// Number of groups (default: about four players each)
    #[arg(long, value_name = "G")]
    groups: Option<usize>,
    /// Players of each group who advance; times the groups, it must be 2, 4, 8 or 16
    #[arg(long, value_name = "K", default_value_t = 2)]
    advance: usize,
    /// Games for each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: usize,
    #[command(flatten)]
    tournament: TournamentArgs,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &CupArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if args.as_played {
        return as_played::run(&args.tournament, out);
    }
    if args.tournament.is_small() {
        run_sized::<Six>(args, out)
    } else {
        run_sized::<Eight>(args, out)
    }
}

fn run_sized<S: Size>(args: &CupArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let games = args.games;
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "--games {games}: expected an even number from 2 on"
    );
    let draw = Draw::new(args.players.len(), args.groups, args.advance)?;
    let rules = args.tournament.rules::<S>(TournamentKind::Cup, &args.players)?;
    let names: Vec<String> = rules.players.iter().map(ToString::to_string).collect();
    let count = (1 + draw.rounds()) * games / 2;
    let Some(openings) = args.tournament.openings::<S>(count, out)? else {
        return Ok(ExitStatus::Interrupted);
    };
    let mut tournament = Tournament::open::<S>(&args.tournament, rules, None, out)?;
    let played = play(&mut tournament, &draw, &names, games, &openings)?;
    let rows = tournament.finish(None)?;
    ensure!(
        played.is_none_or(|all| all == rows.len()),
        "the CSV file has {} games: expected {}, as this cup has",
        rows.len(),
        played.unwrap_or(0)
    );
    Cup::of(&rows).print(out)?;
    Ok(ExitStatus::of(played.is_some()))
}

/// Plays all stages and returns the number of games; `None` after Ctrl-C.
fn play<S: Size>(
    tournament: &mut Tournament,
    draw: &Draw,
    names: &[String],
    games: usize,
    openings: &[Game<S>],
) -> Result<Option<usize>> {
    // Each stage has its own openings if there are enough.
    let stage_openings = |stage: usize| -> Vec<Game<S>> {
        openings.iter().cycle().skip(stage * games / 2).take(games / 2).cloned().collect()
    };
    let mut schedule: Vec<ScheduledGame<S>> = Vec::new();
    for (number, group) in draw.groups().iter().enumerate() {
        let name = table::group_name(number);
        let next = schedule.len() + 1;
        schedule.extend(rounds(&name, &round_robin(group), games, &stage_openings(0), next));
    }
    let mut last = schedule.len();
    if !play_stage(tournament, &schedule)? {
        return Ok(None);
    }
    let place = |name: &str| names.iter().position(|known| known == name).unwrap_or(0);
    let ranked = Cup::of(tournament.rows()).groups.iter().map(Group::ranking).collect::<Vec<_>>();
    let ranked: Vec<Vec<usize>> =
        ranked.iter().map(|group| group.iter().map(|name| place(name)).collect()).collect();
    let mut field = draw.knock_out(&ranked);
    let mut stage = 1;
    while field.len() > 1 {
        let mut schedule: Vec<ScheduledGame<S>> = Vec::new();
        for (number, pair) in field.chunks(2).enumerate() {
            let name = table::duel_name(field.len() / 2, number);
            let next = last + schedule.len() + 1;
            schedule.extend(rounds(&name, &round_robin(pair), games, &stage_openings(stage), next));
        }
        last += schedule.len();
        if !play_stage(tournament, &schedule)? {
            return Ok(None);
        }
        let cup = Cup::of(tournament.rows());
        let winners = cup.rounds.get(stage - 1).into_iter().flat_map(|round| &round.duels);
        field = winners.map(|duel| place(&duel.players[duel.winner()])).collect();
        stage += 1;
    }
    Ok(Some(last))
}
