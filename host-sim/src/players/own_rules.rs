//! Alpha-beta for players whose reports say where a line ends, in which order moves are tried and
//! what a pass costs: none of it as the engine has it.

use anyhow::{Context, Result};
use wedge_engine::{Board, Move, Observer, Position, Size, Square};

use super::look_ahead::Patience;
use crate::players::player::{Choice, Player};

/// Beyond any value.
const INFINITY: i32 = i32::MAX;

/// What a player's own search does.
pub(super) trait OwnRules<S: Size> {
    /// The value for the mover if the line ends here, with this many plies left.
    fn leaf(&self, board: &Board<S>, depth: i32) -> Option<i32>;

    /// The squares of the board in the order in which moves are tried. Of moves of equal worth the
    /// first is played.
    fn order(&self) -> &[Square];
}

/// A player that follows rules of its own to a fixed depth.
pub(super) struct OwnSearch<R> {
    pub(super) rules: R,
    pub(super) depth: u8,
}

impl<S: Size, R: OwnRules<S>> Player<S> for OwnSearch<R> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let mut patience = Patience::new(observer);
        let best = best(&self.rules, &position.board(), self.depth.into(), &mut patience);
        let square = best.context("asked for a move where there is none")?;
        Ok(Choice { mv: Move::Play(square), report: None })
    }
}

/// The first of the best moves.
fn best<S: Size>(
    rules: &impl OwnRules<S>,
    board: &Board<S>,
    depth: i32,
    patience: &mut Patience<'_>,
) -> Option<Square> {
    let mut best = None;
    let mut alpha = -INFINITY;
    for (square, after) in replies(rules, board) {
        let value = -value(rules, &after, depth - 1, -INFINITY, -alpha, patience);
        if value > alpha {
            (best, alpha) = (Some(square), value);
        }
    }
    best
}

/// The value for the mover if it lies between alpha and beta, else a bound on its side. A pass
/// that is no leaf costs a ply.
fn value<S: Size>(
    rules: &impl OwnRules<S>,
    board: &Board<S>,
    depth: i32,
    mut alpha: i32,
    beta: i32,
    patience: &mut Patience<'_>,
) -> i32 {
    if patience.is_over() {
        return alpha;
    }
    if let Some(value) = rules.leaf(board, depth) {
        return value;
    }
    let mut moved = false;
    for (_, after) in replies(rules, board) {
        moved = true;
        alpha = alpha.max(-value(rules, &after, depth - 1, -beta, -alpha, patience));
        if alpha >= beta {
            break;
        }
    }
    if moved { alpha } else { -value(rules, &board.pass(), depth - 1, -beta, -alpha, patience) }
}

fn replies<S: Size>(
    rules: &impl OwnRules<S>,
    board: &Board<S>,
) -> impl Iterator<Item = (Square, Board<S>)> {
    let legal = board.legal_moves();
    let squares = rules.order().iter().copied().filter(move |&square| legal.has(square));
    squares.filter_map(|square| Some((square, board.play(square)?)))
}

#[cfg(test)]
pub(super) mod tests {
    use wedge_engine::SplitMix64;

    use super::*;

    /// The definition: every line, no bounds.
    fn minimax<S: Size>(rules: &impl OwnRules<S>, board: &Board<S>, depth: i32) -> i32 {
        if let Some(value) = rules.leaf(board, depth) {
            return value;
        }
        let values = replies(rules, board).map(|(_, after)| -minimax(rules, &after, depth - 1));
        values.max().unwrap_or_else(|| -minimax(rules, &board.pass(), depth - 1))
    }

    /// The move is the first of those that every line looked at makes best.
    pub(in super::super) fn finds_the_first_best<S: Size>(rules: &impl OwnRules<S>) {
        let mut random = SplitMix64::new(1);
        let mut equal = 0;
        for number in 0..120 {
            let depth = 1 + number % 4;
            let mut position = Position::<S>::start();
            for _ in 0..random.below(S::MASK.count_ones() - 6) {
                let moves = position.board().legal_moves();
                let pick = random.below(moves.len()) as usize;
                let mv = moves.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                let Some(next) = position.play(mv) else { break };
                position = next;
            }
            let board = position.board();
            let values: Vec<(Square, i32)> = replies(rules, &board)
                .map(|(square, after)| (square, -minimax(rules, &after, depth - 1)))
                .collect();
            let most = values.iter().map(|&(_, value)| value).max();
            let first = values.iter().find(|&&(_, value)| Some(value) == most);
            let found = best(rules, &board, depth, &mut Patience::new(&mut ()));
            assert_eq!(found, first.map(|&(square, _)| square), "{position}, {depth} plies");
            equal += usize::from(values.iter().filter(|&&(_, v)| Some(v) == most).count() > 1);
        }
        assert!(equal > 0, "no moves of equal worth were met");
    }
}
