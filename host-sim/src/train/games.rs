//! `host-sim train games`: self-play games, whose positions are saved with the result.
//!
//! A game has three parts. A few random moves, and then moves of a shallow search with occasional
//! random ones, lead to positions as good and bad as searches meet them. From there on both sides
//! play at the full depth, and perfectly from some number of empty squares on. The positions of this
//! last part are saved with their value: the result of the game or, with `--result-share`, partly the
//! score of the search that chose the move. The result is unbiased but varies by more than ten discs;
//! the score varies little but has the errors of the evaluation.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Color, Game, Limits, Line, Move, Options, Position, Score, Search, SplitMix64};

use super::positions_file::{Chunk, Labelled, PositionsWriter, merge, of_shard};
use crate::arena::openings::Openings;
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::shard::ShardArgs;
use crate::io::worker_pool::run_ordered;

/// What `host-sim train games` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train games --out games-1.pos --games 200000
  host-sim train games --out games-1.pos --games 400000 --resume   # add more
  host-sim train games --out games-2.pos --seed 2 --eval patterns --depth 5
  host-sim train games --out games-3.pos --seed 3 --eval patterns --openings xot
  host-sim train games --out games-4.pos --eval patterns --result-share 30

Each game begins with random moves and moves of a shallow search; positions
after that are saved, with the result of the game as their value, or a mix of it
and the score of the search (--result-share). The same seed plays the same
games, whatever the number of threads. --resume continues an interrupted run.
--shard 1/4 plays every fourth chunk of 256 games, on a machine of its own, and
--merge joins the files of all parts (docs/guide/scale.md).")]
pub(crate) struct GamesArgs {
    /// The file of positions to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// How many games
    #[arg(long, value_name = "N", default_value = "100000")]
    games: u64,
    /// The same seed plays the same games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Search depth of each move before the exact endgame
    #[arg(long, value_name = "D", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// Solve moves exactly from this many empty squares on
    #[arg(long, value_name = "E", default_value = "16", value_parser = clap::value_parser!(u8).range(1..=24))]
    exact: u8,
    /// The evaluation at the leaves of the search
    /// (discs, squares, stability, patterns, network, or a file of weights)
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value = "stability")]
    eval: Eval,
    /// Begin with openings instead of random moves: xot (openings that the engine scores as even),
    /// random:K, or a file with a transcript a line
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<Openings>,
    /// The share of the game's result in a position's value, in percent; the rest is the score of
    /// the search that chose the move
    #[arg(long, value_name = "P", default_value = "100", value_parser = clap::value_parser!(u8).range(0..=100))]
    result_share: u8,
    /// Games played at the same time
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Continue a file that this command began
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    shards: ShardArgs,
}

/// Games of one chunk of the file.
const CHUNK: u64 = 256;
/// The size of the transposition table: enough for the last sixteen squares.
const TABLE_BITS: &str = "16";
/// The number of random plies at the start, from the first number to below the second.
const RANDOM_PLIES: (u32, u32) = (4, 13);
/// The shallow search ends at a ply below this, drawn for each game.
const SHALLOW_UNTIL: u32 = 47;
const SHALLOW_DEPTH: u8 = 2;
/// One in so many moves of that part is random.
const SHALLOW_RANDOM: u32 = 6;

/// How many openings to draw from.
const MOST_OPENINGS: usize = 2000;

impl GamesArgs {
    /// Everything that determines the games, in one line.
    fn recipe(&self) -> Result<String> {
        let Self { seed, depth, exact, eval, .. } = self;
        let mut recipe =
            format!("games seed={seed} depth={depth} exact={exact} eval={}", eval.origin());
        if let Some(openings) = &self.openings {
            recipe += &format!(" openings={}", openings.origin()?);
        }
        if self.result_share < 100 {
            recipe += &format!(" result-share={}", self.result_share);
        }
        Ok(recipe)
    }

