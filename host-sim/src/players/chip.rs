//! `wedge:chip`: the engine as on the board, with the board's table, options, book and strengths.

use anyhow::Result;
use wedge_console::board_search;
use wedge_engine::{
    Book, Move, Observer, Position, Search, Size, SplitMix64, Standard, Strength, TableView,
};

use crate::players::player::{Choice, Player};

/// The engine of the board at one of its strengths.
pub(super) struct Chip<'t, S: Size> {
    strength: Strength,
    random: SplitMix64,
    search: Search<'t, Standard, S>,
}

impl<'t, S: Size> Chip<'t, S> {
    /// The board takes its seed from the times of button presses; over the serial line it is 0.
    pub(super) fn new(strength: Strength, seed: u64, table: TableView<'t>) -> Self {
        Self { strength, random: SplitMix64::new(seed), search: board_search(table) }
    }
}

impl<S: Size> Player<S> for Chip<'_, S> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        if let Some(known) =
            self.strength.choose_from_book(&Book::built_in(), position, &mut self.random)
        {
            return Ok(Choice { mv: Move::Play(known.square), report: None });
        }
        let mut report = None;
        let choice = self.strength.choose(position, &mut self.random, |via, position, limits| {
            let found = self.search.think(position, limits, observer);
            // A search of each move by itself has no single report.
            report = via.is_none().then(|| found.clone());
            found
        });
        let mv = choice.map_or(Move::Pass, |(square, _)| Move::Play(square));
        Ok(Choice { mv, report })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use wedge_console::{Console, Frame, Hardware, Pressed, Received, SavedGame, TABLE_ENTRIES};
    use wedge_engine::{Color, Eight, Game, Table};

    use super::*;
    use crate::players::player::PlayerSpec;

    /// A board without lights and buttons: its serial line is two queues.
    #[derive(Default)]
    struct Wired {
        now: u64,
        input: VecDeque<u8>,
        output: Vec<u8>,
    }

    impl Hardware for Wired {
        fn now_ms(&mut self) -> u64 {
            self.now += 1;
            self.now
        }
        fn pressed(&mut self) -> Pressed {
            Pressed::default()
        }
        fn show(&mut self, _: &Frame) {}
        fn receive(&mut self) -> Option<Received> {
            self.input.pop_front().map(Received::Byte)
        }
        fn send(&mut self, byte: u8) {
            self.output.push(byte);
        }
        fn load(&mut self) -> Option<SavedGame> {
            None
        }
        fn save(&mut self, _: &SavedGame) {}
        fn feed_watchdog(&mut self) {}
        fn wait_for_interrupt(&mut self) {}
    }

    fn ask(console: &mut Console<'_, '_, Wired>, command: &str) -> String {
        console.hardware().output.clear();
        console.hardware().input.extend(format!("{command}\n").bytes());
        while !console.hardware().output.ends_with(b"\n\n") {
            console.step();
        }
        let answer = String::from_utf8(console.hardware().output.clone()).unwrap();
        assert!(answer.starts_with('='), "{command}: {answer}");
        answer[1..].trim().to_owned()
    }

    /// The board's program, driven over its serial line, and `wedge:chip` play the same moves to the
    /// end of the game, random choices included.
    #[test]
    fn the_chip_on_a_pc_plays_as_the_board_does() {
        for strength in [1, 3, 5] {
            let table = Table::<TABLE_ENTRIES>::new();
            let mut wired = Wired::default();
            let mut console = Console::new(&mut wired, table.view());
            ask(&mut console, &format!("strength {strength}"));
            let spec: PlayerSpec = format!("wedge:chip={strength}").parse().unwrap();
            let memory = spec.memory().unwrap();
            let mut chip = spec.player::<Eight>(&memory).unwrap();
            let mut random = SplitMix64::new(strength);
            let mut game = Game::default();
            while !game.is_over() {
                let position = game.position();
                let legal = position.board().legal_moves();
                let mv = if position.side() == Color::Black && !legal.is_empty() {
                    let mv = chip.choose(&position, &mut ()).unwrap().mv;
                    let there = ask(&mut console, "genmove black").to_lowercase();
                    assert_eq!(there, mv.to_string(), "strength {strength}: {game}");
                    mv
                } else {
                    let mv = position.random_move(&mut random).unwrap();
                    ask(&mut console, &format!("play {} {mv}", position.side()));
                    mv
                };
                game.play(mv).unwrap();
            }
        }
    }
}
