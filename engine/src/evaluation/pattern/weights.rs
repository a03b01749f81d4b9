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
//! | 2 x phases x records | the tables |
//! | 2 | padding, so that a read of four bytes is in bounds everywhere |
//!
//! Numbers are little-endian. A record has for each phase an entry of the first lane and one of the
//! second, stored as the weight in eighths of a disc plus 128. So the weights of an entry in two
//! successive phases are two bytes apart. Each [`Form`] has a length of its own.

use core::fmt;

use super::form::{Form, Full};
use super::shapes::{KINDS, Shape, lane_len};
use crate::container::{HEADER, Header, bytes_at, checksum};

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

/// Where the tables of a file begin.
pub(super) const fn tables_from(phases: usize) -> usize {
    MOBILITY + phases * MOBILITY_LEN
}

/// The length of a file.
pub(super) const fn file_len(shapes: &[Shape; KINDS], phases: usize) -> usize {
    let lanes = [lane_len(shapes, 0), lane_len(shapes, 1)];
    let records = if lanes[0] > lanes[1] { lanes[0] } else { lanes[1] };
    tables_from(phases) + 2 * phases * records + 2
}

/// Weights of a form, in the format of the file.
#[derive(Debug)]
pub struct Weights<'w, F: Form = Full> {
    bytes: &'w F::File,
}

impl<F: Form> Clone for Weights<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Form> Copy for Weights<'_, F> {}

/// The error of reading [`Weights`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The bytes do not begin like a weights file.
    NotWeights,
    /// The file has another version.
    Version(u32),
    /// The file has another length.
    Length {
        /// Its length in bytes.
        found: usize,
        /// The length of a file of the form that was asked for.
        expected: usize,
    },
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
            Self::Length { found, expected } => {
                write!(f, "{found} bytes: expected {expected}")
            }
            Self::Damaged => f.write_str("wrong checksum: the file is damaged"),
        }
    }
}

impl core::error::Error for WeightsError {}

impl<F: Form> Weights<'static, F> {
    /// The built-in weights, which a test checks.
    pub(super) const BUILT_IN: Self = Self { bytes: F::BUILT_IN };
}

impl<'w, F: Form> Weights<'w, F> {
    /// The length of a file of this form.
    pub const FILE_LEN: usize = file_len(F::SHAPES, F::PHASES.len());

    /// Weights from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a complete weights file of this version.
    pub fn from_bytes(bytes: &'w [u8]) -> Result<Self, WeightsError> {
        let header = Header::read(bytes, &MAGIC).ok_or(WeightsError::NotWeights)?;
        if header.version != VERSION {
            return Err(WeightsError::Version(header.version));
        }
        let (found, expected) = (bytes.len(), Self::FILE_LEN);
        let Some(file) = F::file(bytes) else {
            return Err(WeightsError::Length { found, expected });
        };
        let content = bytes.get(HEADER..).unwrap_or_default();
        if header.size != expected as u32 || header.checksum != checksum(content) {
            return Err(WeightsError::Damaged);
        }
        Ok(Self { bytes: file })
    }

    /// The hash of the recipe that made the weights.
    #[must_use]
    pub fn recipe(&self) -> u64 {
        u64::from_le_bytes(bytes_at(self.bytes.as_ref(), 16))
    }

    /// The term for a number of empty squares.
    pub(super) fn empties(&self, empties: usize) -> i32 {
        i16::from_le_bytes(bytes_at(self.bytes.as_ref(), EMPTIES + 2 * (empties & 63))).into()
    }

    /// The mobility term of a phase.
    pub(super) fn mobility(&self, phase: usize, mover: usize, opponent: usize) -> i32 {
        let from = MOBILITY + phase * MOBILITY_LEN;
        let (mover, opponent) = (mover.min(MOVES - 1), MOVES + opponent.min(MOVES - 1));
        let [mover, opponent] = [mover, opponent]
            .map(|n| i16::from_le_bytes(bytes_at(self.bytes.as_ref(), from + 2 * n)));
        i32::from(mover) + i32::from(opponent)
    }

    /// The tables.
    pub(super) const fn tables(&self) -> Tables<'w, F> {
        Tables { bytes: self.bytes }
    }
}

/// The tables of all shapes of a form.
#[derive(Debug)]
pub struct Tables<'w, F: Form> {
    bytes: &'w F::File,
}

// Derived, they would hold only where `F::File` is `Copy` as well.
impl<F: Form> Clone for Tables<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Form> Copy for Tables<'_, F> {}

impl<'w, F: Form> Tables<'w, F> {
    /// The tables from a phase on. The phase is not the last.
    #[inline]
    pub(super) fn of_phase(&self, phase: usize) -> PhaseTables<'w> {
        let bytes = self.bytes.as_ref();
        PhaseTables(bytes.get(F::TABLES + 2 * phase..).unwrap_or_default())
    }
}

/// The tables of all shapes from a phase on.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhaseTables<'w>(&'w [u8]);

impl PhaseTables<'_> {
    /// The weights of an entry in the phase and in the next, as the low bytes of the two halves of a
    /// word, the earlier phase low, each with [`ZERO`] added. An entry is at its record times
    /// [`Form::RECORD`], plus its lane.
    ///
    /// # Safety
    /// The record is below [`Form::RECORDS`], the lane is 0 or 1, and the phase is not the last.
    #[expect(unsafe_code, reason = "a bounds check takes the chip 19 % longer")]
    #[inline]
    pub(super) unsafe fn lookup(self, at: u32) -> u32 {
        debug_assert!((at as usize) < self.0.len() - 3);
        // SAFETY: the four bytes from the last phase but one of the last record end with the file.
        let bytes = unsafe { self.0.as_ptr().add(at as usize).cast::<[u8; 4]>().read() };
        u32::from_le_bytes(bytes) & 0x00FF_00FF
    }

    /// The bytes from the first entry on, for lookups of many at once.
    #[cfg(any(
        test,
        all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw")
    ))]
    #[inline]
    pub(super) const fn bytes(&self) -> &[u8] {
        self.0
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
    /// The weights of each phase, in steps: see `entries_len`.
    pub tables: &'n [&'n [i8]],
}

impl Numbers<'_> {
    /// Writes the bytes of a file of a form: as many as [`Weights::FILE_LEN`].
    pub fn write<F: Form>(&self, bytes: &mut [u8]) {
        let small = self.empties.iter().chain(self.mobility).flat_map(|n| n.to_le_bytes());
        let records = (0..F::RECORDS).flat_map(|record| {
            self.tables.iter().flat_map(move |table| {
                let entries = table.get(2 * record..2 * record + 2).unwrap_or(&[0; 2]);
                entries.iter().map(|&weight| (i32::from(weight) + ZERO) as u8)
            })
        });
        bytes.fill(0);
        let Some((header, content)) = bytes.split_at_mut_checked(HEADER) else { return };
        for (to, from) in content.iter_mut().zip(small.chain(records)) {
            *to = from;
        }
        let (size, checksum) = (Weights::<F>::FILE_LEN as u32, checksum(content));
        let fields = Header { version: VERSION, size, recipe: self.recipe, checksum };
        header.copy_from_slice(&fields.to_bytes(MAGIC));
    }
}
