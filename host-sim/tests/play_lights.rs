//! The chip's golden pictures on the screen of a terminal: same presses, same pictures.

mod support;

use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEventKind};
use host_sim::terminal::palette::letter;
use support::{Desk, emulators_game, random_game};
use wedge_console::{Frame, Players, SavedGame, Settings};
use wedge_engine::{Bitboard, Board, Color, Game, Move, Position, Square};

impl Desk {
    /// Down for some time, then up for long enough to be no part of a double tap.
    fn push(&mut self, ms: u64) {
        self.hold_space(ms);
        self.wait(259);
    }

    fn tap(&mut self) {
        self.push(80);
    }

    fn double_tap(&mut self) {
        self.hold_space(80);
        self.wait(79);
        self.tap();
    }

    fn hold(&mut self) {
        self.push(700);
    }

    fn long_hold(&mut self) {
        self.push(1700);
    }

    fn set_game(&mut self, game: Game) {
        let now = self.now;
        self.panel().set_game(game, Settings::default(), now);
    }

    /// Compares the screen with a golden picture of the firmware's tests.
    #[track_caller]
    fn shows(&mut self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../console/tests/golden");
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let wanted: Frame = text.parse().unwrap();
        let got = self.lights();
        assert!(wanted == got, "{name}: the screen shows\n{got}\ninstead of\n{wanted}");
    }

