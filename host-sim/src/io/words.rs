//! The words by which people choose among a few things: searches, orderings, evaluations, suites.

use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use wedge_engine::{Algorithm, Ordering};

/// A choice among a few things, each with its word.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// What is chosen, for error texts.
    const WHAT: &'static str;
    /// Every word with what it stands for.
    const ALL: &'static [(&'static str, Self)];
}

impl Word for Algorithm {
    const WHAT: &'static str = "search";
    const ALL: &'static [(&'static str, Self)] = &[
        ("minimax", Self::Minimax),
        ("alphabeta", Self::AlphaBeta),
        ("negascout", Self::NegaScout),
    ];
}

impl Word for Ordering {
    const WHAT: &'static str = "ordering";
    const ALL: &'static [(&'static str, Self)] =
        &[("static", Self::Static), ("ht", Self::History), ("full", Self::Full)];
}

/// What a word stands for.
///
/// # Errors
/// If there is no such word; names those there are.
pub fn parse<W: Word>(text: &str) -> Result<W> {
    match W::ALL.iter().find(|(word, _)| *word == text) {
        Some((_, value)) => Ok(*value),
        None => bail!("unknown {} `{text}`: expected {}", W::WHAT, any_of(words::<W>())),
    }
}

/// The word for a thing.
#[must_use]
pub fn word<W: Word>(value: W) -> &'static str {
    W::ALL.iter().find(|(_, known)| *known == value).map_or("?", |(word, _)| word)
}

/// The words of a choice.
pub fn words<W: Word>() -> impl Iterator<Item = &'static str> {
    W::ALL.iter().map(|(word, _)| *word)
}

/// `a, b or c`.
pub fn any_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Reads a word on the command line, where `--help` lists all of them.
pub fn parser<W: Word>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(words::<W>()).try_map(|text| parse::<W>(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_stands_for_itself() {
        fn check<W: Word + std::fmt::Debug>() {
            for text in words::<W>() {
                assert_eq!(word(parse::<W>(text).unwrap()), text);
            }
        }
        check::<Algorithm>();
        check::<Ordering>();
    }

    #[test]
    fn an_unknown_word_is_told_the_known_ones() {
        let error = parse::<Ordering>("best").unwrap_err().to_string();
        assert_eq!(error, "unknown ordering `best`: expected static, ht or full");
    }
}
