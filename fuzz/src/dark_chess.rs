//! Dark chess: notation, records and the numbered protocol.

use host_sim::dark_chess::protocol;
use wedge_dark_chess::{
    Action, Evaluator, Game, MAX_EVALUATION, Original, Ply, Position, Record, Relations, Rules,
    Square, WIN, zobrist,
};

/// The most lines of a session, to bound the time of an input.
const MAX_LINES: usize = 40;

/// Positions: an error with a message, or a value that round-trips and whose legal actions are those
/// that it lists.
pub fn dark_chess_position(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let position: Position = match text.parse() {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    assert_eq!(position.picture().to_string().lines().count(), 9);
    assert_eq!(position.hash(), zobrist::hash(&position));
    let actions = position.actions();
    assert_eq!(actions.len(), position.count_actions() as usize);
    for from in Square::all() {
        for to in Square::all() {
            let action = Action::step(from, to);
            assert_eq!(actions.contains(&action), position.is_legal(action), "{position} {action}");
        }
    }
    assert!(Relations.evaluate(&position, Rules::default()).abs() <= MAX_EVALUATION);
    assert!(Original.evaluate(&position, Rules::default()).abs() < WIN);
    for action in actions.iter().filter(|action| !action.is_flip()) {
        let next = position.after(Ply::Step(action.from(), action.to())).expect("a legal move");
        assert_eq!(next.hash(), zobrist::hash(&next));
    }
}

/// Records: every word round-trips, and a replay gives a game or says what is wrong.
pub fn dark_chess_record(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for line in text.lines() {
        match Record::parse(line) {
            Ok(record) => {
                for ply in record.plies() {
                    assert_eq!(ply.to_string().parse(), Ok(ply));
                }
                match record.replay() {
                    Ok(replay) => {
                        assert_eq!(replay.game.ending(), Some(record.ending));
                        assert_eq!(replay.game.plies() as usize, record.plies().count());
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            Err(error) => assert!(error.word > 0 && !error.to_string().is_empty()),
        }
    }
}

/// The protocol: every line that is not empty gets one answer, the game stays legal, and the next
/// line works.
pub fn dark_chess_protocol(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let quits = |line: &&str| line.split_whitespace().next() == Some("5");
    let lines = text.lines().take_while(|line| !quits(line)).take(MAX_LINES);
    let lines: Vec<&str> = lines.chain(["7 reset_board", "12 genmove unknown"]).collect();
    let (answers, game) = protocol::answer_all(lines.iter().copied()).expect("memory");
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        assert_eq!(answer.is_empty(), line.trim().is_empty(), "{line:?}: {answer:?}");
        assert!(answer.is_empty() || answer.starts_with(['=', '?']), "{line:?}: {answer:?}");
    }
    assert!(answers.last().is_some_and(|answer| answer.starts_with("=12 ")), "{answers:?}");
    assert_eq!(game.plies(), Game::default().plies());
}
