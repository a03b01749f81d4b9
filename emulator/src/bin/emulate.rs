//! An emulated board in the terminal: its lights in true colour, keys as buttons, the serial port and
//! the log. `cargo xtask emulate` starts it.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::Frame as Screen;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph};
use wedge_console::{Frame, Rgb8};
use wedge_emulator::{Button, Emulator, Machine, Model, Pico, Picture};

/// The length of a tap, well over the debounce time.
const TAP: u64 = 60;
/// The length of a hold, too short for a long hold.
const HOLD: u64 = 700;
/// The length of a long hold.
const LONG_HOLD: u64 = 1700;
/// The pause between the taps of a double tap.
const PAUSE: u64 = 80;
/// Lines of the serial port that are kept.
const SERIAL_LINES: usize = 200;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(board), Some(program)) = (arguments.next(), arguments.next()) else {
        bail!("expected a board and its program: use `cargo xtask emulate`");
    };
    if !std::io::stdout().is_terminal() {
        bail!(
            "the lights need a terminal; without one use `cargo xtask emulate --socket SOCKET`, \
             which puts the serial port at a socket"
        );
    }
    let program = PathBuf::from(program);
    let window = arguments.next();
    let in_qemu = |model| match &window {
        None => Emulator::start_model(model, &program),
        Some(window) => Emulator::start_in_window(model, &program, window),
    };
    let mut machine: Box<dyn Machine> = match board.as_str() {
        "l475" => Box::new(in_qemu(Model::L475)?),
        "pico" => Box::new(Pico::start(&program)?),
        "lm3s" => Box::new(in_qemu(Model::Lm3s)?),
        _ => bail!("no board `{board}`: expected l475, pico or lm3s"),
    };
    if board == "pico" {
        // The emulator runs at a few percent of the Pico's speed. From strength 5 on the board
        // ponders, which would slow the buttons down as well.
        for _ in 0..3 {
            machine.advance()?;
        }
        machine.type_line("strength 3")?;
    }
    let mut terminal = ratatui::init();
    let outcome = Session::new(board).run(&mut terminal, machine.as_mut());
    ratatui::restore();
    outcome
}

/// What the terminal shows and what is to be done.
struct Session {
    board: String,
    lights: Frame,
    /// What a pixel display shows, on a board that has one.
    picture: Option<Picture>,
    log: Vec<String>,
    serial: VecDeque<String>,
    /// The serial line that is being typed, if the keys go there.
    typing: Option<String>,
    /// Presses and releases to come: when, which, and whether down.
    presses: VecDeque<(u64, Button, bool)>,
    /// The board's time and its speed, as a share of real time.
    now: u64,
    speed: f64,
}

impl Session {
    fn new(board: String) -> Self {
        Self {
            board,
            lights: Frame::default(),
            picture: None,
            log: Vec::new(),
            serial: VecDeque::from([String::new()]),
            typing: None,
            presses: VecDeque::new(),
            now: 0,
            speed: 1.0,
        }
    }

    fn run(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        machine: &mut dyn Machine,
    ) -> Result<()> {
        let mut mark = (Instant::now(), machine.now()?);
        self.log = machine.messages()?;
        loop {
            while event::poll(Duration::ZERO)? {
                if let Event::Key(key) = event::read()?
                    && key.kind != KeyEventKind::Release
                {
                    let control = key.modifiers.contains(KeyModifiers::CONTROL);
                    if control && key.code == KeyCode::Char('c') || !self.key(key.code, machine)? {
                        return Ok(());
                    }
                }
            }
            while let Some(&(_, button, down)) =
                self.presses.front().filter(|&&(at, ..)| at <= self.now)
            {
                self.presses.pop_front();
                machine.set_button(button, down)?;
            }
            machine.advance()?;
            self.now = machine.now()?;
            self.picture = machine.picture_now()?;
            if self.picture.is_none() {
                self.lights = machine.lights_now()?;
            }
            self.print(&machine.printed()?);
            if mark.0.elapsed() > Duration::from_secs(1) {
                let real = mark.0.elapsed().as_secs_f64() * 1000.0;
                self.speed = self.now.saturating_sub(mark.1) as f64 / real;
                mark = (Instant::now(), self.now);
                self.log = machine.messages()?;
            }
            terminal.draw(|screen| self.draw(screen))?;
        }
    }

