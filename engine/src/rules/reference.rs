//! A slow reference for the rules: the array board of the original program.
//!
//! The board holds one cell a square, and move generation walks along the eight directions. To visit
//! few squares, the board keeps counters that each move updates:
//!
//! - the number of discs in each row and in each column;
//! - for each empty square, the lowest-numbered direction with an adjacent disc (8 for none): a
//!   square without a neighbour flips nothing, and the directions below the first need no walk;
//! - the search window, the rows and columns from `sn` to `en` that can contain a legal move. A disc
//!   placed on line `sn` moves `sn` up or to the left, a disc on line `en` moves `en` down or to the
//!   right. Both skip full rows and columns.
//!
//! Tests check every fast form in [`crate::moves`] against this one, which shares no code with them,
//! and `host-sim bench` measures how much faster they are.
//!
//! ```
//! use wedge_engine::reference::ArrayBoard;
//! use wedge_engine::{Position, Square};
//!
//! let board = ArrayBoard::new(&Position::default());
//! assert_eq!(board.legal_moves(), Position::default().board().legal_moves());
//! let after = board.play("f5".parse().unwrap()).unwrap();
//! assert_eq!(after.position().to_string().matches('X').count(), 4);
//! ```

use core::marker::PhantomData;
use core::ops::Range;

use crate::rules::{Board, Position};
use crate::types::{Bitboard, Color, Eight, Size, Square};

/// The steps in column and row of the eight directions, clockwise from north as the original
/// numbers them. The opposite of direction `d` is `d + 4`, modulo 8.
const DIRECTIONS: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// In place of a direction: no neighbour is occupied.
pub const NO_DIRECTION: u8 = 8;

/// A board of cells, with the counters of the original program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayBoard<S: Size = Eight> {
    cells: [Option<Color>; 64],
    side: Color,
    /// For an empty square, the lowest direction with a disc; for a disc, none.
    neighbours: [u8; 64],
    rows: Lines,
    columns: Lines,
    size: PhantomData<S>,
}

/// The rows of a board, or its columns: their disc counts, and the window that a search visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lines {
    discs: [u8; 8],
    /// The number of lines, and of squares in each.
    lines: usize,
    full: u8,
    /// Where the search starts: the first line of the window.
    sn: usize,
    /// Where the search ends: the last line of the window. Before `sn` if the window is empty.
    en: usize,
}

impl Lines {
    /// The lines of an empty board. The window is empty until the first disc.
    const fn empty(lines: usize, full: usize) -> Self {
        Self { discs: [0; 8], lines, full: full as u8, sn: lines, en: 0 }
    }

    /// Counts a disc placed on a line and updates the window.
    fn place(&mut self, line: usize) {
        self.discs[line & 7] += 1;
        // A disc on the window's edge makes moves on the next line possible.
        if line <= self.sn {
            self.sn = line.saturating_sub(1);
        }
        if line >= self.en {
            self.en = (line + 1).min(self.lines - 1);
        }
        while self.sn < self.lines && self.discs[self.sn & 7] == self.full {
            self.sn += 1;
        }
        while self.en > 0 && self.discs[self.en & 7] == self.full {
            self.en -= 1;
        }
    }

    /// Counts every line, and finds the window by its definition: the occupied lines, one more on
    /// each side, without the full lines at its ends.
    fn recounted(self, has_disc: impl Fn(usize, usize) -> bool) -> Self {
        let mut discs = [0; 8];
        for (line, discs) in discs.iter_mut().enumerate() {
            *discs = (0..usize::from(self.full)).filter(|&at| has_disc(line, at)).count() as u8;
        }
        let count = self.lines;
        let holds = |&line: &usize| discs[line & 7] > 0;
        let open = |&line: &usize| discs[line & 7] < self.full;
        let first = (0..count).find(holds).map_or(count, |line| line.saturating_sub(1));
        let last = (0..count).rfind(holds).map_or(0, |line| (line + 1).min(count - 1));
        let sn = (first..count).find(open).unwrap_or(count);
        let en = (0..=last).rfind(open).unwrap_or(0);
        Self { discs, sn, en, ..self }
    }

