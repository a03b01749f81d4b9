//! The screen in every size and look, and what keys do to it.

mod support;

use std::path::Path;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use host_sim::terminal::app::{Look, Outcome};
use host_sim::terminal::console::Console;
use host_sim::terminal::palette::Palette;
use host_sim::terminal::picture::svg;
use host_sim::terminal::start::AnyGame;
use host_sim::terminal::thinker::{Means, Thinker};
use support::{Desk, TRUE};
use wedge_console::{Players, Settings, Showing, Task};
use wedge_engine::{Eight, Game, Move, Six, Strength};

const LETTERS: Look = Look { palette: Palette::Letters, tells_release: false };
const SIXTEEN: Look = Look { palette: Palette::Sixteen, tells_release: false };

fn strength(number: u8) -> Settings {
    Settings { strength: Strength::new(number).unwrap(), ..Settings::default() }
}

macro_rules! assert_screen {
    ($name:literal, $desk:expr) => {{
        let desk = &mut $desk;
        desk.draw();
        insta::assert_snapshot!($name, desk.screen.backend());
    }};
}

fn with_game(game: &str, look: Look, size: (u16, u16)) -> Desk {
    let console = Console::new(game.parse().unwrap(), Settings::default(), Thinker::silent());
    Desk::with(console, look, size)
}

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

#[test]
fn the_start_in_many_windows() {
    let start = |look, size| with_game("", look, size);
    assert_screen!("start-80x24", start(TRUE, (80, 24)));
    assert_screen!("start-letters-80x24", start(LETTERS, (80, 24)));
    assert_screen!("start-132x43", start(TRUE, (132, 43)));
    assert_screen!("start-40x15", start(SIXTEEN, (40, 15)));
    assert_screen!("start-too-small", start(TRUE, (25, 8)));
    let mut desk = with_game("", TRUE, (80, 24));
    desk.draw();
    // The window grows and shrinks.
    desk.screen.backend_mut().resize(132, 43);
    assert_screen!("start-132x43", desk);
    desk.screen.backend_mut().resize(80, 24);
    assert_screen!("start-80x24", desk);
}

/// Whatever the window is, something is drawn and nothing falls over.
#[test]
fn any_window_will_do() {
    for width in (1..150).step_by(11) {
        for height in (1..50).step_by(3) {
            for look in [TRUE, LETTERS] {
                let mut desk = with_game(GAME, look, (width, height));
                desk.draw();
                desk.keys("?");
                desk.draw();
                desk.keys(" n");
                desk.draw();
            }
        }
    }
}

#[test]
fn the_small_board() {
    let game: Game<Six> = "c2b2".parse().unwrap();
    let console = Console::new(game, Settings::default(), Thinker::silent());
    let mut desk = Desk::with(console, LETTERS, (80, 24));
    assert_screen!("small-board", desk);
}

#[test]
fn sheets() {
    let mut desk = with_game(GAME, TRUE, (80, 24));
    desk.keys("?");
    assert_screen!("help", desk);
    let mut desk = with_game(GAME, LETTERS, (80, 24));
    desk.keys("?");
    assert_screen!("help-letters", desk);
    desk.key(KeyCode::Esc);
    desk.keys("n");
    desk.key(KeyCode::Down);
    desk.key(KeyCode::Right);
    assert_screen!("new-game", desk);
    desk.key(KeyCode::Esc);
    desk.keys("onowhere");
    desk.key(KeyCode::Enter);
    assert_screen!("open-error", desk);
}

