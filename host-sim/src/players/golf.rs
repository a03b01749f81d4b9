//! `golf`: GOLF, in three parts: an opening tree, rules for the midgame, the whole tree of the end.
//!
//! - **Given**: the opening is a tree read off WZebra, "-3" and "9" stand beside it; the functions of
//!   the midgame by name, what they call and their cost (`Danger`, `Trap`, `listDiv`, `adjacentEdge`,
//!   `Corner`, `Edge`, `Div`); the end begins at 55 discs, 64 - 55 + 1 = 10 moves; a node of its tree
//!   is a win, a tie or a loss under the best play of both, with 3, 1 or 0 points of 3.
//! - **Read**: 9 is the number of moves that the tree covers and -3 the least value of a move in it;
//!   `Danger` means that the opponent gets a corner or turns discs on an edge, `Trap` that one gets a
//!   corner whatever the opponent answers, `listDiv` the fewest empty squares around the discs that
//!   are turned; among equal nodes of the end the points decide.
//! - **Chosen**: the tree itself, which is not printed (the built-in book is used); the functions
//!   count in the order above, after a corner that can be taken; squares next to the edge come last;
//!   of equal moves the first of the contest's list.

use std::cmp::Reverse;
use std::collections::HashMap;

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Book, Score, Size, Square};

use super::Kind;
use super::features::{edges, freedom_of, inner_ring};
use super::look_ahead::{Plan, Planner};
use super::walk::{played, walk};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "golf",
    "an opening tree; dangers, traps and few open squares; the last 10 as a tree",
    &[],
);

/// The moves of the game that the opening tree covers.
const OPENING: u32 = 9;
/// The least value of a move in the opening tree, in discs.
const LEAST: i32 = -3;
/// The squares from which on the tree of the end is built.
const LAST: u32 = 10;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(|board: &Board<S>| Plan::Play(square(board)))))
}

fn square<S: Size>(board: &Board<S>) -> Option<Square> {
    opening(board).or_else(|| if board.empties() > LAST { middle(board) } else { last(board) })
}

/// The move of the opening tree, if the position is in it.
fn opening<S: Size>(board: &Board<S>) -> Option<Square> {
    if board.occupied().len() >= 4 + OPENING {
        return None;
    }
    let known = Book::built_in().find(board)?;
    let best = known.moves().first()?;
    (best.value.score() >= Score::from_discs(LEAST)).then_some(best.square)
}

/// The move of the midgame's rules.
fn middle<S: Size>(board: &Board<S>) -> Option<Square> {
    let corners = Bitboard(S::CORNERS);
    walk(board).first_largest(|square| {
        let flips = board.flips(square);
        let after = played(board, square);
        let danger = danger(&after);
        (
            corners.has(square),
            Reverse(danger == Danger::Corner),
            is_trap(&after),
            Reverse(danger == Danger::Edge),
            Reverse(freedom_of(board, flips)),
            !inner_ring::<S>().has(square),
        )
    })
}

/// What the opponent can do after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Danger {
    None,
    /// Turn discs on an edge.
    Edge,
    /// Take a corner.
    Corner,
}

/// The danger of a move, seen from the position after it.
fn danger<S: Size>(after: &Board<S>) -> Danger {
    let replies = after.legal_moves();
    if !(replies & Bitboard(S::CORNERS)).is_empty() {
        return Danger::Corner;
    }
    let turns_edge = |square| !(after.flips(square) & edges::<S>()).is_empty();
    if replies.into_iter().any(turns_edge) { Danger::Edge } else { Danger::None }
}

/// Whether every answer of the opponent leaves a corner to whoever has moved.
fn is_trap<S: Size>(after: &Board<S>) -> bool {
    let takes_corner = |board: &Board<S>| !(board.legal_moves() & Bitboard(S::CORNERS)).is_empty();
    let replies = after.legal_moves();
    !replies.is_empty() && replies.into_iter().all(|reply| takes_corner(&played(after, reply)))
}

/// What the tree of the end says of a node, for its mover: what it is under the best play (1, 0 or
/// -1), and the points of the games below for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Verdict {
    result: i32,
    points: [u64; 2],
    games: u64,
}

impl Verdict {
    /// The points of a game that is over: 3, 1 or 0.
    const fn leaf(margin: i32) -> Self {
        let points = match margin {
            1.. => [3, 0],
            0 => [1, 1],
            _ => [0, 3],
        };
        Self { result: margin.signum(), points, games: 1 }
    }

    const fn reversed(self) -> Self {
        Self { result: -self.result, points: [self.points[1], self.points[0]], games: self.games }
    }

    /// Better results first, then the better chance: points of the three that a game has.
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let chance = |one: &Self, other: &Self| u128::from(one.points[0]) * u128::from(other.games);
        self.result.cmp(&other.result).then(chance(self, other).cmp(&chance(other, self)))
    }
}

/// The move of the end's tree.
fn last<S: Size>(board: &Board<S>) -> Option<Square> {
    let mut known = HashMap::new();
    let mut best: Option<(Verdict, Square)> = None;
    for square in walk(board).iter() {
        let verdict = tree(&played(board, square), &mut known).reversed();
        if best.is_none_or(|(found, _)| verdict.compare(&found).is_gt()) {
            best = Some((verdict, square));
        }
    }
    best.map(|(_, square)| square)
}