    const fn window(&self) -> Range<usize> {
        self.sn..self.en + 1
    }
}

impl<S: Size> ArrayBoard<S> {
    /// The array board of a position, with its counters computed from scratch.
    #[must_use]
    pub fn new(position: &Position<S>) -> Self {
        let mut board = Self {
            cells: [None; 64],
            side: position.side(),
            neighbours: [NO_DIRECTION; 64],
            rows: Lines::empty(S::HEIGHT, S::WIDTH),
            columns: Lines::empty(S::WIDTH, S::HEIGHT),
            size: PhantomData,
        };
        for color in [Color::Black, Color::White] {
            for square in position.discs(color) {
                board.cells[square.index()] = Some(color);
            }
        }
        board.rows = board.rows.recounted(|line, at| board.has_disc(at, line));
        board.columns = board.columns.recounted(|line, at| board.has_disc(line, at));
        for square in Bitboard(S::MASK) {
            board.neighbours[square.index()] = board.lowest_neighbour(square);
        }
        board
    }

    fn has_disc(&self, column: usize, row: usize) -> bool {
        Square::new(column, row).is_some_and(|square| self.cells[square.index()].is_some())
    }

    fn lowest_neighbour(&self, square: Square) -> u8 {
        if self.cells[square.index()].is_some() {
            return NO_DIRECTION;
        }
        (0..NO_DIRECTION)
            .find(|&direction| {
                step::<S>(square, direction).is_some_and(|next| self.cells[next.index()].is_some())
            })
            .unwrap_or(NO_DIRECTION)
    }

    /// The same position as a [`Position`].
    #[must_use]
    pub fn position(&self) -> Position<S> {
        let of = |color| {
            Bitboard(S::MASK).into_iter().filter(|&square| self.at(square) == Some(color)).collect()
        };
        let board = Board::new(of(self.side), of(self.side.other()));
        // Cells hold one disc each and lie on the board, so the two sets always make a board.
        Position::new(board.unwrap_or(Board::start()), self.side)
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// What is on a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Color> {
        self.cells[square.index()]
    }

