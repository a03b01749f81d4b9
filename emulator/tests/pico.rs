//! The Pico's program in rp2040js: start, a whole game, serial ports, saved game, and the matrix of one
//! colour.
//!
//! The emulator runs a few million instructions a second, so every test is short in board time.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wedge_console::engine::{Color, Position, SplitMix64};
use wedge_console::{Frame, Rgb8};
use wedge_emulator::{Button, Pico, built_to_flash, svg};

fn pico() -> Result<Pico> {
    Pico::start(&built_to_flash("pico")?)
}

fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures")
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_pico_shows_the_start_and_answers_a_press() -> Result<()> {
    let mut board = pico()?;
    let lights = board.lights_over(700)?;
    insta::assert_snapshot!("pico-start", lights);
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let frame = board.frame().context("the LEDs have shown nothing")?;
        std::fs::write(pictures().join("pico-start.svg"), svg(&frame))?;
    }
    let log = board.log()?;
    assert!(log[0].contains("Wedge on a Raspberry Pi Pico at 125000000 Hz"), "{log:#?}");
    // A tap moves the cursor to the next legal square.
    let first = lights.squares("x");
    board.press(Button::User, 40)?;
    let second = board.lights_over(650)?.squares("x");
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first, second);
    Ok(())
}

/// A move by holding the button, the engine's reply, a reset in between, and the game resumed.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_game_on_the_button_survives_a_reset() -> Result<()> {
    let mut board = pico()?;
    board.run_ms(60)?;
    board.command("strength 1", 500)?;
    board.press(Button::User, 600)?;
    board.run_ms(1500)?;
    let played = board.command("showboard", 500)?;
    assert!(played.contains("black 3, white 3"), "{played}");
    board.reset()?;
    board.run_ms(60)?;
    // The question after a reset: a hold resumes the game.
    board.press(Button::User, 600)?;
    assert_eq!(board.command("showboard", 500)?, played);
    // Without power the RAM forgets; the emulator has no flash to write, so the game is a new one.
    board.cut_power()?;
    board.run_ms(60)?;
    let new = board.command("showboard", 500)?;
    assert!(new.contains("black 2, white 2"), "{new}");
    Ok(())
}

/// A whole game on the button at strength 1: the person taps to a legal square and holds; the board's
/// position is compared after each move. It ends with the use of the stack.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_on_the_button() -> Result<()> {
    let mut board = pico()?;
    board.run_ms(60)?;
    board.command("strength 1", 500)?;
    let mut random = SplitMix64::new(5);
    let mut position = Position::default();
    loop {
        let legal = position.board().legal_moves();
        if !legal.is_empty() && position.side() == Color::Black {
            // The cursor starts on the first legal square; a tap moves it to the next one.
            let pick = random.below(legal.len()).min(2);
            for _ in 0..pick {
                board.press(Button::User, 25)?;
                // Two quick taps would take back a move.
                board.run_ms(300)?;
            }
            board.press(Button::User, 520)?;
        }
        let before = position;
        for _ in 0..40 {
            board.run_ms(150)?;
            position = shown(&board.command("showboard", 500)?)?;
            let is_turn =
                position.side() == Color::Black && !position.board().legal_moves().is_empty();
            if position != before && (is_turn || position.board().is_over()) {
                break;
            }
        }
        assert_ne!(position, before, "the game does not go on");
        if position.board().is_over() {
            break;
        }
    }
    board.stack()?.check()?;
    println!("{:?} after {:.0} s of the board's time", board.stack()?, board.now_ms() / 1000.0);
    Ok(())
}

/// The position in the response to `showboard`.
fn shown(text: &str) -> Result<Position> {
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let squares: String = rows
        .flat_map(|line| line.split(' ').skip(1).take(8))
        .map(|square| if square == "." { "-" } else { square })
        .collect();
    let side = if text.contains("white to move") { "O" } else { "X" };
    format!("{squares} {side}").parse().ok().with_context(|| format!("no board in `{text}`"))
}

/// GTP over USB, then over the UART, then over USB again.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn usb_and_uart_speak_gtp() -> Result<()> {
    let mut board = pico()?;
    // The bus is reset and the device is configured.
    board.run_ms(120)?;
    assert_eq!(board.usb_command("name", 200)?, "Wedge");
    assert!(board.usb_command("showboard", 300)?.contains("black to move"));
    assert_eq!(board.command("name", 200)?, "Wedge");
    assert_eq!(board.usb_command("play black d3", 200)?, "");
    assert!(board.command("showboard", 300)?.contains("white to move"));
    Ok(())
}

/// The variant with a MAX7219: white's discs are steady, black's blink.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_matrix_of_one_colour_shows_the_start() -> Result<()> {
    let mut board = Pico::start(&built_to_flash("pico-max7219")?)?;
    const SAMPLES: u8 = 45;
    let (mut always, mut ever) = ([0xFF; 8], [0; 8]);
    let mut lit = [[0_u8; 8]; 8];
    board.run_ms(60)?;
    for _ in 0..SAMPLES {
        board.run_ms(16)?;
        for (row, bits) in board.matrix_rows().into_iter().enumerate() {
            always[row] &= bits;
            ever[row] |= bits;
            for (column, count) in lit[row].iter_mut().enumerate() {
                *count += bits >> (7 - column) & 1;
            }
        }
    }
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        // As bright as an LED is on average.
        let level = |count: u8| (u32::from(count) * 255 / u32::from(SAMPLES)) as u8;
        let frame = Frame(lit.map(|row| row.map(|count| Rgb8::new(level(count), 0, 0))));
        std::fs::write(pictures().join("pico-max7219.svg"), svg(&frame))?;
    }
    // White has d4 and e5; black's d5 and e4 blink, and the legal squares flash.
    assert_eq!(always, [0, 0, 0, 0b0001_0000, 0b0000_1000, 0, 0, 0]);
    assert_eq!(ever, [0, 0, 0b0001_0000, 0b0011_1000, 0b0001_1100, 0b0000_1000, 0, 0]);
    Ok(())
}
