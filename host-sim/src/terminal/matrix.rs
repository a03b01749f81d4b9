//! The 8x8 LED matrix on the screen: each light is a block of characters that can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use wedge_console::{Frame, Rgb8, Showing};
use wedge_engine::Square;

use super::app::Capabilities;
use super::palette::{Palette, letter};
use super::view::View;
use crate::io::csv_file::Discs;

/// Columns for the row numbers and rows for the column letters.
const LEFT: u16 = 3;
const TOP: u16 = 1;

/// The colours of the board between the lights, and of a light that is off.
const GROUND: Rgb8 = Rgb8::new(14, 15, 18);
const OFF: Rgb8 = Rgb8::new(34, 36, 42);

/// A board with discs: the felt, the lines between its squares, the discs.
const FELT: Rgb8 = Rgb8::new(18, 112, 62);
const FELT_DARK: Rgb8 = Rgb8::new(14, 98, 54);
const BLACK_DISC: Rgb8 = Rgb8::new(12, 12, 14);
pub(crate) const WHITE_DISC: Rgb8 = Rgb8::new(240, 240, 236);
/// Black in text and graphs, where a dark ground would hide it.
pub(crate) const BLACK_TEXT: Rgb8 = Rgb8::new(104, 106, 112);
/// The mark of the last move.
const MARK: Rgb8 = Rgb8::new(220, 60, 50);

/// The area of the matrix and the size of its lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    area: Rect,
    /// Characters across and down a light.
    light: Size,
}

impl Matrix {
    /// The sizes of a light, about square: characters are twice as high as wide.
    const SIZES: [Size; 6] = [
        Size::new(12, 6),
        Size::new(10, 5),
        Size::new(8, 4),
        Size::new(6, 3),
        Size::new(4, 2),
        Size::new(2, 1),
    ];

    /// The largest matrix that fits, in the upper left corner, if any does.
    #[must_use]
    pub fn fit(area: Rect) -> Option<Self> {
        Self::SIZES.into_iter().map(|light| Self { area, light }).find_map(|matrix| {
            let Size { width, height } = matrix.size();
            let fits = width <= area.width && height <= area.height;
            fits.then_some(Self { area: Rect { width, height, ..area }, ..matrix })
        })
    }

    /// Its size in characters.
    #[must_use]
    pub const fn size(&self) -> Size {
        Size::new(LEFT + 8 * self.light.width, TOP + 8 * self.light.height)
    }

    /// Its area on the screen.
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

