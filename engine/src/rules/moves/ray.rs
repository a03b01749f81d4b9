//! Rays: the squares on a line from a square to the edge.

/// The squares from a square to the edge, itself excluded, by steps in column and row of -1, 0 or 1
/// (not both 0).
pub(super) const fn ray(square: usize, step_column: isize, step_row: isize) -> u64 {
    let mut column = square as isize % 8 + step_column;
    let mut row = square as isize / 8 + step_row;
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += step_column;
        row += step_row;
    }
    ray
}
