//! Saved games in flash, with wear in mind.
//!
//! Flash is erased by the page and wears with every erasure, so games are written one after the
//! other, round and round through a few pages. The newest one is always whole in one page while
//! another is erased: a power cut at any moment costs at most the last move.

use crate::saved_game::SavedGame;

/// Pages of flash, as 64-bit words: the smallest piece that this flash can write.
pub trait Flash {
    /// How many pages there are, two at least.
    const PAGES: usize;
    /// Words in a page.
    const PAGE_WORDS: usize;

    /// A word, counted through all pages.
    fn read(&self, at: usize) -> u64;

    /// Writes a word that was erased before; says whether it reads back.
    fn write(&mut self, at: usize, word: u64) -> bool;

    /// Sets every bit of a page; says whether that worked.
    fn erase(&mut self, page: usize) -> bool;
}

/// Words of a saved game.
const GAME: usize = SavedGame::SIZE / 8;
/// Words of a slot: a number and a game.
const SLOT: usize = GAME + 1;

/// Saved games on a flash, each with a number that grows.
#[derive(Debug)]
pub struct Journal<F> {
    flash: F,
    /// The slot that will be written next.
    next: usize,
    /// Its number.
    number: u32,
}

impl<F: Flash> Journal<F> {
    const SLOTS_PER_PAGE: usize = F::PAGE_WORDS / SLOT;
    const SLOTS: usize = F::PAGES * Self::SLOTS_PER_PAGE;

    /// Opens the journal; gives the newest game in it, if there is one.
    pub fn open(flash: F) -> (Self, Option<SavedGame>) {
        let mut journal = Self { flash, next: 0, number: 0 };
        let newest = (0..Self::SLOTS)
            .filter_map(|slot| Some((journal.number_of(slot)?, slot)))
            .max_by_key(|&(number, _)| number);
        let Some((number, slot)) = newest else { return (journal, None) };
        journal.next = (slot + 1) % Self::SLOTS;
        journal.number = number.wrapping_add(1);
        let game = journal.game_of(slot);
        (journal, Some(game))
    }

    /// Writes a game; says whether it is safe now.
    pub fn save(&mut self, game: &SavedGame) -> bool {
        // A slot that is not blank was torn by a power cut, or the program that ran here before
        // left something: the next page is erased as a whole.
        if !self.next.is_multiple_of(Self::SLOTS_PER_PAGE) && !self.is_blank(self.next) {
            let page = self.next / Self::SLOTS_PER_PAGE + 1;
            self.next = page % F::PAGES * Self::SLOTS_PER_PAGE;
        }
        if self.next.is_multiple_of(Self::SLOTS_PER_PAGE)
            && !self.flash.erase(self.next / Self::SLOTS_PER_PAGE)
        {
            return false;
        }
        let at = Self::word_of(self.next);
        let (words, _) = game.as_bytes().as_chunks::<8>();
        let mut good = true;
        for (offset, word) in words.iter().enumerate() {
            good &= self.flash.write(at + 1 + offset, u64::from_le_bytes(*word));
        }
        // The number comes last: it says that the game before it is whole.
        good &= self.flash.write(at, stamp(self.number));
        self.next = (self.next + 1) % Self::SLOTS;
        self.number = self.number.wrapping_add(1);
        good
    }

    fn word_of(slot: usize) -> usize {
        slot / Self::SLOTS_PER_PAGE * F::PAGE_WORDS + slot % Self::SLOTS_PER_PAGE * SLOT
    }

    fn is_blank(&self, slot: usize) -> bool {
        let at = Self::word_of(slot);
        (at..at + SLOT).all(|at| self.flash.read(at) == u64::MAX)
    }

    /// The number of a slot, if the game in it is whole.
    fn number_of(&self, slot: usize) -> Option<u32> {
        let word = self.flash.read(Self::word_of(slot));
        let number = word as u32;
        (word == stamp(number) && self.game_of(slot).is_whole()).then_some(number)
    }

    fn game_of(&self, slot: usize) -> SavedGame {
        let mut bytes = [0; SavedGame::SIZE];
        let at = Self::word_of(slot) + 1;
        for (offset, word) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *word = self.flash.read(at + offset).to_le_bytes();
        }
        SavedGame::from_bytes(bytes)
    }
}

