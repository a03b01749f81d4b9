//! Numbered pieces of work done by several threads, their results taken in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result};

/// How many results wait for an earlier one at most, for each thread.
const AHEAD: usize = 16;

/// Does the pieces of work with these numbers on `threads` threads, each with a worker of its own,
/// and hands their results over in the order of the numbers, whoever finishes first.
///
/// A worker that gives nothing ends the work (as Ctrl-C does), and so does an error of `take`.
///
/// # Errors
/// What `worker` and `take` say.
pub fn in_order<T: Send, W: FnMut(u64) -> Option<T>>(
    threads: usize,
    numbers: Range<u64>,
    worker: impl Fn() -> Result<W> + Sync,
    mut take: impl FnMut(u64, T) -> Result<()>,
) -> Result<()> {
    let next = AtomicU64::new(numbers.start);
    let (results, finished) = mpsc::sync_channel(AHEAD * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let results = results.clone();
            let (next, worker, numbers) = (&next, &worker, &numbers);
            scope.spawn(move || {
                let mut work = match worker() {
                    Ok(work) => work,
                    Err(error) => {
                        // Whoever takes the results has gone only if it had an error of its own.
                        let _ = results.send((numbers.end, Err(error)));
                        return;
                    }
                };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let Some(result) = work(number) else { return };
                    if results.send((number, Ok(result))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut wanted = numbers.start;
        for (number, result) in finished {
            waiting.insert(number, result.context("a thread cannot work")?);
            while let Some(result) = waiting.remove(&wanted) {
                take(wanted, result)?;
                wanted += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_finishes_first() {
        for threads in [1, 3] {
            let mut got = Vec::new();
            let work = |number: u64| {
                thread::sleep(std::time::Duration::from_micros(number * 7919 % 300));
                Some(number * number)
            };
            in_order(
                threads,
                5..60,
                || Ok(work),
                |number, square| {
                    got.push((number, square));
                    Ok(())
                },
            )
            .unwrap();
            assert_eq!(got, (5..60).map(|n| (n, n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_worker_that_gives_up_leaves_what_was_done_before() {
        let mut got = Vec::new();
        let work = |number: u64| (number < 7).then_some(());
        in_order(
            2,
            0..1000,
            || Ok(work),
            |number, ()| {
                got.push(number);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(got, (0..7).collect::<Vec<_>>());
    }
}
