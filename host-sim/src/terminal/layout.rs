//! The layout of the screen: the matrix on the left with the status below it, everything else on the
//! right.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};
use wedge_console::{Showing, Task};
use wedge_engine::{Color as Disc, Move, Score};

use super::app::Capabilities;
use super::compact;
use super::matrix::Matrix;
use super::palette::Palette;
use super::review::ReviewView;
use super::review_view;
use super::search_info::SearchInfo;
use super::status::Status;
use super::view::View;
use crate::io::csv_file::Discs;

/// The width of the right column, which the list of keys needs.
const SIDE: u16 = 43;
/// Smaller windows have another layout: the right column needs its width and its sections theirs.
const ROOMY: (u16, u16) = (64, 22);
/// Lines below the matrix, for the status.
const STATUS: u16 = 5;

/// Draws the screen and returns where the matrix is, if there is room for it.
pub fn draw(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities) -> Option<Matrix> {
    let area = frame.area();
    let (columns, rows) = compact::LEAST;
    if area.width < columns || area.height < rows {
        let text = format!(
            "This window has {} columns and {} rows. The board needs {columns} and {rows}. q: quit",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return None;
    }
    if area.width < ROOMY.0 || area.height < ROOMY.1 {
        return compact::draw(frame, view, capabilities, area);
    }
    let side = SIDE.min(area.width - 22);
    let [left, right] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(side)]).areas(area);
    let [top, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(left);
    frame.render_widget(title(view, top.width), top);
    let room = Rect { height: rest.height.saturating_sub(STATUS), ..rest };
    let matrix = Matrix::fit(room)?;
    matrix.draw(view, capabilities, frame.buffer_mut());
    // An empty line between board and status, where there is one to spare.
    let below = matrix.area().bottom();
    let below = if left.bottom() - below > STATUS { below + 1 } else { below };
    let (width, height) = (left.width - 1, left.bottom() - below);
    let status = Rect { x: left.x + 1, y: below, width, height };
    draw_status(frame, view, capabilities, status);
    match &view.review {
        Some(review) => draw_review(frame, review, capabilities, right),
        None => draw_side(frame, view, capabilities, right),
    }
    Some(matrix)
}

/// The title: the game and the strength, or the opening once it has a name.
pub(crate) fn title(view: &View, width: u16) -> Line<'static> {
    let side = view.side;
    let mut text = match (&view.puzzle, &view.review) {
        (Some(puzzle), _) => {
            let (number, all) = puzzle.number;
            format!("  problem {number} of {all}, {} solved", puzzle.solved)
        }
        (None, Some(_)) => "  review".to_owned(),
        (None, None) => format!("  Othello {side}x{side}, {}", view.opponent()),
    };
    if let Some(opening) = view.opening {
        // The longest form that fits.
        let forms = [
            format!("{text}: {opening}"),
            format!("  {}: {opening}", view.opponent()),
            format!("  {opening}"),
        ];
        let fits = |form: &&String| form.chars().count() + " Wedge".len() <= width.into();
        text = forms.iter().find(fits).cloned().unwrap_or(text);
    }
    Line::from(vec![
        Span::styled(" Wedge", Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(text),
    ])
}

fn draw_status(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities, area: Rect) {
    let Status { headline, advice } = Status::of(view, capabilities);
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

/// A box with a title.
fn section(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'_>>, area: Rect) {
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().add_modifier(Modifier::DIM))
        .title(format!(" {title} "));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_side(frame: &mut Frame<'_>, view: &View, capabilities: Capabilities, area: Rect) {
    let keys = key_lines(&KEYS, capabilities);
    let sections = [
        Constraint::Length(4),
        Constraint::Length(7),
        Constraint::Min(4),
        Constraint::Length(keys.len() as u16 + 2),
    ];
    let [players, engine, moves, bottom] = Layout::vertical(sections).areas(area);
    section(frame, "Players", player_lines(view, capabilities), players);
    let title = if view.analysing { "Analysis" } else { "Wedge" };
    section(frame, title, search_lines(view, area.width), engine);
    let count = view.moves.iter().filter(|mv| mv.square().is_some()).count();
    let title = match view.taken_back {
        0 => format!("Moves: {count}"),
        back => format!("Moves: {count} (r: {back} more)"),
    };
    let size = (moves.width.saturating_sub(2), moves.height.saturating_sub(2));
    section(frame, &title, move_lines(view, capabilities, size), moves);
    section(frame, "Keys", keys, bottom);
}

fn draw_review(frame: &mut Frame<'_>, review: &ReviewView, capabilities: Capabilities, area: Rect) {
    let keys = key_lines(&review_view::KEYS, capabilities);
    let sections =
        [Constraint::Min(8), Constraint::Length(6), Constraint::Length(keys.len() as u16 + 2)];
    let [graph, costliest, bottom] = Layout::vertical(sections).areas(area);
    let size = (graph.width.saturating_sub(2).into(), graph.height.saturating_sub(2).into());
    let title = "Score after each move, in discs";
    section(frame, title, review_view::graph(review, capabilities, size), graph);
    let title = if review.yours { "Your costliest moves" } else { "The costliest moves" };
    section(frame, title, review_view::costliest(review, capabilities), costliest);
    section(frame, "Keys", keys, bottom);
}

fn player_lines(view: &View, capabilities: Capabilities) -> Vec<Line<'static>> {
    [Disc::Black, Disc::White]
        .map(|color| {
            let playing = view.result.is_none() && view.mover == color;
            let swatch = match (capabilities.palette, capabilities.disc_colour(color), color) {
                (Palette::Letters, _, Disc::Black) => Span::raw(" X"),
                (Palette::Letters, _, Disc::White) => Span::raw(" O"),
                (_, light, _) => Span::styled("██", Style::new().fg(light.unwrap_or_default())),
            };
            let name = if color == Disc::Black { "Black" } else { "White" };
            let who = match (view.analysing, view.settings.players.has(color)) {
                (true, _) => "analysis".to_owned(),
                (false, true) => "you".to_owned(),
                (false, false) => match view.level {
                    Some(level) => format!("level {level}"),
                    None => format!("Wedge {}", view.settings.strength),
                },
            };
            let discs = view.count(color);
            let noun = if discs == 1 { "disc " } else { "discs" };
            let seconds = view.spent[color as usize] / 1000;
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            let style = if playing { Modifier::BOLD } else { Modifier::empty() };
            let mark = if playing { "▶ " } else { "  " };
            let text = format!(" {name}  {who:<9} {discs:>3} {noun}  {time:>6}");
            let text = Span::styled(text, Style::new().add_modifier(style));
            Line::from(vec![Span::raw(mark), swatch, text])
        })
        .to_vec()
}

