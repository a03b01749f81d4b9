//! The best few moves with what each is worth.

use heapless::Vec;

use super::context::{INFINITY, Node, SearchContext, Stopped};
use super::plan::Plan;
use super::rank::sort_by_key;
use super::{Certainty, Search};
use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::search::{Bound, Limits, Line, Observer, Report};
use crate::types::{Bitboard, Move, Score, Size, Square};

/// How far from the last score a move's next one is expected, in units.
const ASPIRATION: i32 = 2 * Score::UNIT;

/// A move with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Scored {
    /// The move.
    pub square: Square,
    /// What it is worth to the mover.
    pub score: Score,
    /// Whether the score is only an upper bound: the move is not among those asked for.
    pub at_most: bool,
}

/// What [`Search::several`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// Every legal move, the best first. No position is known with more than 33.
    pub moves: Vec<Scored, 40>,
    /// The depth that was finished, the moves themselves counted.
    pub depth: u8,
    /// How sure it is of that depth.
    pub certainty: Certainty,
    /// Whether the scores are final results with best play.
    pub solved: bool,
    /// Moves tried.
    pub nodes: u64,
}

impl<E: Evaluator<S>, S: Size> Search<'_, E, S> {
    /// Finds the best `most` moves and what each of them is worth, within the limits of one search.
    /// Of the others it only finds out that they are no better, unless they are among those to score
    /// whatever they are worth: that is much quicker than to search every move for its own sake.
    ///
    /// ```
    /// use wedge_engine::{Bitboard, Game, Limits, Options, Search, Standard, Table};
    ///
    /// let table = Table::<4096>::new();
    /// let mut search = Search::new(Standard, Some(table.view()), Options::default());
    /// let game: Game = "f5d6c3d3c4".parse().unwrap();
    /// let found = search.several(&game.position(), &Limits::depth(6), 3, Bitboard::EMPTY, &mut ());
    /// assert!(found.moves[0].score >= found.moves[1].score);
    /// assert!(!found.moves[2].at_most && found.moves[3].at_most);
    /// ```
    pub fn several(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        most: usize,
        also: Bitboard,
        observer: &mut dyn Observer,
    ) -> Several {
        let node = Node::new(position);
        let empties = node.board.empties() as u8;
        self.age = self.age.wrapping_add(1);
        self.history.decay();
        let (options, supports_probcut) = (self.options, self.evaluator.foreseeable());
        let mut context = SearchContext::new(self, observer, *limits, None);
        let mut moves: Vec<Scored, 40> = Vec::new();
        for square in node.board.legal_moves() {
            let score = Score::from_units(-context.evaluate_leaf(&node.play(square).board));
            // No position has more moves than fit.
            let _ = moves.push(Scored { square, score, at_most: false });
        }
        sort(&mut moves);
        let (depth, certainty) = (0, Certainty::FULL);
        let mut found = Several { moves, depth, certainty, solved: false, nodes: 0 };
        if found.moves.is_empty() {
            return found;
        }
        for (depth, certainty) in Plan::new(limits, &options, empties, supports_probcut) {
            context.begin_iteration(&node, depth, certainty);
            let moves = context.score_moves(&node, depth, (most, also), &found.moves);
            found.nodes = context.nodes;
            let Ok(moves) = moves else { break };
            let solved = depth == empties && certainty == Certainty::FULL;
            found = Several { moves, depth, certainty, solved, nodes: context.nodes };
            if context.report_progress(&found.report()) {
                break;
            }
        }
        found
    }

    /// How play goes on from a position, as far as the table knows.
    #[must_use]
    pub fn line(&self, position: &Position<S>, depth: u8) -> Line {
        let mut line = Line::new();
        self.extend_line(&Node::new(position), &mut line, depth);
        line
    }
}

impl Several {
    /// The best move as a search of one move would tell it, without a line of play.
    fn report(&self) -> Report {
        let best = self.moves.first();
        Report {
            best: best.map_or(Move::Pass, |best| Move::Play(best.square)),
            score: best.map_or(Score::from_units(0), |best| best.score),
            bound: Bound::Exact,
            depth: self.depth,
            certainty: self.certainty,
            solved: self.solved,
            nodes: self.nodes,
            line: best.map(|best| best.square).into_iter().collect(),
        }
    }
}

/// The best first; those that are only known to be worse after the others.
fn sort(moves: &mut [Scored]) {
    sort_by_key(moves, |mv| (mv.at_most, -mv.score, mv.square));
}

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// Scores the moves of the root in the order of the depth before.
    fn score_moves(
        &mut self,
        node: &Node<S>,
        depth: u8,
        (most, also): (usize, Bitboard),
        before: &[Scored],
    ) -> Result<Vec<Scored, 40>, Stopped> {
        let mut moves = Vec::<Scored, 40>::new();
        for mv in before {
            self.visit()?;
            // The last of the best moves so far is to be beaten.
            let floor = match most.checked_sub(1).and_then(|last| moves.get(last)) {
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
            // There are no more moves than before.
            let _ =
                moves.push(Scored { square: mv.square, score: Score::from_units(value), at_most });
            sort(&mut moves);
        }
        Ok(moves)
    }

    /// The value of a move that is better than `floor`, expected about as good as it was.
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
