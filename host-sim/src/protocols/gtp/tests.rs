use std::io::{BufRead, BufReader, Cursor, Lines, PipeReader, PipeWriter, pipe};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use wedge_engine::{Eight, Six};

use super::*;

/// The usual session, with a small table.
fn session() -> SessionOptions {
    SessionOptions {
        limit: None,
        strength: Strength::default(),
        seed: 0,
        book: Some(Book::built_in()),
        clock_rule: ClockRule::Plan,
        ponder: false,
        setup: Setup { tt_bits: "10".parse().unwrap(), ..Setup::default() },
    }
}

/// A session without a book that searches to this depth.
fn depth(plies: u8) -> SessionOptions {
    SessionOptions { limit: Some(Limit::Depth(plies)), book: None, ..session() }
}

/// The answers to a dialogue, one string each.
fn answers(options: &SessionOptions, lines: &[&str]) -> Vec<String> {
    answers_on::<Eight>(options, Some(load_sgf), lines)
}

fn answers_on<S: Size>(
    options: &SessionOptions,
    load: Option<Load<S>>,
    lines: &[&str],
) -> Vec<String> {
    let mut out = Vec::new();
    let inbox = Inbox::new(Cursor::new(lines.join("\n")));
    serve(options, load, inbox, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert!(out.ends_with("\n\n"), "{out}");
    out.trim_end_matches('\n').split("\n\n").map(str::to_owned).collect()
}

#[test]
fn every_command_that_controllers_send_is_there() {
    let commands = answers(&session(), &["list_commands"]).concat();
    for command in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "time_settings",
        "time_left",
        "set_game",
        "list_games",
        "loadsgf",
        "showboard",
        "final_score",
        "hint",
        "last_search",
        "solve",
        "transcript",
    ] {
        assert!(commands.trim_start_matches("= ").lines().any(|line| line == command));
    }
    // Every command is in the documentation.
    let explained = include_str!("../../../../docs/guide/protocols.md");
    for command in commands.trim_start_matches("= ").lines() {
        assert!(explained.contains(&format!("`{command}")), "{command}");
    }
    let small =
        answers_on::<Six>(&session(), None, &["boardsize 6", "known_command loadsgf", "genmove b"]);
    assert_eq!(small[..2], ["= ", "= false"]);
}

/// A player that repeats the moves of the recorded dialogue.
struct Recorded(Vec<Move>, Game);

impl Player for Recorded {
    fn game(&mut self) -> &mut Game {
        &mut self.1
    }

    fn think(&mut self, position: &Position, _limits: &Limits) -> Report {
        let search = &mut wedge_engine::Search::new(
            crate::engine::eval::Eval::default(),
            None,
            wedge_engine::Options::default(),
        );
        let mut report = search.think(position, &Limits::depth(1), &mut ());
        report.best = self.0.remove(0);
        report
    }

    fn commands(&self) -> &'static [&'static str] {
        COMMANDS
    }
}

/// The commands that Quarry sent, the `> ` lines of its log, and the answers.
#[test]
fn a_game_that_was_played_in_quarry() {
    let recorded = include_str!("../../../tests/fixtures/quarry.txt");
    let dialogue = recorded.lines().filter(|line| line.starts_with(['>', ' ']));
    let mut talk: Vec<(&str, String)> = Vec::new();
    for line in dialogue {
        match (line.strip_prefix("> "), talk.last_mut()) {
            (Some(command), _) => talk.push((command, String::new())),
            (None, Some((_, answer))) => *answer = answer.clone() + line.trim() + "\n",
            (None, None) => {}
        }
    }
    let of_engine = talk.iter().filter(|(command, _)| command.starts_with("genmove"));
    let moves = of_engine.map(|(_, answer)| answer[2..].trim().parse().unwrap());
    let mut player = Recorded(moves.collect(), Game::default());
    assert!(player.0.len() >= 5, "{} moves", player.0.len());
    let mut gtp = Gtp::new(0);
    for (command, wanted) in talk {
        let mut answer = String::new();
        let _ = gtp.answer(command, &mut player, &mut answer).unwrap();
        let answer: String = answer.lines().map(|line| line.trim().to_owned() + "\n").collect();
        assert_eq!(answer.replace(env!("CARGO_PKG_VERSION"), "VERSION"), wanted, "{command}");
    }
}

#[test]
fn the_dialogue_ends_with_quit_or_with_the_input() {
    assert_eq!(answers(&session(), &["1 name", "2 quit", "3 name"]), ["=1 Wedge", "=2 "]);
    assert_eq!(answers(&session(), &["name"]), ["= Wedge"]);
}

