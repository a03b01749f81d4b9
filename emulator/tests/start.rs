//! The board starts and shows the start position.

use std::time::Duration;

use anyhow::Result;
use wedge_emulator::{Emulator, built, built_to_flash};

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_start_position_shows() -> Result<()> {
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    let timeout = Duration::from_secs(10);
    let lights = board.wait_for("cursor", timeout, |lights| !lights.squares("x").is_empty())?;
    insta::assert_snapshot!("start", lights);
    assert_eq!(board.log()?.len(), 1, "{:?}", board.log()?);
    Ok(())
}

/// The image that `cargo xtask flash` writes logs to the debug probe: nobody listens here, and it
/// must start, play and log all the same.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_image_that_is_flashed_runs_without_a_probe() -> Result<()> {
    let mut board = Emulator::start(&built_to_flash("b-l475e-iot01a")?)?;
    let timeout = Duration::from_secs(10);
    board.wait_for("cursor", timeout, |lights| !lights.squares("x").is_empty())?;
    let log = board.rtt_log()?;
    assert!(log[0].contains("Wedge on B-L475E-IOT01A"), "{log:#?}");
    assert!(!log.iter().any(|line| line.contains("ERROR")), "{log:#?}");
    // A probe that was unplugged leaves a full buffer in the mode that waits for it. The first move
    // logs the use of the stack: a logger that waits would stop here.
    board.abandon_rtt()?;
    board.serial.command("strength 1")?;
    board.serial.command("play black f5")?;
    board.serial.command("genmove white")?;
    board.wait_ms(100)?;
    Ok(())
}
