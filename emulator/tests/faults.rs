//! Fault injection: stuck and bouncing buttons, noise on the serial line, resets and damaged memory.
//! The board keeps running with a legal game.
//!
//! `WEDGE_FAULTS` is the number of random presses, 200 if it is not set. The other tests scale with
//! it: 100 bytes of noise a press, a bounce and a damaged game per 100 presses, a reset per 200.
//! `cargo xtask test emulator --faults 10000` is the long run.

use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use wedge_console::engine::{Color, Game, Move, Position, SplitMix64};
use wedge_emulator::{Button, Emulator, Stack, built};

fn presses() -> Result<u32> {
    match std::env::var("WEDGE_FAULTS") {
        Ok(text) => text.parse().with_context(|| format!("WEDGE_FAULTS={text}: expected a number")),
        Err(_) => Ok(200),
    }
}

fn board() -> Result<Emulator> {
    Emulator::start(&built("b-l475e-iot01a")?)
}

/// The position that `showboard` reports.
fn board_position(board: &mut Emulator) -> Result<Position> {
    let text = board.serial.command("showboard")?;
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let squares = rows.flat_map(|row| row.split(' ').skip(1).take(8)).collect::<String>();
    let side = if text.ends_with("white to move") { "O" } else { "X" };
    let position = format!("{squares} {side}").replace('.', "-").parse();
    position.with_context(|| format!("`{text}`: expected a board"))
}

/// A button that is stuck, from the start or later, makes no moves, and the serial line works.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_stuck_button_makes_no_moves() -> Result<()> {
    let mut board = board()?;
    for (at, button) in Button::ALL.into_iter().enumerate() {
        // Stuck from the start.
        board.reset_with(Some(button))?;
        board.serial.command("clear_board")?;
        board.serial.command("play black f5")?;
        let before = board_position(&mut board)?;
        board.wait_ms(2500)?;
        ensure!(
            board_position(&mut board)? == before,
            "{button:?} stuck from the start made a move"
        );
        // Stuck later.
        board.release(button)?;
        board.wait_ms(100)?;
        board.hold(button)?;
        board.wait_ms(2500)?;
        ensure!(board_position(&mut board)? == before, "{button:?} stuck made a move");
        board.serial.command("play white d6")?;
        board.release(button)?;
        board.wait_ms(300)?;
        board.check_health(at + 2)?;
    }
    println!("{} buttons stuck from the start and later", Button::ALL.len());
    Ok(())
}

/// A bouncing tap moves the cursor by one step, through all legal squares and around again.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn bouncing_contacts_are_one_press() -> Result<()> {
    let wanted = (presses()? / 100).max(3);
    let mut board = board()?;
    let mut random = SplitMix64::new(2);
    let squares: Vec<_> = Position::default().board().legal_moves().into_iter().collect();
    let cursor = |board: &mut Emulator| -> Result<usize> {
        let timeout = Duration::from_secs(20);
        let lights = board.wait_for("cursor", timeout, |lights| lights.squares("x").len() == 1)?;
        let at = lights.squares("x").first().context("no cursor on the LEDs")?;
        squares
            .iter()
            .position(|&square| square == at)
            .context("the cursor is on an illegal square")
    };
    let mut at = cursor(&mut board)?;
    let (mut bounced, mut tries) = (0, 0);
    while bounced < wanted {
        tries += 1;
        ensure!(tries < 20 * wanted, "the host is too busy to emulate bouncing in time");
        let mut slow = false;
        for (last, other) in [(true, false), (false, true)] {
            for _ in 0..1 + random.below(4) {
                let start = board.now_ms()?;
                for down in [last, other] {
                    if down { board.hold(Button::User)? } else { board.release(Button::User)? }
                }
                // If the emulator was delayed, it was a press and not a bounce.
                slow |= board.now_ms()?.wrapping_sub(start) > 7;
            }
            if last {
                board.hold(Button::User)?;
            } else {
                board.release(Button::User)?;
            }
            let settled = board.now_ms()?;
            board.wait_ms(50)?;
            slow |= board.now_ms()?.wrapping_sub(settled) > 300;
        }
        board.wait_ms(300)?;
        let now = cursor(&mut board)?;
        if !slow {
            ensure!(
                now == (at + 1) % squares.len(),
                "a bouncing tap moved the cursor from {at} to {now}"
            );
            bounced += 1;
        }
        at = now;
    }
    board.check_health(1)?;
    println!("{bounced} bouncing taps, {} more too slow to count", tries - bounced);
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn all_buttons_at_once_are_survived() -> Result<()> {
    let mut board = board()?;
    let rounds = (presses()? / 50).max(4);
    for round in 0..rounds {
        Button::ALL.into_iter().try_for_each(|button| board.hold(button))?;
        board.wait_ms([30, 700, 2000, 5][round as usize % 4])?;
        Button::ALL.into_iter().try_for_each(|button| board.release(button))?;
        board.wait_ms(60)?;
        board.check_health(1)?;
    }
    board.reset()?;
    ensure!(board.serial.command("name")? == "Wedge");
    println!("all buttons at once, {rounds} times");
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn random_presses_are_survived() -> Result<()> {
    let presses = presses()?;
    let mut board = board()?;
    let mut random = SplitMix64::new(3);
    for press in 1..=presses {
        let button = Button::ALL[random.below(6) as usize];
        // Mostly taps, some holds, few long holds.
        let ms = match random.below(40) {
            0 => 1600,
            1..4 => 550,
            _ => 5 + random.below(60),
        };
        board.hold(button)?;
        board.wait_ms(ms)?;
        // Sometimes another button is pressed before this one is released.
        if random.below(4) == 0 {
            let other = Button::ALL[random.below(6) as usize];
            board.hold(other)?;
            board.wait_ms(random.below(40))?;
            board.release(other)?;
        }
        board.release(button)?;
        board.wait_ms(random.below(40))?;
        if press % 100 == 0 || press == presses {
            board.check_health(1)?;
        }
    }
    // The board logs its stack use with the first save.
    let stack = board.stack().ok();
    stack.map_or(Ok(()), Stack::check)?;
    // A reset interrupts any search and restores the saved game.
    board.reset()?;
    let position = board_position(&mut board)?;
    board.check_health(2)?;
    println!("{presses} presses, {stack:?}, final position {position}");
    Ok(())
}

/// During noise on the serial line searches end, and afterwards commands work.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn noise_on_the_serial_line_is_survived() -> Result<()> {
    let bytes = presses()? as usize * 100;
    let mut board = board()?;
    let mut random = SplitMix64::new(4);
    let (mut sent, mut responses, mut searches) = (0, 0, 0);
    while sent < bytes {
        board.serial.command("clear_board")?;
        board.serial.command("strength 3")?;
        let length = (bytes - sent).min(32 * 1024);
        // Searches before the noise and, between its line ends, within it.
        let mut noise = b"genmove black\n".to_vec();
        while noise.len() < length {
            match random.below(2000) {
                0 => noise.extend(b"\ngenmove black\n"),
                1 => noise.extend(b"\ngenmove white\n"),
                _ => noise.push(random.next() as u8),
            }
        }
        let id = 1 + random.below(1_000_000);
        responses += board.serial.send_noise(&noise, id)?;
        sent += noise.len();
        searches += 1;
        // Whatever commands the noise contained, the position can be read.
        board_position(&mut board)?;
    }
    board.check_health(1)?;
    println!("{sent} bytes of noise in {searches} floods, {responses} responses");
    Ok(())
}

