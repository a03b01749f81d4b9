//! `hotel`: minimax with alpha-beta, three plies.
//!
//! The report gives the search and its depth, not what is judged at the end of it. Its games against
//! `idiot` differ (85 to 142), so its program plays by chance somewhere. Chosen here: the difference
//! in discs, a corner counting as ten more, and any of the moves of equal worth.

use anyhow::Result;
use wedge_engine::{Board, Size, SplitMix64};

use super::features::{corners, discs};
use super::look_ahead::{LookAhead, Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "hotel",
    "minimax, 3 plies, over discs and corners",
    &[PlayerOption::depth("3"), PlayerOption::SEED],
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let (depth, mut random) = (spec.plies(), SplitMix64::new(spec.number("seed")));
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let best = LookAhead::new(Box::new(judge)).all_best(board, depth);
        let pick = random.below(best.len()) as usize;
        Plan::Play(best.into_iter().nth(pick))
    })))
}

const CORNER: i32 = 10;

fn judge<S: Size>(board: &Board<S>) -> i32 {
    discs(board) + CORNER * corners(board)
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, board};

    /// Black has six discs and a corner, white three.
    #[test]
    fn a_corner_counts_as_ten_discs() {
        let text = "XXX-----OOO-----XXX---------------------------------------------";
        assert_eq!(super::judge(&board(&format!("{text} X"))), 6 - 3 + 10);
        assert_eq!(super::judge(&board(&format!("{text} O"))), 3 - 6 - 10);
    }

    /// g2 turns five discs, and white has h1 by way of f3. d6 and b8 turn one disc each: after them
    /// white has no move at all, the others follow, and h1 comes too late for three plies.
    #[test]
    fn what_comes_after_the_discs_is_seen() {
        let text = "--------\
                    XOOOOO--\
                    -----O--\
                    ----O---\
                    --------\
                    -X--OX--\
                    -O------\
                    -------- X";
        assert_eq!(answer("hotel:depth=1", text), "g2");
        for seed in 0..10 {
            let played = answer(&format!("hotel:seed={seed}"), text);
            assert!(["b8", "d6"].contains(&played.as_str()), "{played}");
        }
    }

    /// The four first moves are of equal worth.
    #[test]
    fn equal_moves_are_chosen_by_chance() {
        let start = wedge_engine::Position::default().to_string();
        let mut played: Vec<String> =
            (0..40).map(|seed| answer(&format!("hotel:seed={seed}"), &start)).collect();
        played.sort();
        played.dedup();
        assert_eq!(played, ["c4", "d3", "e6", "f5"]);
    }
}
