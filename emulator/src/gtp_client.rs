//! A GTP client on the board's serial port.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

/// The timeout for a response: the highest level searches for a while.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A controller that is connected to the board's serial port.
#[derive(Debug)]
pub struct GtpClient {
    lines: BufReader<UnixStream>,
}

/// The reason why the board refused a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}", self.0)
    }
}

impl std::error::Error for Refused {}

impl GtpClient {
    pub(crate) fn new(stream: UnixStream) -> Result<Self> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self { lines: BufReader::new(stream) })
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.lines.get_mut().write_all(bytes)?)
    }

    /// What has arrived and was not read, as it is.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn drain(&mut self) -> Result<String> {
        let mut text = String::from_utf8_lossy(self.lines.buffer()).into_owned();
        self.lines.consume(self.lines.buffer().len());
        let mut bytes = [0; 4096];
        self.lines.get_ref().set_nonblocking(true)?;
        loop {
            match self.lines.get_mut().read(&mut bytes) {
                Ok(0) => bail!("the emulator has exited"),
                Ok(count) => text.push_str(&String::from_utf8_lossy(&bytes[..count])),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error.into()),
            }
        }
        self.lines.get_ref().set_nonblocking(false)?;
        Ok(text)
    }

    /// Reads one response: its text, or the reason for a refusal.
    ///
    /// # Errors
    /// If no response arrives in time, or it is malformed.
    pub fn response(&mut self) -> Result<Result<String, Refused>> {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let length = self.lines.read_line(&mut line).context("the board does not respond")?;
            if length == 0 {
                bail!("the emulator has exited");
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
            Some(("=", result)) => Ok(Ok(result.trim().to_string())),
            Some(("?", reason)) => Ok(Err(Refused(reason.trim().to_string()))),
            _ => bail!("response `{text}`: expected = or ? first"),
        }
    }

    /// Sends a command and returns the response.
    ///
    /// # Errors
    /// If no response arrives in time, or the board refuses the command.
    pub fn command(&mut self, command: &str) -> Result<String> {
        self.send(format!("{command}\n").as_bytes())?;
        Ok(self.response().with_context(|| format!("after `{command}`"))??)
    }

    /// Sends any bytes, then a command with an id, and reads until the response with that id. Returns
    /// the number of responses before it.
    ///
    /// # Errors
    /// If a response does not arrive in time, or is malformed.
    pub fn send_noise(&mut self, noise: &[u8], id: u32) -> Result<usize> {
        let mut out = self.lines.get_ref().try_clone()?;
        std::thread::scope(|scope| {
            let sender = scope.spawn(move || {
                out.write_all(noise)?;
                // The line end terminates the last line of the noise.
                out.write_all(format!("\n{id} name\n").as_bytes())
            });
            let mut responses = 0;
            loop {
                match self.response()? {
                    Ok(text) if text == format!("{id} Wedge") => break,
                    _ => responses += 1,
                }
            }
            sender.join().map_err(|_| anyhow!("the sending thread panicked"))??;
            Ok(responses)
        })
    }

    /// Sends a command that must be refused; returns the reason.
    ///
    /// # Errors
    /// If no response arrives in time, or the board does not refuse.
    pub fn refused(&mut self, command: &str) -> Result<String> {
        self.send(format!("{command}\n").as_bytes())?;
        match self.response().with_context(|| format!("after `{command}`"))? {
            Err(Refused(reason)) => Ok(reason),
            Ok(result) => bail!("`{command}` returned `{result}`: expected a refusal"),
        }
    }
}
