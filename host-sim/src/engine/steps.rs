//! The steps from the original search to today's: the same positions, one step added at a time.

use anyhow::Result;
use wedge_engine::Certainty;

use super::heap_table::HeapTable;
use super::limit::Limit;
use super::setup::{MoveOrdering, Preset, SearchAlgorithm, Setup};
use super::suite_search::search_problems;
use crate::formats::rows::{CompareRow, PositionRow};
use crate::formats::suite::Problem;
use crate::io::csv_file::Seconds;
use crate::io::value_enum::value_name;
use crate::report::summary::totals;

/// The searches, from the preset `original` to the preset `best`.
#[must_use]
pub fn steps() -> [Setup; 4] {
    let (original, best) = (Preset::Original.setup(), Preset::Best.setup());
    [
        original,
        Setup { ordering: MoveOrdering::Full, ..original },
        Setup { certainty: Certainty::FULL, ..best },
        best,
    ]
}

/// Searches the problems with every step. `name` is their name in the rows. Returns `None` if the
/// user interrupts.
///
/// # Errors
/// If there is no memory for the table.
pub fn compare_steps(
    name: &str,
    problems: &[Problem],
    depth: u8,
    table: &mut HeapTable,
) -> Result<Option<Vec<CompareRow>>> {
    let mut rows = Vec::new();
    for setup in steps() {
        let mut searched: Vec<PositionRow> = Vec::new();
        search_problems(problems, Some(Limit::Depth(depth)), setup, table, |row| {
            searched.push(row);
            Ok(())
        })?;
        if searched.len() < problems.len() {
            return Ok(None);
        }
        let (nodes, seconds) = totals(&searched);
        let selective = setup.search == SearchAlgorithm::NegaScout
            && setup.ordering == MoveOrdering::Full
            && setup.certainty < Certainty::FULL;
        let search = value_name(&setup.search);
        rows.push(CompareRow {
            suite: name.to_owned(),
            depth,
            eval: setup.eval.to_string(),
            tt_bits: setup.tt_bits.to_string(),
            search: if selective { search + "+probcut" } else { search },
            ordering: value_name(&setup.ordering),
            nodes,
            seconds: Seconds(seconds),
        });
    }
    Ok(Some(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::suite::Suite;

    #[test]
    fn the_steps_lead_from_the_original_to_the_best() {
        let steps = steps();
        assert_eq!(steps[0], Preset::Original.setup());
        assert_eq!(steps[3], Setup::default());
        assert!(steps.windows(2).all(|pair| pair[0] != pair[1]));
    }

    /// Fewer nodes for the same positions, and without ProbCut the same scores.
    #[test]
    fn each_step_is_worth_something() {
        let problems = Suite::Default.problems().unwrap();
        let middle = &problems[problems.len() - 4..];
        let mut table = HeapTable::new("16".parse().unwrap()).unwrap();
        let rows = compare_steps("middle", middle, 7, &mut table).unwrap().unwrap();
        let nodes: Vec<u64> = rows.iter().map(|row| row.nodes).collect();
        assert!(nodes[1] < nodes[0] && nodes[3] < nodes[2], "{nodes:?}");
        let scores = steps().into_iter().take(3).map(|setup| {
            let mut scores = Vec::new();
            search_problems(middle, Some(Limit::Depth(7)), setup, &mut table, |row| {
                scores.push(row.score);
                Ok(())
            })
            .unwrap();
            scores
        });
        let scores: Vec<_> = scores.collect();
        assert!(scores.iter().all(|one| *one == scores[0]), "{scores:?}");
    }
}
