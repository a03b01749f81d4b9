//! The shared table under many threads: never a value that was not stored for that position.
//!
//! `WEDGE_STRESS` stores and probes of each thread (a million if it is not set). The models in
//! `engine/loom` try every order of a few steps; this tries many orders of many.

use std::sync::atomic::{AtomicU64, Ordering};

use wedge_engine::zobrist::Hash;
use wedge_engine::{Bound, Certainty, Color, Hit, SplitMix64, Square, Table};

const THREADS: u64 = 8;
/// Positions, far more than the table has entries.
const POSITIONS: u32 = 100;
/// Different things that are stored of each position.
const VALUES: u32 = 50;

/// The hash of a position and its side to move.
fn key(position: u32) -> (Hash, Color) {
    // One in four has the hash of another, with the other side to move.
    let twin = position % 4 == 3;
    let mut random = SplitMix64::new((position - u32::from(twin)).into());
    // Half of the positions differ in the upper half of the hash only, so that torn entries of
    // theirs agree in all else.
    let low = SplitMix64::new((position / 2).into()).next();
    let side = if twin { Color::White } else { Color::Black };
    (Hash::from(random.next()) << 64 | Hash::from(low), side)
}

/// The only things that are ever stored of a position.
fn known(position: u32, number: u32) -> Hit {
    let mut random = SplitMix64::new(u64::from(position) << 32 | u64::from(number));
    Hit {
        depth: random.below(20) as u8,
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3) as usize],
        value: random.below(4097) as i16 - 2048,
        best: Square::from_index(random.below(65) as usize),
        certainty: Certainty::ALL[random.below(7) as usize],
    }
}

#[test]
fn threads_find_only_what_was_stored_for_the_position() {
    let steps = match std::env::var("WEDGE_STRESS") {
        Ok(text) => text.parse().expect("WEDGE_STRESS: a number"),
        Err(_) => 1_000_000_u64,
    };
    let table = Table::<16>::new();
    let all: Vec<((Hash, Color), Vec<Hit>)> = (0..POSITIONS)
        .map(|position| (key(position), (0..VALUES).map(|n| known(position, n)).collect()))
        .collect();
    let found = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, all, found) = (table.view(), &all, &found);
            scope.spawn(move || {
                let mut random = SplitMix64::new(thread);
                let mut hits = 0;
                for step in 0..steps {
                    let ((hash, side), values) = &all[random.below(POSITIONS) as usize];
                    if random.below(2) == 0 {
                        let value = values[random.below(VALUES) as usize];
                        table.store(*hash, *side, (step >> 8) as u8, value);
                    } else if let Some(seen) = table.probe(*hash, *side) {
                        hits += 1;
                        let same = |known: &Hit| {
                            Hit { best: None, ..*known } == Hit { best: None, ..seen }
                        };
                        assert!(values.iter().any(same), "{seen:?} was never stored");
                        // The move may be that of an earlier entry of the same position.
                        let moved = values.iter().any(|known| known.best == seen.best);
                        assert!(moved || seen.best.is_none(), "{seen:?} has another's move");
                    }
                    if random.below(100_000) == 0 {
                        table.clear();
                    }
                }
                found.fetch_add(hits, Ordering::Relaxed);
            });
        }
    });
    let found = found.into_inner();
    println!("{THREADS} threads, {steps} stores and probes each, {found} found");
    assert!(found > steps / 100, "{found} found: too few to show anything");
}
