//! The lexical rules of the protocol: lines and words.

use core::str::{FromStr, SplitWhitespace};

use heapless::String;

use super::MAX_LINE;
use super::failure::Failure;
use crate::types::Color;

/// The line after the protocol's clean-up: tabs become spaces, other control characters and comments
/// are removed. `None` if it is too long.
pub(super) fn clean(line: &str) -> Option<String<MAX_LINE>> {
    let mut text = String::new();
    for c in line.chars().take_while(|&c| c != '#') {
        match c {
            '\t' => text.push(' ').ok()?,
            c if c.is_control() => {}
            c => text.push(c).ok()?,
        }
    }
    Some(text)
}

/// Splits a text into its first word and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Reads the next word as a player.
pub(super) fn color(
    words: &mut SplitWhitespace<'_>,
    usage: &'static str,
) -> Result<Color, Failure> {
    words.next().and_then(|word| word.parse().ok()).ok_or(Failure::Syntax(usage))
}

/// Reads the next word as a number.
pub(super) fn number<'a, T: FromStr>(
    words: &mut impl Iterator<Item = &'a str>,
    usage: &'static str,
) -> Result<T, Failure> {
    words.next().and_then(|word| word.parse().ok()).ok_or(Failure::Syntax(usage))
}

/// Reads the next `N` words as whole numbers.
pub(super) fn numbers<const N: usize>(
    words: &mut SplitWhitespace<'_>,
    usage: &'static str,
) -> Result<[u32; N], Failure> {
    let mut values = [0; N];
    for value in &mut values {
        *value = number(words, usage)?;
    }
    Ok(values)
}

/// Seconds in milliseconds.
pub(super) fn seconds(time: u32) -> u64 {
    u64::from(time) * 1000
}
