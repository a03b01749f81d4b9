//! What happens during a search: lines come in, and what was found goes out.

use std::io::{self, Write};
use std::time::Instant;

use wedge_engine::{Move, Observer, Report};

use crate::formats::ggf::move_text;
use crate::protocols::inbox::Inbox;

/// The observer of a search: it ends when a line comes in, or when nobody reads any more.
pub(super) struct Thinking<'a> {
    started: Instant,
    inbox: &'a mut Inbox,
    out: Option<&'a mut dyn Write>,
    failed: Option<io::Error>,
}

impl<'a> Thinking<'a> {
    /// Starts the clock; what each depth found goes to `out`, if anywhere.
    pub(super) fn new(inbox: &'a mut Inbox, out: Option<&'a mut dyn Write>) -> Self {
        Self { started: Instant::now(), inbox, out, failed: None }
    }

    /// Ends with the error that ended the search, if one did.
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
            let told = tell(None, report, *out)
                .and_then(|()| tell_nodes(report.nodes, self.started, *out));
            self.failed = told.err();
        }
    }
}

/// A `search` line: of a position or, with the move that leads there, of the one before it.
pub(super) fn tell(first: Option<Move>, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let (score, depth) = match first {
        Some(_) => (-report.score, report.depth + 1),
        None => (report.score, report.depth),
    };
    // A line leaves passes out, but its first move must be there.
    let pass = (first.is_none() && report.best == Move::Pass).then_some(Move::Pass);
    let line = report.line.iter().copied().map(Move::Play);
    let line: String = first.or(pass).into_iter().chain(line).map(move_text).collect();
    let score = super::discs(score);
    let depth = if report.solved { "100%".to_owned() } else { depth.to_string() };
    writeln!(out, "search {line} {score:.2} 0 {depth}")?;
    out.flush()
}

/// A `nodestats` line.
pub(super) fn tell_nodes(nodes: u64, started: Instant, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "nodestats {nodes} {:.3}", started.elapsed().as_secs_f64())?;
    out.flush()
}
