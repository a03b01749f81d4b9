//! The file of the chip's network, read where it lies: in flash on a chip.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `WEDGEVAL` |
//! | 4 | version |
//! | 4 | length of the file |
//! | 8 | hash of the recipe that made it |
//! | 8 | checksum (FNV-1a, 64 bits) of everything that follows |
//! | 2 x 9 x 15 | the outputs of the phases: four weights of the accumulator, four of the gates, the bias |
//! | 2 x 4 x 125 | the rows for the number of the mover's moves, of the opponent's and of empty squares |
//! | 2 | padding |
//! | 4 x rows | the rows of entries |
//!
//! Numbers are little-endian. Those of rows are in parts of [`ONE`] and have something added that makes
//! them positive, so that several in a word add up without a carry from one to the next: [`TERM_ZERO`]
//! in the rows of moves and of empty squares, which have the order 1, 3, 2, 4, and [`ZERO`] in those of
//! entries, which are bytes. `output.rs` explains what becomes of the sums. Each [`Form`]
//! has a length of its own.

use core::fmt;
use core::marker::PhantomData;

use super::form::{Form, Full};
use super::output::{LARGEST_OUTPUT, LARGEST_TERM, Output, PHASES, small_numbers};
use super::shapes::{KINDS, PLACES_LEN, Shape, offset};
use crate::container::{HEADER, Header, bytes_at, checksum};

/// The numbers of a row.
pub const WIDTH: usize = 4;
/// The accumulator's 1.
pub(super) const ONE: i16 = 128;
/// The byte of a zero. All bytes are below 128, so that two rows add up without a carry.
pub(super) const ZERO: i16 = 64;
/// The same of the rows of moves and of empty squares.
const TERM_ZERO: i16 = 1 << 13;

const MAGIC: [u8; 8] = *b"WEDGEVAL";
const VERSION: u32 = 2;
/// The bytes of an output.
const OUTPUT: usize = 2 * (2 * WIDTH + 1);
/// Where the rows of moves and of empty squares begin.
const TERMS: usize = HEADER + PHASES * OUTPUT;
/// Where the rows of entries begin: at a multiple of four.
const ROWS: usize = (HEADER + 2 * small_numbers(WIDTH)).next_multiple_of(4);

/// The length of a file.
pub(super) const fn file_len(shapes: &[Shape; KINDS]) -> usize {
    ROWS + WIDTH * offset(shapes, KINDS)
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
    /// The checksum does not match, or a number is too large for the sums.
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
    pub const FILE_LEN: usize = file_len(F::SHAPES);

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
        let weights = Self { bytes: file };
        let is_whole = header.size == expected as u32 && header.checksum == checksum(content);
        if !is_whole || !weights.are_in_range() {
            return Err(WeightsError::Damaged);
        }
        Ok(weights)
    }

    /// The hash of the recipe that made the weights.
    #[must_use]
    pub fn recipe(&self) -> u64 {
        u64::from_le_bytes(bytes_at(self.bytes.as_ref(), 16))
    }

    /// Whether no sum can overflow.
    fn are_in_range(&self) -> bool {
        let bytes = self.bytes.as_ref();
        let shorts = |from: usize, to: usize| {
            let bytes = bytes.get(from..to).unwrap_or_default();
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes(bytes_at(pair, 0)))
        };
        let rows = bytes.get(ROWS..).unwrap_or_default();
        shorts(HEADER, TERMS).enumerate().all(|(at, number)| {
            // The last number of an output is its bias.
            at % (OUTPUT / 2) == OUTPUT / 2 - 1 || number.unsigned_abs() <= LARGEST_OUTPUT as u16
        }) && shorts(TERMS, ROWS - 2)
            .all(|number| number.abs_diff(TERM_ZERO) <= LARGEST_TERM as u16)
            && rows.iter().all(|&number| number < 128)
    }

    /// The row of a number of moves or of empty squares, in two words as of
    /// [`Rows::lookup`](Rows::lookup), each number with [`TERM_ZERO`] added.
    #[inline]
    pub(super) fn term(&self, row: usize) -> [u32; 2] {
        let bytes: [u8; 2 * WIDTH] = bytes_at(self.bytes.as_ref(), TERMS + 2 * WIDTH * row);
        [bytes_at(&bytes, 0), bytes_at(&bytes, 4)].map(u32::from_le_bytes)
    }

    /// The accumulator of words to which the rows of all places and three terms have added up.
    #[inline]
    pub(super) fn accumulator([even, odd]: [u32; 2]) -> [i16; WIDTH] {
        const ADDED: i32 = PLACES_LEN as i32 * ZERO as i32 + 3 * TERM_ZERO as i32;
        // The largest sum fits into half a word.
        const { assert!(PLACES_LEN as i32 * 127 + 3 * (TERM_ZERO + LARGEST_TERM) as i32 <= 0xFFFF) };
        [even & 0xFFFF, odd & 0xFFFF, even >> 16, odd >> 16].map(|sum| (sum as i32 - ADDED) as i16)
    }

    /// The output of a phase.
    #[inline]
    pub(super) fn output(&self, phase: usize) -> Output<WIDTH, ONE> {
        let bytes: [u8; OUTPUT] = bytes_at(self.bytes.as_ref(), HEADER + OUTPUT * phase);
        let mut at = 0;
        Output::read(|| {
            at += 2;
            i16::from_le_bytes(bytes_at(&bytes, at - 2))
        })
    }

    /// The rows of entries.
    #[inline]
    pub(super) fn rows(&self) -> Rows<'w, F> {
        Rows { bytes: self.bytes.as_ref().get(ROWS..).unwrap_or_default(), form: PhantomData }
    }
}

