//! `foxtrot`: FOXTROT, four stages, each with weights of its own.
//!
//! The report gives the four terms, mobility, potential mobility, stability and square values
//! (`univalue`), the four stages from start to end, and five plies. Chosen here: the stages begin at
//! 4, 20, 36 and 52 discs (on a small board where as much of the game is over); the weights; the
//! square values; of equal moves the first of the contest's list.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{SquareValues, UNPUBLISHED, mobility, potential_mobility, stability, stage};
use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "foxtrot",
    "mobility, possible moves, stability and square values, weighed in four stages",
    &[PlayerOption::depth("5")],
);

/// What a move, a possible move, a stable disc and a point of square value weigh.
type Weights = [i32; 4];

const STAGES: [Weights; 4] = [[6, 4, 0, 1], [8, 3, 10, 1], [6, 2, 20, 1], [2, 0, 30, 1]];

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let (values, weights) = (SquareValues::new::<S>(UNPUBLISHED), weights(board));
        Plan::Ahead(depth, Box::new(move |board| judge(board, weights, &values)))
    })))
}

/// The weights that hold for a move from this position.
fn weights<S: Size>(board: &Board<S>) -> Weights {
    match stage(board) {
        ..20 => STAGES[0],
        20..36 => STAGES[1],
        36..52 => STAGES[2],
        _ => STAGES[3],
    }
}

fn judge<S: Size>(board: &Board<S>, weights: Weights, values: &SquareValues) -> i32 {
    let [moves, possible, stable, square] = weights;
    moves * mobility(board)
        + possible * potential_mobility(board)
        + stable * stability(board)
        + square * values.lead(board)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::look_ahead::LookAhead;
    use crate::players::tests::{board, discs_of_game};

    /// Black: the stable discs a1, b1, c1. White: b7.
    #[test]
    fn every_stage_weighs_the_same_terms() {
        let values = SquareValues::new::<Eight>(UNPUBLISHED);
        let board = board(&format!("XXX{}O{} X", "-".repeat(46), "-".repeat(14)));
        // Square values 80 - 20 + 8 + 40; around white's disc are eight empty squares, around
        // black's five; nobody has a move.
        let squares = 80 - 20 + 8 + 40;
        let found = STAGES.map(|weights| judge(&board, weights, &values));
        let wanted = [4 * 3 + squares, 3 * 3 + 30 + squares, 2 * 3 + 60 + squares, 90 + squares];
        assert_eq!(found, wanted);
    }

    /// c1 makes two discs stable and takes b1 from white, which is glad to be rid of it; e4 turns
    /// d4 and leaves white without a move. In the first stage e4 is better, 67 points to 49; in the
    /// last c1, 159 to 133.
    #[test]
    fn stability_decides_late() {
        let fork = board(
            "XO------\
             --------\
             --------\
             --XO----\
             --------\
             --------\
             --------\
             -------- X",
        );
        let best = |weights: Weights| {
            let values = SquareValues::new::<Eight>(UNPUBLISHED);
            let look = LookAhead::new(Box::new(move |board| judge(board, weights, &values)));
            look.best(&fork, 1, &mut ()).unwrap().to_string()
        };
        assert_eq!(best(STAGES[0]), "e4");
        assert_eq!(best(STAGES[3]), "c1");
    }

    #[test]
    fn it_looks_five_plies_ahead() {
        let spec: PlayerSpec = "foxtrot".parse().unwrap();
        assert_eq!(spec.plies(), 5);
        let deeper = discs_of_game("foxtrot", "idiot");
        assert_eq!(deeper, discs_of_game("foxtrot:depth=5", "idiot"));
        assert_ne!(deeper, discs_of_game("foxtrot:depth=4", "idiot"));
    }

    #[test]
    fn the_stages_begin_at_4_20_36_and_52_discs() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        let first_of = [4, 20, 36, 52].map(|discs| weights(&with(discs)));
        let last_of = [19, 35, 51, 63].map(|discs| weights(&with(discs)));
        assert_eq!((first_of, last_of), (STAGES, STAGES));
    }
}
