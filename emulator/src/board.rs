//! A running board: its buttons, its lights, its log, and the emulator behind them.

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
use wedge_firmware::Frame;

use crate::lights::{Lights, Watch, read_screen};
use crate::log::decode;
use crate::qmp::Qmp;
use crate::serial::Gtp;

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
            program: program.to_path_buf(),
            folder,
            qemu,
        };
        board.release_all()?;
        board.qmp.execute("cont", &json!({}))?;
        Ok(board)
    }

    /// The emulator's pins float low, as if pressed: the pull-ups of real buttons hold them high.
    fn release_all(&mut self) -> Result<()> {
        use Button::{Down, Left, Right, Select, Up, User};
        [User, Up, Down, Left, Right, Select].into_iter().try_for_each(|button| self.let_go(button))
    }

    /// Presses the reset button.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn reset(&mut self) -> Result<()> {
        self.qmp.execute("stop", &json!({}))?;
        self.qmp.execute("system_reset", &json!({}))?;
        self.release_all()?;
        self.qmp.execute("cont", &json!({}))?;
        Ok(())
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
    pub fn press(&mut self, button: Button, ms: u64) -> Result<()> {
        self.push(button)?;
        sleep(Duration::from_millis(ms));
        self.let_go(button)?;
        sleep(Duration::from_millis(40));
        Ok(())
    }

    fn drive(&mut self, button: Button, level: u32) -> Result<()> {
        let (port, pin) = button.pin();
        self.tell(&format!("set_irq_in /machine/soc/gpio{port} unnamed-gpio-in {pin} {level}"))
    }

    /// Overwrites a word of the board's memory: that is how faults are made.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn poke(&mut self, address: u32, word: u32) -> Result<()> {
        self.tell(&format!("writel {address:#x} {word:#x}"))
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        writeln!(self.pins.get_mut(), "{line}")?;
        loop {
            let mut answer = String::new();
            if self.pins.read_line(&mut answer)? == 0 {
                bail!("QEMU has ended");
            }
            match answer.trim_end() {
                "OK" => return Ok(()),
                news if news.starts_with("IRQ") => {}
                other => bail!("QEMU answered `{other}` to `{line}`"),
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

    /// Watches the LEDs for a while.
    ///
    /// # Errors
    /// If QEMU does not answer.
    pub fn watch(&mut self, ms: u64) -> Result<Lights> {
        let end = Instant::now() + Duration::from_millis(ms);
        let mut watch = Watch::default();
        while Instant::now() < end {
            watch.add(&self.frame()?);
            sleep(Duration::from_millis(25));
        }
        Ok(watch.lights())
    }

    /// Watches until the lights are as wanted; the last picture says what was there instead.
    ///
    /// # Errors
    /// If that takes longer than `patience`.
    pub fn wait_for(
        &mut self,
        what: &str,
        patience: Duration,
        wanted: impl Fn(&Lights) -> bool,
    ) -> Result<Lights> {
        /// A little longer than the cursor's period, so that a blink is seen as one.
        const BLINK_MS: u64 = 650;
        let end = Instant::now() + patience;
        loop {
            let lights = self.watch(BLINK_MS)?;
            if wanted(&lights) {
                return Ok(lights);
            }
            if Instant::now() > end {
                bail!(
                    "{what} did not show in {patience:?}; the board's log: {:#?}\nthe last picture: {lights:?}",
                    self.log()?
                );
            }
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
