//! A tournament, match or cup: its options, and its games, which are saved as they are played.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use wedge_engine::{Game, Size};

use super::game_row::{GameRow, MatchId, TournamentKind};
use super::lineup;
use super::openings::Openings;
use super::referee::{Played, Rules};
use super::schedule::ScheduledGame;
use super::standings::Standings;
use crate::engine::limit::{Limit, parse_depth, parse_nodes, parse_time};
use crate::io::csv_file::{self, CsvFile};
use crate::io::fingerprint::Fingerprint;
use crate::io::output_file;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::resumable::CsvArgs;
use crate::io::worker_pool;
use crate::players::player::PlayerSpec;

/// How games are played, and where they are saved.
#[derive(Args, Clone, Debug)]
pub struct TournamentArgs {
    /// Openings: xot, random:K, or a file of transcripts
    #[arg(long, value_name = "O", default_value = "xot")]
    openings: Openings,
    /// Search depth of engines without a limit of their own
    #[arg(long, value_name = "D", value_parser = parse_depth, group = "engine")]
    depth: Option<u8>,
    /// Seconds a move for engines without a limit of their own
    #[arg(long, value_name = "S", value_parser = parse_time, group = "engine")]
    time: Option<u64>,
    /// Nodes a move for engines without a limit of their own
    #[arg(long, value_name = "N", value_parser = parse_nodes, group = "engine")]
    nodes: Option<u64>,
    /// Seconds for all moves of a side; a player who takes longer loses (the original programs had 160)
    #[arg(long, value_name = "S", value_parser = parse_time)]
    clock: Option<u64>,
    /// Games to play in parallel; with time limits, at most one a core
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of random openings and random players
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// Write the log of each game, with every board drawn, into this folder
    #[arg(long, value_name = "FOLDER")]
    txt: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) csv: CsvArgs,
}

impl TournamentArgs {
    /// Whether the board is the small one.
    pub(crate) fn is_small(&self) -> bool {
        self.size == "6"
    }

    /// The same, with every game from the start position.
    pub(crate) fn with_start_position(&self) -> Self {
        Self { openings: Openings::Random(0), ..self.clone() }
    }

    /// The rules of a tournament between these players, once it is clear that they can play.
    pub(crate) fn rules<S: Size>(
        &self,
        tournament: TournamentKind,
        players: &[String],
    ) -> Result<Rules> {
        let limit = (self.depth.map(Limit::Depth))
            .or(self.time.map(Limit::Time))
            .or(self.nodes.map(Limit::Nodes));
        let players = lineup::read(players, limit)?;
        lineup::check::<S>(&players, self.threads.into())?;
        let clock = self.clock.map(Duration::from_millis);
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let (size, openings, seed) = (S::SIDE, &self.openings, self.seed);
        let mut run = Fingerprint::default()
            .with("size", size)
            .with("openings", openings.origin()?)
            .with("seed", seed)
            .with(
                "clock",
                clock.map_or_else(|| "none".into(), |clock| clock.as_millis().to_string()),
            );
        for (name, checksum) in players.iter().flat_map(PlayerSpec::inputs) {
            run = run.with(&name, checksum);
        }
        let id = MatchId::of(&format!("{names:?}\n{run}"));
        Ok(Rules { players, clock, seed, id, run, tournament })
    }

    /// `count` openings, or as many as there are. Returns `None` after Ctrl-C.
    pub(crate) fn openings<S: Size>(
        &self,
        count: usize,
        out: &mut dyn Write,
    ) -> Result<Option<Vec<Game<S>>>> {
        let openings = self.openings.list(count, self.seed)?;
        if interrupted() {
            return Ok(None);
        }
        ensure!(
            !openings.is_empty(),
            "--openings {}: no openings: expected at least one",
            self.openings
        );
        if openings.len() < count {
            let (there, source) = (openings.len(), &self.openings);
            writeln!(
                out,
                "Note: {source} has {there} openings for {count} pairs of games: openings repeat."
            )?;
        }
        Ok(Some(openings))
    }
}

