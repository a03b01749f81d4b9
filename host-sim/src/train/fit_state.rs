//! The state of a fit under way, saved after every round so that an interrupted one can go on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::least_squares::Descent;
use crate::io::container::{Container, push_checksum, push_text, strip_checksum};

const CONTAINER: Container =
    Container::new(*b"WEDGECGS", 1, "expected the state of a fit, as `host-sim train fit` saves");

/// A fit under way.
pub(crate) struct FitState {
    /// Rounds done.
    pub(crate) rounds: u32,
    pub(crate) descent: Descent,
    /// The weights with the smallest held-out error so far, that error, and their round.
    pub(crate) best: Vec<f32>,
    pub(crate) best_error: f64,
    pub(crate) best_round: u32,
}

/// The file beside the output that holds the state.
pub(crate) fn path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

impl FitState {
    /// Saves the state in place of the one before.
    pub(crate) fn save(&self, path: &Path, recipe: &str) -> Result<()> {
        let Descent { weights, residual, direction, inverse, length } = &self.descent;
        let mut bytes = CONTAINER.header();
        push_text(&mut bytes, recipe);
        bytes.extend(self.rounds.to_le_bytes());
        bytes.extend(self.best_round.to_le_bytes());
        bytes.extend(self.best_error.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        for numbers in [weights, residual, direction, inverse, &self.best] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        push_checksum(&mut bytes);
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
        ensure!(body.len() == 24 + 5 * 4 * len, "{} bytes: the file is damaged", body.len());
        let (numbers, vectors) = body.split_at(24);
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
            best_error: eight(8),
            descent: Descent {
                weights: vector(0),
                residual: vector(1),
                direction: vector(2),
                inverse: vector(3),
                length: eight(16),
            },
            best: vector(4),
        })
    }
}
