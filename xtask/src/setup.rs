//! Getting what the board needs and this machine lacks.
//!
//! Nothing is downloaded that is already here. Packages are installed only where that is allowed
//! (root, with apt); everywhere else the chore says what to install.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::thumb::{TARGETS, Thumb};
use crate::{root, steps};

/// The machine that QEMU must know: the board with its LED matrix, from QEMU 9.1 on.
const MACHINE: &str = "b-l475e-iot01a";

/// Where the copied package source goes.
const BACKPORTS: &str = "/etc/apt/sources.list.d/wedge-backports.sources";

/// Gets everything.
pub(crate) fn run() -> Result<()> {
    let thumb = compiler()?;
    println!(
        "compiler for the boards: {}",
        match thumb {
            Thumb::Installed => "the installed target",
            Thumb::Debian => "Debian's, with core built from source",
        }
    );
    emulator()?;
    println!("emulator: qemu-system-arm with {MACHINE}");
    pico_emulator()?;
    println!("emulator of the Pico: rp2040js on node");
    terminal()?;
    println!("terminal for tests: tmux");
    crate::web::prepare()?;
    println!("page: Node.js with its packages, {}", chromium()?);
    rsvg()?;
    println!("pictures: rsvg-convert, beside Chromium");
    if !answers("probe-rs", &["--version"]) {
        println!("to flash a real board, install probe-rs as well: cargo install probe-rs-tools");
    }
    Ok(())
}

/// The compiler for the board, after getting it if need be.
pub(crate) fn compiler() -> Result<Thumb> {
    if let Some(thumb) = Thumb::find() {
        return Ok(thumb);
    }
    if answers("rustup", &["--version"]) {
        let added = persistently(|| {
            let mut rustup = Command::new("rustup");
            rustup.args(["target", "add"]).args(TARGETS);
            steps::run(&mut rustup)
        });
        if added.is_ok() && Thumb::find().is_some() {
            return Ok(Thumb::Installed);
        }
    }
    if may_install() {
        install(&["rustc-web", "cargo-web", "rust-web-src", "lld"], None)?;
    }
    Thumb::find().with_context(|| {
        format!(
            "no compiler for the boards: install it with `rustup target add {}`, \
             or on Debian with `apt-get install rustc-web cargo-web rust-web-src lld`",
            TARGETS.join(" ")
        )
    })
}

/// Makes sure that QEMU is here and knows the board.
pub(crate) fn emulator() -> Result<()> {
    if has_the_board() {
        return Ok(());
    }
    if may_install() {
        // Debian 12 has an older QEMU, and the right one in its backports.
        install(&["qemu-system-arm"], backports()?.as_deref())?;
    }
    if has_the_board() {
        return Ok(());
    }
    bail!(
        "no `qemu-system-arm` that knows the machine {MACHINE}: install QEMU 9.1 or newer, \
         on Debian with `apt-get install qemu-system-arm` (Debian 12: from its backports)"
    )
}

/// The version of rp2040js that the Pico's tests were made with.
const RP2040JS: &str = "1.4.1";

/// Makes sure that the Pico's emulator is here, in `target/rp2040js`.
pub(crate) fn pico_emulator() -> Result<()> {
    node()?;
    let folder = root().join("target/rp2040js");
    if folder.join("node_modules/rp2040js/package.json").exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    persistently(|| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]).arg(&folder);
        steps::run(npm.arg(format!("rp2040js@{RP2040JS}")))
    })
}

/// Makes sure that there is a terminal for tests to play in.
pub(crate) fn terminal() -> Result<()> {
    let is_there = || answers("tmux", &["-V"]);
    if !is_there() && may_install() {
        install(&["tmux"], None)?;
    }
    if is_there() {
        return Ok(());
    }
    bail!("no `tmux`, the terminal for tests: install it, on Debian with `apt-get install tmux`")
}

/// Makes sure that the compiler can build for a browser.
pub(crate) fn wasm_target(target: &str) -> Result<()> {
    let is_there = || crate::thumb::has_target(target);
    if !is_there() && answers("rustup", &["--version"]) {
        persistently(|| steps::run(Command::new("rustup").args(["target", "add", target])))?;
    }
    if is_there() {
        return Ok(());
    }
    bail!("no compiler for {target}: install it with `rustup target add {target}`")
}

/// Makes sure that there is a Node.js, of whatever version.
pub(crate) fn node() -> Result<()> {
    let is_there = || answers("node", &["--version"]) && answers("npm", &["--version"]);
    if !is_there() && may_install() {
        install(&["nodejs", "npm"], None)?;
    }
    if is_there() {
        return Ok(());
    }
    bail!("no Node.js with npm: install them, on Debian with `apt-get install nodejs npm`")
}

/// The browser for tests, by its path.
pub(crate) fn chromium() -> Result<String> {
    let find = || {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders)
            .flat_map(|folder| names.map(|name| folder.join(name)))
            .find(|path| path.is_file())
            .map(|path| path.display().to_string())
    };
    if find().is_none() && may_install() {
        install(&["chromium"], None)?;
    }
    find().context("no Chromium: install it, on Debian with `apt-get install chromium`")
}

/// Makes sure that there is a second program that draws SVG files.
pub(crate) fn rsvg() -> Result<()> {
    let is_there = || answers("rsvg-convert", &["--version"]);
    if !is_there() && may_install() {
        install(&["librsvg2-bin"], None)?;
    }
    if is_there() {
        return Ok(());
    }
    bail!("no `rsvg-convert`: install it, on Debian with `apt-get install librsvg2-bin`")
}

