//! Checks that documents and comments name files that exist.
//!
//! Four rules, for every Markdown file, Rust file and TOML file of the workspace:
//!
//! 1. A word such as `engine/src/lib.rs`, whose first part is a folder of the workspace, is a path
//!    from the root and exists. A `*` stands for anything.
//! 2. The target of a relative Markdown link exists, and so does the heading after a `#`.
//! 3. `docs/architecture.md` names every folder of source code.
//! 4. `docs/measurements/first-sight.md` names tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::root;

/// The map of the workspace.
const MAP: &str = "docs/architecture.md";
/// The folders of source code that the map has to name, with the folders inside them.
const MAPPED: [&str; 9] = [
    "engine/src",
    "console/src",
    "formats",
    "firmware",
    "host-sim/src",
    "emulator",
    "fuzz",
    "web",
    "xtask",
];
/// What builds and programs leave behind.
const IGNORED: [&str; 4] = ["target", "reports", ".git", "node_modules"];
/// Folders of what builds make, which a fresh clone does not have.
const MADE: [&str; 2] = ["web/dist", "web/generated"];

/// Checks every document of the workspace.
///
/// # Errors
/// If one names a file, a folder or a heading that does not exist; lists all of them.
pub(crate) fn check() -> Result<()> {
    let root = root();
    let mut files = Vec::new();
    collect(&root, &[".md", ".rs", ".toml"], &mut files)?;
    let folders = top_level(&root)?;
    let mut wrong = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let shown = file.strip_prefix(&root).unwrap_or(file).display();
        let is_markdown = file.extension().is_some_and(|extension| extension == "md");
        for (line, text) in (1..).zip(text.lines()) {
            let prose = if is_markdown { Some(text) } else { comment(text) };
            for path in prose.into_iter().flat_map(|prose| paths(prose, &folders)) {
                if !exists(&root, path) {
                    wrong.push(format!("{shown}:{line}: `{path}` does not exist"));
                }
            }
            for link in links(text).filter(|_| is_markdown) {
                if let Err(why) = follow(file, link) {
                    wrong.push(format!("{shown}:{line}: link to `{link}`: {why}"));
                }
            }
        }
    }
    wrong.extend(missing_from_map(&root)?);
    wrong.extend(missing_tests(&root, &files)?);
    for place in &wrong {
        println!("{place}");
    }
    if !wrong.is_empty() {
        bail!("{} names in documents lead nowhere", wrong.len());
    }
    println!("{} files name only what exists", files.len());
    Ok(())
}

/// Collects the files of the workspace with one of these endings.
pub(crate) fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !IGNORED.contains(&name.as_str()) && !path.join("CACHEDIR.TAG").exists() {
                collect(&path, endings, files)?;
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// The folders of the workspace's root.
fn top_level(root: &Path) -> Result<BTreeSet<String>> {
    let mut folders = BTreeSet::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !IGNORED.contains(&name.as_str()) {
            folders.insert(name);
        }
    }
    Ok(folders)
}

/// The comment of a line of code, if it has one.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    (line.starts_with("//") || line.starts_with('#')).then_some(line)
}

/// The paths from the workspace's root that a line names.
fn paths<'t>(line: &'t str, folders: &BTreeSet<String>) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/._-*<>".contains(c);
    line.split(move |c: char| !is_part(c)).filter_map(move |word| {
        let word = word.trim_end_matches('.');
        let (first, rest) = word.split_once('/')?;
        let named = folders.contains(first) && !rest.is_empty() && !word.contains("..");
        (named && !word.contains(['<', '>'])).then_some(word)
    })
}

/// Whether a path from the root exists; a `*` in its last part stands for anything.
fn exists(root: &Path, path: &str) -> bool {
    if MADE.iter().any(|folder| path.starts_with(folder)) {
        return true;
    }
    match path.split_once('*') {
        None => root.join(path).exists(),
        Some((before, _)) => {
            let folder = before.rsplit_once('/').map_or("", |(folder, _)| folder);
            root.join(folder).is_dir()
        }
    }
}

/// The targets of a line's Markdown links and pictures that lead to other files.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pictures = line.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    targets.chain(pictures).map(|(target, _)| target).filter(|target| !target.contains("://"))
}

