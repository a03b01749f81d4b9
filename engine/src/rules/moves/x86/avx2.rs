//! AVX2 (PCs since 2013): four directions in the four lanes of a vector.
//!
//! The lanes hold the row, the diagonal of step 7, the column and the diagonal of step 9.

use super::vector::Lanes;
use crate::rules::moves::portable::INNER;
use crate::rules::moves::ray::ray;

/// The rays of each square towards higher and towards lower bits, in the order of the lanes.
static RAYS: [Rays; 64] = all_rays();

/// Aligned, so that one load fetches four rays from one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

const fn all_rays() -> [Rays; 64] {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Rays {
            up: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            down: [ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)],
        };
        square += 1;
    }
    rays
}

/// The rays of a square towards higher bits, and towards lower ones.
#[inline]
pub(super) fn rays<V: Lanes>(square: usize) -> (V, V) {
    let rays = &RAYS[square % 64];
    (rays.up.into(), rays.down.into())
}

/// The double steps of [`crate::rules::moves::portable`], eight directions at once.
#[inline]
pub(super) fn legal<V: Lanes>(mover: u64, opponent: u64) -> u64 {
    let one = V::from([1, 7, 8, 9]);
    let two = V::from([2, 14, 16, 18]);
    let from = V::all(mover);
    let over = V::all(opponent) & V::from([INNER, INNER, !0, INNER]);

    let mut up = over & (from << one);
    let mut down = over & (from >> one);
    up = up | (over & (up << one));
    down = down | (over & (down >> one));
    // A pair is represented by its higher square upwards and by its lower one downwards.
    let pairs_up = over & (over << one);
    let pairs_down = pairs_up >> one;
    up = up | (pairs_up & (up << two));
    down = down | (pairs_down & (down >> two));
    up = up | (pairs_up & (up << two));
    down = down | (pairs_down & (down >> two));

    let ends = (up << one) | (down >> one);
    ends.union() & !(mover | opponent)
}

/// The discs that flip on rays towards higher bits.
#[inline]
pub(super) fn rising<V: Lanes>(rays: V, mover: V, opponent: V) -> V {
    // The first square of the ray without an opponent is the lowest bit of `ends`.
    let ends = !opponent & rays;
    let lowest_up = V::all(0) - ends;
    let end = lowest_up & (mover & rays);
    // All squares before the mover's disc flip; without such a disc none does.
    let below = end + V::all(!0);
    (!end.where_empty() & rays) & below
}

/// The discs that flip on rays towards lower bits.
///
/// AVX2 cannot find the highest bit of a lane. So every square without an opponent shadows the
/// squares behind it on the ray; the run is what lies in no shadow.
#[inline]
fn falling<V: Lanes>(rays: V, mover: V, opponent: V) -> V {
    let one = V::from([1, 7, 8, 9]);
    let mut shadow = !opponent & rays;
    shadow = shadow | (shadow >> one);
    shadow = shadow | (shadow >> V::from([2, 14, 16, 18]));
    shadow = shadow | (shadow >> V::from([4, 28, 32, 36]));
    let behind = shadow >> one;
    let end = !behind & (mover & rays);
    !end.where_empty() & (!shadow & rays)
}

#[inline]
pub(super) fn flips<V: Lanes>(square: usize, mover: u64, opponent: u64) -> u64 {
    let (up, down) = rays::<V>(square);
    let (mover, opponent) = (V::all(mover), V::all(opponent));
    (rising(up, mover, opponent) | falling(down, mover, opponent)).union()
}
