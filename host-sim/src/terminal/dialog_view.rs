//! Draws dialogs as popups over the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use wedge_console::Players;

use super::app::Capabilities;
use super::dialog::{Dialog, NewGameForm, Purpose};
use super::layout::accent;
use super::palette::Palette;
use super::status::board_name;
use super::text_input::TextInput;

/// Draws an open dialog over the screen.
pub(crate) fn draw_dialog(frame: &mut Frame<'_>, dialog: &Dialog, capabilities: Capabilities) {
    match dialog {
        Dialog::Help(scroll) => {
            let popup = Popup { title: "Help", width: 78, scroll: *scroll, beside: false };
            popup.draw(frame, &help(capabilities));
        }
        Dialog::Why { title, lines, scroll } => {
            let lines: Vec<Line<'_>> = lines.iter().cloned().map(Line::raw).collect();
            Popup { title, width: 43, scroll: *scroll, beside: true }.draw(frame, &lines);
        }
        Dialog::NewGame(form) => {
            let popup = Popup { title: "New game", width: 60, scroll: 0, beside: false };
            popup.draw(frame, &new_game(form, capabilities));
        }
        Dialog::Line { purpose, text, error } => {
            let (title, ask) = match purpose {
                Purpose::Save => {
                    ("Save the game", "File: .sgf and .ggf are those formats, others a game log.")
                }
                Purpose::Open => (
                    "Open a game",
                    "A file (log, SGF, GGF, transcript), moves such as f5d6c3, a board:",
                ),
            };
            let mut lines = vec![Line::raw(ask), typed(text)];
            lines
                .extend(error.iter().map(|error| Line::styled(error.clone(), wrong(capabilities))));
            lines.push(Line::raw(""));
            lines.push(Line::raw("Enter: OK    Esc: cancel"));
            Popup { title, width: 66, scroll: 0, beside: false }.draw(frame, &lines);
        }
    }
}

/// A box over the screen.
struct Popup<'a> {
    title: &'a str,
    width: u16,
    /// How many lines are scrolled away.
    scroll: u16,
    /// Whether it leaves the board visible where there is a right column.
    beside: bool,
}

impl Popup<'_> {
    fn draw(&self, frame: &mut Frame<'_>, lines: &[Line<'_>]) {
        let screen = frame.area();
        let width = self.width.min(screen.width);
        let text = Paragraph::new(lines.to_vec()).wrap(Wrap { trim: false });
        let inside = usize::from(width.saturating_sub(2)).max(1);
        let rows: usize = lines.iter().map(|line| wrapped(line, inside)).sum();
        let height = (rows as u16 + 2).min(screen.height);
        let hidden = (rows as u16 + 2).saturating_sub(height);
        let scroll = self.scroll.min(hidden);
        let title = match (hidden, scroll == hidden) {
            (0, _) => format!(" {} ", self.title),
            (_, true) => format!(" {} (up: more) ", self.title),
            (_, false) => format!(" {} (down: more) ", self.title),
        };
        let block = Block::bordered().border_type(BorderType::Double).title(title);
        let (spare_x, spare_y) = (screen.width - width, screen.height - height);
        let beside = self.beside && spare_x >= 20;
        let area = Rect {
            x: screen.x + if beside { spare_x } else { spare_x / 2 },
            // In a window without a right column the board stays visible above.
            y: screen.y + if self.beside && !beside { spare_y } else { spare_y / 2 },
            width,
            height,
        };
        frame.render_widget(Clear, area);
        frame.render_widget(text.scroll((scroll, 0)).block(block), area);
    }
}

/// The rows of a line that is wrapped between words.
fn wrapped(line: &Line<'_>, width: usize) -> usize {
    let text: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
    let (mut rows, mut used) = (1, 0);
    for word in text.split_inclusive(' ') {
        let length = word.chars().count();
        if used > 0 && used + word.trim_end().chars().count() > width {
            rows += 1;
            used = 0;
        }
        used += length;
    }
    rows
}

