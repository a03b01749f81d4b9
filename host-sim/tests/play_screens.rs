//! The screen in many sizes and palettes, and what keys do to it.

mod support;

use std::path::Path;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use host_sim::terminal::app::{Capabilities, Outcome};
use host_sim::terminal::engine_worker::{EngineWorker, WorkerConfig};
use host_sim::terminal::palette::Palette;
use host_sim::terminal::screenshot::svg;
use host_sim::terminal::session::Session;
use host_sim::terminal::start::AnyGame;
use support::{TRUE, TestTerminal};
use wedge_console::{Players, Settings, Showing, Task};
use wedge_engine::{Eight, Game, Six, Strength};

const LETTERS: Capabilities =
    Capabilities { palette: Palette::Letters, reports_release: false, discs: false };
const SIXTEEN: Capabilities =
    Capabilities { palette: Palette::Sixteen, reports_release: false, discs: false };

fn strength(number: u8) -> Settings {
    Settings { strength: Strength::new(number).unwrap(), ..Settings::default() }
}

macro_rules! assert_screen {
    ($name:literal, $terminal:expr) => {{
        let terminal = &mut $terminal;
        terminal.draw();
        insta::assert_snapshot!($name, terminal.screen.backend());
    }};
}

fn with_game(game: &str, capabilities: Capabilities, size: (u16, u16)) -> TestTerminal {
    let session =
        Session::new(game.parse().unwrap(), Settings::default(), EngineWorker::detached());
    TestTerminal::with(session, capabilities, size)
}

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

#[test]
fn the_start_in_many_windows() {
    let start = |capabilities, size| with_game("", capabilities, size);
    assert_screen!("start-80x24", start(TRUE, (80, 24)));
    assert_screen!("start-letters-80x24", start(LETTERS, (80, 24)));
    assert_screen!("start-132x43", start(TRUE, (132, 43)));
    assert_screen!("start-40x15", start(SIXTEEN, (40, 15)));
    assert_screen!("start-too-small", start(TRUE, (25, 8)));
    let mut terminal = with_game("", TRUE, (80, 24));
    terminal.draw();
    // The window grows and shrinks.
    terminal.screen.backend_mut().resize(132, 43);
    assert_screen!("start-132x43", terminal);
    terminal.screen.backend_mut().resize(80, 24);
    assert_screen!("start-80x24", terminal);
}

/// Whatever the window is, something is drawn and nothing falls over.
#[test]
fn any_window_will_do() {
    for width in (1..150).step_by(11) {
        for height in (1..50).step_by(3) {
            for capabilities in [TRUE, LETTERS] {
                let mut terminal = with_game(GAME, capabilities, (width, height));
                terminal.draw();
                terminal.keys("?");
                terminal.draw();
                terminal.keys(" n");
                terminal.draw();
            }
        }
    }
}

/// The sizes of phones over ssh and of split windows.
const SMALL: [(u16, u16); 11] = [
    (20, 11),
    (30, 12),
    (30, 13),
    (40, 13),
    (40, 14),
    (40, 15),
    (40, 24),
    (63, 24),
    (63, 14),
    (80, 13),
    (80, 14),
];

/// Nothing vanishes without a word: the board, whose move it is, the discs, the reply to a key, and
/// where the keys are listed.
#[test]
fn small_windows_show_what_matters() {
    for size in SMALL {
        for capabilities in [TRUE, LETTERS, SIXTEEN] {
            let mut terminal = with_game(GAME, capabilities, size);
            terminal.draw();
            assert!(terminal.app.matrix().is_some(), "{size:?}: no board");
            let text = terminal.screen.backend().to_string();
            let mut wanted = vec!["Your move", "?:keys"];
            // Beside the small board forty columns have room, beside the larger one sixty. Elsewhere
            // the moves come after the advice, if there is room.
            let beside = size.0 >= 40 && size.1 < 24 || size.0 >= 60;
            match (size.1 >= 13, beside) {
                (true, true) => wanted.extend(["6 discs you", "8 discs Wedge", " e7"]),
                (true, false) => wanted.extend(["6 you", "8 Wedge"]),
                (false, _) => {}
            }
            if size.1 >= 13 && size.0 >= 30 {
                wanted.push("strength 5");
            }
            if size.0 >= 40 {
                wanted.extend(["h:hint", "u:undo"]);
            }
            for wanted in wanted {
                assert!(text.contains(wanted), "{size:?}: {wanted} is not in\n{text}");
            }
            terminal.keys("3");
            terminal.draw();
            let text = terminal.screen.backend().to_string();
            assert!(text.contains("Strength 3"), "{size:?}:\n{text}");
        }
    }
    assert_screen!("phone-40x24", with_game(GAME, LETTERS, (40, 24)));
    assert_screen!("split-80x14", with_game(GAME, LETTERS, (80, 14)));
}

