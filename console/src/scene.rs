//! Drawing on the matrix, as pure functions of a position and a time.

use wedge_engine::{Bitboard, Color, Position, Size, Square};

use crate::frame::{Frame, Rgb8};

/// Black's discs: a deep blue. Blue and amber stay distinct for every common kind of colour
/// blindness, and amber is more than twice as bright, so that brightness alone distinguishes them.
pub const BLACK: Rgb8 = Rgb8::new(0, 72, 255);
/// White's discs: a bright amber.
pub const WHITE: Rgb8 = Rgb8::new(255, 176, 40);
/// Legal moves.
pub const LEGAL: Rgb8 = Rgb8::new(0, 84, 34);
/// Hints, the signs of the menu, and the cursor on an illegal square.
pub const LIGHT: Rgb8 = Rgb8::new(200, 200, 200);
/// A refused action.
pub const REFUSED: Rgb8 = Rgb8::new(255, 0, 0);

/// The delay of a disc's flip for each square of distance from the move.
const FLIP_STEP_MS: u64 = 90;
/// How long a disc takes to flip.
const FLIP_MS: u64 = 200;
/// The time between two exchanges of discs at the end of a game.
const SORT_STEP_MS: u64 = 50;

/// The colour of a player's discs.
#[must_use]
pub const fn hue(color: Color) -> Rgb8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// Whether a blinking LED is lit: it is in the first half of each period.
pub(crate) const fn is_lit(elapsed: u64, period: u64) -> bool {
    elapsed % period < period / 2
}

/// A brightness that falls from 255 to `low` and rises again once a period.
pub(crate) fn pulse(elapsed: u64, period: u64, low: u8) -> u8 {
    let half = period / 2;
    let phase = elapsed % period;
    let distance = if phase < half { phase } else { period - phase };
    let drop = u64::from(255 - low) * distance / half.max(1);
    255 - drop.min(255) as u8
}

/// Draws the discs of a position.
pub(crate) fn discs<S: Size>(frame: &mut Frame, position: &Position<S>) {
    for color in [Color::Black, Color::White] {
        fill(frame, position.discs(color), hue(color));
    }
}

/// Sets all squares of a set to one colour.
pub(crate) fn fill(frame: &mut Frame, squares: Bitboard, colour: Rgb8) {
    for square in squares {
        frame.set(square, colour);
    }
}

/// Draws discs that flip to `color`, starting next to the move and spreading outward. Each fades out
/// in the old colour and fades in in the new one.
pub(crate) fn flips(
    frame: &mut Frame,
    origin: Square,
    flipped: Bitboard,
    color: Color,
    elapsed: u64,
) {
    for square in flipped {
        let start = distance(origin, square) * FLIP_STEP_MS;
        let phase = elapsed.saturating_sub(start).min(FLIP_MS);
        let half = FLIP_MS / 2;
        let part = |ms: u64| (ms * 255 / half).min(255) as u8;
        let colour = if phase < half {
            hue(color.other()).dim(255 - part(phase))
        } else {
            hue(color).dim(part(phase - half))
        };
        frame.set(square, colour);
    }
}

/// How long the animation of [`flips`] takes.
pub(crate) fn flips_ms(origin: Square, flipped: Bitboard) -> u64 {
    let farthest = flipped.into_iter().map(|square| distance(origin, square)).max();
    farthest.map_or(0, |steps| steps * FLIP_STEP_MS + FLIP_MS)
}

/// The distance between two squares in steps of a chess king.
fn distance(a: Square, b: Square) -> u64 {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row())) as u64
}

/// The squares along the edge of the board.
pub(crate) fn border<S: Size>() -> Bitboard {
    let edge = |n: usize, lines: usize| n == 0 || n == lines - 1;
    (0..64)
        .filter_map(Square::from_index)
        .filter(|square| S::MASK & square.bit().0 != 0)
        .filter(|square| edge(square.column(), S::WIDTH) || edge(square.row(), S::HEIGHT))
        .collect()
}

/// Sorts the discs of a finished game, one exchange at a time, until black's are together at the top
/// and white's at the bottom. Returns each colour's squares, and whether all are in place.
pub(crate) fn sorted<S: Size>(position: &Position<S>, elapsed: u64) -> ([Bitboard; 2], bool) {
    let squares = || Bitboard(S::MASK).into_iter();
    let mut black = position.discs(Color::Black);
    let mut white = position.discs(Color::White);
    let top: Bitboard = squares().take(black.len() as usize).collect();
    let count = squares().len();
    let bottom: Bitboard = squares().skip(count - white.len() as usize).collect();
    let mut exchanges = elapsed / SORT_STEP_MS;
    // First black's misplaced discs move into black's block, then white's into white's.
    for _ in 0..64 {
        let Some((from, to)) = misplaced(black, top).or_else(|| misplaced(white, bottom)) else {
            return ([black, white], true);
        };
        if exchanges == 0 {
            break;
        }
        exchanges -= 1;
        let both = from | to;
        for set in [&mut black, &mut white] {
            if (*set & both).len() == 1 {
                *set ^= both;
            }
        }
    }
    ([black, white], false)
}

