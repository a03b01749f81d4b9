//! The lm3s6965evb in QEMU: start, a whole game on the keys, the menu, a reset, and the PC's node
//! counts with the small weights.

use anyhow::{Context, Result};
use wedge_console::engine::pattern::{Flash256K, Patterns};
use wedge_console::engine::{Color, SplitMix64, Table, bench};
use wedge_emulator::{Button, ButtonPlayer, Controls, Emulator, Model, built};

/// Entries of the board's table.
const TABLE_ENTRIES: usize = 1024;

fn board() -> Result<Emulator> {
    Emulator::start_model(Model::Lm3s, &built("lm3s6965evb")?)
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_display_shows_the_start_and_the_menu() -> Result<()> {
    let mut player = ButtonPlayer::new(board()?, Controls::FiveButtons, &[Color::Black]);
    let lights = player.wait_for_turn()?;
    insta::assert_snapshot!("lm3s-start", lights);
    player.open_menu()?;
    let board = &mut player.board;
    let picture = board.picture()?.context("a board with a display")?;
    insta::assert_snapshot!("lm3s-menu", picture.text());
    assert!(board.log()?[0].contains("Wedge on lm3s6965evb at 50000000 Hz"), "{:?}", board.log()?);
    save(board, "lm3s-menu")
}

/// A whole game, each of the engine's moves read from the display; then a reset in the next one.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_on_the_keys() -> Result<()> {
    let mut player = ButtonPlayer::new(board()?, Controls::FiveButtons, &[Color::Black]);
    // From strength 5 to strength 1, so that the engine is quick.
    player.open_menu()?;
    for _ in 0..4 {
        player.tap(Button::Down)?;
    }
    player.open_menu()?;
    player.wait_for_turn()?;
    let mut random = SplitMix64::new(3);
    while !player.game.is_over() {
        let legal = player.game.position().board().legal_moves();
        let pick = random.below(legal.len()) as usize;
        let square = legal.into_iter().nth(pick).context("a legal move")?;
        player.play(square)?;
        player.read_engine_move()?;
        if player.game.moves().len() == 20 {
            player.wait_for_turn()?;
            save(&mut player.board, "lm3s-game")?;
        }
    }
    player.board.check_health(1)?;
    player.board.stack()?.check()
}

/// A reset keeps the game, a power cut does not: the board writes no flash.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_game_survives_a_reset() -> Result<()> {
    let mut board = board()?;
    board.serial.command("strength 1")?;
    board.press(Button::Select, 40)?;
    board.wait_ms(2500)?;
    let played = board.serial.command("showboard")?;
    assert!(played.contains("black 3, white 3"), "{played}");
    board.reset()?;
    // The question after a reset: select resumes the game.
    board.press(Button::Select, 40)?;
    assert_eq!(board.serial.command("showboard")?, played);
    board.cut_power()?;
    let new = board.serial.command("showboard")?;
    assert!(new.contains("black 2, white 2"), "{new}");
    Ok(())
}

/// All cross-checks visit the nodes that a PC visits with the same weights and table.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_small_part_and_the_pc_visit_the_same_nodes() -> Result<()> {
    let mut board = board()?;
    let table = Table::<TABLE_ENTRIES>::new();
    let evaluator = Patterns::<Flash256K>::built_in();
    for (number, (position, limits)) in (1..).zip(bench::cross_checks()) {
        let on_pc = bench::run_cross_check_with(evaluator, &position, &limits, table.view());
        let on_chip = board.serial.command(&format!("cross_check {number}"))?;
        assert_eq!(on_chip, on_pc.to_string());
    }
    Ok(())
}

/// Saves a screenshot for the documentation if `WEDGE_PICTURES` is set.
fn save(board: &mut Emulator, name: &str) -> Result<()> {
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        board.save_screenshot(&docs.join(format!("{name}.png")))?;
    }
    Ok(())
}
