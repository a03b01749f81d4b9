//! WTHOR, the files in which the French federation publishes tournament games (`.wtb`).
//!
//! A header of 16 bytes, then 68 bytes a game; numbers are little-endian. Passes are not written,
//! since they follow from the board. The federation's description of the format calls the three
//! last numbers of the header P1 (board size), P2 (kind of file) and P3 (theoretical depth).

use anyhow::{Context, Result, bail, ensure};
use wedge_engine::{Game, Move, Position, Square};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES: usize = 60;

/// What a file says about all of its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// When the file was made: year, month, day.
    pub created: (u16, u8, u8),
    /// The year the games were played in.
    pub year: u16,
    /// The number of empty squares from which on theoretical scores assume best play.
    pub depth: u8,
}

/// A game of the file, checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The tournament's number in the federation's list.
    pub tournament: u16,
    /// The black player's number in the federation's list.
    pub black: u16,
    /// The white player's number.
    pub white: u16,
    /// Black's discs at the end; the winner gets the empty squares. For a game that was resigned or
    /// lost on time this is the recorded score, not that of the board.
    pub black_discs: u8,
    /// Black's discs with best play from [`Header::depth`] empty squares on.
    pub best_discs: u8,
    /// The moves, with the passes.
    pub game: Game,
}

/// A file of games, read but not yet checked against the rules.
#[derive(Clone, Debug)]
pub struct Wthor {
    header: Header,
    name: String,
    records: Vec<u8>,
}

impl Wthor {
    /// Parses the bytes of a file; `name` is for errors.
    ///
    /// # Errors
    /// If they are no WTHOR file of 8x8 games, or more or fewer than the header says.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self> {
        let Some((header, records)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            bail!("{name}: {} bytes: expected a WTHOR header of {HEADER_BYTES}", bytes.len());
        };
        let [century, year, month, day, n0, n1, n2, n3, _, _, y0, y1, size, kind, depth, _] =
            *header;
        ensure!(
            matches!(size, 0 | 8),
            "{name}: byte 12: board size {size}: expected games of 8x8 (0 or 8)"
        );
        ensure!(kind == 0, "{name}: byte 13: kind {kind}: expected a file of games (0)");
        let games = u32::from_le_bytes([n0, n1, n2, n3]) as usize;
        let found = records.len() / GAME_BYTES;
        ensure!(
            games.checked_mul(GAME_BYTES) == Some(records.len()),
            "{name}: {} bytes, {found} whole games: expected the {games} games of its header",
            bytes.len()
        );
        let header = Header {
            created: (u16::from(century) * 100 + u16::from(year), month, day),
            year: u16::from_le_bytes([y0, y1]),
            depth,
        };
        Ok(Self { header, name: name.to_owned(), records: records.to_vec() })
    }

    /// What the file says about all of its games.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.records.len() / GAME_BYTES
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The games in order. A damaged one is an error that names the file, the game and the move;
    /// those after it can still be read.
    pub fn games(&self) -> impl Iterator<Item = Result<WthorGame>> + '_ {
        self.records.chunks_exact(GAME_BYTES).enumerate().map(|(at, record)| {
            read_game(record).with_context(|| format!("{}: game {}", self.name, at + 1))
        })
    }

    /// The game with this number, counted from 1.
    ///
    /// # Errors
    /// If there is no such game, or it is damaged.
    pub fn game(&self, number: usize) -> Result<WthorGame> {
        let games = self.len();
        let game = number.checked_sub(1).and_then(|before| self.games().nth(before));
        game.with_context(|| format!("{}: game {number}: expected 1 to {games}", self.name))?
    }
}

