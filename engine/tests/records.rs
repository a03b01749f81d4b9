//! Games that others played replay by the rules, to the score that was recorded.

use std::path::Path;

use wedge_engine::reference::ArrayBoard;
use wedge_engine::{Color, Eight, Move, Position, SplitMix64, Square};

/// A game as a record keeps it: the squares in order, without passes, and black's final discs,
/// the empty squares given to the winner.
struct Record {
    squares: Vec<Square>,
    black: i32,
}

/// Replays a record by the fast rules; says what is wrong with it, or whether the game was played
/// to its end. A game that broke off (time, a resignation) was scored by the arbiter.
fn replay(record: &Record) -> Result<bool, String> {
    let mut position = Position::start();
    for (at, &square) in record.squares.iter().enumerate() {
        if position.must_pass() {
            position = position.play(Move::Pass).ok_or("no pass")?;
        }
        let next = position.play(Move::Play(square));
        position = next.ok_or_else(|| format!("move {}, {square}, in {position}", at + 1))?;
    }
    let result = position.result_for_black();
    if !position.board().is_over() {
        Ok(false)
    } else if result == 2 * record.black - 64 {
        Ok(true)
    } else {
        Err(format!("{} black discs recorded, but the result is {result}", record.black))
    }
}

/// The games of a WTHOR file: a header of 16 bytes, then 68 bytes a game.
fn wthor(bytes: &[u8]) -> Vec<Record> {
    let square = |&number: &u8| {
        let (row, column) = (usize::from(number / 10), usize::from(number % 10));
        Square::new(column - 1, row - 1).unwrap()
    };
    bytes[16..]
        .chunks_exact(68)
        .map(|game| Record {
            squares: game[8..].iter().take_while(|&&number| number != 0).map(square).collect(),
            black: game[6].into(),
        })
        .collect()
}

/// Games of our own, played and counted by the array board.
fn random_records(games: u64) -> Vec<Record> {
    (0..games)
        .map(|seed| {
            let mut squares = Vec::new();
            let mut random = SplitMix64::new(seed);
            let mut last = ArrayBoard::<Eight>::new(&Position::initial());
            while !last.is_over() {
                let legal = last.legal_moves();
                let pick = random.below(legal.len()) as usize;
                last = match legal.into_iter().nth(pick) {
                    Some(square) => {
                        squares.push(square);
                        last.play(square).unwrap()
                    }
                    None => last.pass(),
                };
            }
            let (black, white) = (last.count(Color::Black), last.count(Color::White));
            let empties = 64 - black - white;
            let black = match black.cmp(&white) {
                std::cmp::Ordering::Less => black,
                std::cmp::Ordering::Equal => 32,
                std::cmp::Ordering::Greater => black + empties,
            };
            Record { squares, black: black as i32 }
        })
        .collect()
}

#[test]
fn real_games_replay_to_their_recorded_score() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/wthor");
    let mut records = Vec::new();
    if let Ok(files) = std::fs::read_dir(&folder) {
        for file in files {
            records.extend(wthor(&std::fs::read(file.unwrap().path()).unwrap()));
        }
        assert!(records.len() > 100_000, "{} games", records.len());
    } else {
        println!("no tournament games in {}: 2,000 random games instead", folder.display());
        records = random_records(2_000);
    }
    let finished = records.iter().filter(|record| replay_or_panic(record)).count();
    println!("{} games replayed, {finished} of them to the end", records.len());
    assert!(finished * 100 > records.len() * 99, "{finished} of {} finished", records.len());
    // The check must be able to fail: no record survives a wrong count or a lost first move.
    for record in records.iter().filter(|record| replay_or_panic(record)).take(100) {
        let squares = record.squares.clone();
        assert!(replay(&Record { squares, black: record.black + 1 }).is_err());
        assert!(replay(&Record { squares: record.squares[1..].into(), ..*record }).is_err());
    }
}

#[track_caller]
fn replay_or_panic(record: &Record) -> bool {
    replay(record).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn games_of_the_reference_replay_by_the_fast_rules() {
    assert!(random_records(500).iter().all(replay_or_panic));
}
