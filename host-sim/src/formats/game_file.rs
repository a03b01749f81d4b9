//! Reads games from a file of any format or from a transcript, and writes any format.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use wedge_engine::{Eight, Position};
use wedge_formats::ggf::Ggf;
use wedge_formats::wthor::{self, Wthor, WthorGame};
use wedge_formats::{GameRecord, game_log, pasted, plain, read_text, sgf};

use crate::formats::suite::parse_board;
use crate::io::input_file;

/// A form in which games are kept.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A transcript a line, such as f5d6c3.
    Transcript,
    /// GGF, the format of the Generic Game Server.
    Ggf,
    /// SGF, the Smart Game Format.
    Sgf,
    /// WTHOR, the format of the French federation.
    #[value(name = "wtb")]
    Wthor,
    /// The program's own game log, one game a file.
    #[value(name = "txt")]
    Log,
}

/// Reads the games of a file or, where there is none of that name, of a text as people paste it: a
/// transcript, a numbered list, an address with moves, GGF or SGF.
///
/// # Errors
/// Names the file, the line or game, and what was expected.
pub fn read(what: &str) -> Result<Vec<GameRecord>> {
    let path = Path::new(what);
    if !path.is_file() {
        if what.trim_start().starts_with('(') {
            return read_text(what).with_context(|| format!("`{what}`"));
        }
        let record = pasted::read(what)
            .map_err(|error| anyhow!("`{what}`: no file of this name, and no game: {error:#}"))?;
        return Ok(vec![record]);
    }
    let shown = path.display();
    let extension = path.extension().unwrap_or_default();
    if extension.eq_ignore_ascii_case("wtb") {
        let file = read_wthor(path)?;
        return file.games().map(|game| game.map(GameRecord::from)).collect();
    }
    let bytes = input_file::read(path, input_file::LONGEST_TEXT)?;
    let text = String::from_utf8(bytes)
        .map(plain)
        .map_err(|_| anyhow!("{shown}: no text: expected .wtb for a file of WTHOR games"))?;
    let games = match read_text(&text) {
        // Lines that are no transcripts may be one game, as people paste it.
        Err(error) => match pasted::read(&text) {
            Ok(record) => vec![record],
            Err(_) => return Err(error.context(shown.to_string())),
        },
        Ok(games) => games,
    };
    ensure!(!games.is_empty(), "{shown}: no game in it: expected a transcript a line");
    Ok(games)
}

/// Whether a text is a board, with or without mistakes: squares and the side to move.
#[must_use]
pub fn is_board(what: &str) -> bool {
    let squares = what.chars().filter(|c| !c.is_whitespace());
    // Transcripts have letters and digits that boards have not, unless they are very short.
    squares.clone().all(|c| "-.XxOo*012_BbWw".contains(c))
        && (squares.count() > 8 || what.starts_with(['-', '.', '*']))
}

/// Reads a position: a board, or the end of a game as [`read_one`] reads it.
///
/// # Errors
/// If it is neither.
pub fn read_position(what: &str) -> Result<Position> {
    if is_board(what) {
        return parse_board::<Eight>(what).with_context(|| format!("`{what}`"));
    }
    Ok(read_one(what, None)?.game.position())
}

/// Reads one game: the one with this number, counted from 1, or the only one.
///
/// # Errors
/// As [`read`], and if there is no such game, or there are several and no number.
pub fn read_one(what: &str, number: Option<usize>) -> Result<GameRecord> {
    let path = Path::new(what);
    if let (Some(number), true) = (number, path.extension().is_some_and(|ending| ending == "wtb")) {
        // Damaged games elsewhere in the file do not matter.
        return Ok(read_wthor(path)?.game(number)?.into());
    }
    let mut games = read(what)?;
    let count = games.len();
    match number {
        Some(number @ 1..) if number <= count => Ok(games.swap_remove(number - 1)),
        Some(number) => bail!("{what}: game {number}: expected 1 to {count}"),
        None if count == 1 => Ok(games.swap_remove(0)),
        None => bail!("{what}: {count} games: expected --game N for one of them"),
    }
}

/// Writes games in a format.
///
/// # Errors
/// If the format cannot store the games: several in a log, or one from a custom start position in
/// transcripts and WTHOR.
pub fn write(games: &[GameRecord], format: Format) -> Result<Vec<u8>> {
    let lines = |line: fn(&GameRecord) -> String| {
        games.iter().map(|game| line(game) + "\n").collect::<String>().into_bytes()
    };
    match format {
        Format::Ggf => Ok(lines(|record| Ggf::from(record).to_string())),
        Format::Sgf => Ok(lines(sgf::write)),
        Format::Transcript => {
            for (at, record) in games.iter().enumerate() {
                ensure!(
                    record.game.start() == Position::default(),
                    "game {}: begins at {}: expected the start position, as transcripts do",
                    at + 1,
                    record.game.start()
                );
            }
            Ok(lines(|record| record.game.to_string()))
        }
        Format::Wthor => {
            let games: Vec<WthorGame> = games.iter().map(WthorGame::from).collect();
            wthor::write(&wthor::Header::default(), &games)
        }
        Format::Log => match games {
            [GameRecord { black, white, game }] => Ok(game_log::write(black, white, game)?),
            _ => bail!("{} games: expected one, a game log holds no more", games.len()),
        },
    }
}

