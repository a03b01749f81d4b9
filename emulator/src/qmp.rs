//! QEMU's machine protocol: one JSON object a line, one answer each.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) struct Qmp {
    lines: BufReader<UnixStream>,
}

impl Qmp {
    /// Greets QEMU on a connected socket.
    pub(crate) fn new(stream: UnixStream) -> Result<Self> {
        let mut qmp = Self { lines: BufReader::new(stream) };
        qmp.line().context("QEMU sent no greeting")?;
        qmp.execute("qmp_capabilities", &json!({}))?;
        Ok(qmp)
    }

    /// Runs a command. Events that come in between are of no interest here.
    pub(crate) fn execute(&mut self, command: &str, arguments: &Value) -> Result<Value> {
        let message = json!({ "execute": command, "arguments": arguments });
        writeln!(self.lines.get_mut(), "{message}")?;
        loop {
            let mut answer = self.line().with_context(|| format!("no answer to `{command}`"))?;
            if let Some(error) = answer.get("error") {
                bail!("QEMU refused `{command}`: {error}");
            }
            if let Some(value) = answer.get_mut("return") {
                return Ok(value.take());
            }
        }
    }

    fn line(&mut self) -> Result<Value> {
        let mut line = String::new();
        if self.lines.read_line(&mut line)? == 0 {
            bail!("QEMU has ended");
        }
        Ok(serde_json::from_str(&line)?)
    }
}