#[test]
fn the_engine_answers_and_says_what_it_thinks() {
    // Past the opening book.
    let means = Means { threads: 1, table: "14".parse().unwrap(), seed: 1 };
    let console = Console::new(support::midgame(), strength(5), Thinker::start(means).unwrap());
    let mut desk = Desk::with(console, TRUE, (80, 24));
    desk.click("h4");
    desk.until("answer", |desk| desk.panel().game().moves().len() == 24);
    desk.wait(2000);
    assert_eq!(desk.panel().showing(), Showing::Choosing);
    desk.draw();
    let text = desk.screen.backend().to_string();
    for wanted in
        ["waits for you; its last search:", "expects ", "depth 6, ", "line  ", "Moves: 24"]
    {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

#[test]
fn a_hint_scores_every_move() {
    let mut desk = Desk::<Eight>::thinking(strength(5), TRUE, (80, 24));
    desk.keys("h");
    assert_eq!(desk.panel().showing(), Showing::Thinking(Task::Hint));
    desk.until("hint", |desk| desk.panel().showing() == Showing::Choosing);
    let view = desk.app.view(desk.now);
    assert!(view.scored);
    assert_eq!(view.thought.unwrap().moves.len(), 4);
    desk.draw();
    let text = desk.screen.backend().to_string();
    assert!(text.contains("has scored your moves") && text.contains("best  "), "{text}");
    // A move takes the scores away.
    desk.key(KeyCode::Enter);
    desk.until("answer", |desk| desk.panel().game().moves().len() == 2);
    assert!(!desk.app.view(desk.now).scored);
}

/// A solved end looks the same however fast the machine is.
#[test]
fn analysis_until_it_is_solved() {
    let mut desk = Desk::<Six>::thinking(strength(3), TRUE, (80, 24));
    let mut game = Game::<Six>::from_position(wedge_engine::Position::start());
    while game.position().board().empties() > 10 {
        let legal = game.position().board().legal_moves();
        game.play(legal.first().map_or(Move::Pass, Move::Play)).unwrap();
    }
    let now = desk.now;
    desk.panel().set_game(game, strength(3), now);
    desk.keys("a");
    desk.until("solution", |desk| {
        desk.app.view(desk.now).thought.is_some_and(|thought| thought.solved)
    });
    assert!(desk.app.view(desk.now).analysing);
    desk.draw();
    let text = desk.screen.backend().to_string();
    assert!(text.contains("Analysis") && text.contains("solved: "), "{text}");
    // Moves of both colours, back and forth; each position is analysed.
    let before = desk.panel().game().moves().len();
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::Enter);
    desk.until("second position", |desk| {
        desk.panel().showing() == Showing::Choosing
            && desk.app.view(desk.now).thought.is_some_and(|thought| thought.solved)
    });
    assert!(desk.panel().game().moves().len() > before, "nobody answered");
    desk.keys("u");
    assert_eq!(desk.panel().game().moves().len(), before);
    desk.keys("a");
    assert!(!desk.app.view(desk.now).analysing);
    assert_eq!(desk.panel().settings().players, Players::Black);
}

#[test]
fn the_analysis_screen() {
    let mut desk = with_game(GAME, TRUE, (80, 24));
    desk.keys("a");
    assert_screen!("analysis", desk);
}

#[test]
fn undo_and_redo_walk_the_whole_game() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
    let mut desk = with_game(GAME, TRUE, (80, 24));
    for plies in [8, 6, 4, 2, 0, 0] {
        desk.keys("u");
        assert_eq!(desk.panel().game().moves().len(), plies);
    }
    assert_screen!("taken-back", desk);
    for plies in [2, 4, 6, 8, 10, 10] {
        desk.keys("r");
        assert_eq!(desk.panel().game().moves().len(), plies);
    }
    assert_eq!(*desk.panel().game(), game);
    // Another move instead of the one taken back: the old line is gone.
    desk.keys("uu");
    desk.wait(10);
    let legal = desk.panel().game().position().board().legal_moves();
    let other = legal.into_iter().find(|square| square.to_string() != "f6").unwrap();
    desk.click(&other.to_string());
    desk.keys("r");
    assert_eq!(desk.panel().game().moves().len(), 7);
    assert!(desk.app.view(desk.now).message.unwrap().contains("nothing to play again"));
}