    /// How many discs a colour has.
    #[must_use]
    pub fn count(&self, color: Color) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(color)).count()
    }

    /// The rows and the columns in which a move can lie.
    #[must_use]
    pub const fn window(&self) -> (Range<usize>, Range<usize>) {
        (self.rows.window(), self.columns.window())
    }

    /// The discs in each row and in each column.
    #[must_use]
    pub const fn line_counts(&self) -> ([u8; 8], [u8; 8]) {
        (self.rows.discs, self.columns.discs)
    }

    /// For an empty square, the lowest-numbered direction with a disc next to it, else
    /// [`NO_DIRECTION`].
    #[must_use]
    pub const fn neighbour(&self, square: Square) -> u8 {
        self.neighbours[square.index()]
    }

    /// The legal moves of the player to move, found by checking each square of the window.
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        let (rows, columns) = self.window();
        rows.flat_map(|row| columns.clone().filter_map(move |column| Square::new(column, row)))
            .filter(|&square| self.is_legal(square))
            .collect()
    }

    /// Whether a move is legal for the player to move: one direction that flips a disc is enough.
    #[must_use]
    pub fn is_legal(&self, square: Square) -> bool {
        (self.neighbour(square)..NO_DIRECTION)
            .any(|direction| self.walk(square, direction).is_some_and(|run| run > 0))
    }

    /// The discs that a move of the player to move flips: empty if the move is not legal.
    #[must_use]
    pub fn flips(&self, square: Square) -> Bitboard {
        let mut flips = Bitboard::EMPTY;
        for direction in self.neighbour(square)..NO_DIRECTION {
            let run = self.walk(square, direction).unwrap_or(0);
            let mut at = Some(square);
            for _ in 0..run {
                at = at.and_then(|here| step::<S>(here, direction));
                flips |= at.map_or(Bitboard::EMPTY, Square::bit);
            }
        }
        flips
    }

    /// How many of the other player's discs lie in a direction before a disc of the player to
    /// move; `None` if the run ends at an empty square or at the edge.
    fn walk(&self, from: Square, direction: u8) -> Option<usize> {
        let mut at = from;
        let mut run = 0;
        loop {
            at = step::<S>(at, direction)?;
            if self.cells[at.index()]? == self.side {
                return Some(run);
            }
            run += 1;
        }
    }

    /// The board after a move, with its counters updated; `None` if the move is not legal.
    #[must_use]
    pub fn play(&self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        if flips.is_empty() {
            return None;
        }
        let mut after = self.clone();
        for turned in flips {
            after.cells[turned.index()] = Some(self.side);
        }
        after.place(square);
        after.side = self.side.other();
        Some(after)
    }

    /// Puts a disc of the player to move on an empty square and updates the counters.
    fn place(&mut self, square: Square) {
        self.cells[square.index()] = Some(self.side);
        self.rows.place(square.row());
        self.columns.place(square.column());
        self.neighbours[square.index()] = NO_DIRECTION;
        for direction in 0..NO_DIRECTION {
            if let Some(next) = step::<S>(square, direction)
                && self.cells[next.index()].is_none()
            {
                let back = (direction + 4) % 8;
                let lowest = &mut self.neighbours[next.index()];
                *lowest = back.min(*lowest);
            }
        }
    }

    /// The same discs with the other player to move.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { side: self.side.other(), ..self.clone() }
    }

    /// Whether neither player can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        if moves.is_empty() {
            return if self.is_over() { 1 } else { self.pass().perft(depth - 1) };
        }
        if depth == 1 {
            return u64::from(moves.len());
        }
        moves.into_iter().filter_map(|square| self.play(square)).map(|b| b.perft(depth - 1)).sum()
    }
}

/// The next square in a direction, if it is on the board.
fn step<S: Size>(square: Square, direction: u8) -> Option<Square> {
    let (column, row) = DIRECTIONS[usize::from(direction & 7)];
    let column = square.column().checked_add_signed(column).filter(|&column| column < S::WIDTH)?;
    let row = square.row().checked_add_signed(row).filter(|&row| row < S::HEIGHT)?;
    Square::new(column, row)
}

/// [`crate::perft`] on the array board: the same counts, slowly.
#[must_use]
pub fn perft<S: Size>(board: &Board<S>, depth: u32) -> u64 {
    ArrayBoard::new(&Position::new(*board, Color::Black)).perft(depth)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::String;

    use super::*;
    use crate::types::{Six, SplitMix64};

    /// Plays random games and compares the counters after each move with counters from scratch.
    fn check_counters<S: Size>(games: u64) {
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut board = ArrayBoard::new(&Position::<S>::start());
            while !board.is_over() {
                let legal = board.legal_moves();
                let pick = random.below(legal.len()) as usize;
                board = match legal.into_iter().nth(pick) {
                    Some(square) => board.play(square).unwrap(),
                    None => board.pass(),
                };
                assert_eq!(board, ArrayBoard::new(&board.position()), "seed {seed}");
            }
        }
    }

    #[test]
    fn updated_counters_equal_counters_from_scratch() {
        check_counters::<Eight>(1000);
        check_counters::<Six>(1000);
    }

    #[test]
    fn the_window_grows_and_shrinks() {
        let start = ArrayBoard::new(&Position::default());
        assert_eq!(start.window(), (2..6, 2..6));
        // f5 lies on the last column of the window, d6 on the last row.
        let one = start.play("f5".parse().unwrap()).unwrap();
        assert_eq!(one.window(), (2..6, 2..7));
        let two = one.play("d6".parse().unwrap()).unwrap();
        assert_eq!(two.window(), (2..7, 2..7));

        // b8 fills the last row: the window ends before it.
        let text = "-------- -------- -------- -------- -------- -------- XO------ O-XXXXXX X";
        let board = ArrayBoard::new(&text.parse::<Position>().unwrap());
        assert_eq!(board.window(), (5..8, 0..8));
        let filled = board.play("b8".parse().unwrap());
        assert_eq!(filled, None);
        let text = "-------- -------- -------- -------- -------- XX------ XO------ O-XXXXXX X";
        let board = ArrayBoard::new(&text.parse::<Position>().unwrap());
        let filled = board.play("b8".parse().unwrap()).unwrap();
        assert_eq!(filled.window(), (4..7, 0..8));
    }

    /// The picture of the start position in the original's description: discs in each column on
    /// top, discs in each row on the left, and on each empty square the lowest direction.
    const START: &str = "  0 0 0 2 2 0 0 0
