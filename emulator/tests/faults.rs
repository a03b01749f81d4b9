//! The board when fingers, wires and power do what they should not: it stays alive, keeps a legal
//! game, and never shows garbage.
//!
//! `WEDGE_FAULTS` random presses (200 if it is not set), and with them more or less of all else:
//! 100 bytes of noise, a hundredth of a bounce or of a damaged game, and a two-hundredth of a reset
//! for each. `cargo xtask test emulator --faults 10000` is the long run.

use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use wedge_console::engine::{Color, Game, Move, Position, SplitMix64};
use wedge_emulator::{Button, Emulator, built};

fn presses() -> Result<u32> {
    match std::env::var("WEDGE_FAULTS") {
        Ok(text) => text.parse().with_context(|| format!("WEDGE_FAULTS={text}: expected a number")),
        Err(_) => Ok(200),
    }
}

fn board() -> Result<Emulator> {
    Emulator::start(&built("b-l475e-iot01a")?)
}

/// The position that the board says it has.
fn shown(board: &mut Emulator) -> Result<Position> {
    let text = board.serial.command("showboard")?;
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let squares = rows.flat_map(|row| row.split(' ').skip(1).take(8)).collect::<String>();
    let side = if text.ends_with("white to move") { "O" } else { "X" };
    let position = format!("{squares} {side}").replace('.', "-").parse();
    position.with_context(|| format!("`{text}` is no board"))
}

/// A button that is down for good, from the start or from some moment on: the others and the
/// serial line work, and the game stays as it was.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_stuck_button_does_nothing_more() -> Result<()> {
    let mut board = board()?;
    for (at, button) in Button::ALL.into_iter().enumerate() {
        // From the start: nobody has pressed it.
        board.reset_with(Some(button))?;
        board.serial.command("clear_board")?;
        board.serial.command("play black f5")?;
        let before = shown(&mut board)?;
        board.pass(2500)?;
        ensure!(shown(&mut board)? == before, "{button:?} stuck from the start made a move");
        // From some moment on.
        board.let_go(button)?;
        board.pass(100)?;
        board.push(button)?;
        board.pass(2500)?;
        ensure!(shown(&mut board)? == before, "{button:?} stuck made a move");
        board.serial.command("play white d6")?;
        board.let_go(button)?;
        board.pass(300)?;
        board.check_health(at + 2)?;
    }
    println!("{} buttons stuck from the start, and later", Button::ALL.len());
    Ok(())
}