/// The tree below a position. What follows from a position does not depend on the way to it, so each
/// is worked out once.
fn tree<S: Size>(board: &Board<S>, known: &mut HashMap<[u64; 2], Verdict>) -> Verdict {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return Verdict::leaf(board.mover().len() as i32 - board.opponent().len() as i32);
        }
        return tree(&passed, known).reversed();
    }
    let key = [board.mover().0, board.opponent().0];
    if let Some(&verdict) = known.get(&key) {
        return verdict;
    }
    let mut sum = Verdict { result: -1, points: [0; 2], games: 0 };
    for square in moves {
        let child = tree(&played(board, square), known).reversed();
        sum.result = sum.result.max(child.result);
        sum.points = [sum.points[0] + child.points[0], sum.points[1] + child.points[1]];
        sum.games += child.games;
    }
    known.insert(key, sum);
    sum
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Move, Position, SplitMix64};

    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn the_result_comes_before_the_corner() {
        assert_eq!(answer("golf", CORNER_LOSES), "e8");
        assert_eq!(answer("squares:table=50", CORNER_LOSES), "h1");
    }

    /// A position with so many squares left, by chance.
    fn any(random: &mut SplitMix64, empties: u32) -> Board<Eight> {
        loop {
            let mut position = Position::<Eight>::start();
            while position.board().empties() > empties && !position.board().is_over() {
                let moves = position.board().legal_moves();
                let pick = random.below(moves.len()) as usize;
                let mv = moves.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                position = position.play(mv).unwrap();
            }
            if !position.board().legal_moves().is_empty() {
                return position.board();
            }
        }
    }

    /// Every game one by one, nothing kept.
    fn slowly(board: &Board<Eight>) -> Verdict {
        if board.is_over() {
            return Verdict::leaf(board.mover().len() as i32 - board.opponent().len() as i32);
        }
        if board.legal_moves().is_empty() {
            return slowly(&board.pass()).reversed();
        }
        let children = board.legal_moves().into_iter().map(|at| slowly(&board.play(at).unwrap()));
        children.map(Verdict::reversed).fold(
            Verdict { result: -1, points: [0; 2], games: 0 },
            |sum, child| Verdict {
                result: sum.result.max(child.result),
                points: [sum.points[0] + child.points[0], sum.points[1] + child.points[1]],
                games: sum.games + child.games,
            },
        )
    }

    #[test]
    fn the_tree_is_the_sum_of_all_its_games() {
        let mut random = SplitMix64::new(4);
        for _ in 0..40 {
            let board = any(&mut random, 6);
            assert_eq!(tree(&board, &mut HashMap::new()), slowly(&board));
        }
    }

    #[test]
    fn chance_decides_among_equal_results() {
        let one = Verdict { result: 0, points: [5, 2], games: 4 };
        let two = Verdict { result: 0, points: [9, 2], games: 8 };
        assert!(one.compare(&two).is_gt());
        assert!(Verdict::leaf(0).compare(&one).is_lt());
        assert!(Verdict::leaf(2).compare(&two).is_gt());
        assert_eq!(Verdict::leaf(-1).reversed(), Verdict::leaf(1));
    }

    /// With eleven squares left the rules decide, with ten the tree: it finds each win that is there.
    #[test]
    fn the_tree_begins_with_ten_squares() {
        let mut random = SplitMix64::new(8);
        let mut differ = [0; 2];
        for _ in 0..30 {
            for (at, empties) in [11, 10].into_iter().enumerate() {
                let board = any(&mut random, empties);
                if board.empties() == empties {
                    differ[at] += u32::from(square(&board) != middle(&board));
                }
            }
        }
        assert_eq!(differ[0], 0);
        assert!(differ[1] > 0, "{differ:?}");
    }

    /// The tree covers nine moves: it answers eight moves, and after nine there is nothing in it.
    #[test]
    fn the_opening_tree_covers_nine_moves_and_ends_below_minus_three() {
        let mut board = Board::<Eight>::start();
        for _ in 0..OPENING {
            let at = opening(&board).expect("a move of the tree");
            assert_eq!(square(&board), Some(at));
            board = board.play(at).unwrap();
        }
        assert!(Book::built_in().find(&board).is_some());
        assert_eq!(opening(&board), None);
        // The book also knows bad positions: those worth less than -3 are not in the tree.
        let (mut kept, mut left_out) = (0, 0);
        Book::built_in().walk(|step| {
            let board = step.board;
            if board.occupied().len() < 4 + OPENING
                && let Some(found) = Book::built_in().find(&board)
            {
                let bad = found.moves()[0].value.score() < Score::from_discs(-3);
                assert_eq!(opening(&board).is_none(), bad);
                *(if bad { &mut left_out } else { &mut kept }) += 1;
            }
            board.occupied().len() < 9
        });
        assert!(kept > 0 && left_out > 0, "{kept} in the tree, {left_out} not");
    }

    /// Black may play b2 or f2. After b2 white takes the corner a1.
    #[test]
    fn a_move_that_gives_the_corner_is_dangerous() {
        let text = "--------\
                    --OX-O--\
                    --O--X--\
                    ---O----\
                    ----X---\
                    --------\
                    --------\
                    -------- X";
        let board = board(text);
        let after = |at: &str| board.play(at.parse().unwrap());
        for at in board.legal_moves() {
            let verdict = danger(&board.play(at).unwrap());
            let takes =
                !(board.play(at).unwrap().legal_moves() & Bitboard(Eight::CORNERS)).is_empty();
            assert_eq!(verdict == Danger::Corner, takes, "{at}");
        }
        assert!(after("b2").is_some());
        assert_ne!(answer("golf", text), "b2");
    }
}
