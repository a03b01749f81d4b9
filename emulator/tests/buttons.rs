//! Whole games by button presses and LEDs, with golden pictures.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use wedge_console::engine::{Bitboard, Board, Book, Color, Game, Move, SplitMix64, Square};
use wedge_emulator::{Button, ButtonPlayer, Controls, Emulator, Lights, built};

/// Compares the LEDs with a golden picture. If `WEDGE_PICTURES` is set, also saves a screenshot for
/// the documentation.
fn golden(player: &mut ButtonPlayer, name: &str, lights: Lights) -> Result<()> {
    insta::assert_snapshot!(name, lights);
    screenshot(player, name)
}

fn screenshot(player: &mut ButtonPlayer, name: &str) -> Result<()> {
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        std::fs::create_dir_all(&docs)?;
        player.board.save_screenshot(&docs.join(format!("{name}.png")))?;
    }
    Ok(())
}

fn start(controls: Controls, sides: &[Color]) -> Result<ButtonPlayer> {
    play_on(Emulator::start(&built("b-l475e-iot01a")?)?, controls, sides)
}

fn play_on(board: Emulator, controls: Controls, sides: &[Color]) -> Result<ButtonPlayer> {
    let mut player = ButtonPlayer::new(board, controls, sides);
    player.wait_for_turn()?;
    Ok(player)
}

/// Sets the highest level, and leaves the menu.
fn set_highest_level(player: &mut ButtonPlayer) -> Result<()> {
    player.open_menu()?;
    player.select()?;
    for _ in 0..4 {
        player.tap(Button::User)?;
    }
    player.select()?;
    let lights = player.board.lights_over(700)?;
    golden(player, "menu-level-9", lights)?;
    player.open_menu()
}

/// Plays until the engine has to search: in the book it moves at once.
fn leave_the_book(player: &mut ButtonPlayer) -> Result<()> {
    loop {
        let square = move_out_of_book(&player.game).context("a move")?;
        player.play(square)?;
        if !is_in_book(&player.game.position().board()) {
            return Ok(());
        }
        player.read_engine_move()?;
    }
}

/// A random legal move.
fn random_move(game: &Game, random: &mut SplitMix64) -> Square {
    let legal = game.position().board().legal_moves();
    let pick = random.below(legal.len()) as usize;
    legal.into_iter().nth(pick).expect("a legal move")
}

/// A move that leaves the opening book, or the first legal one if none does.
fn move_out_of_book(game: &Game) -> Option<Square> {
    let board = game.position().board();
    let moves = board.legal_moves();
    let leaves = |square: &Square| board.play(*square).is_some_and(|next| !is_in_book(&next));
    moves.into_iter().find(leaves).or(moves.first())
}

/// Whether the book has a position.
fn is_in_book(board: &Board) -> bool {
    Book::built_in().find(board).is_some()
}

/// The squares along the edge.
const BORDER: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_with_one_button() -> Result<()> {
    let mut player = start(Controls::OneButton, &[Color::Black])?;
    // From strength 5 past 9 to strength 1, so that the engine is quick.
    player.open_menu()?;
    let lights = player.board.lights_over(700)?;
    golden(&mut player, "menu-level-5", lights)?;
    player.select()?;
    for _ in 0..5 {
        player.tap(Button::User)?;
    }
    player.select()?;
    let lights = player.board.lights_over(700)?;
    golden(&mut player, "menu-level-1", lights)?;
    player.open_menu()?;
    let lights = player.wait_for_turn()?;
    golden(&mut player, "one-button-start", lights)?;
    player.tap(Button::User)?;
    let lights = player.wait_for_turn()?;
    golden(&mut player, "one-button-next-square", lights)?;
    let mut random = SplitMix64::new(1);
    while !player.game.is_over() {
        let square = random_move(&player.game, &mut random);
        player.play(square)?;
        player.read_engine_move()?;
    }
    Ok(())
}

/// At the highest level the engine searches for minutes: its candidate pulses, presses get feedback,
/// and a hold makes it move.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_searching_engine_reacts_to_presses_and_moves_on_a_hold() -> Result<()> {
    // On a fast machine the emulated chip would have searched before the presses are over.
    let board = Emulator::start_at_chip_speed(&built("b-l475e-iot01a")?)?;
    let mut player = play_on(board, Controls::OneButton, &[Color::Black])?;
    set_highest_level(&mut player)?;
    leave_the_book(&mut player)?;
    let plies = player.game.moves().len();
    let position = player.game.position();
    let legal = position.board().legal_moves();
    let seconds = Duration::from_secs(10);
    player.board.wait_for("pulsing candidate", seconds, |lights| {
        let extra = lights.squares("O*") & !position.discs(Color::White);
        lights.squares("X") == position.discs(Color::Black)
            && !extra.is_empty()
            && extra & legal == extra
    })?;
    screenshot(&mut player, "thinking")?;
    // A press turns the candidate white. `engine.rs` checks the delay on a real chip, by the
    // instructions between two polls.
    player.board.hold(Button::Up)?;
    let mut lights = player.board.lights()?;
    for _ in 0..20 {
        if !lights.squares("w").is_empty() {
            break;
        }
        player.board.wait_ms(15)?;
        lights = player.board.lights()?;
    }
    player.board.release(Button::Up)?;
    assert_eq!(lights.squares("w").len(), 1, "{lights:?}");
    player.board.wait_ms(100)?;
    player.select()?;
    player.read_engine_move()?;
    assert_eq!(player.game.moves().len(), plies + 1);
    Ok(())
}

