//! A journal of saved games in flash, with wear levelling.
//!
//! Flash is erased by the page and wears out with every erasure, so games are written one after the
//! other, in a ring through a few pages. The newest game is always intact in one page while another
//! is erased: a power cut at any moment costs at most the last move.

use crate::saved_game::SavedGame;

/// Pages of flash that are written in 64-bit words.
pub trait Flash {
    /// The number of pages, at least two.
    const PAGES: usize;
    /// The number of words in a page.
    const PAGE_WORDS: usize;

    /// Reads a word, by its index across all pages.
    fn read(&self, at: usize) -> u64;

    /// Writes an erased word; returns whether it reads back as written.
    fn write(&mut self, at: usize, word: u64) -> bool;

    /// Erases a page, which sets every bit; returns whether that succeeded.
    fn erase(&mut self, page: usize) -> bool;
}

/// Words of a saved game.
const GAME_WORDS: usize = SavedGame::SIZE / 8;
/// Words of a slot: a sequence number and a game.
const SLOT_WORDS: usize = GAME_WORDS + 1;

/// Saved games in flash, each with a sequence number.
#[derive(Debug)]
pub struct Journal<F> {
    flash: F,
    /// The slot to write next.
    next: usize,
    /// Its sequence number.
    sequence: u32,
}

impl<F: Flash> Journal<F> {
    const SLOTS_PER_PAGE: usize = F::PAGE_WORDS / SLOT_WORDS;
    const SLOTS: usize = F::PAGES * Self::SLOTS_PER_PAGE;

    /// Opens the journal; returns it with the newest game in it, if there is one.
    pub fn open(flash: F) -> (Self, Option<SavedGame>) {
        let mut journal = Self { flash, next: 0, sequence: 0 };
        let newest = (0..Self::SLOTS)
            .filter_map(|slot| Some((journal.sequence_of(slot)?, slot)))
            .max_by_key(|&(sequence, _)| sequence);
        let Some((sequence, slot)) = newest else { return (journal, None) };
        journal.next = (slot + 1) % Self::SLOTS;
        journal.sequence = sequence.wrapping_add(1);
        let game = journal.game_in(slot);
        (journal, Some(game))
    }

    /// The newest game of another kind than this one: the console keeps one of each.
    pub fn newest_other(&self, game: &SavedGame) -> Option<SavedGame> {
        let (_, slot) = (0..Self::SLOTS)
            .filter_map(|slot| Some((self.sequence_of(slot)?, slot)))
            .filter(|&(_, slot)| {
                let kind = self.game_in(slot).kind();
                kind.is_some() && kind != game.kind()
            })
            .max_by_key(|&(sequence, _)| sequence)?;
        Some(self.game_in(slot))
    }

    /// Writes a game; returns whether that succeeded. The newest game of another kind stays in the
    /// journal: a page starts with a copy of it, while its original is still in the other page.
    pub fn save(&mut self, game: &SavedGame) -> bool {
        self.skip_used_slots();
        let other = if self.is_page_start() { self.newest_other(game) } else { None };
        other.is_none_or(|other| self.write(&other)) && self.write(game)
    }

    /// Whether the next game goes to the start of a page, which is then erased.
    fn is_page_start(&self) -> bool {
        self.next.is_multiple_of(Self::SLOTS_PER_PAGE)
    }

    /// Goes on to a slot that is blank, or to the start of the next page. If a slot is not blank, a
    /// power cut interrupted its write, or another program used the page.
    fn skip_used_slots(&mut self) {
        while !self.is_page_start() && !self.is_blank(self.next) {
            self.next = (self.next + 1) % Self::SLOTS;
        }
    }

    fn write(&mut self, game: &SavedGame) -> bool {
        if self.is_page_start() && !self.flash.erase(self.next / Self::SLOTS_PER_PAGE) {
            return false;
        }
        let at = Self::first_word(self.next);
        let (words, _) = game.as_bytes().as_chunks::<8>();
        let mut success = true;
        for (offset, word) in words.iter().enumerate() {
            success &= self.flash.write(at + 1 + offset, u64::from_le_bytes(*word));
        }
        // The sequence number is written last: it marks the game as complete.
        success &= self.flash.write(at, sequence_word(self.sequence));
        self.next = (self.next + 1) % Self::SLOTS;
        self.sequence = self.sequence.wrapping_add(1);
        success
    }

