use std::io::{BufRead, BufReader, Write, pipe};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

/// The session in the protocol's description, and one of every other command, as a GUI sends them.
const DIALOGUE: &str = include_str!("../../../tests/fixtures/nboard.txt");

fn table() -> HeapTable {
    HeapTable::new("12".parse().unwrap()).unwrap()
}

/// Everything that is said in answer to lines that each wait for the one before to be answered.
fn talk(lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    answer_all(&Setup::default(), &table(), lines.iter().copied(), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

/// What was said, with the numbers that depend on machine and evaluation replaced by `#`.
fn shape(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    match words[0].as_str() {
        "search" | "nodestats" => words[1..].fill("#".into()),
        "analysis" => words[2] = "#".into(),
        "===" => words[1] = "#".into(),
        _ => {}
    }
    words.join(" ")
}

/// `< ` lines of the fixture go in, `> ` lines must come out; `search` and `nodestats` lines may
/// come between any two.
#[test]
fn a_dialogue_after_the_protocols_description() {
    let sent: Vec<&str> = DIALOGUE.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    let wanted: Vec<&str> = DIALOGUE.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let said = talk(&sent);
    let version = env!("CARGO_PKG_VERSION");
    let kept = said.iter().map(|line| shape(line).replace(version, "VERSION"));
    let kept: Vec<String> =
        kept.filter(|line| !line.starts_with("search") && !line.starts_with("nodestats")).collect();
    assert_eq!(kept, wanted);
}

#[test]
fn go_does_not_make_the_move() {
    let said = talk(&["set depth 3", "go", "go", "move F5", "go"]);
    let moves: Vec<&str> =
        said.iter().filter_map(|line| line.strip_prefix("=== ")?.split('/').next()).collect();
    assert_eq!(moves.len(), 3);
    let start = Position::default();
    let after = start.play(Move::Play("f5".parse().unwrap())).unwrap();
    for (mv, position) in moves.iter().zip([start, start, after]) {
        let (mv, _) = ggf::read_move(mv).unwrap();
        assert!(position.play(mv).is_some(), "{mv}");
    }
}

#[test]
fn passes_are_said_and_taken() {
    // Black has no move; white plays c1.
    let board = "O*------------------------------------------------------------*O *";
    let game = format!("set game (;GM[Othello]BO[8 {board}];)");
    assert_eq!(talk(&[&game, "go"]), ["=== PA"]);
    for moves in [["move PA", "move C1"].as_slice(), &["move C1"]] {
        let lines = [&[game.as_str()], moves, &["analyze"]].concat();
        let said = talk(&lines);
        let analysis: Vec<_> = said.iter().filter(|line| line.starts_with("analysis")).collect();
        assert_eq!(analysis.len(), 3, "a pass counts as a move: {said:?}");
    }
    let said = talk(&[&game, "hint 3"]);
    let first = said.iter().find(|line| line.starts_with("search")).unwrap();
    assert!(first.starts_with("search PA"), "{first}");
}

#[test]
fn hints_are_the_best_moves_first_and_end_exact() {
    let game = "set game (;GM[Othello]BO[8 *****-*-OOOO****OOO*****OO*****-OO**O**-OOO*OO**OOOOOO-*\
                -OOOOOO- *];)";
    let said = talk(&["set depth 4", game, "hint 2"]);
    let searches: Vec<Vec<&str>> = said
        .iter()
        .filter_map(|line| Some(line.strip_prefix("search ")?.split(' ').collect()))
        .collect();
    let last = &searches[searches.len() - 2..];
    assert!(last.iter().all(|words| words[3] == "100%"), "{said:?}");
    assert_ne!(last[0][0][..2], last[1][0][..2]);
    let score = |words: &[&str]| words[1].parse::<f64>().unwrap();
    assert!(score(&last[0]) >= score(&last[1]), "{said:?}");
    // What a plain search to the end says of the same position.
    let position: Position =
        game.split_once("BO[8 ").unwrap().1.split_once(']').unwrap().0.parse().unwrap();
    let table = table();
    let report = Setup::default().searcher(&table).think(&position, &Limits::EXACT, &mut ());
    assert!((score(&last[0]) - discs(report.score)).abs() < 1e-9, "{said:?}");
}

#[test]
fn what_is_wrong_is_said_and_the_session_goes_on() {
    let said = talk(&[
        "move A1",
        "set depth 0",
        "hint x",
        "set game (;GM[Othello]B[A1];)",
        "dance",
        "set contempt 5",
        "ping 7",
        "quit",
    ]);
    assert_eq!(
        said,
        [
            "status move A1: move 1: a1 is not legal for black",
            "status set depth 0: expected plies from 1 on",
            "status hint x: expected the number of moves",
            "status set game (;GM[Othello]B[A1];): game 1: line 1: B[A1]: move 1: a1 is not legal \
             for black",
            "pong 7",
        ]
    );
}

#[test]
fn the_clock_of_the_game_is_kept() {
    let table = table();
    let mut out = Vec::new();
    let mut session = Session::new(Setup::default().searcher(&table), Inbox::empty(), &mut out);
    session.command("set", "game (;GM[Othello]TI[1:00/0:01]B[F5//50]W[D6//1];)").unwrap();
    let limits = session.clocked(Limits::depth(12));
    assert_eq!(limits.depth, 12);
    assert!(limits.hard_ms < 11_000, "{limits:?}: 61 s less 50 s are left");
    session.command("move", "C3").unwrap();
    let white = session.clocked(Limits::depth(12));
    assert!(white.hard_ms > limits.hard_ms, "{white:?}");
    // Sixteen nines of minutes: more milliseconds than there are numbers for.
    let huge = "game (;GM[Othello]TI[9999999999999999:00/9999999999999999:00]B[F5]W[D6];)";
    session.command("set", huge).unwrap();
    assert!(session.clocked(Limits::depth(12)).hard_ms > 1 << 60);
    session.command("set", "game (;GM[Othello]TI[0:00];)").unwrap();
    assert_eq!(session.clocked(Limits::EXACT), Limits::EXACT);
}

proptest! {
    /// Whatever a GUI sends, the session goes on.
    #[test]
    fn anything_is_survived(lines in prop::collection::vec(
        prop_oneof![
            "(set|move|hint|learn|nboard|ping|dance) [ -~]{0,20}",
            "set game \\(;GM\\[Othello\\](B|W|BO|TI)\\[[A-H0-9:/ *-]{0,9}\\];\\)",
            "move [a-hA-H][1-8]",
        ],
        0..12,
    )) {
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        // Hints are deep unless told otherwise.
        lines.insert(0, "set depth 1");
        lines.retain(|line| !line.starts_with("set depth") || *line == "set depth 1");
        lines.push("ping 77");
        prop_assert_eq!(talk(&lines).pop(), Some("pong 77".to_owned()));
    }
}

/// A search that would take for ever, and a ping.
#[test]
fn a_ping_ends_a_search() {
    let (input, mut gui) = pipe().unwrap();
    let (answers, mut out) = pipe().unwrap();
    let engine = thread::spawn(move || {
        let table = table();
        let inbox = Inbox::new(BufReader::new(input));
        Session::new(Setup::default().searcher(&table), inbox, &mut out).run().unwrap();
    });
    let mut answers = BufReader::new(answers).lines().map(|line| line.unwrap());
    for (command, ends) in [("go", "=== "), ("hint 5", "status"), ("analyze", "status")] {
        writeln!(gui, "set depth 40\n{command}").unwrap();
        let started = answers.find(|line| line.starts_with("status Wedge is")).unwrap();
        thread::sleep(Duration::from_millis(50));
        let asked = Instant::now();
        writeln!(gui, "ping 3").unwrap();
        let after: Vec<String> = answers.by_ref().take_while(|line| line != "pong 3").collect();
        assert!(asked.elapsed() < Duration::from_secs(2), "{command}: {:?}", asked.elapsed());
        assert!(after.last().unwrap().starts_with(ends), "{started}: {after:?}");
    }
    drop(gui);
    engine.join().unwrap();
}

/// After the move that it named, the other side thinks for a while: then the next move takes fewer
/// nodes than without pondering, and quitting takes no time.
#[test]
fn it_ponders_after_its_move() {
    let nodes = |ponders: bool| {
        let (input, mut gui) = pipe().unwrap();
        let (answers, mut out) = pipe().unwrap();
        let engine = thread::spawn(move || {
            let table = HeapTable::new("18".parse().unwrap()).unwrap();
            let inbox = Inbox::new(BufReader::new(input));
            let mut session = Session::new(Setup::default().searcher(&table), inbox, &mut out);
            session.ponders = ponders;
            session.run().unwrap();
        });
        let mut answers = BufReader::new(answers).lines().map(|line| line.unwrap());
        let mut go = |gui: &mut dyn Write| {
            writeln!(gui, "go").unwrap();
            let mut nodes = 0;
            loop {
                let line = answers.next().unwrap();
                if let Some(told) = line.strip_prefix("nodestats ") {
                    nodes = told.split(' ').next().unwrap().parse::<u64>().unwrap();
                } else if let Some(told) = line.strip_prefix("=== ") {
                    return (told.split('/').next().unwrap().to_owned(), nodes);
                }
            }
        };
        writeln!(gui, "set depth 10\nmove F5\nmove D6\nmove C3").unwrap();
        let (named, _) = go(&mut gui);
        writeln!(gui, "move {named}").unwrap();
        thread::sleep(Duration::from_millis(500));
        let reply = if named == "C4" { "C6" } else { "C4" };
        writeln!(gui, "move {reply}").unwrap();
        let (_, nodes) = go(&mut gui);
        let asked = Instant::now();
        writeln!(gui, "move D2\nquit").unwrap();
        engine.join().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        nodes
    };
    let (alone, pondered) = (nodes(false), nodes(true));
    assert!(pondered < alone, "{pondered} nodes after pondering, {alone} without");
}