    /// The start positions of games.
    fn starts(&self) -> Result<Vec<Position>> {
        let Some(openings) = &self.openings else { return Ok(Vec::new()) };
        let games = openings.list(MOST_OPENINGS, self.seed)?;
        ensure!(!games.is_empty(), "--openings {openings}: expected at least one opening");
        Ok(games.iter().map(Game::position).collect())
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let starts = args.starts()?;
    let (recipe, shard) = (args.recipe()?, args.shards.shard);
    let all = args.games.div_ceil(CHUNK);
    if !args.shards.merge.is_empty() {
        merge(&args.shards.merge, &args.out, &recipe, all)?;
        writeln!(out, "{}: {} games", args.out.display(), all * CHUNK)?;
        return Ok(ExitStatus::Done);
    }
    let mut file = PositionsWriter::open(&args.out, &of_shard(&recipe, shard), args.resume)?;
    let chunks = shard.count(all as usize) as u64;
    let bar = progress_bar("games", (chunks * CHUNK) as usize);
    bar.set_position(file.next() * CHUNK);
    let mut kept = 0;
    run_ordered(
        args.threads.into(),
        file.next()..chunks,
        || {
            let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
            let starts = &starts;
            Ok(move |chunk: u64| {
                play_chunk(args, starts, &mut table, shard.step(chunk as usize) as u64)
            })
        },
        |number, chunk: Chunk| {
            file.write(&chunk)?;
            kept += chunk.len();
            bar.set_position((number + 1) * CHUNK);
            bar.set_message(format!("{kept} positions"));
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    let games = file.next() * CHUNK;
    writeln!(out, "{}: {games} games, {kept} positions added", args.out.display())?;
    Ok(ExitStatus::of(!interrupted()))
}

/// Plays the games of a chunk, each with an empty table, so that they do not depend on earlier games.
/// Returns `None` after Ctrl-C.
fn play_chunk(
    args: &GamesArgs,
    starts: &[Position],
    table: &mut HeapTable,
    chunk: u64,
) -> Option<Chunk> {
    let mut positions = Chunk::new();
    for game in chunk * CHUNK..(chunk + 1) * CHUNK {
        if interrupted() {
            return None;
        }
        table.clear().ok()?;
        let mut search = Search::new(args.eval, Some(table.view()), Options::default());
        // Seed and game number, mixed so that neighbouring games are unrelated.
        let mut random = SplitMix64::new(SplitMix64::new(args.seed).next() ^ game);
        random = SplitMix64::new(random.next());
        play(args, starts, &mut search, &mut random, &mut positions);
    }
    Some(positions)
}

/// Plays a game and adds its positions.
fn play(
    args: &GamesArgs,
    starts: &[Position],
    search: &mut Search<'_, Eval>,
    random: &mut SplitMix64,
    positions: &mut Chunk,
) {
    let (mut position, random_until) = if starts.is_empty() {
        let plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1 - RANDOM_PLIES.0);
        (Position::default(), plies)
    } else {
        let start = starts[random.below(starts.len() as u32) as usize];
        (start, 60 - start.board().empties())
    };
    let shallow_until = random_until + random.below(SHALLOW_UNTIL.saturating_sub(random_until));
    // Positions of the last part, in order, with the score for Black of those that were searched
    // but not solved.
    let mut kept: Vec<(Position, Option<Score>)> = Vec::new();
    let result = loop {
        let moves = position.board().legal_moves();
        let empties = position.board().empties();
        let ply = 60 - empties;
        if moves.is_empty() {
            match position.play(Move::Pass) {
                Some(next) => position = next,
                None => break Score::from_discs(position.result_for_black()),
            }
            continue;
        }
        let slips = ply < random_until || random.below(SHALLOW_RANDOM) == 0;
        let mv = if ply < shallow_until && slips {
            position.random_move(random).unwrap_or(Move::Pass)
        } else if ply < shallow_until {
            search.think(&position, &Limits::depth(SHALLOW_DEPTH), &mut ()).best
        } else {
            let exact = empties <= args.exact.into();
            let limits = if exact { Limits::EXACT } else { Limits::depth(args.depth) };
            let report = search.think(&position, &limits, &mut ());
            kept.push((position, (!exact).then(|| for_black(&position, report.score))));
            if exact {
                // Every position of a principal variation that ends with the exact score has that
                // score, so the rest of the game need not be searched.
                let line = follow(&position, &report.line);
                let last = line.last().unwrap_or(&position);
                let result =
                    if last.side() == position.side() { 1 } else { -1 } * last.board().result();
                if last.board().is_over() && report.score == Score::from_discs(result) {
                    let black = Score::from_discs(last.result_for_black());
                    let playable =
                        line.into_iter().filter(|at| !at.board().legal_moves().is_empty());
                    kept.extend(playable.map(|at| (at, None)));
                    break black;
                }
            }
            report.best
        };
        match position.play(mv) {
            Some(next) => position = next,
            None => return,
        }
    };
    positions.extend(kept.into_iter().map(|(position, score)| {
        let value = mixed(result, score.unwrap_or(result), args.result_share);
        Labelled { board: position.board(), value: for_black(&position, value) }
    }));
}

/// A score for the mover as one for Black, or the other way round.
fn for_black(position: &Position, score: Score) -> Score {
    if position.side() == Color::Black { score } else { -score }
}

/// The mean of a result and a score, the result weighted by its share in percent.
fn mixed(result: Score, score: Score, share: u8) -> Score {
    let share = i32::from(share);
    Score::from_units((share * result.units() + (100 - share) * score.units()) / 100)
}

/// The positions after each move of a line, with forced passes.
fn follow(position: &Position, line: &Line) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut at = *position;
    for &square in line {
        let mv = Move::Play(square);
        match at.play(mv).or_else(|| at.play(Move::Pass)?.play(mv)) {
            Some(next) => at = next,
            None => break,
        }
        positions.push(at);
    }
    positions
}
