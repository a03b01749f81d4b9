//! The boundary between a WebAssembly module and the page.
//!
//! A command is text, one word list in its first line; what follows the first line is its data. An
//! answer is one JSON object. A long command emits an object for each step, then its answer, which is
//! the last. A command that fails answers `{"error": "..."}`, with the input and what was expected.
//!
//! A module is [`Commands`] and the macro `module!`. The boundary is two functions that the page calls and two
//! that it provides, with bytes each way. It needs neither generated code nor a tool that has to match
//! a version, so wasm-bindgen is not used.

use anyhow::{Context, Result, anyhow, ensure};

pub mod json;
#[cfg(target_family = "wasm")]
pub mod wasm;

use json::Object;

/// No command is longer: a WTHOR file of a year has a few hundred KB.
const MAX_BYTES: usize = 16 << 20;

/// Where answers go, and the time.
pub trait Host {
    /// Takes an answer, or a step on the way to it.
    fn emit(&mut self, answer: &str);
    /// Milliseconds since any fixed moment.
    fn now_ms(&mut self) -> u64;
}

/// What an instance of a module can do.
pub trait Commands {
    /// Answers a command.
    ///
    /// # Errors
    /// What is wrong with it, and what was expected.
    fn answer(&mut self, words: &[&str], data: &[u8], host: &mut dyn Host) -> Result<String>;

    /// Runs a command and emits its answer, or its error.
    fn run(&mut self, input: &[u8], host: &mut dyn Host) {
        let answer = split(input)
            .and_then(|(words, data)| self.answer(&words, data, host))
            .unwrap_or_else(|error| Object::new().text("error", &format!("{error:#}")).end());
        host.emit(&answer);
    }
}

/// The words of the first line, and the data after it.
fn split(input: &[u8]) -> Result<(Vec<&str>, &[u8])> {
    ensure!(input.len() <= MAX_BYTES, "{} bytes: expected at most 16 MiB", input.len());
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (head, data) = input.split_at(end);
    let head = str::from_utf8(head).context("the command is no text")?;
    Ok((head.split_whitespace().collect(), data.get(1..).unwrap_or_default()))
}

/// The data of a command as text.
///
/// # Errors
/// If it is not UTF-8.
pub fn text(data: &[u8]) -> Result<&str> {
    str::from_utf8(data).context("the data is no text")
}

/// A word of a command as a number.
///
/// # Errors
/// Names the word.
pub fn number<T: std::str::FromStr>(word: &str) -> Result<T> {
    word.parse().map_err(|_| anyhow!("`{word}`: expected a number"))
}
