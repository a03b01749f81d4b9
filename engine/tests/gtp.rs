//! Dialogues in GTP.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wedge_engine::gtp::{Answer, Effort, Failure, Gtp, MAX_LINE, Player};
use wedge_engine::{
    ClockRule, Color, Game, Level, Limits, Move, Options, Position, Report, Search, SplitMix64,
    Squares,
};

/// A player with a clock that goes by nodes, and two commands of its own.
struct Thinker {
    game: Game,
    search: Search<'static, Squares>,
    now: u64,
    asked: Vec<Limits>,
    node_cap: u64,
}

impl Thinker {
    fn new() -> Self {
        let search = Search::new(Squares, None, Options::default());
        Self { game: Game::default(), search, now: 0, asked: vec![], node_cap: u64::MAX }
    }
}

impl Player for Thinker {
    fn game(&mut self) -> &mut Game {
        &mut self.game
    }

    fn node_cap(&self) -> u64 {
        self.node_cap
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Report {
        self.asked.push(*limits);
        let limits = limits.with_nodes(limits.nodes.min(200));
        let report = self.search.think(position, &limits, &mut ());
        self.now += 1000;
        report
    }

    fn now_ms(&mut self) -> u64 {
        self.now
    }

    fn commands(&self) -> &'static [&'static str] {
        &["frame", "load"]
    }

    fn run(
        &mut self,
        command: &str,
        arguments: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        use std::fmt::Write;
        match (command, arguments.parse()) {
            ("load", Ok(loaded)) => self.game = loaded,
            ("load", Err(error)) => return Err(answer.refuse(&error)),
            _ => write!(answer, "{} discs\n\n", self.game.position().board().occupied().len())?,
        }
        Ok(())
    }
}

struct Dialogue {
    gtp: Gtp,
    player: Thinker,
}

impl Dialogue {
    fn new() -> Self {
        Self { gtp: Gtp::new(1), player: Thinker::new() }
    }

    /// The answer, without its final empty line.
    #[track_caller]
    fn say(&mut self, line: &str) -> String {
        let mut out = String::new();
        let _ = self.gtp.answer(line, &mut self.player, &mut out).unwrap();
        match out.strip_suffix("\n\n") {
            Some(answer) => answer.to_string(),
            None => {
                assert_eq!(out, "", "an answer ends in an empty line");
                out
            }
        }
    }
}