#[test]
fn sides_are_swapped_and_the_engine_watched() {
    let mut desk = Desk::<Eight>::thinking(strength(1), TRUE, (80, 24));
    desk.keys("x");
    desk.until("move of black", |desk| desk.panel().game().moves().len() == 1);
    assert_eq!(desk.panel().settings().players, Players::White);
    desk.keys("w");
    desk.until("few moves", |desk| desk.panel().game().moves().len() > 5);
    desk.keys("u");
    assert_eq!(desk.panel().settings().players, Players::Both, "paused");
    let plies = desk.panel().game().moves().len();
    desk.wait(3000);
    assert_eq!(desk.panel().game().moves().len(), plies);
    desk.keys("ww");
    assert_ne!(desk.panel().settings().players, Players::Nobody);
    desk.keys("w");
    desk.until("end", |desk| desk.panel().game().is_over());
    desk.wait(3000);
    desk.draw();
    assert!(desk.screen.backend().to_string().contains(" wins, "));
    desk.key(KeyCode::Enter);
    desk.keys("r");
    assert!(desk.panel().game().moves().len() < 3, "a new game brings no old one back");
}

#[test]
fn keys_that_leave_the_game() {
    let control = |c| Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    let mut desk = with_game(GAME, TRUE, (80, 24));
    assert_eq!(desk.key(KeyCode::Char('q')), Some(Outcome::Quit));
    assert_eq!(desk.event(&control('c')), Some(Outcome::Interrupt));
    assert_eq!(desk.event(&control('z')), Some(Outcome::Suspend));
    assert_eq!(desk.key(KeyCode::Char('c')), Some(Outcome::Copy(GAME.to_owned())));
    desk.keys("n");
    let Some(Outcome::Restart(start)) = desk.key(KeyCode::Enter) else { panic!("no new game") };
    assert_eq!(start.game, AnyGame::new(8));
    desk.keys("o");
    desk.event(&Event::Paste("f5f6".to_owned()));
    let Some(Outcome::Restart(start)) = desk.key(KeyCode::Enter) else { panic!("not opened") };
    assert_eq!(start.game, AnyGame::read("f5f6", 8).unwrap());
    // Letters go into a line that is being typed, except for Ctrl-C.
    desk.keys("oqqq");
    assert_eq!(desk.event(&control('c')), Some(Outcome::Interrupt));
}

#[test]
fn a_game_is_saved_where_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.txt");
    let mut desk = with_game(GAME, TRUE, (80, 24));
    desk.keys("s");
    desk.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    desk.event(&Event::Paste(path.display().to_string()));
    desk.key(KeyCode::Enter);
    assert!(desk.app.view(desk.now).message.unwrap().starts_with("Saved as "));
    let read = AnyGame::read(path.to_str().unwrap(), 8).unwrap();
    assert_eq!(read, AnyGame::read(GAME, 8).unwrap());
}

/// The picture of the README: the position of the emulator's photograph `midgame`, with a hint. It
/// is written to docs/pictures where `WEDGE_PICTURES` is set.
#[test]
fn the_picture_for_the_documents() {
    let console = {
        let means = Means { threads: 2, table: "20".parse().unwrap(), seed: 1 };
        Console::new(support::midgame(), strength(5), Thinker::start(means).unwrap())
    };
    let mut desk = Desk::with(console, TRUE, (80, 24));
    desk.keys("h");
    desk.until("hint", |desk| desk.panel().showing() == Showing::Choosing);
    desk.draw();
    let svg = svg(desk.screen.backend().buffer(), "host-sim play: the console in a terminal");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">Your move: black (blue)</text>"));
    // Black's and white's discs, and the legal squares.
    for colour in ["#0048ff", "#ffb028", "#005422"] {
        assert!(svg.contains(&format!("fill=\"{colour}\"")), "{colour}");
    }
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        std::fs::write(docs.join("terminal.svg"), svg).unwrap();
    }
}
