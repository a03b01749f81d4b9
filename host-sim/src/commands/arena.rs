//! `host-sim arena`: matches between players, with each opening played from both sides.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Eight, Six, Size};

use crate::arena::merge;
use crate::arena::schedule::{ScheduledGame, gauntlet, round_robin, rounds};
use crate::arena::sprt::{Sprt, Verdict};
use crate::arena::tournament::{Tournament, TournamentArgs};
use crate::arena::{GameRow, Pentanomial, Standings, TournamentKind};
use crate::io::exit_status::ExitStatus;
use crate::io::shard::Shard;
use crate::players::player::PLAYER_HELP;

/// The options of `host-sim arena`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim arena wedge:depth=6 random
  host-sim arena wedge:nodes=20000 wedge:nodes=20000,eval=squares --games 1000
  host-sim arena wedge:depth=6 first random --csv match.csv --txt logs
  host-sim arena wedge:depth=5 wedge:depth=4 --games 10000 --sprt 0,20
  host-sim arena --gauntlet wedge:chip=7 kilo echo golf --games 20
  host-sim arena wedge gtp:my-engine --clock 160 --openings openings.txt
  host-sim arena --merge part1.csv part2.csv --csv whole.csv

Every player meets every other; with --gauntlet, only the first player meets
each of the others. Each opening is played twice with colours exchanged, so that
no player gains from an opening that favours one colour. No opening is a
rotation or a reflection of another:
  xot       random openings of 8 plies that are even to within a disc at depth 8
  random:K  random openings of K plies; random:0 is the start position
  FILE      one transcript such as f5d6c3d3c4 a line
If there are too few openings, they are used again; deterministic players then
repeat their games.

The number of threads does not change the games. Each game is written to the CSV
file when it ends; --resume continues after the finished games, also with a
larger --games. --shard 1/2 plays one half of the match, and --merge joins the
parts.

A program that crashes, does not answer, or makes an illegal move loses that
game, and the match continues; the note in the CSV file and the log of the game
give the reason.

Elo of a pairing has 95 % error bars from its pairs of games.
docs/guide/arena.md explains the columns.

{PLAYER_HELP}"))]
pub struct ArenaArgs {
    /// The players
    #[arg(value_name = "P", num_args = 2.., required_unless_present = "merge")]
    players: Vec<String>,
    /// Games for each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// The first player meets each of the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    tournament: TournamentArgs,
    /// Play only this part of the match, such as 2/3
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Stop as soon as a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", conflicts_with = "shard", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Print the totals as JSON
    #[arg(long)]
    json: bool,
    /// Join the CSV files of the parts of a match
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["players", "shard"])]
    merge: Vec<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if !args.merge.is_empty() {
        return merge_parts(args, out);
    }
    if args.tournament.is_small() {
        run_sized::<Six>(args, out)
    } else {
        run_sized::<Eight>(args, out)
    }
}

fn run_sized<S: Size>(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let games = args.games;
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "--games {games}: expected an even number from 2 on"
    );
    let rules = args.tournament.rules::<S>(TournamentKind::Match, &args.players)?;
    let count = rules.players.len();
    ensure!(args.sprt.is_none() || count == 2, "--sprt: {count} players: expected two");
    // Notes would spoil the JSON.
    let mut nowhere = io::sink();
    let notes: &mut dyn Write = if args.json { &mut nowhere } else { &mut *out };
    let Some(openings) = args.tournament.openings::<S>(games / 2, notes)? else {
        return Ok(ExitStatus::Interrupted);
    };
    let players: Vec<usize> = (0..count).collect();
    let pairings = if args.gauntlet { gauntlet(&players) } else { round_robin(&players) };
    let all = rounds("match", &pairings, games, &openings, 1);
    // Pairs of games stay together.
    let schedule: Vec<ScheduledGame<S>> =
        all.into_iter().filter(|scheduled| args.shard.has((scheduled.game - 1) / 2)).collect();
    let mut tournament = Tournament::open(&args.tournament, rules, Some(&schedule), notes)?;
    let mut test = args.sprt.map(Progress::new);
    let decided = |rows: &[GameRow]| test.as_mut().is_some_and(|test| test.is_decided(rows));
    tournament.play(&schedule, decided)?;
    let last = test.and_then(|test| test.decided_after);
    let rows = tournament.finish(last)?;
    print_result(args, &rows, out)?;
    Ok(ExitStatus::of(last.is_some() || rows.len() == schedule.len()))
}

