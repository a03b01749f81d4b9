//! The layout of small windows: the board with what matters beside and below it.
//!
//! Phones over ssh have about 40 columns, and split windows few rows. What finds no room in its own
//! section is said in fewer words; the keys end in `?`, whose help lists all.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use wedge_console::Showing;
use wedge_engine::Color as Disc;

use super::app::Capabilities;
use super::layout::{accent, favour, move_lines, title};
use super::matrix::Matrix;
use super::palette::Palette;
use super::review_view;
use super::status::Status;
use super::view::View;
use super::words::{count, signed};

/// The smallest window: the board, and the status and the keys in a line each.
pub(crate) const LEAST: (u16, u16) = (20, 11);
/// Rows that the text below the board should have, where the window has them.
const BELOW: u16 = 5;
/// The least width of the text beside the board.
const BESIDE: u16 = 19;

/// Draws the screen of a small window and returns where the matrix is.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    view: &View,
    capabilities: Capabilities,
    area: Rect,
) -> Option<Matrix> {
    // The title is the first to go.
    let titled = area.height >= 9 + 1 + 3;
    let top = u16::from(titled);
    if titled {
        frame.render_widget(title(view, area.width), Rect { height: 1, ..area });
    }
    let rest = Rect { y: area.y + top, height: area.height - top, ..area };
    let matrix = Matrix::fit(Rect { height: rest.height.saturating_sub(BELOW), ..rest })
        .or_else(|| Matrix::fit(Rect { height: rest.height.saturating_sub(2), ..rest }))?;
    matrix.draw(view, capabilities, frame.buffer_mut());
    let board = matrix.area();
    let beside = Rect {
        x: board.right() + 1,
        y: rest.y,
        width: rest.right().saturating_sub(board.right() + 1),
        height: board.height,
    };
    let has_side = beside.width >= BESIDE;
    if has_side {
        draw_beside(frame, view, capabilities, beside);
    }
    let below = Rect { y: board.bottom(), height: rest.bottom() - board.bottom(), ..rest };
    draw_below(frame, view, capabilities, below, has_side);
    Some(matrix)
}

/// The two players: who has how many discs, and whose turn it is.
fn player_lines(view: &View, capabilities: Capabilities) -> [Line<'static>; 2] {
    [Disc::Black, Disc::White].map(|color| {
        let playing = view.result.is_none() && view.mover == color;
        let mark = if playing { "▶" } else { " " };
        let letter = if color == Disc::Black { "X" } else { "O" };
        let swatch = match capabilities.disc_colour(color) {
            Some(colour) if capabilities.palette != Palette::Letters => {
                Span::styled("█", Style::new().fg(colour))
            }
            _ => Span::raw(letter),
        };
        let who = if view.settings.players.has(color) { "you" } else { "Wedge" };
        let text = format!(" {} {who}", count(view.count(color)));
        let style = if playing { Modifier::BOLD } else { Modifier::empty() };
        Line::from(vec![
            Span::raw(mark),
            swatch,
            Span::styled(text, Style::new().add_modifier(style)),
        ])
    })
}

/// Both players in a line: the number of discs says enough, and where the names do not fit they go.
fn players_in_a_line(view: &View, capabilities: Capabilities, width: u16) -> Line<'static> {
    let [black, white] = player_lines(view, capabilities);
    let mut spans: Vec<Span<'static>> = Vec::new();
    for (color, line) in [(Disc::Black, black), (Disc::White, white)] {
        let who = match (width >= 24, view.settings.players.has(color)) {
            (false, _) => "",
            (true, true) => " you ",
            (true, false) => " Wedge ",
        };
        let text = format!(" {}{who} ", view.count(color));
        let style = line.spans.last().map_or(Style::new(), |span| span.style);
        spans.extend(line.spans.into_iter().take(2));
        spans.push(Span::styled(text, style));
    }
    Line::from(spans)
}

