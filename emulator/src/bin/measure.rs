//! Measures the engine on the emulated board. `--write` updates `docs/measurements/benchmarks.md`.

use anyhow::{Result, bail};
use wedge_emulator::{Figures, benchmarks, built, read_benchmarks, run};

fn main() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let document = Figures::measured(&output)?.written_into(&read_benchmarks());
    match std::env::args().nth(1).as_deref() {
        Some("--write") => {
            std::fs::write(benchmarks(), document)?;
            println!("updated {}", benchmarks().display());
        }
        Some(other) => bail!("unknown argument `{other}`: expected --write or nothing"),
        None => output.lines().for_each(|line| println!("{line}")),
    }
    Ok(())
}