/// A number and its complement: neither blank nor torn words look like that.
const fn stamp(number: u32) -> u64 {
    number as u64 | (!number as u64) << 32
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;
    use std::vec::Vec;

    use proptest::prelude::*;
    use wedge_engine::{Game, Move};

    use super::*;
    use crate::menu::Settings;

    /// Flash as it is: a word can be written once after each erasure. The power can go after a
    /// number of operations: the one under way is torn, and nothing works any more.
    struct Chip {
        words: Vec<u64>,
        erasures: [usize; 2],
        power: usize,
    }

    impl Chip {
        fn new() -> Self {
            Self { words: vec![u64::MAX; 512], erasures: [0; 2], power: usize::MAX }
        }

        fn power(&mut self) -> usize {
            let power = self.power;
            self.power = power.saturating_sub(1);
            power
        }
    }

    impl Flash for &mut Chip {
        const PAGES: usize = 2;
        const PAGE_WORDS: usize = 256;

        fn read(&self, at: usize) -> u64 {
            self.words[at]
        }

        fn write(&mut self, at: usize, word: u64) -> bool {
            match self.power() {
                0 => return false,
                1 => self.words[at] = word | 0xFFFF_FFFF_0000_0000,
                _ => {
                    assert_eq!(self.words[at], u64::MAX, "word {at} was written twice");
                    self.words[at] = word;
                }
            }
            self.words[at] == word
        }

        fn erase(&mut self, page: usize) -> bool {
            let (length, works) = match self.power() {
                0 => return false,
                1 => (100, false),
                _ => (256, true),
            };
            self.words[page * 256..][..length].fill(u64::MAX);
            self.erasures[page] += 1;
            works
        }
    }

    fn games() -> Vec<SavedGame> {
        let mut game = Game::default();
        let mut games = Vec::new();
        while !game.is_over() {
            let mv = game.position().board().legal_moves().first();
            game.play(mv.map_or(Move::Pass, Move::Play)).unwrap();
            games.push(SavedGame::new(&game, &Settings::default()));
        }
        games
    }

    #[test]
    fn the_newest_game_is_found_again() {
        let mut chip = Chip::new();
        assert_eq!(Journal::open(&mut chip).1, None);
        for game in games().iter().cycle().take(1000) {
            assert!(Journal::open(&mut chip).0.save(game));
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(game));
        }
        // 12 games fit in a page, so each page is erased once for 24 of them.
        assert_eq!(chip.erasures, [42, 42]);
    }

    #[test]
    fn a_journal_that_stays_open_writes_the_same() {
        let (mut open, mut reopened) = (Chip::new(), Chip::new());
        let mut journal = Journal::open(&mut open).0;
        for game in &games() {
            assert!(journal.save(game));
            assert!(Journal::open(&mut reopened).0.save(game));
        }
        assert_eq!(open.words, reopened.words);
    }

    /// Bits that flip in the newest game cost that game only: the one before is found, and the next
    /// is kept.
    #[test]
    fn behind_a_damaged_game_is_the_one_before() {
        let games = games();
        for (before, game) in games.iter().zip(games.iter().skip(1)) {
            let mut chip = Chip::new();
            assert!(Journal::open(&mut chip).0.save(before));
            assert!(Journal::open(&mut chip).0.save(game));
            // The second slot, behind its number.
            chip.words[SLOT + 1 + games.len() % GAME] ^= 1 << 40;
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(before));
            assert!(Journal::open(&mut chip).0.save(game));
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(game));
        }
    }

    proptest! {
        /// Whenever the power goes, the game before or the new one is there, and saving works
        /// again afterwards.
        #[test]
        fn a_power_cut_costs_at_most_the_last_move(cut in 0_usize..1300) {
            let games = games();
            let mut chip = Chip::new();
            chip.power = cut;
            let mut before = None;
            let mut last = None;
            for game in &games {
                last = before;
                before = Some(game);
                if !Journal::open(&mut chip).0.save(game) {
                    break;
                }
            }
            chip.power = usize::MAX;
            let found = Journal::open(&mut chip).1;
            prop_assert!(found.as_ref() == before || found.as_ref() == last);
            for game in games.iter().rev() {
                prop_assert!(Journal::open(&mut chip).0.save(game));
                prop_assert_eq!(&Journal::open(&mut chip).1, &Some(game.clone()));
            }
        }

        /// Pages that hold something else are no journal, and become one.
        #[test]
        fn garbage_is_not_believed(words in proptest::collection::vec(any::<u64>(), 512)) {
            let mut chip = Chip { words, ..Chip::new() };
            prop_assert_eq!(Journal::open(&mut chip).1, None);
            for game in games() {
                prop_assert!(Journal::open(&mut chip).0.save(&game));
                prop_assert_eq!(Journal::open(&mut chip).1, Some(game));
            }
        }
    }
}
