//! `host-sim gtp`: the engine on standard input and output, in the same GTP that the board speaks.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::ProgressBar;
use wedge_engine::gtp::{Answer, Failure, Gtp, Player};
use wedge_engine::{
    Book, Bound, Certainty, Eight, Game, Level, Limits, Move, Position, Report, Score, Search, Six,
    Size, SplitMix64, Square,
};

use crate::book::choice::{BookChoice, any_seed};
use crate::ending::Ending;
use crate::eval::Eval;
use crate::formats::sgf;
use crate::limit::LimitArgs;
use crate::setup::Setup;
use crate::table::HeapTable;
use crate::watch::{Watch, transcript};

/// What `host-sim gtp` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim gtp
  host-sim gtp --time 2 --tt-bits 24
  host-sim gtp --level 16
  host-sim gtp --chip 9
  host-sim gtp --level 20 --book my.book --seed 3
  host-sim game --black gtp:\"host-sim gtp --depth 6\" --white random

Commands come in on standard input, a line each, and answers go out on standard output, until quit
or the end of the input: enter this command where a program asks for a GTP engine. list_commands
names all commands; docs/protocols.md explains those that GTP does not know.

A clock that the controller sets comes first; without one a move takes what --level, --time,
--depth, --nodes or --exact say, or else what it would on the board.")]
pub struct GtpArgs {
    #[command(flatten)]
    limit: LimitArgs,
    /// Play as strong as the board at its level 1 to 9
    #[arg(long, value_name = "L", default_value = "5", value_parser = parse_chip,
          conflicts_with_all = ["depth", "exact", "time", "nodes", "level"])]
    chip: Level,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// The seed of what is chosen by chance: moves from the book, and all of the low levels. Without
    /// it each run plays differently
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The book to open from: built-in, none, or a file
    #[arg(long, value_name = "BOOK", default_value_t)]
    book: BookChoice,
    #[command(flatten)]
    setup: Setup,
}

fn parse_chip(text: &str) -> Result<Level> {
    let level = text.parse().ok().and_then(Level::new);
    level.with_context(|| format!("chip `{text}`: expected 1 to {}", Level::MOST))
}

/// Runs the command.
///
/// # Errors
/// If there is no memory for the table, or the output cannot be written.
pub fn run(args: &GtpArgs, out: &mut dyn Write) -> Result<Ending> {
    let input = &mut io::stdin().lock();
    if args.size == "6" {
        talk::<Six>(args, None, input, out)
    } else {
        talk::<Eight>(args, Some(load_sgf), input, out)
    }
}

fn talk<S: Size>(
    args: &GtpArgs,
    load: Option<Load<S>>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Ending> {
    let table = HeapTable::new(args.setup.tt_bits)?;
    let mut engine = Engine {
        search: args.setup.searcher(&table),
        setup: args.setup,
        table: &table,
        book: args.book.book(),
        started: Instant::now(),
        last: None,
        load,
    };
    let mut gtp = Gtp::<S>::new(args.seed.unwrap_or_else(any_seed));
    gtp.set_level(args.chip);
    if let Some(limit) = args.limit.limit() {
        gtp.set_limits(limit.limits());
    }
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).context("standard input")? == 0 {
            return Ok(Ending::Done);
        }
        let mut answer = String::new();
        let next = gtp.answer(&String::from_utf8_lossy(&line), &mut engine, &mut answer)?;
        out.write_all(answer.as_bytes())?;
        out.flush()?;
        if next.is_break() {
            return Ok(Ending::Done);
        }
    }
}

/// Reads a game from a file.
type Load<S> = fn(&Path) -> Result<Game<S>>;

/// The engine behind the protocol.
struct Engine<'t, S: Size> {
    search: Search<'t, Eval, S>,
    setup: Setup,
    table: &'t HeapTable,
    book: Option<Book<'static>>,
    started: Instant,
    /// What the last search found, and in how many seconds.
    last: Option<(Report, f64)>,
    /// Where games can be loaded: there are no files of 6x6 games.
    load: Option<Load<S>>,
}

const COMMANDS: &[&str] = &["last_search", "loadsgf", "solve", "transcript"];
const COMMANDS_WITHOUT_FILES: &[&str] = &["last_search", "solve", "transcript"];

