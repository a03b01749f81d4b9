//! The tables of up to three pieces in little memory, for a chip.
//!
//! Three things make them small, and the distances stay exact:
//!
//! - Of two pieces against one, only the positions with the pair to move are kept. Those with the
//!   single piece to move follow from its few actions.
//! - Four bits are enough: a win takes an odd number of plies to the next capture and a loss an even
//!   one, and none takes more than [`LONGEST`].
//! - Most classes differ little from others, or are draws but for a winning capture. So a class is a
//!   list of differences from one of a few base tables, or from what its captures say.

use core::cmp::Ordering;

use super::class::{Class, Ordered, classes};
use super::tables::{Endings, Tablebase, Verdict, class_len, index, position_at};
use crate::rules::{Actions, Position, Rules};
use crate::types::{Color, Piece};

/// Classes of two and of three pieces.
const PAIRS: usize = 5;
const TRIPLES: usize = 20;
/// The bytes: the number of base tables; for each class in ascending order two bytes of its number
/// and one of its base; the tables of two pieces, a byte a position; the base tables, two positions a
/// byte; the differences in ascending order, three bytes each: class 5 bits, position 13, value 4.
const PAIR_TABLES: usize = 1 + 3 * (PAIRS + TRIPLES);
const BASE_TABLES: usize = PAIR_TABLES + PAIRS * class_len(2);
const BASE_LEN: usize = POSITIONS / 2;
/// Positions of a class of three pieces with the pair to move: the first half of its table.
const POSITIONS: usize = class_len(3) / 2;
/// Instead of a base table: a draw, unless a capture wins.
const CAPTURES: u8 = 255;

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
pub struct PackedEndings<'d>(&'d [u8]);

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
    /// Memory that is enough to pack in.
    pub const MOST: usize = BASE_TABLES + TRIPLES * BASE_LEN;

    /// Packs tables of at least three pieces. `None` if they are of fewer, if they were made for rules
    /// that make draws of their longest wins, or if the memory is not enough.
    pub fn pack(endings: &Endings<'_>, memory: &'d mut [u8]) -> Option<Self> {
        let (two, three) = endings.bytes().split_at_checked(PAIRS * class_len(2))?;
        if endings.rules().quiet_limit < LONGEST || three.len() < TRIPLES * class_len(3) {
            return None;
        }
        memory.get_mut(PAIR_TABLES..BASE_TABLES)?.copy_from_slice(two);
        // 1. A base for each class: the nearest, or a new table if the differences would take more.
        let (mut bases, mut len) = (0_u8, BASE_TABLES);
        for (at, (class, material)) in classes(2).iter().chain(&classes(3)).enumerate() {
            let mut nearest = (CAPTURES, 0);
            if let Some(number) = at.checked_sub(PAIRS) {
                let packed = PackedEndings(memory.get(..len)?);
                let count = |base| packed.differences(base, number, material, three).count();
                nearest = (0..bases)
                    .chain([CAPTURES])
                    .map(|base| (base, count(base)))
                    .min_by_key(|near| near.1)?;
                if 3 * nearest.1 > BASE_LEN {
                    let table = memory.get_mut(len..len + BASE_LEN)?;
                    for (place, byte) in table.iter_mut().enumerate() {
                        let value = |odd| nibble(three, number, 2 * place + odd);
                        *byte = value(0)? | value(1)? << 4;
                    }
                    nearest.0 = bases;
                    (bases, len) = (bases + 1, len + BASE_LEN);
                }
            }
            let [low, high, ..] = class.0.to_le_bytes();
            memory.get_mut(1 + 3 * at..4 + 3 * at)?.copy_from_slice(&[low, high, nearest.0]);
            *memory.first_mut()? = bases;
        }
        // 2. The differences.
        let start = len;
        for (number, (class, material)) in classes(3).iter().enumerate() {
            let (tables, list) = memory.split_at_mut_checked(start)?;
            let packed = PackedEndings(tables);
            let (_, base) = packed.find(*class)?;
            for (place, value) in packed.differences(base, number, material, three) {
                let entry = ((number << 13 | place) << 4) as u32 | u32::from(value?);
                let bytes = list.get_mut(len - start..len - start + 3)?;
                bytes.copy_from_slice(entry.to_le_bytes().get(..3)?);
                len += 3;
            }
        }
        Some(Self(memory.get(..len)?))
    }

    /// Where a class of three pieces differs from a base: the position, and its value.
    fn differences(
        self,
        base: u8,
        number: usize,
        material: &[Piece],
        three: &[u8],
    ) -> impl Iterator<Item = (usize, Option<u8>)> {
        (0..POSITIONS).filter_map(move |place| {
            let value = nibble(three, number, place);
            let (squares, _) = position_at(place, 3);
            let pieces = material.iter().copied().zip(squares);
            // No piece shares a square with another: of such places nobody asks.
            let position = Position::face_up(pieces, Color::Red)?;
            let same = value == Some(self.base_value(base, place, &position));
            (!same).then_some((place, value))
        })
    }

    /// The bytes, for a file.
    #[must_use]
    pub const fn bytes(&self) -> &'d [u8] {
        self.0
    }

    /// Where a class is in the list, and its base.
    fn find(&self, class: Class) -> Option<(usize, u8)> {
        let [low, high, ..] = class.0.to_le_bytes();
        let list = self.0.get(1..PAIR_TABLES)?.chunks_exact(3).enumerate();
        list.into_iter().find_map(|(at, entry)| match *entry {
            [one, two, base] if (one, two) == (low, high) => Some((at, base)),
            _ => None,
        })
    }

    /// The value that a base gives a position: four bits.
    fn base_value(self, base: u8, place: usize, position: &Position) -> u8 {
        if base == CAPTURES {
            return u8::from(self.capture_wins(position));
        }
        let at = BASE_TABLES + usize::from(base) * BASE_LEN + place / 2;
        self.0.get(at).map_or(0, |byte| byte >> (4 * (place % 2)) & 15)
    }

    /// Whether the mover of three pieces has a capture that wins.
    #[inline(never)]
    fn capture_wins(self, position: &Position) -> bool {
        let mut captures = Actions::new();
        position.add_captures(&mut captures);
        captures.iter().any(|action| {
            let next = position.after_step(action.from(), action.to());
            next.is_wiped_out() || matches!(self.probe(&next), Some(Verdict::Loss(_)))
        })
    }

    /// The value of a position that differs from its class's base.
    fn difference(self, class: usize, place: usize) -> Option<u8> {
        let bases = usize::from(*self.0.first()?);
        let list = self.0.get(BASE_TABLES + bases * BASE_LEN..)?;
        let entry = |at: usize| {
            let bytes = list.get(3 * at..3 * at + 3)?;
            Some(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
        };
        let wanted = class << 13 | place;
        let (mut low, mut high) = (0, list.len() / 3);
        while low < high {
            let middle = (low + high) / 2;
            let found = entry(middle)?;
            match (found >> 4).cmp(&wanted) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some((found & 15) as u8),
                Ordering::Greater => high = middle,
            }
        }
        None
    }
}

impl Tablebase for PackedEndings<'_> {
    fn suits(&self, rules: Rules) -> bool {
        rules.quiet_limit >= LONGEST
    }

    // Not inlined: what it needs must not be in the stack frame of every node.
    #[inline(never)]
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let ending = Ordered::of(position, 3)?;
        let (class, base) = self.find(ending.class)?;
        let place = index(&ending.squares, ending.first_moves);
        if ending.squares.len() == 2 {
            let byte = self.0.get(PAIR_TABLES + class * class_len(2) + place)?;
            return Some(Verdict::from_byte(*byte));
        }
        if !ending.first_moves {
            return self.look_ahead(position);
        }
        let difference = self.difference(class.checked_sub(PAIRS)?, place);
        Some(from_nibble(difference.unwrap_or_else(|| self.base_value(base, place, position))))
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

/// The value of a place of a class of three pieces in tables of a byte each. Four bits: 0 a draw, 1 to
/// 12 a win in 1, 3 ... 23 plies, 13 to 15 a loss in 0, 2 or 4. `None` if the distance is another.
fn nibble(three: &[u8], class: usize, place: usize) -> Option<u8> {
    match Verdict::from_byte(*three.get(class * class_len(3) + place)?) {
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
