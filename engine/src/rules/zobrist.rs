//! A Zobrist hash that, together with the side to move, belongs to one position only.
//!
//! A board is two sets of 64 squares, black's and white's. XOR-ing a key for every disc is a linear
//! map of these 128 bits over GF(2). The 128 keys are linearly independent, so the sum of the keys
//! in which two boards differ is never zero: **two boards with the same side to move never share a
//! hash**, whatever stands in the centre and however full they are. Random keys are independent
//! only with probability 0.29, so a key that depends on those before it is drawn again.
//!
//! # Why the side to move stands beside the hash
//!
//! As in the original design, a number for each colour to move is XOR-ed in. It spreads the two
//! sides over the table, but no choice of these numbers can tell the sides apart for every board:
//!
//! 1. A square is empty, black or white: in bits 00, 10 or 01. Two boards can differ there by 00,
//!    10, 01 or 11 (black on one, white on the other), which are all four values of two bits. So
//!    the differences of two boards are **all** 2^128 pairs of sets.
//! 2. To keep boards apart the linear map must therefore send no pair of sets but the empty one to
//!    zero: its rank is 128 and it is a bijection on 128 bits.
//! 3. So the difference of the two side numbers, whatever it is, is the sum of the keys of exactly
//!    one pair of sets, and by 1 some two boards differ by that pair. With one side to move on the
//!    first and the other on the second they have the same 128 bits.
//!
//! A position needs a 129th bit, and it has one: the table stores the side to move in each entry and
//! compares it ([`TableView::probe`](crate::TableView::probe) takes both). The entry had that bit to
//! spare, so it costs no memory and no time. A test constructs the two boards of step 3 and shows
//! that the table does not take one for the other.

use crate::rules::Position;
use crate::types::{Bitboard, Color, Size, SplitMix64, Square};

/// The 128-bit hash of a position. With the side to move it belongs to one position only.
pub type Hash = u128;

/// The seed of the keys that the search uses.
pub const SEED: u64 = 0x0057_4544_4745; // "WEDGE"

/// One 128-bit number for each colour on each square, and one for each colour to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    discs: [[Hash; 64]; 2],
    /// Both colours of a square at once: what turning a disc changes.
    turned: [Hash; 64],
    sides: [Hash; 2],
    /// Both sides at once: what the end of a turn changes.
    turn: Hash,
}

/// The keys that the search uses, made at compile time from [`SEED`].
pub static KEYS: Keys = Keys::from_seed(SEED);

impl Keys {
    /// Draws 128 linearly independent numbers for the discs, black's first, then two more: that of
    /// black to move and that of white to move.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut basis = Basis::EMPTY;
        let mut discs = [[0; 64]; 2];
        let mut turned = [0; 64];
        let mut drawn = 0;
        while drawn < 128 {
            let key = draw(&mut random);
            if basis.add(key) {
                discs[drawn / 64][drawn % 64] = key;
                turned[drawn % 64] ^= key;
                drawn += 1;
            }
        }
        let sides = [draw(&mut random), draw(&mut random)];
        Self { discs, turned, sides, turn: sides[0] ^ sides[1] }
    }

    /// The number of a disc.
    #[inline]
    #[must_use]
    pub const fn disc(&self, color: Color, square: Square) -> Hash {
        self.discs[color as usize][square.index()]
    }

    /// The number of a colour to move.
    #[inline]
    #[must_use]
    pub const fn side(&self, color: Color) -> Hash {
        self.sides[color as usize]
    }

    /// The rank over GF(2) of the 128 disc numbers: 128 means that no two boards with the same side
    /// to move share a hash.
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
        hash ^ self.turn
    }
}

