//! The search: iterative deepening over alpha-beta or NegaScout, with a table and an ordering.
//!
//! Depth counts discs placed: a pass costs none. So a position always has the same depth left,
//! by whatever moves it was reached, and every algorithm, with or without table, in any order,
//! finds the same value.

pub mod bench;
mod certainty;
mod endgame;
mod game_clock;
mod limits;
mod midgame;
mod multi_pv;
mod observer;
mod ordering;
mod plan;
mod probcut;
mod rank;
mod report;
mod shared_work;
mod transposition_table;
mod word;

pub use certainty::Certainty;
pub use game_clock::{GameClock, Speed};
pub use limits::Limits;
pub use multi_pv::{Scored, Several};
pub use observer::Observer;
pub(crate) use ordering::{Candidates, weighted_mobility};
pub use ordering::{History, Ordering, class};
pub(crate) use rank::sort_by_key;
pub use rank::{Ranking, rank};
pub use report::{Line, Report};
pub use shared_work::Busy;
pub use transposition_table::{Bound, Entry, Known, Table, TableView};

use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::{Bitboard, Eight, Move, Score, Size};
use midgame::{Node, Run};
use plan::Plan;

/// How the tree is walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Algorithm {
    /// Every line to the full depth, without table or ordering: for teaching and for tests.
    Minimax,
    /// Alpha-beta with the full window everywhere.
    AlphaBeta,
    /// Alpha-beta that expects the first move to be best and proves it with empty windows.
    #[default]
    NegaScout,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Options {
    /// How the tree is walked.
    pub algorithm: Algorithm,
    /// Which moves are tried first.
    pub ordering: Ordering,
    /// The N of the history table's start values 2^(N-k).
    pub max_num: u8,
    /// Whether a depth is first searched with a narrow window around the score before it.
    pub aspiration: bool,
    /// No search goes deeper, whatever its limits say: a bound for the stack where it is small.
    pub deepest: u8,
    /// A search to the end of the game does not tell apart wins by this many discs or more, nor
    /// such losses: 64 solves exactly, 1 only tells win, draw and loss, and is much faster.
    pub enough: u8,
    /// How sure a search has to be before it believes a shallower one. Only NegaScout with full
    /// ordering ever believes one, and solutions are proved in the end whatever this says.
    pub certainty: Certainty,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            ordering: Ordering::default(),
            max_num: 10,
            aspiration: true,
            deepest: 64,
            enough: 64,
            certainty: Certainty::default(),
        }
    }
}

impl Options {
    /// Whether the search may do all it can: prove results, and believe shallower searches.
    fn all_means(&self) -> bool {
        self.ordering == Ordering::Full && self.algorithm == Algorithm::NegaScout
    }
}

/// A searcher: an evaluator, a borrowed table, and what it learnt about moves so far.
///
/// ```
/// use wedge_engine::{Limits, Options, Position, Search, Standard, Table};
///
/// let table = Table::<4096>::new();
/// let mut search = Search::new(Standard, Some(table.view()), Options::default());
/// let report = search.think(&Position::start(), &Limits::depth(6), &mut ());
/// assert_eq!(report.depth, 6);
/// assert_eq!(report.line.len(), 6);
/// ```
#[derive(Debug)]
pub struct Search<'t, E, S: Size = Eight> {
    evaluator: E,
    table: Option<TableView<'t>>,
    /// What other threads with the same table are busy with.
    busy: Option<&'t Busy>,
    options: Options,
    history: History,
    age: u8,
    /// Lines of play by ply: the best line from each node on the current path.
    lines: [Line; 61],
    size: core::marker::PhantomData<S>,
}

impl<'t, E: Evaluator<S>, S: Size> Search<'t, E, S> {
    /// A searcher that has learnt nothing yet.
    #[must_use]
    pub fn new(evaluator: E, table: Option<TableView<'t>>, options: Options) -> Self {
        Self {
            evaluator,
            table,
            busy: None,
            options,
            history: History::new::<S>(options.max_num),
            age: 0,
            lines: [const { Line::new() }; 61],
            size: core::marker::PhantomData,
        }
    }

    /// The same searcher as one of several, each in a thread of its own: all think about the same
    /// position with the same table and share the work of solving it. The first to finish has the
    /// answer; its score is the same whoever that is, while nodes and moves of equal worth vary.
    #[must_use]
    pub fn sharing(self, busy: &'t Busy) -> Self {
        Self { busy: Some(busy), ..self }
    }

    /// Finds the best move within the limits. Always gives a legal move if there is one.
    pub fn think(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let node = Node::new(position);
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.think_without_moves(position, limits, observer);
        }
        // 1. A new move of the game: what the table and the history know grows old.
        self.age = self.age.wrapping_add(1);
        self.history.decay();
        // 2. Have an answer from the start, however soon the search is stopped.
        let mut report = self.first_report(&node, moves);
        let (options, foreseeable) = (self.options, self.evaluator.foreseeable());
        let mut run = Run::new(self, observer, *limits, report.best.square());
        // 3. Deepen step by step.
        let empties = node.board.empties() as u8;
        for (depth, certainty) in Plan::new(limits, &options, empties, foreseeable) {
            let finished = run.deepen(&node, depth, certainty, &mut report);
            report.nodes = run.nodes;
            if finished.is_err() {
                break;
            }
            report.solved = depth == empties && certainty == Certainty::FULL;
            run.search.extend_line(&node, &mut report.line, depth);
            if run.tell(&report) {
                break;
            }
        }
        report
    }

    /// A pass or the end of the game.
    fn think_without_moves(
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
            None => Report {
                best: Move::Pass,
                score: Score::from_discs(position.board().result()),
                bound: Bound::Exact,
                depth: 0,
                certainty: Certainty::FULL,
                solved: true,
                nodes: 0,
                line: Line::new(),
            },
        }
    }

    /// The move of the best class and the plain evaluation.
    fn first_report(&self, node: &Node<S>, moves: Bitboard) -> Report {
        let best = moves.into_iter().min_by_key(|&square| class::<S>(square));
        Report {
            best: best.map_or(Move::Pass, Move::Play),
            score: self.evaluator.evaluate(&node.board, moves),
            bound: Bound::Exact,
            depth: 0,
            certainty: Certainty::FULL,
            solved: false,
            nodes: 0,
            line: best.into_iter().collect(),
        }
    }
}
