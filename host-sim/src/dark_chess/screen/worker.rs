//! The engine of the screen, in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::Result;
use wedge_console::Task;
use wedge_console::dark_chess::Panel;
use wedge_dark_chess::{Action as Play, Game, limits_of};
use wedge_engine::Limits;

use crate::dark_chess::player::PlayerSpec;

/// A search for the panel.
struct Job {
    ticket: u32,
    game: Game,
    limits: Option<Limits>,
    stop: Arc<AtomicBool>,
}

/// The engine in its own thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<(u32, Option<Play>)>,
    /// The request that is searched, and its stop flag.
    current: Option<(u32, Arc<AtomicBool>)>,
}

impl Worker {
    pub(super) fn start(spec: PlayerSpec) -> Result<Self> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (outbox, answers) = mpsc::channel();
        // Bad options are found here, not in the thread.
        let memory = spec.memory()?;
        thread::Builder::new().name("engine".into()).spawn(move || {
            let Ok(mut player) = spec.player(&memory, 0) else { return };
            for job in inbox {
                let limits = job.limits.unwrap_or_else(|| player.limits());
                let choice = player.choose_until(&job.game, &limits, Some(&job.stop));
                if outbox.send((job.ticket, choice.ok().map(|choice| choice.action))).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { jobs, answers, current: None })
    }

    /// Starts the pending search, stops a void one, and passes answers on.
    pub(super) fn serve(&mut self, panel: &mut Panel, own_limits: bool, now: u64) {
        while let Ok((ticket, action)) = self.answers.try_recv() {
            self.current = None;
            panel.answer(ticket, action, now);
        }
        if let Some((ticket, stop)) = &self.current
            && panel.should_stop(*ticket)
        {
            stop.store(true, Ordering::Relaxed);
        }
        let Some(request) = panel.request().filter(|_| self.current.is_none()) else { return };
        let strength = match request.task {
            Task::Move => request.strength,
            Task::Hint => request.strength.advising(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let limits = (!own_limits).then(|| limits_of(strength));
        let game = panel.dealt().game().clone();
        let job = Job { ticket: request.ticket, game, limits, stop: Arc::clone(&stop) };
        if self.jobs.send(job).is_ok() {
            self.current = Some((request.ticket, stop));
        }
    }
}