    /// Adds what the serial port has sent.
    fn print(&mut self, text: &str) {
        for letter in text.chars().filter(|&letter| letter != '\r') {
            match (letter, self.serial.back_mut()) {
                ('\n', _) | (_, None) => self.serial.push_back(String::new()),
                (_, Some(line)) => line.push(letter),
            }
        }
        while self.serial.len() > SERIAL_LINES {
            self.serial.pop_front();
        }
    }

    /// Queues presses of a button after those that are still to come: lengths in ms of the board.
    fn press(&mut self, button: Button, lengths: &[u64]) {
        let mut at = self.presses.back().map_or(self.now, |&(at, ..)| at.max(self.now) + PAUSE);
        for length in lengths {
            self.presses.push_back((at, button, true));
            self.presses.push_back((at + length, button, false));
            at += length + PAUSE;
        }
    }

    /// Handles a key; returns false to quit.
    fn key(&mut self, key: KeyCode, machine: &mut dyn Machine) -> Result<bool> {
        if let Some(line) = &mut self.typing {
            match key {
                KeyCode::Char(letter) if letter.is_ascii() => line.push(letter),
                KeyCode::Backspace => drop(line.pop()),
                KeyCode::Enter => {
                    let line = std::mem::take(line);
                    self.print(&format!("> {line}\n"));
                    machine.type_line(&line)?;
                }
                KeyCode::Esc | KeyCode::Tab => self.typing = None,
                _ => {}
            }
            return Ok(true);
        }
        match key {
            KeyCode::Char(' ') => self.press(Button::User, &[TAP]),
            KeyCode::Char('h') => self.press(Button::User, &[HOLD]),
            KeyCode::Char('l') => self.press(Button::User, &[LONG_HOLD]),
            KeyCode::Char('d') => self.press(Button::User, &[TAP, TAP]),
            KeyCode::Up => self.press(Button::Up, &[TAP]),
            KeyCode::Down => self.press(Button::Down, &[TAP]),
            KeyCode::Left => self.press(Button::Left, &[TAP]),
            KeyCode::Right => self.press(Button::Right, &[TAP]),
            KeyCode::Enter => self.press(Button::Select, &[TAP]),
            KeyCode::Char('m') => self.press(Button::Select, &[HOLD]),
            KeyCode::Tab => self.typing = Some(String::new()),
            KeyCode::Char('r') => self.restart(machine, |machine| machine.press_reset())?,
            KeyCode::Char('p') => self.restart(machine, |machine| machine.pull_plug())?,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn restart(
        &mut self,
        machine: &mut dyn Machine,
        how: impl FnOnce(&mut dyn Machine) -> Result<()>,
    ) -> Result<()> {
        self.presses.clear();
        how(machine)?;
        self.now = machine.now()?;
        Ok(())
    }

    fn draw(&self, screen: &mut Screen<'_>) {
        let [main, help] =
            Layout::vertical([Constraint::Min(18), Constraint::Length(3)]).areas(screen.area());
        let seconds = self.now as f64 / 1000.0;
        let title = format!(" {} {seconds:.1} s, {:.0} % speed ", self.board, self.speed * 100.0);
        let inside = Block::bordered().title(title);
        let picture = match &self.picture {
            None => leds(&self.lights),
            // A pixel a letter where there is room, else eight pixels a letter.
            Some(picture) if usize::from(main.width) >= picture.width + 32 => pixels(picture),
            Some(picture) => dots(picture),
        };
        let [left, right] = Layout::horizontal([
            Constraint::Length(picture.width() as u16 + 2),
            Constraint::Min(12),
        ])
        .areas(main);
        let [serial, log] =
            Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(right);
        screen.render_widget(Paragraph::new(picture).block(inside), left);
        let typed = self.typing.as_ref().map(|typed| format!("> {typed}_"));
        let lines = self.serial.iter().chain(&typed).map(String::as_str);
        let title =
            if self.typing.is_some() { " serial port: Enter sends " } else { " serial port " };
        pane(screen, serial, title, lines);
        pane(screen, log, " log ", self.log.iter().map(String::as_str));
        let keys = [
            "one button: space tap  h hold  l long hold  d double tap   five: arrows  Enter  m menu",
            "Tab: type on the serial port (list_commands)   r reset   p power cut   q quit",
        ];
        let keys = if self.board == "lm3s" {
            ["keys: arrows  Enter select  m menu", keys[1]]
        } else {
            keys
        };
        let keys = if self.typing.is_some() {
            [
                "Esc: back to the buttons",
                "genmove black, play white d6, showboard, brightness 5 ...",
            ]
        } else {
            keys
        };
        screen.render_widget(Paragraph::new(keys.map(Line::from).to_vec()).dim(), help);
    }
}

/// Draws the last lines that fit into a pane; a long line takes several rows.
fn pane<'a>(
    screen: &mut Screen<'_>,
    area: Rect,
    title: &'a str,
    lines: impl Iterator<Item = &'a str>,
) {
    let [width, height] =
        [area.width, area.height].map(|length| usize::from(length.saturating_sub(2)));
    let mut rows: Vec<&str> = lines.flat_map(|line| wrapped(line, width)).collect();
    rows.drain(..rows.len().saturating_sub(height));
    let block = Block::bordered().title(title);
    screen.render_widget(Paragraph::new(Text::from_iter(rows)).block(block), area);
}

/// A line in rows of so many letters, broken at spaces where there are any.
fn wrapped(mut line: &str, width: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    while let Some((end, _)) = line.char_indices().nth(width.max(1)) {
        let (row, rest) = line.split_at(end);
        let (row, rest) = match (rest.strip_prefix(' '), row.rsplit_once(' ')) {
            (Some(rest), _) => (row, rest),
            (None, Some((row, _))) if !row.trim().is_empty() => (row, &line[row.len() + 1..]),
            (None, _) => (row, rest),
        };
        rows.push(row);
        line = rest;
    }
    rows.push(line);
    rows
}

/// A pixel display, two pixels a letter.
fn pixels(picture: &Picture) -> Text<'static> {
    let grey = |level: u8| Color::Rgb(level, level, level);
    Text::from_iter((0..picture.height).step_by(2).map(|y| {
        Line::from_iter((0..picture.width).map(|x| {
            let [upper, lower] = [picture.level(x, y), picture.level(x, y + 1)].map(grey);
            Span::styled("▀", Style::new().fg(upper).bg(lower))
        }))
    }))
}