/// The help is longer than a phone's screen: it says so and scrolls to its end.
#[test]
fn long_help_scrolls() {
    let mut terminal = with_game(GAME, TRUE, (40, 15));
    terminal.keys("?");
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("Help (down: more)") && !text.contains("Scores are in discs"), "{text}");
    for _ in 0..60 {
        terminal.key(KeyCode::Down);
    }
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("(up: more)") && text.contains("for the player to move."), "{text}");
}

#[test]
fn discs_on_green() {
    let discs = Capabilities { discs: true, ..TRUE };
    let mut terminal = with_game(GAME, discs, (80, 24));
    assert_screen!("discs-80x24", terminal);
    assert!(terminal.screen.backend().to_string().contains("Your move: black "));
    // The key d goes back to the lights.
    terminal.keys("d");
    assert!(terminal.app.capabilities() == TRUE);
    terminal.draw();
    assert!(terminal.screen.backend().to_string().contains("black (blue)"));
}

#[test]
fn moves_are_numbered_and_passes_are_not() {
    let game = support::emulators_game();
    let passes = game.moves().iter().filter(|mv| mv.square().is_none()).count();
    assert!(passes > 0);
    let mut terminal = with_game(&game.to_string(), TRUE, (80, 40));
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    let count = game.moves().len() - passes;
    assert!(text.contains(&format!("Moves: {count} ")), "{text}");
    let first: Vec<String> = game.moves()[..3].iter().map(ToString::to_string).collect();
    assert!(text.contains(&format!("│ 1 {}", first.join(" "))), "{text}");
    assert!(text.contains("│11 ") && text.contains(" --"), "{text}");
}

#[test]
fn a_position_is_set_up_on_the_screen() {
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    terminal.keys("e0");
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("Set up: black (blue) to move"), "{text}");
    // Nobody can move on an empty board.
    assert_eq!(terminal.key(KeyCode::Enter), None);
    terminal.draw();
    assert!(terminal.screen.backend().to_string().contains("neither side can move here"));
    terminal.click("c3");
    terminal.click("d3");
    terminal.keys(" x");
    let Some(Outcome::Restart(start)) = terminal.key(KeyCode::Enter) else { panic!("no game") };
    let board = format!("{}XO{} O", "-".repeat(18), "-".repeat(44));
    assert_eq!(start.game, AnyGame::read(&board, 8).unwrap());
    // Esc leaves the game as it was.
    terminal.keys("e0");
    terminal.key(KeyCode::Esc);
    assert_eq!(terminal.panel().game().to_string(), GAME);
}

#[test]
fn a_typed_name_replaces_the_suggestion_and_its_ending_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("typed.sgf");
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    terminal.keys("s");
    terminal.draw();
    assert!(terminal.screen.backend().to_string().contains("> game-1.txt"));
    terminal.keys(path.to_str().unwrap());
    terminal.key(KeyCode::Enter);
    let message = terminal.app.view(terminal.now).message.unwrap();
    assert_eq!(message, format!("Saved as {}.", path.display()));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("(;"));
    assert_eq!(AnyGame::read(path.to_str().unwrap(), 8).unwrap(), AnyGame::read(GAME, 8).unwrap());
}

#[test]
fn openings_are_named() {
    let mut terminal = with_game("f5d6c3d3c4", LETTERS, (80, 24));
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("opening: Tiger"), "{text}");
}

#[test]
fn the_small_board() {
    let game: Game<Six> = "c2b2".parse().unwrap();
    let session = Session::new(game, Settings::default(), EngineWorker::detached());
    let mut terminal = TestTerminal::with(session, LETTERS, (80, 24));
    assert_screen!("small-board", terminal);
}

#[test]
fn sheets() {
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    terminal.keys("?");
    assert_screen!("help", terminal);
    let mut terminal = with_game(GAME, LETTERS, (80, 24));
    terminal.keys("?");
    assert_screen!("help-letters", terminal);
    terminal.key(KeyCode::Esc);
    terminal.keys("n");
    terminal.key(KeyCode::Down);
    terminal.key(KeyCode::Right);
    assert_screen!("new-game", terminal);
    terminal.key(KeyCode::Esc);
    terminal.keys("onowhere");
    terminal.key(KeyCode::Enter);
    assert_screen!("open-error", terminal);
}

