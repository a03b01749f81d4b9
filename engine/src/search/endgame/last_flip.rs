//! Last-flip count: how many discs the very last move flips, without making it.

/// The number of discs that flip when `mover` fills the only empty square. All discs that are not
/// the mover's are the opponent's.
///
/// Each of the four lines through the square is gathered into eight bits, which index a table of
/// counts.
#[inline]
pub(super) fn count_last_flip(square: usize, mover: u64) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let [seven, nine] = DIAGONALS[square];
    let by_column = |line: u64| (line.wrapping_mul(COLUMN) >> 56) as usize;
    let across = (mover >> (row * 8)) as u8 as usize;
    // The multiplication moves the bit of row r to bit 56 + r.
    let down = ((mover >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    i32::from(FLIPPED[column][across])
        + i32::from(FLIPPED[row][down])
        + i32::from(FLIPPED[column][by_column(mover & seven)])
        + i32::from(FLIPPED[column][by_column(mover & nine)])
}

/// The diagonals through each square, of step 7 and of step 9.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (x, y) = (square % 8, square / 8);
            let (u, v) = (other % 8, other / 8);
            if x + y == u + v {
                diagonals[square][0] |= 1 << other;
            }
            if x + v == u + y {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// The number of discs that flip on a line of eight, by the square that is filled and the mover's
/// discs.
static FLIPPED: [[u8; 256]; 8] = {
    let mut flipped = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut line = 0_usize;
        while line < 256 {
            let mut run = 0;
            let mut at = square + 1;
            while at < 8 {
                if line >> at & 1 != 0 {
                    flipped[square][line] += run;
                    break;
                }
                run += 1;
                at += 1;
            }
            run = 0;
            at = square;
            while at > 0 {
                at -= 1;
                if line >> at & 1 != 0 {
                    flipped[square][line] += run;
                    break;
                }
                run += 1;
            }
            line += 1;
        }
        square += 1;
    }
    flipped
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::moves;
    use crate::types::SplitMix64;

    #[test]
    fn the_count_agrees_with_the_flips() {
        let mut random = SplitMix64::new(11);
        for round in 0..300_000 {
            let square = round % 64;
            let mut mover = random.next();
            for _ in 0..round % 3 {
                mover &= random.next();
            }
            let mover = mover & !(1 << square);
            let opponent = !mover & !(1 << square);
            let wanted = moves::flips(square, mover, opponent).count_ones() as i32;
            assert_eq!(count_last_flip(square, mover), wanted, "{square} {mover:016x}");
        }
    }
}
