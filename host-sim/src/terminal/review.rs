//! The review of a game: every move judged, a place in the game, the costliest moves.

use wedge_console::{Frame, LIGHT, Players, hue};
use wedge_engine::{Color, Game, Move, Position, Size, Square};
use wedge_formats::perfect_game;

use super::judge::{Judgement, to_judge};
use crate::io::csv_file::Discs;

/// How many of the costliest moves are named.
const COSTLIEST: usize = 3;

/// A step through the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// One move back.
    Back,
    /// One move forward.
    Forward,
    /// To the first move.
    First,
    /// To the end of the game.
    Last,
    /// To the costliest move with this rank, from 0.
    Costliest(usize),
    /// To the next of the costliest moves, or the one before.
    NextCostliest(bool),
}

/// A move of the game under review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Its number, passes not counted; `None` for a pass.
    pub number: Option<usize>,
    /// Who moved.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// What it is worth, once the engine has judged it.
    pub judgement: Option<Judgement>,
}

impl ReviewedMove {
    /// The score for black after it, in discs.
    #[must_use]
    pub fn for_black(&self) -> Option<f64> {
        let score = Discs::from(self.judgement.as_ref()?.score).0;
        Some(if self.side == Color::Black { score } else { -score })
    }
}

/// What is visible of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewView {
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The move under review, or the number of moves at the end of the game.
    pub at: usize,
    /// The costliest moves, the worst first, as indices.
    pub costliest: Vec<usize>,
    /// Whether only the moves of one person are ranked.
    pub yours: bool,
    /// The result for black, if the game is over.
    pub result: Option<i32>,
    /// The move that leaves the published perfect game, as an index.
    pub leaves_perfect_game: Option<usize>,
}

impl ReviewView {
    /// How many moves are not judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.moves.iter().filter(|it| it.number.is_some() && it.judgement.is_none()).count()
    }

    /// The score for black after each move: a pass changes nothing, and the end is the result.
    #[must_use]
    pub fn scores(&self) -> Vec<Option<f64>> {
        let mut scores: Vec<Option<f64>> = Vec::with_capacity(self.moves.len());
        for reviewed in &self.moves {
            let before = scores.last().copied().flatten();
            let pass = reviewed.number.is_none();
            scores.push(if pass { before } else { reviewed.for_black() });
        }
        if let (Some(last), Some(result)) = (scores.last_mut(), self.result) {
            *last = Some(f64::from(result));
        }
        scores
    }

    /// What the moves of a colour cost together, in discs.
    #[must_use]
    pub fn lost(&self, side: Color) -> f64 {
        let own = self.moves.iter().filter(|it| it.side == side);
        own.filter_map(|it| it.judgement.as_ref()).map(Judgement::loss).sum()
    }
}

/// A game under review.
pub(crate) struct Review<S: Size> {
    game: Game<S>,
    players: Players,
    moves: Vec<ReviewedMove>,
    at: usize,
}

impl<S: Size> Review<S> {
    /// A review of a game, which begins at its end.
    pub(crate) fn new(game: Game<S>, players: Players) -> Self {
        let mut number = 0;
        let moves: Vec<ReviewedMove> = game
            .steps()
            .map(|(position, mv)| {
                number += usize::from(mv.square().is_some());
                let number = mv.square().is_some().then_some(number);
                ReviewedMove { number, side: position.side(), mv, judgement: None }
            })
            .collect();
        let at = moves.len();
        Self { game, players, moves, at }
    }

    /// The moves that the engine has to judge.
    pub(crate) fn to_judge(&self) -> Vec<(usize, Position<S>, Square)> {
        let mut moves = to_judge(self.game.steps());
        moves.retain(|&(ply, ..)| self.moves[ply].judgement.is_none());
        moves
    }

    /// Takes what the engine says about a move.
    pub(crate) fn judged(&mut self, ply: usize, judgement: Judgement) {
        if let Some(reviewed) = self.moves.get_mut(ply) {
            reviewed.judgement = Some(judgement);
        }
    }

    /// The costliest moves: those of the one person who plays, or of both sides.
    fn costliest(&self) -> Vec<usize> {
        let alone = matches!(self.players, Players::Black | Players::White);
        let loss = |ply: &usize| self.moves[*ply].judgement.as_ref().map_or(0.0, Judgement::loss);
        let mut plies: Vec<usize> = (0..self.moves.len())
            .filter(|&ply| !alone || self.players.has(self.moves[ply].side))
            .filter(|&ply| self.moves[ply].judgement.as_ref().is_some_and(Judgement::is_costly))
            .collect();
        plies.sort_by(|a, b| loss(b).total_cmp(&loss(a)).then(a.cmp(b)));
        plies.truncate(COSTLIEST);
        plies
    }

