//! A board that runs in QEMU: its buttons, LEDs, serial port and log.

mod display;
mod memory;
mod model;

pub use memory::Stack;
pub use model::{Button, Model};

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;
use tempfile::TempDir;
use wedge_console::Frame;

use crate::gtp_client::GtpClient;
use crate::log::decode;
use crate::qmp::Qmp;
use memory::find;

/// The time of an instruction on a board that [`Emulator::start_counting`] has started.
pub const INSTRUCTION_NS: u64 = 16;

/// A board that runs in QEMU, in real time.
#[derive(Debug)]
pub struct Emulator {
    model: Model,
    program: PathBuf,
    folder: TempDir,
    qemu: Child,
    qmp: Qmp,
    qtest: BufReader<UnixStream>,
    /// The address of the program's millisecond counter.
    clock_address: u64,
    /// The serial port.
    pub serial: GtpClient,
}

impl Emulator {
    /// Starts a program on the emulated L475.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start(program: &Path) -> Result<Self> {
        Self::start_model(Model::L475, program)
    }

    /// Starts a program on an emulated board.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start_model(model: Model, program: &Path) -> Result<Self> {
        Self::start_with(model, program, "none", &[])
    }

    /// Starts a program on an emulated board that QEMU shows in a window too: `gtk`, `sdl` or `cocoa`.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start_in_window(model: Model, program: &Path, window: &str) -> Result<Self> {
        Self::start_with(model, program, window, &[])
    }

    /// Starts a program on an emulated board that takes [`INSTRUCTION_NS`] for each instruction, so
    /// that its clock counts them.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start_counting(model: Model, program: &Path) -> Result<Self> {
        Self::start_with(model, program, "none", &["-icount", "shift=4"])
    }

    /// Starts a program on the emulated L475 at about the speed of a real one, however fast this
    /// machine is: [`INSTRUCTION_NS`] for each instruction, and the board's clock is not ahead of
    /// this machine's.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start_at_chip_speed(program: &Path) -> Result<Self> {
        Self::start_with(Model::L475, program, "none", &["-icount", "shift=4,align=on"])
    }

    fn start_with(model: Model, program: &Path, display: &str, options: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let socket = |name: &str| folder.path().join(name);
        let server = |name: &str| format!("{},server=on,wait=off", socket(name).display());
        let mut command = Command::new("qemu-system-arm");
        command.args(["-machine", model.machine(), "-display", display, "-monitor", "none"]);
        command.args(options);
        // Start paused: output before all sockets are connected would be lost.
        command.args(["-S", "-qmp", &format!("unix:{}", server("qmp"))]);
        command.args(["-chardev", &format!("socket,id=serial,path={}", server("serial"))]);
        command.args(["-serial", "chardev:serial"]);
        command.args(["-chardev", &format!("socket,id=qtest,path={}", server("qtest"))]);
        command.args(["-qtest", "chardev:qtest", "-qtest-log", "/dev/null"]);
        command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(program);
        command.stdin(Stdio::null()).stdout(File::create(socket("log"))?);
        command.stderr(File::create(socket("errors"))?);
        let mut qemu = command.spawn().context("cannot start qemu-system-arm")?;
        let mut connect = |name: &str| connect(&mut qemu, &socket(name), &socket("errors"));
        let qmp = connect("qmp")?;
        let serial = connect("serial")?;
        let qtest = connect("qtest")?;
        let mut board = Self {
            model,
            qmp: Qmp::new(qmp)?,
            serial: GtpClient::new(serial)?,
            qtest: BufReader::new(qtest),
            clock_address: find(program, "NOW_MS")?.0,
            program: program.to_path_buf(),
            folder,
            qemu,
        };
        board.release_all()?;
        board.qmp.execute("cont", &json!({}))?;
        board.touch_keys()?;
        board.wait_for_picture()?;
        Ok(board)
    }

    /// Waits for the first picture, which shows when everything else is ready.
    fn wait_for_picture(&mut self) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(20);
        while self.is_dark()? {
            if Instant::now() > end {
                bail!("the LEDs stay dark; the log: {:#?}", self.log()?);
            }
            sleep(Duration::from_millis(20));
        }
        // The console ignores a button until it has been released for the debounce time.
        self.wait_ms(50)
    }

    /// Whether nothing is lit.
    fn is_dark(&mut self) -> Result<bool> {
        Ok(match self.picture()? {
            Some(picture) => picture.is_dark(),
            None => self.frame()? == Frame::default(),
        })
    }

    /// Presses and releases the keys of the lm3s6965evb: after a reset they read as pressed until then,
    /// and the console ignores a key that is down from the start.
    fn touch_keys(&mut self) -> Result<()> {
        if self.model == Model::Lm3s {
            for down in [true, false] {
                Button::ALL.into_iter().try_for_each(|button| self.drive(button, !down))?;
            }
        }
        Ok(())
    }

    /// Drives all button pins high: the emulator has no pull-ups, so they read as pressed. Keys can only
    /// be pressed while the program runs.
    fn release_all(&mut self) -> Result<()> {
        if self.model == Model::Lm3s {
            return Ok(());
        }
        Button::ALL.into_iter().try_for_each(|button| self.release(button))
    }

    /// Presses the reset button.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn reset(&mut self) -> Result<()> {
        self.reset_with(None)
    }

    /// Presses the reset button while another button is down.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn reset_with(&mut self, down: Option<Button>) -> Result<()> {
        self.qmp.execute("stop", &json!({}))?;
        self.qmp.execute("system_reset", &json!({}))?;
        self.release_all()?;
        down.map_or(Ok(()), |button| self.hold(button))?;
        self.qmp.execute("cont", &json!({}))?;
        self.touch_keys()?;
        // The old picture fades first.
        sleep(Duration::from_millis(100));
        self.wait_for_picture()
    }

    /// Cuts the power for a moment: the RAM holds noise afterwards.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn cut_power(&mut self) -> Result<()> {
        self.qmp.execute("stop", &json!({}))?;
        for (address, size) in self.model.ram() {
            self.qtest(&format!("memset {address:#x} {size:#x} 0xa5"))?;
        }
        self.reset()
    }

    /// Presses a button and holds it.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn hold(&mut self, button: Button) -> Result<()> {
        self.drive(button, false)
    }

    /// Releases a button.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn release(&mut self, button: Button) -> Result<()> {
        self.drive(button, true)
    }

    /// Presses a button for some time, and waits until the console has noticed the release.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn press(&mut self, button: Button, ms: u32) -> Result<()> {
        self.hold(button)?;
        self.wait_ms(ms)?;
        self.release(button)?;
        self.wait_ms(40)
    }

    /// Waits for some milliseconds of the board's time, which falls behind real time when the host
    /// is busy.
    ///
    /// # Errors
    /// If the board's clock stops.
    pub fn wait_ms(&mut self, ms: u32) -> Result<()> {
        let start = self.now_ms()?;
        let end = Instant::now() + Duration::from_millis(ms.into()) * 20 + Duration::from_secs(5);
        while self.now_ms()?.wrapping_sub(start) < ms {
            if Instant::now() > end {
                bail!("the board's clock has stopped; the log: {:#?}", self.log()?);
            }
            sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// The board's time in milliseconds.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn now_ms(&mut self) -> Result<u32> {
        Ok(self.read_word(self.clock_address)? as u32)
    }

    /// Sets the level of a button: high is released.
    fn drive(&mut self, button: Button, high: bool) -> Result<()> {
        if self.model == Model::Lm3s {
            let Some(key) = button.key() else { return Ok(()) };
            let data = json!({ "down": !high, "key": { "type": "qcode", "data": key } });
            let events = json!({ "events": [{ "type": "key", "data": data }] });
            return self.qmp.execute("input-send-event", &events).map(drop);
        }
        let ((port, pin), level) = (button.pin(), u8::from(high));
        self.qtest(&format!("set_irq_in /machine/soc/gpio{port} unnamed-gpio-in {pin} {level}"))?;
        Ok(())
    }

    /// Checks that the program is running, has started this many times, and has logged no error.
    ///
    /// # Errors
    /// If not; with the log.
    pub fn check_health(&mut self, starts: usize) -> Result<()> {
        // Checks that the clock advances.
        self.wait_ms(2)?;
        let log = self.log()?;
        let started = log.iter().filter(|line| line.contains("Wedge on")).count();
        if started != starts || log.iter().any(|line| line.contains("ERROR")) {
            bail!("{started} starts: expected {starts} and no error; the log: {log:#?}");
        }
        Ok(())
    }

    /// Runs a command of QEMU's test protocol; returns the text after OK.
    fn qtest(&mut self, line: &str) -> Result<String> {
        writeln!(self.qtest.get_mut(), "{line}")?;
        loop {
            let mut response = String::new();
            if self.qtest.read_line(&mut response)? == 0 {
                bail!("QEMU has exited");
            }
            match response.trim_end().strip_prefix("OK") {
                Some(value) => return Ok(value.trim().to_string()),
                None if response.starts_with("IRQ") => {}
                None => bail!("QEMU responded `{}` to `{line}`", response.trim_end()),
            }
        }
    }

    /// The most stack used so far, from the last log message about it.
    ///
    /// # Errors
    /// If there is no such message.
    pub fn stack(&self) -> Result<Stack> {
        let log = self.log()?;
        let stack = log.iter().rev().find_map(|line| Stack::parse(line));
        stack.with_context(|| format!("no message about the stack in the log: {log:#?}"))
    }

    /// The log messages so far.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn log(&self) -> Result<Vec<String>> {
        decode(&self.program, &fs::read(self.folder.path().join("log"))?)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.qemu.kill();
        let _ = self.qemu.wait();
    }
}

/// Connects to a socket that QEMU is going to open.
fn connect(qemu: &mut Child, socket: &Path, errors: &Path) -> Result<UnixStream> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        if let Ok(stream) = UnixStream::connect(socket) {
            return Ok(stream);
        }
        if let Some(status) = qemu.try_wait()? {
            bail!("QEMU exited with {status}: {}", fs::read_to_string(errors)?);
        }
        if Instant::now() > end {
            bail!("QEMU did not open {}", socket.display());
        }
        sleep(Duration::from_millis(20));
    }
}
