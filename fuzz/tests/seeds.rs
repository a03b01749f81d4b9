//! Runs every target with its seeds and with mutations of them, on any compiler.
//!
//! `WEDGE_FUZZ_INPUTS` sets the number of mutated inputs a target, `WEDGE_FUZZ_SEED` the random seed.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use wedge_fuzz::{Mutator, TARGETS};

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text}: expected a number")))
}

fn check(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let mut mutator = Mutator::of(name, number("WEDGE_FUZZ_SEED").unwrap_or(1)).unwrap();
    let run = |input: &[u8]| {
        if let Err(failure) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
            println!("{name} failed for {:?}\n{input:?}", String::from_utf8_lossy(input));
            resume_unwind(failure);
        }
    };
    mutator.seeds().iter().for_each(|seed| run(seed));
    let count = number("WEDGE_FUZZ_INPUTS").unwrap_or(target.default_inputs);
    for _ in 0..count {
        run(&mutator.next_input());
    }
    println!("{name}: {} seeds, {count} mutated inputs", mutator.seeds().len());
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_target_is_tested() {
            assert_eq!(TARGETS.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

targets! {
    board transcript obf ggf sgf wthor csv log gtp nboard line_buffer rules table solver saved_game
    dark_chess_position dark_chess_record dark_chess_protocol page
}
