//! What most players of the contest have in common: a plan for each move, and a plain look ahead.

use anyhow::{Context, Result};
use wedge_engine::{
    Bitboard, Board, Discs, Limits, Move, Observer, Options, Position, Search, Size, Square, class,
};

use super::walk::{played, walk};
use crate::players::player::{Choice, Player};

/// What a position is worth to its mover, in points of a player's own. The mover has a move.
pub(super) type Judge<S> = Box<dyn Fn(&Board<S>) -> i32>;

/// How a player goes about a move.
pub(super) enum Plan<S: Size> {
    /// Plays this square; there is one wherever there is a move.
    Play(Option<Square>),
    /// Looks this many plies ahead, passes not counted, and judges what it sees there.
    Ahead(u8, Judge<S>),
    /// The same, but only these moves are considered.
    Among(Bitboard, u8, Judge<S>),
    /// Plays for the most discs, to the end of the game.
    Exact,
    /// Plays to the end of the game for a win, or else a draw, by however many discs.
    WinDrawLoss,
}

/// A player that makes a plan for each move and follows it.
///
/// Looking ahead, of moves of equal worth the first of the contest's list is played, see
/// [`walk`]. Whoever wrote "minimax" or "alpha-beta" gets the same move from it, only sooner or
/// later. At the end of the game the engine's solver chooses among moves of equal worth.
pub(super) struct Planner<F>(pub(super) F);

impl<S: Size, F: FnMut(&Board<S>) -> Plan<S>> Player<S> for Planner<F> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let board = position.board();
        let square = match (self.0)(&board) {
            Plan::Play(square) => square,
            Plan::Ahead(depth, judge) => LookAhead::new(judge).best(&board, depth, observer),
            Plan::Among(moves, depth, judge) => {
                LookAhead::new(judge).best_of(moves, &board, depth, observer)
            }
            Plan::Exact => solve(position, 64, observer),
            Plan::WinDrawLoss => solve(position, 1, observer),
        };
        let square = square.context("asked for a move where there is none")?;
        Ok(Choice { mv: Move::Play(square), report: None })
    }
}

fn solve<S: Size>(
    position: &Position<S>,
    score_cap: u8,
    observer: &mut dyn Observer,
) -> Option<Square> {
    let options = Options::default().with_score_cap(score_cap);
    let mut search = Search::new(Discs, None, options);
    search.think(position, &Limits::EXACT, observer).best.square()
}

/// The square for which something is largest; the first from a1 among equals.
pub(super) fn first_largest<K: Ord>(
    squares: Bitboard,
    key: impl Fn(Square) -> K,
) -> Option<Square> {
    // Of equal elements `min_by_key` gives the first.
    squares.into_iter().min_by_key(|&square| std::cmp::Reverse(key(square)))
}

/// A disc at the end of the game counts more than all that a player may judge in its course.
const DISC: i32 = 30_000_000;
const INFINITY: i32 = 65 * DISC;

/// Alpha-beta to a fixed depth.
pub(super) struct LookAhead<S: Size> {
    judge: Judge<S>,
    /// The squares by class, the most promising first: only the time depends on it.
    classes: [Bitboard; 10],
}

impl<S: Size> LookAhead<S> {
    pub(super) fn new(judge: Judge<S>) -> Self {
        let mut classes = [Bitboard::EMPTY; 10];
        for square in Bitboard(S::MASK) {
            classes[usize::from(class::<S>(square)).min(9)] |= square.bit();
        }
        Self { judge, classes }
    }

    fn ordered(&self, moves: Bitboard) -> impl Iterator<Item = Square> {
        self.classes.into_iter().flat_map(move |class| class & moves)
    }

    /// The best move; the first of the contest's list if several are as good. Any move if it is
    /// stopped.
    pub(super) fn best(
        &self,
        board: &Board<S>,
        depth: u8,
        observer: &mut dyn Observer,
    ) -> Option<Square> {
        self.best_of(board.legal_moves(), board, depth, observer)
    }

    /// The best of some of the legal moves.
    pub(super) fn best_of(
        &self,
        moves: Bitboard,
        board: &Board<S>,
        depth: u8,
        observer: &mut dyn Observer,
    ) -> Option<Square> {
        let list = walk(board);
        let rank = |wanted: Square| list.iter().position(|square| square == wanted);
        let mut best: Option<(i32, Square)> = None;
        let mut patience = Patience::new(observer);
        for square in self.ordered(moves) {
            let after = played(board, square);
            // A move that comes earlier in the list has to be as good, a later one better.
            let floor = match best {
                None => -INFINITY,
                Some((value, found)) if rank(square) < rank(found) => value - 1,
                Some((value, _)) => value,
            };
            let depth = depth.saturating_sub(1);
            let value = -self.value(&after, depth, -INFINITY, -floor, &mut patience);
            if value > floor {
                best = Some((value, square));
            }
        }
        best.map(|(_, square)| square)
    }