/// What the engine has found, in a line or two.
fn engine_lines(view: &View) -> Vec<Line<'static>> {
    if view.book_move.is_some() {
        return vec![Line::raw("played from its book")];
    }
    let Some(info) = &view.info else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(score) = info.score {
        lines.push(Line::raw(format!("expects {}", favour(score, info.side))));
    }
    if view.scored && !info.moves.is_empty() {
        let best = info.moves.iter().take(3);
        let best = best.map(|it| format!("{} {}", it.square, signed(it.score)));
        lines.push(Line::raw(best.collect::<Vec<_>>().join(" ")));
    }
    lines
}

fn draw_beside(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities, area: Rect) {
    let mut lines = player_lines(view, capabilities).to_vec();
    match &view.review {
        Some(review) => {
            lines.push(Line::raw(""));
            lines.extend(review_view::costliest(review, capabilities));
            let left = usize::from(area.height).saturating_sub(lines.len());
            // A graph needs a few rows to be one.
            if left >= 7 {
                lines.push(Line::raw(""));
                let size = (area.width.into(), left - 1);
                lines.extend(review_view::graph(review, capabilities, size));
            }
        }
        None => {
            lines.extend(engine_lines(view));
            let left = area.height.saturating_sub(lines.len() as u16);
            lines.extend(move_lines(view, capabilities, (area.width, left)));
        }
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The lines of text that words take when they are wrapped.
fn rows(text: &str, width: u16) -> u16 {
    let (mut rows, mut used) = (1_u16, 0_usize);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        let needed = if used == 0 { length } else { used + 1 + length };
        if needed > usize::from(width.max(1)) && used > 0 {
            rows += 1;
            used = length;
        } else {
            used = needed;
        }
    }
    rows
}

fn draw_below(
    frame: &mut Frame<'_>,
    view: &View,
    capabilities: Capabilities,
    area: Rect,
    has_side: bool,
) {
    let Status { headline, advice } = Status::of(view, capabilities);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let (text, style) = match &view.message {
        Some(message) => (message.clone(), accent(capabilities)),
        None => (advice, Style::new()),
    };
    let keys = keys(view, area.width);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut room = area.height;
    // The order of importance: headline, keys, discs, the reply or the advice, the engine, moves.
    room = room.saturating_sub(1 + 1);
    lines.push(Line::styled(headline, bold));
    if !has_side && room > 0 {
        lines.push(players_in_a_line(view, capabilities, area.width));
        room -= 1;
    }
    if room > 0 {
        let needed = rows(&text, area.width).min(room);
        lines.push(Line::styled(text, style));
        room -= needed;
    } else if view.message.is_some() {
        // A reply must not be lost: the headline comes back with the next key.
        lines[0] = Line::styled(text, style);
    }
    if !has_side {
        if let Some(review) = &view.review {
            for line in review_view::costliest(review, capabilities) {
                if room > 0 {
                    lines.push(line);
                    room -= 1;
                }
            }
        } else {
            for line in engine_lines(view) {
                if room > 0 {
                    lines.push(line);
                    room -= 1;
                }
            }
            if room > 1 {
                lines.extend(move_lines(view, capabilities, (area.width, room)));
            }
        }
    }
    let text_area = Rect { height: area.height.saturating_sub(1), ..area };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), text_area);
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    frame.render_widget(Line::styled(keys, Style::new().add_modifier(Modifier::DIM)), last);
}

/// As many keys as fit in a line, the help always last.
fn keys(view: &View, width: u16) -> String {
    let all: &[&str] = match (&view.review, &view.editing, view.showing) {
        (_, Some(_), _) => &["Enter:play", "Esc:back", "x:side", "b", "w", "-"],
        (Some(_), ..) => &["Esc:back", "Enter:try", "y:why", "1", "2", "3"],
        (.., Showing::Over) => &["Enter:review", "n:new", "u:undo", "s:save", "q:quit"],
        _ => &["h:hint", "u:undo", "n:new", "k:coach", "v:review", "s:save", "a:analyse", "q:quit"],
    };
    let help = "?:keys";
    let mut text = String::new();
    for key in all {
        if text.len() + key.len() + 1 + help.len() <= usize::from(width) {
            text.push_str(key);
            text.push(' ');
        }
    }
    text + help
}