/// A pixel display in Braille patterns, eight pixels a letter: for terminals of 80 columns.
fn dots(picture: &Picture) -> Text<'static> {
    /// The bits of a pattern, row by row.
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let letter = |x: usize, y: usize| {
        let mut pattern = 0x2800;
        for (dy, row) in BITS.iter().enumerate() {
            for (dx, bit) in row.iter().enumerate() {
                // The grid of the board would hide what is on it.
                pattern |= if picture.level(x + dx, y + dy) > 80 { *bit } else { 0 };
            }
        }
        char::from_u32(pattern).unwrap_or(' ')
    };
    Text::from_iter((0..picture.height).step_by(4).map(|y| {
        Line::from((0..picture.width).step_by(2).map(|x| letter(x, y)).collect::<String>())
    }))
}

/// The LEDs, each three columns by one and a half rows.
fn leds(frame: &Frame) -> Text<'static> {
    let row = |leds: &[Rgb8; 8], block: &'static str| {
        Line::from_iter(leds.iter().flat_map(|&led| {
            [Span::styled(block, Style::new().fg(perceived(led))), Span::raw(" ")]
        }))
    };
    Text::from_iter(frame.0.iter().flat_map(|leds| [row(leds, "███"), row(leds, "▀▀▀")]))
}

/// The colour of an LED on a screen; one that is dark is a dim square.
fn perceived(led: Rgb8) -> Color {
    let root = |level: u8| (f64::from(level) * 255.0).sqrt() as u8;
    match led {
        Rgb8 { r: 0, g: 0, b: 0 } => Color::Rgb(28, 28, 28),
        _ => Color::Rgb(root(led.r), root(led.g), root(led.b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_at_spaces() {
        let line = "0.123 INFO stack: 4096 of 28672 B";
        assert_eq!(wrapped(line, 14), ["0.123 INFO", "stack: 4096 of", "28672 B"]);
        assert_eq!(wrapped(line, 33), [line]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("  abcdefgh", 4), ["  ab", "cdef", "gh"]);
        assert_eq!(wrapped("äöü äöüä", 3), ["äöü", "äöü", "ä"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }
}
