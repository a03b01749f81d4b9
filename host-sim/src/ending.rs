//! How a command ended.

use std::process::ExitCode;

use crate::watch::INTERRUPT_EXIT;

/// How a command ended, when nothing was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything was done.
    Done,
    /// Ctrl-C came first; what was done until then is kept.
    Interrupted,
}

impl Ending {
    /// The ending of a job that was done, or else was interrupted.
    #[must_use]
    pub const fn of(done: bool) -> Self {
        if done { Self::Done } else { Self::Interrupted }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Self::SUCCESS,
            Ending::Interrupted => Self::from(INTERRUPT_EXIT),
        }
    }
}
