//! What a pixel display shows of the panel.

use core::fmt::Write;

use heapless::String;
use wedge_console::engine::{Color, Position, Square};
use wedge_console::{MenuEntry, Panel, Players, Settings, Showing, Task};

/// Lines of text beside the board.
pub const TEXT_LINES: usize = 7;
/// The longest line.
const LETTERS: usize = 12;
/// The cursor is shown for the first half of this time.
const BLINK_MS: u64 = 600;

/// What a square shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Its disc.
    pub disc: Option<Color>,
    /// Whether the player to choose may move there.
    pub is_legal: bool,
    /// Whether the last move was made there.
    pub is_last: bool,
    /// Whether it is a hint, or the engine's best move so far.
    pub is_hint: bool,
    /// Whether the cursor is there and lit.
    pub is_cursor: bool,
}

/// What the display shows: two equal views are the same picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The squares, row by row from the top.
    pub squares: [[Mark; 8]; 8],
    /// The text beside the board.
    pub text: [String<LETTERS>; TEXT_LINES],
    /// Whether the menu is open.
    pub is_menu: bool,
}

impl View {
    /// The view of a panel at a time.
    #[must_use]
    pub fn of(panel: &Panel, now: u64) -> Self {
        let mut view = Self::default();
        let (position, showing) = (panel.game().position(), panel.showing());
        let lit = now.saturating_sub(panel.last_input_at()) % BLINK_MS < BLINK_MS / 2;
        let mut last = None;
        for mv in panel.game().moves() {
            last = mv.square().or(last);
        }
        let legal = position.board().legal_moves();
        let choosing = showing == Showing::Choosing;
        for square in (0..64).filter_map(Square::from_index) {
            view.squares[square.row() % 8][square.column() % 8] = Mark {
                disc: position.at(square),
                is_legal: choosing && legal.has(square),
                is_last: last == Some(square),
                is_hint: panel.hints().any(|hint| hint == square)
                    || lit && panel.candidate() == Some(square),
                is_cursor: choosing && lit && panel.cursor() == square,
            };
        }
        let settings = panel.settings();
        if let Showing::Menu { entry, editing } = showing {
            view.is_menu = true;
            view.menu(entry, editing && !lit, &settings);
        } else {
            view.game(panel, showing, &settings);
        }
        view
    }

    /// Writes a line; what does not fit is cut off.
    fn line(&mut self, number: usize, words: core::fmt::Arguments<'_>) {
        if let Some(line) = self.text.get_mut(number) {
            line.clear();
            let _ = line.write_fmt(words);
        }
    }

    fn game(&mut self, panel: &Panel, showing: Showing, settings: &Settings) {
        let position = panel.game().position();
        let side = name(position.side());
        match showing {
            Showing::Thinking(Task::Move) => self.line(0, format_args!("{side} thinks")),
            Showing::Thinking(Task::Hint) => self.line(0, format_args!("hint ...")),
            Showing::Passing => self.line(0, format_args!("{side} passes")),
            Showing::Over => match position.result_for_black() {
                0 => self.line(0, format_args!("draw")),
                1.. => self.line(0, format_args!("Black wins")),
                _ => self.line(0, format_args!("White wins")),
            },
            Showing::Choosing | Showing::Menu { .. } | Showing::Remote => {
                self.line(0, format_args!("{side} moves"));
            }
        }
        let [black, white] = counts(&position);
        self.line(2, format_args!("Black {black:>5}"));
        self.line(3, format_args!("White {white:>5}"));
        if showing == Showing::Choosing {
            self.line(5, format_args!("cursor {}", panel.cursor()));
        } else if let Some(square) = panel.candidate() {
            self.line(5, format_args!("best   {square}"));
        } else if showing == Showing::Remote {
            self.line(5, format_args!("serial port"));
        }
        self.line(6, format_args!("strength {}", settings.strength.number()));
    }

