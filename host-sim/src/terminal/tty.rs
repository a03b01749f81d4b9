//! The terminal itself: raw mode, the alternate screen and its events, restored however the program
//! ends.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyModifiers, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    self, EnterAlternateScreen, LeaveAlternateScreen, supports_keyboard_enhancement,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::event_loop::EventSource;
use crate::io::progress::interrupted;

/// With `WEDGE_PANIC` set, a debug build panics at this key.
const PANIC_KEY: Event = Event::Key(KeyEvent::new(KeyCode::F(12), KeyModifiers::NONE));

/// The terminal while the program uses it. Dropping it restores the terminal.
pub(crate) struct Tty {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    pub(crate) events: TtyEvents,
}

/// The events of the terminal.
pub(crate) struct TtyEvents {
    mouse: bool,
    /// Whether the terminal can report key releases, and whether it does so now.
    supports_release: bool,
    reporting: bool,
}

impl TtyEvents {
    /// Whether the terminal can report key releases.
    pub(crate) const fn reports_release(&self) -> bool {
        self.supports_release
    }

    fn report_release(&mut self, report: bool) -> io::Result<()> {
        if self.supports_release && report != self.reporting {
            self.reporting = report;
            if report {
                // All keys as escape codes: a plain space has no release event.
                let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                    | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                    | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
                    | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
                execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
            } else {
                execute!(io::stdout(), PopKeyboardEnhancementFlags)?;
            }
        }
        Ok(())
    }
}

/// Waits for input, at most this long, and returns how long is left to wait. A terminal that is gone
/// is an error: crossterm would read its end forever.
#[cfg(unix)]
fn wait_for_input(wait: Duration) -> io::Result<Duration> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let stdin = io::stdin();
    let mut input = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    match poll(&mut input, PollTimeout::try_from(wait).unwrap_or(PollTimeout::ZERO)) {
        // A resized window interrupts the wait with a signal.
        Ok(_) | Err(nix::errno::Errno::EINTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    if input[0].revents().is_some_and(|events| events.intersects(gone)) {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal is gone"));
    }
    Ok(Duration::ZERO)
}

/// On other systems crossterm waits.
#[cfg(not(unix))]
fn wait_for_input(wait: Duration) -> io::Result<Duration> {
    Ok(wait)
}

impl EventSource for TtyEvents {
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        let wait = wait_for_input(wait)?;
        let event = if event::poll(wait)? { Some(event::read()?) } else { None };
        // For the test that a panic restores the terminal.
        let panics = cfg!(debug_assertions) && std::env::var_os("WEDGE_PANIC").is_some();
        assert!(!(panics && event == Some(PANIC_KEY)), "asked for by WEDGE_PANIC");
        Ok(event)
    }

    fn typing(&mut self, typing: bool) {
        // If the terminal is gone, the next event fails.
        let _ = self.report_release(!typing);
    }

    fn interrupted(&self) -> bool {
        interrupted()
    }
}

impl Tty {
    /// Switches the terminal to raw mode and the alternate screen. It is restored when this is
    /// dropped, and before a panic prints its message.
    ///
    /// # Errors
    /// If there is no terminal.
    pub(crate) fn open(mouse: bool) -> Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = terminal.context("the terminal has no size")?;
        let events = TtyEvents { mouse, supports_release: false, reporting: false };
        let mut tty = Self { terminal, events };
        tty.enter().context("the terminal cannot be switched to raw mode")?;
        tty.events.supports_release = supports_keyboard_enhancement().unwrap_or(false);
        Ok(tty)
    }

    fn enter(&mut self) -> io::Result<()> {
        ENTERED.store(true, Ordering::Relaxed);
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.events.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        self.terminal.clear()
    }

    /// Returns the terminal to the shell until the shell resumes the program.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        self.events.report_release(false)?;
        restore();
        #[cfg(unix)]
        nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP)?;
        self.enter()?;
        Ok(())
    }

    /// Copies text to the clipboard through the terminal, which works over ssh as well.
    pub(crate) fn copy(text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        let _ = self.events.report_release(false);
        restore();
    }
}

/// Whether the terminal is in raw mode and has to be restored.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Restores the terminal, once: a second time would move the cursor back into text written since.
fn restore() {
    if !ENTERED.swap(false, Ordering::Relaxed) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(
        out,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
    let _ = out.flush();
}