    /// Compares what the screen shows over a while with a golden picture of the emulator's tests.
    #[track_caller]
    fn looks_like(&mut self, name: &str) {
        let mut seen = vec![String::new(); 64];
        for _ in 0..14 {
            let frame = self.lights();
            for (seen, led) in seen.iter_mut().zip(frame.0.iter().flatten()) {
                let letter = letter(*led);
                if !seen.contains(letter) {
                    seen.push(letter);
                }
            }
            self.wait(50);
        }
        let letter = |seen: &String| match seen.as_str() {
            " " => '.',
            "#" => 'w',
            "X+" | "+X" => 'x',
            "O+" | "+O" => 'o',
            " #" | "# " | "+#" | "#+" => 'W',
            one if one.len() == 1 => one.chars().next().unwrap(),
            _ => '*',
        };
        let letters: Vec<String> = seen.iter().map(|seen| letter(seen).to_string()).collect();
        let got: Vec<String> = letters.chunks(8).map(|row| row.join(" ")).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../emulator/tests/snapshots");
        let text = fs::read_to_string(folder.join(format!("{name}.snap"))).unwrap();
        let wanted = text.splitn(3, "---\n").nth(2).unwrap();
        assert_eq!(got.join("\n").trim(), wanted.trim(), "{name}");
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn choosing_a_square() {
    let mut desk = Desk::silent();
    desk.shows("start");
    desk.wait(320);
    desk.shows("start-cursor-off");
    desk.looks_like("start__start");
    let mut desk = Desk::silent();
    desk.wait(320);
    desk.tap();
    desk.shows("next-square");
    desk.looks_like("buttons__one-button-next-square");
    let mut desk = Desk::silent();
    desk.space(KeyEventKind::Press);
    desk.wait(599);
    desk.shows("armed");
}

#[test]
fn a_move_and_its_answer() {
    let mut desk = Desk::silent();
    desk.space(KeyEventKind::Press);
    desk.wait(699);
    desk.space(KeyEventKind::Release);
    desk.wait(14);
    assert_eq!(desk.panel().game().to_string(), "d3");
    desk.shows("move-turning");
    desk.wait(100);
    desk.shows("move-turning-later");
    desk.wait(600);
    desk.shows("thinking");
    let ticket = desk.panel().request().unwrap().ticket;
    desk.panel().consider(ticket, square("e3"));
    desk.shows("thinking-favourite");
    let now = desk.now;
    desk.panel().answer(ticket, [square("e3")], now);
    desk.wait(100);
    desk.shows("answer-turning");
    desk.wait(1000);
    desk.shows("answered");
}

#[test]
fn a_tap_while_it_thinks() {
    let mut desk = Desk::silent();
    desk.hold();
    desk.wait(600);
    desk.hold_space(60);
    desk.wait(14);
    desk.shows("thinking-tap");
}

#[test]
fn taking_back() {
    let mut desk = Desk::silent();
    desk.hold();
    desk.wait(1000);
    let (ticket, now) = (desk.panel().request().unwrap().ticket, desk.now);
    desk.panel().answer(ticket, [square("e3")], now);
    desk.wait(1000);
    assert_eq!(desk.panel().game().moves().len(), 2);
    desk.double_tap();
    desk.shows("taken-back");
}

#[test]
fn the_menu_page_by_page() {
    let mut desk = Desk::silent();
    desk.long_hold();
    desk.shows("menu-level");
    desk.looks_like("buttons__menu-level-5");
    desk.hold();
    desk.tap();
    desk.shows("menu-level-changing");
    desk.hold();
    for name in ["menu-players", "menu-hint", "menu-take-back", "menu-new-game", "menu-play"] {
        desk.tap();
        desk.shows(name);
    }
    desk.hold();
    assert_eq!(desk.panel().settings().strength.number(), 6);
    desk.shows("menu-left");
}

#[test]
fn strengths_by_taps_and_by_digits() {
    for (taps, strength) in [(5, 1), (4, 9)] {
        let mut desk = Desk::silent();
        desk.long_hold();
        desk.hold();
        for _ in 0..taps {
            desk.tap();
        }
        desk.hold();
        desk.looks_like(&format!("buttons__menu-level-{strength}"));
        let mut desk = Desk::silent();
        desk.keys(&format!("{strength}m"));
        desk.looks_like(&format!("buttons__menu-level-{strength}"));
        if strength == 9 {
            desk.shows("menu-level-9");
        }
    }
}

#[test]
fn a_hint_shows_the_best_three() {
    let hinted = |ask: &dyn Fn(&mut Desk)| {
        let mut desk = Desk::silent();
        desk.set_game("f5d6c3d3c4f4f6f3e6e7".parse().unwrap());
        ask(&mut desk);
        let request = desk.panel().request().unwrap();
        let now = desk.now;
        desk.panel().answer(request.ticket, ["g4", "f7", "d7"].map(square), now);
        desk.wait(320);
        desk
    };
    let mut by_button = hinted(&|desk| {
        desk.long_hold();
        desk.tap();
        desk.tap();
        desk.hold();
        desk.shows("hint-thinking");
    });
    by_button.shows("hint");
    by_button.hold();
    assert_eq!(by_button.panel().game().moves().len(), 11, "the cursor stood on the best");
    // By its own key, at any time of the last move's pulse.
    let mut by_key = hinted(&|desk| desk.keys("h"));
    assert!(by_key.lights().0.iter().flatten().any(|led| letter(*led) == '#'));
}

#[test]
fn arrows_and_enter_are_the_five_buttons() {
    use KeyCode::{Down, Enter, Left, Right, Up};
    let mut desk = Desk::silent();
    let ways = [(Up, "d2"), (Up, "d1"), (Up, "d8"), (Down, "d1"), (Left, "c1"), (Left, "b1")];
    for (way, name) in ways.into_iter().chain([(Left, "a1"), (Left, "h1"), (Right, "a1")]) {
        desk.key(way);
        assert_eq!(desk.panel().cursor(), square(name));
        desk.wait(299);
    }
    desk.shows("free-cursor");
    let mut desk = Desk::silent();
    desk.key(Up);
    desk.key(Enter);
    desk.wait(20);
    desk.shows("refused");
    desk.key(Down);
    desk.key(Enter);
    assert_eq!(desk.panel().game().to_string(), "d3");

    let mut desk = Desk::silent();
    desk.keys("m");
    desk.shows("menu-level");
    desk.key(Right);
    desk.key(Up);
    desk.shows("menu-players-white");
    desk.key(Up);
    desk.looks_like("buttons__menu-two-people");
    desk.key(KeyCode::Esc);
    desk.looks_like("buttons__legal-moves");
}

/// The game of the chip's test in which white has to pass after black's last move.
const BEFORE_A_PASS: &str = "c4c3e6c5d3f4f3f7c6e3d2c1g4h4b3a2f5c2h3b7d7h2e2f2d6d8b1e7a3b2g8g7b5a6a1g6c8g5\
                             e8b4b6g2a8a5a4g3g1c7f8h1f1f6a7d1h5h6e1h7b8";

#[test]
fn a_pass_flashes() {
    let mut desk = Desk::silent();
    desk.set_game(BEFORE_A_PASS.parse().unwrap());
    desk.wait(50);
    desk.shows("pass");
    desk.wait(300);
    desk.shows("pass-between");
}

#[test]
fn the_end_sorts_the_discs() {
    let mut desk = Desk::silent();
    desk.set_game(random_game(5));
    desk.wait(100);
    desk.shows("over-board");
    desk.wait(1600);
    desk.shows("over-sorting");
    desk.wait(4300);
    desk.shows("over-blocks");
    desk.wait(500);
    desk.shows("over-blocks-blink");
    desk.hold();
    assert_eq!(*desk.panel().game(), Game::default(), "a hold starts anew");

    let (left, right) = (Bitboard(0x0F0F_0F0F_0F0F_0F0F), Bitboard(0xF0F0_F0F0_F0F0_F0F0));
    let draw = Position::new(Board::new(left, right).unwrap(), Color::Black);
    let mut desk = Desk::silent();
    desk.set_game(Game::from_position(draw));
    desk.wait(1200 + 4000 + 100);
    desk.shows("over-draw");
    desk.wait(500);
    desk.shows("over-draw-other");
}

#[test]
fn a_saved_game_is_offered() {
    let mut desk = Desk::silent();
    desk.set_game("d3e3f5".parse().unwrap());
    let saved = SavedGame::from_bytes(*desk.panel().save().as_bytes());
    let mut again = Desk::silent();
    let now = again.now;
    assert!(again.panel().offer(&saved, now));
    again.shows("offer");
    again.wait(2000);
    again.shows("offer-board");
    let mut anew = Desk::silent();
    let now = anew.now;
    assert!(anew.panel().offer(&saved, now));
    anew.tap();
    anew.shows("offer-new-game");
}

/// The emulator's game of two people, walked by arrows, with its pass and its end.
#[test]
fn the_emulators_game_with_five_buttons() {
    let script = emulators_game();
    let mut desk = Desk::silent();
    let (settings, now) = (Settings { players: Players::Both, ..Settings::default() }, desk.now);
    desk.panel().set_game(Game::default(), settings, now);
    for (ply, &mv) in script.moves().iter().enumerate() {
        let Move::Play(goal) = mv else {
            desk.wait(700);
            desk.looks_like("buttons__pass");
            desk.wait(1500);
            continue;
        };
        while desk.panel().cursor().column() != goal.column() {
            desk.key(KeyCode::Right);
        }
        while desk.panel().cursor().row() != goal.row() {
            desk.key(KeyCode::Down);
        }
        desk.key(KeyCode::Enter);
        if ply == 0 {
            desk.wait(1000);
            desk.looks_like("buttons__after-a-move");
        }
    }
    assert_eq!(*desk.panel().game(), script);
    desk.wait(6000);
    desk.looks_like("buttons__end");
}
