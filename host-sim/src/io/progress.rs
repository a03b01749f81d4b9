//! What a search on a PC watches: the clock, Ctrl-C, and a progress bar to tell.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use wedge_engine::{Line, Observer, Report};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the search to stop, so that what is done can be kept; the
/// second ends the program at once.
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

/// The observer of one search.
pub struct Watch {
    started: Instant,
    bar: ProgressBar,
    /// What the last finished depth found.
    found: String,
}

impl Watch {
    /// Starts the clock; progress goes to the bar's message.
    #[must_use]
    pub fn start(bar: &ProgressBar) -> Self {
        Self { started: Instant::now(), bar: bar.clone(), found: String::new() }
    }

    /// Shows how many moves were tried so far, beside what was found: for searches that stay with
    /// one depth for long.
    pub fn tell_nodes(&self, nodes: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{}, {} million nodes", self.found, nodes / 1_000_000));
        }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Observer for Watch {
    fn now_ms(&mut self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        interrupted()
    }

    fn progress(&mut self, report: &Report) {
        if !self.bar.is_hidden() {
            let line: Line = report.line.iter().take(6).copied().collect();
            let line = transcript(&line);
            self.found = format!("depth {}, {} {line}", report.depth, report.score);
            self.bar.set_message(self.found.clone());
        }
    }
}

/// A line of play as one word.
#[must_use]
pub fn transcript(line: &Line) -> String {
    line.iter().map(ToString::to_string).collect()
}

/// A progress bar on the terminal; nothing where there is none.
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