/// Joins the parts of a match into one CSV file.
fn merge_parts(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let rows = merge::read_parts(&args.merge)?;
    let last = rows.last().map_or(0, |row| row.game);
    let missing = last - rows.len();
    if missing > 0 {
        // Totals of a match that is under way can be printed, but no file passes for the whole.
        let mut numbers = rows.iter().map(|row| row.game).enumerate();
        let first = numbers.find(|(at, game)| at + 1 != *game).map_or(0, |(at, _)| at + 1);
        ensure!(
            args.tournament.csv.path().is_none(),
            "--merge: game {first} is in none of the files, {missing} of the games 1 to {last} are \
             missing: expected all parts"
        );
        if !args.json {
            writeln!(out, "Note: {missing} of the games 1 to {last} are missing.")?;
        }
    }
    let no_rows = |old: &[GameRow]| {
        ensure!(old.is_empty(), "--resume: --merge cannot resume a file: expected --force");
        Ok(())
    };
    if let (_, Some(mut file)) = args.tournament.csv.open(no_rows, out)? {
        rows.iter().try_for_each(|row| file.write(row))?;
    }
    print_result(args, &rows, out)?;
    Ok(ExitStatus::Done)
}

/// The progress of the sequential test. It takes pairs in the order of their games, so that it ends
/// at the same game with any number of threads.
struct Progress {
    sprt: Sprt,
    /// The game after which it was decided.
    decided_after: Option<usize>,
}

impl Progress {
    const fn new(sprt: Sprt) -> Self {
        Self { sprt, decided_after: None }
    }

    fn is_decided(&mut self, rows: &[GameRow]) -> bool {
        let mut rows: Vec<&GameRow> = rows.iter().collect();
        rows.sort_by_key(|row| row.game);
        let mut pairs = Pentanomial::default();
        for (at, pair) in rows.chunks_exact(2).enumerate() {
            if [pair[0].game, pair[1].game] != [2 * at + 1, 2 * at + 2] {
                break;
            }
            pairs.add(points_of_first(pair[0], pair[1]));
            if self.sprt.verdict(&pairs) != Verdict::Open {
                self.decided_after = Some(pair[1].game);
                break;
            }
        }
        self.decided_after.is_some()
    }
}

/// Half points of the player who has black in the first game of a pair.
const fn points_of_first(one: &GameRow, other: &GameRow) -> u32 {
    one.half_points(wedge_engine::Color::Black) + other.half_points(wedge_engine::Color::White)
}

fn print_result(args: &ArenaArgs, rows: &[GameRow], out: &mut dyn Write) -> Result<()> {
    let standings = Standings::of(rows);
    if args.json {
        return standings.print_json(out);
    }
    standings.print(out)?;
    args.sprt.map_or(Ok(()), |sprt| print_sprt(sprt, &standings, out))
}

fn print_sprt(sprt: Sprt, standings: &Standings, out: &mut dyn Write) -> Result<()> {
    let Some(pairing) = standings.pairings.first() else { return Ok(()) };
    let name = &standings.totals[pairing.players[0]].player;
    let bound = Sprt::bound();
    let ratio = sprt.ratio(&pairing.pairs);
    let verdict = match sprt.verdict(&pairing.pairs) {
        Verdict::Open => "not decided yet",
        Verdict::Accepted => "the larger difference is likelier",
        Verdict::Rejected => "the smaller difference is likelier",
    };
    writeln!(
        out,
        "\nSPRT {sprt} for {name}: LLR {ratio:+.2} of -{bound:.2} to +{bound:.2}: {verdict}"
    )?;
    Ok(())
}
