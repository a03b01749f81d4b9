//! The searches of the page's `speed` command on this machine, for comparison with a browser.
//!
//! `cargo run --release -p wedge-web --example speed`

use std::time::Instant;

use wedge_web::{Commands, Host, Session};

struct Terminal(Instant);

impl Host for Terminal {
    fn emit(&mut self, answer: &str) {
        println!("{answer}");
    }

    fn now_ms(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}

fn main() {
    let mut session = Session::default();
    for command in ["bench", "speed"] {
        session.run(command.as_bytes(), &mut Terminal(Instant::now()));
    }
}
