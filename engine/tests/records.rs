//! Games that others played replay by the rules, to the score that was recorded.

use std::path::Path;

use wedge_engine::reference::ArrayBoard;
use wedge_engine::{Color, Eight, Game, Move, Position, SplitMix64, Square};

/// A game as a record keeps it: the squares in order, without passes, and black's final discs,
/// the empty squares given to the winner.
struct Record {
    squares: Vec<Square>,
    black: i32,
}

/// Replays a record by the fast rules; says what is wrong with it, or whether the game was played
/// to its end. A game that broke off (time, a resignation) was scored by the arbiter.
fn replay(record: &Record) -> Result<bool, String> {
    let mut position = Position::default();
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
            let mut last = ArrayBoard::<Eight>::new(&Position::start());
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
    let mut records = Vec::new();
    if let Some(folder) = std::env::var_os("WEDGE_SHARED_DATA") {
        for file in std::fs::read_dir(Path::new(&folder).join("wthor")).unwrap() {
            records.extend(wthor(&std::fs::read(file.unwrap().path()).unwrap()));
        }
        assert_eq!(records.len(), 127_205, "games");
    } else {
        println!("WEDGE_SHARED_DATA is not set: 2,000 random games instead");
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

/// Every game of the first nine plies, by the fast rules and the slow ones side by side: the same
/// moves are legal in every position, and the transcript of every game leads where the game led.
#[test]
fn every_game_of_nine_plies_replays() {
    fn walk(game: &mut Game, slow: &ArrayBoard<Eight>, plies: usize, games: &mut u64) {
        let position = game.position();
        assert_eq!(slow.position(), position, "{game}");
        if plies == 0 || game.is_over() {
            let mut again: Game = game.to_string().parse().expect("a transcript");
            // A pass is a ply of the tree; after the last square it is not written.
            if game.moves().last() == Some(&Move::Pass) {
                again.play(Move::Pass).expect("a pass");
            }
            assert_eq!(again, *game);
            *games += 1;
            return;
        }
        let legal = position.board().legal_moves();
        assert_eq!(slow.legal_moves(), legal, "{game}");
        if legal.is_empty() {
            game.play(Move::Pass).expect("a pass");
            walk(game, &slow.pass(), plies - 1, games);
            game.undo();
        }
        for square in legal {
            game.play(Move::Play(square)).expect("a legal move");
            walk(game, &slow.play(square).expect("legal by the slow rules"), plies - 1, games);
            game.undo();
        }
    }
    let mut games = 0;
    walk(&mut Game::default(), &ArrayBoard::new(&Position::default()), 9, &mut games);
    // As every Othello program counts them; those that end before are among them.
    assert_eq!(games, 3_005_288);
}

#[test]
fn games_of_the_reference_replay_by_the_fast_rules() {
    assert!(random_records(500).iter().all(replay_or_panic));
}