/// A score, named by the side that it favours.
pub(crate) fn favour(score: Score, side: Disc) -> String {
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
        _ if view.book_move.is_some() => "waits for you",
        _ => "waits for your move",
    };
    let Some(SearchInfo { side, depth, solved, score, moves, pv, nodes, time, .. }) = &view.info
    else {
        let book = view.book_move.map(|square| format!("{square} is from its opening book"));
        let opening = view.opening.map(|name| format!("opening: {name}"));
        let lines = [Some(state.to_owned()), book, opening];
        return lines.into_iter().flatten().map(Line::raw).collect();
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

/// Moves in a line of the list, so that the numbers are round.
const MOVES_A_LINE: usize = 10;

/// The moves, ten a line with the number of the first; only the last lines where not all fit. A pass
/// is `--` and has no number. The last move stands out.
pub(crate) fn move_lines(
    view: &View,
    capabilities: Capabilities,
    (width, height): (u16, u16),
) -> Vec<Line<'static>> {
    if view.moves.is_empty() {
        return vec![Line::styled("no moves yet", Style::new().add_modifier(Modifier::DIM))];
    }
    // A number takes two characters, a move three; a pass may join a line.
    let room = usize::from(width.saturating_sub(2) / 3);
    let row = [MOVES_A_LINE, 5, 4, 2].into_iter().find(|&row| row <= room).unwrap_or(1);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let last = view.moves.len() - 1;
    let mut lines: Vec<Vec<Span<'static>>> = Vec::new();
    let mut number = 0;
    for (at, mv) in view.moves.iter().enumerate() {
        let style = if at == last {
            accent(capabilities).add_modifier(Modifier::BOLD)
        } else {
            Style::new()
        };
        let name = match mv {
            Move::Play(square) => {
                if number % row == 0 {
                    lines.push(vec![Span::styled(format!("{:>2}", number + 1), dim)]);
                }
                number += 1;
                format!(" {square}")
            }
            Move::Pass => " --".to_owned(),
        };
        match lines.last_mut() {
            Some(line) => line.push(Span::styled(name, style)),
            // A game from a set-up position may begin with a pass.
            None => lines.push(vec![Span::styled(" 0", dim), Span::styled(name, style)]),
        }
    }
    let skip = lines.len().saturating_sub(height.into());
    lines.into_iter().skip(skip).map(Line::from).collect()
}

/// The most important keys; the help lists all.
const KEYS: [&[(&str, &str)]; 5] = [
    &[("arrows", "move"), ("Enter", "play"), ("click", "play there")],
    &[("u", "undo"), ("r", "redo"), ("h", "hint"), ("a", "analysis")],
    &[("n", "new game"), ("1-9 + -", "strength"), ("x", "swap")],
    &[("k", "coach"), ("v", "review"), ("s", "save"), ("o", "open")],
    &[("e", "set up"), ("d", "discs"), ("?", "help"), ("q", "quit")],
];

fn key_lines(rows: &[&[(&str, &str)]], capabilities: Capabilities) -> Vec<Line<'static>> {
    let key = accent(capabilities).add_modifier(Modifier::BOLD);
    let line = |row: &&[(&str, &str)]| {
        let spans = row.iter().enumerate().flat_map(|(at, (name, what))| {
            let gap = if at == 0 { "" } else { "  " };
            let name = Span::styled((*name).to_owned(), key);
            [Span::raw(gap), name, Span::raw(format!(" {what}"))]
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    rows.iter().map(line).collect()
}
