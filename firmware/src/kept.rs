//! Saved games: in RAM that a reset does not clear, one of Othello and one of dark chess; and in flash,
//! where a board has a place for them.
#![allow(unsafe_code)] // The name of a section of the linker script.

use core::sync::atomic::{AtomicU32, Ordering};

use wedge_console::{Flash, GameKind, Journal, SavedGame};

const GAME_WORDS: usize = SavedGame::SIZE / 4;

/// The game of Othello, that of dark chess, and which one is the newer: 0 or 1. Their checksums show
/// whether they are valid.
#[unsafe(link_section = ".uninit.SAVED")]
static SAVED: [AtomicU32; 2 * GAME_WORDS + 1] = [const { AtomicU32::new(0) }; 2 * GAME_WORDS + 1];

/// The game that was kept last before the last reset. `None` after a power cut, when the RAM holds
/// noise.
#[must_use]
pub fn load() -> Option<SavedGame> {
    let newer = SAVED.last().map_or(0, |word| word.load(Ordering::Relaxed) & 1);
    let order = if newer == 0 {
        [GameKind::Othello, GameKind::DarkChess]
    } else {
        [GameKind::DarkChess, GameKind::Othello]
    };
    order.into_iter().find_map(kept)
}

/// The kept game of the other kind than this one.
#[must_use]
pub fn load_other(game: &SavedGame) -> Option<SavedGame> {
    match game.kind()? {
        GameKind::Othello => kept(GameKind::DarkChess),
        GameKind::DarkChess => kept(GameKind::Othello),
    }
}

/// Keeps a game beside the one of the other kind.
pub fn save(game: &SavedGame) {
    let Some(kind) = game.kind() else { return };
    let words = SAVED.iter().skip(place(kind));
    for (word, bytes) in words.zip(game.as_bytes().as_chunks::<4>().0) {
        word.store(u32::from_le_bytes(*bytes), Ordering::Relaxed);
    }
    if let Some(newer) = SAVED.last() {
        newer.store(u32::from(kind == GameKind::DarkChess), Ordering::Relaxed);
    }
}

const fn place(kind: GameKind) -> usize {
    match kind {
        GameKind::Othello => 0,
        GameKind::DarkChess => GAME_WORDS,
    }
}

fn kept(kind: GameKind) -> Option<SavedGame> {
    let mut bytes = [0; SavedGame::SIZE];
    let words = SAVED.iter().skip(place(kind));
    for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *to = word.load(Ordering::Relaxed).to_le_bytes();
    }
    Some(SavedGame::from_bytes(bytes)).filter(|game| game.kind() == Some(kind))
}

/// Games in RAM and, if there is a place for it, in a journal in flash.
#[derive(Debug)]
pub struct KeptGames<F> {
    journal: Option<Journal<F>>,
    /// The newest game in the journal, until it is loaded.
    in_flash: Option<SavedGame>,
}

impl<F: Flash> KeptGames<F> {
    /// Opens the journal in the flash, if there is one.
    pub fn open(flash: Option<F>) -> Self {
        let (journal, in_flash) = flash.map(Journal::open).unzip();
        Self { journal, in_flash: in_flash.flatten() }
    }

    /// The newest game. After a power cut the RAM holds noise, and it comes from flash.
    pub fn load(&mut self) -> Option<SavedGame> {
        load().or_else(|| self.in_flash.take())
    }

    /// The newest game of the other kind than this one.
    pub fn load_other(&self, newest: &SavedGame) -> Option<SavedGame> {
        load_other(newest).or_else(|| self.journal.as_ref()?.newest_other(newest))
    }

    /// Keeps a game. Returns false if it could not be written to flash.
    pub fn save(&mut self, game: &SavedGame) -> bool {
        save(game);
        self.journal.as_mut().is_none_or(|journal| journal.save(game))
    }
}
