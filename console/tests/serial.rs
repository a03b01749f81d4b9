//! The serial port: bytes through the console into GTP, and the panel that follows the game.

use std::fmt::Write;

use proptest::prelude::*;
use wedge_console::engine::gtp::{Answer, Failure, Gtp, Player, refuse};
use wedge_console::engine::{Game, Limits, Options, Position, Report, Search, Square, Standard};
use wedge_console::{Action, Frame, LineBuffer, Panel};

/// The board's player: a small search, and the lights as a command.
struct Board {
    search: Search<'static, Standard>,
    panel: Panel,
    now: u64,
}

impl Player for Board {
    fn game(&mut self) -> &mut Game {
        self.panel.game_mut()
    }

    fn game_changed(&mut self, played: Option<Square>) {
        self.panel.remote_changed(played, self.now);
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Report {
        let limits = limits.with_nodes(limits.nodes.min(100));
        self.search.think(position, &limits, &mut ())
    }

    fn commands(&self) -> &'static [&'static str] {
        &["frame"]
    }

    fn run(
        &mut self,
        _command: &str,
        _arguments: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        Ok(write!(answer, "\n{}", self.panel.render(self.now))?)
    }
}

struct Port {
    console: LineBuffer<64>,
    gtp: Gtp,
    board: Board,
}

impl Port {
    fn new() -> Self {
        let search = Search::new(Standard, None, Options::default());
        let board = Board { search, panel: Panel::new(), now: 0 };
        Self { console: LineBuffer::new(), gtp: Gtp::new(1), board }
    }

    fn send(&mut self, bytes: &[u8]) -> String {
        let mut out = String::new();
        for &byte in bytes {
            self.board.now += 1;
            match self.console.push(byte) {
                None => {}
                Some(Err(error)) => refuse(&error, &mut out).unwrap(),
                Some(Ok(line)) => {
                    let _ = self.gtp.answer(line, &mut self.board, &mut out).unwrap();
                }
            }
        }
        out
    }
}

#[test]
fn the_lights_follow_the_game() {
    let mut port = Port::new();
    assert_eq!(port.send(b"play black f5\r\n"), "= \n\n");
    port.board.now += 2000;
    let answer = port.send(b"3 frame\n");
    let text = answer.strip_prefix("=3\n").and_then(|text| text.strip_suffix("\n\n")).unwrap();
    let frame: Frame = text.parse().unwrap();
    assert_eq!(frame, port.board.panel.render(port.board.now));
    let lit = frame.0.iter().flatten().filter(|led| **led != wedge_console::Rgb8::DARK).count();
    assert_eq!(lit, 5, "{frame}");
    assert!(port.board.panel.request().is_none(), "the panel asks nothing in a game of others");
    port.board.panel.handle(Action::Menu, port.board.now);
    port.board.panel.handle(Action::Menu, port.board.now);
    assert!(port.board.panel.request().is_some(), "the menu gives the game to the board's players");
}

#[test]
fn damage_is_answered_and_forgotten() {
    let mut port = Port::new();
    let long = [b'x'; 100];
    let said = port.send(&[&long[..], b"\nname\n"].concat());
    assert_eq!(said, "? line too long: at most 64 characters\n\n= Wedge\n\n");
    assert_eq!(
        port.send(b"na\xF0me\nname\n"),
        "? byte 0xf0 in the line: expected ASCII\n\n= Wedge\n\n"
    );
    assert_eq!(port.send(b"pla"), "");
    port.console.lost();
    let said = port.send(b"ck f5\nname\n");
    assert_eq!(said, "? bytes of the line were lost: send it again\n\n= Wedge\n\n");
}

proptest! {
    /// Noise of any kind leaves the port alive: after a line end, a command is answered.
    #[test]
    fn noise_never_hangs_the_port(noise in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let mut port = Port::new();
        let out = port.send(&noise);
        for answer in out.split("\n\n").filter(|answer| !answer.is_empty()) {
            prop_assert!(answer.starts_with(['=', '?']), "{:?}", answer);
        }
        port.send(b"\n");
        prop_assert_eq!(port.send(b"77 name\n"), "=77 Wedge\n\n");
    }
}
