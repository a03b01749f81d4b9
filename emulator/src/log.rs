//! Decodes the board's defmt log.

use std::path::Path;

use anyhow::{Context, Result};
use defmt_decoder::{DecodeError, Table};

/// The messages in the bytes that a program has logged.
pub(crate) fn decode(program: &Path, bytes: &[u8]) -> Result<Vec<String>> {
    let elf = std::fs::read(program)?;
    let table = Table::parse(&elf)?.context("the program has no log messages")?;
    let mut decoder = table.new_stream_decoder();
    decoder.received(bytes);
    let mut messages = Vec::new();
    loop {
        match decoder.decode() {
            Ok(frame) => messages.push(frame.display(false).to_string()),
            Err(DecodeError::UnexpectedEof) => return Ok(messages),
            Err(DecodeError::Malformed) => messages.push("(malformed message)".into()),
        }
    }
}
