//! The layout of the screen: the matrix on the left with the status below it, everything else on the
//! right.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};
use wedge_console::{Showing, Task, hue};
use wedge_engine::{Color as Disc, Move, Score};

use super::app::Capabilities;
use super::matrix::Matrix;
use super::palette::Palette;
use super::search_info::SearchInfo;
use super::session::View;
use super::status::Status;
use crate::io::csv_file::Discs;

/// The width of the right column, which the list of keys needs.
const SIDE: u16 = 43;
/// Below this width there is no right column.
const NARROW: u16 = 64;
/// Lines below the matrix, for the status.
const STATUS: u16 = 5;
/// The smallest window that has room for the board and the status.
const LEAST: (u16, u16) = (30, 13);

/// Draws the screen and returns where the matrix is, if there is room for it.
pub fn draw(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities) -> Option<Matrix> {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "This window has {} columns and {} rows.\nThe board needs {} and {}.\nq: quit",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return None;
    }
    let side = if area.width < NARROW { 0 } else { SIDE.min(area.width - 22) };
    let [left, right] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(side)]).areas(area);
    let [title, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(left);
    draw_title(frame, view, title);
    let room = Rect { height: rest.height.saturating_sub(STATUS), ..rest };
    let matrix = Matrix::fit(room)?;
    matrix.draw(view, capabilities.palette, frame.buffer_mut());
    // An empty line between board and status, where there is one to spare.
    let below = matrix.area().bottom();
    let below = if left.bottom() - below > STATUS { below + 1 } else { below };
    let (width, height) = (left.width - 1, left.bottom() - below);
    let status = Rect { x: left.x + 1, y: below, width, height };
    draw_status(frame, view, capabilities, status);
    if side > 0 {
        draw_side(frame, view, capabilities, right);
    }
    Some(matrix)
}

fn draw_title(frame: &mut Frame<'_>, view: &View, area: Rect) {
    let strength = view.settings.strength.number();
    let line = Line::from(vec![
        Span::styled(" Wedge", Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!("  Othello {0}x{0}, strength {strength}", view.side)),
    ]);
    frame.render_widget(line, area);
}

fn draw_status(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities, area: Rect) {
    let Status { headline, advice } = Status::of(view, capabilities.palette);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled(headline, bold)];
    // A reply to the last command takes the place of the advice.
    match &view.message {
        Some(message) => lines.push(Line::styled(message.clone(), accent(capabilities))),
        None => lines.push(Line::raw(advice)),
    }
    let area = Rect { width: area.width.min(60), ..area };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

/// The style of text that calls for attention.
pub(crate) fn accent(capabilities: Capabilities) -> Style {
    match capabilities.palette {
        Palette::Letters => Style::new().add_modifier(Modifier::UNDERLINED),
        _ => Style::new().fg(Color::Cyan),
    }
}

fn draw_side(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities, area: Rect) {
    let keys = key_lines(capabilities);
    let sections = [
        Constraint::Length(4),
        Constraint::Length(7),
        Constraint::Min(4),
        Constraint::Length(keys.len() as u16 + 2),
    ];
    let [players, engine, moves, bottom] = Layout::vertical(sections).areas(area);
    let section = |frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'_>>, area: Rect| {
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(Style::new().add_modifier(Modifier::DIM))
            .title(format!(" {title} "));
        frame.render_widget(Paragraph::new(lines).block(block), area);
    };
    section(frame, "Players", player_lines(view, capabilities), players);
    let title = if view.analysing { "Analysis" } else { "Wedge" };
    section(frame, title, search_lines(view, area.width), engine);
    let count = view.moves.iter().filter(|mv| mv.square().is_some()).count();
    let title = match view.taken_back {
        0 => format!("Moves: {count}"),
        back => format!("Moves: {count} (r: {back} more)"),
    };
    let size = (moves.width.saturating_sub(2), moves.height.saturating_sub(2));
    section(frame, &title, move_lines(view, size), moves);
    section(frame, "Keys", keys, bottom);
}

fn player_lines(view: &View, capabilities: Capabilities) -> Vec<Line<'static>> {
    [Disc::Black, Disc::White]
        .map(|color| {
            let playing = view.result.is_none() && view.mover == color;
            let swatch = match (capabilities.palette.light(hue(color)), color) {
                (Some(light), _) => Span::styled("██", Style::new().fg(light)),
                (None, Disc::Black) => Span::raw(" X"),
                (None, Disc::White) => Span::raw(" O"),
            };
            let name = if color == Disc::Black { "Black" } else { "White" };
            let who = match (view.analysing, view.settings.players.has(color)) {
                (true, _) => "analysis".to_owned(),
                (false, true) => "you".to_owned(),
                (false, false) => format!("Wedge {}", view.settings.strength.number()),
            };
            let discs = view.discs[color as usize];
            let seconds = view.spent[color as usize] / 1000;
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            let style = if playing { Modifier::BOLD } else { Modifier::empty() };
            let mark = if playing { "▶ " } else { "  " };
            let text = format!(" {name}  {who:<9} {discs:>3} discs  {time:>6}");
            let text = Span::styled(text, Style::new().add_modifier(style));
            Line::from(vec![Span::raw(mark), swatch, text])
        })
        .to_vec()
}

