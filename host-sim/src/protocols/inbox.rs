//! Lines of input that arrive during a search.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use crate::io::lines::{Line, read_lines};

/// Lines of input, read on their own thread so that a search can check for them.
pub(crate) struct Inbox {
    lines: Receiver<Line>,
    next: Option<Line>,
    /// Whether the input has ended.
    ended: bool,
}

impl Inbox {
    /// Starts the thread that reads.
    pub(crate) fn new(input: impl BufRead + Send + 'static) -> Self {
        Self { lines: read_lines(input), next: None, ended: false }
    }

    /// An inbox that stays empty.
    pub(crate) fn empty() -> Self {
        let (_, lines) = mpsc::channel();
        Self { lines, next: None, ended: true }
    }

    /// Whether a line is waiting.
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

    /// Whether a line is waiting or the input has ended.
    pub(crate) fn has_line_or_ended(&mut self) -> bool {
        self.has_line() || self.ended
    }

    /// Waits for the next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Line> {
        self.next.take().or_else(|| self.lines.recv().ok())
    }
}
