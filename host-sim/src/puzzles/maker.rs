//! Makes problems from the engine's own games.

use std::fmt::Write as _;

use wedge_engine::{
    Bitboard, Game, Limits, Move, MultiPv, Options, Position, Search, SplitMix64, Standard,
};

use crate::engine::heap_table::HeapTable;
use crate::io::progress::interrupted;

/// The empty squares of the easiest and the hardest problems.
const EMPTIES: std::ops::RangeInclusive<u32> = 4..=14;
/// Games begin with this many random moves, so that no two are alike.
const RANDOM_PLIES: usize = 16;
/// From this many empty squares on a search of two plies must not find the move.
const HARD_FROM: u32 = 7;

/// Makes problems.
pub struct Maker<'t> {
    search: Search<'t, Standard>,
    random: SplitMix64,
    /// How many problems of each number of empty squares are wanted.
    wanted: usize,
    /// Lines of OBF, by the number of empty squares.
    found: Vec<Vec<String>>,
}

impl<'t> Maker<'t> {
    /// A maker of this many problems for each number of empty squares.
    #[must_use]
    pub fn new(table: &'t HeapTable, wanted: usize, seed: u64) -> Self {
        Self {
            search: Search::new(Standard, Some(table.view()), Options::default()),
            random: SplitMix64::new(seed),
            wanted,
            found: vec![Vec::new(); *EMPTIES.end() as usize + 1],
        }
    }

    /// How many problems there are, and how many are wanted.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.found.iter().map(Vec::len).sum(), EMPTIES.count() * self.wanted)
    }

    /// Plays games until there are enough problems, or until Ctrl-C. Returns whether there are.
    pub fn run(&mut self, report: &dyn Fn(usize)) -> bool {
        loop {
            let (found, wanted) = self.progress();
            report(found);
            if found >= wanted {
                return true;
            }
            if interrupted() {
                return false;
            }
            self.play();
        }
    }

    /// Plays a game and keeps at most one problem of it.
    fn play(&mut self) {
        let mut game = Game::default();
        while !game.is_over() {
            let position = game.position();
            let empties = position.board().empties();
            if self.found.get(empties as usize).is_some_and(|found| found.len() < self.wanted)
                && EMPTIES.contains(&empties)
                && let Some(line) = self.problem(&position)
            {
                self.found[empties as usize].push(line);
                return;
            }
            let mv = if game.moves().len() < RANDOM_PLIES {
                position.random_move(&mut self.random)
            } else {
                // Shallow play goes wrong often enough to leave problems behind.
                Some(self.search.think(&position, &Limits::depth(3), &mut ()).best)
            };
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                return;
            }
        }
    }

    /// A position as a line of OBF, if it is a problem.
    fn problem(&mut self, position: &Position) -> Option<String> {
        let legal = position.board().legal_moves();
        if legal.len() < 3 {
            return None;
        }
        let MultiPv { moves, .. } =
            self.search.multi_pv(position, &Limits::EXACT, 40, Bitboard::EMPTY, &mut ());
        let [best, second, ..] = &moves[..] else { return None };
        if best.score.discs() <= 0 || second.score.discs() > 0 {
            return None;
        }
        // The move that turns the most discs is too easy to guess.
        let flips = |square| position.board().flips(square).len();
        let most = legal.into_iter().map(flips).max()?;
        if flips(best.square) == most {
            return None;
        }
        if position.board().empties() >= HARD_FROM {
            // A table that holds the solution would find it at any depth.
            let mut shallow = Search::<_>::new(Standard, None, Options::default());
            let found = shallow.think(position, &Limits::depth(2), &mut ()).best;
            if found == Move::Play(best.square) {
                return None;
            }
        }
        let mut line = format!("{position};");
        for scored in &moves {
            let _ = write!(line, " {}:{:+};", scored.square, scored.score.discs());
        }
        Some(line)
    }

    /// The problems as a text of OBF lines, the easy ones first.
    #[must_use]
    pub fn text(&self) -> String {
        self.found.iter().flatten().fold(String::new(), |text, line| text + line + "\n")
    }
}
