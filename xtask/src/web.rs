//! The page: building it, serving it, and testing it in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{cargo, root, setup, steps};

const TARGET: &str = "wasm32-unknown-unknown";
/// The target whose standard library has threads: the other one's is built without them, and only
/// nightly compilers can build it anew.
const THREADS_TARGET: &str = "wasm32-wasip1-threads";
/// The modules: package, target, file, and its name for the page's build.
const MODULES: [(&str, &str, &str, &str); 3] = [
    ("wedge-web", TARGET, "wedge_web.wasm", "wedge.wasm"),
    ("wedge-web", THREADS_TARGET, "wedge_web.wasm", "wedge-threads.wasm"),
    ("wedge-web-dark-chess", TARGET, "wedge_web_dark_chess.wasm", "dark-chess.wasm"),
];
/// The board and the engine for the viewer of a report, in the folder `generated`.
const REPORT_ENGINE: &str = "report-engine.js";
/// The oldest Node.js that Vite runs on.
const NODE: (u32, u32) = (20, 19);

/// Build the page and serve it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only build it, into the folder `dist` of `web`
    #[arg(long)]
    build: bool,
    /// Serve it at this port
    #[arg(long, default_value_t = 8020)]
    port: u16,
}

/// Gets what building the page needs.
pub(crate) fn prepare() -> Result<()> {
    setup::wasm_target(TARGET)?;
    setup::wasm_target(THREADS_TARGET)?;
    Node::get().map(|_| ())
}

/// `cargo xtask web`
pub(crate) fn web(arguments: &Arguments) -> Result<()> {
    let node = build()?;
    sizes()?;
    if arguments.build {
        println!("web/dist has the page: copy it to any static host");
        println!("web/generated/{REPORT_ENGINE} has the engine for `host-sim report --engine`");
        return Ok(());
    }
    println!("http://localhost:{}/ has the page; Ctrl-C ends it", arguments.port);
    steps::run(node.npx("vite").args(["preview", "--port", &arguments.port.to_string()]))
}

/// The step of `cargo xtask test`.
pub(crate) fn test(pictures: bool) -> Result<()> {
    let chromium = setup::chromium()?;
    let node = build()?;
    steps::run(&mut node.npx("tsc"))?;
    steps::run(node.npx("oxlint").args(["--deny-warnings", "page", "tests"]))?;
    report()?;
    let mut tests = node.npx("playwright");
    tests.arg("test").env("WEDGE_CHROMIUM", chromium);
    if pictures {
        tests.env("WEDGE_PICTURES", "1");
    }
    steps::run(&mut tests)
}

/// Makes a report with the engine in its viewer, for the tests in the browser.
fn report() -> Result<()> {
    // The whole workspace has the features that the other tests were built with.
    steps::run(&mut cargo(["build", "--quiet", "--workspace", "--bin", "host-sim"]))?;
    let folder = root().join("target/web-report");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let engine = self::folder().join("generated").join(REPORT_ENGINE);
    let engine = engine.display();
    for words in [
        "arena wedge:depth=2,tt-bits=10 first --games 2 --csv a.csv --txt logs",
        "arena random first --games 2 --size 6 --openings random:4 --csv b.csv",
        &format!("report . --engine {engine}"),
    ] {
        let mut program = Command::new(root().join("target/debug/host-sim"));
        steps::run(program.current_dir(&folder).args(words.split(' ')))?;
    }
    Ok(())
}

/// Builds the module and the page.
fn build() -> Result<Node> {
    setup::wasm_target(TARGET)?;
    setup::wasm_target(THREADS_TARGET)?;
    let node = Node::get()?;
    let generated = folder().join("generated");
    fs::create_dir_all(&generated).with_context(|| generated.display().to_string())?;
    for (package, target, file, copy) in MODULES {
        let words = ["build", "--package", package, "--profile", "web", "--target", target];
        steps::run(&mut cargo(words))?;
        let built = root().join("target").join(target).join("web").join(file);
        fs::copy(&built, generated.join(copy))
            .with_context(|| format!("{} cannot be copied", built.display()))?;
    }
    steps::run(node.npx("vite").arg("build"))?;
    steps::run(node.npx("vite").args(["build", "--config", "vite.report.config.ts"]))?;
    Ok(node)
}

fn folder() -> PathBuf {
    root().join("web")
}

/// Node.js with the packages of the page.
struct Node {
    /// The folder of a Node.js of our own, where the machine's is too old.
    own: Option<PathBuf>,
}

impl Node {
    /// Gets Node.js and the packages, as far as they are missing.
    fn get() -> Result<Self> {
        let mut node = Self { own: None };
        if node.version().is_none() {
            setup::node()?;
        }
        if node.version().is_none_or(|version| version < NODE) {
            // Debian 12 has an older one; the npm registry has the program as a package.
            let folder = root().join("target/node");
            fs::create_dir_all(&folder)?;
            let mut npm = node.command("npm");
            npm.args(["install", "--no-save", "--prefix"]).arg(&folder).arg("node@22");
            steps::run(&mut npm)?;
            node.own = Some(folder.join("node_modules/node/bin"));
        }
        let Some(version) = node.version().filter(|&version| version >= NODE) else {
            bail!(
                "no Node.js: expected {}.{} or newer with npm, on Debian from \
                   `apt-get install nodejs npm`",
                NODE.0,
                NODE.1
            );
        };
        node.packages()?;
        println!("Node.js {}.{}", version.0, version.1);
        Ok(node)
    }

    fn version(&self) -> Option<(u32, u32)> {
        let output = self.command("node").arg("--version").output().ok()?;
        parse_version(&String::from_utf8_lossy(&output.stdout))
    }

    /// Installs the packages that the lock file names, unless they are there. `npm ci` refuses a
    /// lock file without the binaries for other systems, which a registry need not have.
    fn packages(&self) -> Result<()> {
        let written = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
        let lock = written(&folder().join("package-lock.json"));
        if written(&folder().join("node_modules/.package-lock.json")) >= lock && lock.is_some() {
            return Ok(());
        }
        setup::persistently(|| steps::run(self.command("npm").args(["install", "--no-save"])))
    }

    /// A program of the packages.
    fn npx(&self, program: &str) -> Command {
        let mut command = self.command("npx");
        command.args(["--no-install", program]);
        command
    }

    /// A program in the page's folder. The tests bring no browser of their own.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder()).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        if let Some(own) = &self.own {
            let before = std::env::var_os("PATH").unwrap_or_default();
            let folders = std::iter::once(own.clone()).chain(std::env::split_paths(&before));
            if let Ok(path) = std::env::join_paths(folders) {
                command.env("PATH", path);
            }
        }
        command
    }
}

/// `v20.19.1` as numbers.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Prints what the page weighs.
fn sizes() -> Result<()> {
    let mut total = 0;
    let mut folders = vec![folder().join("dist")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            match entry.metadata()? {
                data if data.is_dir() => folders.push(entry.path()),
                data => total += data.len(),
            }
        }
    }
    println!("web/dist: {} KB", total.div_ceil(1000));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(parse_version("v20.19.2\n"), Some((20, 19)));
        assert!(parse_version("v18.20.4").unwrap() < NODE);
        assert!(parse_version("v22.1.0").unwrap() > NODE);
        assert_eq!(parse_version("node: not found"), None);
    }
}