const fn draw(random: &mut SplitMix64) -> Hash {
    (random.next() as Hash) << 64 | random.next() as Hash
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
    use crate::search::{Bound, Certainty, Hit, Table};
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
            let mut position = Position::<S>::start();
            let mut hash = KEYS.hash(&position);
            while !position.board().is_over() {
                assert_eq!(*seen.entry(hash).or_insert(position), position);
                let (board, side) = (position.board(), position.side());
                let mv = position.random_move(&mut random).unwrap();
                hash = match mv {
                    Move::Play(square) => KEYS.after(hash, side, square, board.flips(square)),
                    Move::Pass => KEYS.after_pass(hash),
                };
                position = position.play(mv).unwrap();
                assert_eq!(hash, KEYS.hash(&position));
            }
        }
    }

    /// The one pair of sets, black's and white's, whose keys add up to a number: by elimination,
    /// with a note of the keys that each row is the sum of.
    fn sets_with_sum(keys: &Keys, sum: Hash) -> (u64, u64) {
        let mut rows: Vec<(Hash, u128)> = Vec::new();
        let reduce = |rows: &[(Hash, u128)], (mut key, mut of): (Hash, u128)| {
            for &(row, keys) in rows {
                if key ^ row < key {
                    (key, of) = (key ^ row, of ^ keys);
                }
            }
            (key, of)
        };
        for (at, &key) in keys.discs.iter().flatten().enumerate() {
            let row = reduce(&rows, (key, 1 << at));
            rows.push(row);
            // The highest bit first, so that one pass clears them all.
            rows.sort_unstable_by_key(|&(row, _)| core::cmp::Reverse(row));
        }
        let (rest, of) = reduce(&rows, (sum, 0));
        assert_eq!(rest, 0, "128 independent keys reach every number");
        (of as u64, (of >> 64) as u64)
    }

    fn position(black: u64, white: u64, side: Color) -> Position {
        let (black, white) = (Bitboard(black), Bitboard(white));
        let board = match side {
            Color::Black => Board::new(black, white),
            Color::White => Board::new(white, black),
        };
        Position::new(board.expect("no square has two discs"), side)
    }

    /// Two boards whose discs differ by a pair of sets, with the same discs on all other squares.
    fn boards_that_differ_by((black, white): (u64, u64), rest: (u64, u64)) -> [(u64, u64); 2] {
        let others = !(black | white);
        let (more_black, more_white) = (rest.0 & others, rest.1 & !rest.0 & others);
        [
            (black | more_black, white & !black | more_white),
            (more_black, black & white | more_white),
        ]
    }

    /// Step 3 of the proof, for these side numbers and any others: the two boards exist, empty or
    /// full elsewhere, their 128 bits are equal, and the side is what tells them apart.
    #[test]
    fn the_side_beside_the_hash_is_needed_and_enough() {
        let table = Table::<64>::new();
        let mut random = SplitMix64::new(3);
        for seed in (0..20).chain([SEED]) {
            let mut keys = Keys::from_seed(seed);
            for _ in 0..20 {
                let rest = [(0, 0), (!0, 0), (random.next(), !0), (random.next(), random.next())];
                for rest in rest {
                    let sets = sets_with_sum(&keys, keys.turn);
                    let [one, other] = boards_that_differ_by(sets, rest);
                    let one = position(one.0, one.1, Color::Black);
                    let other = position(other.0, other.1, Color::White);
                    let hash = keys.hash(&one);
                    assert_eq!(hash, keys.hash(&other), "{one} and {other}");
                    table.view().clear();
                    table.view().store(hash, one.side(), 1, KNOWN);
                    assert_eq!(table.view().probe(hash, one.side()), Some(KNOWN));
                    assert_eq!(table.view().probe(hash, other.side()), None);
                }
                // And with any other numbers for the sides.
                keys.sides = [draw(&mut random), draw(&mut random)];
                keys.turn = keys.sides[0] ^ keys.sides[1];
            }
        }
    }

    const KNOWN: Hit =
        Hit { depth: 9, bound: Bound::Exact, value: 64, best: None, certainty: Certainty::FULL };

    /// Any two boards differ by a pair of sets, and every pair of sets is the difference of two
    /// boards: the first two steps of the proof. With the rank of 128 this covers all boards.
    #[test]
    fn every_pair_of_sets_is_a_difference_of_two_boards() {
        let mut random = SplitMix64::new(4);
        for _ in 0..10_000 {
            let sets = (random.next(), random.next());
            let [one, other] = boards_that_differ_by(sets, (random.next(), random.next()));
            assert_eq!((one.0 & one.1, other.0 & other.1), (0, 0), "boards");
            assert_eq!((one.0 ^ other.0, one.1 ^ other.1), sets);
            let side = if random.below(2) == 0 { Color::Black } else { Color::White };
            let hashes =
                [one, other].map(|(black, white)| KEYS.hash(&position(black, white, side)));
            assert_eq!(sets_with_sum(&KEYS, hashes[0] ^ hashes[1]), sets);
        }
    }

    /// A million boards, from empty to full, and their neighbours that differ in a square or in the
    /// side to move. By chance not even the 128 bits alone are equal.
    #[test]
    fn a_million_boards_of_any_kind_have_hashes_of_their_own() {
        let mut random = SplitMix64::new(5);
        let mut all = Vec::with_capacity(1_000_000);
        while all.len() < 1_000_000 {
            let discs = match random.below(4) {
                0 => random.next() & random.next(),
                1 => random.next(),
                2 => random.next() | random.next() | random.next(),
                _ => !0,
            };
            let owner = random.next();
            let (black, white) = (discs & owner, discs & !owner);
            // d4 and three more: empty, black and white, with either side to move.
            for square in [27, random.below(64), random.below(64), random.below(64)] {
                let bit = 1 << square;
                for (add_black, add_white) in [(0, 0), (bit, 0), (0, bit)] {
                    for side in [Color::Black, Color::White] {
                        let position =
                            position(black & !bit | add_black, white & !bit | add_white, side);
                        all.push((KEYS.hash(&position), position));
                    }
                }
            }
        }
        all.sort_unstable_by_key(|&(hash, _)| hash);
        for pair in all.windows(2) {
            let [(hash, position), (other_hash, other)] = [pair[0], pair[1]];
            assert!(hash != other_hash || position == other, "{position} and {other}: {hash:x}");
        }
        all.dedup_by_key(|&mut (hash, _)| hash);
        assert!(all.len() > 700_000, "{} different positions", all.len());
    }

    #[test]
    fn incremental_and_fresh_hashes_agree_and_no_two_positions_share_one() {
        walk::<Eight>(500);
        walk::<Six>(500);
    }
}
