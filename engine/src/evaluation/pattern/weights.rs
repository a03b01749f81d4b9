//! The weights file.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `WEDGEVAL` |
//! | 4 | version |
//! | 4 | length of the file |
//! | 8 | hash of the recipe that made it |
//! | 8 | checksum (FNV-1a, 64 bits) of everything that follows |
//! | 2 x 64 | the term for each number of empty squares, in units of [`Score`](crate::Score) |
//! | 2 x 64 a phase | the term for each number of moves: the mover's, then the opponent's |
//! | 10 x records | the tables |
//! | 2 | padding, so that a read of four bytes is in bounds everywhere |
//!
//! Numbers are little-endian. A record is ten bytes: for each of the five phases an entry of the
//! first lane and one of the second, stored as the weight in eighths of a disc plus 128. So the
//! weights of an entry in two successive phases are two bytes apart.

use core::fmt;

use super::shapes::RECORDS;
use crate::container::{HEADER, Header, bytes_at, checksum};

/// The number of empty squares at the centre of each phase. Positions between interpolate.
pub const PHASES: [u8; 5] = [48, 37, 28, 19, 10];
/// The number of distinct mobility terms: larger numbers of moves share the last.
pub const MOVES: usize = 32;
/// The value of one step of a weight, in units of [`Score`](crate::Score).
pub const STEP: i32 = 4;
/// The byte of a zero weight.
pub(super) const ZERO: i32 = 128;

const MAGIC: [u8; 8] = *b"WEDGEVAL";
const VERSION: u32 = 1;
const EMPTIES: usize = HEADER;
const MOBILITY: usize = EMPTIES + 2 * 64;
const MOBILITY_LEN: usize = 2 * 2 * MOVES;
const TABLES: usize = MOBILITY + PHASES.len() * MOBILITY_LEN;
/// Bytes of a record.
pub(super) const RECORD: usize = 2 * PHASES.len();
/// Bytes of the tables.
pub(super) const TABLES_LEN: usize = RECORD * RECORDS + 2;

/// The length of a file.
pub const FILE_LEN: usize = TABLES + TABLES_LEN;

/// Weights, in the format of the file.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'w> {
    bytes: &'w [u8; FILE_LEN],
}

/// The error of reading [`Weights`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The bytes do not begin like a weights file.
    NotWeights,
    /// The file has another version.
    Version(u32),
    /// The file has another length.
    Length(usize),
    /// The checksum does not match.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => {
                f.write_str("expected a weights file, as `host-sim train quantise` writes")
            }
            Self::Version(version) => {
                write!(f, "weights of version {version}: expected version {VERSION}")
            }
            Self::Length(length) => write!(f, "{length} bytes: expected {FILE_LEN}"),
            Self::Damaged => f.write_str("wrong checksum: the file is damaged"),
        }
    }
}

impl core::error::Error for WeightsError {}

impl<'w> Weights<'w> {
    /// Weights from bytes that are known to be valid: the built-in ones.
    pub(super) const fn trusted(bytes: &'w [u8; FILE_LEN]) -> Self {
        Self { bytes }
    }

    /// Weights from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a complete weights file of this version.
    pub fn from_bytes(bytes: &'w [u8]) -> Result<Self, WeightsError> {
        let header = Header::read(bytes, &MAGIC).ok_or(WeightsError::NotWeights)?;
        if header.version != VERSION {
            return Err(WeightsError::Version(header.version));
        }
        let Ok(bytes) = <&[u8; FILE_LEN]>::try_from(bytes) else {
            return Err(WeightsError::Length(bytes.len()));
        };
        if header.size != FILE_LEN as u32 || header.checksum != checksum(&bytes[HEADER..]) {
            return Err(WeightsError::Damaged);
        }
        Ok(Self { bytes })
    }

    /// The hash of the recipe that made the weights.
    #[must_use]
    pub fn recipe(&self) -> u64 {
        u64::from_le_bytes(bytes_at(self.bytes, 16))
    }

