//! Passes the memory map and the linker scripts to the programs for the board.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../../../memory.x");
    if env::var("CARGO_CFG_TARGET_OS")? != "none" {
        return Ok(());
    }
    let out = env::var("OUT_DIR")?;
    fs::copy("../../../memory.x", Path::new(&out).join("memory.x"))?;
    println!("cargo::rustc-link-search={out}");
    for argument in ["--nmagic", "-Tlink.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}
