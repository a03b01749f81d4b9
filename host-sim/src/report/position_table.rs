//! The table of searched and solved positions, and how many of their scores agree with known ones.

use std::collections::HashMap;

use super::page::table;
use super::plot::short;
use crate::formats::rows::{PositionRow, SolveRow};
use crate::formats::suite::Suite;
use crate::io::markup::escape;

/// Rows that a page shows of one file.
const MOST: usize = 500;

/// What the page shows of a position.
pub(super) struct Entry {
    name: String,
    empties: u32,
    depth: String,
    score: String,
    /// The known score and whether ours, if it is exact, agrees.
    known: Option<(i32, bool)>,
    best: String,
    nodes: u64,
    seconds: f64,
}

/// Searched positions. Only the FFO problems have known scores; a search to the end finds them.
pub(super) fn searched(rows: &[PositionRow]) -> Vec<Entry> {
    let suites = [Suite::Ffo1To19, Suite::Ffo20To39, Suite::Ffo40To49];
    let problems = suites.into_iter().filter_map(|suite| suite.problems().ok()).flatten();
    let known: HashMap<String, i32> = problems
        .filter_map(|problem| Some((problem.name.clone(), problem.best_score()?)))
        .collect();
    let entry = |row: &PositionRow| {
        let solved = u32::from(row.depth) == row.empties && row.bound == "exact";
        let known = known.get(&row.name).filter(|_| solved);
        Entry {
            name: row.name.clone(),
            empties: row.empties,
            depth: if solved { "exact".into() } else { row.depth.to_string() },
            score: if solved {
                format!("{:+.0}", row.score.0)
            } else {
                format!("{:+.2}", row.score.0)
            },
            known: known.map(|&known| (known, row.score.0 == f64::from(known))),
            best: row.best.clone(),
            nodes: row.nodes,
            seconds: row.seconds.0,
        }
    };
    rows.iter().map(entry).collect()
}

/// Solved positions, with the scores that their file has.
pub(super) fn solved(rows: &[SolveRow]) -> Vec<Entry> {
    let entry = |row: &SolveRow| {
        let score = row.score.parse::<i32>().ok().filter(|_| row.goal == "exact");
        Entry {
            name: row.name.clone(),
            empties: row.empties,
            depth: row.goal.clone(),
            score: score.map_or_else(|| row.score.clone(), |score| format!("{score:+}")),
            known: score.zip(row.known).map(|(score, known)| (known, score == known)),
            best: row.mv.clone(),
            nodes: row.nodes,
            seconds: row.seconds.0,
        }
    };
    rows.iter().map(entry).collect()
}

/// How many of the known scores were found, as text; empty if none is known.
pub(super) fn agreement(entries: &[Entry]) -> String {
    let checks: Vec<bool> = entries.iter().filter_map(|entry| Some(entry.known?.1)).collect();
    let right = checks.iter().filter(|right| **right).count();
    if checks.is_empty() { String::new() } else { format!("{right} of {}", checks.len()) }
}

/// The table of a file's positions, folded away if it is long.
pub(super) fn details(file: &str, entries: &[Entry]) -> String {
    let rows: Vec<Vec<String>> = entries
        .iter()
        .take(MOST)
        .map(|entry| {
            let known = entry.known.map_or_else(String::new, |(known, agrees)| {
                format!("{known:+}{}", if agrees { "" } else { " (differs)" })
            });
            vec![
                escape(&entry.name),
                entry.empties.to_string(),
                escape(&entry.depth),
                escape(&entry.score),
                known,
                escape(&entry.best),
                short(entry.nodes as f64),
                format!("{:.3}", entry.seconds),
            ]
        })
        .collect();
    let header =
        ["position", "empty squares", "depth", "score", "known", "best move", "nodes", "seconds"];
    let count = match entries.len() {
        all if all > MOST => format!("The first {MOST} of the {all} positions of"),
        1 => "The position of".to_owned(),
        all => format!("All {all} positions of"),
    };
    let (name, table) = (escape(file), table(&header, &rows, &[0]));
    format!("<details><summary>{count} <code>{name}</code></summary>\n{table}</details>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::csv_file::{Discs, Seconds};
    use crate::io::fingerprint::Fingerprint;

    fn row(name: &str, depth: u8, score: f64) -> PositionRow {
        PositionRow {
            name: name.into(),
            side: "black".into(),
            empties: 14,
            limit: "exact".into(),
            depth,
            score: Discs(score),
            bound: "exact".into(),
            best: "g8".into(),
            line: "g8".into(),
            seconds: Seconds(0.25),
            nodes: 4,
            nps: 16,
            table_fill: 0.0,
            board: String::new(),
            run: Fingerprint::default(),
        }
    }

    #[test]
    fn solved_problems_are_compared_with_their_known_scores() {
        // The score of ffo01 is +18, that of ffo02 +10.
        let rows = [row("ffo01", 14, 18.0), row("ffo02", 14, 12.0), row("ffo03", 8, 1.5)];
        let entries = searched(&rows);
        assert_eq!(agreement(&entries), "1 of 2");
        let page = details("a<b.csv", &entries);
        assert!(page.contains("All 3 positions of <code>a&lt;b.csv</code>"), "{page}");
        for cell in [">exact<", ">+18<", ">+10 (differs)<", ">8<", ">+1.50<", ">0.250<"] {
            assert!(page.contains(cell), "{cell} in {page}");
        }
        assert_eq!(agreement(&searched(&[row("mine", 14, 2.0)])), "");
    }

    #[test]
    fn long_tables_are_cut() {
        let rows = vec![row("mine", 14, 2.0); MOST + 1];
        let page = details("many.csv", &searched(&rows));
        assert!(page.contains("The first 500 of the 501 positions of"), "{page}");
        assert_eq!(page.matches("<tr>").count(), MOST + 1);
    }
}
