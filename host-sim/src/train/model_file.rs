//! Files of weights before they are quantised: 32-bit floating-point numbers, in discs.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wedge_engine::pattern::train::Set;

use super::layout::Layout;
use crate::io::container::{Container, checksum};
use crate::io::input_file;
use crate::io::output_file::{self, OutputFile};

/// Weights and their recipe.
pub(crate) struct Model {
    /// The set that the weights are of.
    pub(crate) set: &'static Set,
    /// One number for each weight: see [`super::layout`].
    pub(crate) weights: Vec<f32>,
    /// The commands that made them.
    pub(crate) recipe: String,
}

const CONTAINER: Container =
    Container::new(*b"WEDGEFIT", 3, "expected a file of weights, as `host-sim train fit` writes");
/// The longest file in bytes: the weights of the largest set, and a recipe of many commands.
const LONGEST: u64 = 64 << 20;

/// A file that is written at the end of the fit.
pub(crate) struct ModelFile(OutputFile);

impl Model {
    /// Creates the file now, so that a bad path fails before the fit.
    pub(crate) fn create(path: &Path, replace: bool) -> Result<ModelFile> {
        let [file] = output_file::open_all([Some(path)], replace)?;
        Ok(ModelFile(file.context("a file to write")?))
    }

    pub(crate) fn read(path: &Path) -> Result<Self> {
        Self::read_from(path).with_context(|| path.display().to_string())
    }

    fn read_from(path: &Path) -> Result<Self> {
        let bytes = input_file::read(path, LONGEST)?;
        let rest = CONTAINER.strip_header(&bytes)?;
        let (sum, rest) = rest.split_first_chunk().context("too short")?;
        ensure!(u64::from_le_bytes(*sum) == checksum(rest), "wrong checksum: the file is damaged");
        let (number, rest) = rest.split_first().context("too short")?;
        let set = Set::ALL.get(usize::from(*number)).context("an unknown set of shapes")?;
        let len = 4 * Layout::new(set).len();
        let (weights, recipe) = rest.split_at_checked(len).context("too short")?;
        let weights = weights.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        Ok(Self { set, weights, recipe: String::from_utf8(recipe.to_vec())? })
    }
}

impl ModelFile {
    pub(crate) fn write(self, model: &Model) -> Result<()> {
        let mut file = self.0.begin()?;
        let number = Set::ALL.iter().position(|set| set.name == model.set.name);
        let mut body = vec![number.context("a set with a number")? as u8];
        body.extend(model.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        body.extend(model.recipe.as_bytes());
        let mut header = CONTAINER.header();
        header.extend(checksum(&body).to_le_bytes());
        file.write_all(&header).and_then(|()| file.write_all(&body))?;
        Ok(())
    }
}
