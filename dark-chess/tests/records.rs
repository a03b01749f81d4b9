//! Recorded games: the sample of the repository, and those of `WEDGE_SHARED_DATA` if it is set.

use std::fs;
use std::path::PathBuf;

use wedge_dark_chess::{Record, ReplayError};

fn replay(path: &PathBuf) -> (u32, u32) {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut games, mut plies) = (0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let replay = Record::parse(line).map(|record| record.replay());
        let replay = replay.unwrap_or_else(|error| panic!("game {games}: {error}"));
        plies += replay.unwrap_or_else(|error| panic!("game {games}: {error}")).game.plies();
        games += 1;
    }
    (games, plies)
}

#[test]
fn the_sample_replays_to_its_ends() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games").join("sample.txt");
    assert_eq!(replay(&path), (12, 2_653));
    let text = fs::read_to_string(path).unwrap();
    for ending in ["no-move ", "draw-60-plies ", "draw-cycle "] {
        assert!(text.lines().any(|line| line.starts_with(ending)), "{ending}");
    }
}

#[test]
fn the_games_of_a_course_platform_replay_to_their_ends() {
    let Some(folder) = std::env::var_os("WEDGE_SHARED_DATA") else { return };
    let path = PathBuf::from(folder).join("dark-chess").join("games-a.txt");
    assert_eq!(replay(&path).0, 1427);
}

#[test]
fn what_is_wrong_with_a_record_is_named() {
    let start = "b5(G) b3(g) b1(N)";
    let error = |text: &str| Record::parse(text).unwrap().replay().unwrap_err();
    assert_eq!(error(&format!("no-move {start}")), ReplayError::Ending { plies: 3, ending: None });
    let ply = "a1-a2".parse().unwrap();
    assert_eq!(error(&format!("no-move {start} a1-a2")), ReplayError::Illegal { plies: 3, ply });
    for (text, word) in
        [("", 1), ("won", 1), ("draw-0-plies", 1), ("no-move b5", 2), ("no-move b5(G) x", 3)]
    {
        assert_eq!(Record::parse(text).unwrap_err().word, word, "{text}");
    }
}
