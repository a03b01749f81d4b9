//! Draws dialogs as popups over the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use wedge_console::Players;

use super::app::Capabilities;
use super::dialog::{Dialog, NewGameForm, Purpose};
use super::layout::accent;
use super::palette::Palette;
use super::status::board_name;

/// Draws an open dialog over the screen.
pub(crate) fn draw_dialog(frame: &mut Frame<'_>, dialog: &Dialog, capabilities: Capabilities) {
    match dialog {
        Dialog::Help => popup(frame, "Help: any key closes it", help(capabilities), 78),
        Dialog::NewGame(form) => popup(frame, "New game", new_game(form, capabilities), 60),
        Dialog::Line { purpose, text, error } => {
            let (title, ask) = match purpose {
                Purpose::Save => ("Save the game", "File to write the game log to:"),
                Purpose::Open => {
                    ("Open a game", "A file (log, SGF, GGF, transcript) or moves such as f5d6c3:")
                }
            };
            let mut lines = vec![Line::raw(ask), typed(text, true)];
            lines
                .extend(error.iter().map(|error| Line::styled(error.clone(), wrong(capabilities))));
            lines.push(Line::raw(""));
            lines.push(Line::raw("Enter: OK    Esc: cancel"));
            popup(frame, title, lines, 66);
        }
    }
}

fn popup(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'_>>, width: u16) {
    let screen = frame.area();
    let width = width.min(screen.width);
    let block = Block::bordered().border_type(BorderType::Double).title(format!(" {title} "));
    let inside = usize::from(width.saturating_sub(2)).max(1);
    let rows: usize = lines.iter().map(|line| line.width().div_ceil(inside).max(1)).sum();
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).block(block);
    let height = (rows as u16 + 2).min(screen.height);
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, area);
    frame.render_widget(text, area);
}

fn wrong(capabilities: Capabilities) -> Style {
    match capabilities.palette {
        Palette::Letters => Style::new().add_modifier(Modifier::BOLD),
        _ => Style::new().fg(Color::LightRed),
    }
}

/// A line being typed, with a text cursor.
fn typed(text: &str, active: bool) -> Line<'static> {
    let mark = if active { "▏" } else { "" };
    Line::styled(format!("> {text}{mark}"), Style::new().add_modifier(Modifier::BOLD))
}

fn new_game(form: &NewGameForm, capabilities: Capabilities) -> Vec<Line<'static>> {
    let players = match form.settings.players {
        Players::Black => "black, and move first",
        Players::White => "white",
        Players::Both => "both colours: two people",
        Players::Nobody => "nothing: watch Wedge play itself",
    };
    let strength = form.settings.strength.number();
    let effort = match (form.settings.strength.depth(), form.settings.strength.slack()) {
        (60.., _) => "looks as far ahead as it can".to_owned(),
        (depth, 0) => format!("looks {depth} moves ahead"),
        (depth, slack) => format!("looks {depth} ahead, gives away up to {slack} discs"),
    };
    let row = |at: usize, label: &str, value: String| {
        let active = form.row == at;
        let mark = if active { "▶" } else { " " };
        let arrows = if active && at < 3 { ("◀ ", " ▶") } else { ("  ", "") };
        let style =
            if active { accent(capabilities).add_modifier(Modifier::BOLD) } else { Style::new() };
        Line::styled(format!("{mark} {label:<10}{}{value}{}", arrows.0, arrows.1), style)
    };
    let start = match (form.row == 3, form.transcript.is_empty()) {
        (true, _) => format!("{}▏", form.transcript),
        (false, true) => "the standard start".to_owned(),
        (false, false) => form.transcript.clone(),
    };
    let mut lines = vec![
        row(0, "You play", players.to_owned()),
        row(1, "Strength", format!("{strength}, {effort}")),
        row(2, "Board", board_name(form.side).to_owned()),
        row(3, "Start", start),
    ];
    if form.row == 3 {
        lines.push(Line::raw("  Type or paste moves such as f5d6c3; empty is the standard start."));
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
        "X is black, O is white, + is legal, [ ] is the cursor, # is a hint."
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
        "arrows  move the light      Enter  play there; \"move now\"; choose",
        "Tab     next legal square   click  play on a square",
        "u  undo        r  redo      h  score your moves, the best three marked",
        "1-9  strength  x  swap      a  analyse, until a is pressed again",
        "n  new game: your colour, strength, 8x8 or 6x6, first moves",
        "w  watch Wedge play itself  m  the board's own menu, on the lights",
        "s  save a log               o  open a log, an SGF or GGF file, or moves",
        "c  copy the moves           q  quit, and print the moves",
        "",
        "Scores are in discs: +3 is a win by three for the player to move.",
    ];
    rows.into_iter().map(Line::raw).collect()
}
