//! Zobrist hashing: a random number for each part of a position, combined by exclusive or.
//!
//! The parts are a piece on a square, a face-down piece on a square, the number of face-down pieces
//! of each kind, and the side to move. The counts matter: two lines can lead to the same picture
//! with other pieces captured, and the face-down pieces then differ.
//!
//! [`Original`] is the smaller set of the original program: 15 kinds (14 pieces and face down) on
//! 32 squares and two numbers for the side, without the counts.

use wedge_engine::SplitMix64;

use super::Position;
use crate::types::{Color, Piece, Square};

/// The 128-bit hash of a position.
pub type Hash = u128;

const SEED: u64 = 0x4441_524B; // "DARK"

/// The numbers: pieces by square, counts of face-down pieces by piece, and the side to move.
struct Keys {
    pieces: [[Hash; 32]; 16],
    unseen: [[Hash; 8]; 16],
    black: Hash,
}

/// The row of [`Keys::pieces`] for face-down pieces.
const FACE_DOWN: usize = 14;

const fn next(random: &mut SplitMix64) -> Hash {
    (random.next() as Hash) << 64 | random.next() as Hash
}

static KEYS: Keys = NUMBERS;

const NUMBERS: Keys = {
    let mut random = SplitMix64::new(SEED);
    let mut keys = Keys { pieces: [[0; 32]; 16], unseen: [[0; 8]; 16], black: 0 };
    let mut piece = 0;
    while piece < 15 {
        let mut square = 0;
        while square < 32 {
            keys.pieces[piece][square] = next(&mut random);
            square += 1;
        }
        piece += 1;
    }
    piece = 0;
    while piece < 14 {
        // None left is the number zero.
        let mut count = 1;
        while count < 6 {
            keys.unseen[piece][count] = next(&mut random);
            count += 1;
        }
        piece += 1;
    }
    keys.black = next(&mut random);
    keys
};

/// The hash of the start.
pub(super) const START: Hash = {
    let (mut hash, mut square, mut index) = (0, 0, 0);
    while square < 32 {
        hash ^= NUMBERS.pieces[FACE_DOWN][square];
        square += 1;
    }
    while let Some(piece) = Piece::from_index(index) {
        hash ^= NUMBERS.unseen[index][piece.kind().per_side() as usize];
        index += 1;
    }
    hash
};

#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> Hash {
    KEYS.pieces[piece.index()][square.index()]
}

#[inline]
pub(super) fn face_down(square: Square) -> Hash {
    KEYS.pieces[FACE_DOWN][square.index()]
}

#[inline]
pub(super) fn unseen(piece: Piece, count: u8) -> Hash {
    KEYS.unseen[piece.index()][usize::from(count & 7)]
}

/// What a change of the side to move changes.
#[inline]
pub(super) fn side() -> Hash {
    KEYS.black
}

/// The hash of a position, from all its parts.
#[must_use]
pub fn hash(position: &Position) -> Hash {
    let mut hash = if position.side() == Some(Color::Black) { side() } else { 0 };
    for square in position.face_down() {
        hash ^= face_down(square);
    }
    for one in Piece::all() {
        hash ^= unseen(one, position.unseen(one));
        for square in position.pieces(one) {
            hash ^= piece(one, square);
        }
    }
    hash
}

/// The 15 x 32 + 2 numbers of the original program, 64 bits each. It draws them anew for each game;
/// here they come from a seed.
#[derive(Debug)]
pub struct Original {
    state: [[u64; 32]; 16],
    turn: [u64; 2],
}

impl Original {
    /// The numbers that this seed gives.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut keys = Self { state: [[0; 32]; 16], turn: [0; 2] };
        let mut kind = 0;
        while kind < 15 {
            let mut square = 0;
            while square < 32 {
                keys.state[kind][square] = random.next();
                square += 1;
            }
            kind += 1;
        }
        keys.turn = [random.next(), random.next()];
        keys
    }

    /// The hash of what lies on the board and the side to move.
    #[must_use]
    pub fn hash(&self, position: &Position) -> u64 {
        let mut hash = self.turn[usize::from(position.side() == Some(Color::Black))];
        for square in position.face_down() {
            hash ^= self.state[FACE_DOWN][square.index()];
        }
        for piece in Piece::all() {
            for square in position.pieces(piece) {
                hash ^= self.state[piece.index()][square.index()];
            }
        }
        hash
    }
}
