//! The licences of the packages that a release contains, read from the packages' own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum as _;
use serde_json::Value;

use crate::cargo;
use crate::firmware::Board;

/// How the names of files with a licence begin, in lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// A package that others have written.
#[derive(Debug)]
struct Package {
    /// Name and version.
    name: String,
    /// The licence as its manifest names it.
    licence: String,
    authors: String,
    /// Where its source code is.
    source: String,
    folder: PathBuf,
}

/// The licences of all packages in the PC program, built for this system, and in the boards' programs.
pub(crate) fn licences(host: &str) -> Result<String> {
    let mut names = contained("host-sim", host)?;
    for board in Board::value_variants().iter().filter(|board| board.is_released()) {
        let (package, target) = board.package();
        names.extend(contained(package, target)?);
    }
    let packages = packages(&names)?;
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for package in &packages {
        for (file, text) in licence_files(&package.folder)? {
            let owner = format!("{}: {file}", package.name);
            match texts.iter_mut().find(|(known, _)| same_words(known, &text)) {
                Some((_, owners)) => owners.push(owner),
                None => texts.push((text, vec![owner])),
            }
        }
    }
    page(&packages, &texts)
}

/// The names and versions of the packages that a program contains. Build scripts and macros run
/// while it is built and are not part of it.
fn contained(package: &str, target: &str) -> Result<BTreeSet<String>> {
    let edges = "normal,no-proc-macro";
    let mut command = cargo(["tree", "--locked", "--package", package, "--target", target]);
    command.args(["--edges", edges, "--prefix", "none", "--format", "{p}"]);
    let output = command.output().context("cargo could not be started")?;
    ensure!(
        output.status.success(),
        "`cargo tree --package {package}`: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().filter_map(name_and_version).collect())
}

/// `clap 4.5.1` of a line such as `clap v4.5.1 (*)`.
fn name_and_version(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
}

/// The named packages that are not of this workspace, in order of their names.
fn packages(names: &BTreeSet<String>) -> Result<Vec<Package>> {
    let output = cargo(["metadata", "--locked", "--format-version", "1"]).output()?;
    ensure!(
        output.status.success(),
        "`cargo metadata`: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let all = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let mut found = BTreeMap::new();
    // A package of the workspace has no source: its licence is that of the release.
    for package in all.iter().filter(|package| !package["source"].is_null()) {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let name = format!("{} {}", text("name"), text("version"));
        let manifest = PathBuf::from(text("manifest_path"));
        let folder = manifest.parent().map(Path::to_path_buf).unwrap_or_default();
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors = authors.filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
        let mut pages = ["repository", "homepage", "documentation"].into_iter().map(text);
        let source = pages.find(|page| !page.is_empty()).unwrap_or_default();
        if names.contains(&name) {
            let licence = text("license").replace('/', " OR ");
            found.insert(name.clone(), Package { name, licence, authors, source, folder });
        }
    }
    Ok(found.into_values().collect())
}

/// The files of a package that hold its licence, and their text.
fn licence_files(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lower = name.to_lowercase();
        if path.is_file() && NAMES.iter().any(|start| lower.starts_with(start)) {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            files.push((name, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    files.sort();
    Ok(files)
}

/// Whether two texts differ in their spaces and line ends alone.
fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

fn page(packages: &[Package], texts: &[(String, Vec<String>)]) -> Result<String> {
    let mut page = String::from(
        "Third-party software in this release\n\n\
         The programs of this release contain the packages below. Each is named with its licence,\n\
         or the licences to choose from, and with the place of its source code. The texts follow.\n\
         A package without a text of its own is named with its authors; LICENSE-APACHE has the\n\
         text of the Apache License 2.0.\n\n\
         The programs also contain parts of Rust's standard library, MIT OR Apache-2.0:\n\
         https://github.com/rust-lang/rust/blob/HEAD/COPYRIGHT\n\n",
    );
    for package in packages {
        writeln!(page, "{}: {}", package.name, package.licence)?;
        let owner = format!("{}: ", package.name);
        let has_text =
            texts.iter().any(|(_, owners)| owners.iter().any(|it| it.starts_with(&owner)));
        if !has_text && !package.authors.is_empty() {
            writeln!(page, "  by {}", package.authors)?;
        }
        writeln!(page, "  {}", package.source)?;
    }
    for (text, owners) in texts {
        writeln!(page, "\n{}\n{}\n", "=".repeat(80), owners.join("\n"))?;
        page.extend(text.trim().lines().flat_map(|line| [line.trim_end(), "\n"]));
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_tree_names_a_package() {
        let names = [
            ("clap v4.5.1", Some("clap 4.5.1")),
            ("clap v4.5.1 (*)", Some("clap 4.5.1")),
            ("host-sim v0.1.0 (/home/me/wedge/host-sim)", Some("host-sim 0.1.0")),
            ("", None),
            ("clap", None),
        ];
        for (line, name) in names {
            assert_eq!(name_and_version(line).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn packages_share_a_text_and_one_without_names_its_authors() {
        let folder = std::env::temp_dir().join(format!("wedge-licences-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in
            [("LICENSE-MIT", "Take\r\nit.\r\n"), ("lib.rs", ""), ("Notice", "By me")]
        {
            fs::write(folder.join(name), text).unwrap();
        }
        let files = licence_files(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["LICENSE-MIT", "Notice"]);
        assert!(same_words(&files[0].1, " Take it.") && !same_words(&files[0].1, "Take"));
        let package = |name: &str| Package {
            name: name.into(),
            licence: "MIT".into(),
            authors: "A. Author".into(),
            source: "https://example.org".into(),
            folder: folder.clone(),
        };
        let texts = [("Take\r\nit.\r\n".to_owned(), vec!["one 1.0.0: LICENSE-MIT".to_owned()])];
        let page = page(&[package("one 1.0.0"), package("two 2.0.0")], &texts).unwrap();
        assert!(page.contains("one 1.0.0: MIT\n  https://example.org\n"), "{page}");
        assert!(page.contains("two 2.0.0: MIT\n  by A. Author\n  https://"), "{page}");
        assert!(page.ends_with("=\none 1.0.0: LICENSE-MIT\n\nTake\nit.\n"), "{page}");
    }

    #[test]
    fn every_package_of_the_pc_program_has_a_licence_and_a_source() {
        let names = contained("host-sim", "x86_64-unknown-linux-gnu").unwrap();
        let packages = packages(&names).unwrap();
        assert!(packages.iter().any(|package| package.name.starts_with("clap ")));
        assert!(packages.iter().all(|package| !package.name.starts_with("wedge-")));
        for package in packages {
            assert!(!package.licence.is_empty(), "{package:?}");
            assert!(package.source.starts_with("https://"), "{package:?}");
        }
    }
}
