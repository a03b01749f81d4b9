//! Everything that is visible of a session at a moment.

use wedge_console::{Frame, Settings, Showing};
use wedge_engine::{Bitboard, Color, Level, Move, Square};

use super::coach::Verdict;
use super::review::ReviewView;
use super::scale::Opponent;
use super::search_info::SearchInfo;

/// Everything that is visible of a session at a moment.
#[derive(Clone, Debug)]
pub struct View {
    /// The lights.
    pub frame: Frame,
    /// Squares along one side of the board.
    pub side: usize,
    /// What the panel is doing.
    pub showing: Showing,
    /// Whose turn it is.
    pub mover: Color,
    /// The discs of black and white.
    pub discs: [Bitboard; 2],
    /// The square of the last move.
    pub last: Option<Square>,
    /// The final margin for black, once the game is over.
    pub result: Option<i32>,
    /// The legal moves.
    pub legal: Bitboard,
    /// The cursor's square, which blinks.
    pub cursor: Square,
    /// Strength and players.
    pub settings: Settings,
    /// The level of the full engine, if it plays instead of a strength of the board.
    pub level: Option<Level>,
    /// Milliseconds that black and white have spent.
    pub spent: [u64; 2],
    /// What the engine has found, now or in its last search.
    pub info: Option<SearchInfo>,
    /// Whether `info` belongs to the position shown, so that squares can show its scores.
    pub scored: bool,
    /// The engine's last move, if it came from the opening book.
    pub book_move: Option<Square>,
    /// The name of the opening.
    pub opening: Option<&'static str>,
    /// Whether analysis is on.
    pub analysing: bool,
    /// Whether the coach is on.
    pub coached: bool,
    /// What the coach says about the last move of a person.
    pub verdict: Option<Verdict>,
    /// The review, while it is open.
    pub review: Option<ReviewView>,
    /// What to do with a board that is being set up, or why it was refused.
    pub editing: Option<String>,
    /// The problem that is being solved.
    pub puzzle: Option<PuzzleView>,
    /// The moves so far, passes included.
    pub moves: Vec<Move>,
    /// How many moves redo can replay.
    pub taken_back: usize,
    /// The reply to the last command.
    pub message: Option<String>,
}

/// A problem that is being solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleView {
    /// Its number, and how many there are.
    pub number: (usize, usize),
    /// Who has to find the best moves.
    pub side: Color,
    /// The best result for that side.
    pub best: i32,
    /// How many problems are solved.
    pub solved: usize,
}

impl View {
    /// How strong the engine plays.
    #[must_use]
    pub fn opponent(&self) -> Opponent {
        Opponent::new(self.settings.strength, self.level)
    }

    /// The number of discs of a colour.
    #[must_use]
    pub const fn count(&self, color: Color) -> u32 {
        self.discs[color as usize].len()
    }
}
