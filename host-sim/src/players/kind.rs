//! What there is to say about a kind of player before one of them plays.

use anyhow::{Result, bail, ensure};

use crate::io::value_enum::any_of;
use crate::players::player::PlayerSpec;

/// A kind of player: its name, what it does, and what may be said after the colon.
#[derive(Debug)]
pub struct Kind {
    /// The name, as people type it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What comes after the colon.
    pub takes: Takes,
    /// Fills in what was left out and refuses what does not go together.
    pub(crate) settle: fn(&mut PlayerSpec) -> Result<()>,
}

/// What comes after the colon of a player's name.
#[derive(Debug)]
pub enum Takes {
    /// Options separated by commas.
    Options(&'static [Choosable]),
    /// One text to the end; this is what it should be.
    Address(&'static str),
}

/// An option of a kind of player: `name=value`, or the name alone.
#[derive(Debug)]
pub struct Choosable {
    /// The name before the equals sign.
    pub name: &'static str,
    /// The value that need not be said; empty if there is none.
    pub usual: &'static str,
    /// What the value looks like.
    pub form: Form,
    /// What it does, in one line.
    pub about: &'static str,
}

/// What the value of an option looks like.
#[derive(Debug)]
pub enum Form {
    /// There is none: the name says it all.
    Flag,
    /// A whole number between two, both included.
    Whole(u64, u64),
    /// One of a few words.
    Word(&'static [&'static str]),
    /// What a function of its own accepts; it gives the value in its plainest spelling.
    Other(fn(&str) -> Result<String>),
}

impl Kind {
    /// A kind with options.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        options: &'static [Choosable],
    ) -> Self {
        Self { name, about, takes: Takes::Options(options), settle: |_| Ok(()) }
    }

    /// A kind that is told where to find whoever plays.
    #[must_use]
    pub const fn at(name: &'static str, about: &'static str, address: &'static str) -> Self {
        Self { name, about, takes: Takes::Address(address), settle: |_| Ok(()) }
    }

    /// The same kind with options that depend on each other.
    #[must_use]
    pub(crate) const fn settled(self, settle: fn(&mut PlayerSpec) -> Result<()>) -> Self {
        Self { settle, ..self }
    }

    /// Its options.
    #[must_use]
    pub const fn options(&self) -> &'static [Choosable] {
        match self.takes {
            Takes::Options(options) => options,
            Takes::Address(_) => &[],
        }
    }

    /// The option of this name, if it has one.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static Choosable> {
        self.options().iter().find(|option| option.name == name)
    }
}

impl Choosable {
    /// For players that play by chance.
    pub const SEED: Self = Self {
        name: "seed",
        usual: "0",
        form: Form::Whole(0, u64::MAX),
        about: "the same seed plays the same moves",
    };

    /// For players that look ahead to a fixed depth.
    pub(super) const fn depth(usual: &'static str) -> Self {
        Self { name: "depth", usual, form: Form::Whole(1, 10), about: "plies to look ahead" }
    }

    /// Reads a value into its plainest spelling.
    pub(crate) fn read(&self, text: &str) -> Result<String> {
        let name = self.name;
        match self.form {
            Form::Flag => ensure!(text.is_empty(), "{name} `{text}`: expected no value"),
            Form::Whole(least, most) => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => return Ok(number.to_string()),
                _ if (least, most) == (0, u64::MAX) => {
                    bail!("{name} `{text}`: expected a whole number")
                }
                _ => bail!("{name} `{text}`: expected a whole number from {least} to {most}"),
            },
            Form::Word(words) => ensure!(
                words.contains(&text),
                "unknown {name} `{text}`: expected {}",
                any_of(words.to_vec())
            ),
            Form::Other(read) => return read(text),
        }
        Ok(text.to_owned())
    }
}