/// Reads a file of WTHOR games.
///
/// # Errors
/// If it cannot be read or is no such file.
pub fn read_wthor(path: &Path) -> Result<Wthor> {
    let bytes = input_file::read(path, input_file::LONGEST_TEXT)?;
    Wthor::parse(&bytes, &path.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wedge_engine::Game;

    use super::*;
    use crate::io::value_enum::value_name;
    use crate::players::random_play::random_game;

    fn records(count: u64) -> Vec<GameRecord> {
        (0..count)
            .map(|seed| {
                let mut game = random_game(seed, 20 * (seed as usize + 1), Position::default());
                while game.moves().last() == Some(&wedge_engine::Move::Pass) {
                    game.undo();
                }
                let player = |number| format!("WTHOR player {number}");
                GameRecord { black: player(seed), white: player(9), game }
            })
            .collect()
    }

    #[test]
    fn every_format_is_recognised_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        for &format in Format::value_variants() {
            let name = value_name(&format);
            let path = folder.path().join(format!("games.{name}"));
            let games = records(if format == Format::Log { 1 } else { 4 });
            fs::write(&path, write(&games, format).unwrap()).unwrap();
            let path = path.to_str().unwrap();
            let read = read(path).unwrap();
            let moves = |games: &[GameRecord]| -> Vec<Game> {
                games.iter().map(|record| record.game.clone()).collect()
            };
            assert_eq!(moves(&read), moves(&games), "{name}");
            if format != Format::Transcript {
                assert_eq!(read, games, "{name}");
            }
            assert_eq!(read_one(path, Some(games.len())).unwrap(), read[games.len() - 1]);
        }
    }

    #[test]
    fn a_transcript_or_a_ggf_text_needs_no_file() {
        assert_eq!(read_one("f5d6c3", None).unwrap().game.moves().len(), 3);
        let text = Ggf::new("b", "w", "f5d6".parse().unwrap()).to_string();
        assert_eq!(read_one(&text, None).unwrap().to_string(), "b - w");
        assert_eq!(read_one("f5d6c3", None).unwrap().to_string(), "");
    }

    #[test]
    fn a_pasted_game_is_read_from_a_file_and_from_the_command_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pasted.txt");
        let list = "[Black \"Ann\"]\n[White \"Ben\"]\n\n1. F5 D6\n2. C3, D3 {usual}\n3. C4 *\n";
        fs::write(&path, list).unwrap();
        for what in [list, path.to_str().unwrap()] {
            let record = read_one(what, None).unwrap();
            assert_eq!(
                (record.to_string(), record.game.to_string()),
                ("Ann - Ben".into(), "f5d6c3d3c4".into())
            );
        }
        let url = "https://example.org/board?id=3&moves=F5D6C3";
        assert_eq!(read_position(url).unwrap(), read_position("f5d6c3").unwrap());
    }

    #[test]
    fn errors_name_the_file_and_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let say = |what: &str, number| format!("{:#}", read_one(what, number).unwrap_err());
        assert_eq!(
            say("f5d6a1", None),
            "`f5d6a1`: no file of this name, and no game: move 3: a1 is not legal for black"
        );
        let path = write("two.txt", b"# two\nf5d6\n\nf5f6\n");
        assert_eq!(say(&path, None), format!("{path}: 2 games: expected --game N for one of them"));
        assert_eq!(say(&path, Some(3)), format!("{path}: game 3: expected 1 to 2"));
        assert_eq!(say(&path, Some(0)), format!("{path}: game 0: expected 1 to 2"));
        let path = write("bad.txt", b"f5d6\nf5a1\n");
        assert_eq!(say(&path, None), format!("{path}: line 2: move 2: a1 is not legal for white"));
        let path = write("empty.txt", b"\n");
        assert_eq!(
            say(&path, None),
            format!("{path}: no game in it: expected a transcript a line")
        );
        let path = write("games.dat", &[0xFF, 0xFE]);
        assert_eq!(
            say(&path, None),
            format!("{path}: no text: expected .wtb for a file of WTHOR games")
        );
        let path = write("short.wtb", &[1, 2, 3]);
        assert_eq!(say(&path, None), format!("{path}: 3 bytes: expected a WTHOR header of 16"));
        let path = write("cut.ggf", b"(;GM[Othello]B[F5]");
        assert_eq!(
            say(&path, None),
            format!("{path}: game 1: line 1: the text ends within the game: expected `;)`")
        );
        let path = write("log.txt", b"# Wedge game log 1\n# size: 8\n");
        assert_eq!(say(&path, None), format!("{path}: no line `# start: ...` in the log"));
    }

    #[test]
    fn boards_and_games_are_told_apart() {
        let start = Position::start();
        assert_eq!(read_position(&start.to_string()).unwrap(), start);
        assert_eq!(read_position(&start.to_string().replace('-', ".")).unwrap(), start);
        assert_eq!(read_position("f5d6").unwrap(), "f5d6".parse::<Game>().unwrap().position());
        let say = |what: &str| format!("{:#}", read_position(what).unwrap_err());
        assert_eq!(say("---X"), "`---X`: 4 squares: expected 64 and the player to move");
        assert!(say("b1").contains("b1 is not legal for black"));
    }

    #[test]
    fn what_a_format_has_no_place_for_is_refused() {
        let error = write(&records(2), Format::Log).unwrap_err().to_string();
        assert_eq!(error, "2 games: expected one, a game log holds no more");
        let start = random_game(1, 4, Position::default()).position();
        let elsewhere = [GameRecord { game: Game::from_position(start), ..GameRecord::default() }];
        for format in [Format::Transcript, Format::Wthor] {
            let error = write(&elsewhere, format).unwrap_err().to_string();
            assert!(error.contains("expected the start position"), "{error}");
        }
    }
}
