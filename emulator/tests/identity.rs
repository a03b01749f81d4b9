//! Three chips and the PC search the same nodes: Cortex-M4, Cortex-M0+ and Cortex-M3.
//!
//! `engine.rs` compares all cross-checks of the L475 with the PC and `lm3s.rs` those of the lm3s6965evb;
//! this compares the quickest on all boards, since the Pico's emulator is slow.

use anyhow::Result;
use wedge_console::engine::pattern::{Flash256K, Patterns};
use wedge_console::engine::{Table, bench};
use wedge_emulator::{Emulator, Model, Pico, built, built_to_flash};

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn three_chips_and_the_pc_visit_the_same_nodes() -> Result<()> {
    let mut l475 = Emulator::start(&built("b-l475e-iot01a")?)?;
    let mut lm3s = Emulator::start_model(Model::Lm3s, &built("lm3s6965evb")?)?;
    let mut pico = Pico::start(&built_to_flash("pico")?)?;
    pico.run_ms(60)?;
    let table = Table::<{ bench::TABLE_ENTRIES }>::new();
    let small_table = Table::<1024>::new();
    let small = Patterns::<Flash256K>::built_in();
    let mut checks: Vec<_> = (1..)
        .zip(bench::cross_checks())
        .map(|(number, (position, limits))| {
            let full = bench::run_cross_check(&position, &limits, table.view());
            let reduced =
                bench::run_cross_check_with(small, &position, &limits, small_table.view());
            (number, position.board().empties(), full, reduced)
        })
        .collect();
    checks.sort_by_key(|(_, _, check, _)| check.0.nodes);
    println!(
        "empties, depth: nodes of PC, L475 and Pico; cycles a node of the Pico; nodes of the lm3s"
    );
    for (number, empties, full, reduced) in checks.iter().take(4) {
        let command = format!("cross_check {number}");
        assert_eq!(l475.serial.command(&command)?, full.to_string(), "the L475");
        let before = pico.cycles();
        assert_eq!(pico.command(&command, 60_000)?, full.to_string(), "the Pico");
        let cycles = (pico.cycles() - before) / full.0.nodes.max(1);
        assert_eq!(lm3s.serial.command(&command)?, reduced.to_string(), "the lm3s");
        let (depth, nodes, small) = (full.0.depth, full.0.nodes, reduced.0.nodes);
        println!("{empties:>2}, {depth}: {nodes:>5}; {cycles:>5}; {small:>5}");
    }
    Ok(())
}