0 8 8 8 8 8 8 8 8
0 8 8 8 8 8 8 8 8
0 8 8 3 3 4 5 8 8
2 8 8 2 . . 5 8 8
2 8 8 1 . . 6 8 8
0 8 8 1 0 0 7 8 8
0 8 8 8 8 8 8 8 8
0 8 8 8 8 8 8 8 8
";

    fn picture(board: &ArrayBoard) -> String {
        let (rows, columns) = board.line_counts();
        let mut text = columns.iter().fold(String::from(" "), |text, n| format!("{text} {n}"));
        for (row, discs) in rows.iter().enumerate() {
            text += &format!("\n{discs}");
            for square in (0..8).filter_map(|column| Square::new(column, row)) {
                text += &match board.at(square) {
                    Some(_) => String::from(" ."),
                    None => format!(" {}", board.neighbour(square)),
                };
            }
        }
        text + "\n"
    }

    #[test]
    fn the_start_looks_as_the_original_draws_it() {
        let board = ArrayBoard::new(&Position::default());
        assert_eq!(picture(&board), START, "\n{}", picture(&board));
        assert_eq!(
            (board.rows.sn, board.rows.en, board.columns.sn, board.columns.en),
            (2, 5, 2, 5)
        );
    }

    #[test]
    fn sn_and_en_follow_the_discs() {
        let board = ArrayBoard::new(&Position::default());
        let ends =
            |board: &ArrayBoard| [board.rows.sn, board.rows.en, board.columns.sn, board.columns.en];
        let play = |board: &ArrayBoard, name: &str| board.play(name.parse().unwrap()).unwrap();
        // d3 lies on row sn: up. c3 on column sn: left. c4 on neither.
        let board = play(&board, "d3");
        assert_eq!(ends(&board), [1, 5, 2, 5]);
        let board = play(&board, "c3");
        assert_eq!(ends(&board), [1, 5, 1, 5]);
        let board = play(&board, "c4");
        assert_eq!(ends(&board), [1, 5, 1, 5]);
        // Rows 1 and 8 are full but for a1 and h8, which fill them: down and up again.
        let text = "-OXXXXXX XXXXXXXX -------- -------- -------- -------- XXXXXXXX XXXXXXO- X";
        let board = ArrayBoard::new(&text.parse::<Position>().unwrap());
        assert_eq!(ends(&board), [0, 7, 0, 7]);
        let board = play(&board, "a1").pass();
        assert_eq!(ends(&board), [2, 7, 0, 7]);
        assert_eq!(ends(&play(&board, "h8")), [2, 5, 0, 7]);
    }

    /// Full boards have an empty window, and so do empty ones.
    #[test]
    fn nothing_is_searched_where_nothing_can_be_played() {
        for cell in ["X", "-"] {
            let text = format!("{} X", cell.repeat(64));
            let board = ArrayBoard::new(&text.parse::<Position>().unwrap());
            assert!(board.window().0.is_empty() && board.window().1.is_empty(), "{text}");
        }
    }
}
