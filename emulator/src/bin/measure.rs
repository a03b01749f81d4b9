//! Measures the engine on an emulated board. On the L475, `--write` updates
//! `docs/measurements/benchmarks.md`.

use anyhow::{Context, Result, bail};
use wedge_emulator::{
    Emulator, Figures, INSTRUCTION_NS, Model, benchmarks, built, read_benchmarks, run,
};

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        None => measure_l475(false),
        Some("--write") => measure_l475(true),
        Some("lm3s") => measure_lm3s(),
        Some(other) => bail!("unknown argument `{other}`: expected --write, lm3s or nothing"),
    }
}

fn measure_l475(write: bool) -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let document = Figures::measured(&output)?.written_into(&read_benchmarks());
    if write {
        std::fs::write(benchmarks(), document)?;
        println!("updated {}", benchmarks().display());
    } else {
        output.lines().for_each(|line| println!("{line}"));
    }
    Ok(())
}

/// Counts the instructions of three cross-checks in the console's own program, its interrupts and its
/// serial port included: the part has no room for a program that measures.
fn measure_lm3s() -> Result<()> {
    let mut board = Emulator::start_counting(Model::Lm3s, &built("lm3s6965evb")?)?;
    board.serial.command("strength 1")?;
    for check in [4, 8, 9] {
        let before = board.now_ms()?;
        let response = board.serial.command(&format!("cross_check {check}"))?;
        let ms = u64::from(board.now_ms()?.wrapping_sub(before));
        let mut words = response.split_whitespace().skip_while(|word| *word != "nodes");
        let nodes: u64 = words
            .nth(1)
            .and_then(|word| word.parse().ok())
            .with_context(|| format!("`{response}`: expected a number of nodes"))?;
        let instructions = ms * 1_000_000 / INSTRUCTION_NS;
        println!(
            "cross_check {check}: {nodes} nodes, {instructions} instructions, {} a node",
            instructions / nodes.max(1)
        );
    }
    Ok(())
}
