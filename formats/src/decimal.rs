//! Decimal numbers with three places: evaluations and times of moves.
//!
//! They are integers, since the code and the tables for floating-point text would be 20 KB of what a
//! browser has to load.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

/// A number in thousandths, such as seconds with milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal {
    thousandths: i64,
}

impl Decimal {
    /// The number with this many thousandths.
    #[must_use]
    pub const fn from_thousandths(thousandths: i64) -> Self {
        Self { thousandths }
    }

    /// The thousandths: milliseconds of a time.
    #[must_use]
    pub const fn thousandths(self) -> i64 {
        self.thousandths
    }
}

/// `1.5`, `-64`, `+0.25`, `.5`; further places are rounded.
impl FromStr for Decimal {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).with_context(|| format!("`{text}`: expected a number such as 1.5"))
    }
}

fn parse(text: &str) -> Option<Decimal> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, text.get(1..)?),
        [b'+', ..] => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let mut sum = 0_i64;
    let places = part.bytes().chain(std::iter::repeat(b'0')).take(4.max(part.len()));
    for (at, digit) in whole.bytes().chain(places).enumerate() {
        let digit = i64::from(digit.checked_sub(b'0').filter(|&digit| digit < 10)?);
        match at.checked_sub(whole.len()) {
            None | Some(0..3) => sum = sum.checked_mul(10)?.checked_add(digit)?,
            Some(3) if digit >= 5 => sum = sum.checked_add(1)?,
            Some(_) => {}
        }
    }
    Some(Decimal { thousandths: if negative { -sum } else { sum } })
}

/// As few places as hold the number, or three with a precision: `{:.3}`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.thousandths.unsigned_abs();
        let (whole, part) = (size / 1000, size % 1000);
        let sign = if self.thousandths < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}")?;
        match part {
            _ if f.precision().is_some() || part % 10 != 0 => write!(f, ".{part:03}"),
            0 => Ok(()),
            _ if part % 100 == 0 => write!(f, ".{}", part / 100),
            _ => write!(f, ".{:02}", part / 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(thousandths in -1_000_000_000_000..1_000_000_000_000_i64) {
            let number = Decimal::from_thousandths(thousandths);
            prop_assert_eq!(number.to_string().parse::<Decimal>().unwrap(), number);
            prop_assert_eq!(format!("{number:.3}").parse::<Decimal>().unwrap(), number);
            // The text is what floating point makes of the same number.
            prop_assert_eq!(number.to_string(), (thousandths as f64 / 1000.0).to_string());
        }

        #[test]
        fn anything_else_is_refused(text in "[-+.0-9ex]{0,8}") {
            let number: Result<Decimal> = text.parse();
            // Floating point also reads exponents.
            let known: Option<f64> = text.parse().ok().filter(|_| !text.contains('e'));
            prop_assert_eq!(number.is_ok(), known.is_some(), "{}", text);
            if let (Ok(number), Some(known)) = (number, known) {
                prop_assert!((number.thousandths() as f64 / 1000.0 - known).abs() < 0.000_51);
            }
        }
    }

    #[test]
    fn long_numbers_are_rounded_or_refused() {
        let read = |text: &str| text.parse::<Decimal>().map(Decimal::thousandths).ok();
        assert_eq!(read("0.0005"), Some(1));
        assert_eq!(read("-1.99949999"), Some(-1999));
        assert_eq!(read("0.999999"), Some(1000));
        assert_eq!(read("9223372036854775.807"), Some(i64::MAX));
        for text in ["9223372036854775.808", "", ".", "-", "1.2.3", "1.2345x", "inf", "\u{661}"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
