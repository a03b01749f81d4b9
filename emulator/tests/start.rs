//! The board starts and shows the start position.

use std::time::Duration;

use anyhow::Result;
use wedge_emulator::{Emulator, built};

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
