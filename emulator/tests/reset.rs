//! What survives: resets with a game under way, and crashes.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use wedge_console::engine::{Color, Game};
use wedge_emulator::{Emulator, Hands, Person, built};

fn board() -> Result<Emulator> {
    Emulator::start(&built("b-l475e-iot01a")?)
}

/// Plays a move over the serial line, so that there is a game to keep.
fn begin(board: &mut Emulator) -> Result<Game> {
    board.serial.command("play black f5")?;
    board.serial.command("play white d6")?;
    Ok("f5d6".parse()?)
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_game_survives_a_reset() -> Result<()> {
    let mut board = board()?;
    let game = begin(&mut board)?;
    board.reset()?;
    let lights = board.watch(700)?;
    insta::assert_snapshot!("offer", lights);
    // A hold goes on with the game: black is to move, by button.
    let mut person = Person::new(board, Hands::One, &[Color::Black]);
    person.game = game;
    person.select()?;
    person.wait_for_turn()?;
    Ok(())
}

/// Overwrites the console's state, so that all its pointers lead nowhere.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_crash_shows_a_sign_is_logged_and_the_game_goes_on() -> Result<()> {
    let mut board = board()?;
    begin(&mut board)?;
    board.overwrite("CONSOLE", 0xFF)?;
    // It is drawn row by row: wait for all of it. The board's clock stands still meanwhile, and
    // looking without a pause would leave it no time to draw.
    let end = Instant::now() + Duration::from_secs(10);
    let mut sign = board.look()?;
    while sign.squares("!").len() < 40 && Instant::now() < end {
        sleep(Duration::from_millis(30));
        sign = board.look()?;
    }
    insta::assert_snapshot!("crash", sign);
    // Then the board starts again, with the game kept.
    board.wait_for("the question after a reset", Duration::from_secs(20), |lights| {
        lights.squares("!").is_empty() && !lights.squares("+").is_empty()
    })?;
    let log = board.log()?;
    assert!(log.iter().any(|line| line.contains("ERROR hard fault")), "{log:#?}");
    assert_eq!(log.iter().filter(|line| line.contains("Wedge on")).count(), 2, "{log:#?}");
    assert!(board.serial.command("showboard")?.contains("black 3, white 3"));
    Ok(())
}
