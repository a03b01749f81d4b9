//! What only the board has: a line editor, and games that outlive a reset.

use wedge_console::engine::{Eight, Six};
use wedge_console::{Flash, Journal, LineBuffer, LineError, SavedGame};

const LINE: usize = 16;

/// The chip's line editor, byte by byte, against a plain list of characters.
pub fn console(input: &[u8]) {
    let mut console = LineBuffer::<LINE>::new();
    let mut line = String::new();
    let mut fault = None;
    for &byte in input {
        // Not a key: the receiver lost something.
        if byte == 0xFE {
            console.mark_lost();
            fault = fault.or(Some(LineError::Lost));
            continue;
        }
        let told = console.push(byte).map(|line| line.map(str::to_owned));
        let wanted = match byte {
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
        assert_eq!(told, wanted);
    }
}

/// The checksum of saved games.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)))
    })
}

fn legal_or_nothing(saved: &SavedGame) {
    if let Some((game, settings)) = saved.load::<Eight>() {
        assert_eq!(SavedGame::new(&game, &settings).load::<Eight>(), Some((game, settings)));
        assert!(saved.load::<Six>().is_none());
    }
}

/// Flash that holds anything.
struct Chip(Vec<u64>);

impl Flash for &mut Chip {
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

/// Saved games, and flash pages of them, that may be anything: a legal game or none, and whatever
/// was there, the next game is kept.
pub fn saved(input: &[u8]) {
    let mut bytes = [0; SavedGame::SIZE];
    let length = input.len().min(bytes.len());
    bytes[..length].copy_from_slice(&input[..length]);
    let saved = SavedGame::from_bytes(bytes);
    legal_or_nothing(&saved);
    // The same with the right checksum, to get past it.
    let (body, sum) = bytes.split_at_mut(SavedGame::SIZE - 4);
    sum.copy_from_slice(&crc32(body).to_le_bytes());
    legal_or_nothing(&SavedGame::from_bytes(bytes));
    let (words, _) = input.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut chip = Chip(words.chain(std::iter::repeat(u64::MAX)).take(128).collect());
    if chip.0.contains(&u32::MAX.into()) {
        return; // The last number there is: no flash outlives that many games.
    }
    let found = Journal::open(&mut chip).1;
    let (mut journal, again) = Journal::open(&mut chip);
    assert_eq!(found, again);
    let game = "f5d6c3".parse().expect("a game");
    let new = SavedGame::new::<Eight>(&game, &wedge_console::Settings::default());
    assert!(journal.save(&new));
    assert_eq!(Journal::open(&mut chip).1, Some(new));
}
