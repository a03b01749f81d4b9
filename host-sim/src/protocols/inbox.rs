//! Lines that come in while the engine is busy.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// Lines, read on a thread of its own so that a search can look for them.
pub(crate) struct Inbox {
    lines: Receiver<String>,
    next: Option<String>,
    /// The input has come to its end.
    ended: bool,
}

impl Inbox {
    /// Begins to read.
    pub(crate) fn new(mut input: impl BufRead + Send + 'static) -> Self {
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
        Self { lines, next: None, ended: false }
    }

    /// One that no line ever comes to.
    pub(crate) fn empty() -> Self {
        let (_, lines) = mpsc::channel();
        Self { lines, next: None, ended: true }
    }

    /// Whether a line is there.
    pub(crate) fn has_line(&mut self) -> bool {
        if self.next.is_none() {
            match self.lines.try_recv() {
                Ok(line) => self.next = Some(line),
                Err(TryRecvError::Disconnected) => self.ended = true,
                Err(TryRecvError::Empty) => {}
            }
        }
        self.next.is_some()
    }

    /// Whether there is anything to react to: a line, or the end of the input.
    pub(crate) fn has_news(&mut self) -> bool {
        self.has_line() || self.ended
    }

    /// Waits for the next line; none at the end of the input.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.next.take().or_else(|| self.lines.recv().ok())
    }
}
