//! The tables of up to three pieces in little memory, for a chip.
//!
//! With two pieces against one, only the positions with the pair to move are kept, at four bits
//! each: that is two bits for each position of the tables. Those with the single piece to move follow
//! from its few actions. The distances stay exact: a win takes an odd number of plies to the next
//! capture and a loss an even one, and none takes more than [`LONGEST`].

use super::class::{Class, Ordered};
use super::tables::{Endings, Tablebase, Verdict, class_len, index};
use crate::rules::{Position, Rules};

/// Classes of two and of three pieces.
const PAIRS: usize = 5;
const TRIPLES: usize = 20;
/// The file: the classes in ascending order at two bytes each; the tables of two pieces, a byte a
/// position; those of three, the first half of each (the pair moves), two positions a byte.
const PAIR_TABLES: usize = 2 * (PAIRS + TRIPLES);
const TRIPLE_TABLES: usize = PAIR_TABLES + PAIRS * class_len(2);
const TRIPLE_LEN: usize = class_len(3) / 4;
const PACKED_LEN: usize = TRIPLE_TABLES + TRIPLES * TRIPLE_LEN;

/// The longest distance in the tables of up to three pieces, in plies.
const LONGEST: u8 = 24;

/// The tables of up to three pieces, packed.
///
/// ```
/// use wedge_dark_chess::{PackedEndings, Tablebase, Verdict};
///
/// let position = "K.../..../..../..../..../..../m.../G... r - 0".parse().unwrap();
/// assert_eq!(PackedEndings::built_in().probe(&position), Some(Verdict::Win(1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedEndings<'d>(&'d [u8; PACKED_LEN]);

static BUILT_IN: PackedEndings<'static> =
    PackedEndings(include_bytes!("../../endings/three-pieces.bin"));

impl PackedEndings<'static> {
    /// The tables that come with the crate. `host-sim dark-chess endings FILE --packed` makes them.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }
}

impl<'d> PackedEndings<'d> {
    /// The bytes of the packed tables.
    pub const LEN: usize = PACKED_LEN;

    /// Packs tables of at least three pieces; `None` if they are of fewer, or made for rules that
    /// make draws of their longest wins.
    pub fn pack(endings: &Endings<'_>, packed: &'d mut [u8; PACKED_LEN]) -> Option<Self> {
        let classes = endings.layout().classes().get(..PAIRS + TRIPLES)?;
        if endings.rules().quiet_limit < LONGEST {
            return None;
        }
        let (list, tables) = packed.split_at_mut(PAIR_TABLES);
        for (place, class) in list.chunks_exact_mut(2).zip(classes) {
            place.copy_from_slice(&(class.0 as u16).to_le_bytes());
        }
        let (pairs, triples) = tables.split_at_mut(PAIRS * class_len(2));
        let (two, three) = endings.bytes().split_at_checked(pairs.len())?;
        pairs.copy_from_slice(two);
        let halves = three.chunks_exact(class_len(3) / 2).step_by(2);
        for (table, half) in triples.chunks_exact_mut(TRIPLE_LEN).zip(halves) {
            for (byte, two) in table.iter_mut().zip(half.chunks_exact(2)) {
                let mut nibbles = two.iter().map(|&byte| nibble(Verdict::from_byte(byte)));
                let (low, high) = (nibbles.next().flatten(), nibbles.next().flatten());
                *byte = low? | high? << 4;
            }
        }
        Some(Self(packed))
    }

    /// The bytes, for a file.
    #[must_use]
    pub const fn bytes(&self) -> &'d [u8; PACKED_LEN] {
        self.0
    }

    /// Where a class is in the list.
    fn find(&self, class: Class) -> Option<usize> {
        let code = (class.0 as u16).to_le_bytes();
        self.0.get(..PAIR_TABLES)?.chunks_exact(2).position(|two| two == code)
    }
}

impl Tablebase for PackedEndings<'_> {
    fn suits(&self, rules: Rules) -> bool {
        rules.quiet_limit >= LONGEST
    }

    fn probe(&self, position: &Position) -> Option<Verdict> {
        let ending = Ordered::of(position, 3)?;
        let class = self.find(ending.class)?;
        let at = index(&ending.squares, ending.first_moves);
        if ending.squares.len() == 2 {
            let byte = self.0.get(PAIR_TABLES + class * class_len(2) + at)?;
            return Some(Verdict::from_byte(*byte));
        }
        if !ending.first_moves {
            return self.look_ahead(position);
        }
        let start = TRIPLE_TABLES + class.checked_sub(PAIRS)? * TRIPLE_LEN;
        let byte = self.0.get(start + at / 2)?;
        Some(from_nibble(byte >> (4 * (at % 2))))
    }
}

impl PackedEndings<'_> {
    /// The result of a position from those that its actions lead to. The single piece moves, so each
    /// of them has the pair to move, or two pieces.
    #[inline(never)]
    fn look_ahead(&self, position: &Position) -> Option<Verdict> {
        let (mut win, mut draw, mut loss): (Option<u8>, bool, u8) = (None, false, 0);
        for &action in &position.actions() {
            let next = position.after_step(action.from(), action.to());
            // A capture starts the count again.
            let after = |plies: u8| if next.quiet() == 0 { 1 } else { plies.saturating_add(1) };
            match self.probe(&next)? {
                Verdict::Loss(plies) => {
                    win = Some(win.map_or(after(plies), |least| least.min(after(plies))));
                }
                Verdict::Draw => draw = true,
                Verdict::Win(plies) => loss = loss.max(after(plies)),
            }
        }
        Some(match win {
            Some(plies) => Verdict::Win(plies),
            None if draw => Verdict::Draw,
            None => Verdict::Loss(loss),
        })
    }
}

/// Four bits: 0 a draw, 1 to 12 a win in 1, 3 ... 23 plies, 13 to 15 a loss in 0, 2 or 4. `None` if
/// the distance is another.
const fn nibble(verdict: Verdict) -> Option<u8> {
    match verdict {
        Verdict::Draw => Some(0),
        Verdict::Win(plies) if plies % 2 == 1 && plies < LONGEST => Some(plies.div_ceil(2)),
        Verdict::Loss(plies @ (0 | 2 | 4)) => Some(13 + plies / 2),
        _ => None,
    }
}

const fn from_nibble(bits: u8) -> Verdict {
    match bits & 15 {
        0 => Verdict::Draw,
        wins @ 1..=12 => Verdict::Win(2 * wins - 1),
        losses => Verdict::Loss(2 * losses.saturating_sub(13)),
    }
}
