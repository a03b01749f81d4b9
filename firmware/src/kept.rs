//! A game in RAM that a reset does not clear.
#![allow(unsafe_code)] // The name of a section of the linker script.

use core::sync::atomic::{AtomicU32, Ordering};

use wedge_console::SavedGame;

/// The saved game; its checksum shows whether it is valid.
#[unsafe(link_section = ".uninit.SAVED")]
static SAVED: [AtomicU32; SavedGame::SIZE / 4] = [const { AtomicU32::new(0) }; SavedGame::SIZE / 4];

/// The game that was kept before the last reset. `None` after a power cut, when the RAM holds noise.
#[must_use]
pub fn load() -> Option<SavedGame> {
    let mut bytes = [0; SavedGame::SIZE];
    for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(&SAVED) {
        *to = word.load(Ordering::Relaxed).to_le_bytes();
    }
    let game = SavedGame::from_bytes(bytes);
    game.has_valid_checksum().then_some(game)
}

/// Keeps a game.
pub fn save(game: &SavedGame) {
    for (word, bytes) in SAVED.iter().zip(game.as_bytes().as_chunks::<4>().0) {
        word.store(u32::from_le_bytes(*bytes), Ordering::Relaxed);
    }
}
