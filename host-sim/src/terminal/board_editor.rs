//! Sets up a position on the board: any discs, either side to move.

use anyhow::{Context, Result, ensure};
use crossterm::event::KeyCode;
use wedge_console::{Frame, LIGHT, Showing, hue};
use wedge_engine::{Bitboard, Board, Color, Position, Size, Square};

use super::view::View;

/// A board that is being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEditor<S: Size> {
    discs: [Bitboard; 2],
    side: Color,
    cursor: Square,
    /// Why the board was refused.
    error: Option<String>,
    start: Position<S>,
}

/// What a key does to the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorResult<S: Size> {
    /// It stays open.
    Stay,
    /// It closes, and the game goes on as it was.
    Cancel,
    /// A game from this position begins.
    Begin(Position<S>),
}

impl<S: Size> BoardEditor<S> {
    /// An editor with a position.
    #[must_use]
    pub fn new(start: Position<S>, cursor: Square) -> Self {
        let discs = [Color::Black, Color::White].map(|color| start.discs(color));
        Self { discs, side: start.side(), cursor, error: None, start }
    }

    /// The position, if a game can be played from it.
    ///
    /// # Errors
    /// If neither side can move.
    pub fn position(&self) -> Result<Position<S>> {
        let (own, other) = (self.discs[self.side as usize], self.discs[self.side.other() as usize]);
        let board = Board::new(own, other).context("two discs on one square")?;
        ensure!(!board.is_over(), "neither side can move here: expected a legal move for one");
        Ok(Position::new(board, self.side))
    }

    /// Puts a disc on a square, or takes it away.
    fn put(&mut self, square: Square, color: Option<Color>) {
        for discs in &mut self.discs {
            *discs &= !square.bit();
        }
        if let Some(color) = color {
            self.discs[color as usize] |= square.bit();
        }
        self.error = None;
    }

    /// Changes a square: empty, black, white, and again.
    pub fn cycle(&mut self, square: Square) {
        if !Bitboard(S::MASK).has(square) {
            return;
        }
        self.cursor = square;
        let next = match self.at(square) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.put(square, next);
    }

    fn at(&self, square: Square) -> Option<Color> {
        [Color::Black, Color::White]
            .into_iter()
            .find(|&color| self.discs[color as usize].has(square))
    }

    fn go(&mut self, right: usize, down: usize) {
        let side = S::SIDE;
        let (column, row) = (self.cursor.column() + right, self.cursor.row() + down);
        self.cursor = Square::new(column % side, row % side).unwrap_or(self.cursor);
    }

    /// Handles a key.
    pub fn handle(&mut self, code: KeyCode) -> EditorResult<S> {
        let back = S::SIDE - 1;
        match code {
            KeyCode::Esc => return EditorResult::Cancel,
            KeyCode::Up => self.go(0, back),
            KeyCode::Down => self.go(0, 1),
            KeyCode::Left => self.go(back, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Char(' ') => self.cycle(self.cursor),
            KeyCode::Char('b' | 'B') => self.put(self.cursor, Some(Color::Black)),
            KeyCode::Char('w' | 'W') => self.put(self.cursor, Some(Color::White)),
            KeyCode::Char('-' | '.') | KeyCode::Delete | KeyCode::Backspace => {
                self.put(self.cursor, None);
            }
            KeyCode::Char('x' | 'X') => self.side = self.side.other(),
            KeyCode::Char('0') => self.discs = [Bitboard::EMPTY; 2],
            KeyCode::Char('r' | 'R') => *self = Self::new(self.start, self.cursor),
            KeyCode::Enter => match self.position() {
                Ok(position) => return EditorResult::Begin(position),
                Err(error) => self.error = Some(format!("{error:#}")),
            },
            _ => {}
        }
        EditorResult::Stay
    }

    /// Shows the board in place of the game's.
    pub fn show(&self, view: &mut View) {
        let mut frame = Frame::default();
        for color in [Color::Black, Color::White] {
            for square in self.discs[color as usize] {
                frame.set(square, hue(color));
            }
        }
        let here = self.at(self.cursor).map_or(LIGHT.dim(90), |color| hue(color).dim(140));
        frame.set(self.cursor, here);
        let advice = "Arrows move. Space changes a square, b and w put discs, - takes one away, 0 \
                      all. x: other side moves. Enter: play. Esc: back.";
        view.editing = Some(self.error.clone().unwrap_or_else(|| advice.to_owned()));
        (view.frame, view.discs, view.mover) = (frame, self.discs, self.side);
        (view.cursor, view.showing) = (self.cursor, Showing::Choosing);
        (view.legal, view.last, view.result) = (Bitboard::EMPTY, None, None);
        (view.scored, view.review, view.message) = (false, None, None);
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Game};

    use super::*;

    #[test]
    fn keys_set_up_a_board_and_refuse_one_without_a_move() {
        use KeyCode::{Char, Enter, Right};
        let start = Game::default().position();
        let mut editor = BoardEditor::<Eight>::new(start, "a1".parse().unwrap());
        assert_eq!(editor.handle(Enter), EditorResult::Begin(start));
        for key in [Char('0'), Char('b'), Enter] {
            assert_eq!(editor.handle(key), EditorResult::Stay, "{key:?}");
        }
        assert!(editor.error.as_ref().unwrap().starts_with("neither side can move here"));
        for key in [Right, Char(' '), Char(' ')] {
            assert_eq!(editor.handle(key), EditorResult::Stay, "{key:?}");
        }
        let wanted: Position = format!("XO{} X", "-".repeat(62)).parse().unwrap();
        assert_eq!(editor.handle(Enter), EditorResult::Begin(wanted));
        editor.handle(Char('x'));
        assert!(editor.position().is_ok(), "white passes here");
        editor.handle(Char('r'));
        assert_eq!(editor.position().unwrap(), start);
        assert_eq!(editor.handle(KeyCode::Esc), EditorResult::Cancel);
    }
}
