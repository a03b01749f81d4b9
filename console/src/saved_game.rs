//! A compact binary form of a game, for memory that survives a reset.
//!
//! The first four bytes name the game and the version of its form.

use wedge_engine::{Bitboard, Board, Color, Game, Move, Position, Size, Square, Strength};

use crate::balance::Balance;
use crate::brightness::Brightness;
use crate::menu::{Players, Settings};

/// The longest game, passes included.
const MAX_MOVES: usize = 120;
/// Bytes before the checksum.
pub(crate) const BODY: usize = 28 + MAX_MOVES;
const PASS: u8 = 64;
/// The first bytes of a game of Othello, and of one of dark chess.
const OTHELLO: [u8; 4] = *b"WDG1";
pub(crate) const DARK_CHESS: [u8; 4] = *b"WDD1";

/// The games of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Othello.
    Othello,
    /// Chinese dark chess.
    DarkChess,
}

/// A game and its settings as bytes with a checksum.
///
/// Layout of Othello: `WDG1`, board side, strength, players, side to move at the start, black's and white's
/// discs at the start (8 bytes each, little endian), number of moves, brightness (0 for the
/// default), what red and green (4 bits each) and blue lack in the white balance, 120 moves (0 to
/// 63 a square, 64 a pass, 0 when unused), CRC-32. The length is a multiple of 8, the word size of
/// the flash.
///
/// ```
/// use wedge_console::{SavedGame, Settings};
/// use wedge_console::engine::Game;
///
/// let game: Game = "f5d6c3".parse().unwrap();
/// let saved = SavedGame::new(&game, &Settings::default());
/// let bytes = *saved.as_bytes();
/// assert_eq!(SavedGame::from_bytes(bytes).load(), Some((game, Settings::default())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame([u8; SavedGame::SIZE]);

/// The size of a board in one byte: its side or, if it is not square, its columns and its rows.
const fn size_byte<S: Size>() -> u8 {
    if S::IS_SQUARE { S::SIDE as u8 } else { (S::WIDTH << 4 | S::HEIGHT) as u8 }
}

impl SavedGame {
    /// The length in bytes.
    pub const SIZE: usize = BODY + 4;

    /// Encodes a game.
    #[must_use]
    pub fn new<S: Size>(game: &Game<S>, settings: &Settings) -> Self {
        let start = game.start();
        let mut body = [0; BODY];
        let head = OTHELLO.into_iter().chain([
            size_byte::<S>(),
            settings.strength.number(),
            settings.players.index(),
            start.side() as u8,
        ]);
        let discs = [Color::Black, Color::White].map(|color| start.discs(color).0.to_le_bytes());
        let moves = game.moves().iter().map(|mv| mv.square().map_or(PASS, |s| s.index() as u8));
        let [red, green, blue] = settings.balance.nibbles();
        let bytes = head
            .chain(discs.into_iter().flatten())
            .chain([game.moves().len() as u8, settings.brightness.step(), red | green << 4, blue])
            .chain(moves);
        for (to, byte) in body.iter_mut().zip(bytes) {
            *to = byte;
        }
        Self::of_body(&body)
    }

    /// These bytes with their checksum.
    pub(crate) fn of_body(body: &[u8; BODY]) -> Self {
        let mut all = [0; Self::SIZE];
        let sum = crc32(body).to_le_bytes();
        for (to, byte) in all.iter_mut().zip(body.iter().copied().chain(sum)) {
            *to = byte;
        }
        Self(all)
    }

    /// The bytes before the checksum, if it is right.
    pub(crate) fn body(&self) -> Option<&[u8; BODY]> {
        let (body, sum) = self.0.split_first_chunk::<BODY>()?;
        (sum == crc32(body).to_le_bytes()).then_some(body)
    }