/// Contacts that close and open some more times before they rest: one tap is one step of the
/// cursor, through every legal square and round again.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn bouncing_contacts_are_one_press() -> Result<()> {
    let wanted = (presses()? / 100).max(3);
    let mut board = board()?;
    let mut random = SplitMix64::new(2);
    let squares: Vec<_> = Position::default().board().legal_moves().into_iter().collect();
    let cursor = |board: &mut Emulator| -> Result<usize> {
        let patience = Duration::from_secs(20);
        let lights =
            board.wait_for("a cursor", patience, |lights| lights.squares("x").len() == 1)?;
        let at = lights.squares("x").first().context("no cursor")?;
        squares.iter().position(|&square| square == at).context("the cursor is astray")
    };
    let mut at = cursor(&mut board)?;
    let (mut bounced, mut tries) = (0, 0);
    while bounced < wanted {
        tries += 1;
        ensure!(tries < 20 * wanted, "this machine is too busy to bounce a contact in time");
        let mut slow = false;
        for (last, other) in [(true, false), (false, true)] {
            for _ in 0..1 + random.below(4) {
                let start = board.now_ms()?;
                for down in [last, other] {
                    if down { board.push(Button::User)? } else { board.let_go(Button::User)? }
                }
                // Where the emulator was kept waiting it was no bounce but a press.
                slow |= board.now_ms()?.wrapping_sub(start) > 7;
            }
            if last {
                board.push(Button::User)?;
            } else {
                board.let_go(Button::User)?;
            }
            let rested = board.now_ms()?;
            board.pass(50)?;
            slow |= board.now_ms()?.wrapping_sub(rested) > 300;
        }
        board.pass(300)?;
        let now = cursor(&mut board)?;
        if !slow {
            ensure!(now == (at + 1) % squares.len(), "a bouncing tap led from {at} to {now}");
            bounced += 1;
        }
        at = now;
    }
    board.check_health(1)?;
    println!("{bounced} bouncing taps, {} more were too slow to count", tries - bounced);
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn all_buttons_at_once_are_survived() -> Result<()> {
    let mut board = board()?;
    let rounds = (presses()? / 50).max(4);
    for round in 0..rounds {
        Button::ALL.into_iter().try_for_each(|button| board.push(button))?;
        board.pass([30, 700, 2000, 5][round as usize % 4])?;
        Button::ALL.into_iter().try_for_each(|button| board.let_go(button))?;
        board.pass(60)?;
        board.check_health(1)?;
    }
    board.reset()?;
    ensure!(board.serial.command("name")? == "Wedge");
    println!("{rounds} times all buttons at once");
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn random_presses_never_end_it() -> Result<()> {
    let presses = presses()?;
    let mut board = board()?;
    let mut random = SplitMix64::new(3);
    for press in 1..=presses {
        let button = Button::ALL[random.below(6) as usize];
        // Mostly taps, some holds, now and then a very long one.
        let ms = match random.below(40) {
            0 => 1600,
            1..4 => 550,
            _ => 5 + random.below(60),
        };
        board.push(button)?;
        board.pass(ms)?;
        // Some overlap: the next one goes down before this one comes up.
        if random.below(4) == 0 {
            let other = Button::ALL[random.below(6) as usize];
            board.push(other)?;
            board.pass(random.below(40))?;
            board.let_go(other)?;
        }
        board.let_go(button)?;
        board.pass(random.below(40))?;
        if press % 100 == 0 || press == presses {
            board.check_health(1)?;
        }
    }
    let stack = board.stack_used().unwrap_or(0);
    ensure!(stack < 28 * 1024, "{stack} B of stack");
    // Whatever it thinks about now, a reset brings back the game as it was kept.
    board.reset()?;
    let position = shown(&mut board)?;
    board.check_health(2)?;
    println!("{presses} presses, stack {stack} B, at the end {position}");
    Ok(())
}

/// Noise while the engine thinks for the serial line: the move comes, and the line works again.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn noise_on_the_serial_line_is_survived() -> Result<()> {
    let bytes = presses()? as usize * 100;
    let mut board = board()?;
    let mut random = SplitMix64::new(4);
    let (mut sent, mut answers, mut searches) = (0, 0, 0);
    while sent < bytes {
        board.serial.command("clear_board")?;
        board.serial.command("strength 3")?;
        let length = (bytes - sent).min(32 * 1024);
        // Searches before the noise and, where its line ends let them through, in it.
        let mut noise = b"genmove black\n".to_vec();
        while noise.len() < length {
            match random.below(2000) {
                0 => noise.extend(b"\ngenmove black\n"),
                1 => noise.extend(b"\ngenmove white\n"),
                _ => noise.push(random.next() as u8),
            }
        }
        let number = 1 + random.below(1_000_000);
        answers += board.serial.drown(&noise, number)?;
        sent += noise.len();
        searches += 1;
        // Whatever was understood of it, the game is a legal one that goes on.
        shown(&mut board)?;
    }
    board.check_health(1)?;
    println!("{sent} bytes of noise in {searches} floods, {answers} answers");
    Ok(())
}

/// Whether a position is one of a game, or comes right after the last of it by a legal move.
fn belongs(position: &Position, game: &Game) -> bool {
    let last = game.position();
    let after = last.board().legal_moves().into_iter().map(Move::Play).chain([Move::Pass]);
    let mut possible = after.filter_map(|mv| last.play(mv)).chain([last]);
    possible.any(|wanted| wanted == *position)
}

/// Resets at any moment of a game, mostly while the engine thinks: the game goes on where it was.
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
        // A legal move, told and kept, then one that the engine is asked for.
        let side = game.position().side();
        let legal = game.position().board().legal_moves();
        let pick = random.below(legal.len()) as usize;
        let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
        board.serial.command(&format!("play {side} {mv}"))?;
        game.play(mv)?;
        board.serial.command(&format!("strength {}", 1 + random.below(9)))?;
        board.serial.send(format!("genmove {}\n", game.position().side()).as_bytes())?;
        sleep(Duration::from_millis(random.below(300).into()));
        board.reset()?;
        board.check_health(reset + 1)?;
        // What was said before the reset is of no interest any more.
        board.serial.drown(b"", 1 + random.below(1_000_000))?;
        let position = shown(&mut board)?;
        ensure!(belongs(&position, &game), "{position} does not follow from {game}");
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

/// A damaged game in memory is noticed by its checksum: the board starts clean.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_damaged_game_is_not_believed() -> Result<()> {
    let times = (presses()? / 100).max(3) as usize;
    let mut board = board()?;
    let mut random = SplitMix64::new(6);
    for time in 1..=times {
        board.serial.command("play black f5")?;
        board.serial.command("play white d6")?;
        ensure!(shown(&mut board)?.discs(Color::Black).len() == 3);
        let bits = 1 + random.below(255) as u8;
        board.flip("SAVED", random.below(152).into(), bits)?;
        board.reset()?;
        ensure!(shown(&mut board)? == Position::default(), "a damaged game was believed");
        board.check_health(time + 1)?;
    }
    println!("{times} damaged games");
    Ok(())
}
