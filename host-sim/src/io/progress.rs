//! Progress bars, Ctrl-C, and the observer of a search that uses both.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use wedge_engine::{Line, Observer, Report};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the Ctrl-C handler: the first Ctrl-C asks the search to stop, so that the results so far
/// can be kept; the second ends the program at once.
///
/// # Errors
/// If the system refuses.
pub fn catch_interrupt() -> Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_EXIT.into());
        }
    })
    .context("Ctrl-C cannot be caught")
}

/// The exit code of a program that was interrupted, by the custom of shells.
pub const INTERRUPT_EXIT: u8 = 130;

/// Whether Ctrl-C was pressed.
#[must_use]
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Nodes after which their number is shown anew.
const SHOW_INTERVAL: u64 = 1 << 20;

/// The observer of one search: it measures the time, stops the search on Ctrl-C or at a time limit,
/// and shows each finished depth in a progress bar.
pub struct SearchProgress {
    started: Instant,
    time_limit: Option<Duration>,
    bar: ProgressBar,
    /// The result of the last finished depth, as text.
    result: String,
    /// The number of nodes that is shown.
    shown: u64,
}

impl SearchProgress {
    /// Starts the clock. Results appear as the bar's message.
    #[must_use]
    pub fn start(bar: &ProgressBar) -> Self {
        let (started, bar) = (Instant::now(), bar.clone());
        Self { started, time_limit: None, bar, result: String::new(), shown: 0 }
    }

    /// Stops the search after this time, if any.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> Self {
        Self { time_limit, ..self }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Observer for SearchProgress {
    fn now_ms(&mut self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        interrupted() || self.time_limit.is_some_and(|limit| self.started.elapsed() > limit)
    }

    /// Shows the number of nodes, for searches that spend long on one depth.
    fn visited(&mut self, nodes: u64) {
        if nodes - self.shown.min(nodes) >= SHOW_INTERVAL && !self.bar.is_hidden() {
            self.shown = nodes;
            self.bar.set_message(format!("{}, {} million nodes", self.result, nodes / 1_000_000));
        }
    }

    fn progress(&mut self, report: &Report) {
        if !self.bar.is_hidden() {
            let line: Line = report.line.iter().take(6).copied().collect();
            let line = transcript(&line);
            self.result = format!("depth {}, {} {line}", report.depth, report.score);
            self.bar.set_message(self.result.clone());
        }
    }
}

/// A line of play as a transcript.
#[must_use]
pub fn transcript(line: &Line) -> String {
    line.iter().map(ToString::to_string).collect()
}

/// A progress bar; hidden if standard error is not a terminal.
#[must_use]
pub fn progress_bar(what: &'static str, steps: usize) -> ProgressBar {
    let style = "{prefix:>10} {bar:30.cyan/dim} {pos:>3}/{len} {rate} {elapsed_precise} (about \
                 {eta} left) {wide_msg}";
    let bar = ProgressBar::new(steps as u64).with_prefix(what);
    if let Ok(style) = ProgressStyle::with_template(style) {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        };
        bar.set_style(style.with_key("rate", rate).progress_chars("━╸─"));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