    fn menu(&mut self, entry: MenuEntry, hidden: bool, settings: &Settings) {
        self.line(0, format_args!("menu"));
        let (words, action) = match entry {
            MenuEntry::Strength => ("strength", "up, down"),
            MenuEntry::Players => ("you play", "up, down"),
            MenuEntry::Hint => ("hint", "select"),
            MenuEntry::TakeBack => ("take back", "select"),
            MenuEntry::NewGame => ("new game", "select"),
            MenuEntry::OtherGame => ("other game", "select"),
            MenuEntry::Brightness => ("brightness", "up, down"),
            MenuEntry::WhiteBalance => ("balance", "up, down"),
            MenuEntry::Play => ("play on", "select"),
        };
        self.line(2, format_args!("{words}"));
        match entry {
            _ if hidden => {}
            MenuEntry::Strength => {
                self.line(3, format_args!("{} of 9", settings.strength.number()));
            }
            MenuEntry::Brightness => {
                self.line(3, format_args!("{} of 5", settings.brightness.step()));
            }
            MenuEntry::WhiteBalance => match (settings.balance.name(), settings.balance.shares()) {
                (Some(name), _) => self.line(3, format_args!("{name}")),
                (None, [r, g, b]) => self.line(3, format_args!("{r} {g} {b}")),
            },
            MenuEntry::Players => {
                let who = match settings.players {
                    Players::Black => "Black",
                    Players::White => "White",
                    Players::Both => "both sides",
                    Players::Nobody => "neither",
                };
                self.line(3, format_args!("{who}"));
            }
            MenuEntry::Hint
            | MenuEntry::TakeBack
            | MenuEntry::NewGame
            | MenuEntry::OtherGame
            | MenuEntry::Play => {}
        }
        self.line(5, format_args!("{action}"));
        self.line(6, format_args!("< page >"));
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Black's discs and white's.
fn counts(position: &Position) -> [u32; 2] {
    [Color::Black, Color::White].map(|color| {
        let squares = (0..64).filter_map(Square::from_index);
        squares.filter(|&square| position.at(square) == Some(color)).count() as u32
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    use wedge_console::{Action, Balance};

    use super::*;

    fn text(view: &View) -> Vec<std::string::String> {
        view.text.iter().filter(|line| !line.is_empty()).map(ToString::to_string).collect()
    }

    #[test]
    fn words_say_whose_move_it_is_and_what_the_menu_does() {
        let mut panel: Panel = Panel::new();
        let view = View::of(&panel, 0);
        assert_eq!(
            text(&view),
            ["Black moves", "Black     2", "White     2", "cursor d3", "strength 5"]
        );
        assert_eq!(view.squares.iter().flatten().filter(|mark| mark.is_legal).count(), 4);
        assert!(view.squares[2][3].is_cursor);
        panel.handle(Action::Select, 10);
        let view = View::of(&panel, 1000);
        assert_eq!(view.text[0], "White thinks");
        assert!(view.squares[2][3].is_last);
        panel.handle(Action::Menu, 1100);
        let mut pages = Vec::new();
        for page in 0..7 {
            let view = View::of(&panel, 1100 + page);
            assert!(view.is_menu);
            pages.push(view.text[2].to_string());
            panel.handle(Action::Right, 1100 + page);
        }
        let wanted =
            ["strength", "you play", "hint", "take back", "new game", "brightness", "play on"];
        assert_eq!(pages, wanted);
    }

    /// The page of a display with colours.
    #[test]
    fn the_white_balance_has_a_name_or_numbers() {
        let own = Balance::new([16, 9, 13]).unwrap();
        for (balance, value) in [(Balance::default(), "neutral"), (own, "16 9 13")] {
            let mut panel = Panel::new().with_white_balance();
            panel.set_lights(&Settings { balance, ..Settings::default() });
            panel.handle(Action::Menu, 0);
            panel.handle(Action::Left, 1);
            panel.handle(Action::Left, 2);
            let view = View::of(&panel, 3);
            assert_eq!(text(&view), ["menu", "balance", value, "up, down", "< page >"]);
        }
        let mut balance = Balance::default().up();
        while balance != Balance::default() {
            assert!(balance.name().is_some_and(|name| name.len() <= 12), "{balance:?}");
            balance = balance.up();
        }
    }
}
