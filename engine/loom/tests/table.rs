//! Whatever the order in which threads meet: what a probe finds was stored for that position.
//!
//! A model is stopped after 20 s; `LOOM_MAX_DURATION=3600` gives each an hour.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use wedge_loom::{Bound, Certainty, Color, Hit, Square, Table};

fn known(depth: u8, value: i16, best: usize) -> Hit {
    let (bound, certainty) = (Bound::Lower, Certainty::FULL);
    Hit { depth, bound, value, best: Square::from_index(best), certainty }
}

/// Two positions of the same bucket, black to move.
const BLACK: Color = Color::Black;
const ONE: u128 = 0x1234_5678_9ABC_DEF0_5555_5500_0000_0000;
const TWO: u128 = 0xFEDC_BA98_7654_3210_AAAA_AA00_0000_0000;

/// A bucket with one entry that may go: the others look farther than anything stored later.
fn crowded() -> Arc<Table<4>> {
    let table = Arc::new(Table::new());
    for other in 1..4_u128 {
        table.view().store(other << 64, BLACK, 1, known(60, 0, 0));
    }
    table
}

/// Runs a model with every order of up to this many switches between threads; says how many there
/// were, and how often something was found.
fn explore(
    name: &str,
    switches: Option<usize>,
    model: impl Fn(&AtomicU64) + Sync + Send + 'static,
) {
    let [orders, found] = [(); 2].map(|()| std::sync::Arc::new(AtomicU64::new(0)));
    let (counted, seen) = (orders.clone(), found.clone());
    let mut builder = Builder::new();
    builder.preemption_bound = switches;
    let most = *builder.max_duration.get_or_insert(Duration::from_secs(20));
    let started = Instant::now();
    builder.check(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        model(&seen);
    });
    let (orders, found) = (orders.load(Ordering::Relaxed), found.load(Ordering::Relaxed));
    let how_many = if started.elapsed() < most { "all" } else { "the first" };
    println!("{name}: {how_many} {orders} orders, {found} times something was found");
    assert!(orders > 100 && found > 0, "the model is too small to show anything");
}

/// A writer, another of the same position, and a reader: one of the two values whole, or nothing.
#[test]
fn two_values_of_one_position_never_mix() {
    explore("one position", Some(4), |found| {
        let table = crowded();
        let values = [known(5, 100, 19), known(5, -300, 44)];
        let writer = table.clone();
        let writer = thread::spawn(move || writer.view().store(ONE, BLACK, 1, values[0]));
        table.view().store(ONE, BLACK, 1, values[1]);
        let check = |seen: Hit| {
            found.fetch_add(1, Ordering::Relaxed);
            let same =
                |value: &Hit| Hit { best: None, ..*value } == Hit { best: None, ..seen };
            assert!(values.iter().any(same), "{seen:?}");
            // The move may be that of the other: it is one of the same position.
            assert!(values.iter().any(|value| value.best == seen.best), "{seen:?}");
        };
        table.view().probe(ONE, BLACK).into_iter().for_each(check);
        writer.join().unwrap();
        table.view().probe(ONE, BLACK).into_iter().for_each(check);
    });
}

/// Writers of two positions that fight for one entry, and a reader of each.
#[test]
fn two_positions_never_get_each_others_values() {
    explore("two positions", Some(4), |found| {
        let table = crowded();
        let values = [(ONE, known(5, 100, 19)), (TWO, known(6, -300, 44))];
        let writer = table.clone();
        let (hash, value) = values[0];
        let writer = thread::spawn(move || writer.view().store(hash, BLACK, 1, value));
        let (hash, value) = values[1];
        table.view().store(hash, BLACK, 1, value);
        let check = || {
            for (hash, value) in values {
                if let Some(seen) = table.view().probe(hash, BLACK) {
                    found.fetch_add(1, Ordering::Relaxed);
                    assert_eq!(seen, value);
                }
            }
        };
        check();
        writer.join().unwrap();
        // And when all is quiet: what is there is whole, or torn and not believed.
        check();
    });
}

/// A writer and one that clears the table, and a reader.
#[test]
fn a_table_that_is_cleared_meanwhile_gives_nothing_false() {
    explore("cleared", Some(2), |found| {
        let table = Arc::new(Table::<4>::new());
        let old = known(4, 9, 3);
        let new = known(7, -9, 60);
        table.view().store(ONE, BLACK, 1, old);
        let (writer, cleaner) = (table.clone(), table.clone());
        let writer = thread::spawn(move || writer.view().store(ONE, BLACK, 2, new));
        let cleaner = thread::spawn(move || cleaner.view().clear());
        if let Some(seen) = table.view().probe(ONE, BLACK) {
            found.fetch_add(1, Ordering::Relaxed);
            assert!(seen == old || seen == new, "{seen:?}");
        }
        writer.join().unwrap();
        cleaner.join().unwrap();
    });
}
