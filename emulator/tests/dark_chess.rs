//! Dark chess on the emulated board: golden pictures, both sets of buttons, both games saved.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use wedge_console::dark_chess::engine::{Deal, Piece, Position};
use wedge_console::dark_chess::{DealtGame, Panel};
use wedge_console::engine::Strength;
use wedge_console::{Players, SavedGame, Settings};
use wedge_emulator::{Button, Emulator, built};

const TAP_MS: u32 = 40;
const HOLD_MS: u32 = 700;
const LONG_HOLD_MS: u32 = 1700;

fn board() -> Result<Emulator> {
    Emulator::start(&built("b-l475e-iot01a")?)
}

/// The picture over a moment, compared with a golden one. If `WEDGE_PICTURES` is set, also saves a
/// screenshot for the documentation.
fn golden(board: &mut Emulator, name: &str, ms: u32) -> Result<()> {
    let lights = board.lights_over(ms)?;
    insta::assert_snapshot!(format!("dark-chess-{name}"), lights);
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        board.save_screenshot(&docs.join(format!("dark-chess-{name}.png")))?;
        board.serial.command("brightness 3")?;
    }
    Ok(())
}

/// Changes the game by the menu, with one button.
fn change_game(board: &mut Emulator) -> Result<()> {
    board.press(Button::User, LONG_HOLD_MS)?;
    for _ in 0..7 {
        board.press(Button::User, TAP_MS)?;
        board.wait_ms(300)?;
    }
    board.press(Button::User, HOLD_MS)
}

fn position(board: &mut Emulator) -> Result<Position> {
    Ok(board.serial.command("dark_chess")?.parse()?)
}

/// Waits until so many pieces are face down.
fn wait_for_face_down(board: &mut Emulator, count: u32) -> Result<Position> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let position = position(board)?;
        if position.face_down().len() == count {
            return Ok(position);
        }
        ensure!(Instant::now() < end, "{position}: expected {count} pieces face down");
        board.wait_ms(50)?;
    }
}

/// Puts a game into the memory that survives a reset, resets the board and resumes the game.
fn resume(board: &mut Emulator, text: &str, hidden: &str, settings: &Settings) -> Result<()> {
    let position: Position = text.parse()?;
    let pieces = hidden.chars().map(|letter| letter.to_string().parse::<Piece>());
    let pieces: Vec<Piece> = pieces.collect::<Result<_, _>>()?;
    let deal = Deal::of(pieces.into_iter().zip(position.face_down()));
    let dealt = DealtGame::from_position(deal, position, 10);
    let saved = SavedGame::of_dark_chess(&dealt, settings);
    // No game of Othello, this game, and that it is the newer one.
    let empty = [0; SavedGame::SIZE];
    let memory = [empty.as_slice(), saved.as_bytes(), &1_u32.to_le_bytes()].concat();
    board.write_variable("SAVED", &memory)?;
    board.reset()?;
    board.press(Button::User, HOLD_MS)
}

const MIDDLE: &str = "K..g/.G../m.R?/.c.P/N?.k/..p./C..r/p... r Mn 3";
/// What lies face down, by square.
const MIDDLE_HIDDEN: &str = "nM";

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_menu_changes_the_game_and_both_are_saved() -> Result<()> {
    let mut board = board()?;
    board.serial.command("play black f5")?;
    board.serial.command("play white d6")?;
    let othello = board.serial.command("showboard")?;
    board.press(Button::User, LONG_HOLD_MS)?;
    for _ in 0..7 {
        board.press(Button::User, TAP_MS)?;
        board.wait_ms(300)?;
    }
    golden(&mut board, "menu", 700)?;
    board.press(Button::User, HOLD_MS)?;
    golden(&mut board, "start", 700)?;
    // A flip by one button, and the engine's answer: nothing else can be done in the second ply.
    board.press(Button::User, HOLD_MS)?;
    let flipped = wait_for_face_down(&mut board, 30)?;
    // After a reset both games are there; the question is about dark chess. (After a power cut the
    // journal has them, which QEMU does not emulate.)
    board.reset()?;
    board.press(Button::User, HOLD_MS)?;
    assert_eq!(position(&mut board)?, flipped);
    change_game(&mut board)?;
    assert_eq!(board.serial.command("showboard")?, othello);
    board.check_health(2)
}

/// The pictures of a given game, LED for LED as the panel renders them on a PC.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_piece_is_shown_picked_up_and_moved() -> Result<()> {
    let mut board = board()?;
    let settings = Settings { strength: Strength::new(1).context("1")?, ..Settings::default() };
    resume(&mut board, MIDDLE, MIDDLE_HIDDEN, &settings)?;
    golden(&mut board, "board", 700)?;
    let mut panel = Panel::new();
    let dealt = DealtGame::from_position(Deal::new(0), MIDDLE.parse()?, 10);
    panel.set_game(dealt, settings, 0);
    // 400 ms after the turn began the cursor is off.
    let wanted = panel.render(400).gamma();
    let end = Instant::now() + Duration::from_secs(5);
    while !board.frame()?.is_near(&wanted, 8) {
        ensure!(Instant::now() < end, "the LEDs show\n{}not\n{wanted}", board.frame()?);
        board.wait_ms(10)?;
    }
    // Held, the button shows the letter of the piece; its release picks the piece up.
    board.hold(Button::User)?;
    board.wait_ms(HOLD_MS)?;
    golden(&mut board, "letter", 100)?;
    board.release(Button::User)?;
    board.wait_ms(1100)?;
    golden(&mut board, "held", 700)?;
    // With five buttons: the cannon steps up a rank, to the right.
    board.press(Button::Select, TAP_MS)?;
    let end = Instant::now() + Duration::from_secs(20);
    while position(&mut board)?.to_string().split_whitespace().nth(1) != Some("r")
        || position(&mut board)?.to_string() == MIDDLE
    {
        ensure!(Instant::now() < end, "the engine does not answer");
        board.wait_ms(100)?;
    }
    board.check_health(2)
}

/// The highest strength fits the stack, and a hold makes it move.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_deepest_search_of_dark_chess_fits_the_stack() -> Result<()> {
    let mut board = board()?;
    let settings = Settings {
        strength: Strength::new(9).context("9")?,
        players: Players::White,
        ..Settings::default()
    };
    // Many pieces face to face: long exchanges at the leaves.
    let text = "KpPg/PGpC/mPRp/ncrP/NPck/CrmG/MgNR/pnMp r - 0";
    resume(&mut board, text, "", &settings)?;
    board.wait_ms(4_000)?;
    board.press(Button::User, HOLD_MS)?;
    board.wait_ms(1_000)?;
    let moved = position(&mut board)?;
    assert_ne!(moved.to_string(), text);
    let stack = board.stack()?;
    println!("stack {} of {} B", stack.used, stack.size);
    stack.check()?;
    board.check_health(2)
}
