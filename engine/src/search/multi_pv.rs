//! Multi-PV: the scores of several root moves.
//!
//! [`Search::multi_pv`] scores the best few moves in one search. [`score_moves`] scores every move by
//! a search of its own, with any searcher. Both give [`ScoredMoves`], the best first.

use core::ops::Deref;

use heapless::Vec;

use super::budget::Stopped;
use super::context::{INFINITY, Node, SearchContext};
use super::plan::Plan;
use super::{Certainty, Limits, Line, Observer, Report, Search};
use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::{Bitboard, Move, Score, Size, Square};

/// Half the width of the first aspiration window of a move, in units.
const ASPIRATION: i32 = 2 * Score::UNIT;

/// A move with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ScoredMove {
    /// The move.
    pub square: Square,
    /// Its score for the mover.
    pub score: Score,
    /// Whether the score is only an upper bound, since the move is not one of the best that were
    /// asked for.
    pub at_most: bool,
}

/// The legal moves of a position with their scores, the best first: a slice of [`ScoredMove`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoredMoves(Vec<ScoredMove, MAX_MOVES>);

/// No position is known with more than 33 legal moves.
const MAX_MOVES: usize = 40;

impl ScoredMoves {
    /// Adds a move and keeps the order. Moves with only an upper bound come last.
    fn insert(&mut self, mv: ScoredMove) {
        // No position has more moves than fit.
        let _ = self.0.push(mv);
        sort_by_key(&mut self.0, |mv| (mv.at_most, -mv.score, mv.square));
    }
}

impl Deref for ScoredMoves {
    type Target = [ScoredMove];

    fn deref(&self) -> &[ScoredMove] {
        &self.0
    }
}

impl<'m> IntoIterator for &'m ScoredMoves {
    type Item = &'m ScoredMove;
    type IntoIter = core::slice::Iter<'m, ScoredMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The result of [`Search::multi_pv`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiPv {
    /// Every legal move, the best first.
    pub moves: ScoredMoves,
    /// The last finished depth, counted from the root.
    pub depth: u8,
    /// The certainty of that depth.
    pub certainty: Certainty,
    /// Whether the scores are final results with best play.
    pub solved: bool,
    /// The number of nodes: moves tried.
    pub nodes: u64,
}

impl<E: Evaluator<S>, S: Size> Search<'_, E, S> {
    /// Scores the best `count` moves, and those of `also`, within the limits of one search. The
    /// others get only an upper bound, which takes far fewer nodes than a score.
    ///
    /// ```
    /// use wedge_engine::{Bitboard, Game, Limits, Options, Search, Standard, Table};
    ///
    /// let table = Table::<4096>::new();
    /// let mut search = Search::new(Standard, Some(table.view()), Options::default());
    /// let game: Game = "f5d6c3d3c4".parse().unwrap();
    /// let found = search.multi_pv(&game.position(), &Limits::depth(6), 3, Bitboard::EMPTY, &mut ());
    /// assert!(found.moves[0].score >= found.moves[1].score);
    /// assert!(!found.moves[2].at_most && found.moves[3].at_most);
    /// ```
    pub fn multi_pv(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        count: usize,
        also: Bitboard,
        observer: &mut dyn Observer,
    ) -> MultiPv {
        let node = Node::new(position);
        let empties = node.board.empties() as u8;
        self.age = self.age.wrapping_add(1);
        self.history.decay();
        let (options, has_probcut) = (self.options, self.evaluator.probcut().is_some());
        let mut context = SearchContext::new(self, observer, *limits, None);
        let mut moves = ScoredMoves::default();
        for square in node.board.legal_moves() {
            let score = Score::from_units(-context.evaluate_leaf(&node.play(square).board));
            moves.insert(ScoredMove { square, score, at_most: false });
        }
        let (depth, certainty) = (0, Certainty::FULL);
        let mut found = MultiPv { moves, depth, certainty, solved: false, nodes: 0 };
        if found.moves.is_empty() {
            return found;
        }
        for (depth, certainty) in Plan::new(limits, &options, empties, has_probcut) {
            context.begin_iteration(&node, depth, certainty);
            let moves = context.score_root_moves(&node, depth, (count, also), &found.moves);
            found.nodes = context.budget.nodes;
            let Ok(moves) = moves else { break };
            let solved = depth == empties && certainty == Certainty::FULL;
            found = MultiPv { moves, depth, certainty, solved, nodes: context.budget.nodes };
            if context.report_progress(&found.report()) {
                break;
            }
        }
        found
    }

    /// The principal variation from a position, as far as the transposition table has it.
    #[must_use]
    pub fn line(&self, position: &Position<S>, depth: u8) -> Line {
        let mut line = Line::new();
        self.extend_line(&Node::new(position), &mut line, depth);
        line
    }
}

