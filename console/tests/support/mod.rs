//! A panel with buttons, an engine and a simulated clock, and the comparison with golden pictures.
#![allow(dead_code, reason = "each test program uses only some of it")]

use std::path::PathBuf;

use wedge_console::engine::{Options, Search, SplitMix64, Standard, Table};
use wedge_console::{Five, FiveButtons, Frame, OneButton, Panel, serve_request};

/// The contacts over time: durations in milliseconds with the buttons that are down.
pub(crate) type Script = Vec<(u64, Five<bool>)>;

/// A panel with one or five simulated buttons. The one button is `select`.
pub(crate) struct Simulator {
    pub(crate) panel: Panel,
    pub(crate) now: u64,
    one: OneButton,
    five: FiveButtons,
    one_button: bool,
}

impl Simulator {
    pub(crate) fn one_button() -> Self {
        Self::new(true)
    }

    pub(crate) fn five_buttons() -> Self {
        Self::new(false)
    }

    fn new(one_button: bool) -> Self {
        let mut simulator = Self {
            panel: Panel::new(),
            now: 0,
            one: OneButton::default(),
            five: FiveButtons::default(),
            one_button,
        };
        simulator.wait(20);
        simulator
    }

    /// Advances by one millisecond with these buttons down.
    fn step(&mut self, down: Five<bool>) {
        self.now += 1;
        let action = if self.one_button {
            self.one.sample(down.select, self.now)
        } else {
            self.five.sample(down, self.now)
        };
        if let Some(action) = action {
            self.panel.handle(action, self.now);
        }
        self.panel.tick(self.now);
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.press(Five::default(), ms);
    }

    pub(crate) fn press(&mut self, down: Five<bool>, ms: u64) {
        for _ in 0..ms {
            self.step(down);
        }
    }

    /// Presses for some time, then waits long enough to rule out a double tap.
    pub(crate) fn push(&mut self, down: Five<bool>, ms: u64) {
        self.press(down, ms);
        self.wait(260);
    }

    pub(crate) fn tap(&mut self) {
        self.push(SELECT, 80);
    }

    pub(crate) fn double_tap(&mut self) {
        self.press(SELECT, 80);
        self.wait(80);
        self.tap();
    }

    pub(crate) fn hold(&mut self) {
        self.push(SELECT, 700);
    }

    pub(crate) fn long_hold(&mut self) {
        self.push(SELECT, 1700);
    }

    /// Serves the panel's request, if there is one, while the buttons follow a script. About 100 nodes
    /// take a millisecond.
    pub(crate) fn think(&mut self, script: &mut Script) {
        let table = Table::<2048>::new();
        let mut search = Search::new(Standard, Some(table.view()), Options::default());
        let mut random = SplitMix64::new(self.now);
        let (now, one, five, one_button) =
            (&mut self.now, &mut self.one, &mut self.five, self.one_button);
        serve_request(&mut self.panel, &mut search, &mut random, &mut |panel| {
            *now += 3;
            let down = match script.first_mut() {
                Some((left, down)) => {
                    let down = *down;
                    *left = left.saturating_sub(3);
                    if *left == 0 {
                        script.remove(0);
                    }
                    down
                }
                None => Five::default(),
            };
            let action =
                if one_button { one.sample(down.select, *now) } else { five.sample(down, *now) };
            if let Some(action) = action {
                panel.handle(action, *now);
            }
            panel.tick(*now);
            *now
        });
    }

    /// Serves requests and waits until a person is to move or the game is over.
    pub(crate) fn settle(&mut self) {
        for _ in 0..100 {
            self.think(&mut Script::new());
            self.wait(100);
        }
    }

    #[track_caller]
    pub(crate) fn shows(&self, name: &str) {
        compare(name, &self.panel.render(self.now));
    }
}

pub(crate) const SELECT: Five<bool> =
    Five { up: false, down: false, left: false, right: false, select: true };

/// Compares a picture with the golden one of this name. `UPDATE_GOLDEN=1` in the environment writes
/// the golden picture instead.
#[track_caller]
pub(crate) fn compare(name: &str, got: &Frame) {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "golden", &format!("{name}.txt")].iter().collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        std::fs::write(&path, got.to_string()).unwrap();
        return;
    }
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error} (UPDATE_GOLDEN=1 writes it)", path.display()));
    let wanted: Frame = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(
        wanted == *got,
        "{name}: got\n{got}\nexpected\n{wanted}\n(UPDATE_GOLDEN=1 accepts the new picture)"
    );
}
