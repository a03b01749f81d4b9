//! Iterative deepening, and the root.

use core::fmt;

use heapless::Vec;
use wedge_engine::{Budget, Limits, Observer, Stopped, TableView};

use super::entry::Entry;
use super::negascout::INFINITY;
use super::ordering::History;
use super::{PROVED, WIN};
use crate::endings::Tablebase;
use crate::evaluation::Evaluator;
use crate::rules::{Actions, Game, Rules};
use crate::types::Action;

/// How a search treats flips, and how deep it may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Depth that a flip costs beyond its ply, since it has up to fourteen outcomes.
    pub flip_reduction: i32,
    /// Below the root, flips are chance nodes with at least this depth left.
    pub flip_depth: i32,
    /// Or with at most this many pieces face down.
    pub few_face_down: u32,
    /// The deepest ply, captures at the leaves included: a ply takes about 1 KB of stack on a chip.
    pub max_ply: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { flip_reduction: 2, flip_depth: 6, few_face_down: 2, max_ply: 60 }
    }
}

/// The result of a search, or of its last finished depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The best action, `None` if there is no legal one.
    pub best: Option<Action>,
    /// The score of the position for the mover.
    pub score: i32,
    /// The last finished depth.
    pub depth: u8,
    /// The number of nodes: actions tried.
    pub nodes: u64,
}

impl Report {
    /// A report before the first depth.
    #[must_use]
    pub const fn new(best: Option<Action>) -> Self {
        Self { best, score: 0, depth: 0, nodes: 0 }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "{best}")?,
            None => f.write_str("none")?,
        }
        write!(f, " score {} depth {} nodes {}", self.score, self.depth, self.nodes)
    }
}

/// A searcher: an evaluator, a borrowed transposition table, and what it learns for ordering.
///
/// ```
/// use wedge_dark_chess::{Game, Options, Relations, Search};
/// use wedge_engine::{Limits, Table};
///
/// let table = Table::<4096>::new();
/// let mut search = Search::new(Relations, Some(table.view().with_payload()), Options::default());
/// let mut game = Game::default();
/// game.play("b5(G)".parse().unwrap()).unwrap();
/// let report = search.think(&game, &Limits::nodes(5_000), &mut ());
/// assert!(game.position().is_legal(report.best.unwrap()));
/// ```
#[derive(Debug)]
pub struct Search<'t, E> {
    pub(super) evaluator: E,
    pub(super) table: Option<TableView<'t, Entry>>,
    pub(super) endings: Option<&'t dyn Tablebase>,
    pub(super) options: Options,
    pub(super) history: History,
    pub(super) age: u8,
}

/// A search under way.
pub(super) struct Thinking<'r, 't, E> {
    pub(super) search: &'r mut Search<'t, E>,
    pub(super) budget: Budget<'r, Report>,
    pub(super) rules: Rules,
    pub(super) endings: Option<&'t dyn Tablebase>,
    /// The low halves of the hashes of the game since the last capture or flip, and of the path.
    pub(super) path: Vec<u64, 320>,
}

impl<'t, E: Evaluator> Search<'t, E> {
    /// A searcher that has learnt nothing yet.
    #[must_use]
    pub const fn new(evaluator: E, table: Option<TableView<'t, Entry>>, options: Options) -> Self {
        Self { evaluator, table, endings: None, options, history: History::new(), age: 0 }
    }

    /// The same searcher with endgame tables.
    #[must_use]
    #[inline]
    pub fn with_endings(mut self, endings: &'t dyn Tablebase) -> Self {
        self.endings = Some(endings);
        self
    }

    /// Finds the best action within the limits. Always gives a legal one if there is one.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn Observer<Report>,
    ) -> Report {
        let position = game.position();
        let actions = position.actions();
        let mut report = Report::new(actions.first().copied());
        if report.best.is_none() {
            report.score = -WIN;
            return report;
        }
        let mut thinking = self.start(game, limits, observer);
        for depth in 1..=limits.depth.min(60) {
            let done = thinking.iterate(game, &actions, i32::from(depth), &mut report);
            report.nodes = thinking.budget.nodes;
            if done.is_err() {
                break;
            }
            report.depth = depth;
            thinking.budget.observer.progress(&report);
            let only = actions.len() == 1;
            if only || report.score.abs() >= PROVED || thinking.budget.is_late() {
                break;
            }
        }
        report
    }

    /// The score of every action at a depth, for the mover, the best first. Empty if the observer or
    /// another limit stops it.
    pub fn score_actions(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn Observer<Report>,
    ) -> Vec<(Action, i32), 112> {
        let position = game.position();
        let mut thinking = self.start(game, limits, observer);
        let mut scores = Vec::new();
        let (depth, window) = (i32::from(limits.depth.clamp(1, 60)), (-INFINITY, INFINITY));
        for &action in &position.actions() {
            match thinking.action(position, action, depth, window, 0, 0) {
                // As many places as actions.
                Ok(value) => drop(scores.push((action, value))),
                Err(Stopped) => return Vec::new(),
            }
        }
        scores.sort_unstable_by_key(|&(action, score)| (-score, action.bits()));
        scores
    }

    fn start<'r>(
        &'r mut self,
        game: &Game,
        limits: &Limits,
        observer: &'r mut dyn Observer<Report>,
    ) -> Thinking<'r, 't, E> {
        self.age = self.age.wrapping_add(1);
        self.history.decay();
        let mut path = Vec::new();
        // 256 of 320 places at most.
        let _ = path.extend_from_slice(game.past());
        let budget = Budget::new(observer, *limits);
        let rules = game.rules();
        let endings = self.endings.filter(|endings| endings.suits(rules));
        Thinking { search: self, budget, rules, endings, path }
    }
}

impl<E: Evaluator> Thinking<'_, '_, E> {
    /// Searches the root to one depth. The report is always that of the best action so far.
    fn iterate(
        &mut self,
        game: &Game,
        actions: &Actions,
        depth: i32,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        let position = game.position();
        let (mut alpha, beta) = (-INFINITY, INFINITY);
        let mut order = self.search.history.order(position, actions, report.best, 0);
        let mut tried = 0;
        while let Some(action) = order.next() {
            let value = self.action(position, action, depth, (alpha, beta), 0, tried)?;
            tried += 1;
            if value > alpha {
                alpha = value;
                // A better action counts even if the depth is not finished.
                (report.best, report.score) = (Some(action), value);
            }
        }
        Ok(())
    }
}