    fn first_word(slot: usize) -> usize {
        slot / Self::SLOTS_PER_PAGE * F::PAGE_WORDS + slot % Self::SLOTS_PER_PAGE * SLOT_WORDS
    }

    fn is_blank(&self, slot: usize) -> bool {
        let at = Self::first_word(slot);
        (at..at + SLOT_WORDS).all(|at| self.flash.read(at) == u64::MAX)
    }

    /// The sequence number of a slot, if its game is intact.
    fn sequence_of(&self, slot: usize) -> Option<u32> {
        let word = self.flash.read(Self::first_word(slot));
        let sequence = word as u32;
        let intact = word == sequence_word(sequence) && self.game_in(slot).has_valid_checksum();
        intact.then_some(sequence)
    }

    fn game_in(&self, slot: usize) -> SavedGame {
        let mut bytes = [0; SavedGame::SIZE];
        let at = Self::first_word(slot) + 1;
        for (offset, word) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *word = self.flash.read(at + offset).to_le_bytes();
        }
        SavedGame::from_bytes(bytes)
    }
}

/// A sequence number and its complement: no blank or partly written word has this form.
const fn sequence_word(sequence: u32) -> u64 {
    sequence as u64 | (!sequence as u64) << 32
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

    /// Simulated flash: a word can be written once after each erasure. The power can fail after a
    /// number of operations: the last one is incomplete, and all later ones fail.
    struct SimulatedFlash {
        words: Vec<u64>,
        erasures: [usize; 2],
        operations_left: usize,
    }

    impl SimulatedFlash {
        fn new() -> Self {
            Self { words: vec![u64::MAX; 512], erasures: [0; 2], operations_left: usize::MAX }
        }

        fn use_operation(&mut self) -> usize {
            let left = self.operations_left;
            self.operations_left = left.saturating_sub(1);
            left
        }
    }

    impl Flash for &mut SimulatedFlash {
        const PAGES: usize = 2;
        const PAGE_WORDS: usize = 256;

        fn read(&self, at: usize) -> u64 {
            self.words[at]
        }

        fn write(&mut self, at: usize, word: u64) -> bool {
            match self.use_operation() {
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
            let (length, success) = match self.use_operation() {
                0 => return false,
                1 => (100, false),
                _ => (256, true),
            };
            self.words[page * 256..][..length].fill(u64::MAX);
            self.erasures[page] += 1;
            success
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
    fn the_newest_game_is_found() {
        let mut chip = SimulatedFlash::new();
        assert_eq!(Journal::open(&mut chip).1, None);
        for game in games().iter().cycle().take(1000) {
            assert!(Journal::open(&mut chip).0.save(game));
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(game));
        }
        // 12 games fit in a page, so each page is erased once for 24 of them.
        assert_eq!(chip.erasures, [42, 42]);
    }

    #[test]
    fn an_open_journal_writes_the_same_as_a_reopened_one() {
        let (mut open, mut reopened) = (SimulatedFlash::new(), SimulatedFlash::new());
        let mut journal = Journal::open(&mut open).0;
        for game in &games() {
            assert!(journal.save(game));
            assert!(Journal::open(&mut reopened).0.save(game));
        }
        assert_eq!(open.words, reopened.words);
    }

    /// A damaged newest game costs only that game: the one before is found, and the next is saved.
    #[test]
    fn the_game_before_a_damaged_one_is_found() {
        let games = games();
        for (before, game) in games.iter().zip(games.iter().skip(1)) {
            let mut chip = SimulatedFlash::new();
            assert!(Journal::open(&mut chip).0.save(before));
            assert!(Journal::open(&mut chip).0.save(game));
            // The second slot, after its sequence number.
            chip.words[SLOT_WORDS + 1 + games.len() % GAME_WORDS] ^= 1 << 40;
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(before));
            assert!(Journal::open(&mut chip).0.save(game));
            assert_eq!(Journal::open(&mut chip).1.as_ref(), Some(game));
        }
    }

    /// A game of the other kind, as bytes: the journal does not look further than their kind.
    #[cfg(feature = "dark-chess")]
    fn other_kind(number: u64) -> SavedGame {
        use wedge_dark_chess::Deal;
        let dealt = crate::dark_chess::DealtGame::new(Deal::new(number));
        SavedGame::of_dark_chess(&dealt, &Settings::default())
    }

    /// Whatever is written, and wherever the power fails, once and again, the newest or the previous
    /// game of each kind is found.
    #[cfg(feature = "dark-chess")]
    #[test]
    fn both_kinds_survive_power_cuts() {
        let games = games();
        let mut random = wedge_engine::SplitMix64::new(3);
        for round in 0..30 {
            let mut chip = SimulatedFlash::new();
            // The last two of each kind.
            let mut written: [Vec<SavedGame>; 2] = [Vec::new(), Vec::new()];
            for step in 0..120 {
                let kind = usize::from(random.below(if round % 2 == 0 { 2 } else { 40 }) == 0);
                let game = if kind == 0 {
                    games[step % games.len()].clone()
                } else {
                    other_kind(step as u64)
                };
                let cut = random.below(25) == 0;
                chip.operations_left = if cut { random.below(45) as usize } else { usize::MAX };
                let saved = Journal::open(&mut chip).0.save(&game);
                chip.operations_left = usize::MAX;
                assert!(saved || cut);
                if saved {
                    written[kind].push(game.clone());
                }
                let (journal, newest) = Journal::open(&mut chip);
                let Some(newest) = newest else {
                    assert!(written.iter().all(Vec::is_empty));
                    continue;
                };
                let other = journal.newest_other(&newest);
                for (kind, written) in written.iter_mut().enumerate() {
                    let dark_chess = kind == 1;
                    let is_it = |game: &&SavedGame| {
                        (game.kind() == Some(crate::GameKind::DarkChess)) == dark_chess
                    };
                    let found = [Some(&newest), other.as_ref()].into_iter().flatten().find(is_it);
                    if let Some(last) = written.last() {
                        let found = found.unwrap_or_else(|| panic!("kind {kind} is lost"));
                        // An interrupted write may still be complete.
                        assert!(found == last || (!saved && *found == game), "step {step}");
                        if found != last {
                            written.push(game.clone());
                        }
                    }
                }
            }
        }
    }

    proptest! {
        /// After a power cut at any moment, the last or the previous game is found, and saving works
        /// again.
        #[test]
        fn a_power_cut_costs_at_most_the_last_move(cut in 0_usize..1300) {
            let games = games();
            let mut chip = SimulatedFlash::new();
            chip.operations_left = cut;
            let mut before = None;
            let mut last = None;
            for game in &games {
                last = before;
                before = Some(game);
                if !Journal::open(&mut chip).0.save(game) {
                    break;
                }
            }
            chip.operations_left = usize::MAX;
            let found = Journal::open(&mut chip).1;
            prop_assert!(found.as_ref() == before || found.as_ref() == last);
            for game in games.iter().rev() {
                prop_assert!(Journal::open(&mut chip).0.save(game));
                prop_assert_eq!(&Journal::open(&mut chip).1, &Some(game.clone()));
            }
        }

        /// Pages with other content hold no game, and can be used as a journal.
        #[test]
        fn garbage_is_rejected(words in proptest::collection::vec(any::<u64>(), 512)) {
            let mut chip = SimulatedFlash { words, ..SimulatedFlash::new() };
            prop_assert_eq!(Journal::open(&mut chip).1, None);
            for game in games() {
                prop_assert!(Journal::open(&mut chip).0.save(&game));
                prop_assert_eq!(Journal::open(&mut chip).1, Some(game));
            }
        }
    }
}
