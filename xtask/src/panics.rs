//! Which panics are left in the board's program.
//!
//! Every call that can panic is given the place it stands in the source, as a constant: where the
//! file's name is, its length, line and column. The linker keeps only constants that are used, so
//! those that are in the program are the panics that are left in it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSection};

/// A call that can panic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    file: String,
    line: u32,
    column: u32,
}

impl Place {
    /// Whose code it is: a folder of the workspace, a package, or a library of the compiler.
    fn owner(&self) -> &str {
        let parts: Vec<&str> = self.file.split('/').collect();
        let after = |name: &str| {
            let at = parts.iter().position(|&part| part == name)?;
            parts.get(at + 1).copied()
        };
        if let Some(library) = after("library") {
            return library;
        }
        // boards/BOARD/src/.. or registry/src/SERVER/PACKAGE/src/..
        let at = parts
            .iter()
            .position(|&part| part == "boards")
            .or_else(|| parts.iter().rposition(|&part| part == "src"))
            .and_then(|at| at.checked_sub(1));
        at.and_then(|at| parts.get(at).copied()).unwrap_or("unknown")
    }

    /// The file's name from its owner on.
    fn short(&self) -> &str {
        let at = self.file.find(&format!("{}/", self.owner())).unwrap_or(0);
        &self.file[at..]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.short(), self.line, self.column)
    }
}

/// The panics that are left in a program's file.
pub(crate) fn of(file: &Path) -> Result<Vec<Place>> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let program = object::File::parse(&*bytes).with_context(|| format!("{name} is no ELF file"))?;
    let mut memory = Vec::new();
    for section in program.sections().filter(|section| section.address() != 0) {
        let data = section.data().with_context(|| format!("{name}: a damaged section"))?;
        memory.push((section.address(), data));
    }
    Ok(places(&memory))
}

/// Looks through memory (addresses and what is there) for places.
fn places(memory: &[(u64, &[u8])]) -> Vec<Place> {
    let text = |address: u32, length: u32| {
        let (start, data) = memory
            .iter()
            .find(|(start, data)| (*start..start + data.len() as u64).contains(&address.into()))?;
        let from = (u64::from(address) - start) as usize;
        let text = data.get(from..from.checked_add(length as usize)?)?;
        std::str::from_utf8(text).ok().filter(|text| text.ends_with(".rs"))
    };
    let mut found = Vec::new();
    for (start, data) in memory {
        // Constants are aligned to words.
        let skip = (start.next_multiple_of(4) - start) as usize;
        let words = data.get(skip..).unwrap_or_default().as_chunks::<4>().0;
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        for place in words.windows(4) {
            let &[address, length, line, column] = place else { continue };
            let sensible = (4..400).contains(&length) && line > 0 && column > 0 && column < 1000;
            if let Some(file) = text(address, length).filter(|_| sensible) {
                found.push(Place { file: file.replace('\\', "/"), line, column });
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Prints what is left, and checks that none of it is the engine's or the console's.
pub(crate) fn check(file: &Path) -> Result<()> {
    let places = of(file)?;
    let mut owners: BTreeMap<&str, Vec<&Place>> = BTreeMap::new();
    for place in &places {
        owners.entry(place.owner()).or_default().push(place);
    }
    println!("panics left in {}: {}", file.display(), places.len());
    for (owner, places) in &owners {
        println!("{owner:<16} {:>4}", places.len());
        places.iter().for_each(|place| println!("    {place}"));
    }
    let own: Vec<String> = ["console", "dark-chess", "engine", "firmware"]
        .iter()
        .filter_map(|owner| owners.get(owner))
        .flatten()
        .map(ToString::to_string)
        .collect();
    ensure!(own.is_empty(), "{} panics of our own: {}", own.len(), own.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_and_told_apart() {
        let names = b"xxengine/src/game.rs/rustc/abc/library/core/src/fmt/mod.rs";
        let mut data = names.to_vec();
        data.resize(60, 0);
        let place = |at: u32, length: u32, line: u32, column: u32| {
            [0x1000 + at, length, line, column].map(u32::to_le_bytes).concat()
        };
        data.extend(place(2, 18, 7, 9));
        data.extend(place(20, 38, 100, 1));
        data.extend(place(2, 18, 0, 9)); // no line
        data.extend(place(2, 17, 7, 9)); // no name of a file
        data.extend(place(900, 18, 7, 9)); // nowhere
        let found = places(&[(0x1000, &data)]);
        let shown: Vec<_> = found.iter().map(|place| (place.owner(), place.to_string())).collect();
        assert_eq!(
            shown,
            [
                ("core", "core/src/fmt/mod.rs:100:1".to_owned()),
                ("engine", "engine/src/game.rs:7:9".to_owned())
            ]
        );
    }

    #[test]
    fn packages_are_named() {
        let file = "/home/me/.cargo/registry/src/server-1/heapless-0.9.1/src/vec/mod.rs".to_owned();
        let place = Place { file, line: 1, column: 2 };
        assert_eq!(place.owner(), "heapless-0.9.1");
        assert_eq!(place.to_string(), "heapless-0.9.1/src/vec/mod.rs:1:2");
        let file = "firmware/boards/b-l475e-iot01a/src/main.rs".to_owned();
        assert_eq!(Place { file, line: 1, column: 2 }.owner(), "firmware");
    }
}
