//! The search, from the question to the last disc.
//!
//! A search calls its parts in this order:
//!
//! | part | what it does | takes over |
//! |---|---|---|
//! | [`Search::think`], here | sets up a search and loops over the plan | |
//! | `plan` | lists the depths and the [`Certainty`] of each | once a search |
//! | `deepening` | searches the root to one depth within an aspiration window | once a depth |
//! | `midgame` | NegaScout with the transposition table, ProbCut and move ordering | at the root |
//! | `endgame::proof` | null-window proof of the final result | at every null-window node of a search to the end of the game |
//! | `endgame::shallow` | the same, made for few empty squares | at [`endgame::SHALLOW_EMPTIES`] empty squares |
//! | `endgame::last_four` | parity ordering only, then one function per number of empty squares | at 6 or 5, and 4, 3, 2, 1 |
//! | `endgame::last_flip` | counts the discs that the last move flips | at 1 |
//!
//! Beside them stand `ordering` (square classes and the history heuristic), `probcut` (selective
//! cuts and their parameters), `multi_pv` (scores for several root moves), `shared_work` (threads
//! that search together) and `transposition_table`.
//!
//! Depth counts discs placed: a pass costs none. So a position has the same depth left whatever
//! moves led to it, and every algorithm finds the same value, with or without a table and in any
//! move order, as long as ProbCut is off.

pub mod bench;
mod budget;
mod certainty;
mod clock_rule;
mod context;
mod cross_check;
mod deepening;
mod endgame;
mod game_clock;
mod level;
mod limits;
mod midgame;
mod multi_pv;
mod observer;
mod options;
mod ordering;
mod plan;
mod probcut;
mod report;
mod shared_work;
mod transposition_table;
mod word;

pub use budget::{Budget, Stopped};
pub use certainty::Certainty;
pub use clock_rule::ClockRule;
pub use game_clock::{GameClock, Speed};
pub use level::{Level, ParseLevelError};
pub use limits::Limits;
pub use multi_pv::{MultiPv, ScoredMove, ScoredMoves, score_moves};
pub use observer::Observer;
pub use options::{Algorithm, Options};
pub use ordering::{History, Ordering, class};
pub use report::{Line, ParseLineError, Report};
pub use shared_work::SharedWork;
pub use transposition_table::{Bound, Hit, Payload, Slot, Table, TableView};

use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::{Eight, Size};
use context::{Node, SearchContext};
use plan::Plan;

/// A searcher: an evaluator, a borrowed transposition table, and the history table it learns.
///
/// ```
/// use wedge_engine::{Limits, Options, Position, Search, Standard, Table};
///
/// let table = Table::<4096>::new();
/// let mut search = Search::new(Standard, Some(table.view()), Options::default());
/// let report = search.think(&Position::default(), &Limits::depth(6), &mut ());
/// assert_eq!(report.depth, 6);
/// assert_eq!(report.line.len(), 6);
/// ```
#[derive(Debug)]
pub struct Search<'t, E, S: Size = Eight> {
    evaluator: E,
    table: Option<TableView<'t>>,
    /// The positions that other threads with the same table are searching.
    shared_work: Option<&'t SharedWork>,
    /// The number of this searcher among those: each has its own close part of the table.
    thread: usize,
    options: Options,
    history: History,
    age: u8,
    /// The principal variation from each node on the current path, by ply.
    lines: [Line; 61],
    size: core::marker::PhantomData<S>,
}

impl<'t, E: Evaluator<S>, S: Size> Search<'t, E, S> {
    /// A searcher with a fresh history table.
    #[must_use]
    pub fn new(evaluator: E, table: Option<TableView<'t>>, options: Options) -> Self {
        Self {
            evaluator,
            table,
            shared_work: None,
            thread: 0,
            options,
            history: History::new::<S>(options.max_num),
            age: 0,
            lines: [const { Line::new() }; 61],
            size: core::marker::PhantomData,
        }
    }

    /// Makes this searcher one of several that search a position together.
    ///
    /// Each runs in a thread of its own, with the same position, the same table and the same
    /// `shared_work`; `thread` counts them from zero. The first to finish has the answer. A proved
    /// score does not depend on which one that is, nor does the score of a depth without ProbCut;
    /// estimates with ProbCut, the number of nodes, and the choice between moves of equal value do.
    #[must_use]
    pub fn with_shared_work(self, shared_work: &'t SharedWork, thread: usize) -> Self {
        Self { shared_work: Some(shared_work), thread, ..self }
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
        // 1. Ageing: entries of earlier searches become the first to be replaced, and the history
        //    table loses half of what it learnt.
        self.age = self.age.wrapping_add(1);
        self.history.decay();
        // 2. A legal answer from the start, however soon the search is stopped.
        let mut report = self.first_report(&node, moves);
        let (options, has_probcut) = (self.options, self.evaluator.probcut().is_some());
        let mut context = SearchContext::new(self, observer, *limits, report.best.square());
        // 3. Iterative deepening.
        let empties = node.board.empties() as u8;
        for (depth, certainty) in Plan::new(limits, &options, empties, has_probcut) {
            let finished = context.deepen(&node, depth, certainty, &mut report);
            report.nodes = context.budget.nodes;
            if finished.is_err() {
                break;
            }
            report.solved = depth == empties && certainty == Certainty::FULL;
            context.search.extend_line(&node, &mut report.line, depth);
            if context.report_progress(&report) {
                break;
            }
        }
        report
    }
}
