//! The commands of the page.

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Eight, Game, Six, Size, Square, Strength};

use crate::console::PagePanel;
use crate::game;
use crate::json::Object;
use crate::search::{self, Tables};

/// Where answers go, and the time.
pub trait Host {
    /// Takes an answer, or a step on the way to it.
    fn emit(&mut self, answer: &str);
    /// Milliseconds since any fixed moment.
    fn now_ms(&mut self) -> u64;
}

/// No command is longer: a WTHOR file of a year has a few hundred KB.
const MAX_BYTES: usize = 16 << 20;

/// One instance of the module: its tables and its panel.
#[derive(Default)]
pub struct Session {
    tables: Tables,
    panel: PagePanel,
}

impl Session {
    /// Runs a command and emits its answer, or its error.
    pub fn run(&mut self, input: &[u8], host: &mut dyn Host) {
        let answer = self
            .answer(input, host)
            .unwrap_or_else(|error| Object::new().text("error", &format!("{error:#}")).end());
        host.emit(&answer);
    }

    fn answer(&mut self, input: &[u8], host: &mut dyn Host) -> Result<String> {
        ensure!(input.len() <= MAX_BYTES, "{} bytes: expected at most 16 MiB", input.len());
        let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
        let (head, data) = input.split_at(end);
        let data = data.get(1..).unwrap_or_default();
        let head = std::str::from_utf8(head).context("the command is no text")?;
        let words: Vec<&str> = head.split_whitespace().collect();
        match words.as_slice() {
            #[cfg(not(test))]
            ["import"] => crate::game_files::import(data),
            ["bench"] => Ok(search::signature(&mut self.tables, host)),
            ["speed"] => search::speed(&mut self.tables, host),
            ["panel", words @ ..] => self.panel.run(words, text(data)?),
            #[cfg(not(test))]
            ["export", format, "8"] => crate::game_files::export(format, text(data)?),
            [command, "8", words @ ..] => self.sized::<Eight>(command, words, text(data)?, host),
            [command, "6", words @ ..] => self.sized::<Six>(command, words, text(data)?, host),
            _ => bail!("command `{head}`: expected one such as `view 8`"),
        }
    }

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

fn text(data: &[u8]) -> Result<&str> {
    std::str::from_utf8(data).context("the data is no text")
}

pub(crate) fn number<T: std::str::FromStr>(word: &str) -> Result<T> {
    word.parse().map_err(|_| anyhow!("`{word}`: expected a number"))
}
