//! The backend for any 64-bit target: eight directions, each a shift and a mask.

/// All columns but a and h: no disc of a row or diagonal that flips lies there.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Runs of `over` that start next to `from` in both directions of one line, `step` bits apart.
///
/// A run has at most six discs: two single steps, then two double steps over pairs.
#[inline]
const fn runs(from: u64, over: u64, step: u32) -> (u64, u64) {
    let mut up = over & (from << step);
    let mut down = over & (from >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    let pairs_up = over & (over << step);
    let pairs_down = over & (over >> step);
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up, down)
}

#[inline]
const fn ends(mover: u64, over: u64, step: u32) -> u64 {
    let (up, down) = runs(mover, over, step);
    (up << step) | (down >> step)
}

/// [`super::legal`] by double steps along the eight directions.
#[inline]
#[must_use]
pub const fn legal(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    let ends = ends(mover, inner, 1)
        | ends(mover, opponent, 8)
        | ends(mover, inner, 7)
        | ends(mover, inner, 9);
    ends & !(mover | opponent)
}

#[inline]
const fn flipped(square: u64, mover: u64, over: u64, step: u32) -> u64 {
    let (up, down) = runs(square, over, step);
    let mut flips = 0;
    if (up << step) & mover != 0 {
        flips |= up;
    }
    if (down >> step) & mover != 0 {
        flips |= down;
    }
    flips
}

/// [`super::flips`] by double steps along the eight directions.
#[inline]
#[must_use]
pub const fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    let square = 1 << square;
    let inner = opponent & INNER;
    flipped(square, mover, inner, 1)
        | flipped(square, mover, opponent, 8)
        | flipped(square, mover, inner, 7)
        | flipped(square, mover, inner, 9)
}
