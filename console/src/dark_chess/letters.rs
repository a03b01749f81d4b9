//! The colours and the letters of the pieces.

use wedge_dark_chess::{Color, Kind, Piece};

use crate::frame::{Frame, Rgb8};
use crate::glyph::{Glyph, glyph};

/// Both LEDs of a face-down piece.
pub const FACE_DOWN: Rgb8 = Rgb8::new(44, 44, 44);

/// The hue of a side: red and blue stay distinct for every common kind of colour blindness.
#[must_use]
pub const fn owner_hue(color: Color) -> Rgb8 {
    match color {
        Color::Red => Rgb8::new(255, 48, 0),
        Color::Black => Rgb8::new(0, 72, 255),
    }
}

/// The hue of a kind, from white for the king round the colour circle to a dark orange for the pawn.
#[must_use]
pub const fn rank_hue(kind: Kind) -> Rgb8 {
    match kind {
        Kind::King => Rgb8::new(255, 255, 255),
        Kind::Guard => Rgb8::new(255, 216, 0),
        Kind::Minister => Rgb8::new(40, 220, 0),
        Kind::Rook => Rgb8::new(0, 210, 190),
        Kind::Knight => Rgb8::new(64, 40, 255),
        Kind::Cannon => Rgb8::new(255, 0, 190),
        Kind::Pawn => Rgb8::new(150, 66, 0),
    }
}

/// A piece on the whole matrix: its letter in its owner's hue, and a bar in the hue of its rank.
pub(super) fn letter(piece: Piece) -> Frame {
    let mut frame = Frame::default();
    frame.draw(letter_of(piece.kind()), 0, 0, owner_hue(piece.color()));
    for row in &mut frame.0 {
        if let Some(last) = row.last_mut() {
            *last = rank_hue(piece.kind());
        }
    }
    frame
}

const fn letter_of(kind: Kind) -> &'static Glyph<8> {
    match kind {
        Kind::King => &KING,
        Kind::Guard => &GUARD,
        Kind::Minister => &MINISTER,
        Kind::Rook => &ROOK,
        Kind::Knight => &KNIGHT,
        Kind::Cannon => &CANNON,
        Kind::Pawn => &PAWN,
    }
}

#[rustfmt::skip]
const KING: Glyph<8> = glyph([
    "##..##",
    "##..##",
    "##.##.",
    "####..",
    "####..",
    "##.##.",
    "##..##",
    "##..##",
]);

#[rustfmt::skip]
const GUARD: Glyph<8> = glyph([
    ".####.",
    "##..##",
    "##....",
    "##....",
    "##.###",
    "##..##",
    "##..##",
    ".####.",
]);

#[rustfmt::skip]
const MINISTER: Glyph<8> = glyph([
    "#....#",
    "##..##",
    "######",
    "######",
    "##..##",
    "##..##",
    "##..##",
    "##..##",
]);

#[rustfmt::skip]
const ROOK: Glyph<8> = glyph([
    "#####.",
    "##..##",
    "##..##",
    "#####.",
    "####..",
    "##.##.",
    "##..##",
    "##..##",
]);

#[rustfmt::skip]
const KNIGHT: Glyph<8> = glyph([
    "##..##",
    "###.##",
    "###.##",
    "######",
    "######",
    "##.###",
    "##.###",
    "##..##",
]);

#[rustfmt::skip]
const CANNON: Glyph<8> = glyph([
    ".####.",
    "##..##",
    "##....",
    "##....",
    "##....",
    "##....",
    "##..##",
    ".####.",
]);

#[rustfmt::skip]
const PAWN: Glyph<8> = glyph([
    "#####.",
    "##..##",
    "##..##",
    "##..##",
    "#####.",
    "##....",
    "##....",
    "##....",
]);

/// A crown, for the winner.
#[rustfmt::skip]
pub(super) const CROWN: Glyph<8> = glyph([
    "........",
    "#..##..#",
    "#..##..#",
    "##.##.##",
    "########",
    "########",
    "........",
    "########",
]);

/// Two bars, for a draw.
pub(super) const BAR: Glyph<2> = glyph([".######.", ".######."]);

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_piece_has_a_picture_of_its_own() {
        let mut pictures: Vec<_> = Piece::all().map(|piece| letter(piece).to_string()).collect();
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), Piece::COUNT);
    }

    /// Any two ranks differ in hue or brightness by a quarter of full scale in some channel.
    #[test]
    fn ranks_and_owners_are_distinct() {
        let apart =
            |a: Rgb8, b: Rgb8| a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b));
        for (at, one) in Kind::ALL.into_iter().enumerate() {
            for other in Kind::ALL.into_iter().skip(at + 1) {
                assert!(apart(rank_hue(one), rank_hue(other)) >= 64, "{one:?} {other:?}");
            }
            assert!(rank_hue(one).luma() > FACE_DOWN.luma() || one == Kind::Knight);
        }
        assert!(apart(owner_hue(Color::Red), owner_hue(Color::Black)) > 200);
    }
}
