//! Files of positions with their values.
//!
//! A file begins with a magic number of eight letters, a version and its recipe as text. Numbered
//! chunks follow: number, count, the positions (mover's discs, opponent's discs, value: 18 bytes
//! each) and a checksum. An incomplete chunk at the end of a file is overwritten on resume; a damaged
//! chunk is refused.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Bitboard, Board, Score};

use crate::io::container::{Container, push_checksum, push_text, strip_checksum};
use crate::io::output_file::OutputFile;
use crate::io::shard::Shard;

const NOT_POSITIONS: &str = "expected a file of positions, as `host-sim train games` writes";
const CONTAINER: Container = Container::new(*b"WEDGEPOS", 1, NOT_POSITIONS);
/// Longer than any recipe: a file with a longer one was not written by this program.
const LONGEST_RECIPE: u32 = 1 << 16;
const RECORD: usize = 18;

/// A position with its value for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Labelled {
    /// The position, seen by the mover.
    pub(crate) board: Board,
    /// Its value.
    pub(crate) value: Score,
}

/// The positions of one job, such as a few hundred games.
pub(crate) type Chunk = Vec<Labelled>;

/// Appends chunks to a file.
pub(crate) struct PositionsWriter {
    file: OutputFile,
    next: u64,
}

impl PositionsWriter {
    /// Creates a file; with `resume`, continues an existing one of the same recipe.
    ///
    /// # Errors
    /// If the file exists without `resume`, has another recipe, or is no file of positions.
    pub(crate) fn open(path: &Path, recipe: &str, resume: bool) -> Result<Self> {
        let mut header = CONTAINER.header();
        push_text(&mut header, recipe);
        if resume && path.is_file() {
            // Locked before it is read, so that no other run adds chunks in between.
            let file = OutputFile::reopen(path)?;
            if !is_torn(path, &header)? {
                return Self::resume(file, path, recipe);
            }
            let mut file = file.continue_after(0)?;
            file.write_whole(&header)?;
            return Ok(Self { file, next: 0 });
        }
        let mut file = OutputFile::create(path)?;
        file.write_whole(&header)?;
        Ok(Self { file, next: 0 })
    }

    fn resume(file: OutputFile, path: &Path, recipe: &str) -> Result<Self> {
        let mut reader = PositionsReader::open(path)?;
        ensure!(
            reader.recipe == recipe,
            "{}: was made by `{}`: expected the same command, `{recipe}`",
            path.display(),
            reader.recipe
        );
        let mut next = 0;
        while reader.next_chunk()?.is_some() {
            next += 1;
        }
        Ok(Self { file: file.continue_after(reader.whole)?, next })
    }

    /// The number of the chunk to be written next.
    #[must_use]
    pub(crate) const fn next(&self) -> u64 {
        self.next
    }

    /// Writes a chunk. If the program is killed meanwhile, a reader ignores the incomplete chunk.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn write(&mut self, chunk: &[Labelled]) -> Result<()> {
        let count = u32::try_from(chunk.len()).context("positions of a chunk")?;
        let mut bytes = Vec::with_capacity(16 + RECORD * chunk.len());
        bytes.extend((self.next as u32).to_le_bytes());
        bytes.extend(count.to_le_bytes());
        for Labelled { board, value } in chunk {
            bytes.extend(board.mover().0.to_le_bytes());
            bytes.extend(board.opponent().0.to_le_bytes());
            bytes.extend((value.units() as i16).to_le_bytes());
        }
        push_checksum(&mut bytes);
        self.file.write_whole(&bytes)?;
        self.next += 1;
        Ok(())
    }
}

/// A recipe of one part of a job.
pub(crate) fn of_shard(recipe: &str, shard: Shard) -> String {
    if shard.is_whole() { recipe.to_owned() } else { format!("{recipe} shard={shard}") }
}

