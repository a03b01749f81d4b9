//! The game survives resets and crashes.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use wedge_console::engine::{Color, Game};
use wedge_emulator::{ButtonPlayer, Controls, Emulator, Lights, built};

fn board() -> Result<Emulator> {
    Emulator::start(&built("b-l475e-iot01a")?)
}

/// Plays two moves over the serial line, so that there is a game to save.
fn play_two_moves(board: &mut Emulator) -> Result<Game> {
    board.serial.command("play black f5")?;
    board.serial.command("play white d6")?;
    Ok("f5d6".parse()?)
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_game_survives_a_reset() -> Result<()> {
    let mut board = board()?;
    let game = play_two_moves(&mut board)?;
    board.reset()?;
    let lights = board.lights_over(700)?;
    insta::assert_snapshot!("offer", lights);
    // A hold resumes the game: black is to move, by button.
    let mut player = ButtonPlayer::new(board, Controls::OneButton, &[Color::Black]);
    player.game = game;
    player.select()?;
    player.wait_for_turn()?;
    Ok(())
}

/// Waits for the red sign of a crash, which has this many LEDs.
fn wait_for_sign(board: &mut Emulator, leds: u32) -> Result<Lights> {
    // The sign is drawn row by row: wait for all rows. The board's clock has stopped, and sampling
    // without a pause would leave it no time to draw.
    let end = Instant::now() + Duration::from_secs(10);
    let mut sign = board.lights()?;
    while sign.squares("!").len() < leds && Instant::now() < end {
        sleep(Duration::from_millis(30));
        sign = board.lights()?;
    }
    Ok(sign)
}

/// Overwrites the console's state, so that all its pointers are invalid.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_crash_is_shown_and_logged_and_the_game_survives() -> Result<()> {
    let mut board = board()?;
    play_two_moves(&mut board)?;
    board.fill_variable("CONSOLE", 0xFF)?;
    let sign = wait_for_sign(&mut board, 40)?;
    insta::assert_snapshot!("crash", sign);
    // Then the board restarts with the saved game.
    board.wait_for("question after the reset", Duration::from_secs(20), |lights| {
        lights.squares("!").is_empty() && !lights.squares("+").is_empty()
    })?;
    let log = board.log()?;
    assert!(log.iter().any(|line| line.contains("ERROR hard fault")), "{log:#?}");
    // The fault registers survive the reset.
    assert!(log.iter().any(|line| line.contains("WARN the last crash: pc 0x")), "{log:#?}");
    assert_eq!(log.iter().filter(|line| line.contains("Wedge on")).count(), 2, "{log:#?}");
    assert!(board.serial.command("showboard")?.contains("black 3, white 3"));
    Ok(())
}

/// A fault while the logger holds its lock: logging it would panic, and that panic would log again.
/// The sign shows all the same, and the board restarts.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_crash_inside_the_logger_ends_in_a_restart() -> Result<()> {
    let mut board = board()?;
    play_two_moves(&mut board)?;
    board.lock_logger()?;
    board.fill_variable("CONSOLE", 0xFF)?;
    // The cross of a panic: the logger's own.
    let sign = wait_for_sign(&mut board, 16)?;
    assert_eq!(sign.squares("!").len(), 16, "{sign:?}");
    board.wait_for("question after the reset", Duration::from_secs(20), |lights| {
        lights.squares("!").is_empty() && !lights.squares("+").is_empty()
    })?;
    assert!(board.serial.command("showboard")?.contains("black 3, white 3"));
    Ok(())
}