impl MultiPv {
    /// The best move as the report of a search, with that move as its line.
    fn report(&self) -> Report {
        let best = self.moves.first();
        let mv = best.map_or(Move::Pass, |best| Move::Play(best.square));
        Report {
            depth: self.depth,
            certainty: self.certainty,
            solved: self.solved,
            nodes: self.nodes,
            line: best.map(|best| best.square).into_iter().collect(),
            ..Report::new(mv, best.map_or(Score::from_units(0), |best| best.score))
        }
    }
}

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// Scores the moves of the root in the order of the depth before.
    fn score_root_moves(
        &mut self,
        node: &Node<S>,
        depth: u8,
        (count, also): (usize, Bitboard),
        before: &[ScoredMove],
    ) -> Result<ScoredMoves, Stopped> {
        let mut moves = ScoredMoves::default();
        for mv in before {
            self.visit()?;
            // Null window: is the move better than the last of the best so far?
            let floor = match count.checked_sub(1).and_then(|last| moves.get(last)) {
                Some(last) if !also.has(mv.square) => last.score.units(),
                _ => -INFINITY,
            };
            let child = node.play(mv.square);
            let mut value = floor;
            if floor > -INFINITY {
                value = -self.negascout(&child, depth - 1, -floor - 1, -floor)?;
            }
            let at_most = floor > -INFINITY && value <= floor;
            if !at_most {
                value = self.value_above(&child, depth - 1, floor, mv.score.units())?;
            }
            let score = Score::from_units(value);
            moves.insert(ScoredMove { square: mv.square, score, at_most });
        }
        Ok(moves)
    }

    /// The value of a move that is better than `floor`, with an aspiration window around its score
    /// at the depth before.
    fn value_above(
        &mut self,
        child: &Node<S>,
        depth: u8,
        floor: i32,
        before: i32,
    ) -> Result<i32, Stopped> {
        let mut margin = ASPIRATION;
        let mut alpha = (before - margin).max(floor).min(INFINITY - Score::UNIT);
        let mut beta = (before + margin).clamp(alpha + Score::UNIT, INFINITY);
        loop {
            margin *= 2;
            let value = -self.negascout(child, depth, -beta, -alpha)?;
            if value <= alpha && alpha > floor {
                alpha = (value - margin).max(floor);
            } else if value >= beta && beta < INFINITY {
                beta = (value + margin).min(INFINITY);
            } else {
                return Ok(value);
            }
        }
    }
}

/// Scores every legal move by a search of the position after it.
///
/// The limits are those of one search of the position itself: each search is a ply shallower, and
/// the moves share nodes and time. `think` gets each move, the position after it, and its limits.
///
/// ```
/// use wedge_engine::{Limits, Options, Position, Search, Standard, score_moves};
///
/// let mut search = Search::new(Standard, None, Options::default());
/// let moves = score_moves(&Position::default(), &Limits::depth(4), |_, child, limits| {
///     search.think(child, limits, &mut ())
/// });
/// assert_eq!(moves.len(), 4);
/// assert!(moves.iter().all(|mv| mv.score == moves[0].score), "the board is symmetric");
/// ```
pub fn score_moves<S: Size, F>(position: &Position<S>, limits: &Limits, mut think: F) -> ScoredMoves
where
    F: FnMut(Square, &Position<S>, &Limits) -> Report,
{
    let legal = position.board().legal_moves();
    let share = |whole: u64| match whole.checked_div(legal.len().into()) {
        Some(share) if whole < u64::MAX => share,
        _ => whole,
    };
    let limits = Limits {
        depth: limits.depth.saturating_sub(1),
        solve_from: limits.solve_from.saturating_sub(1),
        nodes: share(limits.nodes),
        soft_ms: share(limits.soft_ms),
        steady_ms: share(limits.steady_ms),
        hard_ms: share(limits.hard_ms),
        stop_at_win: limits.stop_at_win,
    };
    let mut moves = ScoredMoves::default();
    for square in legal {
        if let Some(child) = position.play(Move::Play(square)) {
            let score = -think(square, &child, &limits).score;
            moves.insert(ScoredMove { square, score, at_most: false });
        }
    }
    moves
}

/// Sorts a few items. The sort of the core library can panic if an order contradicts itself, and is
/// no faster for so few.
fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for at in (1..=end).rev() {
            match items.get_mut(at - 1..=at) {
                Some([before, after]) if key(after) < key(before) => core::mem::swap(before, after),
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Standard;
    use crate::rules::Game;
    use crate::search::Options;
    use crate::types::SplitMix64;

    #[test]
    fn the_first_move_is_that_of_a_search() {
        let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
        let position = game.position();
        let mut search = Search::new(Standard, None, Options::default());
        let moves = score_moves(&position, &Limits::depth(5), |_, child, limits| {
            search.think(child, limits, &mut ())
        });
        assert_eq!(moves.len(), position.board().legal_moves().len() as usize);
        assert!(moves.is_sorted_by(|a, b| a.score >= b.score));
        let report = search.think(&position, &Limits::depth(5), &mut ());
        assert_eq!(moves[0].score, report.score);
    }

    #[test]
    fn few_items_are_sorted() {
        let mut random = SplitMix64::new(1);
        for length in 0..40 {
            let mut items = [0_u32; 40];
            items.iter_mut().for_each(|item| *item = random.below(30));
            let mut sorted = items;
            sorted[..length].sort_unstable_by_key(|item| !item);
            sort_by_key(&mut items[..length], |item| !item);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn moves_share_the_nodes() {
        let mut asked = 0;
        let mut search = Search::new(Standard, None, Options::default());
        score_moves(&Position::default(), &Limits::nodes(1000), |_, child, limits| {
            asked += limits.nodes;
            assert_eq!(limits.soft_ms, u64::MAX);
            search.think(child, limits, &mut ())
        });
        assert_eq!(asked, 1000);
    }
}
