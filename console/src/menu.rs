//! The menu: one page of 8x8 pixels for each entry.

use wedge_engine::{Color, Strength};

use crate::balance::Balance;
use crate::brightness::Brightness;
use crate::controls::Action;
use crate::frame::{Frame, Rgb8};
use crate::glyph::{self, DIGITS};
use crate::saved_game::GameKind;
use crate::scene::{self, LIGHT, hue};

/// Which colours people play; the engine plays the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Players {
    /// A person plays black, the engine white.
    #[default]
    Black,
    /// A person plays white, the engine black.
    White,
    /// Two people.
    Both,
    /// The engine plays itself.
    Nobody,
}

impl Players {
    /// All values, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Black, Self::White, Self::Both, Self::Nobody];

    /// Whether a person plays this colour.
    #[must_use]
    pub const fn has(self, color: Color) -> bool {
        match self {
            Self::Black => matches!(color, Color::Black),
            Self::White => matches!(color, Color::White),
            Self::Both => true,
            Self::Nobody => false,
        }
    }

    /// The place in [`Players::ALL`].
    pub(crate) fn index(self) -> u8 {
        Self::ALL.iter().position(|&players| players == self).unwrap_or(0) as u8
    }

    fn stepped(self, steps: usize) -> Self {
        let at = usize::from(self.index());
        Self::ALL.iter().copied().cycle().nth(at + steps).unwrap_or(self)
    }
}

/// The settings that the menu and the serial port change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The strength of the engine.
    pub strength: Strength,
    /// Who plays which colour.
    pub players: Players,
    /// The brightness of the lights.
    pub brightness: Brightness,
    /// The white balance of the lights.
    pub balance: Balance,
}

/// A page of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The strength of the engine.
    Strength,
    /// Who plays which colour.
    Players,
    /// Request the best moves from the engine.
    Hint,
    /// Take back a move.
    TakeBack,
    /// Start a new game.
    NewGame,
    /// Change to the console's other game; both are kept.
    OtherGame,
    /// The brightness of the lights.
    Brightness,
    /// The white balance of lights that have three colours.
    WhiteBalance,
    /// Return to the game.
    Play,
}

/// What the panel does when an entry is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Hint,
    TakeBack,
    NewGame,
    OtherGame,
    Play,
}

/// An open menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Menu {
    entries: &'static [Entry],
    at: usize,
    /// Whether [`Action::Next`] changes the value of the page: one button has no other way.
    editing: bool,
}

impl Menu {
    /// The menu during a game, with the pages that only some consoles have: the other game and the
    /// white balance.
    pub(crate) const fn game(other_game: bool, white_balance: bool) -> Self {
        use Entry::{
            Brightness, Hint, NewGame, OtherGame, Play, Players, Strength, TakeBack, WhiteBalance,
        };
        let entries: &[Entry] = match (other_game, white_balance) {
            (false, false) => &[Strength, Players, Hint, TakeBack, NewGame, Brightness, Play],
            (false, true) => {
                &[Strength, Players, Hint, TakeBack, NewGame, Brightness, WhiteBalance, Play]
            }
            (true, false) => {
                &[Strength, Players, Hint, TakeBack, NewGame, Brightness, OtherGame, Play]
            }
            (true, true) => &[
                Strength,
                Players,
                Hint,
                TakeBack,
                NewGame,
                Brightness,
                WhiteBalance,
                OtherGame,
                Play,
            ],
        };
        Self { entries, at: 0, editing: false }
    }

    /// The question after a reset: resume the saved game or start a new one?
    pub(crate) const RESUME: Self =
        Self { entries: &[Entry::Play, Entry::NewGame], at: 0, editing: false };

    /// Whether this is the question after a reset.
    pub(crate) fn is_resume_question(&self) -> bool {
        self.entries == Self::RESUME.entries
    }

    /// The current page.
    pub(crate) fn entry(&self) -> Entry {
        self.entries.get(self.at).copied().unwrap_or(Entry::Play)
    }

