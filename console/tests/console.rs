//! The whole console on mock hardware: presses and bytes in, pictures and bytes out.

use std::collections::VecDeque;

use proptest::prelude::*;
use wedge_console::engine::{Eight, Game, Table};
use wedge_console::{
    Balance, Brightness, Console, Five, Frame, Hardware, Pressed, Received, Rgb8, SavedGame,
    TABLE_ENTRIES,
};

/// Time advances by a millisecond at each sleep, and slowly with every look at the clock.
#[derive(Default)]
struct MockHardware {
    now: u64,
    clock_reads: u64,
    pressed: Pressed,
    changes: VecDeque<(Pressed, u64)>,
    brightness: Vec<Brightness>,
    balance: Vec<Balance>,
    has_one_colour: bool,
    shown: Frame,
    input: VecDeque<Received>,
    output: String,
    saved: Option<SavedGame>,
    saves: u32,
    watchdog_feeds: u64,
    sleeps: u64,
}

impl Hardware for MockHardware {
    fn now_ms(&mut self) -> u64 {
        self.clock_reads += 1;
        self.now += u64::from(self.clock_reads.is_multiple_of(64));
        self.now
    }

    fn pressed(&mut self) -> Pressed {
        self.pressed
    }

    fn next_change(&mut self) -> Option<(Pressed, u64)> {
        self.changes.pop_front()
    }

    fn set_brightness(&mut self, brightness: Brightness) {
        self.brightness.push(brightness);
    }

    fn set_balance(&mut self, balance: Balance) {
        self.balance.push(balance);
    }

    fn has_white_balance(&self) -> bool {
        !self.has_one_colour
    }

    fn show(&mut self, frame: &Frame) {
        self.shown = *frame;
    }

    fn receive(&mut self) -> Option<Received> {
        self.input.pop_front()
    }

    fn send(&mut self, byte: u8) {
        self.output.push(byte.into());
    }

    fn load(&mut self) -> Option<SavedGame> {
        self.saved.clone()
    }

    fn save(&mut self, game: &SavedGame) {
        self.saved = Some(game.clone());
        self.saves += 1;
    }

    fn feed_watchdog(&mut self) {
        self.watchdog_feeds += 1;
    }

    fn wait_for_interrupt(&mut self) {
        self.sleeps += 1;
        self.now += 1;
    }
}

const NONE: Pressed = Pressed {
    one: false,
    five: Five { up: false, down: false, left: false, right: false, select: false },
};
const BUTTON: Pressed = Pressed { one: true, ..NONE };
/// A press of the button that plays at the cursor, and time for the engine's move.
const PLAY: [(u64, Pressed); 3] = [(100, NONE), (700, BUTTON), (5000, NONE)];

impl MockHardware {
    /// Resets the console and runs it while the buttons follow a script.
    fn run(&mut self, script: &[(u64, Pressed)]) {
        let table = Table::<TABLE_ENTRIES>::new();
        let mut console = Console::new(self, table.view());
        for &(ms, pressed) in script {
            run_for(&mut console, ms, pressed);
        }
    }

    /// Resets the console, sends bytes, and returns the responses.
    fn reset_and_send(&mut self, bytes: &[u8]) -> String {
        self.input.extend(bytes.iter().copied().map(Received::Byte));
        self.run(&[(50, NONE)]);
        std::mem::take(&mut self.output)
    }

    fn saved_game(&self) -> Game {
        self.saved.as_ref().and_then(SavedGame::load::<Eight>).expect("a saved game").0
    }
}

fn run_for(console: &mut Console<'_, '_, MockHardware>, ms: u64, pressed: Pressed) {
    console.hardware().pressed = pressed;
    let end = console.hardware().now + ms;
    while console.hardware().now < end {
        console.step();
    }
}

/// Sends a command and returns its response.
fn send(console: &mut Console<'_, '_, MockHardware>, command: &str) -> String {
    console.hardware().input.extend(format!("{command}\n").bytes().map(Received::Byte));
    while !console.hardware().output.ends_with("\n\n") {
        console.step();
    }
    std::mem::take(&mut console.hardware().output)
}

#[test]
fn a_hold_plays_and_the_engine_answers() {
    let mut hardware = MockHardware::default();
    hardware.run(&PLAY);
    let game = hardware.saved_game();
    assert_eq!(game.moves().len(), 2, "{game}");
    assert!(game.to_string().starts_with("d3"), "{game}");
    let white = hardware.shown.0.iter().flatten().filter(|led| led.r > 0 && led.b < led.r).count();
    assert!(white >= 3, "white has at least three discs:\n{}", hardware.shown);
    assert!(hardware.watchdog_feeds > 1000);
}

#[test]
fn a_saved_game_is_offered_and_resumed() {
    let mut hardware = MockHardware::default();
    hardware.run(&PLAY);
    let before = hardware.saved_game();
    // After a reset the first page asks whether to resume; a hold does.
    hardware.run(&[(100, NONE), (700, BUTTON), (100, NONE), (700, BUTTON), (5000, NONE)]);
    let after = hardware.saved_game();
    assert_eq!(after.moves().len(), 4);
    assert_eq!(after.moves()[..2], before.moves()[..]);
}

