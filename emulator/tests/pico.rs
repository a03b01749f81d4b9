//! The Pico's program in rp2040js: start, buttons, serial port, saved game, and the PC's node counts.
//!
//! The emulator runs a few million instructions a second, so every test is short in board time.

use anyhow::Result;
use wedge_console::engine::{Table, bench};
use wedge_emulator::{Button, Pico, built_to_flash};

fn pico() -> Result<Pico> {
    Pico::start(&built_to_flash("pico")?)
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_pico_shows_the_start_and_answers_a_press() -> Result<()> {
    let mut board = pico()?;
    let lights = board.lights_over(700)?;
    insta::assert_snapshot!("pico-start", lights);
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

/// The searches of all phases visit the nodes that a PC visits.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_pico_and_the_pc_visit_the_same_nodes() -> Result<()> {
    let mut board = pico()?;
    board.run_ms(60)?;
    let table = Table::<{ bench::TABLE_ENTRIES }>::new();
    let mut checks: Vec<_> = (1..)
        .zip(bench::cross_checks())
        .map(|(number, (position, limits))| {
            (number, bench::run_cross_check(&position, &limits, table.view()))
        })
        .collect();
    // The quickest of them: the emulator is slow.
    checks.sort_by_key(|(_, check)| check.0.nodes);
    for (number, check) in checks.iter().take(4) {
        let before = board.cycles();
        assert_eq!(board.command(&format!("cross_check {number}"), 60_000)?, check.to_string());
        let nodes = check.0.nodes;
        let cycles = board.cycles() - before;
        println!("{nodes} nodes, {} cycles a node", cycles / nodes.max(1));
    }
    Ok(())
}