/// Follows a link from a document.
fn follow(document: &Path, link: &str) -> Result<()> {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => document.to_path_buf(),
        file => document.parent().unwrap_or(document).join(file),
    };
    if !target.exists() {
        bail!("no such file");
    }
    if !heading.is_empty() && target.extension().is_some_and(|extension| extension == "md") {
        let text = fs::read_to_string(&target)?;
        if !text.lines().any(|line| anchor(line).as_deref() == Some(heading)) {
            bail!("no such heading");
        }
    }
    Ok(())
}

/// The anchor of a heading, as Git hosts make it.
fn anchor(line: &str) -> Option<String> {
    let text = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let kept = text.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    Some(kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect())
}

/// The folders of source code that the map does not name.
fn missing_from_map(root: &Path) -> Result<Vec<String>> {
    let map = fs::read_to_string(root.join(MAP)).with_context(|| MAP.to_owned())?;
    let mut missing = Vec::new();
    for parent in MAPPED {
        let mut folders = vec![parent.to_owned()];
        for entry in fs::read_dir(root.join(parent)).with_context(|| parent.to_owned())? {
            let path = entry?.path();
            let has_source =
                fs::read_dir(&path).into_iter().flatten().flatten().any(|entry| {
                    entry.path().extension().is_some_and(|extension| extension == "rs")
                });
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if has_source && name != "tests" {
                folders.push(format!("{parent}/{name}"));
            }
        }
        let unnamed = folders.into_iter().filter(|folder| !map.contains(&format!("`{folder}/`")));
        missing.extend(unnamed.map(|folder| format!("{MAP}: `{folder}/` is not on the map")));
    }
    Ok(missing)
}

/// The list of problems that new users met, each with its test.
const STUMBLES: &str = "docs/measurements/first-sight.md";

/// The tests that this list names and no file has.
fn missing_tests(root: &Path, files: &[PathBuf]) -> Result<Vec<String>> {
    let mut known = BTreeSet::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        known.extend(
            text.split("fn ").skip(1).filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())),
        );
    }
    let list = fs::read_to_string(root.join(STUMBLES)).with_context(|| STUMBLES.to_owned())?;
    let missing = named_tests(&list).filter(|name| !known.contains(*name));
    Ok(missing.map(|name| format!("{STUMBLES}: there is no test `{name}`")).collect())
}

/// The names of functions in a text: quoted, with several underscores.
fn named_tests(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_name = |name: &&str| {
        name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    quoted.filter(is_name).filter(|name| name.matches('_').count() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_prose_and_commands() {
        let folders = BTreeSet::from(["engine".to_owned(), "docs".to_owned()]);
        let line = "See `engine/src/lib.rs`, docs/guide/play.md. Not and/or, engine/<name>/x, a/b.";
        let found: Vec<_> = paths(line, &folders).collect();
        assert_eq!(found, ["engine/src/lib.rs", "docs/guide/play.md"]);
    }

    #[test]
    fn names_of_tests_are_found_in_prose() {
        let text = "see `one_more_test` in `xtask/src/x.rs`, `two_words`, and `--csv`";
        assert_eq!(named_tests(text).collect::<Vec<_>>(), ["one_more_test"]);
    }

    #[test]
    fn a_path_that_is_gone_is_found_out() {
        let root = root();
        assert!(exists(&root, "xtask/src/documents.rs"));
        assert!(exists(&root, "xtask/src/*.rs"));
        assert!(!exists(&root, "xtask/src/no-such-file.rs"));
        assert!(!exists(&root, "xtask/no-such-folder/*.rs"));
    }

    #[test]
    fn links_are_followed_to_their_heading() {
        let here = root().join("README.md");
        assert!(follow(&here, "docs/guide/hardware.md").is_ok());
        assert!(follow(&here, "docs/no-such.md").is_err());
        assert!(follow(&here, "docs/guide/hardware.md#no-such-heading").is_err());
        let line = "[a](x.md#b) <img src=\"p.svg\"> [web](https://example.org)";
        assert_eq!(links(line).collect::<Vec<_>>(), ["x.md#b", "p.svg"]);
        assert_eq!(anchor("## What is where?").as_deref(), Some("what-is-where"));
        assert_eq!(anchor("no heading"), None);
    }
}
