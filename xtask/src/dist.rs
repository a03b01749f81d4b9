//! `cargo xtask dist`: the files of a release, in one folder with their checksums.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum as _;
use sha2::{Digest as _, Sha256};

use crate::firmware::{self, Board, Log, Program};
use crate::image::Image;
use crate::{cargo, licences, root, setup, steps};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const CHECKSUMS: &str = "SHA256SUMS";
/// The licences of what others have written.
const LICENCES: &str = "THIRD-PARTY-LICENSES.txt";

/// Build the files of a release: the PC program for older and newer processors, the boards'
/// programs as HEX, BIN and UF2, a short text, licences and checksums.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this part; the files of the other one stay as they are
    #[arg(value_enum)]
    part: Option<Part>,
    /// Refuse to build unless this is the tag of the version, such as v0.1.0
    #[arg(long)]
    tag: Option<String>,
    /// The folder; target/dist/wedge-VERSION without it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// What a release consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// host-sim, for this machine's kind of system
    Program,
    /// What the boards run
    Firmware,
}

/// `cargo xtask dist`
pub(crate) fn dist(arguments: &Arguments) -> Result<()> {
    if let Some(tag) = &arguments.tag {
        check_tag(tag)?;
    }
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => root().join("target/dist").join(format!("wedge-{VERSION}")),
    };
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let wants = |part| arguments.part.is_none_or(|wanted| wanted == part);
    if wants(Part::Program) {
        programs(&folder)?;
    }
    if wants(Part::Firmware) {
        boards(&folder)?;
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(license), folder.join(license)).context(license)?;
    }
    write(&folder.join(LICENCES), licences::licences(&host()?)?)?;
    write(&folder.join("README.txt"), text(&folder, &commit())?)?;
    let sums = checksums(&folder)?;
    print!("\n{sums}");
    write(&folder.join(CHECKSUMS), sums)?;
    println!("\n{} has the release", folder.display());
    Ok(())
}

fn check_tag(tag: &str) -> Result<()> {
    ensure!(
        tag.strip_prefix('v') == Some(VERSION),
        "the tag is `{tag}`: expected `v{VERSION}`, after the version in Cargo.toml"
    );
    Ok(())
}

/// The instruction sets that the PC program is built for: the end of a file's name, what the
/// compiler calls it, and which machines have it. Elsewhere the compiler's own baseline is enough.
const X86_64: [(&str, &str, &str); 2] = [
    ("-v3", "x86-64-v3", "PCs since about 2013, with AVX2 and BMI2: the faster one"),
    ("-v2", "x86-64-v2", "older PCs, with SSE4.2 and POPCNT"),
];

/// Builds the PC program for each instruction set, and runs it where this machine can: all have to
/// visit the same nodes.
fn programs(folder: &Path) -> Result<()> {
    let host = host()?;
    let baselines: &[_] =
        if cfg!(target_arch = "x86_64") { &X86_64 } else { &[("", "generic", "")] };
    let mut signatures = Vec::new();
    for &(ending, processor, _) in baselines {
        let words = ["build", "--release", "--locked", "--package", "host-sim", "--target", &host];
        let mut build = cargo(words);
        // Replaces the flags of .cargo/config.toml, which build for this very machine.
        build.env("RUSTFLAGS", format!("-C target-cpu={processor}"));
        build.env("CARGO_PROFILE_RELEASE_DEBUG", "0").env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        steps::run(&mut build)?;
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let exe = std::env::consts::EXE_SUFFIX;
        let built = root().join(target).join(&host).join(format!("release/host-sim{exe}"));
        let name = format!("{}{ending}{exe}", program_name());
        let file = folder.join(&name);
        fs::copy(&built, &file).with_context(|| format!("{} cannot be copied", built.display()))?;
        if runs_here(processor) {
            signatures.push(signature(&file)?);
        } else {
            println!("{name}: not run, since this machine lacks instructions of {processor}");
        }
    }
    ensure!(
        signatures.windows(2).all(|two| two[0] == two[1]),
        "the programs differ: {signatures:?}"
    );
    Ok(())
}

fn program_name() -> String {
    let arch = std::env::consts::ARCH.replace('_', "-");
    format!("host-sim-{VERSION}-{}-{arch}", std::env::consts::OS)
}

/// The last line of a program's `bench`: the number of nodes it visits.
fn signature(file: &Path) -> Result<String> {
    let name = file.display();
    let output = Command::new(file).arg("bench").output().with_context(|| name.to_string())?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let last = answer.lines().next_back().unwrap_or_default();
    if !output.status.success() || !last.starts_with("signature: ") {
        bail!("`{name} bench` ends in `{last}` with {}: expected a signature", output.status);
    }
    println!("{name} runs; {last}");
    Ok(last.to_owned())
}

