//! The summary of searched positions: a table, totals, and agreement with known scores.

use std::io::Write;

use anyhow::Result;

use crate::formats::rows::PositionRow;
use crate::formats::suite::Problem;
use crate::io::csv_file::{Discs, rate};
use crate::io::text_table::TextTable;

/// Prints rows beside the known scores of their problems; there may be fewer rows than problems.
///
/// # Errors
/// If it cannot be written.
pub fn print(problems: &[Problem], rows: &[PositionRow], out: &mut dyn Write) -> Result<()> {
    let mut table = TextTable::new(&[
        "position", "side", "empties", "limit", "depth", "score", "move", "true", "seconds",
        "nodes", "Mn/s",
    ])
    .left(&[0, 1, 3, 6]);
    for (problem, row) in problems.iter().zip(rows) {
        let known = problem.best_score().map(|score| Discs(f64::from(score)).to_string());
        let bound = match row.bound.split('@').next() {
            Some("lower") => ">=",
            Some("upper") => "<=",
            _ => "",
        };
        table.row([
            row.name.clone(),
            row.side.clone(),
            row.empties.to_string(),
            row.limit.clone(),
            row.depth.to_string(),
            format!("{bound}{}", row.score),
            row.best.clone(),
            known.unwrap_or_default(),
            format!("{:.3}", row.seconds.0),
            row.nodes.to_string(),
            format!("{:.1}", row.nps as f64 / 1e6),
        ]);
    }
    writeln!(out, "{table}")?;
    let (nodes, seconds) = totals(rows);
    let done = format!("{} of {} positions", rows.len(), problems.len());
    print_totals(&done, nodes, seconds, out)?;
    print_agreement(problems, rows, out)
}

/// Prints what was done, with nodes and time.
///
/// # Errors
/// If it cannot be written.
pub fn print_totals(done: &str, nodes: u64, seconds: f64, out: &mut dyn Write) -> Result<()> {
    let rate = rate(nodes, seconds) as f64 / 1e6;
    writeln!(out, "{done}, {nodes} nodes, {seconds:.2} s, {rate:.1} million nodes a second")?;
    Ok(())
}

/// Nodes and seconds of all rows.
#[must_use]
pub fn totals(rows: &[PositionRow]) -> (u64, f64) {
    (rows.iter().map(|row| row.nodes).sum(), rows.iter().map(|row| row.seconds.0).sum())
}

/// A solved position must have the exact score; of others only the move is compared.
fn print_agreement(problems: &[Problem], rows: &[PositionRow], out: &mut dyn Write) -> Result<()> {
    let (mut solved, mut searched) = (Tally::default(), Tally::default());
    let mut losses = Vec::new();
    for (problem, row) in problems.iter().zip(rows) {
        let Some(best) = problem.best_score() else { continue };
        let best_moves: Vec<_> = problem.best_moves().map(|mv| mv.to_string()).collect();
        let right_move = best_moves.contains(&row.best);
        let found = format!("{} {}", row.best, row.score);
        let wanted = format!("{} {}", best_moves.join(" or "), Discs(f64::from(best)));
        let note = format!("  {}: found {found}, true {wanted}", row.name);
        if row.bound == "exact" {
            solved.add(right_move && row.score == Discs(f64::from(best)), note);
        } else {
            searched.add(right_move, note);
            let played = problem.scores.iter().find(|(mv, _)| mv.to_string() == row.best);
            losses.extend(played.map(|(_, score)| f64::from(best - score)));
        }
    }
    solved.print("solved results agree with the known scores", out)?;
    searched.print("searched positions have a best move", out)?;
    if !losses.is_empty() {
        let (count, lost) = (losses.len(), losses.iter().sum::<f64>());
        let nodes = totals(rows).0 / rows.len() as u64;
        let mean = lost / count as f64;
        writeln!(out, "mean loss of {count} moves {mean:.3} discs, {nodes} nodes a position")?;
    }
    Ok(())
}

/// Counts right results and collects notes on wrong ones.
#[derive(Default)]
pub struct Tally {
    right: usize,
    wrong: Vec<String>,
}

impl Tally {
    /// Counts a result; the note is kept if it is wrong.
    pub fn add(&mut self, right: bool, note: String) {
        if right {
            self.right += 1;
        } else {
            self.wrong.push(note);
        }
    }

    /// Prints the count, if there is anything to count, and the notes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, what: &str, out: &mut dyn Write) -> Result<()> {
        let all = self.right + self.wrong.len();
        if all > 0 {
            let but = if self.wrong.is_empty() { "" } else { "; not these:" };
            writeln!(out, "{} of {all} {what}{but}", self.right)?;
        }
        for note in &self.wrong {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }
}
