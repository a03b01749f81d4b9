//! The QEMU Machine Protocol: one JSON object a line, one response to each command.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) struct Qmp {
    lines: BufReader<UnixStream>,
}

impl Qmp {
    /// Negotiates the protocol on a connected socket.
    pub(crate) fn new(stream: UnixStream) -> Result<Self> {
        let mut qmp = Self { lines: BufReader::new(stream) };
        qmp.line().context("QEMU sent no greeting")?;
        qmp.execute("qmp_capabilities", &json!({}))?;
        Ok(qmp)
    }

    /// Runs a command and returns its result. Skips events.
    pub(crate) fn execute(&mut self, command: &str, arguments: &Value) -> Result<Value> {
        let message = json!({ "execute": command, "arguments": arguments });
        writeln!(self.lines.get_mut(), "{message}")?;
        loop {
            let mut response =
                self.line().with_context(|| format!("no response to `{command}`"))?;
            if let Some(error) = response.get("error") {
                bail!("QEMU refused `{command}`: {error}");
            }
            if let Some(value) = response.get_mut("return") {
                return Ok(value.take());
            }
        }
    }

    fn line(&mut self) -> Result<Value> {
        let mut line = String::new();
        if self.lines.read_line(&mut line)? == 0 {
            bail!("QEMU has exited");
        }
        Ok(serde_json::from_str(&line)?)
    }
}
