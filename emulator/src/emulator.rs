//! A board that runs in QEMU: its buttons, LEDs, serial port and log.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use object::{Object, ObjectSymbol};
use serde_json::json;
use tempfile::TempDir;
use wedge_console::{Brightness, Frame};

use crate::gtp_client::GtpClient;
use crate::lights::{LightHistory, Lights, at_full_scale, read_screen};
use crate::log::decode;
use crate::qmp::Qmp;
use crate::rtt::{CHANNEL, Rtt, control_block};
use crate::screen::Picture;

/// The time between two samples of the LEDs: no blinking of the panel is faster.
const SAMPLE_MS: u32 = 50;

/// The board's buttons: the user button, and five on header pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The blue button on the board.
    User,
    /// Moves the cursor up.
    Up,
    /// Moves the cursor down.
    Down,
    /// Moves the cursor left.
    Left,
    /// Moves the cursor right.
    Right,
    /// Plays; opens the menu when held.
    Select,
}

impl Button {
    /// All buttons.
    pub const ALL: [Self; 6] =
        [Self::User, Self::Up, Self::Down, Self::Left, Self::Right, Self::Select];

    /// The key of the lm3s6965evb, by QEMU's name; it has no button besides the five.
    const fn key(self) -> Option<&'static str> {
        match self {
            Self::User => None,
            Self::Up => Some("up"),
            Self::Down => Some("down"),
            Self::Left => Some("left"),
            Self::Right => Some("right"),
            Self::Select => Some("ctrl"),
        }
    }

    /// The GPIO port and pin of the L475.
    const fn pin(self) -> (char, u32) {
        match self {
            Self::User => ('c', 13),
            Self::Up => ('a', 0),
            Self::Down => ('a', 1),
            Self::Left => ('b', 8),
            Self::Right => ('b', 9),
            Self::Select => ('b', 4),
        }
    }
}

/// A board that QEMU emulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// ST's B-L475E-IOT01A with the LED matrix.
    L475,
    /// The LM3S6965 evaluation board with its grey display.
    Lm3s,
}

