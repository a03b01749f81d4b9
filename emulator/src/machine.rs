//! What a person at the terminal does with an emulated board, whichever it is.

use std::time::{Duration, Instant};

use anyhow::Result;
use wedge_console::Frame;

use crate::emulator::{Button, Emulator};
use crate::pico::Pico;
use crate::screen::Picture;

/// An emulated board that a person plays on.
pub trait Machine {
    /// Lets about 30 ms of real time pass; the board's own time may be less.
    ///
    /// # Errors
    /// If the emulator has ended.
    fn advance(&mut self) -> Result<()>;

    /// The board's time in milliseconds.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn now(&mut self) -> Result<u64>;

    /// The lights, as they are at full brightness.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn lights_now(&mut self) -> Result<Frame>;

    /// The picture of a board with a pixel display.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn picture_now(&mut self) -> Result<Option<Picture>> {
        Ok(None)
    }

    /// Presses or releases a button.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn set_button(&mut self, button: Button, down: bool) -> Result<()>;

    /// Sends a line over the serial port.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn type_line(&mut self, line: &str) -> Result<()>;

    /// What the serial port has sent since the last call.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn printed(&mut self) -> Result<String>;

    /// The log so far.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn messages(&mut self) -> Result<Vec<String>>;

    /// Presses the reset button.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn press_reset(&mut self) -> Result<()>;

    /// Cuts the power for a moment.
    ///
    /// # Errors
    /// If the emulator does not answer.
    fn pull_plug(&mut self) -> Result<()>;
}

const TURN: Duration = Duration::from_millis(30);

impl Machine for Emulator {
    fn advance(&mut self) -> Result<()> {
        std::thread::sleep(TURN);
        Ok(())
    }
    fn now(&mut self) -> Result<u64> {
        Ok(self.now_ms()?.into())
    }
    fn lights_now(&mut self) -> Result<Frame> {
        self.frame()
    }
    fn picture_now(&mut self) -> Result<Option<Picture>> {
        self.picture()
    }
    fn set_button(&mut self, button: Button, down: bool) -> Result<()> {
        if down { self.hold(button) } else { self.release(button) }
    }
    fn type_line(&mut self, line: &str) -> Result<()> {
        self.serial.send(format!("{line}\n").as_bytes())
    }
    fn printed(&mut self) -> Result<String> {
        self.serial.drain()
    }
    fn messages(&mut self) -> Result<Vec<String>> {
        self.log()
    }
    fn press_reset(&mut self) -> Result<()> {
        self.reset()
    }
    fn pull_plug(&mut self) -> Result<()> {
        self.cut_power()
    }
}

impl Machine for Pico {
    /// In steps of a millisecond, up to the board's own speed.
    fn advance(&mut self) -> Result<()> {
        let start = Instant::now();
        for _ in 0..TURN.as_millis() {
            self.run_ms(1)?;
            if start.elapsed() >= TURN {
                return Ok(());
            }
        }
        std::thread::sleep(TURN.saturating_sub(start.elapsed()));
        Ok(())
    }
    fn now(&mut self) -> Result<u64> {
        Ok(self.now_ms() as u64)
    }
    fn lights_now(&mut self) -> Result<Frame> {
        Ok(self.frame().unwrap_or_else(|| self.matrix()))
    }
    fn set_button(&mut self, button: Button, down: bool) -> Result<()> {
        if down { self.hold(button) } else { self.release(button) }
    }
    fn type_line(&mut self, line: &str) -> Result<()> {
        self.send_line(line)
    }
    fn printed(&mut self) -> Result<String> {
        Ok(self.received())
    }
    fn messages(&mut self) -> Result<Vec<String>> {
        self.log()
    }
    fn press_reset(&mut self) -> Result<()> {
        self.reset()
    }
    fn pull_plug(&mut self) -> Result<()> {
        self.cut_power()
    }
}