    /// Whether a tap changes the value of the page.
    pub(crate) const fn is_editing(&self) -> bool {
        self.editing
    }

    /// Applies an action; returns the choice it makes, if any.
    pub(crate) fn handle(&mut self, action: Action, settings: &mut Settings) -> Option<Choice> {
        match action {
            Action::Next if self.editing => self.change(settings, true),
            Action::Next | Action::Right => self.turn_page(1),
            Action::Left => self.turn_page(self.entries.len() - 1),
            Action::Up => self.change(settings, true),
            Action::Down => self.change(settings, false),
            Action::Select | Action::Point(_) => return self.select(),
            Action::TakeBack | Action::Menu => return Some(Choice::Play),
            Action::Touch | Action::Arm => {}
        }
        None
    }

    fn turn_page(&mut self, steps: usize) {
        self.at = (self.at + steps) % self.entries.len().max(1);
        self.editing = false;
    }

    fn change(&self, settings: &mut Settings, up: bool) {
        match self.entry() {
            Entry::Strength if up => settings.strength = settings.strength.up(),
            Entry::Strength => settings.strength = settings.strength.down(),
            Entry::Players => {
                let steps = if up { 1 } else { Players::ALL.len() - 1 };
                settings.players = settings.players.stepped(steps);
            }
            Entry::Brightness if up => settings.brightness = settings.brightness.up(),
            Entry::Brightness => settings.brightness = settings.brightness.down(),
            Entry::WhiteBalance if up => settings.balance = settings.balance.up(),
            Entry::WhiteBalance => settings.balance = settings.balance.down(),
            Entry::Hint | Entry::TakeBack | Entry::NewGame | Entry::OtherGame | Entry::Play => {}
        }
    }

    fn select(&mut self) -> Option<Choice> {
        match self.entry() {
            Entry::Strength | Entry::Players | Entry::Brightness | Entry::WhiteBalance => {
                self.editing = !self.editing;
                None
            }
            Entry::Hint => Some(Choice::Hint),
            Entry::TakeBack => Some(Choice::TakeBack),
            Entry::NewGame => Some(Choice::NewGame),
            Entry::OtherGame => Some(Choice::OtherGame),
            Entry::Play => Some(Choice::Play),
        }
    }

    /// Draws the page: a sign, and below it a row of dots with the current page's dot lit brighter.
    ///
    /// `elapsed` is the time since the last action. A value that is being changed blinks.
    pub(crate) fn render(&self, settings: &Settings, game: GameKind, elapsed: u64) -> Frame {
        const SIGN: Rgb8 = Rgb8::new(0, 160, 60);
        let mut frame = Frame::default();
        let shown = !self.editing || scene::is_lit(elapsed, 500);
        match self.entry() {
            Entry::Strength => {
                frame.draw(&glyph::LEVEL, 0, 1, SIGN);
                let digit = DIGITS.get(usize::from(settings.strength.number()) - 1);
                if let Some(digit) = digit.filter(|_| shown) {
                    frame.draw(digit, 4, 1, LIGHT);
                }
            }
            Entry::Players if shown => {
                for (color, column) in [(Color::Black, 0), (Color::White, 5)] {
                    let sign =
                        if settings.players.has(color) { glyph::PERSON } else { glyph::MACHINE };
                    frame.draw(&sign, column, 1, player_hue(game, color));
                }
            }
            Entry::Players => {}
            Entry::Hint => frame.draw(&glyph::HINT, 0, 0, LIGHT),
            Entry::TakeBack => frame.draw(&glyph::TAKE_BACK, 0, 0, LIGHT),
            Entry::NewGame => match game {
                GameKind::Othello => draw_othello(&mut frame, 2, 255),
                GameKind::DarkChess => draw_dark_chess(&mut frame, 2, 255),
            },
            Entry::OtherGame => {
                // Both games, the current one dim.
                let brightness = |drawn| if drawn == game { 70 } else { 255 };
                draw_othello(&mut frame, 0, brightness(GameKind::Othello));
                draw_dark_chess(&mut frame, 5, brightness(GameKind::DarkChess));
            }
            Entry::Brightness => {
                frame.draw(&glyph::SUN, 0, 1, SIGN);
                let digit = DIGITS.get(usize::from(settings.brightness.step()) - 1);
                if let Some(digit) = digit.filter(|_| shown) {
                    frame.draw(digit, 5, 1, LIGHT);
                }
            }
            Entry::WhiteBalance => {
                frame.draw(&glyph::PATCH, 4, 1, LIGHT);
                if shown {
                    draw_shares(&mut frame, settings.balance);
                }
            }
            Entry::Play => frame.draw(&glyph::PLAY, 0, 0, SIGN),
        }
        // Of nine pages the last, the way back to the game, has no dot: all are dim there.
        let dots = frame.0.last_mut().into_iter().flatten();
        let first = 4 - self.entries.len().min(8) / 2;
        for (page, dot) in dots.skip(first).take(self.entries.len()).enumerate() {
            *dot = if page == self.at { LIGHT } else { LIGHT.dim(80) };
        }
        frame
    }
}