/// The highest level searches deepest: the whole console fits the stack.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_highest_level_fits_the_stack() -> Result<()> {
    let mut player = start(Controls::OneButton, &[Color::Black])?;
    set_highest_level(&mut player)?;
    leave_the_book(&mut player)?;
    player.board.wait_ms(6000)?;
    let stack = player.board.stack()?;
    println!("stack {} B at the highest level", stack.used);
    stack.check()
}

/// While a person chooses, the engine ponders the position; it still reacts to presses at once, and
/// sleeps when its budget is used up.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_board_ponders_while_a_person_chooses() -> Result<()> {
    let mut player = start(Controls::OneButton, &[Color::Black])?;
    let pondered = |player: &mut ButtonPlayer| -> Result<u64> {
        Ok(player.board.serial.command("pondered")?.parse()?)
    };
    // The budget of strength 5 is four times 20,000 nodes.
    player.board.wait_ms(8000)?;
    let first = pondered(&mut player)?;
    assert!((1000..=80_000).contains(&first), "{first} nodes");
    // The command made it ponder once more; then it sleeps.
    player.board.wait_ms(8000)?;
    let second = pondered(&mut player)?;
    assert!(second <= first + 80_000, "{first}, then {second} nodes");
    // After a move it ponders again, and reacts to a press meanwhile.
    let square = random_move(&player.game, &mut SplitMix64::new(1));
    player.play(square)?;
    player.read_engine_move()?;
    player.tap(Button::User)?;
    let lights = player.wait_for_turn()?;
    assert_eq!(lights.squares("xoW").len(), 1, "{lights:?}");
    player.board.wait_ms(3000)?;
    let third = pondered(&mut player)?;
    assert!(third > second, "{second}, then {third} nodes");
    let stack = player.board.stack()?;
    println!("{first}, {second}, {third} nodes; stack {} B", stack.used);
    stack.check()
}

/// Two people play a scripted game, a short one with a pass.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_with_five_buttons() -> Result<()> {
    let mut player = start(Controls::FiveButtons, &[Color::Black, Color::White])?;
    player.open_menu()?;
    player.board.press(Button::Right, 40)?;
    player.board.press(Button::Up, 40)?;
    player.board.press(Button::Up, 40)?;
    let lights = player.board.lights_over(700)?;
    golden(&mut player, "menu-two-people", lights)?;
    player.open_menu()?;
    let lights = player.wait_for_turn()?;
    golden(&mut player, "legal-moves", lights)?;
    let script = short_game_with_a_pass();
    let plies = script.moves().len();
    for (ply, &mv) in script.moves().iter().enumerate() {
        match mv {
            Move::Play(square) => player.play(square)?,
            Move::Pass => {
                // The border flashes in the passing player's colour before the pass is made.
                let position = player.game.position();
                let passer = position.discs(position.side());
                let seconds = Duration::from_secs(20);
                let lights = player.board.wait_for("pass", seconds, |lights| {
                    lights.squares("*") == BORDER & !passer
                        && lights.squares("X") & !BORDER == position.discs(Color::Black) & !BORDER
                })?;
                golden(&mut player, "pass", lights)?;
                player.game.play(Move::Pass)?;
            }
        }
        if ply == 0 {
            let lights = player.wait_for_turn()?;
            golden(&mut player, "after-a-move", lights)?;
        }
        if ply + 1 == plies {
            assert!(player.game.is_over());
        }
    }
    let end = player.game.clone();
    let discs = |color| end.position().discs(color).len();
    // Black's discs are sorted to the top and white's to the bottom.
    let lights =
        player.board.wait_for("sorted end of the game", Duration::from_secs(30), |lights| {
            let (black, white) = (lights.squares("X"), lights.squares("O"));
            black.0.trailing_ones() == discs(Color::Black)
                && white.0.leading_ones() == discs(Color::White)
                && black.len() + white.len() == discs(Color::Black) + discs(Color::White)
        })?;
    golden(&mut player, "end", lights)?;
    // Then a new game starts.
    player.select()?;
    player.game = Game::default();
    player.wait_for_turn()?;
    Ok(())
}

/// Makes the picture of the README, which shows the same game as the terminal's. Runs only if
/// `WEDGE_PICTURES` is set.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_midgame_picture_of_the_readme() -> Result<()> {
    if std::env::var_os("WEDGE_PICTURES").is_none() {
        return Ok(());
    }
    let script: Game = include_str!("../../docs/pictures/midgame.txt").parse()?;
    let mut player = start(Controls::FiveButtons, &[Color::Black, Color::White])?;
    player.open_menu()?;
    player.board.press(Button::Right, 40)?;
    player.board.press(Button::Up, 40)?;
    player.board.press(Button::Up, 40)?;
    player.open_menu()?;
    for mv in script.moves() {
        player.play(mv.square().expect("a game without passes"))?;
    }
    player.wait_for_turn()?;
    screenshot(&mut player, "midgame")
}

/// The shortest of many random games with a pass.
fn short_game_with_a_pass() -> Game {
    let random_game = |seed| {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::default();
        while !game.is_over() {
            let mv = game.position().random_move(&mut random).unwrap();
            game.play(mv).expect("a legal move");
        }
        game
    };
    let games = (0..20_000).map(random_game).filter(|game| game.moves().contains(&Move::Pass));
    games.min_by_key(|game| game.moves().len()).expect("a game with a pass")
}
