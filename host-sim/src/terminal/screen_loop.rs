//! The terminal itself: taken over, given back whatever happens, and the loop in between.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
use ratatui::backend::{Backend, CrosstermBackend};
use wedge_engine::Size;

use super::app::{App, Outcome};
use crate::io::progress::interrupted;

/// A new picture this often, sooner if something was pressed: a blinking light needs no more, and
/// a slow line carries no more.
const PICTURE: Duration = Duration::from_millis(40);
/// While the one button is down its gestures are timed more closely.
const CLOSELY: Duration = Duration::from_millis(5);

/// With `WEDGE_PANIC` set, a build for tests panics at this key.
const PANIC_KEY: Event = Event::Key(KeyEvent::new(KeyCode::F(12), KeyModifiers::NONE));

/// Where events come from.
pub trait Events {
    /// Waits for the next event, at most this long.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>>;

    /// Hears that everything that came so far can be seen now.
    fn drawn(&mut self) {}

    /// Hears whether text is being typed.
    fn typing(&mut self, _typing: bool) {}

    /// Whether somebody outside wants the program to end.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Plays on a screen until something is to be done outside it.
///
/// # Errors
/// If the terminal is gone, or the engine's thread has died.
pub fn play<S: Size, B: Backend>(
    app: &mut App<S>,
    screen: &mut Terminal<B>,
    events: &mut dyn Events,
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
        let mut wait = if app.is_busy() { CLOSELY } else { PICTURE };
        while let Some(event) = events.next(wait)? {
            if let Some(outcome) = app.event(&event, now()) {
                return Ok(outcome);
            }
            wait = Duration::ZERO;
        }
    }
}

/// The terminal while the program has it.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    pub(crate) events: Keyboard,
}

/// The events of the terminal.
pub(crate) struct Keyboard {
    mouse: bool,
    /// Whether the terminal can tell when a key comes up, and whether it does so now.
    can_tell: bool,
    telling: bool,
}

impl Keyboard {
    /// Whether the terminal can tell when a key comes up.
    pub(crate) const fn tells_release(&self) -> bool {
        self.can_tell
    }

    fn tell_release(&mut self, tell: bool) -> io::Result<()> {
        if self.can_tell && tell != self.telling {
            self.telling = tell;
            if tell {
                // All keys as codes: a space would be plain text without an end otherwise.
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

/// Waits for input, at most this long, and says how long is left to wait. A terminal that is gone is
/// an error: crossterm would go on reading its end for ever.
#[cfg(unix)]
fn wait_for_input(wait: Duration) -> io::Result<Duration> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let stdin = io::stdin();
    let mut input = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    match poll(&mut input, PollTimeout::try_from(wait).unwrap_or(PollTimeout::ZERO)) {
        // A new size of the window comes as a signal.
        Ok(_) | Err(nix::errno::Errno::EINTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    if input[0].revents().is_some_and(|events| events.intersects(gone)) {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal is gone"));
    }
    Ok(Duration::ZERO)
}

/// Elsewhere waiting is left to crossterm.
#[cfg(not(unix))]
fn wait_for_input(wait: Duration) -> io::Result<Duration> {
    Ok(wait)
}

impl Events for Keyboard {
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        let wait = wait_for_input(wait)?;
        let event = if event::poll(wait)? { Some(event::read()?) } else { None };
        // For the test that a panic, too, gives the terminal back.
        let panics = cfg!(debug_assertions) && std::env::var_os("WEDGE_PANIC").is_some();
        assert!(!(panics && event == Some(PANIC_KEY)), "asked for by WEDGE_PANIC");
        Ok(event)
    }

    fn typing(&mut self, typing: bool) {
        // If the terminal is gone, the next event says so.
        let _ = self.tell_release(!typing);
    }

    fn interrupted(&self) -> bool {
        interrupted()
    }
}

impl Screen {
    /// Takes over the terminal. It is given back when this is dropped, and before a panic is told.
    ///
    /// # Errors
    /// If there is no terminal.
    pub(crate) fn open(mouse: bool) -> Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = terminal.context("the terminal has no size")?;
        let events = Keyboard { mouse, can_tell: false, telling: false };
        let mut screen = Self { terminal, events };
        screen.take().context("the terminal cannot be taken over")?;
        screen.events.can_tell = supports_keyboard_enhancement().unwrap_or(false);
        Ok(screen)
    }

    fn take(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::Relaxed);
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.events.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        self.terminal.clear()
    }

    /// Gives the terminal to the shell until it lets the program go on.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        self.events.tell_release(false)?;
        give_back();
        #[cfg(unix)]
        nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP)?;
        self.take()?;
        Ok(())
    }

    /// Puts text into the clipboard, through the terminal: over ssh, too.
    pub(crate) fn copy(text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.events.tell_release(false);
        give_back();
    }
}

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Undoes all that was done to the terminal, once: the place of the cursor would be restored again,
/// into what was written since.
fn give_back() {
    if !TAKEN.swap(false, Ordering::Relaxed) {
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