/// A bar for each colour, as high as its share of the current in a white balance.
fn draw_shares(frame: &mut Frame, balance: Balance) {
    const BAR: [u8; 5] = [0x80; 5];
    const HUES: [Rgb8; 3] = [Rgb8::new(255, 0, 0), Rgb8::new(0, 255, 0), Rgb8::new(0, 0, 255)];
    for (column, (share, hue)) in balance.shares().into_iter().zip(HUES).enumerate() {
        let share = usize::from(share) * BAR.len() + usize::from(Balance::WHOLE) / 2;
        let height = (share / usize::from(Balance::WHOLE)).clamp(1, BAR.len());
        frame.draw(BAR.get(..height).unwrap_or(&BAR), column, 1 + BAR.len() - height, hue);
    }
}

/// The start position of Othello, each disc four LEDs.
fn draw_othello(frame: &mut Frame, column: usize, brightness: u8) {
    const DISC: [u8; 2] = [0xC0; 2];
    for (right, row, color) in
        [(0, 1, Color::White), (2, 1, Color::Black), (0, 3, Color::Black), (2, 3, Color::White)]
    {
        frame.draw(&DISC, column + right, row, hue(color).dim(brightness));
    }
}

/// Four squares of dark chess: two kings among two face-down pieces.
fn draw_dark_chess(frame: &mut Frame, column: usize, brightness: u8) {
    const LED: [u8; 1] = [0x80];
    for (right, row, colour) in [
        (0, 1, DARK_CHESS_HUES[0]),
        (0, 2, KING),
        (2, 1, FACE_DOWN),
        (2, 2, FACE_DOWN),
        (0, 3, FACE_DOWN),
        (0, 4, FACE_DOWN),
        (2, 3, DARK_CHESS_HUES[1]),
        (2, 4, KING),
    ] {
        frame.draw(&LED, column + right, row, colour.dim(brightness));
    }
}

/// The colours of dark chess, where the menu shows it.
const DARK_CHESS_HUES: [Rgb8; 2] = [Rgb8::new(255, 48, 0), Rgb8::new(0, 72, 255)];
const KING: Rgb8 = Rgb8::new(255, 255, 255);
const FACE_DOWN: Rgb8 = Rgb8::new(90, 90, 90);