/// Whether a position is the last of a game, or follows from it by one legal move.
fn follows(position: &Position, game: &Game) -> bool {
    let last = game.position();
    let after = last.board().legal_moves().into_iter().map(Move::Play).chain([Move::Pass]);
    let mut possible = after.filter_map(|mv| last.play(mv)).chain([last]);
    possible.any(|wanted| wanted == *position)
}

/// Resets at random moments, mostly during a search: the saved game survives.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn resets_at_any_moment_keep_the_game() -> Result<()> {
    let resets = (presses()? / 200).max(3) as usize;
    let mut board = board()?;
    let mut random = SplitMix64::new(5);
    let mut game = Game::default();
    let mut resumed = 0;
    for reset in 1..=resets {
        if game.is_over() || reset % 20 == 0 {
            board.serial.command("clear_board")?;
            game = Game::default();
        }
        // A legal move that is saved, then a request for the engine's move.
        let side = game.position().side();
        let mv = game.position().random_move(&mut random).unwrap();
        board.serial.command(&format!("play {side} {mv}"))?;
        game.play(mv)?;
        board.serial.command(&format!("strength {}", 1 + random.below(9)))?;
        board.serial.send(format!("genmove {}\n", game.position().side()).as_bytes())?;
        sleep(Duration::from_millis(random.below(300).into()));
        board.reset()?;
        board.check_health(reset + 1)?;
        // Skips responses from before the reset.
        board.serial.send_noise(b"", 1 + random.below(1_000_000))?;
        let position = board_position(&mut board)?;
        ensure!(follows(&position, &game), "{position} does not follow from {game}");
        if position == game.position() {
            resumed += 1;
        } else {
            let mut moves: Vec<Move> =
                game.position().board().legal_moves().into_iter().map(Move::Play).collect();
            moves.push(Move::Pass);
            let made = moves.into_iter().find(|&mv| game.position().play(mv) == Some(position));
            game.play(made.context("a move that leads there")?)?;
        }
    }
    println!("{resets} resets, {resumed} before the engine's move was made");
    Ok(())
}

/// The checksum detects a damaged game in memory: the board starts a new game.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_damaged_game_is_rejected() -> Result<()> {
    let times = (presses()? / 100).max(3) as usize;
    let mut board = board()?;
    let mut random = SplitMix64::new(6);
    for time in 1..=times {
        board.serial.command("play black f5")?;
        board.serial.command("play white d6")?;
        ensure!(board_position(&mut board)?.discs(Color::Black).len() == 3);
        let bits = 1 + random.below(255) as u8;
        board.flip_bits("SAVED", random.below(152).into(), bits)?;
        board.reset()?;
        ensure!(board_position(&mut board)? == Position::start(), "a damaged game was resumed");
        board.check_health(time + 1)?;
    }
    println!("{times} damaged games");
    Ok(())
}