fn read_game(record: &[u8]) -> Result<WthorGame> {
    let (&[t0, t1, b0, b1, w0, w1, black_discs, best_discs], moves) =
        record.split_first_chunk::<8>().context("a record that is too short")?;
    for discs in [black_discs, best_discs] {
        ensure!(discs <= 64, "{discs} discs: expected 0 to 64");
    }
    let mut game = Game::default();
    let played = moves.iter().position(|&code| code == 0).unwrap_or(moves.len());
    for (at, &code) in moves[..played].iter().enumerate() {
        let Some(square) = square(code) else {
            bail!("move {}: {code}: expected row and column, 11 to 88", at + 1);
        };
        if game.position().must_pass() {
            game.play(Move::Pass)?;
        }
        let side = game.position().side();
        ensure!(
            game.play(Move::Play(square)).is_ok(),
            "move {}: {square} is not legal for {side}",
            at + 1
        );
    }
    if let Some(after) = moves[played..].iter().position(|&code| code != 0) {
        bail!("move {}: a move after the end of the game: expected 0", played + after + 1);
    }
    Ok(WthorGame {
        tournament: u16::from_le_bytes([t0, t1]),
        black: u16::from_le_bytes([b0, b1]),
        white: u16::from_le_bytes([w0, w1]),
        black_discs,
        best_discs,
        game,
    })
}

/// A square as ten times its row and its column, both from 1.
fn square(code: u8) -> Option<Square> {
    let (row, column) = (usize::from(code / 10), usize::from(code % 10));
    Square::new(column.checked_sub(1)?, row.checked_sub(1)?)
}

fn code(square: Square) -> u8 {
    ((square.row() + 1) * 10 + square.column() + 1) as u8
}