/// The first disc outside its block, and the first free square in the block.
fn misplaced(discs: Bitboard, block: Bitboard) -> Option<(Bitboard, Bitboard)> {
    let from = (discs & !block).first()?;
    let to = (block & !discs).first()?;
    Some((from.bit(), to.bit()))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;
    use wedge_engine::{Board, Eight, Game, Six, SplitMix64};

    use super::*;

    /// A colour as people who lack one kind of cone see it (Machado, Oliveira, Fernandes:
    /// "A physiologically-based model for simulation of color vision deficiency", 2009, severity
    /// 1.0), in linear light.
    fn seen(colour: Rgb8, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let linear = [colour.r, colour.g, colour.b].map(|c| (f64::from(c) / 255.0).powf(2.2));
        matrix.map(|row| {
            let light: f64 = row.iter().zip(linear).map(|(weight, part)| weight * part).sum();
            light.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    }

    const KINDS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    #[test]
    fn colours_stay_distinct_with_colour_blindness() {
        for matrix in KINDS {
            let apart = |a: Rgb8, b: Rgb8| {
                let (a, b) = (seen(a, matrix), seen(b, matrix));
                a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
            };
            assert!(apart(BLACK, WHITE) > 0.6, "discs: {}", apart(BLACK, WHITE));
            for disc in [BLACK, WHITE] {
                assert!(apart(disc, LEGAL) > 0.3, "legal squares: {}", apart(disc, LEGAL));
                assert!(apart(disc, LIGHT) > 0.3, "hints: {}", apart(disc, LIGHT));
            }
        }
        assert!(WHITE.luma() > 2 * BLACK.luma());
        assert!(BLACK.luma() > LEGAL.luma());
    }

    #[test]
    fn flips_spread_outward_and_end_in_the_new_colour() {
        let origin: Square = "a1".parse().unwrap();
        let flipped: Bitboard =
            ["b1", "c1", "d1"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let show = |elapsed| {
            let mut frame = Frame::default();
            flips(&mut frame, origin, flipped, Color::White, elapsed);
            flipped.into_iter().map(|square| frame.at(square)).collect::<Vec<_>>()
        };
        assert_eq!(show(0), [BLACK; 3]);
        let mid = show(3 * FLIP_STEP_MS);
        assert!(mid[0].r > 200 && mid[0].r > mid[1].r, "{mid:?}");
        assert_eq!(mid[2], BLACK);
        assert_eq!(show(flips_ms(origin, flipped)), [WHITE; 3]);
        assert_eq!(show(u64::MAX), [WHITE; 3]);
    }

    #[test]
    fn the_border_is_28_or_20_squares() {
        assert_eq!(border::<Eight>().len(), 28);
        assert_eq!(border::<Six>().len(), 20);
    }

    #[test]
    fn a_pulse_falls_and_rises() {
        assert_eq!(pulse(0, 1000, 55), 255);
        assert_eq!(pulse(500, 1000, 55), 55);
        assert_eq!(pulse(250, 1000, 55), 155);
        assert_eq!(pulse(750, 1000, 55), 155);
        assert!((0..5000).all(|t| pulse(t, 1000, 55) >= 55));
    }

    fn check_sorting<S: Size>(position: &Position<S>) {
        let count = |color| position.discs(color).len();
        let mut placed_at = None;
        for step in 0..100 {
            let ([black, white], placed) = sorted(position, step * SORT_STEP_MS);
            assert_eq!((black.len(), white.len()), (count(Color::Black), count(Color::White)));
            assert!((black & white).is_empty() && (black | white).0 & !S::MASK == 0);
            if placed {
                placed_at = placed_at.or(Some(step));
                let top = black.into_iter().last();
                assert!(top.is_none() || white.first().is_none() || top < white.first());
            }
        }
        assert!(placed_at.is_some_and(|step| step <= 64), "{placed_at:?}");
        assert_eq!(sorted(position, 0).0[0], position.discs(Color::Black));
    }

    #[test]
    fn finished_games_are_sorted() {
        for seed in 0..50 {
            let mut random = SplitMix64::new(seed);
            let mut game = Game::default();
            while !game.is_over() {
                let mv = game.position().random_move(&mut random).unwrap();
                game.play(mv).unwrap();
            }
            check_sorting(&game.position());
        }
    }

    proptest! {
        #[test]
        fn any_discs_are_sorted(black: u64, white: u64) {
            let (black, white) = (Bitboard(black & !white), Bitboard(white));
            if let Some(board) = Board::<Eight>::new(black, white) {
                check_sorting(&Position::new(board, Color::Black));
            }
            let six = Bitboard(Six::MASK);
            if let Some(board) = Board::<Six>::new(black & six, white & six) {
                check_sorting(&Position::new(board, Color::White));
            }
        }
    }
}
