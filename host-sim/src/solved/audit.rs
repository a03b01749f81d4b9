//! An audit of the published bounds from below: positions that follow from them are solved.
//!
//! A bound claims that one player, the defender, can hold a score. A sample plays on from a published
//! position: the defender's moves are those of a search, the attacker's are as often random. With few
//! enough empty squares the position is solved. If the defender still has the claimed score, the
//! sample agrees. If not, the other moves of the defender's last decisions are solved too, since the
//! search may have erred there. A sample that then still disagrees refutes no bound, because the
//! defender may have had a better move earlier; but many of them would make the bound doubtful.

use anyhow::Result;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use wedge_engine::{Board, Color, Limits, Move, Options, Position, Search, SplitMix64};

use super::bounds::{Bounds, PublishedBounds};
use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::engine::solver::{Goal, Solver};
use crate::io::csv_file::{Row, Seconds};
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::SearchProgress;

/// The depth of the searches that choose moves.
const DEPTH: u8 = 8;
/// The size of their table, empty for each search, so that a sample depends on its number alone.
const TABLE_BITS: &str = "14";
/// How many of the defender's last decisions are looked at again.
const DECISIONS: usize = 3;

/// A sample of the audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditRow {
    /// The number of the sample, from 1.
    pub sample: usize,
    /// The published position, in its canonical image, black to move.
    pub board: String,
    /// The published bounds for its mover: `0..64`.
    pub claim: String,
    /// The moves from there to the solved position.
    pub moves: String,
    /// The empty squares of the solved position.
    pub empties: u32,
    /// The result for the mover of the published position: win, draw or loss.
    pub result: String,
    /// `agrees`, `agrees after b4` if another move of the defender was needed, or `open`.
    pub verdict: String,
    /// Time taken.
    pub seconds: Seconds,
    /// Nodes of the solver.
    pub nodes: u64,
    /// What the sample depended on.
    pub run: Fingerprint,
}

impl Row for AuditRow {
    const HEADER: &'static [&'static str] = &[
        "sample", "board", "claim", "moves", "empties", "result", "verdict", "seconds", "nodes",
        "run",
    ];
}

impl AuditRow {
    /// Whether the claimed score was found.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.verdict.starts_with("agrees")
    }
}

/// Makes samples.
pub struct Audit<'p> {
    published: &'p PublishedBounds,
    seed: u64,
    empties: u32,
    solver: Solver,
    table: HeapTable,
}

/// A decision of the defender: the position, the move, and where it is in the game.
struct Decision {
    position: Position,
    mv: Move,
}

impl<'p> Audit<'p> {
    /// An audit that solves positions with at most so many empty squares.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(
        published: &'p PublishedBounds,
        (seed, empties): (u64, u32),
        threads: usize,
        bits: TableBits,
    ) -> Result<Self> {
        let solver = Solver::new(threads, Goal::Wld, bits)?;
        let table = HeapTable::new(TABLE_BITS.parse()?)?;
        Ok(Self { published, seed, empties, solver, table })
    }

    /// What samples depend on.
    #[must_use]
    pub fn fingerprint(&self, of_file: &str) -> Fingerprint {
        self.solver
            .fingerprint()
            .with("bounds", of_file)
            .with("seed", self.seed)
            .with("empties", self.empties)
    }

    /// The sample with this number, from 1; `None` after Ctrl-C.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn sample(&mut self, number: usize, bar: &ProgressBar) -> Result<Option<AuditRow>> {
        let mut random = SplitMix64::new(self.seed.wrapping_add((number as u64) << 32));
        let list = self.published.list();
        let (board, claim) = list[random.below(list.len() as u32) as usize];
        let start = Position::new(board, Color::Black);
        let (last, moves, decisions) = self.play_on(start, claim, &mut random, bar)?;
        self.solver.clear()?;
        let (mut nodes, mut seconds) = (0, 0.0);
        let mut solve = |position: &Position| {
            let solution = self.solver.solve(position, bar)?;
            nodes += solution.report.nodes;
            seconds += solution.seconds;
            let score = solution.report.score.discs().signum();
            Some(if position.side() == start.side() { score } else { -score })
        };
        let Some(score) = solve(&last) else { return Ok(None) };
        let mut verdict = if claim.allows(score) { "agrees".to_owned() } else { String::new() };
        for Decision { position, mv } in decisions.iter().rev().take(DECISIONS) {
            for other in position.moves().filter(|other| other != mv) {
                if verdict.is_empty()
                    && let Some(next) = position.play(other)
                {
                    let Some(score) = solve(&next) else { return Ok(None) };
                    if claim.allows(score) {
                        verdict = format!("agrees after {other}");
                    }
                }
            }
        }
        Ok(Some(AuditRow {
            sample: number,
            board: start.to_string(),
            claim: shown(claim),
            moves,
            empties: last.board().empties(),
            result: ["loss", "draw", "win"][(score + 1) as usize].to_owned(),
            verdict: if verdict.is_empty() { "open".to_owned() } else { verdict },
            seconds: Seconds(seconds),
            nodes,
            run: Fingerprint::default(),
        }))
    }

    /// Plays on from a published position until few enough squares are empty. Returns the last
    /// position, the moves, and the defender's decisions.
    fn play_on(
        &mut self,
        start: Position,
        claim: Bounds,
        random: &mut SplitMix64,
        bar: &ProgressBar,
    ) -> Result<(Position, String, Vec<Decision>)> {
        let (mut position, mut moves, mut decisions) = (start, String::new(), Vec::new());
        while position.board().empties() > self.empties {
            let is_mover = position.side() == start.side();
            // A score that is claimed exactly is defended by both.
            let defends = if is_mover { claim.lower > -64 } else { claim.upper < 64 };
            let searched = defends || random.below(2) == 0;
            let Some(any) = position.random_move(random) else { break };
            let mv = if searched { self.searched_move(&position, bar)? } else { any };
            let Some(next) = position.play(mv) else { break };
            if defends {
                decisions.push(Decision { position, mv });
            }
            if let Move::Play(square) = mv {
                moves += &square.to_string();
            }
            position = next;
        }
        Ok((position, moves, decisions))
    }

    fn searched_move(&mut self, position: &Position, bar: &ProgressBar) -> Result<Move> {
        self.table.clear()?;
        let mut search = Search::new(Eval::Patterns, Some(self.table.view()), Options::default());
        let limits = Limits::depth(DEPTH);
        Ok(search.think(position, &limits, &mut SearchProgress::start(bar)).best)
    }
}

/// Bounds as text.
fn shown(Bounds { lower, upper }: Bounds) -> String {
    format!("{lower}..{upper}")
}

/// Whether an audit by win, draw and loss can decide about these bounds.
///
/// # Errors
/// Names the first position with another bound.
pub fn check(published: &PublishedBounds) -> Result<()> {
    let is_sign = |bound: i8| [-64, 0, 64].contains(&bound);
    for (board, bounds) in published.list() {
        let board: &Board = board;
        anyhow::ensure!(
            is_sign(bounds.lower) && is_sign(bounds.upper),
            "{}: bounds {}: expected 0, or none",
            Position::new(*board, Color::Black),
            shown(*bounds)
        );
    }
    Ok(())
}
