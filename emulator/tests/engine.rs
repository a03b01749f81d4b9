//! The engine on the chip: the same moves as on a PC, at a known cost, within its memory.

use anyhow::Result;
use wedge_console::engine::{Table, bench};
use wedge_emulator::{Figures, built, read_benchmarks, run};

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn chip_and_pc_visit_the_same_nodes() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    // The table's size decides what is remembered, so it is the chip's.
    let table = Table::<{ bench::TABLE_ENTRIES }>::new();
    let on_pc = bench::cross_checks().map(|(position, limits)| {
        let outcome = bench::run_cross_check(&position, &limits, table.view());
        outcome.to_string()
    });
    assert_eq!(output.all("search").collect::<Vec<_>>(), on_pc.collect::<Vec<_>>());
    assert_eq!(output.numbers("signature")?, [bench::SIGNATURE]);
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn nothing_costs_more_than_documented() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    // The counter itself: a loop of a million instructions.
    let [counted, wanted] = output.numbers("counter")?;
    assert!(counted.abs_diff(wanted) < 100, "{counted} instructions instead of {wanted}");
    let documented = Figures::documented(&read_benchmarks())?;
    let grown = Figures::measured(&output)?.growth(&documented);
    assert!(
        grown.is_empty(),
        "{grown:#?}\nif that is as it should be: cargo xtask measure --write"
    );
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_deepest_search_leaves_room_on_the_stack() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let [used, all] = output.numbers("stack")?;
    // The console needs some more than the search alone.
    assert!(used * 32 <= all * 26, "{used} B of {all} B");
    // And a stack that runs out ends in the fault handler, which still works.
    assert_eq!(output.lines().last(), Some("overflow noticed"));
    Ok(())
}

/// Buttons are looked at while the engine thinks, and a press must be felt within 50 ms: one look
/// sees the contact close, a second one that it stays so, and the picture that follows is on the
/// matrix after eight rows of a millisecond.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_thinking_engine_feels_a_press_in_time() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let [longest] = output.numbers("polls")?;
    // Cycles are more than instructions: a quarter more for loads and branches.
    let ms = longest * 5 / 4 / 80_000;
    assert!(2 * ms + 8 < 50, "{longest} instructions ({ms} ms) between two looks");
    Ok(())
}
