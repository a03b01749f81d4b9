//! The end of a game, its review, and the coach.

mod support;

use std::path::Path;
use std::process::Command;

use crossterm::event::{Event, KeyCode};
use host_sim::terminal::app::Capabilities;
use host_sim::terminal::engine_worker::{EngineWorker, WorkerConfig};
use host_sim::terminal::screenshot::svg;
use host_sim::terminal::session::{PlayOptions, Session};
use support::{TRUE, TestTerminal, random_game};
use wedge_console::{Frame, Players, Settings, Showing, hue};
use wedge_engine::{Color, Game, Level, Limits, Move, Options, Position, Search, Standard, Table};

/// A game of strength 4 (black) against strength 6.
const GAME: &str = include_str!("fixtures/reviewed-game.txt");

fn worker() -> EngineWorker<wedge_engine::Eight> {
    let config = WorkerConfig { threads: 1, table: "16".parse().unwrap(), seed: 1 };
    EngineWorker::start(config).unwrap()
}

fn with_engine(game: &Game, settings: Settings, options: PlayOptions) -> TestTerminal {
    let session = Session::new(game.clone(), settings, worker()).with_options(options);
    TestTerminal::with(session, TRUE, (80, 24))
}

fn text(terminal: &mut TestTerminal) -> String {
    terminal.draw();
    terminal.screen.backend().to_string()
}

fn reviewed(game: &Game, settings: Settings) -> TestTerminal {
    let mut terminal = with_engine(game, settings, PlayOptions::default());
    terminal.key(KeyCode::Enter);
    terminal.until("review", |terminal| {
        terminal.app.view(terminal.now).review.is_some_and(|review| review.left() == 0)
    });
    terminal
}

/// The lights of a position.
fn lights(position: &Position) -> Frame {
    let mut frame = Frame::default();
    for color in [Color::Black, Color::White] {
        position.discs(color).into_iter().for_each(|square| frame.set(square, hue(color)));
    }
    frame
}

/// The sorting of the lights is an animation: the final position comes back and stays.
#[test]
fn the_end_shows_the_final_position() {
    let game = random_game(5);
    let session = Session::new(game.clone(), Settings::default(), EngineWorker::detached());
    let mut terminal = TestTerminal::with(session, TRUE, (80, 24));
    let wanted = lights(&game.position());
    terminal.wait(1000);
    assert_eq!(terminal.lights(), wanted);
    terminal.wait(5000);
    assert_ne!(terminal.lights(), wanted, "sorted");
    terminal.wait(4000);
    assert_eq!(terminal.lights(), wanted);
    terminal.wait(20_000);
    assert_eq!(terminal.lights(), wanted);
    assert!(text(&mut terminal).contains("Enter: review the game."));
}

/// Near the end, what a move cost is what a search of each move of its own says.
#[test]
fn losses_are_those_of_separate_searches() {
    let game = random_game(7);
    let terminal = reviewed(&game, Settings::default());
    let view = terminal.app.view(terminal.now).review.unwrap();
    let scores = view.scores();
    assert_eq!(
        scores.last().copied().flatten(),
        Some(f64::from(game.position().result_for_black()))
    );
    let table = Table::<4096>::new();
    let mut search = Search::new(Standard, Some(table.view()), Options::default());
    let mut checked = 0;
    for ((position, mv), reviewed) in game.steps().zip(&view.moves) {
        let Some(judgement) = &reviewed.judgement else {
            assert_eq!(mv, Move::Pass);
            continue;
        };
        if position.board().empties() > 10 {
            continue;
        }
        let mut solve = |square| {
            let after = position.play(Move::Play(square)).unwrap();
            -search.think(&after, &Limits::EXACT, &mut ()).score.discs()
        };
        let legal = position.board().legal_moves().into_iter();
        let best = legal.map(&mut solve).max().unwrap();
        let played = solve(mv.square().unwrap());
        assert!(judgement.solved);
        assert_eq!((judgement.score.discs(), judgement.best_score.discs()), (played, best));
        assert_eq!(solve(judgement.best), best);
        checked += 1;
    }
    assert!(checked >= 8);
    // Only black's moves are ranked: the person plays black.
    assert!(!view.costliest.is_empty());
    assert!(view.costliest.iter().all(|&ply| view.moves[ply].side == Color::Black));
}

