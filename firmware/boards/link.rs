//! The build script of every board but the L475: passes the memory map and the linker scripts to the
//! program for the board.
//!
//! The script of cortex-m-rt includes `memory.x`, and the linker looks for it in the folder where it
//! runs before it looks anywhere else: that is the root of the workspace, whose `memory.x` is the
//! L475's. So this board's map is put into a copy of the script.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const MEMORY: &str = "INCLUDE memory.x";
const DEVICE: &str = "INCLUDE device.x";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS")? != "none" {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // Cargo has run the build script of cortex-m-rt before, since it declares `links`. Boards of one
    // processor share the folder of builds, so there may be several variants: the one that includes the
    // names of a chip's interrupts also serves boards without such names.
    let scripts = written_next_to(&out, "cortex-m-rt-", "link.x")?;
    let with_names = scripts.iter().find(|script| script.contains(DEVICE));
    let script = with_names.or(scripts.first()).ok_or("no linker script of cortex-m-rt")?;
    if !script.contains(MEMORY) {
        return Err(format!("the linker script of cortex-m-rt has no `{MEMORY}`").into());
    }
    let map = fs::read_to_string("memory.x")?;
    let names = written_next_to(&out, "", "device.x")?.concat();
    fs::write(out.join("board.x"), script.replace(MEMORY, &map).replace(DEVICE, &names))?;
    println!("cargo::rustc-link-search={}", out.display());
    // A program that logs with defmt needs that crate's script as well.
    let defmt = fs::read_to_string("Cargo.toml")?.contains("defmt").then_some("-Tdefmt.x");
    for argument in ["--nmagic", "-Tboard.x"].into_iter().chain(defmt) {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

/// The texts that build scripts of packages with a name like this have written, in folders next to this
/// package's.
fn written_next_to(out: &Path, package: &str, file: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let builds = out.ancestors().nth(2).ok_or("the output folder has no parent")?;
    let mut texts = Vec::new();
    for folder in fs::read_dir(builds)? {
        let folder = folder?;
        let path = folder.path().join("out").join(file);
        if folder.file_name().to_string_lossy().starts_with(package) && path.exists() {
            texts.push(fs::read_to_string(path)?);
        }
    }
    Ok(texts)
}
