//! Values chosen by name, for text that clap does not parse: names, errors and lists of names.

use anyhow::{Context, Result};
use clap::ValueEnum;

/// Parses a value by its name. `what` says in the error what is chosen.
///
/// # Errors
/// If no value has this name; the error lists those there are.
pub fn parse_value<V: ValueEnum>(what: &str, text: &str) -> Result<V> {
    V::from_str(text, false).ok().with_context(|| {
        let names: Vec<String> = V::value_variants().iter().map(value_name).collect();
        format!("unknown {what} `{text}`: expected {}", any_of(names.iter().map(String::as_str)))
    })
}

/// The name of a value; empty if it has none.
#[must_use]
pub fn value_name<V: ValueEnum>(value: &V) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// `a, b or c`.
pub fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setup::{MoveOrdering, SearchAlgorithm};

    #[test]
    fn every_name_is_parsed() {
        fn check<V: ValueEnum + PartialEq + std::fmt::Debug>(names: &[&str]) {
            let found: Vec<String> = V::value_variants().iter().map(value_name).collect();
            assert_eq!(found, names);
            for (value, name) in V::value_variants().iter().zip(names) {
                assert_eq!(&parse_value::<V>("value", name).unwrap(), value);
            }
        }
        check::<SearchAlgorithm>(&["minimax", "alphabeta", "negascout"]);
        check::<MoveOrdering>(&["static", "ht", "full"]);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = parse_value::<MoveOrdering>("ordering", "best").unwrap_err().to_string();
        assert_eq!(error, "unknown ordering `best`: expected static, ht or full");
    }
}