impl<S: Size> Player<S> for Engine<'_, S> {
    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report {
        let mut watch = Watch::start(&ProgressBar::hidden());
        let report = self.search.think(position, limits, &mut watch);
        self.last = Some((report.clone(), watch.elapsed().as_secs_f64()));
        report
    }

    fn open(
        &mut self,
        position: &Position<S>,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<Square> {
        let known = self.book?.choose(position, margin, random)?;
        // Told as a search that did not look any further.
        let report = Report {
            best: Move::Play(known.square),
            score: known.value.score(),
            bound: Bound::Exact,
            depth: 0,
            certainty: Certainty::FULL,
            solved: false,
            nodes: 0,
            line: [known.square].into_iter().collect(),
        };
        self.last = Some((report, 0.0));
        Some(known.square)
    }

    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn new_game(&mut self) {
        self.table.view().clear();
        self.search = self.setup.searcher(self.table);
        self.last = None;
    }

    fn commands(&self) -> &'static [&'static str] {
        if self.load.is_some() { COMMANDS } else { COMMANDS_WITHOUT_FILES }
    }

    fn run(
        &mut self,
        command: &str,
        arguments: &str,
        game: &mut Game<S>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        match (command, self.load) {
            ("transcript", _) => write!(answer, "{game}")?,
            ("solve", _) => {
                let report = self.think(&game.position(), &Limits::EXACT);
                tell(&report, answer)?;
            }
            ("last_search", _) => match &self.last {
                Some((report, seconds)) => {
                    tell(report, answer)?;
                    write!(answer, "\ndepth {}", report.depth)?;
                    write!(answer, "\nnodes {}\nseconds {seconds:.3}", report.nodes)?;
                }
                None => return Err(answer.refuse(&"no search in this game yet")),
            },
            ("loadsgf", Some(load)) => match load_up_to(load, arguments) {
                Ok(loaded) => {
                    // The answer is who moves next.
                    write!(answer, "{}", loaded.position().side())?;
                    *game = loaded;
                }
                Err(error) => {
                    return Err(answer.refuse(&format_args!("cannot load file: {error:#}")));
                }
            },
            _ => return Err(Failure::UnknownCommand),
        }
        Ok(())
    }
}

/// `d3 +2` and the line of play.
fn tell(report: &Report, answer: &mut Answer<'_>) -> Result<(), Failure> {
    write!(answer, "{} {}", report.best, report.score)?;
    write!(answer, "\nline {}", transcript(&report.line))?;
    Ok(())
}

fn load_sgf(path: &Path) -> Result<Game> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let games = sgf::read(&text).with_context(|| shown.to_string())?;
    games.into_iter().next().map(|record| record.game).context("no game")
}

