//! The 8x8 matrix on the screen: a light is a block of characters, a square that can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use wedge_console::{Frame, Rgb8, Showing};
use wedge_engine::Square;

use super::console::View;
use super::palette::{Palette, letter};
use crate::io::csv_file::Discs;

/// Room for the numbers of the rows, and for the letters of the columns.
const LEFT: u16 = 3;
const TOP: u16 = 1;

/// The board between the lights, and a light that is off.
const GROUND: Rgb8 = Rgb8::new(14, 15, 18);
const OFF: Rgb8 = Rgb8::new(34, 36, 42);

/// Where the matrix stands and how large its lights are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    area: Rect,
    /// Columns and rows of characters for a light.
    light: Size,
}

impl Matrix {
    /// The sizes that a light can have: about as wide as high, since characters are twice as high
    /// as wide.
    const SIZES: [Size; 6] = [
        Size::new(12, 6),
        Size::new(10, 5),
        Size::new(8, 4),
        Size::new(6, 3),
        Size::new(4, 2),
        Size::new(2, 1),
    ];

    /// The largest matrix that fits, at the left upper corner; none if the smallest does not.
    #[must_use]
    pub fn fit(area: Rect) -> Option<Self> {
        Self::SIZES.into_iter().map(|light| Self { area, light }).find_map(|matrix| {
            let Size { width, height } = matrix.size();
            let fits = width <= area.width && height <= area.height;
            fits.then_some(Self { area: Rect { width, height, ..area }, ..matrix })
        })
    }

    /// How many characters it takes.
    #[must_use]
    pub const fn size(&self) -> Size {
        Size::new(LEFT + 8 * self.light.width, TOP + 8 * self.light.height)
    }

    /// Where it stands.
    #[must_use]
    pub const fn area(&self) -> Rect {
        self.area
    }

    fn cell(&self, column: usize, row: usize) -> Rect {
        let Size { width, height } = self.light;
        Rect {
            x: self.area.x + LEFT + column as u16 * width,
            y: self.area.y + TOP + row as u16 * height,
            width,
            height,
        }
    }

