//! The commands of the page.

use anyhow::{Result, anyhow, bail};
use wedge_engine::{Eight, Game, Six, Size, Square, Strength};
use wedge_web_interface::{Commands, Host, number, text};

use crate::console::PagePanel;
use crate::game;
use crate::search::{self, Tables};

/// One instance of the module: its tables and its panel.
#[derive(Default)]
pub struct Session {
    tables: Tables,
    panel: PagePanel,
}

impl Commands for Session {
    fn answer(&mut self, words: &[&str], data: &[u8], host: &mut dyn Host) -> Result<String> {
        match words {
            ["import"] => crate::game_files::import(data),
            ["threads", count] => self.tables.set_threads(number(count)?),
            ["bench"] => Ok(search::signature(&mut self.tables, host)),
            ["speed"] => search::speed(&mut self.tables, host),
            ["panel", words @ ..] => self.panel.run(words, text(data)?),
            ["export", format, "8"] => crate::game_files::export(format, text(data)?),
            [command, "8", words @ ..] => self.sized::<Eight>(command, words, text(data)?, host),
            [command, "6", words @ ..] => self.sized::<Six>(command, words, text(data)?, host),
            _ => bail!("command `{}`: expected one such as `view 8`", words.join(" ")),
        }
    }
}

impl Session {
    #[inline(never)]
    fn sized<S: Size>(
        &mut self,
        command: &str,
        words: &[&str],
        data: &str,
        host: &mut dyn Host,
    ) -> Result<String> {
        let game: Game<S> = game::read(data)?;
        let board = game.position().board();
        let tables = &mut self.tables;
        match (command, words) {
            ("view", []) => Ok(game::view(&game)),
            ("play", [strength, seed]) => {
                let strength: Strength =
                    strength.parse().map_err(|error| anyhow!("strength `{strength}`: {error}"))?;
                search::play(&game, strength, number(seed)?, tables, host)
            }
            ("hint", [depth, exact]) => {
                let limits = search::limits(&board, number(depth)?, number(exact)?);
                search::hint(&game, &limits, tables, host)
            }
            ("grade", [depth, exact, played]) => {
                let limits = search::limits(&board, number(depth)?, number(exact)?);
                let square: Square =
                    played.parse().map_err(|error| anyhow!("square `{played}`: {error}"))?;
                search::grade(&game, &limits, square, tables, host)
            }
            ("analyse", [count]) => search::analyse(&game, number(count)?, tables, host),
            _ => bail!("command `{command} {}`: expected one such as `view 8`", words.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Log(Vec<serde_json::Value>);

    impl Host for Log {
        fn emit(&mut self, answer: &str) {
            self.0.push(serde_json::from_str(answer).expect(answer));
        }

        fn now_ms(&mut self) -> u64 {
            0
        }
    }

    fn run(input: &[u8]) -> Vec<serde_json::Value> {
        let mut log = Log::default();
        Session::default().run(input, &mut log);
        log.0
    }

    #[test]
    fn a_search_answers_with_legal_moves() {
        for size in [6, 8] {
            let view = run(format!("view {size}\n\n").as_bytes()).remove(0);
            let legal = &view["plies"][0]["legal"];
            for command in ["play 1 7", "play 5 7", "hint 4 4", "grade 4 4 d2"] {
                let (name, words) = command.split_once(' ').unwrap();
                let words = words.replace("d2", if size == 6 { "c2" } else { "d3" });
                let answers = run(format!("{name} {size} {words}\n\n").as_bytes());
                let last = answers.last().unwrap();
                let best = if name == "hint" { &last["moves"][0]["square"] } else { &last["best"] };
                assert!(legal.as_array().unwrap().contains(best), "{size} {command}: {last}");
            }
        }
    }

    #[test]
    fn analysis_ends_in_the_solution() {
        let position = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
        let answers = run(format!("analyse 8 2\n{position}\n").as_bytes());
        let last = answers.last().unwrap();
        assert_eq!(last["solved"], true);
        // The bench's position, searched to its end by the plain search.
        let position: wedge_engine::Position = position.parse().unwrap();
        let mut search =
            wedge_engine::Search::new(wedge_engine::Discs, None, wedge_engine::Options::default());
        let report = search.think(&position, &wedge_engine::Limits::EXACT, &mut ());
        assert_eq!(last["moves"][0]["score"], f64::from(report.score.discs()));
    }

    #[test]
    fn whatever_is_not_a_command_is_an_error_with_words() {
        let long = [b'f'; 100_000];
        let mut inputs: Vec<Vec<u8>> = [
            "",
            "\n",
            "view",
            "view 7",
            "view 8 8",
            "view 8\n\nf5a1",
            "view 8\nXX",
            "play 8",
            "play 8 0 1\n\n",
            "play 8 5 -1\n\n",
            "hint 8 x 1\n\n",
            "hint 8 300 1\n\n",
            "grade 8 4 4 a1\n\n",
            "grade 8 4 4 z9\n\n",
            "analyse 8 -1\n\n",
            "panel",
            "panel frame",
            "view 6\n\nf5",
            "<script>",
            "\u{0}\u{1}",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec();
        inputs.push(vec![0xFF, 0xFE, b'\n']);
        inputs.push([b"view 8\n\n".as_slice(), &long].concat());
        inputs.push(b"view 8\n\xFF\xFF".to_vec());
        for input in inputs {
            let answers = run(&input);
            let error = answers.last().and_then(|answer| answer["error"].as_str());
            assert!(error.is_some_and(|error| !error.is_empty()), "{input:?}: {answers:?}");
        }
        // An over-long game ends the analysis of a finished one with an error as well.
        let full = format!("play 8 5 1\n{} X\n", "X".repeat(64));
        assert!(run(full.as_bytes())[0]["error"].is_string());
    }
}
