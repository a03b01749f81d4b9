//! Lines that come in while the engine is busy.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Lines, read on a thread of its own so that a search can look for them.
pub(super) struct Inbox {
    lines: Receiver<String>,
    next: Option<String>,
}

impl Inbox {
    /// Begins to read.
    pub(super) fn new(mut input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if sender.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Self { lines, next: None }
    }

    /// One that no line ever comes to.
    pub(super) fn empty() -> Self {
        let (_, lines) = mpsc::channel();
        Self { lines, next: None }
    }

    /// Whether a line is there.
    pub(super) fn has_line(&mut self) -> bool {
        self.next = self.next.take().or_else(|| self.lines.try_recv().ok());
        self.next.is_some()
    }

    /// Waits for the next line; none at the end of the input.
    pub(super) fn next(&mut self) -> Option<String> {
        self.next.take().or_else(|| self.lines.recv().ok())
    }
}
