//! Games side by side: threads take the next game from the list, one thread keeps what they play.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use wedge_engine::Size;

use super::referee::{Played, Rules};
use super::schedule::ScheduledGame;
use crate::io::progress::interrupted;

/// Whether a match goes on after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// With the next game.
    Yes,
    /// It is decided: no more games are begun.
    Decided,
}

/// Plays games on some threads and hands them over in the order in which they end. What is played
/// in a game does not depend on the thread or on what the others do.
///
/// # Errors
/// What `keep` returns, and if there is no memory for the players.
pub fn play_all<S: Size>(
    rules: &Rules,
    fixtures: &[ScheduledGame<S>],
    threads: usize,
    mut keep: impl FnMut(Played) -> Result<GoOn>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(fixtures.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stop.load(Ordering::Relaxed) && !interrupted() {
                    let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let Some(played) = rules.play(fixture).transpose() else { break };
                    let failed = played.is_err();
                    if sender.send(played).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for played in games {
            let kept = played.and_then(&mut keep);
            if !matches!(kept, Ok(GoOn::Yes)) {
                stop.store(true, Ordering::Relaxed);
            }
            // The first error counts; games that end after it are still kept.
            if result.is_ok() {
                result = kept.map(|_| ());
            }
        }
        result
    })
}