/// A tournament under way: the games so far, and where they are saved.
pub(crate) struct Tournament {
    rules: Rules,
    threads: usize,
    rows: Vec<GameRow>,
    csv: Option<CsvFile<GameRow>>,
    path: Option<PathBuf>,
    logs: Option<PathBuf>,
    may_replace: bool,
}

impl Tournament {
    /// Opens the files of a tournament. If the schedule is known, rows of an interrupted run must be
    /// in it.
    pub(crate) fn open<S: Size>(
        args: &TournamentArgs,
        rules: Rules,
        schedule: Option<&[ScheduledGame<S>]>,
        out: &mut dyn Write,
    ) -> Result<Self> {
        let check = |rows: &[GameRow]| {
            check_same_match(rows, rules.id, &rules.run)?;
            schedule.map_or(Ok(()), |schedule| check_scheduled(rows, schedule, &rules))
        };
        if let Some(folder) = &args.txt {
            fs::create_dir_all(folder).with_context(|| {
                format!("--txt {}: the folder cannot be created", folder.display())
            })?;
        }
        let (rows, csv) = args.csv.open(check, out)?;
        Ok(Self {
            rules,
            threads: args.threads.into(),
            rows,
            csv,
            path: args.csv.path().map(Path::to_owned),
            logs: args.txt.clone(),
            may_replace: args.csv.may_replace(),
        })
    }