#[test]
fn the_engine_answers_and_says_what_it_thinks() {
    // Past the opening book.
    let config = WorkerConfig { threads: 1, table: "14".parse().unwrap(), seed: 1 };
    let session =
        Session::new(support::midgame(), strength(5), EngineWorker::start(config).unwrap());
    let mut terminal = TestTerminal::with(session, TRUE, (80, 24));
    terminal.click("h4");
    terminal.until("answer", |terminal| terminal.panel().game().moves().len() == 24);
    terminal.wait(2000);
    assert_eq!(terminal.panel().showing(), Showing::Choosing);
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    for wanted in
        ["waits for you; its last search:", "expects ", "depth 6, ", "line  ", "Moves: 24"]
    {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

#[test]
fn a_hint_scores_every_move() {
    let mut terminal = TestTerminal::<Eight>::thinking(strength(5), TRUE, (80, 24));
    terminal.keys("h");
    assert_eq!(terminal.panel().showing(), Showing::Thinking(Task::Hint));
    terminal.until("hint", |terminal| terminal.panel().showing() == Showing::Choosing);
    let view = terminal.app.view(terminal.now);
    assert!(view.scored);
    assert_eq!(view.info.unwrap().moves.len(), 4);
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("has scored your moves") && text.contains("best  "), "{text}");
    // A move takes the scores away.
    terminal.key(KeyCode::Enter);
    terminal.until("answer", |terminal| terminal.panel().game().moves().len() == 2);
    assert!(!terminal.app.view(terminal.now).scored);
}

/// A solved end looks the same however fast the machine is.
#[test]
fn analysis_until_it_is_solved() {
    let mut terminal = TestTerminal::<Six>::thinking(strength(3), TRUE, (80, 24));
    let mut game = Game::<Six>::from_position(wedge_engine::Position::start());
    while game.position().board().empties() > 10 {
        let mv = game.position().moves().next().unwrap();
        game.play(mv).unwrap();
    }
    let now = terminal.now;
    terminal.panel().set_game(game, strength(3), now);
    terminal.keys("a");
    terminal.until("solution", |terminal| {
        terminal.app.view(terminal.now).info.is_some_and(|info| info.solved)
    });
    assert!(terminal.app.view(terminal.now).analysing);
    terminal.draw();
    let text = terminal.screen.backend().to_string();
    assert!(text.contains("Analysis") && text.contains("solved: "), "{text}");
    // Moves of both colours, back and forth; each position is analysed.
    let before = terminal.panel().game().moves().len();
    terminal.key(KeyCode::Tab);
    terminal.key(KeyCode::Enter);
    terminal.until("second position", |terminal| {
        terminal.panel().showing() == Showing::Choosing
            && terminal.app.view(terminal.now).info.is_some_and(|info| info.solved)
    });
    assert!(terminal.panel().game().moves().len() > before, "nobody answered");
    terminal.keys("u");
    assert_eq!(terminal.panel().game().moves().len(), before);
    terminal.keys("a");
    assert!(!terminal.app.view(terminal.now).analysing);
    assert_eq!(terminal.panel().settings().players, Players::Black);
}

#[test]
fn the_analysis_screen() {
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    terminal.keys("a");
    assert_screen!("analysis", terminal);
}

#[test]
fn undo_and_redo_walk_the_whole_game() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    for plies in [8, 6, 4, 2, 0, 0] {
        terminal.keys("u");
        assert_eq!(terminal.panel().game().moves().len(), plies);
    }
    assert_screen!("taken-back", terminal);
    for plies in [2, 4, 6, 8, 10, 10] {
        terminal.keys("r");
        assert_eq!(terminal.panel().game().moves().len(), plies);
    }
    assert_eq!(*terminal.panel().game(), game);
    // Another move instead of the one taken back: the old line is gone.
    terminal.keys("uu");
    terminal.wait(10);
    let legal = terminal.panel().game().position().board().legal_moves();
    let other = legal.into_iter().find(|square| square.to_string() != "f6").unwrap();
    terminal.click(&other.to_string());
    terminal.keys("r");
    assert_eq!(terminal.panel().game().moves().len(), 7);
    assert!(terminal.app.view(terminal.now).message.unwrap().contains("nothing to redo"));
}

