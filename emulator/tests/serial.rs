//! Games over the serial port: one against a PC, with invalid commands, and several against itself.

use std::time::Duration;

use anyhow::{Context, Result};
use wedge_console::engine::{Color, Eight, Game, Limits, Move, Options, Search, Standard, Table};
use wedge_emulator::{Emulator, GtpClient, built};

/// Parses a move in GTP.
fn parse_move(answer: &str) -> Result<Move> {
    if answer.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Ok(Move::Play(
        answer.parse().with_context(|| format!("`{answer}`: expected a square or pass"))?,
    ))
}

/// Requests a move from the board and checks that it is legal.
fn genmove(serial: &mut GtpClient, game: &mut Game) -> Result<()> {
    let side = game.position().side();
    let mv = parse_move(&serial.command(&format!("genmove {side}"))?)?;
    game.play(mv).with_context(|| format!("after {game}"))
}

/// The result in GTP.
fn score(game: &Game) -> String {
    match game.position().result_for_black() {
        0 => "0".into(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    }
}

/// Commands that must be refused and change nothing.
const INVALID: [&str; 6] = [
    "play black a1",
    "play green d3",
    "play black",
    "genmove",
    "no_such_command",
    "undo 7 please, or play a move that is much too long for any line that a board of this size \
     could ever be asked to keep in its memory, which has other things to remember",
];

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_against_the_pc() -> Result<()> {
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    assert_eq!(board.serial.command("name")?, "Wedge");
    assert_eq!(board.serial.command("protocol_version")?, "2");
    board.serial.command("strength 3")?;
    let table = Box::new(Table::<4096>::new());
    let mut search = Search::<_, Eight>::new(Standard, Some(table.view()), Options::default());
    let mut game = Game::default();
    while !game.is_over() {
        let ply = game.moves().len();
        if ply % 7 == 3 {
            for command in INVALID {
                board.serial.refused(command)?;
            }
        }
        if ply % 11 == 5 {
            // A line of noise gets one refusal, and the next command works.
            board.serial.send(b"\x00\xFF\xFE gen\x80move \x01\n")?;
            assert!(board.serial.response()?.is_err());
        }
        if game.position().side() == Color::Black {
            genmove(&mut board.serial, &mut game)?;
        } else {
            let best = search.think(&game.position(), &Limits::depth(3), &mut ()).best;
            game.play(best)?;
            board.serial.command(&format!("play white {best}"))?;
        }
    }
    assert_eq!(board.serial.command("final_score")?, score(&game));
    // After the flip animation the LEDs show the final position.
    let position = game.position();
    board.wait_for("final position", Duration::from_secs(10), |lights| {
        lights.squares("X") == position.discs(Color::Black)
            && lights.squares("O") == position.discs(Color::White)
    })?;
    assert_eq!(board.log()?.iter().filter(|line| line.contains("Wedge on")).count(), 1);
    Ok(())
}

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_flood_of_bytes_is_survived() -> Result<()> {
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    board.serial.command("name")?;
    let noise: Vec<u8> =
        (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let noise: Vec<u8> = noise.into_iter().filter(|byte| !b"\r\n".contains(byte)).collect();
    board.serial.send(&noise)?;
    board.serial.send(b"\n")?;
    assert!(board.serial.response()?.is_err());
    assert_eq!(board.serial.command("name")?, "Wedge");
    Ok(())
}

/// Plays `WEDGE_SOAK` games (three if it is not set) of the chip against itself at the lowest level:
/// every move is legal, every result right, and there is no restart or stack overflow.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_board_plays_itself_without_faults() -> Result<()> {
    let games = match std::env::var("WEDGE_SOAK") {
        Ok(text) => {
            text.parse().with_context(|| format!("WEDGE_SOAK={text}: expected a number"))?
        }
        Err(_) => 3,
    };
    let mut board = Emulator::start(&built("b-l475e-iot01a")?)?;
    board.serial.command("strength 1")?;
    let mut distinct = std::collections::BTreeSet::new();
    for _ in 0..games {
        board.serial.command("clear_board")?;
        let mut game = Game::default();
        while !game.is_over() {
            genmove(&mut board.serial, &mut game)?;
        }
        assert_eq!(board.serial.command("final_score")?, score(&game), "{game}");
        distinct.insert(game.to_string());
    }
    let log = board.log()?;
    assert_eq!(log.iter().filter(|line| line.contains("Wedge on")).count(), 1, "{log:#?}");
    let stack = board.stack()?;
    println!("{games} games, {} distinct, stack {} B", distinct.len(), stack.used);
    stack.check()
}
