//! How a command ended.

use std::process::ExitCode;

use crate::io::progress::INTERRUPT_EXIT;

/// How a command ended, when nothing was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Everything was done.
    Done,
    /// Ctrl-C came first; what was done until then is kept.
    Interrupted,
}

impl ExitStatus {
    /// The ending of a job that was done, or else was interrupted.
    #[must_use]
    pub const fn of(done: bool) -> Self {
        if done { Self::Done } else { Self::Interrupted }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(ending: ExitStatus) -> Self {
        match ending {
            ExitStatus::Done => Self::SUCCESS,
            ExitStatus::Interrupted => Self::from(INTERRUPT_EXIT),
        }
    }
}
