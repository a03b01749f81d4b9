//! Named steps with their times and a summary, so that a failure says what to repeat.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The steps run so far.
pub(crate) struct Steps {
    chore: &'static str,
    done: Vec<Step>,
    only: Vec<String>,
}

struct Step {
    name: String,
    time: Duration,
    error: Option<String>,
}

impl Steps {
    /// Steps of which only the named ones run; all of them if no name is given.
    pub(crate) fn only(names: &[String]) -> Self {
        Self { chore: "test", done: Vec::new(), only: names.to_vec() }
    }

    /// All steps of another chore.
    pub(crate) fn of(chore: &'static str) -> Self {
        Self { chore, ..Self::only(&[]) }
    }

    /// Runs a step unless it was left out, and goes on when it fails: one run shows all that is
    /// wrong. Says whether what it stands for can be relied on.
    pub(crate) fn run(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> bool {
        if !self.only.is_empty() && !self.only.iter().any(|wanted| wanted == name) {
            return true;
        }
        println!("\n== {name}");
        let start = Instant::now();
        let error = work().err().map(|error| format!("{error:#}"));
        let time = start.elapsed();
        match &error {
            None => println!("== {name}: ok in {:.1} s", time.as_secs_f64()),
            Some(error) => {
                println!("== {name}: FAILED after {:.1} s: {error}", time.as_secs_f64());
            }
        }
        let good = error.is_none();
        self.done.push(Step { name: name.to_owned(), time, error });
        good
    }

    /// Prints the summary.
    ///
    /// # Errors
    /// If a step failed, or none had a wanted name.
    pub(crate) fn finish(self) -> Result<()> {
        if self.done.is_empty() {
            bail!("no step is called {}", self.only.join(" or "));
        }
        println!("\n{:<12} {:>8}", "step", "seconds");
        for Step { name, time, error } in &self.done {
            let verdict = if error.is_none() { "ok" } else { "FAILED" };
            println!("{name:<12} {:>8.1}  {verdict}", time.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|step| step.time).sum();
        println!("{:<12} {:>8.1}", "together", total.as_secs_f64());
        let failed: Vec<_> = self.done.iter().filter(|step| step.error.is_some()).collect();
        for Step { name, error, .. } in &failed {
            println!("\n{name}: {}", error.as_deref().unwrap_or_default());
            let step = if self.chore == "audit" { "" } else { name };
            println!("repeat it: cargo xtask {} {step}", self.chore);
        }
        if failed.is_empty() {
            Ok(())
        } else {
            bail!("{} of {} steps failed", failed.len(), self.done.len())
        }
    }
}

/// Runs a command to its end.
///
/// # Errors
/// If it cannot be started or fails; the message holds the command as it would be typed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let typed = typed(command);
    println!("$ {typed}");
    let status = command.status().with_context(|| format!("`{typed}` could not be started"))?;
    if !status.success() {
        bail!("`{typed}` ended with {status}");
    }
    Ok(())
}

/// The command as it would be typed, with the variables it is given.
fn typed(command: &Command) -> String {
    let quoted = |word: &std::ffi::OsStr| {
        let word = word.to_string_lossy();
        if word.is_empty() || word.contains([' ', '"', '$', '*']) {
            format!("'{word}'")
        } else {
            word.into_owned()
        }
    };
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(value?))))
        .collect();
    let program = std::path::Path::new(command.get_program());
    // The full path of rustup's cargo says nothing: its name is what a person types. Debian's is
    // chosen by its path.
    let short = program.file_name().filter(|_| !program.starts_with("/usr"));
    words.push(quoted(short.unwrap_or(program.as_os_str())));
    words.extend(command.get_args().map(quoted));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_named_as_it_would_be_typed() {
        let mut command = Command::new("/bin/false");
        command.arg("two words").env("COLOUR", "red");
        let error = run(&mut command).unwrap_err().to_string();
        assert!(error.starts_with("`COLOUR=red false 'two words'` ended with"), "{error}");
    }

    #[test]
    fn a_failed_step_fails_the_whole_and_the_rest_still_runs() {
        let mut steps = Steps::only(&[]);
        let mut later = false;
        assert!(!steps.run("first", || bail!("no luck")));
        assert!(steps.run("second", || {
            later = true;
            Ok(())
        }));
        assert!(later);
        assert_eq!(steps.finish().unwrap_err().to_string(), "1 of 2 steps failed");
    }

    #[test]
    fn only_wanted_steps_run() {
        let mut steps = Steps::only(&["second".into()]);
        assert!(steps.run("first", || bail!("left out")));
        assert!(steps.run("second", || Ok(())));
        assert!(steps.finish().is_ok());
        assert!(Steps::only(&["no such".into()]).finish().is_err());
    }
}