impl Model {
    /// QEMU's name of the machine.
    const fn machine(self) -> &'static str {
        match self {
            Self::L475 => "b-l475e-iot01a",
            Self::Lm3s => "lm3s6965evb",
        }
    }

    /// The RAM: addresses and sizes.
    const fn ram(self) -> &'static [(u32, u32)] {
        match self {
            Self::L475 => &[(0x2000_0000, 96 * 1024), (0x1000_0000, 32 * 1024)],
            Self::Lm3s => &[(0x2000_0000, 64 * 1024)],
        }
    }
}

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
        let folder = tempfile::tempdir()?;
        let socket = |name: &str| folder.path().join(name);
        let server = |name: &str| format!("{},server=on,wait=off", socket(name).display());
        let mut command = Command::new("qemu-system-arm");
        command.args(["-machine", model.machine(), "-display", "none", "-monitor", "none"]);
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

    /// The picture on the display; `None` on the L475, which has lights.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn picture(&mut self) -> Result<Option<Picture>> {
        if self.model == Model::L475 {
            return Ok(None);
        }
        Picture::read(&self.screendump()?).map(Some)
    }

    fn screendump(&mut self) -> Result<Vec<u8>> {
        let file = self.folder.path().join("screen.ppm");
        self.qmp.execute("screendump", &json!({ "filename": file, "format": "ppm" }))?;
        Ok(fs::read(file)?)
    }

    /// Fills a variable of the program with a byte, to provoke faults.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn fill_variable(&mut self, variable: &str, byte: u8) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        self.qtest(&format!("memset {address:#x} {size:#x} {byte:#x}"))?;
        Ok(())
    }

    /// Writes bytes to a variable of the program.
    ///
    /// # Errors
    /// If the program has no such variable of this size, or QEMU does not answer.
    pub fn write_variable(&mut self, variable: &str, bytes: &[u8]) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        ensure!(size == bytes.len() as u64, "{variable} has {size} bytes, not {}", bytes.len());
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.qtest(&format!("write {address:#x} {size:#x} 0x{digits}"))?;
        Ok(())
    }

    /// Takes the lock of the program's logger, as if it had been interrupted in the middle of a
    /// message: sets every flag of the logger's state.
    ///
    /// # Errors
    /// If the program has no such logger, or QEMU does not answer.
    pub fn lock_logger(&mut self) -> Result<()> {
        let bytes = fs::read(&self.program)?;
        let file = object::File::parse(&*bytes)?;
        let flags: Vec<u64> = file
            .symbols()
            .filter(|symbol| symbol.size() == 1)
            .filter(|symbol| symbol.name().is_ok_and(|name| name.contains("_ENCODER")))
            .map(|symbol| symbol.address())
            .collect();
        ensure!(!flags.is_empty(), "{} has no logger with a lock", self.program.display());
        for flag in flags {
            self.qtest(&format!("writeb {flag:#x} 0x1"))?;
        }
        Ok(())
    }

    /// Flips some bits in one byte of a variable, while the program is paused.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn flip_bits(&mut self, variable: &str, at: u64, bits: u8) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        let address = address + at % size;
        self.qmp.execute("stop", &json!({}))?;
        let response = self.qtest(&format!("readb {address:#x}"))?;
        let old = u64::from_str_radix(response.trim_start_matches("0x"), 16)
            .with_context(|| format!("QEMU responded `{response}`: expected a byte"))?;
        self.qtest(&format!("writeb {address:#x} {:#x}", old ^ u64::from(bits)))?;
        self.qmp.execute("cont", &json!({}))?;
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

    /// The current picture on the LEDs, as it would be at full brightness: the board must be at its
    /// default brightness.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn frame(&mut self) -> Result<Frame> {
        if let Some(picture) = self.picture()? {
            return Ok(picture.frame());
        }
        Ok(at_full_scale(&read_screen(&self.screendump()?)?, Brightness::default()))
    }

    /// The current picture in letters; blinking LEDs are either lit or dark.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn lights(&mut self) -> Result<Lights> {
        let mut history = LightHistory::default();
        history.add(&self.frame()?);
        Ok(history.lights())
    }

    /// The picture over some milliseconds of the board's time, with blinking LEDs recognised.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn lights_over(&mut self, ms: u32) -> Result<Lights> {
        let mut history = LightHistory::default();
        for _ in 0..ms.div_ceil(SAMPLE_MS) {
            history.add(&self.frame()?);
            self.wait_ms(SAMPLE_MS)?;
        }
        Ok(history.lights())
    }

    /// Waits until the picture over the last moments meets a condition, and returns it.
    ///
    /// # Errors
    /// If that takes longer than `timeout`; with the last picture.
    pub fn wait_for(
        &mut self,
        what: &str,
        timeout: Duration,
        condition: impl Fn(&Lights) -> bool,
    ) -> Result<Lights> {
        /// A little longer than the cursor's period, so that blinking is recognised.
        const SAMPLES: usize = 650 / SAMPLE_MS as usize;
        let end = Instant::now() + timeout;
        let mut frames = VecDeque::new();
        loop {
            frames.push_back(self.frame()?);
            self.wait_ms(SAMPLE_MS)?;
            if frames.len() < SAMPLES {
                continue;
            }
            let mut history = LightHistory::default();
            frames.iter().for_each(|frame| history.add(frame));
            let lights = history.lights();
            if condition(&lights) {
                return Ok(lights);
            }
            if Instant::now() > end {
                let log = self.log()?;
                bail!("no {what} within {timeout:?}; the log: {log:#?}\nthe LEDs: {lights:?}");
            }
            frames.pop_front();
        }
    }

    /// Saves a screenshot as a PNG file, at full brightness: a screen needs no less.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_screenshot(&mut self, file: &Path) -> Result<()> {
        self.serial.command(&format!("brightness {}", Brightness::STEPS))?;
        self.wait_ms(100)?;
        self.qmp.execute("screendump", &json!({ "filename": file, "format": "png" }))?;
        self.serial.command(&format!("brightness {}", Brightness::default().step()))?;
        self.wait_ms(100)
    }

    /// The messages in the RTT buffer of a program that logs to a debug probe: as much as fits, since
    /// nothing reads it.
    ///
    /// # Errors
    /// If the program has no such buffer, or QEMU does not answer.
    pub fn rtt_log(&mut self) -> Result<Vec<String>> {
        let program = self.program.clone();
        Rtt::default()
            .read(&program, |address, count| self.qtest(&format!("read {address:#x} {count:#x}")))
    }

    /// Leaves the RTT buffer as a probe does that is unplugged while the buffer is full: in the mode
    /// that blocks, with no byte free.
    ///
    /// # Errors
    /// If the program has no such buffer, or QEMU does not answer.
    pub fn abandon_rtt(&mut self) -> Result<()> {
        const BLOCK_IF_FULL: u32 = 2;
        let block = control_block(&self.program)?;
        let size = self.read_word(block + CHANNEL + 8)?;
        let written = self.read_word(block + CHANNEL + 12)?;
        let full = (written + 1) % size.max(1);
        self.qtest(&format!("writel {:#x} {full:#x}", block + CHANNEL + 16))?;
        self.qtest(&format!("writel {:#x} {BLOCK_IF_FULL:#x}", block + CHANNEL + 20))?;
        Ok(())
    }

    fn read_word(&mut self, address: u64) -> Result<u64> {
        let response = self.qtest(&format!("readl {address:#x}"))?;
        u64::from_str_radix(response.trim_start_matches("0x"), 16)
            .with_context(|| format!("QEMU responded `{response}`: expected a word"))
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

/// The stack of the program, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The most that was used.
    pub used: u32,
    /// The size.
    pub size: u32,
}

impl Stack {
    /// Reads a log message such as `stack: 20480 of 32768 B`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut words = line.split("stack: ").nth(1)?.split(' ');
        let used = words.next()?.parse().ok()?;
        let size = words.nth(1)?.parse().ok()?;
        Some(Self { used, size })
    }

    /// Checks that an eighth of the stack has never been used.
    ///
    /// # Errors
    /// If more was used.
    pub fn check(self) -> Result<()> {
        let Self { used, size } = self;
        ensure!(used < size / 8 * 7, "{used} of {size} B of stack used: expected an eighth free");
        Ok(())
    }
}

/// The address and size of a variable of a program.
fn find(program: &Path, variable: &str) -> Result<(u64, u64)> {
    let bytes = fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let symbol = file.symbols().find(|symbol| symbol.name().is_ok_and(|n| n.contains(variable)));
    let symbol = symbol.with_context(|| format!("{} has no {variable}", program.display()))?;
    Ok((symbol.address(), symbol.size()))
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
