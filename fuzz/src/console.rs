//! The console's line buffer, saved games and journal.

use wedge_console::engine::{Eight, Six};
use wedge_console::{Flash, Journal, LineBuffer, LineError, SavedGame};

const LINE: usize = 16;

/// The line buffer against a simple reference, byte by byte.
pub fn line_buffer(input: &[u8]) {
    let mut buffer = LineBuffer::<LINE>::new();
    let mut line = String::new();
    let mut fault = None;
    for &byte in input {
        // Stands for bytes that the receiver lost.
        if byte == 0xFE {
            buffer.mark_lost();
            fault = fault.or(Some(LineError::Lost));
            continue;
        }
        let result = buffer.push(byte).map(|line| line.map(str::to_owned));
        let expected = match byte {
            b'\n' | b'\r' => {
                let ended = std::mem::take(&mut line);
                Some(fault.take().map_or(Ok(ended), Err))
            }
            0x08 | 0x7F => {
                line.pop();
                None
            }
            0x15 => {
                line.clear();
                fault = None;
                None
            }
            0x80.. => {
                fault = fault.or(Some(LineError::NotAscii { byte }));
                None
            }
            _ if line.len() == LINE => {
                fault = fault.or(Some(LineError::TooLong { max: LINE }));
                None
            }
            _ => {
                line.push(byte.into());
                None
            }
        };
        assert_eq!(result, expected);
    }
}

/// The checksum of saved games, written independently of the console's.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)))
    })
}

fn check_saved_game(saved: &SavedGame) {
    if let Some((game, settings)) = saved.load::<Eight>() {
        assert_eq!(SavedGame::new(&game, &settings).load::<Eight>(), Some((game, settings)));
        assert!(saved.load::<Six>().is_none());
    }
}

/// Simulated flash with any content.
struct SimulatedFlash(Vec<u64>);

impl Flash for &mut SimulatedFlash {
    const PAGES: usize = 2;
    const PAGE_WORDS: usize = 64;

    fn read(&self, at: usize) -> u64 {
        self.0[at]
    }

    fn write(&mut self, at: usize, word: u64) -> bool {
        // Flash can clear bits, not set them.
        self.0[at] &= word;
        self.0[at] == word
    }

    fn erase(&mut self, page: usize) -> bool {
        self.0[page * 64..][..64].fill(u64::MAX);
        true
    }
}

/// Saved games and journals of any content: they give a legal game or none, and the journal saves the
/// next game.
pub fn saved_game(input: &[u8]) {
    let mut bytes = [0; SavedGame::SIZE];
    let length = input.len().min(bytes.len());
    bytes[..length].copy_from_slice(&input[..length]);
    let saved = SavedGame::from_bytes(bytes);
    check_saved_game(&saved);
    // The same with a valid checksum.
    let (body, sum) = bytes.split_at_mut(SavedGame::SIZE - 4);
    sum.copy_from_slice(&crc32(body).to_le_bytes());
    check_saved_game(&SavedGame::from_bytes(bytes));
    let (words, _) = input.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut chip = SimulatedFlash(words.chain(std::iter::repeat(u64::MAX)).take(128).collect());
    if chip.0.contains(&u32::MAX.into()) {
        return; // The last sequence number: flash wears out before it is reached.
    }
    let found = Journal::open(&mut chip).1;
    let (mut journal, again) = Journal::open(&mut chip);
    assert_eq!(found, again);
    let game = "f5d6c3".parse().expect("a game");
    let new = SavedGame::new::<Eight>(&game, &wedge_console::Settings::default());
    assert!(journal.save(&new));
    assert_eq!(Journal::open(&mut chip).1, Some(new));
}