#[test]
fn a_costly_move_is_tried_again() {
    let game: Game = GAME.trim().parse().unwrap();
    let mut terminal = reviewed(&game, Settings::default());
    let screen = text(&mut terminal);
    for wanted in
        ["Your costliest moves", "lost in all: black ", "The end: ", "Score after each move"]
    {
        assert!(screen.contains(wanted), "{wanted} is not in\n{screen}");
    }
    terminal.keys("1");
    let view = terminal.app.view(terminal.now);
    let review = view.review.unwrap();
    let (at, moved) = (review.at, review.moves[review.at].clone());
    let judgement = moved.judgement.unwrap();
    assert_eq!(review.costliest[0], at);
    let screen = text(&mut terminal);
    let wanted = format!("Move {}: black plays {}", moved.number.unwrap(), judgement.square);
    assert!(screen.contains(&wanted), "{wanted} is not in\n{screen}");
    // Why, and back to the review.
    terminal.keys("y");
    assert!(text(&mut terminal).contains(&format!("{}: {}", judgement.best, judgement.best)));
    terminal.key(KeyCode::Esc);
    // The better move is played there, and the engine answers.
    terminal.click(&judgement.best.to_string());
    assert!(terminal.app.view(terminal.now).review.is_none());
    assert_eq!(terminal.panel().game().moves()[..at], game.moves()[..at]);
    assert_eq!(terminal.panel().game().moves()[at], Move::Play(judgement.best));
    assert_eq!(terminal.panel().settings().players, Players::Black);
    terminal.until("answer", |terminal| terminal.panel().game().moves().len() > at + 1);
}

#[test]
fn enter_goes_on_from_the_move_under_review() {
    let game: Game = GAME.trim().parse().unwrap();
    let mut terminal = reviewed(&game, Settings::default());
    terminal.key(KeyCode::Enter);
    let message = terminal.app.view(terminal.now).message.unwrap();
    assert!(message.starts_with("The game is over here"), "{message}");
    // White's last move: the person gets white.
    let is_whites = |terminal: &TestTerminal| {
        let view = terminal.app.view(terminal.now);
        view.mover == Color::White && !view.legal.is_empty()
    };
    terminal.key(KeyCode::Left);
    while !is_whites(&terminal) {
        terminal.key(KeyCode::Left);
    }
    terminal.key(KeyCode::Enter);
    assert_eq!(terminal.panel().settings().players, Players::White);
    assert_eq!(terminal.panel().showing(), Showing::Choosing);
    // Redo replays the old game, whose review is still there.
    for _ in 0..20 {
        terminal.keys("r");
    }
    assert_eq!(*terminal.panel().game(), game);
}

#[test]
fn the_coach_says_what_a_move_cost_and_why() {
    let options = PlayOptions { coach: true, ..PlayOptions::default() };
    let mut terminal = with_engine(&support::midgame(), Settings::default(), options);
    let before = terminal.panel().game().position();
    assert_eq!(before.side(), Color::Black);
    // The worst move of all by a shallow search: it costs something.
    let table = Table::<4096>::new();
    let mut search = Search::new(Standard, Some(table.view()), Options::default());
    let all = wedge_engine::Bitboard::EMPTY;
    let found = search.multi_pv(&before, &Limits::depth(6), 40, all, &mut ());
    let worst = found.moves.last().unwrap().square;
    terminal.click(&worst.to_string());
    terminal.until("verdict", |terminal| {
        terminal.panel().showing() == Showing::Choosing
            && terminal.app.view(terminal.now).verdict.is_some()
    });
    let verdict = terminal.app.view(terminal.now).verdict.unwrap();
    assert_eq!((verdict.side, verdict.judgement.square), (Color::Black, worst));
    assert!(verdict.judgement.loss() > 2.0, "{verdict:?}");
    let screen = text(&mut terminal);
    assert!(screen.contains(&format!("Coach: {worst} cost ")), "{screen}");
    terminal.keys("y");
    let screen = text(&mut terminal);
    assert!(screen.contains(&format!("{worst}: {worst}")), "{screen}");
    terminal.key(KeyCode::Esc);
    // Taken back, the verdict is void, and so is what the engine said about its answer.
    terminal.keys("u");
    let view = terminal.app.view(terminal.now);
    assert_eq!((view.verdict, view.info.is_none()), (None, true));
    // The best move is praised.
    terminal.click(&verdict.judgement.best.to_string());
    terminal.until("verdict", |terminal| terminal.app.view(terminal.now).verdict.is_some());
    assert!(text(&mut terminal).contains("is as good as any move."));
    terminal.until("turn", |terminal| terminal.panel().showing() == Showing::Choosing);
    // Off, it says nothing.
    terminal.keys("k");
    let square = first_legal(&mut terminal);
    terminal.click(&square);
    terminal.until("turn", |terminal| terminal.panel().showing() == Showing::Choosing);
    assert_eq!(terminal.app.view(terminal.now).verdict, None);
}