/// The colour of a player's sign. In dark chess the first flip decides the colours: the first player
/// is the brighter one.
const fn player_hue(game: GameKind, color: Color) -> Rgb8 {
    match (game, color) {
        (GameKind::Othello, _) => hue(color),
        (GameKind::DarkChess, Color::Black) => LIGHT,
        (GameKind::DarkChess, Color::White) => Rgb8::new(90, 90, 90),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    const FULL: Menu = Menu::game(true, true);

    #[test]
    fn one_button_reaches_every_entry_and_value() {
        let (mut menu, mut settings) = (FULL, Settings::default());
        assert_eq!(menu.handle(Action::Select, &mut settings), None);
        for number in [6, 7, 8, 9, 1, 2] {
            assert_eq!(menu.handle(Action::Next, &mut settings), None);
            assert_eq!(settings.strength.number(), number);
        }
        assert_eq!(menu.handle(Action::Select, &mut settings), None);
        let mut choices = Vec::new();
        for _ in 0..9 {
            menu.handle(Action::Next, &mut settings);
            choices.push(menu.select());
            menu.editing = false;
        }
        use Choice::{Hint, NewGame, OtherGame, Play, TakeBack};
        let wanted = [Hint, TakeBack, NewGame].map(Some);
        let wanted = [&[None], &wanted[..], &[None, None, Some(OtherGame), Some(Play), None]];
        assert_eq!(choices, wanted.concat());
        assert_eq!(settings.strength.number(), 2);
    }

    #[test]
    fn five_buttons_change_values_directly() {
        let (mut menu, mut settings) = (FULL, Settings::default());
        menu.handle(Action::Down, &mut settings);
        assert_eq!(settings.strength.number(), 4);
        menu.handle(Action::Right, &mut settings);
        let mut seen = Vec::new();
        for _ in 0..4 {
            menu.handle(Action::Down, &mut settings);
            seen.push(settings.players);
        }
        assert_eq!(seen, [Players::Nobody, Players::Both, Players::White, Players::Black]);
        menu.handle(Action::Left, &mut settings);
        menu.handle(Action::Left, &mut settings);
        assert_eq!(menu.handle(Action::Select, &mut settings), Some(Choice::Play));
        menu.handle(Action::Left, &mut settings);
        menu.handle(Action::Left, &mut settings);
        menu.handle(Action::Up, &mut settings);
        assert_eq!(settings.balance.name(), Some("warm"));
        menu.handle(Action::Left, &mut settings);
        menu.handle(Action::Up, &mut settings);
        assert_eq!(settings.brightness.step(), 4);
    }

    #[test]
    fn a_console_has_the_pages_it_needs() {
        for (other_game, white_balance) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let menu = Menu::game(other_game, white_balance);
            let has = |entry| menu.entries.contains(&entry);
            assert_eq!(
                (has(Entry::OtherGame), has(Entry::WhiteBalance)),
                (other_game, white_balance)
            );
            assert_eq!(
                menu.entries.len(),
                7 + usize::from(other_game) + usize::from(white_balance)
            );
            assert_eq!(menu.entries.last(), Some(&Entry::Play));
        }
    }

    #[test]
    fn every_page_and_value_has_a_distinct_picture() {
        let mut pictures = Vec::new();
        let mut draw = |entry, settings: Settings, game| {
            let at = FULL.entries.iter().position(|&other| other == entry).unwrap();
            pictures.push(Menu { at, ..FULL }.render(&settings, game, 0).to_string());
        };
        let settings = Settings::default();
        for strength in (1..=9).filter_map(Strength::new) {
            draw(Entry::Strength, Settings { strength, ..settings }, GameKind::Othello);
        }
        for players in Players::ALL {
            draw(Entry::Players, Settings { players, ..settings }, GameKind::Othello);
        }
        for brightness in (1..=5).filter_map(Brightness::new) {
            draw(Entry::Brightness, Settings { brightness, ..settings }, GameKind::Othello);
        }
        let balances = core::iter::successors(Some(Balance::default()), |last| Some(last.up()));
        for balance in balances.take(6) {
            draw(Entry::WhiteBalance, Settings { balance, ..settings }, GameKind::Othello);
        }
        for entry in [Entry::Hint, Entry::TakeBack, Entry::NewGame, Entry::OtherGame, Entry::Play] {
            draw(entry, settings, GameKind::Othello);
        }
        for entry in [Entry::Players, Entry::NewGame, Entry::OtherGame] {
            draw(entry, settings, GameKind::DarkChess);
        }
        let total = pictures.len();
        pictures.sort();
        pictures.dedup();
        assert_eq!((total, pictures.len()), (32, 32));
    }
}