/// A score, named by the side that it favours.
fn favour(score: Score, side: Disc) -> String {
    let (favoured, score) = if score.units() < 0 { (side.other(), -score) } else { (side, score) };
    let name = if favoured == Disc::Black { "black" } else { "white" };
    match score.units() {
        0 => "even".to_owned(),
        _ => format!("{name} by {:.1}", Discs::from(score).0),
    }
}

/// A number in a few characters.
fn short(number: f64) -> String {
    match number {
        0.0..1e4 => format!("{number:.0}"),
        1e4..1e6 => format!("{:.0} k", number / 1e3),
        1e6..1e9 => format!("{:.1} M", number / 1e6),
        _ => format!("{:.1} G", number / 1e9),
    }
}

fn search_lines(view: &View, width: u16) -> Vec<Line<'static>> {
    let state = match view.showing {
        _ if view.analysing && view.result.is_some() => "the game is over",
        _ if view.analysing => "thinks until you stop it (a)",
        Showing::Thinking(Task::Move) => "thinks about its move",
        Showing::Thinking(Task::Hint) => "thinks about yours",
        _ if view.info.as_ref().is_some_and(|info| !info.moves.is_empty()) => {
            "has scored your moves"
        }
        _ if view.info.is_some() => "waits for you; its last search:",
        _ => "waits for your move",
    };
    let Some(SearchInfo { side, depth, solved, score, moves, pv, nodes, time, .. }) = &view.info
    else {
        return vec![Line::raw(state)];
    };
    let expects = match score {
        Some(score) if *solved => format!("solved: {} at the end", favour(*score, *side)),
        Some(score) => format!("expects {}", favour(*score, *side)),
        None => "expects nothing yet".to_owned(),
    };
    let rate = view.info.as_ref().and_then(SearchInfo::rate);
    let rate = rate.map(|rate| format!(", {}/s", short(rate))).unwrap_or_default();
    let room = usize::from(width.saturating_sub(9)) / 3;
    let pv: Vec<String> = pv.iter().take(room).map(ToString::to_string).collect();
    let mut lines = vec![
        Line::raw(state),
        Line::raw(expects),
        Line::raw(format!(
            "depth {depth}, {} nodes{rate}, {:.1} s",
            short(*nodes as f64),
            time.as_secs_f64()
        )),
        Line::raw(format!("line  {}", pv.join(" "))),
    ];
    if !moves.is_empty() {
        let best =
            moves.iter().take(3).map(|mv| format!("{} {:+.1}", mv.square, Discs::from(mv.score).0));
        lines.push(Line::raw(format!("best  {}", best.collect::<Vec<_>>().join("  "))));
    }
    lines
}

/// The moves, three characters each; only the last lines where not all fit.
fn move_lines(view: &View, (width, height): (u16, u16)) -> Vec<Line<'static>> {
    let row = usize::from(width / 3).max(1);
    let names: Vec<String> = view
        .moves
        .iter()
        .map(|mv| match mv {
            Move::Play(square) => square.to_string(),
            Move::Pass => "--".to_owned(),
        })
        .collect();
    if names.is_empty() {
        return vec![Line::styled("none yet", Style::new().add_modifier(Modifier::DIM))];
    }
    let lines: Vec<String> = names.chunks(row).map(|names| names.join(" ")).collect();
    let skip = lines.len().saturating_sub(height.into());
    lines.into_iter().skip(skip).map(Line::raw).collect()
}

/// The most important keys; the help lists all.
fn key_lines(capabilities: Capabilities) -> Vec<Line<'static>> {
    let rows: [&[(&str, &str)]; 5] = [
        &[("arrows", "move"), ("Enter", "play"), ("click", "play there")],
        &[("u", "undo"), ("r", "redo"), ("h", "hint"), ("a", "analysis")],
        &[("n", "new game"), ("1-9", "strength"), ("x", "swap sides")],
        &[("w", "watch"), ("s", "save"), ("o", "open"), ("c", "copy")],
        &[("Tab", "next"), ("Space", "button"), ("?", "help"), ("q", "quit")],
    ];
    let key = accent(capabilities).add_modifier(Modifier::BOLD);
    rows.map(|row| {
        let spans = row.iter().enumerate().flat_map(|(at, (name, what))| {
            let gap = if at == 0 { "" } else { "  " };
            [Span::raw(gap), Span::styled(*name, key), Span::raw(format!(" {what}"))]
        });
        Line::from(spans.collect::<Vec<_>>())
    })
    .to_vec()
}