    /// Goes to another place.
    pub(crate) fn step(&mut self, step: ReviewStep) {
        let costliest = self.costliest();
        let mut in_order = costliest.clone();
        in_order.sort_unstable();
        let target = match step {
            ReviewStep::Back => self.at.checked_sub(1),
            ReviewStep::Forward => Some(self.at + 1),
            ReviewStep::First => Some(0),
            ReviewStep::Last => Some(self.moves.len()),
            ReviewStep::Costliest(rank) => costliest.get(rank).copied(),
            ReviewStep::NextCostliest(true) => {
                in_order.iter().find(|&&ply| ply > self.at).or(in_order.first()).copied()
            }
            ReviewStep::NextCostliest(false) => {
                in_order.iter().rfind(|&&ply| ply < self.at).or(in_order.last()).copied()
            }
        };
        self.at = target.unwrap_or(self.at).min(self.moves.len());
    }

    /// The game up to the move under review, which is not played.
    pub(crate) fn game_here(&self) -> Game<S> {
        let mut game = Game::from_position(self.game.start());
        for &mv in self.game.moves().iter().take(self.at) {
            // The moves are those of a legal game.
            let _ = game.play(mv);
        }
        game
    }

    /// The move under review and the better one, if there is one.
    fn marked(&self) -> (Option<Square>, Option<Square>) {
        let Some(reviewed) = self.moves.get(self.at) else { return (None, None) };
        let better = reviewed.judgement.as_ref().filter(|it| it.is_costly()).map(|it| it.best);
        (reviewed.mv.square(), better)
    }

    /// The lights: the position before the move under review, that move in its colour, dimmed, and
    /// the better one in white.
    pub(crate) fn frame(&self) -> Frame {
        let position = self.game_here().position();
        let mut frame = Frame::default();
        for color in [Color::Black, Color::White] {
            for square in position.discs(color) {
                frame.set(square, hue(color));
            }
        }
        let (played, better) = self.marked();
        if let Some(square) = played {
            frame.set(square, hue(position.side()).dim(120));
        }
        if let Some(square) = better {
            frame.set(square, LIGHT);
        }
        frame
    }

    /// What is visible.
    pub(crate) fn view(&self) -> ReviewView {
        ReviewView {
            moves: self.moves.clone(),
            at: self.at,
            costliest: self.costliest(),
            yours: matches!(self.players, Players::Black | Players::White),
            result: self.game.is_over().then(|| self.game.position().result_for_black()),
            leaves_perfect_game: perfect_game::left_by(&self.game).map(|number| number - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Score};

    use super::*;

    fn judgement(square: Square, score: i32, best_score: i32) -> Judgement {
        Judgement {
            square,
            score: Score::from_discs(score),
            best: square,
            best_score: Score::from_discs(best_score),
            depth: 1,
            solved: false,
            line: vec![square],
            best_line: vec![square],
            reasons: Vec::new(),
        }
    }

    /// The costliest moves are those of the person, in the order of their cost; steps reach them.
    #[test]
    fn the_costliest_are_ranked_and_reached() {
        let game: Game<Eight> = "f5d6c3d3c4f4f6f3".parse().unwrap();
        let mut review = Review::new(game.clone(), Players::Black);
        let jobs = review.to_judge();
        assert_eq!(jobs.len(), 8);
        assert_eq!(jobs[0].0, 7, "the last move is judged first");
        for (ply, _, square) in jobs {
            // Black's moves 1, 3, 5 and 7 cost 0, 2, 4 and 1; white's cost 9.
            let loss = [0, 9, 2, 9, 4, 9, 1, 9][ply];
            review.judged(ply, judgement(square, 0, loss));
        }
        let view = review.view();
        assert_eq!((view.costliest, view.at), (vec![4, 2, 6], 8));
        assert_eq!((view.moves[4].number, review.view().lost(Color::Black)), (Some(5), 7.0));
        let mut to = |step| {
            review.step(step);
            review.at
        };
        assert_eq!(to(ReviewStep::Costliest(0)), 4);
        assert_eq!(to(ReviewStep::NextCostliest(true)), 6);
        assert_eq!(to(ReviewStep::NextCostliest(true)), 2, "from the last to the first");
        assert_eq!(to(ReviewStep::NextCostliest(false)), 6);
        assert_eq!((to(ReviewStep::First), to(ReviewStep::Back)), (0, 0));
        assert_eq!((to(ReviewStep::Last), to(ReviewStep::Forward)), (8, 8));
        assert_eq!(to(ReviewStep::Costliest(0)), 4);
        assert_eq!(review.game_here().to_string(), "f5d6c3d3");
        let both = Review::new(game, Players::Both);
        assert_eq!(both.view().costliest, [0; 0], "nothing is judged yet");
    }

    #[test]
    fn scores_are_for_black_and_passes_keep_them() {
        let game: Game<Eight> = "f5d6".parse().unwrap();
        let mut review = Review::new(game, Players::Both);
        for (ply, _, square) in review.to_judge() {
            review.judged(ply, judgement(square, 3, 3));
        }
        let mut view = review.view();
        assert_eq!(view.scores(), [Some(3.0), Some(-3.0)]);
        view.moves.push(ReviewedMove {
            number: None,
            side: Color::Black,
            mv: Move::Pass,
            judgement: None,
        });
        assert_eq!(view.scores()[2], Some(-3.0));
        view.result = Some(-10);
        assert_eq!(view.scores()[2], Some(-10.0));
    }
}
