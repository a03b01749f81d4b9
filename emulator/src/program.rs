//! Runs programs that end by themselves, and parses their output.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The output of a program: lines that start with a name.
#[derive(Debug)]
pub struct Output(String);

/// Runs a program on the emulated board until it exits. Each instruction takes 8 ns of the board's
/// time, so that the board's timer counts instructions.
///
/// # Errors
/// If QEMU cannot be started, or the program fails.
pub fn run(program: &Path) -> Result<Output> {
    let mut command = Command::new("qemu-system-arm");
    command.args(["-machine", "b-l475e-iot01a", "-display", "none", "-monitor", "none"]);
    command.args(["-serial", "null", "-semihosting-config", "enable=on,target=native"]);
    command.args(["-icount", "shift=3", "-kernel"]).arg(program);
    let output = command.output().context("cannot start qemu-system-arm")?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let name = program.display();
        bail!("{name} failed with {}; its output:\n{printed}{errors}", output.status);
    }
    Ok(Output(printed))
}

impl Output {
    /// All lines of the output.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }

    /// The rest of each line that starts with a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
    }

    /// The numbers in the first line that starts with a name.
    ///
    /// # Errors
    /// If there is no such line, or it does not hold `N` numbers.
    pub fn numbers<const N: usize>(&self, name: &str) -> Result<[u64; N]> {
        let line = self.all(name).next().with_context(|| format!("no line `{name}`"))?;
        let numbers: Option<Vec<u64>> = line.split_whitespace().map(|n| n.parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| <[u64; N]>::try_from(numbers).ok());
        numbers.with_context(|| format!("`{name} {line}`: expected {N} numbers"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_name() {
        let output = Output("perft 120 6\nperfect 1\nsearch d3 4\nsearch c4 5\n".into());
        assert_eq!(output.numbers("perft").unwrap(), [120, 6]);
        assert_eq!(output.all("search").collect::<Vec<_>>(), ["d3 4", "c4 5"]);
        assert!(output.numbers::<1>("perft").is_err());
        assert!(output.numbers::<2>("search").is_err());
        assert!(output.numbers::<1>("nothing").is_err());
    }
}