    /// The square at a position on the screen.
    #[must_use]
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let column = column.checked_sub(self.area.x + LEFT)? / self.light.width;
        let row = row.checked_sub(self.area.y + TOP)? / self.light.height;
        Square::new(column.into(), row.into())
    }

    /// Draws the lights, and what a terminal adds: coordinates, and scores on the squares.
    pub fn draw(&self, view: &View, capabilities: Capabilities, buffer: &mut Buffer) {
        let palette = capabilities.palette;
        let in_menu = matches!(view.showing, Showing::Menu { .. }) && view.review.is_none();
        let as_discs = capabilities.discs && palette != Palette::Letters && !in_menu;
        let ground = palette.plain(GROUND, Color::Black);
        let style = Style::new().bg(ground);
        let choosing = view.showing == Showing::Choosing;
        // Lights sit slightly below the middle of their cell, letters do not.
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
                _ if as_discs => draw_disc(cell, view, palette, square, buffer),
                _ => {
                    draw_light(cell, palette, colour, buffer);
                    if view.last == Some(square) && !in_menu && view.result.is_none() {
                        draw_mark(cell, palette, colour, buffer);
                    }
                }
            }
        }
        if view.scored
            && let Some(info) = &view.info
        {
            for (rank, scored_move) in info.moves.iter().enumerate() {
                self.draw_score(view, capabilities, rank, *scored_move, buffer);
            }
        }
    }

    /// Draws a light without colours: a letter in the middle, brackets around the cursor.
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
            // Brackets mark the cursor, since its blinking would look like a disc.
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
        if view.last == Some(square) && !at_cursor {
            if cell.width > 2 {
                buffer.set_string(middle - 1, row, "(", Style::new());
                buffer.set_string(middle + 1, row, ")", Style::new());
            } else {
                buffer.set_style(cell, Style::new().add_modifier(Modifier::UNDERLINED));
            }
        }
        if at_cursor {
            if cell.width > 2 {
                buffer.set_string(middle - 1, row, "[", Style::new());
                buffer.set_string(middle + 1, row, "]", Style::new());
            } else {
                buffer.set_style(cell, Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }

    /// Draws the score of a move on its square; the best three stand out.
    fn draw_score(
        &self,
        view: &View,
        capabilities: Capabilities,
        rank: usize,
        scored_move: super::search_info::ScoredMove,
        buffer: &mut Buffer,
    ) {
        let cell = self.cell(scored_move.square.column(), scored_move.square.row());
        if cell.width < 4 {
            return;
        }
        let discs = Discs::from(scored_move.score).0;
        let text = if cell.width < 6 { format!("{discs:+.0}") } else { format!("{discs:+.1}") };
        let x = cell.x + (cell.width.saturating_sub(text.len() as u16)) / 2;
        let y = cell.y + cell.height / 2;
        let palette = capabilities.palette;
        let colour = if capabilities.discs { FELT } else { view.frame.at(scored_move.square) };
        let style = match palette.light(colour) {
            // Dark digits on a bright light, bright digits on a dark one.
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

    /// Reads the lights back from a true-colour screen, for tests.
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

/// Draws a block with a margin of half a character, with round corners where there is room.
///
/// A light that is off is dark or, since sixteen colours have no dark shade, a dot.
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
        // A small light would lose too much of itself.
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

/// Marks the light of the last move with a dot in its middle.
fn draw_mark(cell: Rect, palette: Palette, colour: Rgb8, buffer: &mut Buffer) {
    let Some(light) = palette.light(colour) else { return };
    if cell.height < 2 {
        return;
    }
    let ink = if colour.luma() > 100 { Color::Black } else { Color::White };
    let (x, y) = (cell.x + cell.width / 2 - 1, cell.y + cell.height / 2);
    buffer.set_string(x, y, "▝▘", Style::new().fg(ink).bg(light));
}

/// Draws a square of a green board: a disc, a dot on a legal square, brackets around the cursor.
fn draw_disc(cell: Rect, view: &View, palette: Palette, square: Square, buffer: &mut Buffer) {
    // Alternating greens take the place of lines, for which small squares have no room.
    let even = (square.column() + square.row()).is_multiple_of(2);
    let felt = palette.plain(if even { FELT } else { FELT_DARK }, Color::Green);
    let ground = Style::new().bg(felt);
    for y in cell.top()..cell.bottom() {
        buffer.set_string(cell.x, y, " ".repeat(cell.width.into()), ground);
    }
    let (middle_x, middle_y) = (cell.x + cell.width / 2 - 1, cell.y + cell.height / 2);
    let [black, white] = view.discs.map(|discs| discs.has(square));
    let marked = view.review.as_ref().and_then(|review| review.moves.get(review.at));
    if black || white {
        let (disc, plain) =
            if black { (BLACK_DISC, Color::Black) } else { (WHITE_DISC, Color::White) };
        let disc = palette.plain(disc, plain);
        let style = ground.fg(disc);
        let inside = usize::from(cell.width.saturating_sub(2));
        for row in 0..cell.height {
            let text = match (row == 0, row + 1 == cell.height) {
                (true, true) => "▐▌".to_owned(),
                (true, false) => format!(" {} ", "▄".repeat(inside)),
                (false, true) => format!("▝{}▘", "█".repeat(inside)),
                (false, false) => format!("▐{}▌", "█".repeat(inside)),
            };
            buffer.set_string(cell.x, cell.y + row, text, style);
        }
        if view.last == Some(square) {
            let mark = palette.plain(MARK, Color::LightRed);
            if cell.height == 1 {
                buffer.set_style(cell, Style::new().bg(mark));
            } else {
                buffer.set_string(middle_x, middle_y, "▝▘", Style::new().fg(mark).bg(disc));
            }
        }
    } else if let Some(reviewed) = marked.filter(|it| it.judgement.is_some()) {
        let better = reviewed.judgement.as_ref().filter(|it| it.is_costly()).map(|it| it.best);
        let (text, on) = match (reviewed.mv.square() == Some(square), better == Some(square)) {
            (true, _) => ("??", better.is_some()),
            (_, true) => ("!!", true),
            _ => ("", false),
        };
        let text = if on || text.is_empty() { text } else { "ok" };
        buffer.set_string(middle_x, middle_y, text, ground.fg(Color::White));
    } else if view.legal.has(square) && view.showing == Showing::Choosing && view.review.is_none() {
        let ink = palette.plain(FELT_DARK.dim(140), Color::DarkGray);
        let dot = if cell.height == 1 { "▗▖" } else { "▝▘" };
        buffer.set_string(middle_x, middle_y, dot, ground.fg(ink));
    }
    let at_cursor = view.showing == Showing::Choosing && square == view.cursor;
    if at_cursor && view.review.is_none() {
        let ink = ground.fg(palette.plain(Rgb8::new(255, 214, 90), Color::LightYellow));
        buffer.set_string(cell.x, middle_y, "[", ink);
        buffer.set_string(cell.right() - 1, middle_y, "]", ink);
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
