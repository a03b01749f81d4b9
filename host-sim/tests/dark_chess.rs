//! `host-sim dark-chess`: records, matches and protocols, as a user runs them.

#[path = "support/program.rs"]
mod program;

use std::fs;

use program::{home, output, refused, run};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../dark-chess/games/sample.txt");

#[test]
fn recorded_games_are_checked() {
    let home = home();
    let said = run(home.path(), &["dark-chess", "replay", SAMPLE]);
    assert_eq!(said, "games 12, plies 2653, illegal 0, endings wrong 0\n");
    let broken = "no-move b5(G) b3(g)\ndraw-cycle a1(K) a1-c3\n";
    fs::write(home.path().join("broken.txt"), broken).unwrap();
    let output = output(home.path(), &["dark-chess", "replay", "broken.txt"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().last(), Some("games 2, plies 4, illegal 1, endings wrong 1"));
    assert!(said.starts_with("line 1: recorded no-move: after 2 plies the game is not over\n"));
    assert!(refused(home.path(), &["dark-chess", "replay", "none.txt"]).contains("none.txt"));
}

#[test]
fn a_match_writes_games_that_replay() {
    let home = home();
    let players = ["best:nodes=50", "original:nodes=50"];
    let mut line = vec!["dark-chess", "arena", players[0], players[1], "--games", "4"];
    line.extend(["--threads", "2", "--csv", "match.csv", "--txt", "games.txt"]);
    let said = run(home.path(), &line);
    assert!(said.starts_with("best:nodes=50 against original:nodes=50: 4 games\n"), "{said}");
    let csv = fs::read_to_string(home.path().join("match.csv")).unwrap();
    assert_eq!(csv.lines().count(), 5);
    let said = run(home.path(), &["dark-chess", "replay", "games.txt"]);
    assert!(said.starts_with("games 4, ") && said.ends_with("illegal 0, endings wrong 0\n"));
    assert!(refused(home.path(), &line).contains("match.csv"));
    assert!(refused(home.path(), &["dark-chess", "arena", "best", "worst"]).contains("worst"));
}

#[test]
fn an_engine_plays_another_through_the_protocol() {
    let home = home();
    let program = env!("CARGO_BIN_EXE_host-sim");
    let player = format!("program:{program} dark-chess engine --player original:nodes=20");
    let line =
        ["dark-chess", "game", "--first", "random:seed=2", "--second", &player, "--txt", "g.txt"];
    let said = run(home.path(), &line);
    let log = fs::read_to_string(home.path().join("g.txt")).unwrap();
    assert!(said.trim_end().ends_with(" plies"), "no forfeit: {said}");
    fs::write(home.path().join("one.txt"), log.lines().last().unwrap()).unwrap();
    let said = run(home.path(), &["dark-chess", "replay", "one.txt"]);
    assert!(said.ends_with("illegal 0, endings wrong 0\n"), "{said}");
}

#[test]
fn tables_are_made_and_read() {
    let home = home();
    let said = run(home.path(), &["dark-chess", "endings", "e.bin", "--pieces", "2"]);
    assert!(said.starts_with("e.bin: 2568 bytes"), "{said}");
    let line =
        ["dark-chess", "game", "--first", "best:nodes=50,endings=e.bin", "--second", "random"];
    assert!(run(home.path(), &line).contains("plies"));
    fs::write(home.path().join("bad.bin"), "WDCE1\n").unwrap();
    let line = ["dark-chess", "game", "--first", "best:endings=bad.bin"];
    assert!(refused(home.path(), &line).contains("bad.bin: expected a whole file"));
}

#[test]
fn interrupted_tables_are_resumed_and_packed_ones_are_those_of_the_crate() {
    let home = home();
    let path = home.path().join("e.bin");
    let line = ["dark-chess", "endings", "e.bin", "--pieces", "3"];
    let said = run(home.path(), &line);
    assert!(said.starts_with("e.bin: 330248 bytes"), "{said}");
    let whole = fs::read(&path).unwrap();
    // Seven classes of three pieces and a part of the next.
    fs::write(&path, &whole[..2568 + 7 * 16_384 + 99]).unwrap();
    assert!(refused(home.path(), &line).contains("--force"));
    let said = run(home.path(), &[line.as_slice(), &["--resume"]].concat());
    assert!(said.starts_with("7 of 20 classes are there already\n"), "{said}");
    assert!(fs::read(&path).unwrap() == whole);
    let other = [line.as_slice(), &["--resume", "--quiet", "40"]].concat();
    assert!(refused(home.path(), &other).contains("e.bin: expected a file"));
    run(home.path(), &["dark-chess", "endings", "packed.bin", "--packed"]);
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../dark-chess/endings/three-pieces.bin");
    assert!(fs::read(home.path().join("packed.bin")).unwrap() == fs::read(built_in).unwrap());
}

#[test]
fn a_report_has_matches_games_and_analyses() {
    let home = home();
    let players = ["best:nodes=50", "original:nodes=50"];
    let mut line = vec!["dark-chess", "arena", players[0], players[1], "--games", "4"];
    line.extend(["--csv", "all/match.csv", "--txt", "all/games.txt"]);
    run(home.path(), &line);
    let mut line = vec!["dark-chess", "game", "--first", players[0], "--second", players[1]];
    line.extend(["--csv", "all/game.csv"]);
    run(home.path(), &line);
    fs::write(home.path().join("g.txt"), "no-move b5(G) b3(g) b1(N)").unwrap();
    run(home.path(), &["dark-chess", "analyze", "g.txt", "--depth", "1", "--csv", "all/a.csv"]);
    let said = run(home.path(), &["report", "all"]);
    assert_eq!(said, "Written to all/report.html\n");
    let html = fs::read_to_string(home.path().join("all/report.html")).unwrap();
    for wanted in [
        "Dark chess match: match",
        "4 games, each deal from both sides, <code>match.csv</code>",
        " by a cycle.</p>",
        "<code>original:<wbr>nodes=50</code>",
        "Dark chess game 1",
        "Score by ply, for red",
        "Dark chess analysis 1",
        "points a ply",
    ] {
        assert!(html.contains(wanted), "{wanted}");
    }
}

#[test]
fn a_position_gets_hints_and_a_game_an_analysis() {
    let home = home();
    let win = "..../..../..../..../..../..../..../Kg.. r - 0";
    let said = run(home.path(), &["dark-chess", "hint", win, "-n", "1"]);
    assert!(said.contains("a1-b1   29999"), "{said}");
    fs::write(home.path().join("g.txt"), "no-move b5(G) b3(g) b1(N)").unwrap();
    let said = run(home.path(), &["dark-chess", "analyze", "g.txt", "--depth", "1"]);
    assert_eq!(said.lines().count(), 4, "{said}");
    assert!(refused(home.path(), &["dark-chess", "hint", "b5(G) b5(g)"]).contains("ply 2"));
}
