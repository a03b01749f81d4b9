//! Passes the memory map and the linker scripts to the program for the board.
//!
//! The script of cortex-m-rt includes `memory.x`, and the linker looks for it in the folder where it
//! runs before it looks anywhere else: that is the root of the workspace, whose `memory.x` is the
//! L475's. So this board's map is put into a copy of the script.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const INCLUDE: &str = "INCLUDE memory.x";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS")? != "none" {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let script = fs::read_to_string(cortex_m_rt(&out)?)?;
    if !script.contains(INCLUDE) {
        return Err(format!("the linker script of cortex-m-rt has no `{INCLUDE}`").into());
    }
    let map = fs::read_to_string("memory.x")?;
    fs::write(out.join("board.x"), script.replace(INCLUDE, &map))?;
    println!("cargo::rustc-link-search={}", out.display());
    for argument in ["--nmagic", "-Tboard.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

/// The linker script that cortex-m-rt has written: in a folder next to this package's. Cargo runs its
/// build script first, since it declares `links`.
fn cortex_m_rt(out: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let builds = out.ancestors().nth(2).ok_or("the output folder has no parent")?;
    for folder in fs::read_dir(builds)? {
        let folder = folder?;
        let script = folder.path().join("out/link.x");
        if folder.file_name().to_string_lossy().starts_with("cortex-m-rt-") && script.exists() {
            return Ok(script);
        }
    }
    Err(format!("{} has no linker script of cortex-m-rt", builds.display()).into())
}