fn first_legal(terminal: &mut TestTerminal) -> String {
    terminal.panel().game().position().board().legal_moves().first().unwrap().to_string()
}

/// A hint is void after the move it was for is made and taken back.
#[test]
fn advice_does_not_outlive_its_position() {
    let mut terminal =
        with_engine(&support::midgame(), Settings::default(), PlayOptions::default());
    terminal.keys("h");
    terminal.until("hint", |terminal| terminal.panel().showing() == Showing::Choosing);
    assert!(text(&mut terminal).contains("has scored your moves"));
    let square = first_legal(&mut terminal);
    terminal.click(&square);
    terminal.until("turn", |terminal| terminal.panel().showing() == Showing::Choosing);
    terminal.keys("u");
    let screen = text(&mut terminal);
    assert!(screen.contains("waits for your move"), "{screen}");
    assert!(!screen.contains("expects") && !screen.contains("best  "), "{screen}");
}

#[test]
fn a_level_is_chosen_by_plus_and_left_by_a_digit() {
    let mut terminal = with_engine(&Game::default(), Settings::default(), PlayOptions::default());
    terminal.keys("9+");
    assert!(text(&mut terminal).contains("Othello 8x8, level 18"));
    terminal.keys("+");
    assert_eq!(terminal.app.session().options().level, Level::new(19));
    terminal.keys("--");
    assert!(text(&mut terminal).contains("Othello 8x8, strength 9"));
    terminal.keys("+5");
    assert!(text(&mut terminal).contains("Othello 8x8, strength 5"));
    assert_eq!(terminal.app.session().options().level, None);
}

/// The pictures of the documents, at 80x24. They are written to docs/pictures where
/// `WEDGE_PICTURES` is set, which needs rsvg-convert.
#[test]
fn the_pictures_for_the_documents() {
    let game: Game = GAME.trim().parse().unwrap();
    let mut terminal = reviewed(&game, Settings::default());
    terminal.keys("1");
    picture("review", &mut terminal);
    let discs = Capabilities { discs: true, ..TRUE };
    let options = PlayOptions { coach: true, ..PlayOptions::default() };
    let midgame = support::midgame();
    let session = Session::new(midgame, Settings::default(), worker()).with_options(options);
    let mut terminal = TestTerminal::with(session, discs, (80, 24));
    terminal.click("g1");
    terminal.until("verdict", |terminal| {
        terminal.panel().showing() == Showing::Choosing
            && terminal.app.view(terminal.now).verdict.is_some()
    });
    terminal.event(&Event::FocusGained);
    terminal.keys("y");
    picture("coach", &mut terminal);
}

fn picture(name: &str, terminal: &mut TestTerminal) {
    terminal.draw();
    let svg = svg(terminal.screen.backend().buffer(), &format!("host-sim play: {name}"));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    if std::env::var_os("WEDGE_PICTURES").is_none() {
        return;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("picture.svg");
    std::fs::write(&source, svg).unwrap();
    let mut convert = Command::new("rsvg-convert");
    let status =
        convert.arg("-o").arg(docs.join(format!("terminal-{name}.png"))).arg(source).status();
    assert!(status.expect("rsvg-convert: install librsvg2-bin").success());
}
