//! The sums of a part of a pass of a fit, as a file: what one of several machines adds to the fit.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::least_squares::Sums;
use crate::io::container::{Container, push_checksum, push_text, strip_checksum};
use crate::io::output_file::OutputFile;
use crate::io::shard::Shard;

const CONTAINER: Container = Container::new(
    *b"WEDGESUM",
    1,
    "expected a part of a pass, as `host-sim train fit --shard` writes",
);

/// The pass that parts belong to: everything that their sums depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassName(pub(crate) String);

impl PassName {
    fn of_part(&self, shard: Shard) -> String {
        format!("shard={shard} of {}", self.0)
    }
}

/// Writes the sums of a part into a new file.
pub(crate) fn write(path: &Path, pass: &PassName, shard: Shard, sums: &Sums) -> Result<()> {
    let mut bytes = CONTAINER.header();
    push_text(&mut bytes, &pass.of_part(shard));
    for numbers in [&sums.values, &sums.squares] {
        bytes.extend((numbers.len() as u64).to_le_bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    push_checksum(&mut bytes);
    OutputFile::create(path)?.write_whole(&bytes)
}

/// Whether a file holds this part already, and whole.
pub(crate) fn is_done(path: &Path, pass: &PassName, shard: Shard) -> Result<bool> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let Ok((name, _)) = read(&bytes) else { return Ok(false) };
    ensure!(
        name == pass.of_part(shard),
        "{}: was made by `{name}`: expected `{}`",
        path.display(),
        pass.of_part(shard)
    );
    Ok(true)
}

fn read(bytes: &[u8]) -> Result<(String, Sums)> {
    CONTAINER.strip_header(bytes)?;
    let damaged = "wrong checksum: the file is cut off or damaged";
    let rest = strip_checksum(bytes).and_then(|body| body.get(Container::HEADER..));
    let (length, rest) = rest.and_then(|rest| rest.split_first_chunk()).context(damaged)?;
    let (name, mut rest) =
        rest.split_at_checked(u32::from_le_bytes(*length) as usize).context(damaged)?;
    let mut numbers = || -> Result<Vec<i64>> {
        let (count, numbers) = rest.split_first_chunk().context(damaged)?;
        let bytes = usize::try_from(u64::from_le_bytes(*count))?.checked_mul(8).context(damaged)?;
        let (own, others) = numbers.split_at_checked(bytes).context(damaged)?;
        rest = others;
        Ok(own.as_chunks().0.iter().map(|eight| i64::from_le_bytes(*eight)).collect())
    };
    let (values, squares) = (numbers()?, numbers()?);
    Ok((String::from_utf8(name.to_vec())?, Sums { values, squares }))
}

/// Adds up the parts of a pass, which must all be there once, in any order.
pub(crate) fn merge(parts: &[PathBuf], pass: &PassName) -> Result<Sums> {
    let mut seen: Vec<Option<&Path>> = vec![None; parts.len()];
    let mut total: Option<Sums> = None;
    for path in parts {
        let shown = path.display();
        let bytes = fs::read(path).with_context(|| shown.to_string())?;
        let (name, sums) = read(&bytes).with_context(|| shown.to_string())?;
        let mut shards = Shard::all(parts.len());
        let Some(at) = shards.position(|shard| pass.of_part(shard) == name) else {
            bail!(
                "{shown}: was made by `{name}`: expected one of {} parts of `{}`",
                parts.len(),
                pass.0
            );
        };
        if let Some(other) = seen[at].replace(path) {
            bail!("{shown}: the same part as {}: expected each part once", other.display());
        }
        match &mut total {
            None => total = Some(sums),
            Some(total) => {
                let fits = total.values.len() == sums.values.len()
                    && total.squares.len() == sums.squares.len();
                ensure!(fits, "{shown}: another number of weights: the file is damaged");
                total.add(&sums);
            }
        }
    }
    // As many parts as there are, each once: none is missing.
    total.context("--merge: no part: expected all parts of a pass")
}
