//! Judges a move: what it is worth, what would have been better, and why in words of the game.

use std::sync::atomic::{AtomicBool, Ordering};

use wedge_engine::explain::{Reason, reasons};
use wedge_engine::{Limits, Move, Observer, Position, Score, Size, Square};

use super::words::{amount, signed};
use crate::engine::searcher::Searcher;
use crate::io::csv_file::Discs;

/// How deep a move is judged: a fraction of a second on a PC, and the last quarter exactly.
pub(crate) const JUDGE: Limits = Limits::depth(12).with_solve_from(16);
/// A loss below this many discs is not worth a word (chosen): search scores vary by as much.
const WORTH_NAMING: f64 = 0.5;

/// A move beside the best one of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The move.
    pub square: Square,
    /// Its score for the mover.
    pub score: Score,
    /// The best move: the one that was played, if none is better.
    pub best: Square,
    /// The score of the best move.
    pub best_score: Score,
    /// The depth of the search.
    pub depth: u8,
    /// Whether the scores are final margins with best play.
    pub solved: bool,
    /// The principal variation after the move, the move first.
    pub line: Vec<Square>,
    /// The principal variation after the best move, that move first.
    pub best_line: Vec<Square>,
    /// Why it is worse, the most important reason first.
    pub reasons: Vec<Reason>,
}

impl Judgement {
    /// What the move cost, in discs.
    #[must_use]
    pub fn loss(&self) -> f64 {
        Discs::from(self.best_score).0 - Discs::from(self.score).0
    }

    /// The same in words: the difference of the scores as they are shown, so that no reader finds
    /// another by subtracting them.
    #[must_use]
    pub fn cost(&self) -> String {
        let shown = |score| signed(score).parse::<f64>().unwrap_or_default();
        amount(shown(self.best_score) - shown(self.score))
    }

    /// Whether it cost enough to be named.
    #[must_use]
    pub fn is_costly(&self) -> bool {
        self.loss() >= WORTH_NAMING
    }

    /// The verdict in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { square, best, .. } = self;
        if !self.is_costly() {
            return format!("{square} is as good as any move.");
        }
        format!("{square} cost {}; {best} was better.", self.cost())
    }

    /// The scores of both moves, and how sure they are.
    #[must_use]
    pub fn scores(&self) -> String {
        let sure = if self.solved { "exact".to_owned() } else { format!("depth {}", self.depth) };
        if self.is_costly() {
            let (better, score) = (signed(self.best_score), signed(self.score));
            format!("{better} with {}, {score} with {} ({sure})", self.best, self.square)
        } else {
            format!("{} with {} ({sure})", signed(self.score), self.square)
        }
    }

    /// Why the move is worse: a line for each reason, and the two lines of play.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        let Self { square, best, .. } = self;
        let moves = |line: &[Square]| {
            let names: Vec<String> = line.iter().take(8).map(ToString::to_string).collect();
            names.join(" ")
        };
        let mut lines = vec![format!("{}.", self.scores())];
        if !self.is_costly() {
            lines.push(format!("Expected: {}.", moves(&self.line)));
            return lines;
        }
        lines.push(String::new());
        for reason in self.reasons.iter().take(4) {
            lines.push(format!("{square} {reason}."));
        }
        if self.reasons.is_empty() {
            lines.push("The board after it looks no worse; only the lines of play differ.".into());
        }
        lines.push(String::new());
        lines.push(format!("{square}: {}", moves(&self.line)));
        lines.push(format!("{best}: {}", moves(&self.best_line)));
        lines
    }
}

/// Judges a move; `None` if it is not legal or the search was stopped.
pub(crate) fn judge<S: Size>(
    search: &mut Searcher<'_, S>,
    position: &Position<S>,
    square: Square,
    stop: &AtomicBool,
) -> Option<Judgement> {
    let found = search.multi_pv(position, &JUDGE, 1, square.bit(), &mut StopFlag(stop));
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let scored = |square| found.moves.iter().find(|scored| scored.square == square);
    let played = scored(square)?;
    let best = found.moves.first().filter(|best| best.score > played.score).unwrap_or(played);
    let line = |square| {
        let after = position.play(Move::Play(square));
        let rest = after.map(|after| search.line(&after, found.depth.saturating_sub(1)));
        [square].into_iter().chain(rest.iter().flatten().copied()).collect::<Vec<Square>>()
    };
    let (line, best_line) = (line(square), line(best.square));
    let why = reasons(&position.board(), &line, &best_line);
    Some(Judgement {
        square,
        score: played.score,
        best: best.square,
        best_score: best.score,
        depth: found.depth,
        solved: found.solved,
        reasons: why.into_iter().collect(),
        line,
        best_line,
    })
}

/// Stops a search when a flag is set.
struct StopFlag<'a>(&'a AtomicBool);

impl Observer for StopFlag<'_> {
    fn stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The moves of a game that can be judged, the last first: a solved end helps to judge what leads to
/// it.
pub(crate) fn to_judge<S: Size>(
    steps: impl Iterator<Item = (Position<S>, Move)>,
) -> Vec<(usize, Position<S>, Square)> {
    let mut moves: Vec<_> = steps
        .enumerate()
        .filter_map(|(ply, (position, mv))| Some((ply, position, mv.square()?)))
        .collect();
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Game};

    use super::super::full_engine::searcher;
    use super::*;
    use crate::engine::heap_table::HeapTable;

    fn judged(game: &str, square: &str) -> Judgement {
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        let mut search = searcher::<Eight>(&table, 1);
        let position = game.parse::<Game>().unwrap().position();
        judge(&mut search, &position, square.parse().unwrap(), &AtomicBool::new(false)).unwrap()
    }

    /// A little below zero is shown as zero: the cost is then 19.8, not 19.7.
    #[test]
    fn the_cost_is_the_difference_of_the_scores_shown() {
        let mut judgement = judged("f5d6c3", "d3");
        judgement.best_score = Score::from_units(-1);
        judgement.score = Score::from_units(-20 * Score::UNIT + Score::UNIT / 4);
        judgement.best = "h4".parse().unwrap();
        assert!(judgement.scores().starts_with("+0.0 with h4, -19.8 with d3"), "{judgement:?}");
        assert_eq!(judgement.cost(), "19.8 discs");
        assert!(judgement.sentence().starts_with("d3 cost 19.8 discs"));
    }

    /// White's f5 in the shortest game loses everything: the scores, the loss and the words say so.
    #[test]
    fn a_blunder_costs_the_game() {
        let found = judged("e6f4e3f6g5d6e7", "f5");
        assert!(found.score == Score::from_discs(-64) && found.loss() > 30.0, "{found:?}");
        assert_ne!(found.best, found.square);
        let (sentence, why) = (found.sentence(), found.why());
        assert!(sentence.starts_with("f5 cost ") && sentence.ends_with(" was better."));
        assert!(why[0].contains(&format!("-64.0 with f5 (depth {})", found.depth)), "{why:?}");
        assert!(why.iter().any(|line| line.starts_with("f5: f5 c5")), "{why:?}");
    }

    #[test]
    fn the_best_move_costs_nothing() {
        let best = judged("f5d6c3d3", "c4").best.to_string();
        let found = judged("f5d6c3d3", &best);
        assert_eq!((found.loss(), found.best), (0.0, found.square));
        assert_eq!(found.sentence(), format!("{best} is as good as any move."));
        assert_eq!(found.reasons, []);
    }
}
