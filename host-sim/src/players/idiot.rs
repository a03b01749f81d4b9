//! `idiot`: one of the two baselines of the contest, the first square of the board's list.
//!
//! The report gives its results, not its rule. Found by a test: with the list of
//! [`walk`](super::walk) it loses to itself by 27:37, as in every table of the report.

use anyhow::{Context, Result};
use wedge_engine::{Move, Observer, Position, Size};

use super::Kind;
use super::walk::walk;
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("idiot", "the first square reached from its own discs, row by row", &[]);

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Idiot))
}

struct Idiot;

impl<S: Size> Player<S> for Idiot {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        let first = walk(&position.board()).first();
        let square = first.context("asked for a move where there is none")?;
        Ok(Choice { mv: Move::Play(square), report: None })
    }
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, discs_of_game};

    /// The published result of every team's table.
    #[test]
    fn it_loses_to_itself_by_27_to_37() {
        assert_eq!(discs_of_game("idiot", "idiot"), [27, 37]);
    }

    /// From d4, the first of black's discs, g4 is reached; a2 comes first on the board, but is
    /// reached from a8.
    #[test]
    fn the_walk_starts_at_the_discs_not_at_the_empty_squares() {
        let text = "--------\
                    --------\
                    O-------\
                    O--XOO--\
                    O-------\
                    O-------\
                    O-------\
                    X------- X";
        assert_eq!(answer("first", text), "a2");
        assert_eq!(answer("idiot", text), "g4");
    }
}
