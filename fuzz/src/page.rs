//! The modules of the web page: whatever is pasted, dropped or linked.

use wedge_web::{Commands, Host, Session};
use wedge_web_dark_chess::DarkChess;

/// Keeps the answers, each of which has to be JSON.
struct Answers(Vec<serde_json::Value>);

impl Host for Answers {
    fn emit(&mut self, answer: &str) {
        self.0.push(serde_json::from_str(answer).expect("JSON"));
    }

    fn now_ms(&mut self) -> u64 {
        0
    }
}

fn ask(module: &mut dyn Commands, command: &str, data: &[u8]) -> serde_json::Value {
    let mut answers = Answers(Vec::new());
    module.run(&[command.as_bytes(), b"\n", data].concat(), &mut answers);
    assert_eq!(answers.0.len(), 1, "{command}");
    let answer = answers.0.remove(0);
    if let Some(error) = answer.get("error") {
        assert!(error.as_str().is_some_and(|error| !error.is_empty()), "{command}");
    }
    answer
}

/// Texts, files and links: every answer is JSON, and what is opened is exported and opened again.
pub fn page(input: &[u8]) {
    let mut othello = Session::default();
    let mut dark_chess = DarkChess::default();
    for size in [6, 8] {
        let view = ask(&mut othello, &format!("view {size}"), input);
        let Some(moves) = view["moves"].as_str() else { continue };
        let start = view["start"].as_str().expect("a start");
        let again =
            ask(&mut othello, &format!("view {size}"), format!("{start}\n{moves}").as_bytes());
        assert_eq!(again, view);
    }
    let imported = ask(&mut othello, "import", input);
    let games = imported["games"].as_array().map_or(&[][..], Vec::as_slice);
    for game in games.iter().take(3) {
        let field = |name: &str| game[name].as_str().expect("a text");
        let data = format!("{}\n{}", field("start"), field("moves"));
        for format in ["sgf", "ggf", "txt"] {
            let text = ask(&mut othello, &format!("export {format} 8"), data.as_bytes());
            let text = text["text"].as_str().expect("an export");
            let again = ask(&mut othello, "import", text.as_bytes());
            let moves = again["games"][0]["moves"].as_str().expect("a game");
            assert_eq!(moves, field("moves"), "{format}");
        }
    }
    let view = ask(&mut dark_chess, "view", input);
    if let Some(plies) = view["plies"].as_array() {
        let plies: Vec<&str> = plies.iter().filter_map(serde_json::Value::as_str).collect();
        assert_eq!(ask(&mut dark_chess, "view", plies.join(" ").as_bytes()), view);
    }
    // Commands that take no time, whatever the input says.
    let first = input.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let searches = ["play", "hint", "grade", "analyse", "bench", "speed", "think"];
    let head = String::from_utf8_lossy(first);
    if !searches.iter().any(|name| head.contains(name)) {
        for module in [&mut othello as &mut dyn Commands, &mut dark_chess] {
            module.run(input, &mut Answers(Vec::new()));
        }
    }
}