#[test]
fn the_serial_line_speaks_gtp() {
    let mut hardware = MockHardware::default();
    assert_eq!(hardware.reset_and_send(b"name\n"), "= Wedge\n\n");
    assert_eq!(hardware.reset_and_send(b"7 play black f5\r\n"), "=7 \n\n");
    assert!(hardware.reset_and_send(b"nonsense\n").starts_with("? "));
}

#[test]
fn damaged_lines_are_refused_and_the_next_command_works() {
    let mut hardware = MockHardware::default();
    let long = [b'x'; 200];
    assert_eq!(
        hardware.reset_and_send(&[&long[..], b"\nname\n"].concat()),
        "? line too long: at most 128 characters\n\n= Wedge\n\n"
    );
    assert_eq!(
        hardware.reset_and_send(b"na\xF0me\nname\n"),
        "? byte 0xf0 in the line: expected ASCII\n\n= Wedge\n\n"
    );
    hardware.input.push_back(Received::Lost);
    assert_eq!(
        hardware.reset_and_send(b"ck f5\nname\n"),
        "? bytes of the line were lost: send it again\n\n= Wedge\n\n"
    );
}

#[test]
fn a_game_over_the_serial_line_is_shown_and_saved() {
    let mut hardware = MockHardware::default();
    let responses = hardware.reset_and_send(b"strength 1\nplay b f5\ngenmove w\nshowboard\n");
    assert_eq!(responses.matches('=').count(), 4, "{responses}");
    assert_eq!(hardware.saved_game().moves().len(), 2);
    assert_ne!(hardware.shown, Frame::default());
}

#[test]
fn the_matrix_shows_a_remote_game_until_the_menu_takes_it_back() {
    let (table, mut hardware) = (Table::<TABLE_ENTRIES>::new(), MockHardware::default());
    let mut console = Console::new(&mut hardware, table.view());
    assert_eq!(send(&mut console, "play black f5"), "= \n\n");
    run_for(&mut console, 2000, NONE);
    let response = send(&mut console, "3 frame");
    let text = response.strip_prefix("=3\n").and_then(|text| text.strip_suffix("\n\n")).unwrap();
    let frame: Frame = text.parse().unwrap();
    let lit = frame.0.iter().flatten().filter(|led| **led != Rgb8::DARK).count();
    assert_eq!(lit, 5, "discs and no legal moves:\n{frame}");
    assert_eq!(console.hardware().saved_game().moves().len(), 1, "the engine does not move");
    // A long hold opens the menu, a second one closes it; then the engine plays white.
    for _ in 0..2 {
        run_for(&mut console, 1700, BUTTON);
        run_for(&mut console, 300, NONE);
    }
    run_for(&mut console, 2000, NONE);
    assert_eq!(console.hardware().saved_game().moves().len(), 2);
}

#[test]
fn the_buttons_and_the_serial_line_play_the_same_game() {
    let mut hardware = MockHardware::default();
    hardware.run(&PLAY);
    assert_eq!((hardware.saved_game().moves().len(), hardware.saves), (2, 2));
    assert_eq!(hardware.reset_and_send(b"undo\n"), "= \n\n");
    assert_eq!(hardware.saved_game().to_string(), "d3");
    assert_eq!(hardware.saves, 3, "each change is saved once");
    let responses = hardware.reset_and_send(b"play white c3\nundo\nundo\n");
    assert_eq!(responses.matches('=').count(), 3, "{responses}");
    assert!(hardware.reset_and_send(b"undo\n").starts_with("? cannot undo"));
}

/// Nodes that the console has pondered.
fn pondered(console: &mut Console<'_, '_, MockHardware>) -> u64 {
    send(console, "pondered").trim_start_matches('=').trim().parse().expect("a number")
}

#[test]
fn the_console_ponders_while_a_person_chooses_and_then_sleeps() {
    let (table, mut hardware) = (Table::<TABLE_ENTRIES>::new(), MockHardware::default());
    let mut console = Console::new(&mut hardware, table.view());
    console.step();
    let nodes = pondered(&mut console);
    assert!(nodes > 1000, "{nodes} nodes");
    // Once the budget for pondering is used up, every step only sleeps.
    for _ in 0..20 {
        console.step();
    }
    let (sleeps, clock_reads) = (console.hardware().sleeps, console.hardware().clock_reads);
    for _ in 0..100 {
        console.step();
    }
    assert_eq!(console.hardware().sleeps, sleeps + 100);
    assert!(console.hardware().clock_reads < clock_reads + 1000, "no search");
}

/// A controller on the serial line gets the same moves whether the console has pondered or not.
#[test]
fn pondering_does_not_change_the_moves_on_the_serial_line() {
    let responses = [0, 500].map(|ms| {
        let (table, mut hardware) = (Table::<TABLE_ENTRIES>::new(), MockHardware::default());
        let mut console = Console::new(&mut hardware, table.view());
        run_for(&mut console, ms, NONE);
        ["strength 6", "genmove b", "genmove w", "genmove b", "genmove w"]
            .map(|command| send(&mut console, command))
    });
    assert_eq!(responses[0], responses[1]);
}

