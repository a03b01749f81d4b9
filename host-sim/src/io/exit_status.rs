//! The exit status of a command.

use std::process::ExitCode;

use crate::io::progress::INTERRUPT_EXIT;

/// The status of a command that met no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// It finished.
    Done,
    /// Ctrl-C stopped it; the results so far are kept.
    Interrupted,
}

impl ExitStatus {
    /// The status of a job that is done, or else was interrupted.
    #[must_use]
    pub const fn of(done: bool) -> Self {
        if done { Self::Done } else { Self::Interrupted }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Done => Self::SUCCESS,
            ExitStatus::Interrupted => Self::from(INTERRUPT_EXIT),
        }
    }
}
