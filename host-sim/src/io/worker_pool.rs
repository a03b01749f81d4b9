//! The worker pool: numbered jobs on several threads, with results as they finish or in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result};

/// Finished results that may wait to be taken, for each thread.
const AHEAD: usize = 16;

/// Runs the jobs with these numbers on `threads` threads and passes each result to `take` as soon as
/// it is finished. `new_worker` makes the worker of a thread.
///
/// A worker that returns `None`, as on Ctrl-C, ends its thread. No more jobs start after `take`
/// breaks or after an error; jobs that are running then still finish, and `take` gets their results.
///
/// # Errors
/// The first error of `new_worker`, a worker or `take`.
pub fn run<T: Send, W: FnMut(u64) -> Result<Option<T>>>(
    threads: usize,
    numbers: Range<u64>,
    new_worker: impl Fn() -> Result<W> + Sync,
    mut take: impl FnMut(u64, T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let next = AtomicU64::new(numbers.start);
    let stop = AtomicBool::new(false);
    let (sender, finished) = mpsc::sync_channel(AHEAD * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, new_worker, numbers) = (&next, &stop, &new_worker, &numbers);
            scope.spawn(move || {
                let mut worker = match new_worker().context("a thread cannot start") {
                    Ok(worker) => worker,
                    Err(error) => {
                        let _ = sender.send((numbers.end, Err(error)));
                        return;
                    }
                };
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let Some(result) = worker(number).transpose() else { return };
                    let failed = result.is_err();
                    if sender.send((number, result)).is_err() || failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (number, result) in finished {
            let taken = result.and_then(|result| take(number, result));
            if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                stop.store(true, Ordering::Relaxed);
            }
            if outcome.is_ok() {
                outcome = taken.map(|_| ());
            }
        }
        outcome
    })
}

/// Runs the jobs as [`run`] does and passes the results to `take` in the order of their numbers,
/// whichever finishes first. Results behind a job that did not finish, and those after an error, are
/// dropped.
///
/// # Errors
/// The first error of `new_worker` or `take`.
pub fn run_ordered<T: Send, W: FnMut(u64) -> Option<T>>(
    threads: usize,
    numbers: Range<u64>,
    new_worker: impl Fn() -> Result<W> + Sync,
    mut take: impl FnMut(u64, T) -> Result<()>,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut wanted = numbers.start;
    let mut failed = false;
    let new_worker = || {
        let mut work = new_worker()?;
        Ok(move |number| Ok(work(number)))
    };
    run(threads, numbers, new_worker, |number, result| {
        waiting.insert(number, result);
        while !failed && let Some(result) = waiting.remove(&wanted) {
            take(wanted, result).inspect_err(|_| failed = true)?;
            wanted += 1;
        }
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn results_come_in_order_whichever_finishes_first() {
        for threads in [1, 3] {
            let mut got = Vec::new();
            let work = |number: u64| {
                thread::sleep(std::time::Duration::from_micros(number * 7919 % 300));
                Some(number * number)
            };
            let take = |number, square| {
                got.push((number, square));
                Ok(())
            };
            run_ordered(threads, 5..60, || Ok(work), take).unwrap();
            assert_eq!(got, (5..60).map(|n| (n, n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_worker_that_gives_up_leaves_the_results_before() {
        let mut got = Vec::new();
        let work = |number: u64| (number < 7).then_some(());
        let take = |number, ()| {
            got.push(number);
            Ok(())
        };
        run_ordered(2, 0..1000, || Ok(work), take).unwrap();
        assert_eq!(got, (0..7).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_taken_in_order_after_an_error() {
        let mut got = Vec::new();
        let take = |number, ()| {
            got.push(number);
            if number == 5 { bail!("full disk") } else { Ok(()) }
        };
        let error = run_ordered(3, 0..1000, || Ok(|_| Some(())), take).unwrap_err();
        assert_eq!(error.to_string(), "full disk");
        assert_eq!(got, (0..6).collect::<Vec<_>>());
    }

    #[test]
    fn a_break_stops_the_pool_and_running_jobs_still_count() {
        let (mut got, started) = (Vec::new(), AtomicU64::new(0));
        let work = |number: u64| {
            started.fetch_add(1, Ordering::Relaxed);
            Ok(Some(number))
        };
        let take = |number, same| {
            assert_eq!(number, same);
            got.push(number);
            Ok(if got.len() >= 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        run(2, 0..100_000, || Ok(work), take).unwrap();
        assert!(got.len() >= 4 && got.len() < 100_000);
        got.sort_unstable();
        assert_eq!(got, (0..started.into_inner()).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_is_returned() {
        type Worker = fn(u64) -> Result<Option<()>>;
        let work = |number: u64| if number == 3 { bail!("job {number}") } else { Ok(Some(())) };
        let continued = |_, ()| Ok(ControlFlow::Continue(()));
        let error = run(2, 0..100, || Ok(work), continued).unwrap_err();
        assert_eq!(error.to_string(), "job 3");
        let no_worker = || -> Result<Worker> { bail!("no memory") };
        let error = run(2, 0..100, no_worker, continued).unwrap_err();
        assert_eq!(format!("{error:#}"), "a thread cannot start: no memory");
    }
}