    /// Plays the games that have no row yet, until all are played, `decided` returns true, or Ctrl-C.
    pub(crate) fn play<S: Size>(
        &mut self,
        schedule: &[ScheduledGame<S>],
        mut decided: impl FnMut(&[GameRow]) -> bool,
    ) -> Result<()> {
        let done: HashMap<usize, &GameRow> = self.rows.iter().map(|row| (row.game, row)).collect();
        let mut missing = Vec::new();
        for scheduled in schedule {
            match done.get(&scheduled.game) {
                Some(row) => check_row(row, scheduled, &self.rules)?,
                None => missing.push(scheduled.clone()),
            }
        }
        if decided(&self.rows) {
            return Ok(());
        }
        self.check_logs(&missing)?;
        let bar = progress_bar("games", missing.len());
        let rules = self.rules.clone();
        // What is played in a game does not depend on the thread or on other games.
        let referee = |number: u64| {
            let fixture = missing.get(number as usize).filter(|_| !interrupted());
            fixture.map_or(Ok(None), |fixture| rules.play(fixture))
        };
        let (threads, games) = (self.threads.min(missing.len()), 0..missing.len() as u64);
        worker_pool::run(
            threads,
            games,
            || Ok(referee),
            |_, played| {
                self.save(played)?;
                bar.inc(1);
                if !bar.is_hidden() {
                    bar.set_message(in_short(&self.rows));
                }
                Ok(if decided(&self.rows) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        )?;
        bar.finish_and_clear();
        Ok(())
    }

    /// The games so far.
    pub(crate) fn rows(&self) -> &[GameRow] {
        &self.rows
    }

    fn log_path(&self, game: usize) -> Option<PathBuf> {
        self.logs.as_ref().map(|folder| folder.join(format!("game-{game:06}.txt")))
    }

    /// Existing logs are not overwritten without --force or --resume.
    fn check_logs<S: Size>(&self, missing: &[ScheduledGame<S>]) -> Result<()> {
        let mut paths = missing.iter().filter_map(|scheduled| self.log_path(scheduled.game));
        match paths.find(|path| !self.may_replace && path.exists()) {
            Some(path) => bail!(
                "{}: the file already exists: expected another folder, or --csv with --resume \
                 or --force",
                path.display()
            ),
            None => Ok(()),
        }
    }

    /// Writes the log first, so that every row has its log.
    fn save(&mut self, played: Played) -> Result<()> {
        let Played { row, log } = played;
        if let Some(path) = self.log_path(row.game) {
            let [file] = output_file::open_all([Some(path.as_path())], self.may_replace)?;
            if let Some(file) = file {
                file.begin()?.write_whole(&log)?;
            }
        }
        if let Some(csv) = &mut self.csv {
            csv.write(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Sorts the games by number, in the CSV file as well. Drops those after `last`, which were still
    /// being played when the match was decided.
    pub(crate) fn finish(mut self, last: Option<usize>) -> Result<Vec<GameRow>> {
        let is_sorted = self.rows.is_sorted_by_key(|row| row.game);
        let all = self.rows.len();
        self.rows.retain(|row| last.is_none_or(|last| row.game <= last));
        self.rows.sort_by_key(|row| row.game);
        if let Some(path) = &self.path
            && path.is_file()
            && (!is_sorted || self.rows.len() < all)
        {
            // The file is still open and locked: no other run can open it before it is replaced.
            rewrite(path, &self.rows)?;
        }
        Ok(self.rows)
    }
}

/// Replaces a CSV file by one with these rows, atomically.
pub(crate) fn rewrite(path: &Path, rows: &[GameRow]) -> Result<()> {
    output_file::replace(path, |file| file.write_whole(&csv_file::table(rows)?))?;
    Ok(())
}

/// The score so far, for the progress bar.
fn in_short(rows: &[GameRow]) -> String {
    let standings = Standings::of(rows);
    match &standings.pairings[..] {
        [pairing] => {
            let record = pairing.record;
            let elo = pairing.elo.map_or_else(String::new, |elo| format!(", Elo {elo}"));
            format!("+{} ={} -{}{elo}", record.wins, record.draws, record.losses)
        }
        _ => {
            let first = standings.ranking().first().map(|&at| &standings.totals[at]);
            first.map_or_else(String::new, |total| format!("{} leads", total.player))
        }
    }
}

/// Checks that rows are of this match, with each game once.
pub(crate) fn check_same_match(rows: &[GameRow], id: MatchId, run: &Fingerprint) -> Result<()> {
    let mut lines = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let (line, game) = (at + 2, row.game);
        run.check_row(line, &row.run)?;
        ensure!(
            row.id == id,
            "line {line} of the CSV file is of match {}: expected {id}, with the same players",
            row.id
        );
        if let Some(before) = lines.insert(game, line) {
            bail!(
                "line {line} of the CSV file is game {game} again: expected it in line {before} only"
            );
        }
    }
    Ok(())
}

fn check_scheduled<S: Size>(
    rows: &[GameRow],
    schedule: &[ScheduledGame<S>],
    rules: &Rules,
) -> Result<()> {
    let known: HashMap<usize, &ScheduledGame<S>> =
        schedule.iter().map(|scheduled| (scheduled.game, scheduled)).collect();
    for (at, row) in rows.iter().enumerate() {
        match known.get(&row.game) {
            Some(scheduled) => check_row(row, scheduled, rules)?,
            None => bail!(
                "line {} of the CSV file is game {}: expected none beyond --games or outside of \
                 --shard",
                at + 2,
                row.game
            ),
        }
    }
    Ok(())
}

/// Checks that a row is of a scheduled game.
fn check_row<S: Size>(row: &GameRow, scheduled: &ScheduledGame<S>, rules: &Rules) -> Result<()> {
    let [black, white] = scheduled.seats.map(|seat| rules.players[seat].to_string());
    let opening = scheduled.opening.to_string();
    let found = (&row.stage, &row.black, &row.white, &row.opening);
    ensure!(
        found == (&scheduled.stage, &black, &white, &opening),
        "game {} of the CSV file is {}, {} against {} after `{}`: expected {}, {black} against \
         {white} after `{opening}`",
        row.game,
        row.stage,
        row.black,
        row.white,
        row.opening,
        scheduled.stage
    );
    Ok(())
}
