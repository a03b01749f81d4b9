//! The chip's golden pictures on the screen of a terminal: same presses, same pictures.

mod support;

use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEventKind};
use host_sim::terminal::palette::letter;
use support::{TestTerminal, emulators_game, random_game};
use wedge_console::{Frame, Players, SavedGame, Settings};
use wedge_engine::{Bitboard, Board, Color, Game, Move, Position, Square};

impl TestTerminal {
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
        let mut wanted: Vec<&str> = wanted.trim().lines().collect();
        if name.contains("menu") {
            // A light for each page: the board has more pages, and all eight lights.
            let lights = |row: &str| row.matches('w').count();
            assert_eq!((lights(&got[7]), lights(wanted[7])), (7, 8), "{name}");
            wanted[7] = &got[7];
        }
        assert_eq!(got, wanted, "{name}");
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn choosing_a_square() {
    let mut terminal = TestTerminal::silent();
    terminal.shows("start");
    terminal.wait(320);
    terminal.shows("start-cursor-off");
    terminal.looks_like("start__start");
    let mut terminal = TestTerminal::silent();
    terminal.wait(320);
    terminal.tap();
    terminal.shows("next-square");
    terminal.looks_like("buttons__one-button-next-square");
    let mut terminal = TestTerminal::silent();
    terminal.space(KeyEventKind::Press);
    terminal.wait(599);
    terminal.shows("armed");
}

#[test]
fn a_move_and_its_answer() {
    let mut terminal = TestTerminal::silent();
    terminal.space(KeyEventKind::Press);
    terminal.wait(699);
    terminal.space(KeyEventKind::Release);
    terminal.wait(14);
    assert_eq!(terminal.panel().game().to_string(), "d3");
    terminal.shows("move-turning");
    terminal.wait(100);
    terminal.shows("move-turning-later");
    terminal.wait(600);
    terminal.shows("thinking");
    let ticket = terminal.panel().request().unwrap().ticket;
    terminal.panel().set_candidate(ticket, square("e3"));
    terminal.shows("thinking-favourite");
    let now = terminal.now;
    terminal.panel().answer(ticket, [square("e3")], now);
    terminal.wait(100);
    terminal.shows("answer-turning");
    terminal.wait(1000);
    terminal.shows("answered");
}

#[test]
fn a_tap_while_it_thinks() {
    let mut terminal = TestTerminal::silent();
    terminal.hold();
    terminal.wait(600);
    terminal.hold_space(60);
    terminal.wait(14);
    terminal.shows("thinking-tap");
}

#[test]
fn taking_back() {
    let mut terminal = TestTerminal::silent();
    terminal.hold();
    terminal.wait(1000);
    let (ticket, now) = (terminal.panel().request().unwrap().ticket, terminal.now);
    terminal.panel().answer(ticket, [square("e3")], now);
    terminal.wait(1000);
    assert_eq!(terminal.panel().game().moves().len(), 2);
    terminal.double_tap();
    terminal.shows("taken-back");
}

#[test]
fn the_menu_page_by_page() {
    let mut terminal = TestTerminal::silent();
    terminal.long_hold();
    terminal.shows("menu-level");
    terminal.looks_like("buttons__menu-level-5");
    terminal.hold();
    terminal.tap();
    terminal.shows("menu-level-changing");
    terminal.hold();
    for name in [
        "menu-players",
        "menu-hint",
        "menu-take-back",
        "menu-new-game",
        "menu-brightness",
        "menu-play",
    ] {
        terminal.tap();
        terminal.shows(name);
    }
    terminal.hold();
    assert_eq!(terminal.panel().settings().strength.number(), 6);
    terminal.shows("menu-left");
}

#[test]
fn levels_by_taps_and_by_digits() {
    for (taps, level) in [(5, 1), (4, 9)] {
        let mut terminal = TestTerminal::silent();
        terminal.long_hold();
        terminal.hold();
        for _ in 0..taps {
            terminal.tap();
        }
        terminal.hold();
        terminal.looks_like(&format!("buttons__menu-level-{level}"));
        let mut terminal = TestTerminal::silent();
        terminal.keys(&format!("{level}m"));
        terminal.looks_like(&format!("buttons__menu-level-{level}"));
        if level == 9 {
            terminal.shows("menu-level-9");
        }
    }
}

#[test]
fn a_hint_shows_the_best_three() {
    let hinted = |ask: &dyn Fn(&mut TestTerminal)| {
        let mut terminal = TestTerminal::silent();
        terminal.set_game("f5d6c3d3c4f4f6f3e6e7".parse().unwrap());
        ask(&mut terminal);
        let request = terminal.panel().request().unwrap();
        let now = terminal.now;
        terminal.panel().answer(request.ticket, ["g4", "f7", "d7"].map(square), now);
        terminal.wait(320);
        terminal
    };
    let mut by_button = hinted(&|terminal| {
        terminal.long_hold();
        terminal.tap();
        terminal.tap();
        terminal.hold();
        terminal.shows("hint-thinking");
    });
    by_button.shows("hint");
    by_button.hold();
    assert_eq!(by_button.panel().game().moves().len(), 11, "the cursor stood on the best");
    // By its own key, at any time of the last move's pulse.
    let mut by_key = hinted(&|terminal| terminal.keys("h"));
    assert!(by_key.lights().0.iter().flatten().any(|led| letter(*led) == '#'));
}

#[test]
fn arrows_and_enter_are_the_five_buttons() {
    use KeyCode::{Down, Enter, Left, Right, Up};
    let mut terminal = TestTerminal::silent();
    let ways = [(Up, "d2"), (Up, "d1"), (Up, "d8"), (Down, "d1"), (Left, "c1"), (Left, "b1")];
    for (way, name) in ways.into_iter().chain([(Left, "a1"), (Left, "h1"), (Right, "a1")]) {
        terminal.key(way);
        assert_eq!(terminal.panel().cursor(), square(name));
        terminal.wait(299);
    }
    terminal.shows("free-cursor");
    let mut terminal = TestTerminal::silent();
    terminal.key(Up);
    terminal.key(Enter);
    terminal.wait(20);
    terminal.shows("refused");
    terminal.key(Down);
    terminal.key(Enter);
    assert_eq!(terminal.panel().game().to_string(), "d3");

    let mut terminal = TestTerminal::silent();
    terminal.keys("m");
    terminal.shows("menu-level");
    terminal.key(Right);
    terminal.key(Up);
    terminal.shows("menu-players-white");
    terminal.key(Up);
    terminal.looks_like("buttons__menu-two-people");
    terminal.key(KeyCode::Esc);
    terminal.looks_like("buttons__legal-moves");
}

/// The game of the chip's test in which white has to pass after black's last move.
const BEFORE_A_PASS: &str = "c4c3e6c5d3f4f3f7c6e3d2c1g4h4b3a2f5c2h3b7d7h2e2f2d6d8b1e7a3b2g8g7b5a6a1g6c8g5\
                             e8b4b6g2a8a5a4g3g1c7f8h1f1f6a7d1h5h6e1h7b8";

#[test]
fn a_pass_flashes() {
    let mut terminal = TestTerminal::silent();
    terminal.set_game(BEFORE_A_PASS.parse().unwrap());
    terminal.wait(50);
    terminal.shows("pass");
    terminal.wait(300);
    terminal.shows("pass-between");
}

#[test]
fn the_end_sorts_the_discs() {
    let mut terminal = TestTerminal::silent();
    terminal.set_game(random_game(5));
    terminal.wait(100);
    terminal.shows("over-board");
    terminal.wait(1600);
    terminal.shows("over-sorting");
    terminal.wait(4300);
    terminal.shows("over-blocks");
    terminal.wait(500);
    terminal.shows("over-blocks-blink");
    terminal.hold();
    assert_eq!(*terminal.panel().game(), Game::default(), "a hold starts anew");

    let (left, right) = (Bitboard(0x0F0F_0F0F_0F0F_0F0F), Bitboard(0xF0F0_F0F0_F0F0_F0F0));
    let draw = Position::new(Board::new(left, right).unwrap(), Color::Black);
    let mut terminal = TestTerminal::silent();
    terminal.set_game(Game::from_position(draw));
    terminal.wait(1200 + 4000 + 100);
    terminal.shows("over-draw");
    terminal.wait(500);
    terminal.shows("over-draw-other");
}

#[test]
fn a_saved_game_is_offered() {
    let mut terminal = TestTerminal::silent();
    terminal.set_game("d3e3f5".parse().unwrap());
    let saved = SavedGame::from_bytes(*terminal.panel().save().as_bytes());
    let mut again = TestTerminal::silent();
    let now = again.now;
    assert!(again.panel().offer_resume(&saved, now));
    again.shows("offer");
    again.wait(2000);
    again.shows("offer-board");
    let mut anew = TestTerminal::silent();
    let now = anew.now;
    assert!(anew.panel().offer_resume(&saved, now));
    anew.tap();
    anew.shows("offer-new-game");
}

/// The emulator's game of two people, walked by arrows, with its pass and its end.
#[test]
fn the_emulators_game_with_five_buttons() {
    let script = emulators_game();
    let mut terminal = TestTerminal::silent();
    let (settings, now) =
        (Settings { players: Players::Both, ..Settings::default() }, terminal.now);
    terminal.panel().set_game(Game::default(), settings, now);
    for (ply, &mv) in script.moves().iter().enumerate() {
        let Move::Play(goal) = mv else {
            terminal.wait(700);
            terminal.looks_like("buttons__pass");
            terminal.wait(1500);
            continue;
        };
        while terminal.panel().cursor().column() != goal.column() {
            terminal.key(KeyCode::Right);
        }
        while terminal.panel().cursor().row() != goal.row() {
            terminal.key(KeyCode::Down);
        }
        terminal.key(KeyCode::Enter);
        if ply == 0 {
            terminal.wait(1000);
            terminal.looks_like("buttons__after-a-move");
        }
    }
    assert_eq!(*terminal.panel().game(), script);
    terminal.wait(6000);
    terminal.looks_like("buttons__end");
}