/// `FILE [MOVE]`: the position before the move with this number, or after the last one.
fn load_up_to<S: Size>(load: Load<S>, arguments: &str) -> Result<Game<S>> {
    let (path, before) = match arguments.rsplit_once(char::is_whitespace) {
        Some((path, number)) if !Path::new(arguments).exists() => {
            let number: usize = number
                .parse()
                .map_err(|_| anyhow!("move `{number}`: expected a number from 1 on"))?;
            (path.trim_end(), number.saturating_sub(1))
        }
        _ => (arguments, usize::MAX),
    };
    let mut game = load(Path::new(path))?;
    let squares = |game: &Game<S>| game.moves().iter().filter(|mv| **mv != Move::Pass).count();
    while squares(&game) > before {
        game.undo();
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: GtpArgs,
    }

    /// The answers to a dialogue, one string each.
    fn answers(options: &str, lines: &[&str]) -> Vec<String> {
        let words = "gtp --tt-bits 10 ".to_owned() + options;
        let args = Line::try_parse_from(words.split_whitespace()).unwrap().args;
        let mut out = Vec::new();
        let text = lines.join("\n");
        let input = &mut text.as_bytes();
        let ending = if args.size == "6" {
            talk::<Six>(&args, None, input, &mut out)
        } else {
            talk::<Eight>(&args, Some(load_sgf), input, &mut out)
        };
        assert_eq!(ending.unwrap(), Ending::Done);
        let out = String::from_utf8(out).unwrap();
        assert!(out.ends_with("\n\n"), "{out}");
        out.trim_end_matches('\n').split("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn every_command_that_controllers_send_is_there() {
        let commands = answers("", &["list_commands"]).concat();
        for command in [
            "protocol_version",
            "name",
            "version",
            "known_command",
            "list_commands",
            "quit",
            "boardsize",
            "clear_board",
            "komi",
            "play",
            "genmove",
            "reg_genmove",
            "undo",
            "time_settings",
            "time_left",
            "set_game",
            "list_games",
            "loadsgf",
            "showboard",
            "final_score",
            "hint",
            "last_search",
            "solve",
            "transcript",
        ] {
            assert!(commands.trim_start_matches("= ").lines().any(|line| line == command));
        }
        // And every command there is, is explained.
        let explained = include_str!("../../docs/protocols.md");
        for command in commands.trim_start_matches("= ").lines() {
            assert!(explained.contains(&format!("`{command}")), "{command}");
        }
        let small = answers("--size 6", &["boardsize 6", "known_command loadsgf", "genmove b"]);
        assert_eq!(small[..2], ["= ", "= false"]);
    }

    /// A player who makes the moves that were made when the dialogue was recorded.
    struct Recorded(Vec<Move>);

    impl Player for Recorded {
        fn think(&mut self, position: &Position, _limits: &Limits) -> Report {
            let search = &mut Search::new(Eval::default(), None, wedge_engine::Options::default());
            let report = search.think(position, &Limits::depth(1), &mut ());
            Report { best: self.0.remove(0), ..report }
        }

        fn commands(&self) -> &'static [&'static str] {
            COMMANDS
        }
    }

    /// What Quarry sent, `> ` lines of its log, and what it was answered.
    #[test]
    fn a_game_that_was_played_in_quarry() {
        let recorded = include_str!("../tests/fixtures/quarry.txt");
        let dialogue = recorded.lines().filter(|line| line.starts_with(['>', ' ']));
        let mut talk: Vec<(&str, String)> = Vec::new();
        for line in dialogue {
            match (line.strip_prefix("> "), talk.last_mut()) {
                (Some(command), _) => talk.push((command, String::new())),
                (None, Some((_, answer))) => *answer = answer.clone() + line.trim() + "\n",
                (None, None) => {}
            }
        }
        let of_engine = talk.iter().filter(|(command, _)| command.starts_with("genmove"));
        let moves = of_engine.map(|(_, answer)| match answer[2..].trim() {
            "pass" => Move::Pass,
            square => Move::Play(square.parse().unwrap()),
        });
        let mut player = Recorded(moves.collect());
        assert!(player.0.len() >= 5, "{} moves", player.0.len());
        let mut gtp = Gtp::<Eight>::new(0);
        for (command, wanted) in talk {
            let mut answer = String::new();
            let _ = gtp.answer(command, &mut player, &mut answer).unwrap();
            let answer: String = answer.lines().map(|line| line.trim().to_owned() + "\n").collect();
            assert_eq!(answer.replace(env!("CARGO_PKG_VERSION"), "VERSION"), wanted, "{command}");
        }
    }

    #[test]
    fn the_dialogue_ends_with_quit_or_with_the_input() {
        assert_eq!(answers("", &["1 name", "2 quit", "3 name"]), ["=1 Wedge", "=2 "]);
        assert_eq!(answers("", &["name"]), ["= Wedge"]);
    }

    #[test]
    fn searches_are_told() {
        let answers = answers(
            "--depth 4",
            &[
                "last_search",
                "play b f5",
                "genmove w",
                "last_search",
                "transcript",
                "clear_board",
                "last_search",
            ],
        );
        assert_eq!(answers[0], "? no search in this game yet");
        assert_eq!(answers[6], answers[0]);
        let (mv, told) = (answers[2].strip_prefix("= ").unwrap(), &answers[3]);
        assert!(told.starts_with(&format!("= {mv} ")), "{told}");
        assert!(told.contains(&format!("\nline {mv}")) && told.contains("\ndepth 4\nnodes "));
        assert_eq!(answers[4], format!("= f5{mv}"));
    }

    #[test]
    fn the_end_is_solved() {
        // Nine moves that wipe white out; after eight of them black sees it.
        let mut lines: Vec<String> = vec![];
        for (at, square) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"].iter().enumerate() {
            lines.push(format!("play {} {square}", if at % 2 == 0 { "b" } else { "w" }));
        }
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines.extend(["genmove b", "final_score"]);
        let answers = answers("--depth 2", &lines);
        assert_eq!(answers[8..], ["= c5", "= B+64"]);
    }

    #[test]
    fn games_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a game.sgf");
        std::fs::write(&path, "(;GM[2]FF[4];B[fe];W[df];B[cc])").unwrap();
        let shown = path.display();
        let lines = [
            format!("loadsgf {shown}"),
            "transcript".to_owned(),
            format!("loadsgf {shown} 3"),
            "transcript".to_owned(),
            format!("loadsgf {shown} x"),
            "loadsgf none.sgf".to_owned(),
        ];
        let answers = answers("", &lines.each_ref().map(String::as_str));
        assert_eq!(answers[..4], ["= white", "= f5d6c3", "= black", "= f5d6"]);
        assert_eq!(answers[4], "? cannot load file: move `x`: expected a number from 1 on");
        assert!(answers[5].starts_with("? cannot load file: none.sgf: "), "{}", answers[5]);
    }

    #[test]
    fn levels_are_one_to_nine() {
        assert_eq!(parse_chip("9").unwrap(), Level::new(9).unwrap());
        assert_eq!(parse_chip("0").unwrap_err().to_string(), "chip `0`: expected 1 to 9");
    }
}
