//! Random games of OpenSpiel's `banqi`, compared with the rules here ply by ply.
//!
//! The script in `docs/guide/dark-chess.md` writes the file: `N` begins a game, `L` lists the legal
//! actions, `P` is the ply played, `E` how the game ended.

use wedge_dark_chess::{DEFAULT_QUIET_LIMIT, Ply, Position};

/// `WEDGE_BANQI=banqi.txt cargo test -p wedge-dark-chess --test openspiel -- --ignored --nocapture`
#[test]
#[ignore = "needs the file that the script in docs/guide/dark-chess.md writes"]
fn openspiel_has_the_same_legal_actions_and_ends() {
    let path = std::env::var("WEDGE_BANQI").expect("WEDGE_BANQI names the file");
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut games, mut plies) = (0, 0);
    let mut position = Position::START;
    for line in text.lines() {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        match what {
            "N" => {
                position = Position::START;
                games += 1;
            }
            // OpenSpiel lets a side without pieces flip; here it has lost.
            "L" | "P" if position.is_wiped_out() => {}
            "L" => {
                let mut ours: Vec<String> =
                    position.actions().iter().map(ToString::to_string).collect();
                ours.sort();
                assert_eq!(ours, rest.split_whitespace().collect::<Vec<_>>(), "{position}");
            }
            "P" => {
                let ply: Ply = rest.parse().unwrap();
                position = position.after(ply).unwrap_or_else(|| panic!("{position} {ply}"));
                plies += 1;
            }
            "E" => {
                let ours = if position.is_lost() {
                    "won"
                } else if position.quiet() >= DEFAULT_QUIET_LIMIT {
                    "draw"
                } else {
                    "not over"
                };
                assert_eq!(ours, rest, "{position}");
            }
            _ => panic!("`{line}`: expected a line of the script"),
        }
    }
    println!("{games} games, {plies} plies: the same legal actions and ends");
    assert!(plies >= 100_000, "{plies}");
}
