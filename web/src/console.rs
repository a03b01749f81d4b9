//! The console's panel for the page's LED matrix: the same presses, the same pictures.
//!
//! | command | data | what it does |
//! |---|---|---|
//! | `panel load NOW STRENGTH PLAYERS` | moves | shows a game; players are `black`, `white`, `both`, `nobody` |
//! | `panel frame NOW BUTTONS` | | samples the buttons (bits: one, up, down, left, right, select), advances the time |
//! | `panel point NOW SQUARE` | | plays on a square that was clicked |
//! | `panel hint NOW` | | asks for a hint |
//! | `panel candidate NOW TICKET SQUARE` | | the best move so far |
//! | `panel answer NOW TICKET SQUARE...` | | answers a request |
//!
//! Each answers with the 64 colours and with what the panel needs.

use anyhow::{Result, anyhow, bail};
use wedge_console::{
    Action, Five, FiveButtons, OneButton, Panel, Players, Request, Settings, Showing, Task,
};
use wedge_engine::{Game, Square, Strength};
use wedge_web_interface::json::Object;
use wedge_web_interface::number;

/// The panel with its buttons.
#[derive(Default)]
pub(crate) struct PagePanel {
    panel: Panel,
    one: OneButton,
    five: FiveButtons,
}

impl PagePanel {
    /// Runs a command, given without its first word.
    #[inline(never)]
    pub(crate) fn run(&mut self, words: &[&str], data: &str) -> Result<String> {
        let [command, now, words @ ..] = words else {
            bail!("expected a command and the time in milliseconds");
        };
        let now: u64 = number(now)?;
        let panel = &mut self.panel;
        match (*command, words) {
            ("load", [strength, players]) => {
                let strength: Strength = strength.parse().map_err(|error| anyhow!("{error}"))?;
                let players = match *players {
                    "black" => Players::Black,
                    "white" => Players::White,
                    "both" => Players::Both,
                    "nobody" => Players::Nobody,
                    other => bail!("players `{other}`: expected black, white, both or nobody"),
                };
                let game: Game = data.parse().map_err(|error| anyhow!("the moves: {error}"))?;
                panel.set_game(game, Settings { strength, players, ..Settings::default() }, now);
            }
            ("frame", [buttons]) => {
                let bits: u8 = number(buttons)?;
                let bit = |at: u8| bits >> at & 1 == 1;
                let five =
                    Five { up: bit(1), down: bit(2), left: bit(3), right: bit(4), select: bit(5) };
                let actions = [self.one.sample(bit(0), now), self.five.sample(five, now)];
                for action in actions.into_iter().flatten() {
                    panel.handle(action, now);
                }
            }
            ("point", [at]) => panel.handle(Action::Point(square(at)?), now),
            ("hint", []) => {
                panel.request_hint(now);
            }
            ("candidate", [ticket, at]) => panel.set_candidate(number(ticket)?, square(at)?),
            ("answer", [ticket, squares @ ..]) => {
                let squares: Vec<Square> =
                    squares.iter().map(|at| square(at)).collect::<Result<_>>()?;
                panel.answer(number(ticket)?, squares, now);
            }
            _ => bail!("panel command `{command}`: expected one such as `panel frame 0 0`"),
        }
        panel.tick(now);
        Ok(self.state(now))
    }

    #[inline(never)]
    fn state(&self, now: u64) -> String {
        let panel = &self.panel;
        let colours: String = panel
            .render(now)
            .0
            .iter()
            .flatten()
            .map(|colour| format!("{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b))
            .collect();
        let Settings { strength, players, .. } = panel.settings();
        let players = match players {
            Players::Black => "black",
            Players::White => "white",
            Players::Both => "both",
            Players::Nobody => "nobody",
        };
        let showing = match panel.showing() {
            Showing::Choosing => "choosing",
            Showing::Thinking(_) => "thinking",
            Showing::Passing => "passing",
            Showing::Over => "over",
            Showing::Menu { .. } => "menu",
            Showing::Remote => "remote",
        };
        Object::new()
            .text("colours", &colours)
            .text("moves", &panel.game().to_string())
            .raw("revision", panel.revision())
            .raw("strength", strength)
            .text("players", players)
            .text("showing", showing)
            .raw("cursor", panel.cursor().index())
            .raw("request", panel.request().map_or("null".into(), request(panel)))
            .end()
    }
}

fn request(panel: &Panel) -> impl FnOnce(Request) -> String {
    let stop = |ticket| panel.should_stop(ticket);
    move |request| {
        Object::new()
            .raw("ticket", request.ticket)
            .text("task", if request.task == Task::Hint { "hint" } else { "move" })
            .raw("strength", request.strength)
            .raw("now", stop(request.ticket))
            .end()
    }
}

fn square(text: &str) -> Result<Square> {
    text.parse().map_err(|error| anyhow!("square `{text}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(panel: &mut PagePanel, words: &str) -> serde_json::Value {
        let words: Vec<&str> = words.split_whitespace().collect();
        serde_json::from_str(&panel.run(&words, "").unwrap()).unwrap()
    }

    #[test]
    fn a_held_button_plays_and_the_answer_follows() {
        let mut panel = PagePanel::default();
        run(&mut panel, "load 0 5 black");
        // Held for 700 ms, as on the board.
        for now in (10..1000).step_by(10) {
            run(&mut panel, &format!("frame {now} {}", u8::from((100..800).contains(&now))));
        }
        let state = run(&mut panel, "frame 1000 0");
        assert_eq!(state["moves"], "d3");
        let ticket = &state["request"]["ticket"];
        run(&mut panel, &format!("answer 1100 {ticket} c5"));
        let state = run(&mut panel, "frame 5000 0");
        assert_eq!((&state["moves"], &state["showing"]), (&"d3c5".into(), &"choosing".into()));
    }

    #[test]
    fn the_picture_is_the_panels_own() {
        let mut panel = PagePanel::default();
        let state = run(&mut panel, "load 0 5 black");
        let mut own: Panel = Panel::new();
        own.set_game(Game::default(), Settings::default(), 0);
        let frame = own.render(0);
        let colours = state["colours"].as_str().unwrap();
        for (at, colour) in frame.0.iter().flatten().enumerate() {
            let wanted = format!("{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
            assert_eq!(&colours[at * 6..at * 6 + 6], wanted);
        }
    }

    #[test]
    fn wrong_words_are_refused() {
        for words in [
            "",
            "frame",
            "frame x 0",
            "frame 0 256",
            "load 0 10 black",
            "load 0 5 red",
            "point 0 z9",
            "answer 0 1 q",
            "jump 0",
        ] {
            let words: Vec<&str> = words.split_whitespace().collect();
            assert!(PagePanel::default().run(&words, "").is_err(), "{words:?}");
        }
    }
}
