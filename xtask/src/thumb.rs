//! Which compiler builds for the board: rustup's with the thumb target installed, or Debian's,
//! which builds `core` from its source package.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, root};

/// The L475's processor, a Cortex-M4 with a floating-point unit, as compilers call it.
pub(crate) const TARGET: &str = "thumbv7em-none-eabihf";

/// Every processor that the engine and the console are checked for: Cortex-M0+ (Pico), M3, M4 and M7,
/// M33 (Pico 2), and a small RISC-V.
pub(crate) const TARGETS: [&str; 5] = [
    "thumbv6m-none-eabi",
    "thumbv7m-none-eabi",
    TARGET,
    "thumbv8m.main-none-eabihf",
    "riscv32imc-unknown-none-elf",
];

/// A compiler that can build for the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thumb {
    /// The one that builds for the PC, with the target installed.
    Installed,
    /// Debian's `rustc-web`, `cargo-web`, `rust-web-src` and `lld`.
    Debian,
}

impl Thumb {
    /// The first that is complete on this machine. `WEDGE_COMPILER=debian` prefers Debian's, to
    /// compare the two.
    pub(crate) fn find() -> Option<Self> {
        let debian_first = std::env::var("WEDGE_COMPILER").is_ok_and(|name| name == "debian");
        if debian_first && Self::debian() {
            Some(Self::Debian)
        } else if TARGETS.into_iter().all(has_target) {
            Some(Self::Installed)
        } else if Self::debian() {
            Some(Self::Debian)
        } else {
            None
        }
    }

    fn debian() -> bool {
        ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/ld.lld", "/usr/lib/rustlib/src/rust/library"]
            .iter()
            .all(|file| Path::new(file).exists())
    }

    /// A cargo command for a processor, such as `build` with its arguments.
    pub(crate) fn cargo<'a>(
        self,
        verb: &'a str,
        target: &'a str,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Command {
        let mut command = match self {
            Self::Installed => cargo([verb]),
            Self::Debian => {
                let mut command = Command::new("/usr/bin/cargo");
                command
                    .arg(verb)
                    .current_dir(root())
                    // Set by the cargo that started this program, and wrong for another one.
                    .env_remove("CARGO")
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env("RUSTC", "/usr/bin/rustc")
                    // `-Zbuild-std` is the one unstable thing needed: core is built from source.
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env(linker_variable(target), "ld.lld")
                    // A folder of its own, so that the two compilers do not rebuild each other's.
                    .env("CARGO_TARGET_DIR", "target/debian")
                    .arg("-Zbuild-std=core");
                command
            }
        };
        command.args(["--target", target]).args(words);
        command
    }

    /// The folder its output for a processor goes to.
    pub(crate) fn output(self, target: &str) -> PathBuf {
        let folder = match (self, std::env::var_os("CARGO_TARGET_DIR")) {
            (Self::Installed, Some(folder)) => root().join(folder),
            (Self::Installed, None) => root().join("target"),
            (Self::Debian, _) => root().join("target/debian"),
        };
        folder.join(target)
    }
}

/// The variable that names cargo the linker for a processor.
fn linker_variable(target: &str) -> String {
    let name = target.to_uppercase().replace(['-', '.'], "_");
    format!("CARGO_TARGET_{name}_LINKER")
}

/// Whether the compiler has a target. `rustc` names the target's folder even when the target is
/// missing, so the library inside it is what counts.
pub(crate) fn has_target(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let Ok(output) =
        Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output()
    else {
        return false;
    };
    let folder = String::from_utf8_lossy(&output.stdout);
    let Ok(files) = std::fs::read_dir(folder.trim()) else { return false };
    files.flatten().any(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libcore-") && name.ends_with(".rlib")
    })
}
