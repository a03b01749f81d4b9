//! Every target over its seeds and over inputs made from them, on any compiler.
//!
//! `WEDGE_FUZZ_INPUTS` inputs a target, if it is set; `WEDGE_FUZZ_SEED` chooses other ones.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use wedge_fuzz::{Inputs, TARGETS};

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text}: expected a number")))
}

fn check(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let mut inputs = Inputs::of(name, number("WEDGE_FUZZ_SEED").unwrap_or(1)).unwrap();
    let run = |input: &[u8]| {
        if let Err(failure) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
            println!("{name} failed for {:?}\n{input:?}", String::from_utf8_lossy(input));
            resume_unwind(failure);
        }
    };
    inputs.seeds().iter().for_each(|seed| run(seed));
    let count = number("WEDGE_FUZZ_INPUTS").unwrap_or(target.usual);
    for _ in 0..count {
        run(&inputs.make());
    }
    println!("{name}: {} seeds, {count} inputs made from them", inputs.seeds().len());
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
    board transcript obf ggf sgf wthor csv log gtp nboard console rules table solver saved
}
