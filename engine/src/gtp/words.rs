//! Lines and words, as the protocol reads them.

use core::str::{FromStr, SplitWhitespace};

use heapless::String;

use super::MAX_LINE;
use super::failure::Failure;
use crate::types::Color;

/// The line as the protocol reads it: tabs are spaces, other control characters are not there,
/// a comment ends it.
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

/// The first word and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The player that the next word names.
pub(super) fn color(
    words: &mut SplitWhitespace<'_>,
    usage: &'static str,
) -> Result<Color, Failure> {
    let word = words.next().unwrap_or_default();
    let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(["b", "black"]) {
        Ok(Color::Black)
    } else if is(["w", "white"]) {
        Ok(Color::White)
    } else {
        Err(Failure::Syntax(usage))
    }
}

/// The number that the next word is.
pub(super) fn number<'a, T: FromStr>(
    words: &mut impl Iterator<Item = &'a str>,
    usage: &'static str,
) -> Result<T, Failure> {
    words.next().and_then(|word| word.parse().ok()).ok_or(Failure::Syntax(usage))
}

/// As many whole numbers as asked for.
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
