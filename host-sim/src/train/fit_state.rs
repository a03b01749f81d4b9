//! The state of a fit under way, saved after every round so that an interrupted one can go on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::least_squares::{Descent, Pass};
use crate::io::container::{Container, checksum, push_checksum, push_text, strip_checksum};

const CONTAINER: Container =
    Container::new(*b"WEDGECGS", 2, "expected the state of a fit, as `host-sim train fit` saves");

/// Whether the weights were clamped to what the chip can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clamp {
    /// Not yet.
    Before,
    /// They were; a pass has to compute the residual.
    Pending,
    /// They were.
    Done,
}

/// A fit under way.
pub(crate) struct FitState {
    /// Rounds done.
    pub(crate) rounds: u32,
    pub(crate) descent: Descent,
    /// The weights with the smallest held-out error so far, that error, and their round.
    pub(crate) best: Vec<f32>,
    pub(crate) best_error: f64,
    pub(crate) best_round: u32,
    pub(crate) clamp: Clamp,
}

/// The file beside the output that holds the state.
pub(crate) fn path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

impl FitState {
    /// The state after the first pass.
    pub(crate) fn new(descent: Descent) -> Self {
        let best = descent.weights.clone();
        let (best_error, best_round) = (f64::INFINITY, 0);
        Self { rounds: 0, descent, best, best_error, best_round, clamp: Clamp::Before }
    }

    /// The pass that has to follow.
    pub(crate) const fn next_pass(&self) -> Pass<'_> {
        match self.clamp {
            Clamp::Pending => Pass::Residual(&self.descent),
            Clamp::Before | Clamp::Done => Pass::Round(&self.descent),
        }
    }

    /// A number for the state: the parts of a pass belong to one state.
    pub(crate) fn number(&self, recipe: &str) -> u64 {
        checksum(&self.bytes(recipe))
    }

    fn bytes(&self, recipe: &str) -> Vec<u8> {
        let Descent { weights, residual, direction, inverse, length } = &self.descent;
        let mut bytes = CONTAINER.header();
        push_text(&mut bytes, recipe);
        bytes.extend(self.rounds.to_le_bytes());
        bytes.extend(self.best_round.to_le_bytes());
        bytes.extend((self.clamp as u32).to_le_bytes());
        bytes.extend(self.best_error.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        for numbers in [weights, residual, direction, inverse, &self.best] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        push_checksum(&mut bytes);
        bytes
    }

    /// Saves the state in place of the one before.
    pub(crate) fn save(&self, path: &Path, recipe: &str) -> Result<()> {
        let bytes = self.bytes(recipe);
        let new = path.with_extension("state-new");
        let place = || new.display().to_string();
        fs::write(&new, bytes).and_then(|()| fs::rename(&new, path)).with_context(place)
    }

    /// Reads a state with `len` weights that was saved with the same recipe.
    pub(crate) fn read(path: &Path, recipe: &str, len: usize) -> Result<Self> {
        Self::read_from(path, recipe, len).with_context(|| path.display().to_string())
    }

    fn read_from(path: &Path, recipe: &str, len: usize) -> Result<Self> {
        let bytes = fs::read(path)?;
        CONTAINER.strip_header(&bytes)?;
        let body = strip_checksum(&bytes).context("wrong checksum: the file is damaged")?;
        let mut wanted = CONTAINER.header();
        push_text(&mut wanted, recipe);
        let body = body.strip_prefix(&wanted[..]);
        let body = body.context("was saved by another command: expected the same one")?;
        ensure!(body.len() == 28 + 5 * 4 * len, "{} bytes: the file is damaged", body.len());
        let (numbers, vectors) = body.split_at(28);
        let eight = |at: usize| {
            f64::from_le_bytes(numbers[at..].first_chunk().copied().unwrap_or_default())
        };
        let four = |at: usize| {
            u32::from_le_bytes(numbers[at..].first_chunk().copied().unwrap_or_default())
        };
        let vector = |number: usize| {
            let bytes = &vectors[4 * len * number..][..4 * len];
            bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
        };
        Ok(Self {
            rounds: four(0),
            best_round: four(4),
            best_error: eight(12),
            descent: Descent {
                weights: vector(0),
                residual: vector(1),
                direction: vector(2),
                inverse: vector(3),
                length: eight(20),
            },
            best: vector(4),
            clamp: match four(8) {
                0 => Clamp::Before,
                1 => Clamp::Pending,
                2 => Clamp::Done,
                other => bail!("clamp {other}: the file is damaged"),
            },
        })
    }
}
