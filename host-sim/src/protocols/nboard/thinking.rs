//! The observer of a search: stops it when a line arrives, and prints what each depth found.

use std::io::{self, Write};
use std::time::Instant;

use wedge_engine::{Move, Observer, Report};

use crate::formats::ggf::move_text;
use crate::protocols::inbox::Inbox;

/// The observer of a search, which ends when a line arrives or the output fails.
pub(super) struct Thinking<'a> {
    started: Instant,
    inbox: &'a mut Inbox,
    out: Option<&'a mut dyn Write>,
    failed: Option<io::Error>,
}

impl<'a> Thinking<'a> {
    /// Starts the clock. The result of each depth goes to `out`, if given.
    pub(super) fn new(inbox: &'a mut Inbox, out: Option<&'a mut dyn Write>) -> Self {
        Self { started: Instant::now(), inbox, out, failed: None }
    }

    /// Returns the error of the output, if it failed.
    pub(super) fn end(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }
}

impl Observer for Thinking<'_> {
    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        self.failed.is_some() || self.inbox.has_line()
    }

    fn progress(&mut self, report: &Report) {
        if let Some(out) = &mut self.out {
            let written = write_search(None, report, *out)
                .and_then(|()| write_nodes(report.nodes, self.started, *out));
            self.failed = written.err();
        }
    }
}

/// Writes a `search` line of a position or, if `first` leads to it, of the one before.
pub(super) fn write_search(
    first: Option<Move>,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (score, depth) = match first {
        Some(_) => (-report.score, report.depth + 1),
        None => (report.score, report.depth),
    };
    // A principal variation leaves passes out, but the line needs its first move.
    let pass = (first.is_none() && report.best == Move::Pass).then_some(Move::Pass);
    let line = report.line.iter().copied().map(Move::Play);
    let line: String = first.or(pass).into_iter().chain(line).map(move_text).collect();
    let score = super::discs(score);
    let depth = if report.solved { "100%".to_owned() } else { depth.to_string() };
    writeln!(out, "search {line} {score:.2} 0 {depth}")?;
    out.flush()
}

/// Writes a `nodestats` line.
pub(super) fn write_nodes(nodes: u64, started: Instant, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "nodestats {nodes} {:.3}", started.elapsed().as_secs_f64())?;
    out.flush()
}
