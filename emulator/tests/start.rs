//! The board starts and shows the start position.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use wedge_console::{Frame, Rgb8};
use wedge_emulator::{Button, Emulator, built, built_to_flash};

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

/// The white balance of the serial port reaches the current of the matrix's colours.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_white_balance_dims_one_colour() -> Result<()> {
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    // The brightest red, green and blue: white's discs, and black's.
    let brightest = |frame: &Frame| {
        frame
            .0
            .iter()
            .flatten()
            .fold([0; 3], |[r, g, b], led| [r.max(led.r), g.max(led.g), b.max(led.b)])
    };
    let [red, green, blue] = brightest(&board.frame()?);
    assert_eq!(board.serial.command("white_balance 16 4 16")?, "16 4 16");
    board.wait_ms(100)?;
    let [same_red, less_green, same_blue] = brightest(&board.frame()?);
    assert_eq!((same_red, same_blue), (red, blue));
    assert!((green / 5..=green / 3).contains(&less_green), "{green} became {less_green}");
    board.check_health(1)
}

/// The menu has a page for it: one button turns white into a warmer one.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_menu_changes_the_white_balance() -> Result<()> {
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    board.press(Button::User, 1700)?;
    for _ in 0..6 {
        board.press(Button::User, 40)?;
        board.wait_ms(300)?;
    }
    let lights = board.lights_over(700)?;
    insta::assert_snapshot!("menu-white-balance", lights);
    let patch = |board: &mut Emulator| -> Result<Rgb8> { Ok(board.frame()?.0[3][6]) };
    let neutral = patch(&mut board)?;
    assert_eq!([neutral.g, neutral.b], [neutral.r; 2]);
    board.press(Button::User, 700)?;
    board.press(Button::User, 40)?;
    board.wait_ms(300)?;
    board.press(Button::User, 700)?;
    assert_eq!(board.serial.command("white_balance")?, "16 14 11");
    let warm = patch(&mut board)?;
    assert!(warm.r == neutral.r && warm.r > warm.g && warm.g > warm.b, "{warm:?}");
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        board.save_screenshot(&docs.join("menu-white-balance.png"))?;
    }
    board.check_health(1)
}
