//! The fingerprint of a run: every setting and input that its results depend on, by name. It stands
//! in every file that can be resumed or merged, so that results of different runs never mix.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names and values, in the order in which they were added: `eval=patterns; tt-bits=22`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(Vec<(String, String)>);

impl Fingerprint {
    /// The same with one more setting.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        // What separates settings cannot be part of one.
        let value: String = (value.to_string().chars())
            .map(|c| if c == ';' || c.is_control() { '_' } else { c })
            .collect();
        self.0.push((name.to_owned(), value));
        self
    }

    /// Whether it names nothing, as in files of earlier versions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that a row of a file, which is in this line, belongs to a run with this fingerprint.
    ///
    /// # Errors
    /// Names the first setting that differs.
    pub fn check_row(&self, line: usize, row: &Self) -> Result<()> {
        let value = |of: &Self, name: &str| {
            of.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        };
        for (name, _) in self.0.iter().chain(&row.0) {
            let [wanted, found] = [self, row].map(|of| value(of, name));
            if wanted != found {
                let [wanted, found] = [wanted, found].map(|value| {
                    value.map_or_else(|| format!("no {name}"), |value| format!("{name}={value}"))
                });
                bail!("line {line} of the CSV file has {found}: expected {wanted}, as in this run");
            }
        }
        Ok(())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if at == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl FromStr for Fingerprint {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let parts = text.split("; ").filter(|part| !part.is_empty());
        let pairs = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
        Ok(Self(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()))
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.parse() {
            Ok(fingerprint) => Ok(fingerprint),
            Err(never) => match never {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_survives_its_text() {
        let one = Fingerprint::default()
            .with("eval", "a=b; c\nd")
            .with("tt-bits", 22)
            .with("openings", "my file.txt");
        let text = one.to_string();
        assert_eq!(text, "eval=a=b_ c_d; tt-bits=22; openings=my file.txt");
        assert_eq!(text.parse(), Ok(one));
        assert_eq!("".parse(), Ok(Fingerprint::default()));
    }

    #[test]
    fn a_difference_is_named() {
        let one = Fingerprint::default().with("eval", "discs").with("seed", 1);
        let say = |row: &str| {
            let row: Fingerprint = row.parse().unwrap();
            one.check_row(3, &row).map_err(|error| error.to_string())
        };
        assert_eq!(say("eval=discs; seed=1"), Ok(()));
        assert_eq!(say("seed=1; eval=discs"), Ok(()));
        let wanted = "line 3 of the CSV file has seed=2: expected seed=1, as in this run";
        assert_eq!(say("eval=discs; seed=2"), Err(wanted.to_owned()));
        let wanted = "line 3 of the CSV file has no seed: expected seed=1, as in this run";
        assert_eq!(say("eval=discs"), Err(wanted.to_owned()));
        let wanted = "line 3 of the CSV file has clock=9: expected no clock, as in this run";
        assert_eq!(say("eval=discs; seed=1; clock=9"), Err(wanted.to_owned()));
    }
}
