//! Parts of a long job, for one of several machines, and how they are joined.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::de::DeserializeOwned;

use crate::io::csv_file::{Row, read_rows};

/// A part of a job: `2/3` is the second of three. Its steps are dealt to the parts in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    which: usize,
    of: usize,
}

impl Shard {
    /// The whole job.
    pub const WHOLE: Self = Self { which: 1, of: 1 };

    /// Whether a step is in this part; steps are numbered from 0.
    #[must_use]
    pub const fn has(&self, step: usize) -> bool {
        step % self.of == self.which - 1
    }

    /// Whether it is the whole job.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// The step with this number among those of the part.
    #[must_use]
    pub const fn step(&self, number: usize) -> usize {
        number * self.of + self.which - 1
    }

    /// How many of the first `steps` steps are in this part.
    #[must_use]
    pub const fn count(&self, steps: usize) -> usize {
        (steps + self.of - self.which) / self.of
    }

    /// All parts of a job that is cut into so many.
    pub fn all(of: usize) -> impl Iterator<Item = Self> {
        (1..=of).map(move |which| Self { which, of })
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers = text.split_once('/').and_then(|(i, n)| i.parse().ok().zip(n.parse().ok()));
        match numbers {
            Some((which, of)) if (1..=of).contains(&which) => Ok(Self { which, of }),
            _ => bail!("shard `{text}`: expected which part of how many, such as 2/3"),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.which, self.of)
    }
}

/// The part of a job to run, or the parts to join.
#[derive(Args, Clone, Debug)]
pub struct ShardArgs {
    /// Do only this part of the job, such as 2/3
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Join the files of all parts of this job, which were made with the same options
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with_all = ["shard", "resume"])]
    pub merge: Vec<PathBuf>,
}

/// Joins the CSV files of the parts of a job: a row for each of its steps, in their order. `place`
/// gives the step of a row, and `check` refuses a row that another run has made.
///
/// # Errors
/// If a file cannot be read, or a step is missing, there twice or of another run: names it.
pub fn merge_rows<R: Row + DeserializeOwned>(
    files: &[PathBuf],
    steps: &[String],
    place: impl Fn(&R) -> Option<usize>,
    check: impl Fn(usize, usize, &R) -> Result<()>,
) -> Result<Vec<R>> {
    let mut rows: Vec<Option<(R, &Path)>> = steps.iter().map(|_| None).collect();
    for path in files {
        for (at, row) in read_rows::<R>(path)?.into_iter().enumerate() {
            let (line, shown) = (at + 2, path.display());
            let Some(step) = place(&row) else {
                bail!(
                    "{shown}: line {line} is of no step of this job: expected the same positions"
                );
            };
            check(line, step, &row).with_context(|| shown.to_string())?;
            if let Some((_, other)) = &rows[step] {
                bail!("{shown}: {} is in {} too: expected it once", steps[step], other.display());
            }
            rows[step] = Some((row, path));
        }
    }
    let missing = rows.iter().filter(|row| row.is_none()).count();
    if let Some(first) = rows.iter().position(Option::is_none) {
        bail!(
            "--merge: {} is in none of the files: expected all parts, of which {missing} of {} rows \
             are missing",
            steps[first],
            steps.len()
        );
    }
    Ok(rows.into_iter().flatten().map(|(row, _)| row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_divide_the_steps_among_them() {
        for of in 1..=7 {
            for step in 0..60 {
                assert_eq!(Shard::all(of).filter(|shard| shard.has(step)).count(), 1);
            }
            for steps in 0..40 {
                for shard in Shard::all(of) {
                    let own: Vec<usize> = (0..steps).filter(|&step| shard.has(step)).collect();
                    assert_eq!(shard.count(steps), own.len(), "{shard} of {steps}");
                    let numbered = (0..own.len()).map(|number| shard.step(number));
                    assert_eq!(numbered.collect::<Vec<_>>(), own);
                }
            }
        }
        assert_eq!("1/1".parse::<Shard>().unwrap(), Shard::WHOLE);
        for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("expected which part of how many"), "{error}");
        }
    }
}
