//! `host-sim players`: lists the kinds of players and their options.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;

use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;
use crate::io::value_enum::any_of;
use crate::players::{KINDS, Kind, OptionKind, Parameters, PlayerOption};

/// The options of `host-sim players`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim players
  host-sim players wedge

Lists every kind of player; with a kind, its options. docs/guide/players.md
says where they come from.")]
pub struct PlayersArgs {
    /// Show the options of this kind
    #[arg(value_name = "KIND")]
    kind: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If there is no such kind, or the output cannot be written.
pub fn run(args: &PlayersArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    match &args.kind {
        None => list(out)?,
        Some(name) => match KINDS.iter().find(|kind| kind.name == name) {
            Some(kind) => show(kind, out)?,
            None => {
                let names = KINDS.iter().map(|kind| kind.name);
                bail!("unknown kind of player `{name}`: expected {}", any_of(names));
            }
        },
    }
    Ok(ExitStatus::Done)
}

fn list(out: &mut dyn Write) -> Result<()> {
    let mut table = TextTable::new(&["kind", "what it plays"]).left(&[0, 1]);
    for kind in KINDS {
        table.row([kind.name.to_owned(), kind.about.to_owned()]);
    }
    Ok(writeln!(out, "{table}")?)
}

fn show(kind: &Kind, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}: {}", kind.name, kind.about)?;
    match kind.parameters {
        Parameters::Address(expected) => {
            writeln!(out, "{}:ADDRESS, where ADDRESS is {expected}", kind.name)?;
        }
        Parameters::Options([]) => writeln!(out, "no options")?,
        Parameters::Options(options) => {
            let mut table = TextTable::new(&["option", "default", "what it does"]).left(&[0, 1, 2]);
            for option in options {
                table.row([syntax(option), option.default.to_owned(), option.about.to_owned()]);
            }
            writeln!(out, "{table}")?;
        }
    }
    Ok(())
}

/// How an option is written.
fn syntax(option: &PlayerOption) -> String {
    match option.kind {
        OptionKind::Flag => option.name.to_owned(),
        OptionKind::Integer(..) => format!("{}=N", option.name),
        OptionKind::OneOf(values) => format!("{}={}", option.name, values.join("|")),
        OptionKind::Custom(_) => format!("{}=...", option.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(kind: Option<&str>) -> Result<String> {
        let mut out = Vec::new();
        run(&PlayersArgs { kind: kind.map(str::to_owned) }, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn every_kind_has_a_line_and_every_option_too() {
        let all = printed(None).unwrap();
        assert_eq!(all.lines().count(), KINDS.len() + 1, "{all}");
        assert!(all.lines().all(|line| line.chars().count() <= 100), "{all}");
        for kind in KINDS {
            assert!(all.lines().any(|line| line.starts_with(&format!("{} ", kind.name))), "{all}");
            let one = printed(Some(kind.name)).unwrap();
            assert!(kind.options().iter().all(|option| one.contains(option.about)), "{one}");
        }
    }

    #[test]
    fn every_kind_is_in_the_documentation() {
        let text = include_str!("../../../docs/guide/players.md");
        for kind in KINDS {
            let name = kind.name;
            let row = [format!("| `{name}` |"), format!("| `{name}:")];
            assert!(row.iter().any(|start| text.contains(start)), "no row for {name}");
        }
    }

    #[test]
    fn an_unknown_kind_lists_the_known_ones() {
        let error = printed(Some("nobody")).unwrap_err().to_string();
        assert!(error.starts_with("unknown kind of player `nobody`: expected wedge, "), "{error}");
    }
}
