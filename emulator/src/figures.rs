//! Instruction counts of the engine on the chip, kept as a table in
//! `docs/measurements/benchmarks.md`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::program::Output;

const BEGIN: &str = "<!-- chip: begin -->";
const END: &str = "<!-- chip: end -->";
/// The clock frequency of the chip.
const HZ: f64 = 80e6;
/// Cycles an instruction on silicon, until a board says otherwise: four wait states of the flash and
/// a small cache.
const CYCLES: [f64; 2] = [1.5, 2.5];
/// How much a figure may grow before the table has to be updated.
const TOLERANCE: f64 = 1.05;

/// The figures: the name in the program's output, and the name in the table.
const ROWS: [(&str, &str); 14] = [
    ("portable-legal", "legal moves of a position, 64-bit form"),
    ("legal", "legal moves of a position, 32-bit form"),
    ("portable-flips", "flips of a move, 64-bit form"),
    ("flips", "flips of a move, 32-bit form"),
    ("perft", "perft(7), leaf"),
    ("evaluation", "evaluation (the standard one)"),
    ("alphabeta", "search node, alpha-beta and history table, depth 6"),
    ("negascout", "search node, NegaScout and full ordering, depth 6"),
    ("solved14", "node of an exact solution from 14 empty squares"),
    ("solve12", "exact solution from 12 empty squares, a random game"),
    ("solve14", "exact solution from 14 empty squares, FFO 1"),
    ("book", "opening book lookup"),
    ("dark-chess", "search node of dark chess, its bench"),
    ("row", "LED row"),
];

/// Instruction counts by their names in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures(Vec<(String, f64)>);

impl Figures {
    /// Reads the figures from the output of the measuring program.
    ///
    /// # Errors
    /// If a line is missing.
    pub fn measured(output: &Output) -> Result<Self> {
        let row = |&(line, name): &(&str, &str)| {
            let [instructions, count] = output.numbers(line)?;
            Ok((name.to_string(), instructions as f64 / count as f64))
        };
        Ok(Self(ROWS.iter().map(row).collect::<Result<_>>()?))
    }

    /// Reads the figures from the table in a document.
    ///
    /// # Errors
    /// If there is no table, or a cell is not a number.
    pub fn documented(document: &str) -> Result<Self> {
        let (_, rest) = document
            .split_once(BEGIN)
            .context("the document has no table of the chip's figures")?;
        let (section, _) =
            rest.split_once(END).context("the table of the chip's figures has no end mark")?;
        let mut figures = Vec::new();
        for line in section.lines().filter(|line| line.starts_with('|')).skip(2) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let &[_, name, instructions, ..] = &cells[..] else {
                bail!("`{line}`: expected a table row")
            };
            let number = instructions.parse();
            figures.push((
                name.into(),
                number
                    .with_context(|| format!("`{line}`: expected a number in the second column"))?,
            ));
        }
        Ok(Self(figures))
    }

    /// The figures that are more than 5 % above the documented ones, or are not documented.
    #[must_use]
    pub fn growth(&self, documented: &Self) -> Vec<String> {
        let mut grown = Vec::new();
        for (name, now) in &self.0 {
            match documented.0.iter().find(|(known, _)| known == name) {
                None => grown.push(format!("{name}: {now:.0} instructions, not in the table")),
                Some((_, then)) if *now > then * TOLERANCE => {
                    grown.push(format!("{name}: {now:.0} instructions, {then:.0} in the table"));
                }
                Some(_) => {}
            }
        }
        grown
    }

    /// The document with the table replaced, or appended if there was none.
    #[must_use]
    pub fn written_into(&self, document: &str) -> String {
        let mut section = format!(
            "{BEGIN}\n| on the chip | instructions | at 80 MHz, at least | estimate |\n|---|--:|--:|--:|\n"
        );
        for (name, instructions) in &self.0 {
            let least = instructions / HZ;
            let [low, high] = CYCLES.map(|cycles| time(least * cycles));
            let least = time(least);
            let _ = writeln!(section, "| {name} | {instructions:.0} | {least} | {low} to {high} |");
        }
        section += END;
        match (document.split_once(BEGIN), document.split_once(END)) {
            (Some((before, _)), Some((_, after))) => format!("{before}{section}{after}"),
            _ => format!(
                "{document}\n## The chip\n\nInstructions on the emulated STM32L475, counted by its own \
                 timer while QEMU gives each instruction the same time. A cycle an instruction is the \
                 least that it takes; the estimate has 1.5 to 2.5 cycles, for flash wait states, loads \
                 and taken branches, until a real board has been measured. `cargo xtask measure --write` makes this table anew; a test fails when a \
                 figure has grown by more than 5 %.\n\n{section}\n"
            ),
        }
    }
}

/// A time in the unit that suits it.
fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "us"),
    };
    let decimals = if value < 10.0 { 1 } else { 0 };
    format!("{value:.decimals$} {unit}")
}

/// The path of the document with the figures.
#[must_use]
pub fn benchmarks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/measurements/benchmarks.md")
}

/// The text of the document; empty if it does not exist.
#[must_use]
pub fn read_benchmarks() -> String {
    fs::read_to_string(benchmarks()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(numbers: [f64; 2]) -> Figures {
        Figures(["leaf", "node"].map(String::from).into_iter().zip(numbers).collect())
    }

    #[test]
    fn the_table_round_trips() {
        let written = figures([116.0, 2920.0]).written_into("# Benchmarks\n");
        assert!(written.starts_with("# Benchmarks\n\n## The chip\n"));
        assert_eq!(Figures::documented(&written).unwrap(), figures([116.0, 2920.0]));
        let again = figures([100.0, 900.0]).written_into(&(written + "\n## More\n"));
        assert_eq!(Figures::documented(&again).unwrap(), figures([100.0, 900.0]));
        assert!(again.ends_with("\n## More\n"));
        assert_eq!(again.matches("## The chip").count(), 1);
    }

    #[test]
    fn times_are_bounds_with_an_estimate_beside_them() {
        let written = figures([800.0, 160_000_000.0]).written_into("");
        assert!(written.contains("| leaf | 800 | 10 us | 15 us to 25 us |"), "{written}");
        assert!(written.contains("| node | 160000000 | 2.0 s | 3.0 s to 5.0 s |"), "{written}");
    }

    #[test]
    fn only_growth_beyond_the_tolerance_is_reported() {
        let documented = figures([100.0, 1000.0]);
        assert_eq!(figures([104.0, 900.0]).growth(&documented), Vec::<String>::new());
        let grown = figures([106.0, 1000.0]).growth(&documented);
        assert_eq!(grown, ["leaf: 106 instructions, 100 in the table"]);
        let unknown = figures([1.0, 1.0]).growth(&Figures(Vec::new()));
        assert_eq!(unknown.len(), 2);
    }
}
