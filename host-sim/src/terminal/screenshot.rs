//! A screenshot as SVG, for documents.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use crate::io::markup::escape;

/// The size of a character.
const WIDTH: f64 = 9.0;
const HEIGHT: f64 = 18.0;
/// The margin around the screen.
const MARGIN: f64 = 12.0;

const GROUND: &str = "#101114";
const INK: &str = "#d7d7d7";
const DIM: &str = "#7d7f85";

// At 14.95 pixels the first font of the list is 9 pixels wide, for renderers that ignore `textLength`.

/// Draws a screen as SVG. Block characters become shapes, so that they join in any font; text stays
/// text.
#[must_use]
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let area = buffer.area();
    let (width, height) = (
        f64::from(area.width) * WIDTH + 2.0 * MARGIN,
        f64::from(area.height) * HEIGHT + 2.0 * MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n\
         <g font-family=\"'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace\" \
         font-size=\"14.95\">\n",
        title = escape(title)
    );
    for row in 0..area.height {
        let mut column = 0;
        while column < area.width {
            let Some(cell) = buffer.cell(Position::new(area.x + column, area.y + row)) else {
                break;
            };
            // Cells of the same style are drawn in one piece.
            let alike = (column..area.width)
                .map_while(|x| buffer.cell(Position::new(area.x + x, area.y + row)))
                .take_while(|next| same(cell, next))
                .count() as u16;
            let text: String = (column..column + alike)
                .filter_map(|x| buffer.cell(Position::new(area.x + x, area.y + row)))
                .map(Cell::symbol)
                .collect();
            draw(&mut svg, cell, &text, (column, row), alike);
            column += alike;
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// Whether two cells can be drawn in one piece: same style, and both blocks or both text.
fn same(a: &Cell, b: &Cell) -> bool {
    let block = |cell: &Cell| shape(cell.symbol()).is_some();
    let style = |cell: &Cell| (cell.fg, cell.bg, cell.modifier);
    style(a) == style(b) && if block(a) { a.symbol() == b.symbol() } else { !block(b) }
}

fn draw(svg: &mut String, cell: &Cell, text: &str, (column, row): (u16, u16), count: u16) {
    let (x, y) = (MARGIN + f64::from(column) * WIDTH, MARGIN + f64::from(row) * HEIGHT);
    let width = f64::from(count) * WIDTH;
    let (mut ink, mut ground) = (colour(cell.fg).unwrap_or(INK.into()), colour(cell.bg));
    if cell.modifier.contains(Modifier::DIM) && cell.fg == Color::Reset {
        ink = DIM.into();
    }
    if cell.modifier.contains(Modifier::REVERSED) {
        (ink, ground) = (ground.unwrap_or(GROUND.into()), Some(ink));
    }
    if let Some(ground) = ground {
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>"
        );
    }
    if let Some(shape) = shape(cell.symbol()) {
        for at in 0..count {
            let x = x + f64::from(at) * WIDTH;
            let points: Vec<String> = shape
                .iter()
                .map(|&(u, v)| format!("{},{}", x + u * WIDTH, y + v * HEIGHT))
                .collect();
            // Full blocks in a row become one rectangle.
            if shape == WHOLE {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{ink}\"/>"
                );
                return;
            }
            let _ = writeln!(svg, "<polygon points=\"{}\" fill=\"{ink}\"/>", points.join(" "));
        }
        return;
    }
    let weight = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let line = if cell.modifier.contains(Modifier::UNDERLINED) {
        " text-decoration=\"underline\""
    } else {
        ""
    };
    for (start, words) in pieces(text) {
        let (x, width) = (x + start as f64 * WIDTH, words.chars().count() as f64 * WIDTH);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{base}\" textLength=\"{width}\" \
             lengthAdjust=\"spacingAndGlyphs\" fill=\"{ink}\"{weight}{line}>{text}</text>",
            base = y + HEIGHT * 0.76,
            // Browsers collapse spaces, whatever `xml:space` says around the text, and stretch the
            // rest.
            text = escape(words).replace(' ', "\u{a0}")
        );
    }
}

/// The words of a text with the column in which each piece begins. Single spaces stay within a piece;
/// renderers differ in how wide they draw longer gaps and spaces at the ends.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let mut column = 0;
    for piece in text.split("  ") {
        let trimmed = piece.trim_start_matches(' ');
        let lead = piece.chars().count() - trimmed.chars().count();
        if !trimmed.trim_end().is_empty() {
            pieces.push((column + lead, trimmed.trim_end()));
        }
        column += piece.chars().count() + 2;
    }
    pieces
}

type Shape = &'static [(f64, f64)];
const WHOLE: Shape = &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];

/// The outline of a block character, as fractions of its width and height.
fn shape(symbol: &str) -> Option<Shape> {
    Some(match symbol {
        "█" => WHOLE,
        "▄" => &[(0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)],
        "▀" => &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)],
        "▐" => &[(0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)],
        "▌" => &[(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)],
        "▝" => &[(0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (0.5, 0.5)],
        "▘" => &[(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5)],
        "▗" => &[(0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0)],
        "▖" => &[(0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (0.0, 1.0)],
        "▟" => &[(0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.5), (0.5, 0.5)],
        "▙" => &[(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)],
        _ => return None,
    })
}

/// A colour in CSS notation, unless it is the terminal's default.
fn colour(colour: Color) -> Option<String> {
    let named = |name: &str| Some(name.to_owned());
    match colour {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Black => named("#000000"),
        Color::White => named("#ffffff"),
        Color::Cyan => named("#4fc3d0"),
        Color::LightRed => named("#ff6b6b"),
        Color::DarkGray => named("#5a5c62"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_their_columns() {
        assert_eq!(pieces("  2   13 x  "), [(2, "2"), (6, "13 x")]);
        assert_eq!(pieces(" a"), [(1, "a")]);
        assert_eq!(pieces("     "), []);
    }
}