fn has_the_board() -> bool {
    Command::new("qemu-system-arm")
        .args(["-machine", "help"])
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(MACHINE))
}

fn answers(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn may_install() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && answers("apt-get", &["--version"])
}

/// Installs packages, from another suite if one is named.
fn install(packages: &[&str], suite: Option<&str>) -> Result<()> {
    persistently(|| steps::run(apt_get().arg("update")))?;
    persistently(|| {
        let mut command = apt_get();
        command.args(["install", "--yes", "--no-install-recommends"]);
        if let Some(suite) = suite {
            command.args(["--target-release", suite]);
        }
        steps::run(command.args(packages))
    })
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["--option", "Acquire::Retries=3"]);
    command
}

/// Networks hiccup and servers ask to come back later: three tries, with growing pauses.
pub(crate) fn persistently(work: impl FnMut() -> Result<()>) -> Result<()> {
    with_pauses([5, 20].map(Duration::from_secs), work)
}

fn with_pauses(pauses: [Duration; 2], mut work: impl FnMut() -> Result<()>) -> Result<()> {
    for pause in pauses {
        match work() {
            Ok(()) => return Ok(()),
            Err(error) => println!("{error:#}; trying again in {} s", pause.as_secs()),
        }
        sleep(pause);
    }
    work()
}

/// Adds the backports of Debian 12 to the package sources, and names the suite; none elsewhere.
fn backports() -> Result<Option<String>> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !release.lines().any(|line| line == "VERSION_CODENAME=bookworm") {
        return Ok(None);
    }
    let suite = "bookworm-backports";
    if !Path::new(BACKPORTS).exists() {
        let files = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten();
        let texts = files
            .filter(|file| file.path().extension().is_some_and(|ending| ending == "sources"))
            .filter_map(|file| fs::read_to_string(file.path()).ok());
        let old_style = fs::read_to_string("/etc/apt/sources.list").unwrap_or_default();
        let entry = texts
            .filter_map(|text| with_suite(&text, "bookworm", suite))
            .next()
            .or_else(|| one_line_with_suite(&old_style, "bookworm", suite))
            .context("the package sources in /etc/apt name no bookworm suite to copy")?;
        println!("adding {suite} to the package sources: {BACKPORTS}");
        fs::write(BACKPORTS, entry).with_context(|| format!("{BACKPORTS} cannot be written"))?;
    }
    Ok(Some(suite.into()))
}

/// The first stanza that offers `from`, offering `to` alone.
///
/// Copying the machine's own entry keeps its mirror and its keys.
fn with_suite(sources: &str, from: &str, to: &str) -> Option<String> {
    let offers = |line: &str| {
        line.strip_prefix("Suites:").is_some_and(|all| all.split_whitespace().any(|s| s == from))
    };
    let stanza = sources.split("\n\n").find(|stanza| stanza.lines().any(offers))?;
    let changed = stanza
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| if offers(line) { format!("Suites: {to}\n") } else { format!("{line}\n") });
    Some(changed.collect())
}

/// The same for the one-line form `deb [options] address suite components`, as a stanza.
fn one_line_with_suite(sources: &str, from: &str, to: &str) -> Option<String> {
    sources.lines().find_map(|line| {
        let rest = line.strip_prefix("deb ")?.trim();
        let (options, rest) = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?,
            None => ("", rest),
        };
        let mut words = rest.split_whitespace();
        let address = words.next()?;
        words.next().filter(|&suite| suite == from)?;
        let components: Vec<_> = words.collect();
        let key = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by="));
        let key = key.map(|key| format!("Signed-By: {key}\n")).unwrap_or_default();
        let components = components.join(" ");
        Some(format!("Types: deb\nURIs: {address}\nSuites: {to}\nComponents: {components}\n{key}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machines_own_entry_is_copied_with_another_suite() {
        let sources = "Types: deb\n# a note\nURIs: http://security.example\nSuites: bookworm-security\n\n\
                       Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\n\
                       Components: main\nSigned-By: /keys.gpg\n";
        assert_eq!(
            with_suite(sources, "bookworm", "bookworm-backports").as_deref(),
            Some(
                "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\n\
                 Components: main\nSigned-By: /keys.gpg\n"
            )
        );
        assert_eq!(with_suite(sources, "trixie", "trixie-backports"), None);
    }

    #[test]
    fn the_one_line_form_is_understood() {
        let sources = "# deb http://no.example bookworm main\n\
                       deb [signed-by=/keys.gpg] http://mirror.example/debian bookworm main contrib\n";
        assert_eq!(
            one_line_with_suite(sources, "bookworm", "bookworm-backports").as_deref(),
            Some(
                "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\n\
                 Components: main contrib\nSigned-By: /keys.gpg\n"
            )
        );
        assert_eq!(one_line_with_suite(sources, "trixie", "x"), None);
    }

    #[test]
    fn a_second_try_is_enough_after_a_hiccup() {
        let mut calls = 0;
        let outcome = with_pauses([Duration::ZERO; 2], || {
            calls += 1;
            if calls == 1 { bail!("429") } else { Ok(()) }
        });
        assert!(outcome.is_ok());
        assert_eq!(calls, 2);
    }
}
