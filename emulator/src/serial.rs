//! GTP over the board's serial port.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

/// The longest that any answer may take: the highest strength thinks for a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// The serial port's other end.
#[derive(Debug)]
pub struct Gtp {
    lines: BufReader<UnixStream>,
}

/// The board's answer to a command that it cannot carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}", self.0)
    }
}

impl std::error::Error for Refused {}

impl Gtp {
    pub(crate) fn new(stream: UnixStream) -> Result<Self> {
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { lines: BufReader::new(stream) })
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// If the line is dead.
    pub fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.lines.get_mut().write_all(bytes)?)
    }

    /// Reads one answer: its text, or why the board refused.
    ///
    /// # Errors
    /// If none comes, or something that is no answer.
    pub fn answer(&mut self) -> Result<Result<String, Refused>> {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let length = self.lines.read_line(&mut line).context("the board does not answer")?;
            if length == 0 {
                bail!("the emulator has ended");
            }
            match line.trim_end() {
                "" if text.is_empty() => {}
                "" => break,
                line if text.is_empty() => text.push_str(line),
                line => {
                    text.push('\n');
                    text.push_str(line);
                }
            }
        }
        match text.split_at_checked(1) {
            Some(("=", answer)) => Ok(Ok(answer.trim().to_string())),
            Some(("?", why)) => Ok(Err(Refused(why.trim().to_string()))),
            _ => bail!("`{text}` is no answer: expected = or ? first"),
        }
    }

    /// Sends a command and reads its answer.
    ///
    /// # Errors
    /// If there is none, or the board refuses.
    pub fn command(&mut self, command: &str) -> Result<String> {
        self.send(format!("{command}\n").as_bytes())?;
        Ok(self.answer().with_context(|| format!("after `{command}`"))??)
    }

    /// Sends any bytes, then a command with a number, and reads until that is answered. Gives how
    /// many answers came before it.
    ///
    /// # Errors
    /// If no answer comes, or something that is no answer.
    pub fn drown(&mut self, noise: &[u8], number: u32) -> Result<usize> {
        let mut out = self.lines.get_ref().try_clone()?;
        std::thread::scope(|scope| {
            let sender = scope.spawn(move || {
                out.write_all(noise)?;
                // The first line end ends whatever the noise was.
                out.write_all(format!("\n{number} name\n").as_bytes())
            });
            let mut answers = 0;
            loop {
                match self.answer()? {
                    Ok(text) if text == format!("{number} Wedge") => break,
                    _ => answers += 1,
                }
            }
            sender.join().map_err(|_| anyhow!("the sender panicked"))??;
            Ok(answers)
        })
    }

    /// Sends a command that must be refused; gives the reason.
    ///
    /// # Errors
    /// If the board does not answer, or obeys.
    pub fn refused(&mut self, command: &str) -> Result<String> {
        self.send(format!("{command}\n").as_bytes())?;
        match self.answer().with_context(|| format!("after `{command}`"))? {
            Err(Refused(why)) => Ok(why),
            Ok(answer) => bail!("`{command}` was answered with `{answer}`: expected a refusal"),
        }
    }
}
