use wedge_dark_chess::{Ending, Rules, Tablebase, Verdict};

use super::*;

struct Log(Vec<serde_json::Value>);

impl Host for Log {
    fn emit(&mut self, answer: &str) {
        self.0.push(serde_json::from_str(answer).expect(answer));
    }

    fn now_ms(&mut self) -> u64 {
        0
    }
}

fn ask(engine: &mut DarkChess, command: &str, plies: &str) -> serde_json::Value {
    let mut log = Log(Vec::new());
    engine.run(format!("{command}\n{plies}").as_bytes(), &mut log);
    log.0.pop().unwrap()
}

#[test]
fn whole_games_are_played_by_the_rules_and_every_piece_appears_once() {
    let mut engine = DarkChess::default();
    let mut ask = |command: &str, plies: &str| ask(&mut engine, command, plies);
    let mut endings = std::collections::BTreeSet::new();
    for game in 0..4_u64 {
        let mut plies: Vec<String> = Vec::new();
        let end = loop {
            let line = plies.join(" ");
            let view = ask("view", &line);
            if view["ending"] != "" {
                break view;
            }
            // Two who see little ahead, so that games end.
            let best = ask("think 60", &line)["best"].as_str().unwrap().to_owned();
            let ply = ask(&format!("act {best} {}", game * 1000 + plies.len() as u64), &line);
            plies.push(ply["ply"].as_str().unwrap().to_owned());
        };
        endings.insert(end["ending"].as_str().unwrap().to_owned());
        assert_eq!(end["actions"].as_array().unwrap().len(), 0);
        // Nothing is lost: what is on the board, face down and captured is the whole set.
        let text = |name: &str| end[name].as_str().unwrap().to_owned();
        let mut all: Vec<char> = (text("board") + &text("unseen") + &text("taken"))
            .chars()
            .filter(char::is_ascii_alphabetic)
            .collect();
        all.sort_unstable();
        let mut set: Vec<char> = "KGGMMRRNNCCPPPPPkggmmrrnnccppppp".chars().collect();
        set.sort_unstable();
        assert_eq!(all, set);
        let closed = text("board").matches('?').count();
        assert_eq!(closed, text("unseen").len());
    }
    assert!(endings.iter().all(|ending| ending == "no-move" || ending.starts_with("draw-")));
}

#[test]
fn a_flip_draws_each_piece_as_often_as_it_is_there() {
    let game = Played::read("").unwrap();
    let mut counts = std::collections::BTreeMap::new();
    let draws = 32_000;
    for seed in 0..draws {
        *counts.entry(draw(game.now.position(), seed).unwrap().letter()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), Piece::COUNT);
    for (letter, count) in counts {
        let wanted = 1000
            * match letter.to_ascii_lowercase() {
                'k' => 1,
                'p' => 5,
                _ => 2,
            };
        // Six standard deviations of a binomial are less than 6 * sqrt(wanted).
        assert!(
            (f64::from(count) - f64::from(wanted)).abs() < 6.0 * f64::from(wanted).sqrt(),
            "{letter}"
        );
    }
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    for (command, plies, wanted) in [
        ("view", "b5", "ply 1: `b5`: expected a flip such as b5(N)"),
        ("view", "b5(N) b5-b6", "ply 2: b5-b6: expected a legal flip or move"),
        ("view", "b5(K) b6(K)", "ply 2: b6(K): expected a legal flip or move"),
        ("act b5 1", "b5(N)", "`b5`: expected a legal flip or move"),
        ("act z9 1", "", "`z9`: expected a flip such as b5 or a move"),
        ("act b5 x", "", "`x`: expected a number"),
        ("think", "", "command `think`: expected one such as `view`"),
        ("view", &"b5(N) ".repeat(5000), "ply 2: b5(N): expected a legal"),
    ] {
        let answer = ask(&mut DarkChess::default(), command, plies);
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{command}: {answer}"));
        assert!(error.starts_with(wanted), "{command}: {error}");
    }
    let mut log = Log(Vec::new());
    DarkChess::default().run(b"view\n\xFF", &mut log);
    assert_eq!(
        log.0[0]["error"],
        "the data is no text: invalid utf-8 sequence of 1 bytes from index 0"
    );
}

/// Won endings are won by the weakest level, against the longest defence.
#[test]
fn won_endings_of_three_pieces_are_won() {
    let mut random = SplitMix64::new(11);
    let mut engine = DarkChess::default();
    let (mut games, mut longest) = (0, 0);
    while games < 100 {
        let mut pick = |count| random.below(count) as usize;
        let men = [0; 3]
            .map(|_| (Piece::from_index(pick(14)).unwrap(), Square::from_index(pick(32)).unwrap()));
        let Some(position) = Position::face_up(men, Color::BOTH[pick(2)]) else { continue };
        if !matches!(PackedEndings::built_in().probe(&position), Some(Verdict::Win(_))) {
            continue;
        }
        let (winner, start) = (position.side(), position.to_string());
        let mut game = Game::new(position, Rules::default());
        while game.ending().is_none() {
            let answer = engine.think(&game, 30, &mut Log(Vec::new())).unwrap();
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            let action: Action = answer["best"].as_str().unwrap().parse().unwrap();
            game.play(Ply::Step(action.from(), action.to())).unwrap();
        }
        assert_eq!((game.ending(), game.winner()), (Some(Ending::NoMove), winner), "{start}");
        longest = longest.max(game.plies());
        games += 1;
    }
    assert!(longest > 20, "{longest}");
}
