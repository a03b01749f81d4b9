//! The evaluation of the original program, and its choice of the square to flip.
//!
//! The document gives the numbers of material and of the flip scan; it describes the other terms
//! in words. Where a number is not in the document it is chosen, and said so beside it.

use super::{Evaluator, MAX_EVALUATION};
use crate::rules::{Position, Rules};
use crate::types::{Color, Kind, Piece, Square};

/// The original's evaluation of a position (`material_value`): material, pawns and king, distances
/// in endings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Original;

/// King, guard, minister, rook, knight, cannon, pawn.
const MATERIAL: [i32; Kind::COUNT] = [1000, 1200, 200, 50, 10, 600, 50];
/// A revealed cannon with one of my pieces as its target, and with one of the enemy's.
const MY_CANNON: [i32; Kind::COUNT] = [100, 100, 30, 20, 10, -100, 5];
const ENEMY_CANNON: [i32; Kind::COUNT] = [-100, -100, -10, -10, 0, 30, 0];
/// A flip beside one of my pieces, and beside one of the enemy's.
const MY_NEIGHBOUR: [i32; Kind::COUNT] = [-50, 10, 5, 3, 1, -1000, 10];
const ENEMY_NEIGHBOUR: [i32; Kind::COUNT] = [10, -50, -10, -5, -5, 100, -10];

/// Chosen: what all pawns together gain while the enemy's king lives, shared among those left.
const PAWNS_AGAINST_KING: i32 = 400;
/// Chosen: what the death of the enemy's king gives back, as the pawns then lose the above.
const KING_TAKEN: i32 = 400;
/// The document: distances count once the opponent has fewer than four pieces.
const FEW_PIECES: u32 = 4;
/// Chosen: for each enemy piece less in an ending, so that captures come first.
const ENDING_CAPTURE: i32 = 500;
/// Chosen: the weight of a step in an ending, and of one towards an equal highest piece.
const STEP: i32 = 2;
const EQUAL_STEP: i32 = 10;
/// Chosen: the document says "a large bonus" if nothing can take the highest piece.
const HIGHEST_IS_SAFE: i32 = 300;

impl Original {
    /// What one side has: material, the pawns' and the king's terms.
    fn material(position: &Position, color: Color) -> i32 {
        let left = |color, kind| position.left(Piece::new(color, kind)) as i32;
        let mut sum: i32 = Kind::ALL.iter().map(|&k| MATERIAL[k as usize] * left(color, k)).sum();
        if left(color.other(), Kind::King) > 0 {
            let pawns = left(color, Kind::Pawn);
            // The fewer the pawns, the more each is worth.
            sum +=
                if pawns > 0 { pawns * (PAWNS_AGAINST_KING / (pawns * pawns).max(1)) } else { 0 };
        } else {
            sum += KING_TAKEN;
        }
        sum
    }

    /// The terms of an ending: the enemy of `color` has fewer than four pieces.
    fn ending(position: &Position, color: Color) -> i32 {
        let enemy = color.other();
        let count = position.pieces_left(enemy);
        if count >= FEW_PIECES {
            return 0;
        }
        let mut sum = ENDING_CAPTURE * (FEW_PIECES - count) as i32;
        for prey in Kind::ALL {
            for target in position.pieces(Piece::new(enemy, prey)) {
                for kind in Kind::ALL.into_iter().filter(|kind| kind.takes(prey)) {
                    for hunter in position.pieces(Piece::new(color, kind)) {
                        // The closer and the higher above its prey, the better; a pawn is right
                        // above a king.
                        let above = (prey as i32 - kind as i32).max(1);
                        sum += STEP * above * (10 - hunter.distance(target) as i32);
                    }
                }
            }
        }
        sum + Self::highest(position, color)
    }

    /// The highest pieces of both sides: equal ones approach, but not to the square beside.
    fn highest(position: &Position, color: Color) -> i32 {
        let enemy = color.other();
        let highest =
            |color| Kind::ALL.into_iter().find(|&kind| position.left(Piece::new(color, kind)) > 0);
        let (Some(mine), Some(theirs)) = (highest(color), highest(enemy)) else { return 0 };
        let mut sum = 0;
        if mine == theirs {
            for my_square in position.pieces(Piece::new(color, mine)) {
                for target in position.pieces(Piece::new(enemy, theirs)) {
                    let distance = my_square.distance(target) as i32;
                    sum +=
                        if distance == 1 { -EQUAL_STEP * 4 } else { EQUAL_STEP * (10 - distance) };
                }
            }
        }
        let is_taken = Kind::ALL
            .into_iter()
            .any(|kind| kind.takes(mine) && position.left(Piece::new(enemy, kind)) > 0);
        if is_taken { sum } else { sum + HIGHEST_IS_SAFE }
    }
}

impl Evaluator for Original {
    fn evaluate(&self, position: &Position, _: Rules) -> i32 {
        let Some(side) = position.side() else { return 0 };
        let of = |color| Self::material(position, color) + Self::ending(position, color);
        (of(side) - of(side.other())).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// The original's choice of a flip (`get_fin`): the face-down square with the highest sum over the
/// cannon targets two squares away and the neighbours; the first of equals. `None` if nothing is
/// face down.
#[must_use]
pub fn best_flip(position: &Position) -> Option<Square> {
    let mut best: Option<(i32, Square)> = None;
    for square in position.face_down() {
        let score = flip_score(position, square);
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, square));
        }
    }
    best.map(|(_, square)| square)
}

fn flip_score(position: &Position, square: Square) -> i32 {
    // Before the first flip nothing is face up, and every score is 0.
    let Some(side) = position.side() else { return 0 };
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let at = |right: i32, up: i32| {
        let (file, rank) = (file + right, rank + up);
        let inside = (0..4).contains(&file) && (0..8).contains(&rank);
        if inside { Square::from_index((4 * rank + file) as usize) } else { None }
    };
    let mut score = 0;
    for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let (near, far) = (at(right, up), at(2 * right, 2 * up));
        if let Some(piece) = near.and_then(|near| position.piece_at(near)) {
            let scores = if piece.color() == side { &MY_NEIGHBOUR } else { &ENEMY_NEIGHBOUR };
            score += scores[piece.kind() as usize];
        }
        // A cannon needs something to jump over. An enemy's king two squares away is a target of
        // mine, so the gain is that of `MY_CANNON` by the kind of the target.
        let is_screened = near.is_some_and(|near| position.occupied().has(near));
        let target = far.and_then(|far| position.piece_at(far));
        if let Some(piece) = target.filter(|_| is_screened) {
            let scores = if piece.color() == side { &ENEMY_CANNON } else { &MY_CANNON };
            score += scores[piece.kind() as usize];
        }
    }
    score
}
