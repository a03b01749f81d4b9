//! The strengths of the console, in nodes and plies.

use wedge_engine::{Limits, Strength};

/// What a strength spends on a move: plies and nodes. Chosen, so that each strength takes about
/// three times as long as the one before; the lowest sees a capture and its answer.
const EFFORTS: [(u8, u64); Strength::MAX as usize] = [
    (1, 100),
    (2, 200),
    (3, 400),
    (4, 1_000),
    (60, 2_000),
    (60, 6_000),
    (60, 20_000),
    (60, 60_000),
    (60, 200_000),
];

/// The limits of a move at this strength.
///
/// ```
/// use wedge_dark_chess::limits_of;
/// use wedge_engine::Strength;
///
/// assert!(limits_of(Strength::new(9).unwrap()).nodes > limits_of(Strength::default()).nodes);
/// ```
#[must_use]
pub fn limits_of(strength: Strength) -> Limits {
    let at = usize::from(strength.number()).saturating_sub(1);
    let (depth, nodes) = EFFORTS.get(at).copied().unwrap_or((1, 100));
    Limits::depth(depth).with_nodes(nodes)
}
