//! A Zobrist hash that cannot collide.
//!
//! A position is two sets of 64 squares, so XOR-ing a key for every disc is a linear map of 128
//! bits over GF(2). When the 128 keys are linearly independent the map is a bijection: two boards
//! never share a hash. Random keys are independent only with probability 0.29, so a key that
//! depends on those before it is drawn again.
//!
//! Whose turn it is costs no further bits: black to move adds nothing, white to move adds the key
//! of a black disc on d4, a centre square of both board sizes. Centre squares are never empty, so
//! two boards differ there in both keys or in none, never in that one alone: no board with white
//! to move has the hash of another with black to move. Every reachable position with its side to
//! move therefore has a hash of its own.

use crate::rules::Position;
use crate::types::{Bitboard, Color, Size, SplitMix64, Square};

/// The 128-bit hash of a position and its side to move.
pub type Hash = u128;

/// The seed of the keys that the search uses.
pub const SEED: u64 = 0x0057_4544_4745; // "WEDGE"

/// d4, a centre square of the 8x8 and of the 6x6 board.
const CENTRE: usize = 3 * 8 + 3;

/// One 128-bit number for each colour on each square; one of them also tells whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    discs: [[Hash; 64]; 2],
    /// Both colours of a square at once: what turning a disc changes.
    turned: [Hash; 64],
}

/// The keys that the search uses, made at compile time from [`SEED`].
pub static KEYS: Keys = Keys::from_seed(SEED);

impl Keys {
    /// Draws 128 linearly independent numbers.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut basis = Basis::EMPTY;
        let mut discs = [[0; 64]; 2];
        let mut turned = [0; 64];
        let mut drawn = 0;
        while drawn < 128 {
            let key = (random.next() as Hash) << 64 | random.next() as Hash;
            if basis.add(key) {
                discs[drawn / 64][drawn % 64] = key;
                turned[drawn % 64] ^= key;
                drawn += 1;
            }
        }
        Self { discs, turned }
    }

    /// The number of a disc.
    #[inline]
    #[must_use]
    pub const fn disc(&self, color: Color, square: Square) -> Hash {
        self.discs[color as usize][square.index()]
    }

    /// The number of a player to move: none for black.
    #[inline]
    #[must_use]
    pub const fn side(&self, color: Color) -> Hash {
        match color {
            Color::Black => 0,
            Color::White => self.discs[Color::Black as usize][CENTRE],
        }
    }

    /// The rank over GF(2) of the 128 disc numbers: 128 means that no two boards share a hash.
    #[must_use]
    pub const fn rank(&self) -> u32 {
        let mut basis = Basis::EMPTY;
        let mut rank = 0;
        let mut i = 0;
        while i < 128 {
            rank += basis.add(self.discs[i / 64][i % 64]) as u32;
            i += 1;
        }
        rank
    }

    /// The hash of a position, from scratch.
    #[must_use]
    pub fn hash<S: Size>(&self, position: &Position<S>) -> Hash {
        [Color::Black, Color::White].into_iter().fold(self.side(position.side()), |hash, color| {
            let discs = position.discs(color).into_iter();
            discs.fold(hash, |hash, square| hash ^ self.disc(color, square))
        })
    }

    /// The hash after `color` has played on a square and turned `flips`.
    #[inline]
    #[must_use]
    pub fn after(&self, hash: Hash, color: Color, square: Square, flips: Bitboard) -> Hash {
        let placed = self.after_pass(hash) ^ self.disc(color, square);
        flips.into_iter().fold(placed, |hash, square| hash ^ self.turned[square.index()])
    }

    /// The hash of the same discs when it is the other player's turn.
    #[inline]
    #[must_use]
    pub const fn after_pass(&self, hash: Hash) -> Hash {
        hash ^ self.side(Color::White)
    }
}

/// Independent vectors in echelon form: `rows[i]` is zero or has its highest bit at `i`.
struct Basis {
    rows: [Hash; 128],
}

impl Basis {
    const EMPTY: Self = Self { rows: [0; 128] };

    /// Adds a vector; false if it depends on those already there.
    const fn add(&mut self, mut vector: Hash) -> bool {
        while vector != 0 {
            let top = 127 - vector.leading_zeros() as usize;
            if self.rows[top] == 0 {
                self.rows[top] = vector;
                return true;
            }
            vector ^= self.rows[top];
        }
        false
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::HashMap;
    use std::vec::Vec;

    use super::*;
    use crate::Move;
    use crate::rules::Board;
    use crate::types::{Eight, Six};

    #[test]
    fn the_keys_are_independent_for_any_seed() {
        assert_eq!(KEYS.rank(), 128);
        for seed in 0..50 {
            assert_eq!(Keys::from_seed(seed).rank(), 128, "seed {seed}");
        }
    }

    #[test]
    fn the_rank_notices_a_dependent_key() {
        let mut keys = KEYS.clone();
        keys.discs[1][17] = keys.discs[0][3] ^ keys.discs[0][40] ^ keys.discs[1][5];
        assert_eq!(keys.rank(), 127);
    }

    /// The plain definition of the rank, by elimination on a copy of the whole matrix.
    #[test]
    fn the_rank_agrees_with_plain_elimination() {
        let mut rows: Vec<Hash> = KEYS.discs.iter().flatten().copied().collect();
        let mut rank = 0;
        for bit in 0..128 {
            let Some(at) = (rank..128).find(|&row| rows[row] >> bit & 1 == 1) else { continue };
            rows.swap(rank, at);
            for row in 0..128 {
                if row != rank && rows[row] >> bit & 1 == 1 {
                    rows[row] ^= rows[rank];
                }
            }
            rank += 1;
        }
        assert_eq!(rank as u32, KEYS.rank());
    }

    fn walk<S: Size>(games: u64) {
        let mut seen: HashMap<Hash, Position<S>> = HashMap::new();
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::<S>::initial();
            let mut hash = KEYS.hash(&position);
            while !position.board().is_over() {
                assert_eq!(*seen.entry(hash).or_insert(position), position);
                let (board, side) = (position.board(), position.side());
                let legal = board.legal_moves();
                let pick = random.below(legal.len()) as usize;
                let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                hash = match mv {
                    Move::Play(square) => KEYS.after(hash, side, square, board.flips(square)),
                    Move::Pass => KEYS.after_pass(hash),
                };
                position = position.play(mv).unwrap();
                assert_eq!(hash, KEYS.hash(&position));
            }
        }
    }

    /// However the centre is filled and whoever is to move. Chance does not find these: two games
    /// have to meet that differ in a pass and in the centre alone.
    #[test]
    fn the_side_to_move_is_no_disc() {
        let start = Position::<Eight>::initial().board();
        let centre = start.mover() | start.opponent();
        let mut seen = HashMap::new();
        for pattern in 0..16_u32 {
            let black = centre.into_iter().enumerate().filter(|(at, _)| pattern >> at & 1 == 1);
            let black = black.fold(Bitboard::EMPTY, |set, (_, square)| set | square.bit());
            let white = Bitboard(centre.0 & !black.0);
            for side in [Color::Black, Color::White] {
                let (mover, opponent) =
                    if side == Color::Black { (black, white) } else { (white, black) };
                let position = Position::new(Board::<Eight>::new(mover, opponent).unwrap(), side);
                assert_eq!(seen.insert(KEYS.hash(&position), position), None, "{position}");
            }
        }
        assert_eq!(seen.len(), 32);
    }

    #[test]
    fn incremental_and_fresh_hashes_agree_and_no_two_positions_share_one() {
        walk::<Eight>(500);
        walk::<Six>(500);
    }
}