    /// Which game it is; `None` if the checksum is wrong or the first bytes are of none.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        match *self.body()?.first_chunk::<4>()? {
            OTHELLO => Some(GameKind::Othello),
            DARK_CHESS => Some(GameKind::DarkChess),
            _ => None,
        }
    }

    /// Wraps any bytes; [`SavedGame::load`] checks them.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    /// The bytes to store.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    /// Whether the checksum is right.
    #[must_use]
    pub fn has_valid_checksum(&self) -> bool {
        self.body().is_some()
    }

    /// Decodes a game of Othello. `None` if the checksum is wrong, the bytes are of another game, the
    /// board has another size, or a move is illegal.
    #[must_use]
    pub fn load<S: Size>(&self) -> Option<(Game<S>, Settings)> {
        let (magic, rest) = self.body()?.split_first_chunk::<4>()?;
        let (&[side, strength, players, to_move], rest) = rest.split_first_chunk::<4>()?;
        let (black, rest) = rest.split_first_chunk::<8>()?;
        let (white, rest) = rest.split_first_chunk::<8>()?;
        let (&[count, brightness, red_green, blue], moves) = rest.split_first_chunk::<4>()?;
        if *magic != OTHELLO || side != size_byte::<S>() {
            return None;
        }
        let black = Bitboard(u64::from_le_bytes(*black));
        let white = Bitboard(u64::from_le_bytes(*white));
        let start = match to_move {
            0 => Position::new(Board::new(black, white)?, Color::Black),
            1 => Position::new(Board::new(white, black)?, Color::White),
            _ => return None,
        };
        let mut game = Game::from_position(start);
        for &byte in moves.get(..usize::from(count))? {
            let mv = match byte {
                PASS => Move::Pass,
                _ => Move::Play(Square::from_index(byte.into())?),
            };
            game.play(mv).ok()?;
        }
        let players = *Players::ALL.get(usize::from(players))?;
        let brightness = match brightness {
            0 => Brightness::default(),
            step => Brightness::new(step)?,
        };
        let balance = Balance::from_nibbles([red_green, red_green >> 4, blue]);
        Some((game, Settings { strength: Strength::new(strength)?, players, brightness, balance }))
    }
}

/// The CRC-32 of Ethernet and zip, bit by bit: a saved game is too short for a table to pay off.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wedge_engine::{Eight, Six, SplitMix64};

    use super::*;

    fn random_game<S: Size>(seed: u64, plies: usize) -> Game<S> {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::from_position(Position::start());
        while !game.is_over() && game.moves().len() < plies {
            let mv = game.position().random_move(&mut random).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn the_checksum_is_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(SavedGame::SIZE % 8, 0);
    }

    #[test]
    fn blank_memory_is_not_a_game() {
        for byte in [0, 0xFF] {
            assert_eq!(SavedGame::from_bytes([byte; SavedGame::SIZE]).load::<Eight>(), None);
        }
    }

    proptest! {
        #[test]
        fn games_round_trip(seed: u64, plies in 0_usize..120, settings in (1_u8..=9, 0_usize..4, 1_u8..=5), shares in [1_u8..=16, 1..=16, 1..=16]) {
            let (strength, players, brightness) = settings;
            let settings = Settings {
                strength: Strength::new(strength).unwrap(),
                players: Players::ALL[players],
                brightness: Brightness::new(brightness).unwrap(),
                balance: Balance::new(shares).unwrap(),
            };
            let game: Game<Eight> = random_game(seed, plies);
            let saved = SavedGame::new(&game, &settings);
            prop_assert_eq!(saved.load(), Some((game, settings)));
            prop_assert_eq!(saved.load::<Six>(), None);
            let small: Game<Six> = random_game(seed, plies);
            prop_assert_eq!(SavedGame::new(&small, &settings).load(), Some((small, settings)));
        }

        #[test]
        fn a_changed_byte_is_detected(seed: u64, at in 0..SavedGame::SIZE, change in 1_u8..) {
            let game: Game = random_game(seed, 40);
            let mut bytes = *SavedGame::new(&game, &Settings::default()).as_bytes();
            bytes[at] ^= change;
            prop_assert_eq!(SavedGame::from_bytes(bytes).load::<Eight>(), None);
        }

        /// Random bytes with a valid checksum are rejected or decoded, without a panic.
        #[test]
        fn random_bytes_with_a_valid_checksum_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), BODY)) {
            let mut all = [0; SavedGame::SIZE];
            all[..BODY].copy_from_slice(&bytes);
            all[..5].copy_from_slice(b"WDG1\x08");
            let sum = crc32(&all[..BODY]).to_le_bytes();
            all[BODY..].copy_from_slice(&sum);
            let _ = SavedGame::from_bytes(all).load::<Eight>();
        }
    }
}