/// Joins the parts of a job with this recipe and so many chunks into the file that the whole job
/// writes.
///
/// # Errors
/// If a part is missing, there twice, incomplete or of another job: names it.
pub(crate) fn merge(parts: &[PathBuf], out: &Path, recipe: &str, chunks: u64) -> Result<()> {
    let mut readers: Vec<Option<PositionsReader>> = parts.iter().map(|_| None).collect();
    for path in parts {
        let reader = PositionsReader::open(path)?;
        let mut shards = Shard::all(parts.len());
        let Some(at) = shards.position(|shard| of_shard(recipe, shard) == reader.recipe) else {
            bail!(
                "{}: was made by `{}`: expected one of {} parts of `{recipe}`",
                path.display(),
                reader.recipe,
                parts.len()
            );
        };
        if let Some(other) = &readers[at] {
            let (one, two) = (path.display(), other.path.display());
            bail!("{one}: the same part as {two}: expected each part once");
        }
        readers[at] = Some(reader);
    }
    // As many parts as there are, each once: none is missing.
    let mut readers: Vec<PositionsReader> = readers.into_iter().flatten().collect();
    let mut file = PositionsWriter::open(out, recipe, false)?;
    let result = (0..chunks).try_for_each(|number| {
        let reader = &mut readers[number as usize % parts.len()];
        let shown = reader.path.display().to_string();
        match reader.next_chunk()? {
            Some(chunk) => file.write(&chunk),
            None => bail!("{shown}: ends before chunk {number} of {chunks}: expected a whole part"),
        }
    });
    if result.is_err() {
        // An incomplete file would look like a whole one.
        drop(file);
        let _ = std::fs::remove_file(out);
    }
    result
}

/// Whether a file is only a part of its header, as when its run was killed at once.
fn is_torn(path: &Path, header: &[u8]) -> Result<bool> {
    let mut start = Vec::new();
    let file = File::open(path).with_context(|| path.display().to_string())?;
    file.take(header.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < header.len() && header.starts_with(&start))
}

/// Reads a file chunk by chunk.
pub(crate) struct PositionsReader {
    path: PathBuf,
    file: BufReader<File>,
    /// The commands that made it.
    pub(crate) recipe: String,
    next: u32,
    /// Bytes up to the end of the last complete chunk.
    whole: u64,
    length: u64,
}

impl PositionsReader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of positions.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        Self::begin(path).with_context(|| path.display().to_string())
    }

    fn begin(path: &Path) -> Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut file = BufReader::with_capacity(1 << 20, file);
        let mut header = [0; Container::HEADER];
        file.read_exact(&mut header).context(NOT_POSITIONS)?;
        CONTAINER.strip_header(&header)?;
        let size = read_u32(&mut file)?;
        ensure!(size <= LONGEST_RECIPE, "a recipe of {size} bytes: {NOT_POSITIONS}");
        let mut recipe = vec![0; size as usize];
        file.read_exact(&mut recipe).context("the recipe is cut off")?;
        let recipe = String::from_utf8(recipe).context("the recipe is no text")?;
        let whole = 16 + u64::from(size);
        Ok(Self { path: path.to_owned(), file, recipe, next: 0, whole, length })
    }

    /// The next chunk; `None` at the end of the file or at an incomplete chunk.
    ///
    /// # Errors
    /// If a chunk is damaged; the error names file and place.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let place = format!("{}, chunk {} at byte {}", self.path.display(), self.next, self.whole);
        self.read_chunk().context(place)
    }

    fn read_chunk(&mut self) -> Result<Option<Chunk>> {
        let left = self.length - self.whole;
        if left < 16 {
            return Ok(None);
        }
        let mut bytes = vec![0; 8];
        self.file.read_exact(&mut bytes)?;
        let (number, count) = (u32_at(&bytes, 0), u32_at(&bytes, 4));
        ensure!(number == self.next, "has number {number}: the file is damaged");
        let size = 16 + RECORD as u64 * u64::from(count);
        if size > left {
            return Ok(None);
        }
        bytes.resize(size as usize, 0);
        self.file.read_exact(&mut bytes[8..])?;
        let body = strip_checksum(&bytes).context("wrong checksum: the file is damaged")?;
        let chunk = body[8..].chunks_exact(RECORD).map(read_record).collect::<Result<_>>()?;
        self.next += 1;
        self.whole += size;
        Ok(Some(chunk))
    }
}

fn read_record(bytes: &[u8]) -> Result<Labelled> {
    let (Some((mover, rest)), true) = (bytes.split_first_chunk(), bytes.len() == RECORD) else {
        bail!("a position of {} bytes", bytes.len());
    };
    let (opponent, value) = rest.split_first_chunk().ok_or_else(|| anyhow!("cut off"))?;
    let value = value.try_into().map_or(0, i16::from_le_bytes);
    let [mover, opponent] = [*mover, *opponent].map(u64::from_le_bytes);
    let board = Board::new(Bitboard(mover), Bitboard(opponent)).context("discs overlap")?;
    Ok(Labelled { board, value: Score::from_units(value.into()) })
}

fn read_u32(file: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes).context("cut off")?;
    Ok(u32::from_le_bytes(bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four))
}
