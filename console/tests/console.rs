//! The whole console on a board made of variables: presses and bytes in, pictures and bytes out.

use std::collections::VecDeque;

use wedge_console::engine::{Eight, Game, Table};
use wedge_console::{Console, Five, Frame, Hardware, Pressed, Received, SavedGame};

/// Time passes by a millisecond at each rest, and a little while the engine thinks.
#[derive(Default)]
struct Desk {
    now: u64,
    looks: u64,
    pressed: Pressed,
    shown: Frame,
    inbox: VecDeque<Received>,
    outbox: String,
    saved: Option<SavedGame>,
    saves: u32,
    alive: u64,
    rests: u64,
}

impl Hardware for Desk {
    fn now_ms(&mut self) -> u64 {
        self.looks += 1;
        self.now += u64::from(self.looks.is_multiple_of(64));
        self.now
    }

    fn pressed(&mut self) -> Pressed {
        self.pressed
    }

    fn show(&mut self, frame: &Frame) {
        self.shown = *frame;
    }

    fn receive(&mut self) -> Option<Received> {
        self.inbox.pop_front()
    }

    fn send(&mut self, byte: u8) {
        self.outbox.push(byte.into());
    }

    fn saved(&mut self) -> Option<SavedGame> {
        self.saved.clone()
    }

    fn save(&mut self, game: &SavedGame) {
        self.saved = Some(game.clone());
        self.saves += 1;
    }

    fn alive(&mut self) {
        self.alive += 1;
    }

    fn rest(&mut self) {
        self.rests += 1;
        self.now += 1;
    }
}

impl Desk {
    /// Runs the console for a while, from a reset on.
    fn run(&mut self, table: &Table<4096>, script: &[(u64, Pressed)]) {
        let mut play = Console::new(self, table.view());
        for &(ms, pressed) in script {
            play.board().pressed = pressed;
            let end = play.board().now + ms;
            while play.board().now < end {
                play.step();
            }
        }
    }

    fn say(&mut self, bytes: &[u8]) -> String {
        self.inbox.extend(bytes.iter().map(|&byte| Received::Byte(byte)));
        let table = Table::new();
        self.run(&table, &[(50, UP)]);
        std::mem::take(&mut self.outbox)
    }

    fn kept(&self) -> Game {
        self.saved.as_ref().and_then(SavedGame::load::<Eight>).expect("a game was kept").0
    }
}

const UP: Pressed = Pressed {
    one: false,
    five: Five { up: false, down: false, left: false, right: false, select: false },
};
const ONE: Pressed = Pressed { one: true, ..UP };

#[test]
fn a_hold_plays_and_the_engine_answers() {
    let table = Table::new();
    let mut desk = Desk::default();
    desk.run(&table, &[(100, UP), (700, ONE), (5000, UP)]);
    let game = desk.kept();
    assert_eq!(game.moves().len(), 2, "{game}");
    assert!(game.to_string().starts_with("d3"), "{game}");
    let lit = desk.shown.0.iter().flatten().filter(|led| led.r > 0 && led.b < led.r).count();
    assert!(lit >= 3, "white has three discs at least:\n{}", desk.shown);
    assert!(desk.alive > 1000);
}

#[test]
fn a_kept_game_is_offered_and_resumed() {
    let table = Table::new();
    let mut desk = Desk::default();
    desk.run(&table, &[(100, UP), (700, ONE), (5000, UP)]);
    let before = desk.kept();
    // After a reset the first page asks; a hold goes on.
    desk.run(&table, &[(100, UP), (700, ONE), (100, UP), (700, ONE), (5000, UP)]);
    let after = desk.kept();
    assert_eq!(after.moves().len(), 4);
    assert_eq!(after.moves()[..2], before.moves()[..]);
}

#[test]
fn the_serial_line_speaks_gtp() {
    let mut desk = Desk::default();
    assert_eq!(desk.say(b"name\n"), "= Wedge\n\n");
    assert_eq!(desk.say(b"7 play black f5\r\n"), "=7 \n\n");
    let frame = desk.say(b"frame\n");
    let picture: Frame = frame.trim_start_matches('=').parse().expect("a frame");
    assert_ne!(picture, Frame::default());
    assert!(desk.say(b"nonsense\n").starts_with("? "));
    let long = [b'x'; 200];
    assert!(desk.say(&[&long[..], b"\n"].concat()).starts_with("? line too long"));
    assert!(desk.say(b"\xFF\xFE\n").starts_with("? byte 0xff"));
    desk.inbox.push_back(Received::Lost);
    assert!(desk.say(b"\n").starts_with("? bytes of the line were lost"));
}

#[test]
fn a_game_over_the_serial_line_is_shown_and_kept() {
    let mut desk = Desk::default();
    let answer = desk.say(b"strength 1\nplay b f5\ngenmove w\nshowboard\n");
    assert_eq!(answer.matches('=').count(), 4, "{answer}");
    assert_eq!(desk.kept().moves().len(), 2);
    assert_ne!(desk.shown, Frame::default());
}

#[test]
fn the_buttons_and_the_serial_line_play_the_same_game() {
    let table = Table::new();
    let mut desk = Desk::default();
    desk.run(&table, &[(100, UP), (700, ONE), (5000, UP)]);
    assert_eq!((desk.kept().moves().len(), desk.saves), (2, 2));
    assert_eq!(desk.say(b"undo\n"), "= \n\n");
    assert_eq!(desk.kept().to_string(), "d3");
    assert_eq!(desk.saves, 3, "each change is written once");
    assert_eq!(desk.say(b"play white c3\nundo\nundo\n").matches('=').count(), 3);
    assert!(desk.say(b"undo\n").starts_with("? cannot undo"));
}

/// Moves tried while a person chose.
fn pondered(play: &mut Console<'_, '_, Desk>) -> u64 {
    play.board().inbox.extend(b"pondered\n".map(Received::Byte));
    while !play.board().outbox.ends_with("\n\n") {
        play.step();
    }
    let answer = std::mem::take(&mut play.board().outbox);
    answer.trim_start_matches('=').trim().parse().expect("a number")
}

#[test]
fn the_console_ponders_while_a_person_chooses_and_then_sleeps() {
    let (table, mut desk) = (Table::<4096>::new(), Desk::default());
    let mut play = Console::new(&mut desk, table.view());
    play.step();
    let first = pondered(&mut play);
    assert!(first > 1000, "{first} moves tried");
    // Once the strength's share is used up, every step is a rest and nothing else.
    for _ in 0..20 {
        play.step();
    }
    let (rests, looks) = (play.board().rests, play.board().looks);
    for _ in 0..100 {
        play.step();
    }
    assert_eq!(play.board().rests, rests + 100);
    assert!(play.board().looks < looks + 1000, "asleep");
}

/// Whoever plays over the serial line gets the same moves whether a person looked on before or not.
#[test]
fn pondering_changes_no_move_of_the_serial_line() {
    let answers = [0, 500].map(|ms| {
        let (table, mut desk) = (Table::<4096>::new(), Desk::default());
        let mut play = Console::new(&mut desk, table.view());
        while play.board().now < ms {
            play.step();
        }
        let mut answers = String::new();
        for line in ["strength 6", "genmove b", "genmove w", "genmove b", "genmove w"] {
            play.board().inbox.extend(format!("{line}\n").bytes().map(Received::Byte));
            while !play.board().outbox.ends_with("\n\n") {
                play.step();
            }
            answers += &std::mem::take(&mut play.board().outbox);
        }
        answers
    });
    assert_eq!(answers[0], answers[1]);
}
