//! The event loop: draws the screen, waits for events, and lets time pass.

use std::io;
use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::Event;
use ratatui::Terminal;
use ratatui::backend::Backend;
use wedge_engine::Size;

use super::app::{App, Outcome};

/// The time between two frames; an event brings the next one forward. A blinking light needs no
/// more frames, and a slow connection carries no more.
const FRAME: Duration = Duration::from_millis(40);
/// The same while the space bar is down, whose gestures need closer timing.
const GESTURE_FRAME: Duration = Duration::from_millis(5);

/// Where events come from.
pub trait EventSource {
    /// Waits for the next event, at most this long.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>>;

    /// Called after each frame: it shows the effect of all events so far.
    fn drawn(&mut self) {}

    /// Called after each frame with whether the user is typing text.
    fn typing(&mut self, _typing: bool) {}

    /// Whether the program was asked to end, as by a signal.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Runs the app until something has to be done outside of it.
///
/// # Errors
/// If the terminal is gone, or the engine's thread has died.
pub fn run<S: Size, B: Backend>(
    app: &mut App<S>,
    screen: &mut Terminal<B>,
    events: &mut dyn EventSource,
    clock: Instant,
) -> Result<Outcome>
where
    B::Error: std::error::Error + Send + Sync + 'static,
{
    let now = || clock.elapsed().as_millis() as u64;
    loop {
        app.tick(now())?;
        screen.draw(|frame| app.draw(frame, now()))?;
        events.drawn();
        events.typing(app.takes_text());
        if events.interrupted() {
            return Ok(Outcome::Interrupt);
        }
        let mut wait = if app.is_busy() { GESTURE_FRAME } else { FRAME };
        while let Some(event) = events.next(wait)? {
            if let Some(outcome) = app.event(&event, now()) {
                return Ok(outcome);
            }
            wait = Duration::ZERO;
        }
    }
}