/// Whether this machine runs programs for an instruction set.
#[cfg(target_arch = "x86_64")]
fn runs_here(processor: &str) -> bool {
    use std::is_x86_feature_detected as has;
    let v2 = has!("sse4.2") && has!("ssse3") && has!("popcnt") && has!("cmpxchg16b");
    let v3 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("fma") && has!("f16c");
    match processor {
        "x86-64-v2" => v2,
        "x86-64-v3" => v2 && v3 && has!("lzcnt") && has!("movbe"),
        _ => true,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn runs_here(_processor: &str) -> bool {
    true
}

/// The compiler's name for this machine.
fn host() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("rustc could not be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc -vV` names no host")
}

/// Builds the boards' programs.
fn boards(folder: &Path) -> Result<()> {
    let thumb = setup::compiler()?;
    for &board in Board::value_variants().iter().filter(|board| board.is_released()) {
        let elf = firmware::build(thumb, Program::Console(board), Log::Probe)?;
        let image = Image::of(&elf)?;
        let file = |ending| folder.join(format!("{}-firmware.{ending}", board.name()));
        write(&file("hex"), image.hex())?;
        write(&file("bin"), image.bytes())?;
        if let Some(family) = board.uf2_family() {
            write(&file("uf2"), image.uf2(family))?;
        }
        println!("{}: {} bytes from {:#x}", board.name(), image.bytes().len(), image.start());
    }
    Ok(())
}

/// What the files are for. Only files that are there are named.
fn text(folder: &Path, commit: &str) -> Result<String> {
    let mut text = format!(
        "Wedge {VERSION} (commit {commit})\n\n\
         Board games for a microcontroller and a PC. Check the files with\n\
         `sha256sum --check {CHECKSUMS}`.\n"
    );
    let name = program_name();
    let baselines = X86_64.iter().map(|&(ending, _, machines)| (ending, machines));
    for (ending, machines) in baselines.chain([("", "")]) {
        let file = format!("{name}{ending}{}", std::env::consts::EXE_SUFFIX);
        let Ok(bytes) = fs::read(folder.join(&file)) else { continue };
        write!(text, "\n{file}\n  The PC program")?;
        if !machines.is_empty() {
            write!(text, " for {machines}")?;
        }
        writeln!(text, ".")?;
        if let Some((major, minor)) = glibc(&bytes) {
            writeln!(
                text,
                "  Needs glibc {major}.{minor} or newer. Make it executable with chmod +x."
            )?;
        }
        writeln!(text, "  `{file} play` starts a game, `--help` lists the rest.")?;
    }
    for &board in Board::value_variants().iter().filter(|board| board.is_released()) {
        let name = board.name();
        let Ok(bin) = fs::metadata(folder.join(format!("{name}-firmware.bin"))) else { continue };
        writeln!(text, "\n{name}-firmware.hex, {name}-firmware.bin ({} bytes)", bin.len())?;
        writeln!(text, "  The program for {}.", board.describe())?;
        writeln!(text, "  {}", board.how_to_write())?;
    }
    write!(
        text,
        "\nThe guide is docs/README.md in the source code.\n\
         MIT or Apache-2.0, at your option; {LICENCES} has the\n\
         licences of the packages that the programs contain.\n"
    )?;
    Ok(text)
}

/// The newest glibc that a program asks for, by the names of the symbols' versions.
fn glibc(program: &[u8]) -> Option<(u32, u32)> {
    const PREFIX: &[u8] = b"GLIBC_";
    let starts = program.windows(PREFIX.len()).enumerate().filter(|(_, name)| *name == PREFIX);
    starts
        .filter_map(|(at, _)| {
            let rest = &program[at + PREFIX.len()..];
            let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
            let mut parts = std::str::from_utf8(&rest[..end]).ok()?.split('.');
            Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        })
        .max()
}

/// The commit that the release is made from, with a mark if files have changed since.
fn commit() -> String {
    let words = ["describe", "--always", "--dirty", "--exclude", "*"];
    let output = Command::new("git").args(words).current_dir(root()).output();
    let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    text.map_or("unknown".into(), |text| String::from_utf8_lossy(&text).trim().to_owned())
}

/// The checksums of a folder's files, as sha256sum writes and reads them.
fn checksums(folder: &Path) -> Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && name != CHECKSUMS {
            names.push(name);
        }
    }
    names.sort();
    let mut text = String::new();
    for name in names {
        let bytes = fs::read(folder.join(&name)).with_context(|| name.clone())?;
        for byte in Sha256::digest(&bytes) {
            write!(text, "{byte:02x}")?;
        }
        writeln!(text, "  {name}")?;
    }
    Ok(text)
}

fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tag_of_the_version_is_built() {
        assert!(check_tag(&format!("v{VERSION}")).is_ok());
        let error = check_tag("v99.0.0").unwrap_err().to_string();
        assert!(error.contains("v99.0.0") && error.contains(VERSION), "{error}");
        assert!(check_tag(VERSION).is_err());
    }

    #[test]
    fn the_newest_glibc_counts() {
        let program = b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0";
        assert_eq!(glibc(program), Some((2, 34)));
        assert_eq!(glibc(b"a static program"), None);
    }

    #[test]
    fn checksums_are_those_of_sha256sum_and_the_text_names_only_what_is_there() {
        let folder = std::env::temp_dir().join(format!("wedge-dist-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        write(&folder.join("pico-firmware.bin"), "abc").unwrap();
        write(&folder.join(CHECKSUMS), "an older one").unwrap();
        let sums = checksums(&folder).unwrap();
        let text = text(&folder, "0123abc").unwrap();
        fs::remove_dir_all(&folder).unwrap();
        // The published example of the algorithm.
        assert_eq!(
            sums,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  pico-firmware.bin\n"
        );
        assert!(text.contains("pico-firmware.hex") && text.contains("0123abc"), "{text}");
        assert!(!text.contains("l475") && !text.contains("host-sim"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
