//! A Raspberry Pi Pico that runs in rp2040js, driven by cycles and not by the host's clock.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use wedge_console::{Brightness, Frame, Rgb8};

use crate::emulator::{Button, Stack};
use crate::lights::{LightHistory, Lights};
use crate::rtt::Rtt;

/// The pin of the LEDs' data line.
const DATA_PIN: &str = "16";

/// An emulated Pico.
#[derive(Debug)]
pub struct Pico {
    node: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    program: PathBuf,
    rtt: Rtt,
    /// What the serial port has sent and nobody has read.
    serial: String,
    /// What the USB port has sent and nobody has read.
    usb: String,
    /// The rows of a MAX7219.
    rows: [u8; 8],
    frame: Option<Frame>,
    ms: f64,
    cycles: u64,
}

impl Pico {
    /// Starts a program on the emulated Pico.
    ///
    /// # Errors
    /// If node or rp2040js is missing, or the program cannot be read.
    pub fn start(program: &Path) -> Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = here.join("../target/rp2040js");
        ensure!(
            folder.join("node_modules/rp2040js").exists(),
            "{} has no rp2040js: run `cargo xtask setup`",
            folder.display()
        );
        let mut node = Command::new("node")
            .arg(here.join("pico/pico.mjs"))
            .args([&folder, program])
            .arg(DATA_PIN)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start node")?;
        let input = node.stdin.take().context("node has no input")?;
        let output = BufReader::new(node.stdout.take().context("node has no output")?);
        Ok(Self {
            node,
            input,
            output,
            program: program.to_path_buf(),
            rtt: Rtt::default(),
            serial: String::new(),
            usb: String::new(),
            rows: [0; 8],
            frame: None,
            ms: 0.0,
            cycles: 0,
        })
    }

    fn ask(&mut self, command: &str) -> Result<Value> {
        writeln!(self.input, "{command}").context("the emulator has ended")?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            bail!("the emulator has ended after `{command}`");
        }
        let response: Value = serde_json::from_str(&line)?;
        if let Some(error) = response.get("error") {
            bail!("the emulator refused `{command}`: {error}");
        }
        self.serial += response["uart"].as_str().unwrap_or_default();
        self.usb += response["usb"].as_str().unwrap_or_default();
        for (row, bits) in
            self.rows.iter_mut().zip(response["rows"].as_array().into_iter().flatten())
        {
            *row = bits.as_u64().unwrap_or_default() as u8;
        }
        self.ms = response["ms"].as_f64().unwrap_or_default();
        self.cycles = response["cycles"].as_u64().unwrap_or_default();
        ensure!(response["damaged"] == 0, "the LEDs got damaged pictures: {}", response["damage"]);
        if let Some(words) = response["frame"].as_array() {
            let mut frame = Frame::default();
            for (led, word) in frame.0.iter_mut().flatten().zip(words) {
                let [_, g, r, b] = (word.as_u64().unwrap_or_default() as u32).to_be_bytes();
                *led = Rgb8::new(r, g, b);
            }
            self.frame = Some(frame);
        }
        Ok(response)
    }

    /// Runs the board for some milliseconds of its own time.
    ///
    /// # Errors
    /// If the emulator has ended, or the LEDs got a damaged picture.
    pub fn run_ms(&mut self, ms: u32) -> Result<()> {
        self.ask(&format!("run {ms}")).map(drop)
    }

    /// The board's time in milliseconds.
    #[must_use]
    pub const fn now_ms(&self) -> f64 {
        self.ms
    }

    /// The chip's cycles since the start.
    #[must_use]
    pub const fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Presses a button and holds it.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn hold(&mut self, button: Button) -> Result<()> {
        self.ask(&format!("pin {} 0", pin(button))).map(drop)
    }

    /// Releases a button.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn release(&mut self, button: Button) -> Result<()> {
        self.ask(&format!("pin {} 1", pin(button))).map(drop)
    }

    /// Presses a button for some milliseconds of the board's time.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn press(&mut self, button: Button, ms: u32) -> Result<()> {
        self.hold(button)?;
        self.run_ms(ms)?;
        self.release(button)?;
        self.run_ms(30)
    }

    /// Sends a line over the serial port.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn send_line(&mut self, line: &str) -> Result<()> {
        self.ask(&format!("uart {line}")).map(drop)
    }

    /// What the serial port has sent since the last call.
    #[must_use]
    pub fn received(&mut self) -> String {
        std::mem::take(&mut self.serial)
    }

    /// Sends a GTP command over USB; returns the response without its sign.
    ///
    /// # Errors
    /// If no response comes within a time of the board, or the board refuses.
    pub fn usb_command(&mut self, command: &str, timeout_ms: u32) -> Result<String> {
        self.usb.clear();
        self.ask(&format!("usb {command}"))?;
        self.ask(&format!("run {timeout_ms} answer"))?;
        let answer = std::mem::take(&mut self.usb);
        match answer.strip_prefix('=') {
            Some(text) if answer.ends_with("\n\n") => Ok(text.trim().to_string()),
            _ => bail!("`{command}` gave `{answer}` over USB after {timeout_ms} ms"),
        }
    }

    /// What a MAX7219 matrix shows: a byte a row, the left column in the highest bit.
    #[must_use]
    pub const fn matrix_rows(&self) -> [u8; 8] {
        self.rows
    }

    /// The same as a picture in red.
    pub(crate) fn matrix(&self) -> Frame {
        let red = |row: u8, column: usize| if row >> (7 - column) & 1 == 1 { 255 } else { 0 };
        Frame(self.rows.map(|row| core::array::from_fn(|at| Rgb8::new(red(row, at), 0, 0))))
    }

    /// The most stack used so far, from the last log message about it.
    ///
    /// # Errors
    /// If there is no such message.
    pub fn stack(&mut self) -> Result<Stack> {
        let log = self.log()?;
        let stack = log.iter().rev().find_map(|line| Stack::parse(line));
        stack.with_context(|| format!("no message about the stack in the log: {log:#?}"))
    }

    /// Sends a GTP command; returns the response without its sign.
    ///
    /// # Errors
    /// If no response comes within a time of the board, or the board refuses.
    pub fn command(&mut self, command: &str, timeout_ms: u32) -> Result<String> {
        self.serial.clear();
        self.send_line(command)?;
        if !self.serial.ends_with("\n\n") {
            self.ask(&format!("run {timeout_ms} answer"))?;
        }
        let answer = self.received();
        let log = self.log()?;
        match answer.strip_prefix('=') {
            Some(text) if answer.ends_with("\n\n") => Ok(text.trim().to_string()),
            _ => bail!("`{command}` gave `{answer}` after {timeout_ms} ms; the log: {log:#?}"),
        }
    }

    /// The last picture of the LEDs as it would be at full brightness.
    #[must_use]
    pub fn frame(&self) -> Option<Frame> {
        let scale = u32::from(Brightness::default().of_63());
        let full = |level: u8| (u32::from(level) * 63 / scale).min(255) as u8;
        let led = |led: Rgb8| Rgb8::new(full(led.r), full(led.g), full(led.b));
        self.frame.map(|frame| Frame(frame.0.map(|row| row.map(led))))
    }

    /// The picture over some milliseconds of the board's time, with blinking LEDs recognised.
    ///
    /// # Errors
    /// If the emulator has ended, or nothing was shown.
    pub fn lights_over(&mut self, ms: u32) -> Result<Lights> {
        let mut history = LightHistory::default();
        for _ in 0..ms.div_ceil(50) {
            self.run_ms(50)?;
            history.add(&self.frame().context("the LEDs have shown nothing")?);
        }
        Ok(history.lights())
    }

    /// Presses the reset button.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn reset(&mut self) -> Result<()> {
        self.rtt = Rtt::default();
        self.frame = None;
        self.ask("reset").map(drop)
    }

    /// Cuts the power for a moment.
    ///
    /// # Errors
    /// If the emulator has ended.
    pub fn cut_power(&mut self) -> Result<()> {
        self.rtt = Rtt::default();
        self.frame = None;
        self.ask("power").map(drop)
    }

    /// The log messages so far, from the buffer of the debug probe.
    ///
    /// # Errors
    /// If the emulator has ended, or the program has no such buffer.
    pub fn log(&mut self) -> Result<Vec<String>> {
        let program = self.program.clone();
        let mut rtt = std::mem::take(&mut self.rtt);
        let log = rtt.read(&program, |address, count| {
            let response = self.ask(&format!("read {address} {count}"))?;
            Ok(response["hex"].as_str().unwrap_or_default().to_string())
        });
        self.rtt = rtt;
        log
    }
}

impl Drop for Pico {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}

/// The GPIO number of a button.
const fn pin(button: Button) -> u32 {
    match button {
        Button::User => 15,
        Button::Up => 10,
        Button::Down => 11,
        Button::Left => 12,
        Button::Right => 13,
        Button::Select => 14,
    }
}
