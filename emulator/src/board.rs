//! A running board: its buttons, its lights, its log, and the emulator behind them.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSymbol};
use serde_json::json;
use tempfile::TempDir;
use wedge_console::Frame;

use crate::lights::{Lights, Watch, read_screen};
use crate::log::decode;
use crate::qmp::Qmp;
use crate::serial::Gtp;

/// The time between two looks at the lights: nothing of the panel's blinking is shorter.
const LOOK_MS: u32 = 50;

/// The board's buttons: the blue one, and five on header pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The user button.
    User,
    /// The cursor up.
    Up,
    /// The cursor down.
    Down,
    /// The cursor left.
    Left,
    /// The cursor right.
    Right,
    /// Play; held, the menu.
    Select,
}

impl Button {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::User, Self::Up, Self::Down, Self::Left, Self::Right, Self::Select];

    /// The port and the pin.
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

/// A board that runs in QEMU, in step with the clock on the wall.
#[derive(Debug)]
pub struct Emulator {
    program: PathBuf,
    folder: TempDir,
    qemu: Child,
    qmp: Qmp,
    pins: BufReader<UnixStream>,
    /// Where the program keeps its time.
    clock: u64,
    /// The serial port.
    pub serial: Gtp,
}

impl Emulator {
    /// Starts a program on the board.
    ///
    /// # Errors
    /// If QEMU does not start.
    pub fn start(program: &Path) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let socket = |name: &str| folder.path().join(name);
        let server = |name: &str| format!("{},server=on,wait=off", socket(name).display());
        let mut command = Command::new("qemu-system-arm");
        command.args(["-machine", "b-l475e-iot01a", "-display", "none", "-monitor", "none"]);
        // Nothing runs before all lines are connected, or what it sends first would be lost.
        command.args(["-S", "-qmp", &format!("unix:{}", server("qmp"))]);
        command.args(["-chardev", &format!("socket,id=serial,path={}", server("serial"))]);
        command.args(["-serial", "chardev:serial"]);
        command.args(["-chardev", &format!("socket,id=pins,path={}", server("pins"))]);
        command.args(["-qtest", "chardev:pins", "-qtest-log", "/dev/null"]);
        command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(program);
        command.stdin(Stdio::null()).stdout(File::create(socket("log"))?);
        command.stderr(File::create(socket("errors"))?);
        let mut qemu = command.spawn().context("qemu-system-arm cannot be started")?;
        let mut connect = |name: &str| connect(&mut qemu, &socket(name), &socket("errors"));
        let qmp = connect("qmp")?;
        let serial = connect("serial")?;
        let pins = connect("pins")?;
        let mut board = Self {
            qmp: Qmp::new(qmp)?,
            serial: Gtp::new(serial)?,
            pins: BufReader::new(pins),
            clock: find(program, "NOW_MS")?.0,
            program: program.to_path_buf(),
            folder,
            qemu,
        };
        board.release_all()?;
        board.qmp.execute("cont", &json!({}))?;
        board.wait_for_light()?;
        Ok(board)
    }

    /// The first picture shows when all else is ready, the serial port too.
    fn wait_for_light(&mut self) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(20);
        while self.frame()? == Frame::default() {
            if Instant::now() > end {
                bail!("the board stays dark; its log: {:#?}", self.log()?);
            }
            sleep(Duration::from_millis(20));
        }
        // A button counts once it has been seen up for a moment.
        self.pass(50)
    }

    /// The emulator's pins float low, as if pressed: the pull-ups of real buttons hold them high.
    fn release_all(&mut self) -> Result<()> {
        Button::ALL.into_iter().try_for_each(|button| self.let_go(button))
    }

    /// Presses the reset button.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn reset(&mut self) -> Result<()> {
        self.reset_with(None)
    }

    /// Presses the reset button while another one is down.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn reset_with(&mut self, down: Option<Button>) -> Result<()> {
        self.qmp.execute("stop", &json!({}))?;
        self.qmp.execute("system_reset", &json!({}))?;
        self.release_all()?;
        down.map_or(Ok(()), |button| self.push(button))?;
        self.qmp.execute("cont", &json!({}))?;
        // What the lights showed before fades first.
        sleep(Duration::from_millis(100));
        self.wait_for_light()
    }

    /// Presses a button and keeps it down.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn push(&mut self, button: Button) -> Result<()> {
        self.drive(button, 0)
    }

    /// Lets a button go.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn let_go(&mut self, button: Button) -> Result<()> {
        self.drive(button, 1)
    }

    /// Holds a button down for a while, and waits long enough for the release to be noticed.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn press(&mut self, button: Button, ms: u32) -> Result<()> {
        self.push(button)?;
        self.pass(ms)?;
        self.let_go(button)?;
        self.pass(40)
    }

    /// Lets so many milliseconds pass on the board. Its clock falls behind the one on the wall
    /// when the machine that emulates it is busy.
    ///
    /// # Errors
    /// If the board's clock stands still.
    pub fn pass(&mut self, ms: u32) -> Result<()> {
        let start = self.now_ms()?;
        let end = Instant::now() + Duration::from_millis(ms.into()) * 20 + Duration::from_secs(5);
        while self.now_ms()?.wrapping_sub(start) < ms {
            if Instant::now() > end {
                bail!("the board's clock stands still; its log: {:#?}", self.log()?);
            }
            sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// The board's own time.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn now_ms(&mut self) -> Result<u32> {
        let line = format!("readl {:#x}", self.clock);
        let answer = self.tell(&line)?;
        let digits = answer.trim().trim_start_matches("0x");
        let number = u64::from_str_radix(digits, 16);
        Ok(number.with_context(|| format!("QEMU answered `{answer}` to `{line}`"))? as u32)
    }

    fn drive(&mut self, button: Button, level: u32) -> Result<()> {
        let (port, pin) = button.pin();
        self.tell(&format!("set_irq_in /machine/soc/gpio{port} unnamed-gpio-in {pin} {level}"))?;
        Ok(())
    }

    /// Overwrites a variable of the program with one byte: that is how faults are made.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn overwrite(&mut self, variable: &str, byte: u8) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        self.tell(&format!("memset {address:#x} {size:#x} {byte:#x}"))?;
        Ok(())
    }

    /// Changes some bits of one byte of a variable, while nothing else runs; gives how many bytes
    /// the variable has.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn flip(&mut self, variable: &str, at: u64, bits: u8) -> Result<u64> {
        let (address, size) = find(&self.program, variable)?;
        let address = address + at % size;
        self.qmp.execute("stop", &json!({}))?;
        let answer = self.tell(&format!("readb {address:#x}"))?;
        let old = u64::from_str_radix(answer.trim_start_matches("0x"), 16)
            .with_context(|| format!("QEMU answered `{answer}`: expected a byte"))?;
        self.tell(&format!("writeb {address:#x} {:#x}", old ^ u64::from(bits)))?;
        self.qmp.execute("cont", &json!({}))?;
        Ok(size)
    }

    /// Checks that the program has not ended or begun anew since the emulator was started (`starts`
    /// times in all), and has complained of nothing.
    ///
    /// # Errors
    /// If it has; with its log.
    pub fn check_health(&mut self, starts: usize) -> Result<()> {
        // The clock goes on.
        self.pass(2)?;
        let log = self.log()?;
        let begun = log.iter().filter(|line| line.contains("Wedge on")).count();
        if begun != starts || log.iter().any(|line| line.contains("ERROR")) {
            bail!("{begun} starts: expected {starts} and no error; the log: {log:#?}");
        }
        Ok(())
    }

    /// Runs a command of QEMU's test protocol; gives what follows the OK.
    fn tell(&mut self, line: &str) -> Result<String> {
        writeln!(self.pins.get_mut(), "{line}")?;
        loop {
            let mut answer = String::new();
            if self.pins.read_line(&mut answer)? == 0 {
                bail!("QEMU has ended");
            }
            match answer.trim_end().strip_prefix("OK") {
                Some(value) => return Ok(value.trim().to_string()),
                None if answer.starts_with("IRQ") => {}
                None => bail!("QEMU answered `{}` to `{line}`", answer.trim_end()),
            }
        }
    }

    /// What the LEDs show at this moment.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn frame(&mut self) -> Result<Frame> {
        let file = self.folder.path().join("screen.ppm");
        self.qmp.execute("screendump", &json!({ "filename": file, "format": "ppm" }))?;
        read_screen(&fs::read(file)?)
    }

    /// The picture at this moment: what blinks is either lit or dark.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn look(&mut self) -> Result<Lights> {
        let mut watch = Watch::default();
        watch.add(&self.frame()?);
        Ok(watch.lights())
    }

    /// Watches the LEDs for so many milliseconds of the board's time.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn watch(&mut self, ms: u32) -> Result<Lights> {
        let mut watch = Watch::default();
        for _ in 0..ms.div_ceil(LOOK_MS) {
            watch.add(&self.frame()?);
            self.pass(LOOK_MS)?;
        }
        Ok(watch.lights())
    }

    /// Watches until the lights of the last moments are as wanted.
    ///
    /// # Errors
    /// If that takes longer than `patience`; with the last picture.
    pub fn wait_for(
        &mut self,
        what: &str,
        patience: Duration,
        wanted: impl Fn(&Lights) -> bool,
    ) -> Result<Lights> {
        /// A little longer than the cursor's period, so that a blink is seen as one.
        const LOOKS: usize = 650 / LOOK_MS as usize;
        let end = Instant::now() + patience;
        let mut frames = VecDeque::new();
        loop {
            frames.push_back(self.frame()?);
            self.pass(LOOK_MS)?;
            if frames.len() < LOOKS {
                continue;
            }
            let mut watch = Watch::default();
            frames.iter().for_each(|frame| watch.add(frame));
            let lights = watch.lights();
            if wanted(&lights) {
                return Ok(lights);
            }
            if Instant::now() > end {
                let log = self.log()?;
                bail!(
                    "{what} did not show in {patience:?}; the log: {log:#?}\nthe lights: {lights:?}"
                );
            }
            frames.pop_front();
        }
    }

    /// Saves the screen as a PNG.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn photograph(&mut self, file: &Path) -> Result<()> {
        self.qmp.execute("screendump", &json!({ "filename": file, "format": "png" }))?;
        Ok(())
    }

    /// The bytes of stack in use at the deepest moment, as the program has logged it.
    ///
    /// # Errors
    /// If it has not.
    pub fn stack_used(&self) -> Result<u32> {
        let log = self.log()?;
        let told =
            log.iter().rev().find_map(|line| line.split("stack: ").nth(1)?.split(' ').next());
        let told = told.with_context(|| format!("the log says nothing of the stack: {log:#?}"))?;
        Ok(told.parse()?)
    }

    /// What the program has logged so far.
    ///
    /// # Errors
    /// If it cannot be read.
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

/// The address and the size of a program's variable.
fn find(program: &Path, variable: &str) -> Result<(u64, u64)> {
    let bytes = fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let symbol = file.symbols().find(|symbol| symbol.name().is_ok_and(|n| n.contains(variable)));
    let symbol = symbol.with_context(|| format!("{} has no {variable}", program.display()))?;
    Ok((symbol.address(), symbol.size()))
}

/// Connects to a socket that QEMU is about to open.
fn connect(qemu: &mut Child, socket: &Path, errors: &Path) -> Result<UnixStream> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        if let Ok(stream) = UnixStream::connect(socket) {
            return Ok(stream);
        }
        if let Some(status) = qemu.try_wait()? {
            bail!("QEMU ended with {status}: {}", fs::read_to_string(errors)?);
        }
        if Instant::now() > end {
            bail!("QEMU did not open {}", socket.display());
        }
        sleep(Duration::from_millis(20));
    }
}