    /// The term for a number of empty squares.
    pub(super) fn empties(&self, empties: usize) -> i32 {
        i16::from_le_bytes(bytes_at(self.bytes, EMPTIES + 2 * (empties & 63))).into()
    }

    /// The mobility term of a phase.
    pub(super) fn mobility(&self, phase: usize, mover: usize, opponent: usize) -> i32 {
        let from = MOBILITY + phase * MOBILITY_LEN;
        let (mover, opponent) = (mover.min(MOVES - 1), MOVES + opponent.min(MOVES - 1));
        let [mover, opponent] =
            [mover, opponent].map(|n| i16::from_le_bytes(bytes_at(self.bytes, from + 2 * n)));
        i32::from(mover) + i32::from(opponent)
    }

    /// The tables.
    pub(super) fn tables(&self) -> Tables<'w> {
        Tables { bytes: self.bytes.last_chunk().unwrap_or(&[0; TABLES_LEN]) }
    }
}

/// The tables of all shapes.
#[derive(Clone, Copy)]
pub(super) struct Tables<'w> {
    bytes: &'w [u8; TABLES_LEN],
}

impl Tables<'_> {
    /// The weights of an entry in a phase and in the next, as the low bytes of the two halves of a
    /// word, the earlier phase low, each with [`ZERO`] added.
    ///
    /// # Safety
    /// The record is below [`RECORDS`], the lane is 0 or 1, and the phase is not the last.
    #[allow(unsafe_code)]
    #[inline]
    pub(super) unsafe fn lookup(&self, record: usize, lane: usize, phase: usize) -> u32 {
        let at = RECORD * record + 2 * phase + lane;
        debug_assert!(record < RECORDS && lane < 2 && phase < PHASES.len() - 1);
        // SAFETY: the four bytes from the last phase but one of the last record end with the
        // tables. A bounds check takes the chip 19 % longer.
        let bytes = unsafe { self.bytes.as_ptr().add(at).cast::<[u8; 4]>().read() };
        u32::from_le_bytes(bytes) & 0x00FF_00FF
    }

    /// A pointer to the entries of a phase, for lookups of many at once.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
    #[inline]
    pub(super) fn of_phase(&self, phase: usize) -> *const u8 {
        self.bytes[2 * phase.min(PHASES.len() - 2)..].as_ptr()
    }
}

/// The content of a weights file, for writing one.
#[derive(Debug)]
pub struct Numbers<'n> {
    /// The hash of the recipe.
    pub recipe: u64,
    /// The term for each of 64 numbers of empty squares, in units.
    pub empties: &'n [i16],
    /// The mobility terms: for each phase the mover's, then the opponent's.
    pub mobility: &'n [i16],
    /// The weights of each phase, in steps: see `ENTRIES`.
    pub tables: &'n [&'n [i8]; PHASES.len()],
}

impl Numbers<'_> {
    /// Writes the bytes of a file.
    pub fn write(&self, bytes: &mut [u8; FILE_LEN]) {
        let small = self.empties.iter().chain(self.mobility).flat_map(|n| n.to_le_bytes());
        let records = (0..RECORDS).flat_map(|record| {
            self.tables.iter().flat_map(move |table| {
                let entries = table.get(2 * record..2 * record + 2).unwrap_or(&[0; 2]);
                entries.iter().map(|&weight| (i32::from(weight) + ZERO) as u8)
            })
        });
        bytes.fill(0);
        for (to, from) in bytes[HEADER..].iter_mut().zip(small.chain(records)) {
            *to = from;
        }
        let (size, checksum) = (FILE_LEN as u32, checksum(&bytes[HEADER..]));
        let header = Header { version: VERSION, size, recipe: self.recipe, checksum };
        bytes[..HEADER].copy_from_slice(&header.to_bytes(MAGIC));
    }
}
