//! Kinds of players: their names, and the options that each takes.

use anyhow::{Result, bail, ensure};

use crate::io::value_enum::any_of;
use crate::players::player::PlayerSpec;

/// A kind of player: its name, a description, and what follows the colon.
#[derive(Debug)]
pub struct Kind {
    /// The name, as people type it.
    pub name: &'static str,
    /// What it plays, in one line.
    pub about: &'static str,
    /// What follows the colon.
    pub parameters: Parameters,
    /// Fills in options that are left out and rejects options that exclude each other.
    pub(crate) validate: fn(&mut PlayerSpec) -> Result<()>,
}

/// What follows the colon in the name of a player.
#[derive(Debug)]
pub enum Parameters {
    /// Options, separated by commas.
    Options(&'static [PlayerOption]),
    /// An address that takes the rest of the text; this says what it should be.
    Address(&'static str),
}

/// An option of a kind of player: `name=value`, or a name alone.
#[derive(Debug)]
pub struct PlayerOption {
    /// The name before the equals sign.
    pub name: &'static str,
    /// The value if the option is left out; empty if there is none.
    pub default: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// What it does, in one line.
    pub about: &'static str,
}

/// The values that an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// None: the option is set by its name alone.
    Flag,
    /// A whole number between two, both included.
    Integer(u64, u64),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// Those that a function accepts. It returns the value in its normal form.
    Custom(fn(&str) -> Result<String>),
}

impl Kind {
    /// A kind with options.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        options: &'static [PlayerOption],
    ) -> Self {
        Self { name, about, parameters: Parameters::Options(options), validate: |_| Ok(()) }
    }

    /// A kind with an address, such as that of a serial port.
    #[must_use]
    pub const fn with_address(
        name: &'static str,
        about: &'static str,
        address: &'static str,
    ) -> Self {
        Self { name, about, parameters: Parameters::Address(address), validate: |_| Ok(()) }
    }

    /// The same kind with options that depend on each other.
    #[must_use]
    pub(crate) const fn with_validation(self, validate: fn(&mut PlayerSpec) -> Result<()>) -> Self {
        Self { validate, ..self }
    }

    /// Its options.
    #[must_use]
    pub const fn options(&self) -> &'static [PlayerOption] {
        match self.parameters {
            Parameters::Options(options) => options,
            Parameters::Address(_) => &[],
        }
    }

    /// The option of this name, if the kind has one.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static PlayerOption> {
        self.options().iter().find(|option| option.name == name)
    }
}

impl PlayerOption {
    /// The seed of players that choose at random.
    pub const SEED: Self = Self {
        name: "seed",
        default: "0",
        kind: OptionKind::Integer(0, u64::MAX),
        about: "the same seed plays the same moves",
    };

    /// The depth of players that search to a fixed one.
    pub(super) const fn depth(default: &'static str) -> Self {
        let kind = OptionKind::Integer(1, 10);
        Self { name: "depth", default, kind, about: "plies to look ahead" }
    }

    /// Checks a value and returns it in its normal form.
    pub(crate) fn normalize(&self, text: &str) -> Result<String> {
        let name = self.name;
        match self.kind {
            OptionKind::Flag => ensure!(text.is_empty(), "{name} `{text}`: expected no value"),
            OptionKind::Integer(least, most) => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => return Ok(number.to_string()),
                _ if (least, most) == (0, u64::MAX) => {
                    bail!("{name} `{text}`: expected a whole number")
                }
                _ => bail!("{name} `{text}`: expected a whole number from {least} to {most}"),
            },
            OptionKind::OneOf(values) => ensure!(
                values.contains(&text),
                "unknown {name} `{text}`: expected {}",
                any_of(values.to_vec())
            ),
            OptionKind::Custom(normalize) => return normalize(text),
        }
        Ok(text.to_owned())
    }
}