fn wrong(capabilities: Capabilities) -> Style {
    match capabilities.palette {
        Palette::Letters => Style::new().add_modifier(Modifier::BOLD),
        _ => Style::new().fg(Color::LightRed),
    }
}

/// A line being typed, with a text cursor. A suggestion that typing replaces is reversed.
fn typed(input: &TextInput) -> Line<'static> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let (before, after) = input.split();
    let text = if input.is_suggestion() { bold.add_modifier(Modifier::REVERSED) } else { bold };
    Line::from(vec![
        Span::styled("> ", bold),
        Span::styled(before.to_owned(), text),
        Span::styled("▏", bold),
        Span::styled(after.to_owned(), text),
    ])
}

fn new_game(form: &NewGameForm, capabilities: Capabilities) -> Vec<Line<'static>> {
    let players = match form.settings.players {
        Players::Black => "black, and move first",
        Players::White => "white",
        Players::Both => "both colours: two people",
        Players::Nobody => "nothing: watch Wedge play itself",
    };
    let row = |at: usize, label: &str, value: String| {
        let active = form.row == at;
        let mark = if active { "▶" } else { " " };
        let arrows = if active && at < 3 { ("◀ ", " ▶") } else { ("  ", "") };
        let style =
            if active { accent(capabilities).add_modifier(Modifier::BOLD) } else { Style::new() };
        Line::styled(format!("{mark} {label:<10}{}{value}{}", arrows.0, arrows.1), style)
    };
    let (before, after) = form.transcript.split();
    let start = match (form.row == 3, form.transcript.text().is_empty()) {
        (true, _) => format!("{before}▏{after}"),
        (false, true) => "the standard start".to_owned(),
        (false, false) => form.transcript.text().to_owned(),
    };
    let mut lines = vec![
        row(0, "You play", players.to_owned()),
        row(1, "Wedge", format!("{}: {}", form.opponent(), form.opponent().effort())),
        row(2, "Board", board_name(form.side).to_owned()),
        row(3, "Start", start),
    ];
    if form.row == 3 {
        lines.push(Line::raw("  Type or paste moves such as f5d6c3, or a board."));
    }
    lines.extend(form.error.iter().map(|error| Line::styled(error.clone(), wrong(capabilities))));
    lines.push(Line::raw(""));
    lines.push(Line::raw("Up, down: select    left, right: change"));
    lines.push(Line::raw("Enter: begin    Esc: back to the game"));
    lines
}

fn help(capabilities: Capabilities) -> Vec<Line<'static>> {
    let button = if capabilities.reports_release {
        [
            "Space is the board's one button: tap for the next square, hold for half a",
            "second to play there, double tap to take back, hold longer for its menu.",
        ]
    } else {
        [
            "Space is the board's one button: tap for the next square, double tap to",
            "take back. This terminal reports no holds: Enter plays, m is the menu.",
        ]
    };
    let lights = if capabilities.palette == Palette::Letters {
        "X is black, O is white, + is legal, [ ] the cursor, ( ) the last move."
    } else if capabilities.discs {
        "Dots are legal squares, [ ] is the cursor, the red mark is the last move."
    } else {
        "Blue is black, amber is white, green is legal, white lights are hints."
    };
    let rows = [
        "Othello: place a disc so that a line of the other colour lies between it",
        "and another of yours; all discs in between turn to your colour. A player",
        "who cannot move passes. When neither can, the one with more discs wins.",
        "",
        lights,
        button[0],
        button[1],
        "",
        "arrows  move the light      Enter  play there; \"move now\"; review at the end",
        "Tab     next legal square   click  play on a square",
        "u r  undo and redo          h  score your moves, the best three marked",
        "1-9  strength, + - step     a  analyse, until a is pressed again",
        "k  coach: what a move cost  y  why it did",
        "v  review the game          x  swap sides     w  watch Wedge play itself",
        "n  new game                 e  set up a position    d  discs or lights",
        "s o  save and open: logs, SGF, GGF, moves     m  the board's own menu",
        "c  copy the moves           q  quit, and print the moves",
        "Scores are in discs: +3 is a win by three for the player to move.",
    ];
    rows.into_iter().map(Line::raw).collect()
}
