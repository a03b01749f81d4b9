//! The evaluation of the player `best`: what can still capture what.

use super::{Evaluator, MAX_EVALUATION};
use crate::rules::{Position, Rules};
use crate::types::{Color, Kind, Piece};

/// Values a piece by what it can still take and what can still take it, and draws hunters towards
/// their prey.
///
/// The numbers are chosen, and kept for the matches they win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relations;

/// The worth of a kind before its relations count.
const BASE: [i32; Kind::COUNT] = [420, 440, 250, 150, 110, 260, 110];
/// In 32nds: without relations, for each enemy that it takes, for each that takes it.
const ALONE: i32 = 16;
const PREY: i32 = 2;
const HUNTER: i32 = 1;
/// For a piece that nothing takes any more.
const INVULNERABLE: i32 = 120;
/// Of a hunter at this distance from prey that cannot take it back, in 256ths of the prey's value.
const CLOSENESS: [i32; 12] = [0, 30, 22, 16, 12, 9, 7, 5, 3, 2, 1, 0];

/// What a side has and what it is worth.
struct Army {
    /// Pieces left by kind, face up or down.
    left: [i32; Kind::COUNT],
    /// The kinds left, as bits.
    kinds: u8,
}

impl Army {
    fn new(position: &Position, color: Color) -> Self {
        let left = Kind::ALL.map(|kind| position.left(Piece::new(color, kind)) as i32);
        let kinds = left.iter().zip(0..).fold(0, |set, (&n, kind)| set | u8::from(n > 0) << kind);
        Self { left, kinds }
    }

    /// The values of the kinds against this enemy.
    fn values(&self, enemy: &Self) -> [i32; Kind::COUNT] {
        Kind::ALL.map(|kind| {
            let (mut prey, mut hunters) = (0, 0);
            for (other, left) in Kind::ALL.into_iter().zip(enemy.left) {
                prey += if kind.takes(other) { left } else { 0 };
                hunters += if other.takes(kind) { left } else { 0 };
            }
            let safe = if hunters == 0 && prey > 0 { INVULNERABLE } else { 0 };
            BASE[kind as usize] * (ALONE + PREY * prey - HUNTER * hunters) / 32 + safe
        })
    }
}

/// What the hunters gain by being close to their prey.
fn hunt(position: &Position, color: Color, enemy: &Army, values: &[i32; Kind::COUNT]) -> i32 {
    let mut sum = 0;
    for (prey, value) in Kind::ALL.into_iter().zip(values) {
        if enemy.kinds >> (prey as u8) & 1 == 0 {
            continue;
        }
        for target in position.pieces(Piece::new(color.other(), prey)) {
            let mut closeness = 0;
            for kind in Kind::ALL {
                if kind == Kind::Cannon || !kind.takes(prey) || prey.takes(kind) {
                    continue;
                }
                for hunter in position.pieces(Piece::new(color, kind)) {
                    let distance = hunter.distance(target) as usize;
                    closeness += CLOSENESS.get(distance).copied().unwrap_or(0);
                }
            }
            sum += value * closeness / 256;
        }
    }
    sum
}

impl Evaluator for Relations {
    fn evaluate(&self, position: &Position, rules: Rules) -> i32 {
        let Some(side) = position.side() else { return 0 };
        let (mine, theirs) = (Army::new(position, side), Army::new(position, side.other()));
        let (my_values, their_values) = (mine.values(&theirs), theirs.values(&mine));
        let worth = |army: &Army, values: &[i32; Kind::COUNT]| -> i32 {
            army.left.iter().zip(values).map(|(left, value)| left * value).sum()
        };
        let mut score = worth(&mine, &my_values) - worth(&theirs, &their_values);
        score += hunt(position, side, &theirs, &their_values);
        score -= hunt(position, side.other(), &mine, &my_values);
        // Quiet plies bring the draw closer: what was not won yet is worth less.
        let limit = i32::from(rules.quiet_limit).max(1);
        let quiet = i32::from(position.quiet()).min(limit);
        score -= score * quiet / (2 * limit);
        score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
