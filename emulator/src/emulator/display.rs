//! What the emulated board shows: its LEDs or its display.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::json;
use wedge_console::{Brightness, Frame};

use super::{Emulator, Model};
use crate::lights::{LightHistory, Lights, at_full_scale, read_screen};
use crate::screen::Picture;

/// The time between two samples of the LEDs: no blinking of the panel is faster.
const SAMPLE_MS: u32 = 50;

impl Emulator {
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
    /// If that takes longer than `timeout` of the board's time, which falls behind real time when the
    /// host is busy; with the last picture.
    pub fn wait_for(
        &mut self,
        what: &str,
        timeout: Duration,
        condition: impl Fn(&Lights) -> bool,
    ) -> Result<Lights> {
        /// A little longer than the cursor's period, so that blinking is recognised.
        const SAMPLES: usize = 650 / SAMPLE_MS as usize;
        let start = self.now_ms()?;
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
            if u128::from(self.now_ms()?.wrapping_sub(start)) > timeout.as_millis() {
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
}