    /// All moves that are as good as the best.
    pub(super) fn all_best(&self, board: &Board<S>, depth: u8) -> Bitboard {
        let mut nobody = ();
        let mut patience = Patience { observer: &mut nobody, nodes: 0, over: false };
        let (mut best, mut squares) = (-INFINITY, Bitboard::EMPTY);
        for square in self.ordered(board.legal_moves()) {
            let after = played(board, square);
            let depth = depth.saturating_sub(1);
            // The bound is one below, so that an equal value is told from a smaller one.
            let value = -self.value(&after, depth, -INFINITY, 1 - best, &mut patience);
            if value > best {
                (best, squares) = (value, Bitboard::EMPTY);
            }
            if value == best {
                squares |= square.bit();
            }
        }
        squares
    }

    /// The value for the mover if it lies between alpha and beta, else a bound on its side.
    fn value(
        &self,
        board: &Board<S>,
        depth: u8,
        mut alpha: i32,
        beta: i32,
        patience: &mut Patience<'_>,
    ) -> i32 {
        if patience.is_over() {
            return alpha;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves().is_empty() {
                return board.result() * DISC;
            }
            return -self.value(&passed, depth, -beta, -alpha, patience);
        }
        if depth == 0 {
            return (self.judge)(board);
        }
        for square in self.ordered(moves) {
            let after = played(board, square);
            alpha = alpha.max(-self.value(&after, depth - 1, -beta, -alpha, patience));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// Looks up from time to time whether anybody still waits.
pub(super) struct Patience<'o> {
    observer: &'o mut dyn Observer,
    nodes: u64,
    over: bool,
}

/// Nodes between two looks.
const LOOK_INTERVAL: u64 = 4096;

impl<'o> Patience<'o> {
    pub(super) fn new(observer: &'o mut dyn Observer) -> Self {
        Self { observer, nodes: 0, over: false }
    }

    /// Counts a node; whether to stop.
    pub(super) fn is_over(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_INTERVAL) {
            self.observer.visited(self.nodes);
            self.over |= self.observer.stop();
        }
        self.over
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Six, SplitMix64};

    use super::*;

    /// The definition: every line, no bounds, moves in the order of the contest's list.
    fn minimax<S: Size>(judge: &Judge<S>, board: &Board<S>, depth: u8) -> (i32, Option<Square>) {
        let moves = board.legal_moves();
        if board.is_over() {
            return (board.result() * DISC, None);
        }
        if moves.is_empty() {
            return (-minimax(judge, &board.pass(), depth).0, None);
        }
        if depth == 0 {
            return (judge(board), None);
        }
        let mut best = (-INFINITY, None);
        for square in walk(board).iter() {
            let value = -minimax(judge, &board.play(square).unwrap(), depth - 1).0;
            if value > best.0 {
                best = (value, Some(square));
            }
        }
        best
    }

    fn check<S: Size>() {
        let mut random = SplitMix64::new(1);
        for depth in 1..=4 {
            for _ in 0..30 {
                // Many values are equal, so that the rule for equal moves is put to the test.
                let judge: fn() -> Judge<S> =
                    || Box::new(|board| board.mover().len() as i32 / 3 - 4);
                let mut position = Position::<S>::start();
                for _ in 0..random.below(S::MASK.count_ones() - 8) {
                    let Some(mv) = position.random_move(&mut random) else { break };
                    position = position.play(mv).unwrap();
                }
                let board = position.board();
                if board.legal_moves().is_empty() {
                    continue;
                }
                let best = LookAhead::new(judge()).best(&board, depth, &mut ());
                let (most, first) = minimax(&judge(), &board, depth);
                assert_eq!(best, first, "{position}, {depth} plies");
                let is_best = |square: &Square| {
                    let after = board.play(*square).unwrap();
                    -minimax(&judge(), &after, depth - 1).0 == most
                };
                let wanted: Bitboard = board.legal_moves().into_iter().filter(is_best).collect();
                let found = LookAhead::new(judge()).all_best(&board, depth);
                assert_eq!(found, wanted, "{position}, {depth} plies");
            }
        }
    }

    /// Says stop as soon as it is asked, and counts how often it was.
    struct Impatient(u32);

    impl Observer for Impatient {
        fn stop(&mut self) -> bool {
            self.0 += 1;
            true
        }
    }

    #[test]
    fn whoever_is_stopped_still_moves_legally() {
        let mut impatient = Impatient(0);
        let look = LookAhead::<Eight>::new(Box::new(|board| board.mover().len() as i32));
        // Thirty plies would take for ever.
        let best = look.best(&Board::default(), 30, &mut impatient).unwrap();
        assert!(Board::default().legal_moves().has(best));
        assert_eq!(impatient.0, 1);
    }

    #[test]
    fn looking_ahead_finds_the_first_of_the_best_moves() {
        check::<Eight>();
        check::<Six>();
    }
}