#[test]
fn searches_are_reported() {
    let answers = answers(
        &depth(4),
        &[
            "last_search",
            "play b f5",
            "genmove w",
            "last_search",
            "transcript",
            "clear_board",
            "last_search",
        ],
    );
    assert_eq!(answers[0], "? no search in this game yet");
    assert_eq!(answers[6], answers[0]);
    let (mv, told) = (answers[2].strip_prefix("= ").unwrap(), &answers[3]);
    assert!(told.starts_with(&format!("= {mv} ")), "{told}");
    assert!(told.contains(&format!("\nline {mv}")) && told.contains("\ndepth 4\nnodes "));
    assert_eq!(answers[4], format!("= f5{mv}"));
}

#[test]
fn the_end_is_solved() {
    // Nine moves that wipe white out; after eight of them black sees it.
    let mut lines: Vec<String> = vec![];
    for (at, square) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"].iter().enumerate() {
        lines.push(format!("play {} {square}", if at % 2 == 0 { "b" } else { "w" }));
    }
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.extend(["genmove b", "final_score"]);
    let answers = answers(&depth(2), &lines);
    assert_eq!(answers[8..], ["= c5", "= B+64"]);
}

#[test]
fn games_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    std::fs::write(&path, "(;GM[2]FF[4];B[fe];W[df];B[cc])").unwrap();
    let shown = path.display();
    let lines = [
        format!("loadsgf {shown}"),
        "transcript".to_owned(),
        format!("loadsgf {shown} 3"),
        "transcript".to_owned(),
        format!("loadsgf {shown} x"),
        "loadsgf none.sgf".to_owned(),
    ];
    let answers = answers(&session(), &lines.each_ref().map(String::as_str));
    assert_eq!(answers[..4], ["= white", "= f5d6c3", "= black", "= f5d6"]);
    assert_eq!(answers[4], "? cannot load file: move `x`: expected a number from 1 on");
    assert!(answers[5].starts_with("? cannot load file: none.sgf: "), "{}", answers[5]);
}

/// A slow controller, connected to the program by two pipes.
struct Slow {
    commands: Option<PipeWriter>,
    answers: Lines<BufReader<PipeReader>>,
    program: JoinHandle<()>,
}

impl Slow {
    fn start(plies: u8, ponder: bool) -> Self {
        let setup = Setup { tt_bits: "18".parse().unwrap(), ..Setup::default() };
        let options = SessionOptions { ponder, setup, ..depth(plies) };
        let (input, commands) = pipe().unwrap();
        let (answers, mut out) = pipe().unwrap();
        let program = thread::spawn(move || {
            let inbox = Inbox::new(BufReader::new(input));
            serve::<Eight>(&options, None, inbox, &mut out).unwrap();
        });
        Self { commands: Some(commands), answers: BufReader::new(answers).lines(), program }
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.commands.as_mut().unwrap(), "{command}").unwrap();
        let lines = self.answers.by_ref().map(Result::unwrap);
        let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        lines.join("\n").trim_start_matches("= ").to_owned()
    }

    /// Does nothing for a while.
    fn wait(&self) {
        thread::sleep(Duration::from_millis(500));
    }

    /// The nodes of a move after a reply that takes a while.
    fn nodes_after(&mut self, reply: &str) -> u64 {
        self.ask("genmove b");
        self.wait();
        self.ask(&format!("play w {reply}"));
        self.ask("genmove b");
        let told = self.ask("last_search");
        let nodes = told.lines().find_map(|line| line.strip_prefix("nodes "));
        nodes.unwrap().parse().unwrap()
    }

    /// Waits for the end of the program, which should not take long.
    fn ends(self) {
        let asked = Instant::now();
        drop(self.commands);
        self.program.join().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    }
}

#[test]
fn what_was_pondered_need_not_be_searched_again() {
    let mut plain = Slow::start(10, false);
    plain.ask("genmove b");
    let reply = plain.ask("reg_genmove w");
    plain.ask("clear_board");
    let alone = plain.nodes_after(&reply);
    let pondered = Slow::start(10, true).nodes_after(&reply);
    assert!(pondered < alone / 2, "{pondered} nodes after pondering, {alone} without");
    plain.ends();
}

#[test]
fn pondering_delays_nothing() {
    let mut slow = Slow::start(4, true);
    slow.ask("genmove b");
    for _ in 0..3 {
        slow.wait();
        let asked = Instant::now();
        assert_eq!(slow.ask("name"), "Wedge");
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    }
    slow.wait();
    assert_eq!(slow.ask("quit"), "");
    slow.ends();
}

#[test]
fn the_end_of_the_input_ends_pondering() {
    let mut slow = Slow::start(4, true);
    slow.ask("genmove b");
    slow.wait();
    slow.ends();
}
