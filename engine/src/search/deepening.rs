//! Iterative deepening: one depth of the root within an aspiration window, and its report.

use super::budget::Stopped;
use super::context::{INFINITY, Node, SearchContext};
use super::{Algorithm, Bound, Certainty, Limits, Line, Observer, Report, Search, class};
use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::{Bitboard, Move, Score, Size};

/// Half the width of the first aspiration window, in units.
const ASPIRATION: i32 = 3 * Score::UNIT;

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// Searches the root to a depth and updates the report, also when stopped midway.
    pub(super) fn deepen(
        &mut self,
        node: &Node<S>,
        depth: u8,
        certainty: Certainty,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        self.begin_iteration(node, depth, certainty);
        if self.search.options.algorithm == Algorithm::Minimax {
            let value = self.minimax(node, depth)?;
            self.finish_report(report, value, Bound::Exact, depth);
            return Ok(());
        }
        // Aspiration window: the score is expected near that of the depth before. On a fail low or
        // fail high the window widens twice as far on that side, up to the score cap.
        let has_window = self.search.options.aspiration && depth > 2;
        let mut margin = if has_window { ASPIRATION } else { 2 * INFINITY };
        let cap = self.score_cap();
        let mut alpha = (report.score.units() - margin).min(cap - Score::UNIT).max(-cap);
        let mut beta = (report.score.units() + margin).max(alpha + Score::UNIT).min(cap);
        loop {
            margin *= 2;
            match self.negascout(node, depth, alpha, beta) {
                Ok(value) if value <= alpha && alpha > -cap => {
                    alpha = (value - margin).max(-cap);
                }
                Ok(value) if value >= beta && beta < cap => {
                    self.first = self.best_at_root().or(self.first);
                    beta = (value + margin).min(cap);
                }
                Ok(value) => {
                    let bound = if value <= alpha {
                        Bound::Upper
                    } else if value >= beta {
                        Bound::Lower
                    } else {
                        Bound::Exact
                    };
                    self.finish_report(report, value, bound, depth);
                    return Ok(());
                }
                Err(Stopped) => {
                    // The best move of the depth before is tried first, so the best so far is at
                    // least as good. Depth and certainty stay those of the depth before: threads
                    // that search together compare by them how far each got.
                    if self.best_at_root().is_some() {
                        self.update_report(report, self.root_value, Bound::Lower);
                    }
                    return Err(Stopped);
                }
            }
        }
    }

    /// The score cap in units: no window reaches beyond it.
    fn score_cap(&self) -> i32 {
        match self.search.options.score_cap {
            discs @ 1..64 if self.solving => i32::from(discs) * Score::UNIT,
            _ => INFINITY,
        }
    }

    /// Reports a finished depth.
    fn finish_report(&mut self, report: &mut Report, value: i32, bound: Bound, depth: u8) {
        self.update_report(report, value, bound);
        report.depth = depth;
        report.certainty = self.certainty;
    }

    /// Copies the root's principal variation and its value to the report.
    fn update_report(&mut self, report: &mut Report, value: i32, bound: Bound) {
        if let Some(best) = self.best_at_root() {
            report.best = Move::Play(best);
            report.line.clone_from(&self.search.lines[0]);
            self.first = Some(best);
        }
        report.score = Score::from_units(value);
        report.bound = bound;
    }
}

impl<E: Evaluator<S>, S: Size> Search<'_, E, S> {
    /// A pass or the end of the game.
    pub(super) fn think_without_moves(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        match position.play(Move::Pass) {
            Some(passed) => {
                let report = self.think(&passed, limits, observer);
                let bound = match report.bound {
                    Bound::Exact => Bound::Exact,
                    Bound::Lower => Bound::Upper,
                    Bound::Upper => Bound::Lower,
                };
                Report { best: Move::Pass, score: -report.score, bound, ..report }
            }
            None => {
                let score = Score::from_discs(position.board().result());
                Report { solved: true, ..Report::new(Move::Pass, score) }
            }
        }
    }

    /// The move of the best square class, with the evaluation of the root.
    pub(super) fn first_report(&self, node: &Node<S>, moves: Bitboard) -> Report {
        let best = moves.into_iter().min_by_key(|&square| class::<S>(square));
        let score = self.evaluator.evaluate(&node.board, moves);
        let line = best.into_iter().collect();
        Report { line, ..Report::new(best.map_or(Move::Pass, Move::Play), score) }
    }
}

impl<E, S: Size> Search<'_, E, S> {
    /// Extends a principal variation that a table cutoff ended early by the table's best moves, up
    /// to the depth.
    pub(super) fn extend_line(&self, node: &Node<S>, line: &mut Line, depth: u8) {
        let Some(table) = self.table else { return };
        let mut node = Node { board: node.board, hash: node.hash, side: node.side };
        for &square in line.iter() {
            node = node.pass_if_needed().play(square);
        }
        while line.len() < usize::from(depth) {
            node = node.pass_if_needed();
            // Positions with few empty squares are in the close part.
            let hit = table.probe(node.hash, node.side);
            let hit = hit.or_else(|| table.close(self.thread).probe(node.hash, node.side));
            let Some(best) = hit.and_then(|hit| hit.best) else { return };
            if node.board.flips(best).is_empty() || !line.push(best) {
                return;
            }
            node = node.play(best);
        }
    }
}
