//! The players of a tournament, and whether they can play.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use wedge_engine::Size;

use crate::engine::limit::Limit;
use crate::players::player::PlayerSpec;
use crate::players::wedge::LIMIT_OPTIONS;

/// The table of engines that name no size: 16 MiB, so that a match on many threads does not take
/// all memory, and enough for a few million nodes a move.
const TABLE: &str = "tt-bits=20";

/// Reads players by name, each a different one. Engines that name no limit or table size get this
/// limit and the arena's own table size.
pub(crate) fn read(names: &[String], limit: Option<Limit>) -> Result<Vec<PlayerSpec>> {
    let mut players: Vec<PlayerSpec> = Vec::new();
    for name in names {
        let player: PlayerSpec = completed(name, limit).parse()?;
        if players.iter().any(|known| known.to_string() == player.to_string()) {
            bail!("player `{player}` is there twice: expected different players");
        }
        players.push(player);
    }
    Ok(players)
}

/// The name with the options that it leaves to the arena.
fn completed(name: &str, limit: Option<Limit>) -> String {
    let (kind, options) = name.split_once(':').unwrap_or((name, ""));
    let mut options: Vec<String> =
        options.split(',').filter(|option| !option.is_empty()).map(str::to_owned).collect();
    if kind != "wedge" {
        return name.to_owned();
    }
    let has = |options: &[String], wanted: &[&str]| {
        options.iter().any(|option| wanted.contains(&option.split('=').next().unwrap_or_default()))
    };
    if !has(&options, &LIMIT_OPTIONS) {
        options.extend(limit.map(|limit| limit.to_string()));
    }
    if !has(&options, &["tt-bits", "chip"]) {
        options.push(TABLE.to_owned());
    }
    format!("{kind}:{}", options.join(","))
}

/// Whether everyone can play: programs start, and there is memory for all games side by side.
pub(crate) fn check<S: Size>(players: &[PlayerSpec], threads: usize) -> Result<()> {
    let mut tables = Vec::new();
    for player in players {
        let memory = player.memory().with_context(|| player.to_string())?;
        tables.push(memory.bytes());
        drop(player.player::<S>(&memory).with_context(|| player.to_string())?);
        ensure!(
            threads == 1 || !is_one_of_a_kind(player),
            "--threads {threads}: `{player}` plays one game at a time: expected --threads 1"
        );
    }
    tables.sort_unstable_by(|a, b| b.cmp(a));
    let needed = tables.iter().take(2).sum::<u64>() * threads as u64;
    if let Some(available) = crate::engine::memory::available() {
        ensure!(
            needed <= available,
            "--threads {threads}: the tables take {} MiB, but only {} MiB of memory are free: \
             expected fewer threads or smaller tables (tt-bits=B, 20 takes 16 MiB)",
            needed >> 20,
            available >> 20
        );
    }
    Ok(())
}

/// Whether there is only one of it, as of a board at a serial port: its address is there, and no
/// program that could be started twice.
fn is_one_of_a_kind(player: &PlayerSpec) -> bool {
    fs::metadata(player.address()).is_ok_and(|place| !place.is_file() && !place.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that names a limit of its own keeps it, whichever limit that is.
    #[test]
    fn the_limit_of_the_arena_is_for_engines_without_one() {
        for (name, wanted) in [
            ("wedge", "wedge:depth=2,tt-bits=20"),
            ("wedge:depth=3", "wedge:depth=3,tt-bits=20"),
            ("wedge:exact", "wedge:exact,tt-bits=20"),
            ("wedge:time=1,eval=discs", "wedge:time=1,eval=discs,tt-bits=20"),
            ("wedge:nodes=10,tt-bits=4", "wedge:nodes=10,tt-bits=4"),
            ("wedge:level=4", "wedge:level=4,tt-bits=20"),
            ("wedge:chip=2", "wedge:chip=2"),
            ("random", "random"),
        ] {
            let players = read(&[name.to_owned()], Some(Limit::Depth(2))).unwrap();
            assert_eq!(players[0].to_string(), wanted, "{name}");
        }
    }
}
