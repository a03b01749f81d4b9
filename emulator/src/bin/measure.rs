//! Measures the engine on the emulated board; with `--write`, into `docs/benchmarks.md`.

use anyhow::{Result, bail};
use wedge_emulator::{Figures, benchmarks, built, read_benchmarks, run};

fn main() -> Result<()> {
    let output = run(&built("wedge-measure")?)?;
    let document = Figures::measured(&output)?.written_into(&read_benchmarks());
    match std::env::args().nth(1).as_deref() {
        Some("--write") => {
            std::fs::write(benchmarks(), document)?;
            println!("{} has the new figures", benchmarks().display());
        }
        Some(other) => bail!("`{other}` is not known: expected --write or nothing"),
        None => output.lines().for_each(|line| println!("{line}")),
    }
    Ok(())
}
