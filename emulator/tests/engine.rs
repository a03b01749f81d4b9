//! The engine on the chip: the same moves as on a PC, documented instruction counts, bounded stack.

use anyhow::Result;
use wedge_console::dark_chess::engine as dark_chess;
use wedge_console::engine::{Table, bench};
use wedge_emulator::{Figures, built, read_benchmarks, run};

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn chip_and_pc_visit_the_same_nodes() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    // The results depend on the size of the table, so it is the chip's.
    let table = Table::<{ bench::TABLE_ENTRIES }>::new();
    let on_pc = bench::cross_checks().map(|(position, limits)| {
        bench::run_cross_check(&position, &limits, table.view()).to_string()
    });
    assert_eq!(output.all("search").collect::<Vec<_>>(), on_pc.collect::<Vec<_>>());
    assert_eq!(output.numbers("signature")?, [bench::SIGNATURE]);
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn chip_and_pc_visit_the_same_nodes_in_dark_chess() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let table = Table::<{ dark_chess::bench::TABLE_ENTRIES }>::new();
    let mut on_pc = Vec::new();
    let nodes = dark_chess::bench::run(table.view().with_payload(), |_, report| {
        on_pc.push(report.to_string());
    });
    assert_eq!(output.all("dark-chess-search").collect::<Vec<_>>(), on_pc);
    let [_, on_chip] = output.numbers("dark-chess")?;
    assert_eq!(on_chip, nodes);
    let [used, size] = output.numbers("dark-chess-stack")?;
    assert!(used * 32 <= size * 26, "{used} B of {size} B");
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn nothing_costs_more_than_documented() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    // Checks the counter with a loop of a million instructions.
    let [counted, wanted] = output.numbers("counter")?;
    assert!(counted.abs_diff(wanted) < 100, "{counted} instructions instead of {wanted}");
    let documented = Figures::documented(&read_benchmarks())?;
    let grown = Figures::measured(&output)?.growth(&documented);
    assert!(grown.is_empty(), "{grown:#?}\nto accept: cargo xtask measure --write");
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_deepest_search_leaves_room_on_the_stack() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let [used, size] = output.numbers("stack")?;
    // The console needs more than the search alone.
    assert!(used * 32 <= size * 26, "{used} B of {size} B");
    // A stack overflow ends in the fault handler.
    assert_eq!(output.lines().last(), Some("overflow detected"));
    Ok(())
}

/// During a search a press must show within 50 ms: one poll sees the contact close, a second one sees
/// that it is stable, and the new picture is complete after eight rows of a millisecond.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_press_during_a_search_shows_within_50_ms() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let [longest] = output.numbers("polls")?;
    // A quarter more cycles than instructions, for loads and branches.
    let ms = longest * 5 / 4 / 80_000;
    assert!(2 * ms + 8 < 50, "{longest} instructions ({ms} ms) between two polls");
    Ok(())
}

/// A lookup in the opening book does not poll the buttons. The longest one takes no longer than a
/// search does between two polls.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_book_lookup_keeps_the_buttons_waiting_no_longer_than_a_search() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let ([lookup], [polls]) = (output.numbers("book-longest")?, output.numbers("polls")?);
    assert!(lookup <= polls, "{lookup} instructions, {polls} between two polls of a search");
    Ok(())
}
