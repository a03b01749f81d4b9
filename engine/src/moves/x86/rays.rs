//! The lines that leave each square, as sets.

/// For each square, its rays: first towards higher bits, then towards lower ones, each time along
/// the row, the diagonal of step 7, the column, and the diagonal of step 9. The square itself is
/// not part of them.
pub(super) static RAYS: Rays = Rays(rays());

/// Aligned so that the rays of a square share a cache line.
#[repr(align(64))]
pub(super) struct Rays(pub(super) [[u64; 8]; 64]);

/// The steps in column and row, in the order of [`RAYS`].
const STEPS: [(isize, isize); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (step_column, step_row) = STEPS[direction];
            let mut column = square as isize % 8 + step_column;
            let mut row = square as isize / 8 + step_row;
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square][direction] |= 1 << (row * 8 + column);
                column += step_column;
                row += step_row;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}