proptest! {
    /// Noise of any kind leaves the serial line working: after a line end, a command is answered.
    #[test]
    fn noise_does_not_block_the_serial_line(noise in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let (table, mut hardware) = (Table::<TABLE_ENTRIES>::new(), MockHardware::default());
        let mut console = Console::new(&mut hardware, table.view());
        console.hardware().input.extend(noise.into_iter().map(Received::Byte));
        run_for(&mut console, 10, NONE);
        let output = std::mem::take(&mut console.hardware().output);
        for response in output.split("\n\n").filter(|response| !response.is_empty()) {
            prop_assert!(response.starts_with(['=', '?']), "{:?}", response);
        }
        let response = send(&mut console, "\n77 name");
        prop_assert!(response.ends_with("=77 Wedge\n\n"), "{:?}", response);
    }
}

/// A tap that begins and ends while the console is busy still moves the cursor, and once.
#[test]
fn a_tap_between_two_polls_is_served_from_the_recorded_changes() {
    let mut hardware = MockHardware::default();
    let table = Table::<TABLE_ENTRIES>::new();
    let mut console = Console::new(&mut hardware, table.view());
    run_for(&mut console, 300, NONE);
    let before = console.hardware().shown;
    let now = console.hardware().now;
    // Nobody looks at the contacts for 89 ms; the tick has recorded a tap of 40 ms.
    console.hardware().changes.extend([(BUTTON, now + 20), (NONE, now + 60)]);
    console.hardware().now += 89;
    run_for(&mut console, 30, NONE);
    assert!(console.hardware().changes.is_empty());
    let cursor_moved = console.hardware().shown != before;
    assert!(cursor_moved, "the tap left no trace:\n{}", console.hardware().shown);
}

/// The brightness is set before the first picture, and again when the menu changes it.
#[test]
fn the_board_hears_of_the_brightness() {
    let mut hardware = MockHardware::default();
    hardware.run(&[(50, NONE)]);
    assert_eq!(hardware.brightness, [Brightness::default()]);
    // A long hold opens the menu, five taps lead to the brightness, a hold edits, a tap changes.
    let tap = [(80, BUTTON), (300, NONE)];
    let mut script = vec![(50, NONE), (1700, BUTTON), (300, NONE)];
    script.extend(tap.repeat(5));
    script.extend([(700, BUTTON), (300, NONE), (80, BUTTON), (300, NONE)]);
    hardware.brightness.clear();
    hardware.run(&script);
    assert_eq!(hardware.brightness, [Brightness::default(), Brightness::default().up()]);
}

/// So is the white balance, whose page is the next one; lights of one colour have no such page.
#[test]
fn the_menu_has_the_white_balance_of_three_colours() {
    let tap = [(80, BUTTON), (300, NONE)];
    let mut script = vec![(50, NONE), (1700, BUTTON), (300, NONE)];
    script.extend(tap.repeat(6));
    script.extend([(700, BUTTON), (300, NONE), (80, BUTTON), (300, NONE)]);
    let mut hardware = MockHardware::default();
    hardware.run(&script);
    let (neutral, warm) = (Balance::default(), Balance::default().up());
    assert_eq!(hardware.balance, [neutral, warm]);
    // Saved with the game, and set again after a reset.
    let (_, settings) = hardware.saved.as_ref().unwrap().load::<Eight>().unwrap();
    assert_eq!(settings.balance, warm);

    let mut hardware = MockHardware { has_one_colour: true, ..MockHardware::default() };
    hardware.run(&script);
    assert_eq!(hardware.balance, [neutral]);
}

/// The serial port sets the white balance, which is saved with the game and set again after a reset.
#[test]
fn the_white_balance_is_a_setting_of_the_serial_port() {
    let table = Table::<TABLE_ENTRIES>::new();
    let mut hardware = MockHardware::default();
    let mut console = Console::new(&mut hardware, table.view());
    run_for(&mut console, 10, NONE);
    assert_eq!(send(&mut console, "white_balance").trim(), "= 16 16 16");
    assert_eq!(send(&mut console, "white_balance 16 12 8").trim(), "= 16 12 8");
    for wrong in ["16", "16 12", "16 12 0", "17 12 8", "16 12 8 1", "16 12 x"] {
        let response = send(&mut console, &format!("white_balance {wrong}"));
        assert!(response.starts_with('?'), "{wrong}: {response}");
        assert!(response.contains("1 to 16"), "{wrong}: {response}");
    }
    run_for(&mut console, 10, NONE);
    let warm = Balance::new([16, 12, 8]).unwrap();
    assert_eq!(hardware.balance, [Balance::default(), warm]);
    let (_, settings) = hardware.saved.as_ref().unwrap().load::<Eight>().unwrap();
    assert_eq!(settings.balance, warm);
}