#[test]
fn sides_are_swapped_and_the_engine_watched() {
    let mut terminal = TestTerminal::<Eight>::thinking(strength(1), TRUE, (80, 24));
    terminal.keys("x");
    terminal.until("move of black", |terminal| terminal.panel().game().moves().len() == 1);
    assert_eq!(terminal.panel().settings().players, Players::White);
    terminal.keys("w");
    terminal.until("few moves", |terminal| terminal.panel().game().moves().len() > 5);
    terminal.keys("u");
    assert_eq!(terminal.panel().settings().players, Players::Both, "paused");
    let plies = terminal.panel().game().moves().len();
    terminal.wait(3000);
    assert_eq!(terminal.panel().game().moves().len(), plies);
    terminal.keys("ww");
    assert_ne!(terminal.panel().settings().players, Players::Nobody);
    terminal.keys("w");
    terminal.until("end", |terminal| terminal.panel().game().is_over());
    terminal.wait(3000);
    terminal.draw();
    assert!(terminal.screen.backend().to_string().contains(" wins, "));
    // Enter reviews the game; it is not lost.
    let over = terminal.panel().game().clone();
    terminal.key(KeyCode::Enter);
    assert!(terminal.app.view(terminal.now).review.is_some());
    terminal.key(KeyCode::Esc);
    assert_eq!(*terminal.panel().game(), over);
}

#[test]
fn keys_that_leave_the_game() {
    let control = |c| Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    assert_eq!(terminal.key(KeyCode::Char('q')), Some(Outcome::Quit));
    assert_eq!(terminal.event(&control('c')), Some(Outcome::Interrupt));
    assert_eq!(terminal.event(&control('z')), Some(Outcome::Suspend));
    assert_eq!(terminal.key(KeyCode::Char('c')), Some(Outcome::Copy(GAME.to_owned())));
    terminal.keys("n");
    let Some(Outcome::Restart(start)) = terminal.key(KeyCode::Enter) else { panic!("no new game") };
    assert_eq!(start.game, AnyGame::new(8));
    terminal.keys("o");
    terminal.event(&Event::Paste("f5f6".to_owned()));
    let Some(Outcome::Restart(start)) = terminal.key(KeyCode::Enter) else { panic!("not opened") };
    assert_eq!(start.game, AnyGame::read("f5f6", 8).unwrap());
    // Letters go into a line that is being typed, except for Ctrl-C.
    terminal.keys("oqqq");
    assert_eq!(terminal.event(&control('c')), Some(Outcome::Interrupt));
}

#[test]
fn a_game_is_saved_where_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.txt");
    let mut terminal = with_game(GAME, TRUE, (80, 24));
    terminal.keys("s");
    terminal.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    terminal.event(&Event::Paste(path.display().to_string()));
    terminal.key(KeyCode::Enter);
    assert!(terminal.app.view(terminal.now).message.unwrap().starts_with("Saved as "));
    let read = AnyGame::read(path.to_str().unwrap(), 8).unwrap();
    assert_eq!(read, AnyGame::read(GAME, 8).unwrap());
}

/// The picture of the README: the position of the emulator's photograph `midgame`, with a hint. It
/// is written to docs/pictures where `WEDGE_PICTURES` is set.
#[test]
fn the_picture_for_the_documents() {
    let session = {
        let config = WorkerConfig { threads: 2, table: "20".parse().unwrap(), seed: 1 };
        Session::new(support::midgame(), strength(5), EngineWorker::start(config).unwrap())
    };
    let mut terminal = TestTerminal::with(session, TRUE, (80, 24));
    terminal.keys("h");
    terminal.until("hint", |terminal| terminal.panel().showing() == Showing::Choosing);
    terminal.draw();
    let svg = svg(terminal.screen.backend().buffer(), "host-sim play: the console in a terminal");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">Your\u{a0}move:\u{a0}black\u{a0}(blue)</text>"));
    // Browsers collapse ordinary spaces in a text.
    let texts = svg.lines().filter(|line| line.starts_with("<text "));
    let texts = texts.filter_map(|line| line.split_once('>')).map(|(_, text)| text);
    assert!(texts.clone().count() > 20);
    assert!(texts.into_iter().all(|text| !text.contains(' ')));
    // Black's and white's discs, and the legal squares.
    for colour in ["#0048ff", "#ffb028", "#005422"] {
        assert!(svg.contains(&format!("fill=\"{colour}\"")), "{colour}");
    }
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        std::fs::write(docs.join("terminal.svg"), svg).unwrap();
    }
}
