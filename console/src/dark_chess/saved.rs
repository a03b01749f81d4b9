//! A game of dark chess in the bytes of a saved game.
//!
//! Layout: `WDD1`, strength, players, brightness, side to move (0 red, 1 black, 2 none yet; the upper
//! halves of strength, brightness and side have what red, green and blue lack in the white balance), plies
//! since the last capture or flip, number of kept plies, plies before them (2 bytes, little endian),
//! 32 squares (0 empty, 1 to 14 a face-up piece, 17 to 30 a face-down one), 52 plies of 2 bytes
//! (from, to), CRC-32. Squares and side are those before the first of the kept plies.

use wedge_dark_chess::{Action, Color, Deal, Piece, Position, Square};

use super::DealtGame;
use crate::balance::Balance;
use crate::brightness::Brightness;
use crate::menu::{Players, Settings};
use crate::saved_game::{BODY, DARK_CHESS, SavedGame};
use wedge_engine::Strength;

/// Added to a piece's number: face up, face down.
const UP: u8 = 1;
const DOWN: u8 = 17;

impl SavedGame {
    /// Encodes a game of dark chess.
    #[must_use]
    pub fn of_dark_chess(dealt: &DealtGame, settings: &Settings) -> Self {
        let start = dealt.start();
        let side = match start.side() {
            Some(Color::Red) => 0,
            Some(Color::Black) => 1,
            None => 2,
        };
        let [red, green, blue] = settings.balance.nibbles();
        let [low, high] = dealt.before().to_le_bytes();
        let head = DARK_CHESS.into_iter().chain([
            settings.strength.number() | red << 4,
            settings.players.index(),
            settings.brightness.step() | green << 4,
            side | blue << 4,
            start.quiet(),
            dealt.kept().len() as u8,
            low,
            high,
        ]);
        let squares = Square::all().map(|square| match start.piece_at(square) {
            Some(piece) => UP + piece.index() as u8,
            None if start.face_down().has(square) => DOWN + dealt.deal().at(square).index() as u8,
            None => 0,
        });
        let plies = dealt.kept().iter();
        let plies =
            plies.flat_map(|action| [action.from().index() as u8, action.to().index() as u8]);
        let mut body = [0; BODY];
        for (to, byte) in body.iter_mut().zip(head.chain(squares).chain(plies)) {
            *to = byte;
        }
        Self::of_body(&body)
    }

    /// Decodes a game of dark chess. `None` if the checksum is wrong, the bytes are of another game,
    /// or a ply is illegal.
    #[must_use]
    pub fn load_dark_chess(&self) -> Option<(DealtGame, Settings)> {
        let (magic, rest) = self.body()?.split_first_chunk::<4>()?;
        let (head, rest) = rest.split_first_chunk::<8>()?;
        let (squares, plies) = rest.split_first_chunk::<{ Square::COUNT }>()?;
        if *magic != DARK_CHESS {
            return None;
        }
        let &[strength, players, brightness, side, quiet, count, low, high] = head;
        let settings = Settings {
            strength: Strength::new(strength & 0xF)?,
            players: *Players::ALL.get(usize::from(players))?,
            brightness: Brightness::new(brightness & 0xF)?,
            balance: Balance::from_nibbles([strength >> 4, brightness >> 4, side >> 4]),
        };
        let side = match side & 0xF {
            0 => Some(Color::Red),
            1 => Some(Color::Black),
            2 => None,
            _ => return None,
        };
        let is_square = |byte: u8| {
            let piece = byte.checked_sub(if byte >= DOWN { DOWN } else { UP });
            piece.is_none_or(|piece| Piece::from_index(piece.into()).is_some())
        };
        if !squares.iter().all(|&byte| is_square(byte)) {
            return None;
        }
        let on = |base: u8| {
            let pieces = squares.iter().zip(Square::all());
            pieces.filter_map(move |(&byte, square)| {
                let index = byte.checked_sub(base).filter(|_| (byte >= DOWN) == (base == DOWN))?;
                Some((Piece::from_index(index.into())?, square))
            })
        };
        let start = Position::new(on(UP), on(DOWN), side, quiet)?;
        let before = u16::from_le_bytes([low, high]);
        let mut dealt = DealtGame::from_position(Deal::of(on(DOWN)), start, before);
        for &[from, to] in plies.as_chunks::<2>().0.get(..usize::from(count))? {
            let square = |index: u8| Square::from_index(index.into());
            dealt.play(Action::step(square(from)?, square(to)?)).ok()?;
        }
        Some((dealt, settings))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;
    use wedge_engine::{Eight, SplitMix64};

    use super::*;
    use crate::saved_game::GameKind;

    fn random_game(seed: u64, plies: usize) -> DealtGame {
        let mut random = SplitMix64::new(seed);
        let mut dealt = DealtGame::new(Deal::new(seed));
        while dealt.game().ending().is_none() && dealt.plies() < plies {
            let actions = dealt.position().actions();
            dealt.play(actions[random.below(actions.len() as u32) as usize]).unwrap();
        }
        dealt
    }

    /// Everything that a player can see or do is the same.
    fn same(one: &DealtGame, other: &DealtGame) {
        let (mut one, mut other) = (one.clone(), other.clone());
        assert_eq!(one.plies(), other.plies());
        let flips = |dealt: &DealtGame| -> Vec<_> {
            let down = dealt.position().face_down();
            down.into_iter().map(|square| dealt.deal().at(square)).collect()
        };
        assert_eq!(flips(&one), flips(&other));
        loop {
            assert_eq!(one.position(), other.position());
            assert_eq!(one.game().ending(), other.game().ending());
            if !one.undo() {
                return assert!(!other.undo());
            }
            assert!(other.undo());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn games_round_trip(
            seed: u64,
            plies in 0_usize..300,
            players in 0_usize..4,
            shares in [1_u8..=16, 1..=16, 1..=16],
        ) {
            let (players, balance) = (Players::ALL[players], Balance::new(shares).unwrap());
            let settings = Settings { players, balance, ..Settings::default() };
            let dealt = random_game(seed, plies);
            let saved = SavedGame::of_dark_chess(&dealt, &settings);
            prop_assert_eq!(saved.kind(), Some(GameKind::DarkChess));
            prop_assert_eq!(saved.load::<Eight>(), None);
            let (loaded, restored) = saved.load_dark_chess().unwrap();
            prop_assert_eq!(restored, settings);
            same(&loaded, &dealt);
            prop_assert_eq!(SavedGame::of_dark_chess(&loaded, &settings), saved);
        }

        /// Random bytes with a valid checksum are rejected or decoded, without a panic.
        #[test]
        fn random_bytes_with_a_valid_checksum_do_not_panic(
            bytes in proptest::collection::vec(0_u8..40, BODY),
        ) {
            let mut body = [0; BODY];
            body.copy_from_slice(&bytes);
            body[..4].copy_from_slice(&DARK_CHESS);
            let _ = SavedGame::of_body(&body).load_dark_chess();
        }

        /// A changed byte of the body whose checksum is mended is a legal game or none.
        #[test]
        fn a_changed_game_is_legal_or_refused(seed: u64, at in 4..BODY, byte: u8) {
            let saved = SavedGame::of_dark_chess(&random_game(seed, 60), &Settings::default());
            let mut body = *saved.body().unwrap();
            body[at] = byte;
            if let Some((dealt, _)) = SavedGame::of_body(&body).load_dark_chess() {
                prop_assert!(dealt.position().occupied().len() <= 32);
            }
        }
    }
}