#[test]
fn the_dialogue_of_a_controller() {
    let mut talk = Dialogue::new();
    for (line, answer) in [
        ("protocol_version", "= 2"),
        ("1 name", "=1 Wedge"),
        ("set_game Othello", "= "),
        ("set_game Go", "? syntax error: expected set_game Othello"),
        ("list_games", "= Othello"),
        ("boardsize 8", "= "),
        ("boardsize 10", "? unacceptable size: expected 8"),
        ("boardsize x", "? syntax error: expected boardsize SIDE"),
        ("komi 6.5", "= "),
        ("komi six", "? syntax error: expected komi NUMBER"),
        ("known_command play", "= true"),
        ("known_command loadsgf", "= false"),
        ("known_command frame", "= true"),
        ("known_command", "= false"),
        ("clear_board", "= "),
        ("2 play black F5", "=2 "),
        ("play B d6", "? illegal move: it is not black's turn"),
        ("play w a1", "? illegal move: move 2: a1 is not legal for white"),
        ("play white pass", "? illegal move: move 2: pass is not legal for white"),
        (
            "play white i9",
            "? syntax error: expected play black|white SQUARE, or pass for the square",
        ),
        (
            "play green d6",
            "? syntax error: expected play black|white SQUARE, or pass for the square",
        ),
        ("play", "? syntax error: expected play black|white SQUARE, or pass for the square"),
        ("play white d6", "= "),
        ("genmove white", "? illegal move: it is not white's turn"),
        ("final_score", "? cannot score: the game is not over"),
        ("undo", "= "),
        ("undo", "= "),
        ("undo", "? cannot undo: no move has been made"),
        ("strength", "= 5"),
        ("strength 2", "= "),
        ("strength 10", "? syntax error: expected strength 1..9"),
        ("strength", "= 2"),
        ("level", "? no level is set"),
        ("level 12", "= "),
        ("level", "= 12"),
        ("level 31", "? syntax error: expected level 1..30"),
        ("strength", "? no strength is set"),
        ("frame", "= 4 discs"),
        ("load f5d6", "= "),
        ("load f5d6q", "? character 5: expected a square such as f5"),
        ("frame", "= 6 discs"),
        ("nonsense", "? unknown command"),
        ("99", "?99 unknown command"),
    ] {
        assert_eq!(talk.say(line), answer, "{line}");
    }
    let version = talk.say("version");
    assert_eq!(version, format!("= {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn comments_blanks_and_control_characters() {
    let mut talk = Dialogue::new();
    for (line, answer) in [
        ("", ""),
        ("   \t ", ""),
        ("# only a comment", ""),
        ("  7\tname # and a comment", "=7 Wedge"),
        ("na\x07me\r", "= Wedge"),
        ("name\u{1F600}", "? unknown command"),
    ] {
        assert_eq!(talk.say(line), answer, "{line:?}");
    }
    let long = "x".repeat(MAX_LINE + 1);
    assert_eq!(talk.say(&long), "? line too long: at most 512 characters");
    assert_eq!(talk.say(&("name #".to_string() + &long)), "= Wedge");
}

#[test]
fn every_listed_command_is_known_and_runs() {
    let mut talk = Dialogue::new();
    let listed = talk.say("list_commands");
    let commands: Vec<_> = listed.trim_start_matches("= ").lines().collect();
    assert_eq!(commands.len(), 24);
    for command in commands {
        assert_eq!(talk.say(&format!("known_command {command}")), "= true");
        assert_ne!(talk.say(command), "? unknown command", "{command}");
    }
}

#[test]
fn the_board_is_shown() {
    let mut talk = Dialogue::new();
    talk.say("play black f5");
    let shown = talk.say("3 showboard");
    let wanted = "=3\n  a b c d e f g h\n\
                  1 - - - - - - - - 1\n\
                  2 - - - - - - - - 2\n\
                  3 - - - - - - - - 3\n\
                  4 - - - O X . - - 4\n\
                  5 - - - X X X - - 5\n\
                  6 - - - . - . - - 6\n\
                  7 - - - - - - - - 7\n\
                  8 - - - - - - - - 8\n  a b c d e f g h\n\
                  black 4, white 1, white to move";
    assert_eq!(shown, wanted);
}

#[test]
fn quit_ends_and_nothing_else_does() {
    let mut talk = Dialogue::new();
    let mut next = |line| {
        let mut out = String::new();
        talk.gtp.answer(line, &mut talk.player, &mut out).unwrap()
    };
    assert_eq!(next("name"), ControlFlow::Continue(()));
    assert_eq!(next("5 quit # now"), ControlFlow::Break(()));
}

#[test]
fn moves_are_made_or_only_thought() {
    let mut talk = Dialogue::new();
    let thought = talk.say("reg_genmove black");
    assert!(talk.player.game.moves().is_empty());
    let made = talk.say("genmove black");
    assert_eq!(thought, made);
    assert_eq!(format!("= {}", talk.player.game), made);
}

#[test]
fn hints_are_the_best_moves_first() {
    let mut talk = Dialogue::new();
    talk.say("load f5d6c3d3c4");
    let hints = talk.say("hint 100");
    let lines: Vec<_> = hints.trim_start_matches("= ").lines().collect();
    let legal = talk.player.game.position().board().legal_moves();
    assert_eq!(lines.len(), legal.len() as usize);
    let scores: Vec<f64> =
        lines.iter().map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{hints}");
    assert_eq!(talk.say("hint").lines().count(), 3);
    assert_eq!(talk.say("hint x"), "? syntax error: expected hint [COUNT]");
}

#[test]
fn the_clock_sets_the_limits() {
    let mut talk = Dialogue::new();
    talk.say("genmove black");
    assert_eq!(talk.player.asked.pop().unwrap().hard_ms, u64::MAX, "no clock yet");
    assert_eq!(talk.say("time_settings 60 0 0"), "= ");
    talk.say("genmove white");
    let first = talk.player.asked.pop().unwrap();
    assert!(first.hard_ms < 60_000 && first.depth == Limits::EXACT.depth);
    assert_eq!(talk.say("time_left black 1 0"), "= ");
    talk.say("genmove black");
    assert!(talk.player.asked.pop().unwrap().hard_ms < 1000);
    assert_eq!(talk.say("time_settings 0 10 0"), "= ", "a period of no moves is no limit");
    talk.say("genmove white");
    assert_eq!(talk.player.asked.pop().unwrap().hard_ms, u64::MAX);
    assert_eq!(talk.say("time_settings 0 10 2"), "= ");
    talk.say("genmove black");
    assert_eq!(talk.player.asked.pop().unwrap().hard_ms, 4970);
    let usage = "? syntax error: expected time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_MOVES";
    assert_eq!(talk.say("time_settings 60 -1"), usage);
}

#[test]
fn limits_replace_the_strength_until_one_is_chosen() {
    let mut talk = Dialogue::new();
    let limits = Limits::depth(3).with_nodes(777);
    talk.gtp.set_effort(Effort::Limits(limits));
    talk.say("genmove black");
    assert_eq!(talk.player.asked.pop(), Some(limits));
    talk.say("hint");
    assert_eq!(talk.player.asked.pop().map(|limits| limits.depth), Some(2), "behind each move");
    talk.say("time_settings 60 0 0");
    talk.say("genmove white");
    assert!(talk.player.asked.pop().unwrap().hard_ms < 60_000, "the clock comes first");
    talk.say("time_settings 0 1 0");
    talk.say("strength 6");
    talk.say("genmove black");
    assert_eq!(talk.player.asked.pop().map(|limits| limits.nodes), Some(30_000));
}

#[test]
fn a_level_sets_the_limits_of_moves_and_hints() {
    let mut talk = Dialogue::new();
    let level = Level::new(7).unwrap();
    talk.gtp.set_effort(Effort::Level(level));
    assert_eq!(talk.say("level"), "= 7");
    talk.say("genmove black");
    assert_eq!(talk.player.asked.pop(), Some(level.limits()));
    talk.say("hint");
    assert_eq!(talk.player.asked.pop().map(|limits| limits.depth), Some(6), "after each move");
}

/// A random game that has a pass; its moves with their colours, passes left out.
fn game_with_a_pass(seed: u64) -> Option<Game> {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::default();
    while !game.is_over() {
        let mv = game.position().random_move(&mut random).unwrap();
        game.play(mv).unwrap();
    }
    game.moves().contains(&Move::Pass).then_some(game)
}

#[test]
fn passes_may_be_sent_or_left_out() {
    let games: Vec<_> = (0..100).filter_map(game_with_a_pass).collect();
    assert!(games.len() > 10);
    for game in games {
        for sent in [false, true] {
            let mut talk = Dialogue::new();
            let mut boards = vec![];
            for (position, mv) in game.steps() {
                if sent || mv != Move::Pass {
                    boards.push(talk.player.game.clone());
                    let line = format!("play {} {mv}", position.side());
                    assert_eq!(talk.say(&line), "= ", "{line} in {game}");
                }
            }
            assert_eq!(talk.player.game, game);
            let score = talk.say("final_score");
            let wanted = match game.position().result_for_black() {
                0 => "= 0".to_string(),
                black if black > 0 => format!("= B+{black}"),
                white => format!("= W+{}", -white),
            };
            assert_eq!(score, wanted);
            assert_eq!(talk.say("genmove black"), "= pass", "after the end there is nothing else");
            while let Some(before) = boards.pop() {
                assert_eq!(talk.say("undo"), "= ");
                assert_eq!(talk.player.game, before, "each undo takes back what was sent");
            }
            assert_eq!(talk.say("undo"), "? cannot undo: no move has been made");
        }
    }
}

#[test]
fn a_refused_move_after_a_pass_that_was_not_sent_changes_nothing() {
    let game = (0..100).find_map(game_with_a_pass).unwrap();
    let at = game.moves().iter().position(|&mv| mv == Move::Pass).unwrap();
    let mut talk = Dialogue::new();
    for (position, mv) in game.steps().take(at) {
        talk.say(&format!("play {} {mv}", position.side()));
    }
    let before = talk.player.game.clone();
    let other = before.position().side().other();
    assert!(talk.say(&format!("play {other} d4")).starts_with("? illegal move"));
    assert_eq!(talk.player.game, before);
}

#[test]
fn two_programs_play_a_game() {
    let (mut black, mut white) = (Dialogue::new(), Dialogue::new());
    black.say("strength 1");
    white.say("strength 3");
    let mut passes = 0;
    let mut side = Color::Black;
    while passes < 2 {
        let (mover, other) = match side {
            Color::Black => (&mut black, &mut white),
            Color::White => (&mut white, &mut black),
        };
        let answer = mover.say(&format!("genmove {side}"));
        let mv = answer.strip_prefix("= ").unwrap();
        passes = if mv == "pass" { passes + 1 } else { 0 };
        assert_eq!(other.say(&format!("play {side} {mv}")), "= ");
        side = side.other();
    }
    assert!(black.player.game.is_over());
    assert_eq!(black.player.game, white.player.game);
    assert_eq!(black.say("final_score"), white.say("final_score"));
}

fn any_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("play"),
        Just("genmove"),
        Just("undo"),
        Just("hint"),
        Just("level"),
        Just("strength"),
        Just("black"),
        Just("white"),
        Just("pass"),
        Just("f5"),
        Just("d6"),
        Just("c3"),
        Just("time_settings"),
        Just("time_left"),
        Just("0"),
        Just("1"),
        Just("99999999999"),
        Just("-1"),
        Just("#"),
        Just("clear_board"),
        Just("boardsize"),
        Just("8"),
        Just("showboard"),
        Just("final_score"),
        Just("set_game"),
        Just("load"),
        Just("known_command"),
        Just("reg_genmove"),
    ];
    prop_oneof![
        proptest::collection::vec(word, 0..5).prop_map(|words| words.join(" ")),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is said: one well-formed answer or none, and the next command works.
    #[test]
    fn anything_gets_one_answer(lines in proptest::collection::vec(any_line(), 1..30)) {
        let mut talk = Dialogue::new();
        for line in lines {
            let mut out = String::new();
            let _ = talk.gtp.answer(&line, &mut talk.player, &mut out).unwrap();
            if !out.is_empty() {
                prop_assert!(out.starts_with(['=', '?']), "{:?} -> {:?}", line, out);
                prop_assert_eq!(out.find("\n\n"), Some(out.len() - 2), "{:?} -> {:?}", line, out);
            }
            prop_assert_eq!(talk.say("8 name"), "=8 Wedge");
        }
    }
}

/// A slow machine answers at every level; its strengths and its clock are limited anyway.
#[test]
fn a_level_keeps_to_the_nodes_of_the_machine() {
    let mut dialogue = Dialogue::new();
    dialogue.say("level 30");
    dialogue.say("genmove black");
    assert_eq!(dialogue.player.asked.pop().unwrap().nodes, u64::MAX);
    dialogue.player.node_cap = 150;
    dialogue.say("genmove white");
    assert_eq!(dialogue.player.asked.pop().unwrap().nodes, 150);
    dialogue.say("hint 1");
    assert!(dialogue.player.asked.pop().unwrap().nodes <= 150);
}

/// The main time by the rule of steps: 6 seconds and 6 plies, then 4 seconds.
#[test]
fn the_clock_may_go_in_steps() {
    let mut dialogue = Dialogue::new();
    dialogue.gtp.set_clock_rule(ClockRule::Steps);
    dialogue.say("time_settings 90 0 0");
    dialogue.say("genmove black");
    let asked = dialogue.player.asked.pop().unwrap();
    assert_eq!((asked.depth, asked.hard_ms, asked.stop_at_win), (6, 6000, true));
    dialogue.say("time_left white 25 0");
    dialogue.say("genmove white");
    assert_eq!(dialogue.player.asked.pop().unwrap().hard_ms, 4000);
}
