//! `lima`: LIMA, the winner of 2015: mobility, five plies ahead.
//!
//! The report prints the search. Up to 55 discs it looks five plies ahead and counts moves; from 56
//! discs on it looks to the end, as many plies as there are empty squares, and counts discs. Of
//! equal moves it plays the last, because the search keeps a value that is as large as the one
//! before; at the last ply it keeps the first. A pass costs a ply. A game that ends within the five
//! plies is judged like any other position.
//!
//! Chosen here, as the two functions that judge are not printed: the moves of the side that made the
//! last move less those of the other side, and the same for discs. The list of moves is the
//! contest's, see [`walk`](super::walk). In a contest with a clock the report's program sometimes ran
//! out of its 160 s: this one does not.

use anyhow::{Context, Result};
use wedge_engine::{Board, Move, Observer, Position, Size, Square};

use super::features::{discs, mobility, stage};
use super::look_ahead::Patience;
use super::walk::{played, walk};
use super::{Kind, PlayerOption};
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "lima",
    "own moves less the opponent's, 5 plies; discs to the end from 56 discs on",
    &[PlayerOption::depth("5")],
);

/// The discs up to which moves count.
const MIDGAME: u32 = 55;
/// More than any count of moves or discs.
const INFINITY: i32 = 1_000_000;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Lima { depth: spec.plies() }))
}

struct Lima {
    depth: u8,
}

impl<S: Size> Player<S> for Lima {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let board = position.board();
        let (depth, judge) = self.plan(&board);
        let mut search = LimaSearch { judge, patience: Patience::new(observer) };
        let (_, square) = search.best(&board, depth);
        let square = square.context("asked for a move where there is none")?;
        Ok(Choice { mv: Move::Play(square), report: None })
    }
}

/// What a position is worth to its mover.
type Count<S> = fn(&Board<S>) -> i32;

impl Lima {
    /// How far to look, and what to count there.
    fn plan<S: Size>(&self, board: &Board<S>) -> (u8, Count<S>) {
        if stage(board) <= MIDGAME {
            (self.depth, mobility)
        } else {
            (board.empties() as u8, discs)
        }
    }
}

struct LimaSearch<'o, S: Size> {
    judge: Count<S>,
    patience: Patience<'o>,
}

impl<S: Size> LimaSearch<'_, S> {
    /// The best value, at least one ply ahead, and the move that has it.
    fn best(&mut self, board: &Board<S>, depth: u8) -> (i32, Option<Square>) {
        let list = walk(board);
        let mut best = (-INFINITY, list.first());
        for square in list.iter() {
            let value = self.after(board, square, depth, best.0, INFINITY);
            if value > best.0 || (value == best.0 && depth > 1) {
                best = (value, Some(square));
            }
        }
        best
    }

    /// The value of a move, exact between alpha and beta, both included.
    fn after(&mut self, board: &Board<S>, at: Square, depth: u8, alpha: i32, beta: i32) -> i32 {
        let after = played(board, at);
        match depth {
            ..=1 => (self.judge)(&after.pass()),
            _ => -self.value(&after, depth - 1, -beta, -alpha),
        }
    }

    /// The value of a position. The order of the moves does not change it.
    fn value(&mut self, board: &Board<S>, depth: u8, alpha: i32, beta: i32) -> i32 {
        let moves = board.legal_moves();
        if self.patience.is_over() {
            return alpha;
        }
        if moves.is_empty() {
            return match depth {
                ..=1 => (self.judge)(board),
                _ => -self.value(&board.pass(), depth - 1, -beta, -alpha),
            };
        }
        let mut best = -INFINITY;
        for square in moves {
            best = best.max(self.after(board, square, depth, alpha.max(best), beta));
            if best > beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, SplitMix64};

    use super::*;
    use crate::players::tests::{answer, board};

    /// The definition: every line, no bounds.
    fn minimax(board: &Board<Eight>, depth: u8, judge: Count<Eight>) -> (i32, Option<Square>) {
        let mut best = (-INFINITY, None);
        for square in walk(board).iter() {
            let after = board.play(square).unwrap();
            let value = match depth {
                1 => judge(&after.pass()),
                _ => -minimax(&after, depth - 1, judge).0,
            };
            if value > best.0 || (value == best.0 && depth > 1) {
                best = (value, Some(square));
            }
        }
        match (best.1, depth) {
            (Some(_), _) => best,
            (None, 1) => (judge(board), None),
            (None, _) => (-minimax(&board.pass(), depth - 1, judge).0, None),
        }
    }

    #[test]
    fn cuts_change_nothing() {
        let mut random = SplitMix64::new(7);
        for game in 0..60 {
            let mut position = Position::<Eight>::start();
            for _ in 0..random.below(54) {
                let moves = position.board().legal_moves();
                let pick = random.below(moves.len()) as usize;
                let mv = moves.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                position = position.play(mv).unwrap_or(position);
            }
            let board = position.board();
            for judge in [mobility as Count<Eight>, discs] {
                let mut nobody = ();
                let mut search = LimaSearch { judge, patience: Patience::new(&mut nobody) };
                let depth = 1 + (game % 4) as u8;
                let found = search.best(&board, depth);
                if !board.legal_moves().is_empty() {
                    assert_eq!(found, minimax(&board, depth, judge), "{position}, {depth} plies");
                }
            }
        }
    }

    /// With 55 discs five plies and moves, with 56 discs the eight plies that are left and discs.
    #[test]
    fn the_55th_disc_is_the_last_at_which_moves_count() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        // A probe at which the two counts differ: black has one move and two discs, white none
        // and one disc.
        let probe = board(&format!("XO-----X{} X", "-".repeat(56)));
        for (discs, plies, value) in [(4, 5, 1), (55, 5, 1), (56, 8, 1 + 1 - 1), (63, 1, 1)] {
            let (depth, judge) = Lima { depth: 5 }.plan(&with(discs));
            assert_eq!((depth, judge(&probe)), (plies, value), "{discs} discs");
        }
        let counts = |discs| {
            (Lima { depth: 5 }.plan(&with(discs)).1)(&board(&format!(
                "XXXXXOO-{} X",
                "-".repeat(56)
            )))
        };
        // Black has one move, h1, and white none; black has five discs and white two.
        assert_eq!((counts(55), counts(56)), (1, 3));
    }

    /// Two plies from the start every move leaves the same: the last of the list is played, and one
    /// ply ahead the first.
    #[test]
    fn the_last_of_equal_moves_is_played() {
        let start = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
        assert_eq!(answer("lima:depth=2", &start), "f5");
        assert_eq!(answer("lima:depth=1", &start), "c4");
    }
}