    /// The square at a place on the screen.
    #[must_use]
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let column = column.checked_sub(self.area.x + LEFT)? / self.light.width;
        let row = row.checked_sub(self.area.y + TOP)? / self.light.height;
        Square::new(column.into(), row.into())
    }

    /// Draws the lights with what a terminal can add: coordinates, and scores on the squares.
    pub fn draw(&self, view: &View, palette: Palette, buffer: &mut Buffer) {
        let in_menu = matches!(view.showing, Showing::Menu { .. });
        let ground = palette.plain(GROUND, Color::Black);
        let style = Style::new().bg(ground);
        let choosing = view.showing == Showing::Choosing;
        // Lights stand a little low in their place, letters do not.
        let height = self.light.height;
        let middle = if palette == Palette::Letters { (height - 1) / 2 } else { height / 2 };
        for n in 0..view.side {
            if in_menu {
                break;
            }
            let label = |on: bool| {
                if choosing && on { Modifier::BOLD | Modifier::REVERSED } else { Modifier::DIM }
            };
            let top = self.cell(n, 0);
            let name = (b'a' + n as u8) as char;
            let here = Style::new().add_modifier(label(view.cursor.column() == n));
            buffer.set_string(top.x + (top.width - 1) / 2, self.area.y, name.to_string(), here);
            let left = self.cell(0, n);
            let here = Style::new().add_modifier(label(view.cursor.row() == n));
            buffer.set_string(self.area.x + 1, left.y + middle, (n + 1).to_string(), here);
        }
        for index in 0..64 {
            let Some(square) = Square::from_index(index) else { continue };
            let cell = self.cell(square.column(), square.row());
            buffer.set_style(cell, style);
            let off_board = square.column() >= view.side || square.row() >= view.side;
            let colour = view.frame.at(square);
            if off_board && !in_menu && colour == Rgb8::DARK {
                continue;
            }
            match palette {
                Palette::Letters => self.draw_letter(cell, view, square, colour, buffer),
                _ => draw_light(cell, palette, colour, buffer),
            }
        }
        if view.scored
            && let Some(thought) = &view.thought
        {
            for (rank, judged) in thought.moves.iter().enumerate() {
                self.draw_score(view, palette, rank, *judged, buffer);
            }
        }
    }

    /// Without colours: a letter in the middle, the cursor in brackets.
    fn draw_letter(
        &self,
        cell: Rect,
        view: &View,
        square: Square,
        colour: Rgb8,
        buffer: &mut Buffer,
    ) {
        let at_cursor = view.showing == Showing::Choosing && square == view.cursor;
        let mark = match letter(colour) {
            // Brackets tell where the cursor is: its blinking would look like a disc.
            _ if at_cursor && view.legal.has(square) => '+',
            ' ' => '·',
            mark => mark,
        };
        let middle = cell.x + (cell.width - 1) / 2;
        let row = cell.y + (cell.height - 1) / 2;
        let modifier = match mark {
            '·' => Modifier::DIM,
            'X' => Modifier::BOLD,
            _ => Modifier::empty(),
        };
        buffer.set_string(middle, row, mark.to_string(), Style::new().add_modifier(modifier));
        if at_cursor {
            if cell.width > 2 {
                buffer.set_string(middle - 1, row, "[", Style::new());
                buffer.set_string(middle + 1, row, "]", Style::new());
            } else {
                buffer.set_style(cell, Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }

    /// What a move is worth, on its square; the best three stand out.
    fn draw_score(
        &self,
        view: &View,
        palette: Palette,
        rank: usize,
        judged: super::thought::Judged,
        buffer: &mut Buffer,
    ) {
        let cell = self.cell(judged.square.column(), judged.square.row());
        if cell.width < 4 {
            return;
        }
        let discs = Discs::from(judged.score).0;
        let text = if cell.width < 6 { format!("{discs:+.0}") } else { format!("{discs:+.1}") };
        let x = cell.x + (cell.width.saturating_sub(text.len() as u16)) / 2;
        let y = cell.y + cell.height / 2;
        let colour = view.frame.at(judged.square);
        let style = match palette.light(colour) {
            // Dark figures on a bright light and bright ones on a dark light.
            Some(light) => {
                let dark = colour.luma() > 100;
                Style::new().bg(light).fg(if dark { Color::Black } else { Color::White })
            }
            None => Style::new(),
        };
        let style = if rank < 3 { style.add_modifier(Modifier::BOLD) } else { style };
        let style = if rank == 0 { style.add_modifier(Modifier::UNDERLINED) } else { style };
        buffer.set_string(x, y, text, style);
    }

    /// The lights as they are on the screen, in truecolor: the colour of the top of each.
    #[must_use]
    pub fn read(&self, buffer: &Buffer) -> Frame {
        let mut frame = Frame::default();
        for square in (0..64).filter_map(Square::from_index) {
            let cell = self.cell(square.column(), square.row());
            let top = buffer.cell(Position::new(cell.x + 1, cell.y));
            if let Some((Color::Rgb(r, g, b), "▄" | "▙")) = top.map(|top| (top.fg, top.symbol()))
                && Rgb8::new(r, g, b) != OFF
            {
                frame.set(square, Rgb8::new(r, g, b));
            }
        }
        frame
    }
}

/// A block with half a character free around it, round where there is room for that.
///
/// A light that is off is a dark one or, where sixteen colours have no dark one, a dot.
fn draw_light(cell: Rect, palette: Palette, colour: Rgb8, buffer: &mut Buffer) {
    let (light, off) = (palette.light(colour), palette.plain(OFF, Color::DarkGray));
    let style = Style::new().fg(light.unwrap_or(off));
    if light.is_none() && palette == Palette::Sixteen {
        let (x, y) = (cell.x + cell.width / 2 - 1, cell.y + cell.height / 2);
        let dot = if cell.height.is_multiple_of(2) { "▝▘" } else { "▗▖" };
        buffer.set_string(x, y, dot, style);
        return;
    }
    let inside = usize::from(cell.width.saturating_sub(2));
    for row in 0..cell.height {
        // A small light would lose too much with its corners.
        let round = cell.height > 2;
        let text = match (row == 0, row + 1 == cell.height) {
            (true, true) => "▟▙".to_owned(),
            (true, false) if round => format!(" {} ", "▄".repeat(inside)),
            (true, false) => format!("▗{}▖", "▄".repeat(inside)),
            (false, true) if round => format!("▝{}▘", "█".repeat(inside)),
            (false, _) => format!("▐{}▌", "█".repeat(inside)),
        };
        buffer.set_string(cell.x, cell.y + row, text, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_that_fits_is_chosen() {
        let fit = |width, height| {
            Matrix::fit(Rect::new(0, 0, width, height)).map(|matrix| matrix.light.width)
        };
        assert_eq!(fit(80, 20), Some(4));
        assert_eq!(fit(60, 26), Some(6));
        assert_eq!(fit(200, 60), Some(12));
        assert_eq!(fit(19, 9), Some(2));
        assert_eq!(fit(18, 9), None);
    }

    #[test]
    fn every_square_is_found_by_a_click() {
        for area in [Rect::new(0, 0, 40, 20), Rect::new(5, 3, 100, 60)] {
            let matrix = Matrix::fit(area).unwrap();
            for square in (0..64).filter_map(Square::from_index) {
                let cell = matrix.cell(square.column(), square.row());
                for (x, y) in [(cell.x, cell.y), (cell.right() - 1, cell.bottom() - 1)] {
                    assert_eq!(matrix.square_at(x, y), Some(square));
                }
            }
            assert_eq!(matrix.square_at(area.x, area.y), None);
            let beyond = matrix.cell(7, 7);
            assert_eq!(matrix.square_at(beyond.right(), beyond.y), None);
        }
    }
}
