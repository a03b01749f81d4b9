//! A network in training as a file: saved after every block, so that an interrupted training can go
//! on, and read by `train quantise` at the end.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use wedge_engine::pattern::train::{PHASES, Set};

use super::model::{Layout, MOST_WEIGHTS, Network, Output};
use crate::io::container::{Container, push_checksum, push_text, strip_checksum};
use crate::io::{input_file, output_file};

const CONTAINER: Container =
    Container::new(*b"WEDGETRN", 2, "expected a network, as `host-sim train network` writes");
/// Longer than any such file, in bytes.
const LONGEST: u64 = 256 << 20;

/// A network in training, with how far it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Training<const W: usize> {
    /// The commands that make it.
    pub(crate) recipe: String,
    /// The place of its set in [`Set::ALL`].
    pub(crate) set: usize,
    /// The epochs done, and the blocks done of the one under way.
    pub(crate) epochs: u32,
    pub(crate) blocks: u32,
    pub(crate) network: Network<W>,
}

impl<const W: usize> Training<W> {
    /// Begins a training that is saved to this file, or continues the one in it.
    ///
    /// # Errors
    /// If the file exists without `resume` or `force`, or is of another training.
    pub(crate) fn open(
        path: &Path,
        new: impl FnOnce() -> Self,
        rows: usize,
        resume: bool,
        force: bool,
    ) -> Result<Self> {
        let shown = path.display();
        let new = new();
        if resume && path.is_file() {
            let training = Self::read(path)?;
            ensure!(
                training.recipe == new.recipe && training.network.rows.len() == rows,
                "{shown}: was made by `{}`: expected the same command, `{}`",
                training.recipe,
                new.recipe
            );
            return Ok(training);
        }
        ensure!(force || !path.exists(), "{shown}: the file already exists");
        // Now, so that a bad path fails before the training.
        new.save(path)?;
        Ok(new)
    }

    /// Saves the training in place of its last state.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        let bytes = self.to_bytes();
        output_file::replace(path, |file| file.write_whole(&bytes))?;
        Ok(())
    }

    pub(crate) fn read(path: &Path) -> Result<Self> {
        let read = || Self::from_bytes(&input_file::read(path, LONGEST)?);
        read().with_context(|| path.display().to_string())
    }

    /// Whether a position had this row.
    pub(crate) fn has_seen(&self, row: usize) -> bool {
        self.network.sums[row] > Network::<W>::first_sum(row)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = CONTAINER.header();
        push_text(&mut bytes, &self.recipe);
        let Network { rows, sums, outputs } = &self.network;
        for number in [self.set as u32, self.epochs, self.blocks, rows.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for output in outputs {
            bytes.extend(output.count.to_le_bytes());
            let [mean, square] = &output.means;
            for numbers in [&output.weights, mean, square, &output.gradient] {
                push_numbers(&mut bytes, &numbers[..Network::<W>::WEIGHTS]);
            }
        }
        push_numbers(&mut bytes, sums);
        push_numbers(&mut bytes, rows.as_flattened());
        push_checksum(&mut bytes);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        CONTAINER.strip_header(bytes)?;
        let body = strip_checksum(bytes).context("wrong checksum: the file is damaged")?;
        let mut rest = Rest(CONTAINER.strip_header(body)?);
        let len = rest.number()? as usize;
        let recipe = String::from_utf8(rest.take(len)?.to_vec())?;
        let number = rest.number()? as usize;
        let set = Set::ALL.get(number).context("a set of shapes that is not known")?;
        let (epochs, blocks, len) = (rest.number()?, rest.number()?, rest.number()? as usize);
        ensure!(
            set.width == W && len == Layout::new(set).len,
            "a network of another form: expected today's shapes of the set"
        );
        let mut outputs = Vec::new();
        for _ in 0..PHASES {
            let count = rest.number()?;
            let mut numbers = || -> Result<[f32; MOST_WEIGHTS]> {
                let mut all = [0.0; MOST_WEIGHTS];
                for number in &mut all[..Network::<W>::WEIGHTS] {
                    [*number] = rest.floats::<1>()?;
                }
                Ok(all)
            };
            let (weights, means) = (numbers()?, [numbers()?, numbers()?]);
            outputs.push(Output { weights, means, gradient: numbers()?, count });
        }
        let sums = (0..len).map(|_| Ok(rest.floats::<1>()?[0])).collect::<Result<_>>()?;
        let rows = (0..len).map(|_| rest.floats::<W>()).collect::<Result<_>>()?;
        ensure!(rest.0.is_empty(), "{} bytes too many: the file is damaged", rest.0.len());
        Ok(Self { recipe, set: number, epochs, blocks, network: Network { rows, sums, outputs } })
    }
}

/// The set of the training in a file.
///
/// # Errors
/// If the file cannot be read or is no training.
pub(crate) fn set_of(path: &Path) -> Result<&'static Set> {
    let read = || {
        // The recipe is the only part of unknown length in front of the number.
        let bytes = input_file::read(path, LONGEST)?;
        let mut rest = Rest(CONTAINER.strip_header(&bytes)?);
        let len = rest.number()? as usize;
        rest.take(len)?;
        let number = rest.number()? as usize;
        Set::ALL.get(number).copied().context("a set of shapes that is not known")
    };
    read().with_context(|| path.display().to_string())
}

fn push_numbers(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// The bytes that are still to be read.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take(&mut self, len: usize) -> Result<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(len).context("too short")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    fn floats<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut numbers = [0.0; N];
        for (number, bytes) in numbers.iter_mut().zip(self.take(4 * N)?.as_chunks().0) {
            *number = f32::from_le_bytes(*bytes);
        }
        Ok(numbers)
    }
}
