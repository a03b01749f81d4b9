//! `host-sim completions`: completion scripts for shells.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::io::exit_status::ExitStatus;

/// The options of `host-sim completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim completions bash \\
    > ~/.local/share/bash-completion/completions/host-sim
  host-sim completions zsh > ~/.zfunc/_host-sim
  host-sim completions fish > ~/.config/fish/completions/host-sim.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Writes the completions of a command line.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &CompletionsArgs, mut cli: Command, out: &mut dyn Write) -> Result<ExitStatus> {
    // Into memory first: the generator panics if the output cannot be written.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli, "host-sim", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Done)
}