/// The rows of all entries of a form.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'w, F> {
    bytes: &'w [u8],
    form: PhantomData<F>,
}

impl<F: Form> Rows<'_, F> {
    /// The row that begins at this byte, a number a byte, each with [`ZERO`] added.
    ///
    /// # Safety
    /// The byte is [`WIDTH`] times a number below [`Form::ROWS`].
    #[expect(
        unsafe_code,
        reason = "a bounds check took the chip 19 % longer, when each place had a weight"
    )]
    #[inline]
    pub(super) unsafe fn lookup(self, at: u32) -> u32 {
        debug_assert!((at as usize) < self.bytes.len() - 3);
        // SAFETY: the last row ends with the bytes.
        let bytes = unsafe { self.bytes.as_ptr().add(at as usize).cast::<[u8; 4]>().read() };
        u32::from_le_bytes(bytes)
    }

    /// The bytes from the first row on, for lookups of many at once.
    #[cfg(any(
        test,
        all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw")
    ))]
    #[inline]
    pub(super) const fn bytes(&self) -> &[u8] {
        self.bytes
    }
}

/// The content of a weights file, for writing one.
#[derive(Debug)]
pub struct Numbers<'n> {
    /// The hash of the recipe.
    pub recipe: u64,
    /// The outputs of the phases, then the rows of moves and of empty squares, none larger than
    /// [`LARGEST_OUTPUT`] or [`LARGEST_TERM`].
    pub small: &'n [i16],
    /// The rows of all entries: numbers from -64 to 63.
    pub rows: &'n [[i8; WIDTH]],
}

impl Numbers<'_> {
    /// Writes the bytes of a file of a form: as many as [`Weights::FILE_LEN`].
    pub fn write<F: Form>(&self, bytes: &mut [u8]) {
        bytes.fill(0);
        let Some((header, content)) = bytes.split_at_mut_checked(HEADER) else { return };
        let Some((small, rows)) = content.split_at_mut_checked(ROWS - HEADER) else { return };
        let (outputs, terms) = self.small.split_at(PHASES * OUTPUT / 2);
        let terms = terms.as_chunks().0.iter();
        let terms = terms.flat_map(|[a, b, c, d]| [a, c, b, d].map(|n| n + TERM_ZERO));
        let numbers = outputs.iter().copied().chain(terms);
        for (to, number) in small.iter_mut().zip(numbers.flat_map(i16::to_le_bytes)) {
            *to = number;
        }
        for (to, &number) in rows.iter_mut().zip(self.rows.as_flattened()) {
            *to = (i16::from(number) + ZERO) as u8;
        }
        let (size, checksum) = (Weights::<F>::FILE_LEN as u32, checksum(content));
        let fields = Header { version: VERSION, size, recipe: self.recipe, checksum };
        header.copy_from_slice(&fields.to_bytes(MAGIC));
    }
}
