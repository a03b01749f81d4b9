//! One round of a book on several machines: the searches of a part, and the book after all parts.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use wedge_engine::{Score, ScoredMove, Square};

use super::book_file::BookFile;
use super::expansion::{Found, Settings, Task, apply, next_round, search_each};
use crate::io::container::checksum;
use crate::io::csv_file::Row;
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::resumable::{check_count, open_rows};
use crate::io::shard::{ShardArgs, merge_rows};

/// A searched position of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RoundRow {
    /// The number of the position in the round, from 1.
    number: usize,
    /// The position.
    board: String,
    /// How many moves have a score; the others have upper bounds.
    most: usize,
    /// Whether the scores are final.
    solved: bool,
    /// Every legal move, the best first, with its score in 32nds of a disc: `c4=-16`, or `c4<-16` for
    /// an upper bound.
    moves: String,
    /// What the search depended on.
    run: Fingerprint,
}

impl Row for RoundRow {
    const HEADER: &'static [&'static str] = &["number", "board", "most", "solved", "moves", "run"];
}

/// A round of a book.
pub(crate) struct Round {
    book: BookFile,
    tasks: Vec<Task>,
    settings: Settings,
    run: Fingerprint,
}

impl Round {
    /// The next round of a book, or the first of a new one.
    pub(crate) fn new(book: Option<&Path>, recipe: &str, settings: Settings) -> Result<Self> {
        let book = match book {
            None => BookFile::new(recipe.to_owned()),
            Some(path) => {
                let book = BookFile::read(path)?;
                ensure!(
                    book.recipe == recipe,
                    "{}: was made by `{}`: expected the same command, `{recipe}`",
                    path.display(),
                    book.recipe
                );
                book
            }
        };
        let tasks = next_round(&book.graph, settings.round);
        let number = checksum(&book.bytes());
        let run =
            Fingerprint::default().with("recipe", recipe).with("book", format!("{number:016x}"));
        Ok(Self { book, tasks, settings, run })
    }

    /// Searches a part, or joins the parts.
    pub(crate) fn run(
        self,
        path: &Path,
        resume: bool,
        shards: &ShardArgs,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        if shards.merge.is_empty() {
            self.search(path, resume, shards, out)
        } else {
            self.merge(path, &shards.merge, out)
        }
    }

    fn search(
        &self,
        path: &Path,
        resume: bool,
        shards: &ShardArgs,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        let own: Vec<usize> = (0..self.tasks.len()).filter(|&at| shards.shard.has(at)).collect();
        let check = |rows: &[RoundRow]| {
            check_count(rows.len(), own.len(), "position")?;
            let mut rows = rows.iter().zip(&own).enumerate();
            rows.try_for_each(|(line, (row, &at))| self.check(line + 2, at, row))
                .context("--resume")
        };
        let (rows, mut csv) = open_rows(path, false, resume, check, out)?;
        let left: Vec<Task> = own[rows.len()..].iter().map(|&at| self.tasks[at].clone()).collect();
        let bar = progress_bar("positions", own.len());
        let mut done = rows.len();
        bar.set_position(done as u64);
        let how = (self.settings.limit, self.settings.threads);
        search_each(&self.book.graph, &left, how, &bar, |found| {
            csv.write(&self.row(own[done], &found))?;
            done += 1;
            bar.set_position(done as u64);
            Ok(())
        })?;
        bar.finish_and_clear();
        let (shown, of) = (path.display(), own.len());
        writeln!(out, "{shown}: {done} of {of} positions of part {}", shards.shard)?;
        Ok(ExitStatus::of(!interrupted()))
    }

    fn merge(mut self, path: &Path, parts: &[PathBuf], out: &mut dyn Write) -> Result<ExitStatus> {
        let shown = path.display().to_string();
        ensure!(!path.exists(), "{shown}: the file already exists: expected a new name");
        let names: Vec<String> =
            (1..=self.tasks.len()).map(|number| format!("position {number}")).collect();
        let place = |row: &RoundRow| row.number.checked_sub(1).filter(|&at| at < names.len());
        let rows = merge_rows(parts, &names, place, |line, at, row| self.check(line, at, row))?;
        let found: Vec<Found> = rows.iter().map(read).collect::<Result<_>>()?;
        apply(&mut self.book.graph, &self.tasks, &found);
        self.book.save(path)?;
        writeln!(out, "{shown}: {}", self.book.graph.summary())?;
        Ok(ExitStatus::Done)
    }

    fn row(&self, at: usize, found: &Found) -> RoundRow {
        let moves = found.moves.iter().map(|scored| {
            let sign = if scored.at_most { '<' } else { '=' };
            format!("{}{sign}{}", scored.square, scored.score.units())
        });
        let Task { at: node, most, .. } = &self.tasks[at];
        RoundRow {
            number: at + 1,
            board: self.book.graph.position(*node).to_string(),
            most: *most,
            solved: found.solved,
            moves: moves.collect::<Vec<_>>().join(" "),
            run: self.run.clone(),
        }
    }

    /// Checks that a row, which is in this line, is of this position and has all its moves.
    fn check(&self, line: usize, at: usize, row: &RoundRow) -> Result<()> {
        let Task { at: node, most, .. } = &self.tasks[at];
        let position = self.book.graph.position(*node);
        ensure!(
            (row.number, &row.board, row.most) == (at + 1, &position.to_string(), *most),
            "line {line} of the CSV file is position {}, {}, {} moves: expected position {}, \
             {position}, {most} moves",
            row.number,
            row.board,
            row.most,
            at + 1
        );
        self.run.check_row(line, &row.run)?;
        let found = read(row).with_context(|| format!("line {line} of the CSV file"))?;
        let squares = found.moves.iter().map(|scored| scored.square.bit());
        let is_sorted = found.moves.is_sorted_by(|one, two| one.at_most <= two.at_most);
        ensure!(
            is_sorted
                && found.moves.len() == position.board().legal_moves().len() as usize
                && squares.fold(0, |all, bit| all | bit.0) == position.board().legal_moves().0,
            "line {line} of the CSV file: moves `{}`: expected every legal move once, those with \
             bounds last",
            row.moves
        );
        Ok(())
    }
}

/// What a row says.
fn read(row: &RoundRow) -> Result<Found> {
    let read_move = |word: &str| -> Option<ScoredMove> {
        let (square, units) = word.split_once(['=', '<'])?;
        let square: Square = square.parse().ok()?;
        let units: i32 = units.parse().ok()?;
        let score = Score::from_units(units);
        (score.units() == units).then_some(ScoredMove {
            square,
            score,
            at_most: word.contains('<'),
        })
    };
    let mut moves = Vec::new();
    for word in row.moves.split(' ') {
        let Some(scored) = read_move(word) else {
            bail!("move `{word}`: expected a square and a score, such as c4=-16 or c4<-16");
        };
        moves.push(scored);
    }
    Ok(Found { moves, solved: row.solved })
}
