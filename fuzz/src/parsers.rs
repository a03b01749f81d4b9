//! Every parser of a text or a file: it gives an error, or a value that round-trips.

use std::fmt::Display;

use host_sim::arena::GameRow;
use host_sim::formats::rows::{MoveRow, PositionRow, SolveRow};
use host_sim::formats::suite;
use host_sim::io::csv_file::{Row, parse_rows};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wedge_engine::reference::ArrayBoard;
use wedge_engine::{Eight, Game, Move, Obf, Position, Six, Size};
use wedge_formats::wthor::{self, Wthor, WthorGame};
use wedge_formats::{game_log, ggf, sgf};

/// The bytes as text, with invalid UTF-8 replaced.
fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Checks that an error has a message.
fn check_message(error: impl Display) {
    let error = format!("{error:#}");
    assert!(!error.is_empty());
}

/// Positions of both board sizes as one line of text.
pub fn board(input: &[u8]) {
    fn read<S: Size>(text: &str) {
        match text.parse::<Position<S>>() {
            Ok(position) => {
                let written = position.to_string();
                assert_eq!(written.parse(), Ok(position));
                assert_eq!(ArrayBoard::new(&position).position(), position);
                assert!(position.picture().to_string().lines().count() == S::SIDE + 2);
            }
            Err(error) => check_message(error),
        }
    }
    let text = text(input);
    read::<Eight>(&text);
    read::<Six>(&text);
}

/// Transcripts of games.
pub fn transcript(input: &[u8]) {
    fn read<S: Size>(text: &str) {
        match text.parse::<Game<S>>() {
            Ok(game) => {
                let mut again: Game<S> = game.to_string().parse().expect("a round trip");
                // A transcript omits a pass after the last move.
                if again.moves().len() < game.moves().len() {
                    again.play(Move::Pass).expect("the omitted pass");
                }
                assert_eq!(again, game);
                let mut slow = ArrayBoard::new(&game.start());
                for mv in game.moves() {
                    slow = match mv {
                        Move::Play(square) => slow.play(*square).expect("legal by the slow rules"),
                        Move::Pass => slow.pass(),
                    };
                }
                assert_eq!(slow.position(), game.position());
            }
            Err(error) => check_message(error),
        }
    }
    let text = text(input);
    read::<Eight>(&text);
    read::<Six>(&text);
    // What is read from a pasted text is a game whose transcript reads the same.
    match wedge_formats::pasted::read(&text) {
        Ok(record) => {
            let again = wedge_formats::pasted::read(&record.game.to_string());
            assert_eq!(again.expect("a round trip").game.to_string(), record.game.to_string());
        }
        Err(error) => check_message(error),
    }
}

/// OBF lines, and files of positions.
pub fn obf(input: &[u8]) {
    let text = text(input);
    for line in text.lines() {
        match Obf::<Eight>::parse(line) {
            Ok(Some(obf)) => {
                for (mv, score) in obf.scores() {
                    assert!(obf.position().play(mv).is_some() && score.abs() <= 64);
                }
            }
            Ok(None) => {}
            Err(error) => check_message(error),
        }
    }
    match suite::parse::<Eight>(&text, "file") {
        Ok(problems) => {
            for problem in problems {
                assert!(!problem.name.is_empty());
            }
        }
        Err(error) => check_message(error),
    }
    if let Err(error) = suite::parse::<Six>(&text, "file") {
        check_message(error);
    }
}

/// GGF: games round-trip.
pub fn ggf(input: &[u8]) {
    match ggf::read(&text(input)) {
        Ok(games) => {
            let written: String = games.iter().map(|game| game.to_string() + "\n").collect();
            assert_eq!(ggf::read(&written).expect("a round trip"), games);
        }
        Err(error) => check_message(error),
    }
}

/// SGF: games round-trip.
pub fn sgf(input: &[u8]) {
    let text = text(input);
    match sgf::read(&text) {
        Ok(games) => {
            assert!(sgf::is_sgf(&text));
            let written: String = games.iter().map(|game| sgf::write(game) + "\n").collect();
            assert_eq!(sgf::read(&written).expect("a round trip"), games);
        }
        Err(error) => check_message(error),
    }
}

/// WTHOR files: damaged games are errors, and the others round-trip.
pub fn wthor(input: &[u8]) {
    match Wthor::parse(input, "file.wtb") {
        Ok(file) => {
            let mut good = Vec::new();
            for game in file.games() {
                match game {
                    Ok(game) => good.push(game),
                    Err(error) => check_message(error),
                }
            }
            let bytes = wthor::write(file.header(), &good).expect("games from the start");
            let again = Wthor::parse(&bytes, "again.wtb").expect("a round trip");
            let games: Vec<WthorGame> = again.games().collect::<Result<_, _>>().expect("the same");
            assert_eq!(games, good);
        }
        Err(error) => check_message(error),
    }
}

/// The CSV files of `host-sim`.
pub fn csv(input: &[u8]) {
    let text = text(input);
    rows::<PositionRow>(&text);
    rows::<MoveRow>(&text);
    rows::<SolveRow>(&text);
    rows::<GameRow>(&text);
}

fn rows<R: Row + Serialize + DeserializeOwned>(text: &str) {
    match parse_rows::<R>(text, "file.csv") {
        // Times lose digits when written, so the comparison is between two written texts.
        Ok(rows) => {
            let once = written(&rows);
            let again = parse_rows::<R>(&once, "again.csv").expect("a round trip");
            assert_eq!(again.len(), rows.len());
            assert_eq!(written(&again), once);
        }
        Err(error) => check_message(error),
    }
}

fn written<R: Row + Serialize>(rows: &[R]) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.write_record(R::HEADER).expect("memory");
    rows.iter().for_each(|row| writer.serialize(row).expect("memory"));
    String::from_utf8(writer.into_inner().expect("memory")).expect("text")
}

/// Game logs.
pub fn log(input: &[u8]) {
    let text = text(input);
    if let Err(error) = game_log::read::<Eight>(&text) {
        check_message(error);
    }
    if let Err(error) = game_log::read::<Six>(&text) {
        check_message(error);
    }
}