/// Writes a file of games.
///
/// # Errors
/// If a game does not begin at the start position, for which the format has no place.
pub fn write(header: &Header, games: &[WthorGame]) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + games.len() * GAME_BYTES);
    let (year, month, day) = header.created;
    bytes.extend([(year / 100) as u8, (year % 100) as u8, month, day]);
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0; 2]);
    bytes.extend(header.year.to_le_bytes());
    bytes.extend([8, 0, header.depth, 0]);
    for (at, game) in games.iter().enumerate() {
        ensure!(
            game.game.start() == Position::default(),
            "game {}: begins at {}: expected the start position, WTHOR knows no other",
            at + 1,
            game.game.start()
        );
        for number in [game.tournament, game.black, game.white] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([game.black_discs, game.best_discs]);
        let moves = game.game.moves().iter().filter_map(|mv| mv.square()).map(code);
        bytes.extend(moves.chain(std::iter::repeat(0)).take(MOVES));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::random_games::random_game;

    /// A pass at the end is not written, so it would not come back.
    fn without_last_pass(mut game: Game) -> Game {
        while game.moves().last() == Some(&Move::Pass) {
            game.undo();
        }
        game
    }

    fn wthor_game(seed: u64, plies: usize) -> WthorGame {
        WthorGame {
            tournament: seed as u16,
            black: 7,
            white: 65_535,
            black_discs: (seed % 65) as u8,
            best_discs: 64,
            game: without_last_pass(random_game(seed, plies, Position::default())),
        }
    }

    const HEADER: Header = Header { created: (2026, 11, 30), year: 1999, depth: 24 };

    fn error(bytes: &[u8]) -> String {
        let result = Wthor::parse(bytes, "x.wtb").and_then(|file| file.games().collect());
        format!("{:#}", result.map(|_: Vec<WthorGame>| ()).unwrap_err())
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            games in prop::collection::vec((any::<u64>(), 0..130_usize), 0..6),
            year in any::<u16>(),
            depth in any::<u8>(),
        ) {
            let header = Header { year, depth, ..HEADER };
            let games: Vec<_> =
                games.into_iter().map(|(seed, plies)| wthor_game(seed, plies)).collect();
            let bytes = write(&header, &games).unwrap();
            let file = Wthor::parse(&bytes, "x.wtb").unwrap();
            prop_assert_eq!(*file.header(), header);
            prop_assert_eq!(file.len(), games.len());
            prop_assert_eq!(file.is_empty(), games.is_empty());
            let read: Vec<_> = file.games().collect::<Result<_>>().unwrap();
            prop_assert_eq!(read, games);
        }

        #[test]
        fn damaged_bytes_are_an_error_or_another_game(at in 0..152_usize, value in any::<u8>()) {
            let mut bytes = write(&HEADER, &[wthor_game(1, 99), wthor_game(2, 99)]).unwrap();
            bytes[at] = value;
            if let Ok(file) = Wthor::parse(&bytes, "x.wtb") {
                let _ = file.games().count();
            }
        }
    }

    #[test]
    fn a_file_as_the_federation_writes_it() {
        let mut bytes = vec![20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 0xCF, 0x07, 0, 0, 24, 0];
        bytes.extend([1, 0, 0x5A, 1, 0x4B, 3, 33, 31]);
        bytes.extend([56, 64, 33]);
        bytes.extend([0; 57]);
        let file = Wthor::parse(&bytes, "x.wtb").unwrap();
        assert_eq!(*file.header(), HEADER);
        let game = file.game(1).unwrap();
        assert_eq!(game.game.to_string(), "f5d6c3");
        assert_eq!((game.tournament, game.black, game.white), (1, 346, 843));
        assert_eq!((game.black_discs, game.best_discs), (33, 31));
        for number in [0, 2] {
            let error = file.game(number).unwrap_err().to_string();
            assert_eq!(error, format!("x.wtb: game {number}: expected 1 to 1"));
        }
    }

    #[test]
    fn errors_name_the_file_and_the_place() {
        let whole = write(&HEADER, &[wthor_game(1, 99), wthor_game(2, 99)]).unwrap();
        assert_eq!(error(&whole[..9]), "x.wtb: 9 bytes: expected a WTHOR header of 16");
        assert_eq!(
            error(&whole[..100]),
            "x.wtb: 100 bytes, 1 whole games: expected the 2 games of its header"
        );
        let with = |at: usize, value: u8| {
            let mut bytes = whole.clone();
            bytes[at] = value;
            error(&bytes)
        };
        assert_eq!(with(12, 10), "x.wtb: byte 12: board size 10: expected games of 8x8 (0 or 8)");
        assert_eq!(with(13, 1), "x.wtb: byte 13: kind 1: expected a file of games (0)");
        let second = HEADER_BYTES + GAME_BYTES;
        assert_eq!(with(second + 6, 65), "x.wtb: game 2: 65 discs: expected 0 to 64");
        assert_eq!(with(second + 8, 11), "x.wtb: game 2: move 1: a1 is not legal for black");
        assert_eq!(
            with(second + 9, 90),
            "x.wtb: game 2: move 2: 90: expected row and column, 11 to 88"
        );
        assert_eq!(
            with(second + 9, 0),
            "x.wtb: game 2: move 3: a move after the end of the game: expected 0"
        );
    }

    #[test]
    fn only_games_from_the_start_can_be_written() {
        let start = random_game(3, 4, Position::default()).position();
        let game = WthorGame { game: Game::from_position(start), ..wthor_game(1, 0) };
        let error = write(&HEADER, &[game]).unwrap_err().to_string();
        assert!(error.starts_with("game 1: begins at "), "{error}");
    }

    /// Every published game of years with few games, if `WEDGE_SHARED_DATA` says where they are, and
    /// the program's own games otherwise.
    #[test]
    fn published_games_are_played_through_and_written_back() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/own-games.wtb");
        let shared = std::env::var_os("WEDGE_SHARED_DATA");
        let files = shared.map_or_else(
            || vec![own],
            |folder| {
                let files = fs::read_dir(Path::new(&folder).join("wthor")).unwrap();
                let paths = files.map(|file| file.unwrap().path());
                // Quick enough for every run.
                paths.filter(|path| fs::metadata(path).unwrap().len() <= 150_000).collect()
            },
        );
        let mut finished = (0, 0);
        for path in files {
            let file = Wthor::parse(&std::fs::read(&path).unwrap(), "games").unwrap();
            let games: Vec<_> = file.games().collect::<Result<_>>().unwrap();
            for game in games.iter().filter(|game| game.game.is_over()) {
                let margin = game.game.position().result_for_black();
                finished.0 += usize::from(2 * i32::from(game.black_discs) - 64 == margin);
                finished.1 += 1;
            }
            let again = write(file.header(), &games).unwrap();
            let again = Wthor::parse(&again, "again").unwrap();
            assert_eq!(file.records, again.records, "{}", path.display());
        }
        let (agreed, all) = finished;
        assert!(all > 0, "no game was played to the end");
        assert!(agreed * 100 >= all * 99, "the result is on the board in {agreed} of {all} games");
    }
}
