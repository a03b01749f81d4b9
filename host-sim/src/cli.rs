//! The command line.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind as Usage;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::agent::{self, AgentArgs};
use crate::commands::analyze::{self, AnalyzeArgs};
use crate::commands::arena::{self, ArenaArgs};
use crate::commands::bench::{self, BenchArgs};
use crate::commands::boards::{self, BoardsArgs};
use crate::commands::book::{self, BookArgs};
use crate::commands::compare::{self, CompareArgs};
use crate::commands::completions::{self, CompletionsArgs};
use crate::commands::convert::{self, ConvertArgs};
use crate::commands::cup::{self, CupArgs};
use crate::commands::game::{self, GameArgs};
use crate::commands::gtp::{self, GtpArgs};
use crate::commands::hint::{self, HintArgs};
use crate::commands::keys::{self, KeysArgs};
use crate::commands::main_job::MainJob;
use crate::commands::nboard::{self, NBoardArgs};
use crate::commands::perft::{self, PerftArgs};
use crate::commands::play::{self, PlayArgs};
use crate::commands::players::{self, PlayersArgs};
use crate::commands::positions::{self, PositionsArgs};
use crate::commands::prove::{self, ProveArgs};
use crate::commands::puzzles::{self, PuzzlesArgs};
use crate::commands::report::{self, ReportArgs};
use crate::commands::reproduce::{self, ReproduceArgs};
use crate::commands::solve::{self, SolveArgs};
use crate::commands::train::{self, TrainArgs};
use crate::dark_chess::{self, DarkChessArgs};
use crate::io::exit_status::ExitStatus;
use crate::io::printable::{Printable, printable};
use crate::io::progress;

/// Wedge, an Othello engine, on a PC.
///
/// Without a command, it searches the default suite, plays a game, compares the original search with
/// today's, and writes positions.csv, game.csv, game.txt, steps.csv and the page report.html to the
/// folder `reports`. Reports of an earlier run are moved to a numbered folder in `reports/earlier`.
#[derive(Parser, Debug)]
#[command(
    name = "host-sim",
    version,
    max_term_width = 80,
    after_help = "\
Examples:
  host-sim
  host-sim play
  host-sim positions --suite ffo1-19 --exact
  host-sim game --black wedge:depth=10 --white random:seed=7

Ctrl-C stops a search and keeps the results so far.
Exit codes: 0 success, 2 bad input, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play against the engine in this terminal, as on the board
    Play(PlayArgs),
    /// Solve endgame problems against the engine
    Puzzles(PuzzlesArgs),
    /// Search positions from a file or a suite
    Positions(PositionsArgs),
    /// Solve positions to the end of the game
    Solve(SolveArgs),
    /// Solve small boards from the start position
    Boards(BoardsArgs),
    /// Check the published solution of the game, as far as possible
    Prove(ProveArgs),
    /// Play a whole game between two players
    Game(GameArgs),
    /// List the kinds of players and their options
    Players(PlayersArgs),
    /// Play a match between two or more players
    Arena(ArenaArgs),
    /// Play a cup: groups, then knock-out
    Cup(CupArgs),
    /// Play the published tables of the contest of 2015 again
    Reproduce(ReproduceArgs),
    /// Write a report page of all the results in a folder
    Report(ReportArgs),
    /// Train the evaluation: games, labels, weights
    Train(TrainArgs),
    /// Build, show and check opening books
    Book(BookArgs),
    /// Score the best moves of a position
    Hint(HintArgs),
    /// Score every move of a game and show what it lost
    #[command(alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Convert games to another format
    Convert(ConvertArgs),
    /// Play as a GTP engine on standard input and output
    Gtp(GtpArgs),
    /// Play and analyse as an engine of the NBoard GUI
    #[command(name = "nboard")]
    NBoard(NBoardArgs),
    /// Answer a state file with an action file, for a course's referee
    Agent(AgentArgs),
    /// Print the keys of the hash and their rank
    Keys(KeysArgs),
    /// Count the leaves of the game tree
    Perft(PerftArgs),
    /// Run a fixed set of searches that ends in the signature
    Bench(BenchArgs),
    /// Compare search algorithms and move orderings, as a Markdown table
    Compare(CompareArgs),
    /// Dark chess, the second game: play, matches, endgame tables
    DarkChess(DarkChessArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
}

/// The commands by purpose, as `--help` lists them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "puzzles", "game", "gtp", "nboard", "agent", "dark-chess"]),
    ("Analyse", &["hint", "analyze", "positions", "solve", "boards", "prove", "convert"]),
    ("Match", &["arena", "cup", "reproduce", "players", "report"]),
    ("Measure", &["bench", "compare", "perft", "keys"]),
    ("Build", &["train", "book", "completions"]),
];

/// The command line, with its commands in groups.
fn command() -> clap::Command {
    let command = Cli::command();
    let mut list = String::new();
    for (group, names) in GROUPS {
        list += &format!("{group}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            list += &format!("  {name:12} {}\n", about.cloned().unwrap_or_default());
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    ))
}

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

/// Parses the arguments, of which the first is the program's name, and runs the command.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let parsed = command().try_get_matches_from(args);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), Usage::DisplayHelp | Usage::DisplayVersion) => {
            error.exit()
        }
        Err(error) => {
            eprintln!("{}", printable(&in_one_line(&error.to_string())));
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut out = io::stdout().lock();
    match execute(cli.command.as_ref(), &mut out)
        .and_then(|status| Ok(out.flush().map(|()| status)?))
    {
        Ok(status) => {
            if status == ExitStatus::Interrupted {
                eprintln!("interrupted: the results so far are kept");
            }
            status.into()
        }
        // The reader of the output, such as `head`, has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", printable(&format!("{error:#}")));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Runs a command, or the main job if none is given.
fn execute(command: Option<&Command>, out: &mut dyn Write) -> Result<ExitStatus> {
    if command.is_none_or(Command::keeps_results) {
        progress::catch_interrupt()?;
    }
    match command {
        Some(command) if command.is_a_protocol() => command.run(out),
        command => {
            // Names in files and answers of engines may hold control characters.
            let mut out = Printable::new(out);
            let status = match command {
                Some(command) => command.run(&mut out),
                None => MainJob::new()?.run(&mut out),
            }?;
            out.flush()?;
            Ok(status)
        }
    }
}

impl Command {
    /// Whether Ctrl-C stops the search and keeps the results so far. It ends the other commands
    /// at once: they have nothing to keep, or another program drives them.
    const fn keeps_results(&self) -> bool {
        match self {
            Self::DarkChess(args) => args.keeps_results(),
            Self::Play(_)
            | Self::Puzzles(_)
            | Self::Positions(_)
            | Self::Solve(_)
            | Self::Boards(_)
            | Self::Prove(_)
            | Self::Game(_)
            | Self::Arena(_)
            | Self::Cup(_)
            | Self::Reproduce(_)
            | Self::Report(_)
            | Self::Train(_)
            | Self::Book(_)
            | Self::Hint(_)
            | Self::Analyze(_)
            | Self::Agent(_)
            | Self::Compare(_) => true,
            Self::Players(_)
            | Self::Convert(_)
            | Self::Gtp(_)
            | Self::NBoard(_)
            | Self::Keys(_)
            | Self::Perft(_)
            | Self::Bench(_)
            | Self::Completions(_) => false,
        }
    }

    /// Whether a program reads the output, or it draws the screen itself.
    const fn is_a_protocol(&self) -> bool {
        matches!(
            self,
            Self::Play(_)
                | Self::Puzzles(_)
                | Self::Gtp(_)
                | Self::NBoard(_)
                | Self::Completions(_)
        )
    }

    fn run(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        match self {
            Self::Play(args) => play::run(args, out),
            Self::Puzzles(args) => puzzles::run(args, out),
            Self::Positions(args) => positions::run(args, out),
            Self::Solve(args) => solve::run(args, out),
            Self::Boards(args) => boards::run(args, out),
            Self::Prove(args) => prove::run(args, out),
            Self::Game(args) => game::run(args, out),
            Self::Players(args) => players::run(args, out),
            Self::Arena(args) => arena::run(args, out),
            Self::Cup(args) => cup::run(args, out),
            Self::Reproduce(args) => reproduce::run(args, out),
            Self::Report(args) => report::run(args, out),
            Self::Train(args) => train::run(args, out),
            Self::Book(args) => book::run(args, out),
            Self::Hint(args) => hint::run(args, out),
            Self::Analyze(args) => analyze::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Gtp(args) => gtp::run(args, out),
            Self::NBoard(args) => nboard::run(args, out),
            Self::Agent(args) => agent::run(args),
            Self::Keys(args) => keys::run(args, out),
            Self::Perft(args) => perft::run(args, out),
            Self::Bench(_) => bench::run(out),
            Self::Compare(args) => compare::run(args, out),
            Self::DarkChess(args) => dark_chess::run(args, out),
            Self::Completions(args) => completions::run(args, Cli::command(), out),
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// A usage error on one line, without the usage that `--help` prints.
fn in_one_line(text: &str) -> String {
    let kept = text.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    let line = kept.collect::<Vec<_>>().join(" ");
    format!("{line} (see --help)")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn parse(line: &str) -> Option<Command> {
        Cli::try_parse_from(line.split_whitespace()).unwrap().command
    }

    #[test]
    fn only_a_bare_command_line_runs_the_main_job() {
        assert!(parse("host-sim").is_none());
        for command in Cli::command().get_subcommands() {
            let line = ["host-sim", command.get_name(), "--help"];
            let error = Cli::try_parse_from(line).unwrap_err();
            assert_eq!(error.kind(), Usage::DisplayHelp, "{line:?}");
        }
        let error = Cli::try_parse_from(["host-sim", "positons"]).unwrap_err();
        assert_eq!(error.kind(), Usage::InvalidSubcommand);
    }

    /// Every command is in one group, on one line of at most 80 characters.
    #[test]
    fn help_lists_every_command_once() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        for known in Cli::command().get_subcommands() {
            let times = listed.iter().filter(|name| **name == known.get_name()).count();
            assert_eq!(times, 1, "{}", known.get_name());
        }
        assert_eq!(listed.len(), Cli::command().get_subcommands().count());
        let help = command().render_help().to_string();
        for name in listed {
            let line = help.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
            assert!(line.split_whitespace().count() > 2, "{line}");
        }
        let long = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{help}");
    }

    /// The texts after the options are wrapped by hand: a line that is too long would leave a short
    /// one behind it. So would an example, which could not be copied either.
    #[test]
    fn no_help_text_wraps_raggedly() {
        fn check(command: &clap::Command) -> usize {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let long = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{}", command.get_name());
            usize::from(!text.is_empty()) + command.get_subcommands().map(check).sum::<usize>()
        }
        let checked = check(&command());
        assert!(checked > 40, "{checked} texts");
    }

    #[test]
    fn rare_options_are_in_the_long_help_alone() {
        let mut command = command();
        let hint = command.find_subcommand_mut("hint").unwrap();
        let (short, long) = (hint.render_help().to_string(), hint.render_long_help().to_string());
        for rare in ["--preset", "--ordering", "--max-num", "--tt-bits"] {
            assert!(!short.contains(rare) && long.contains(rare), "{rare}");
        }
        assert!(short.contains("--depth") && short.contains("--threads"));
    }

    #[test]
    fn british_and_american_spellings_are_read() {
        assert!(matches!(parse("host-sim analyse game.sgf"), Some(Command::Analyze(_))));
        assert!(matches!(parse("host-sim analyze game.sgf"), Some(Command::Analyze(_))));
        for line in [
            "host-sim train quantise a.net --out a.bin",
            "host-sim train quantize a.net --out a.bin",
            "host-sim play --color 16",
            "host-sim play --colour 16",
            "host-sim puzzles --colour 16",
        ] {
            assert!(parse(line).is_some(), "{line}");
        }
    }

    /// The commands of a document: the lines of its `sh` blocks that begin with `host-sim`.
    fn commands(document: &str) -> Vec<Vec<String>> {
        let blocks = document.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let joined: Vec<String> = blocks.map(|block| block.replace("\\\n", " ")).collect();
        let lines = joined.iter().flat_map(|block| block.lines());
        let typed = lines.filter_map(|line| {
            let line = line.split("  #").next().unwrap_or(line).trim();
            let rest = line.strip_prefix("cargo run --release -- ");
            let line = rest.map_or(line.to_owned(), |rest| format!("host-sim {rest}"));
            // A variable of the shell stands for words that are not here.
            (line.split(' ').next() == Some("host-sim") && !line.contains('$')).then_some(line)
        });
        typed.map(|line| words(&line)).collect()
    }

    /// The words of a line, with quoted spaces inside them.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (at, part) in line.split('"').enumerate() {
            match at % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        words
    }

    /// Every command in the README and the guide is one that the program takes.
    #[test]
    fn commands_in_the_documents_are_understood() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let guide = root.join("docs/guide").read_dir().unwrap().map(|page| page.unwrap().path());
        let mut count = 0;
        for page in guide.chain([root.join("README.md")]) {
            for words in commands(&fs::read_to_string(&page).unwrap()) {
                let line = words.join(" ");
                if let Err(error) = Cli::try_parse_from(&words) {
                    // A file of the reader's own.
                    let text = error.to_string();
                    assert!(text.contains("No such file"), "{}: `{line}`: {text}", page.display());
                }
                count += 1;
            }
        }
        assert!(count > 50, "{count} commands");
    }

    /// The examples of the README can be typed as they are: what they read is in the repository, or
    /// the main job leaves it in `reports`.
    #[test]
    fn examples_of_the_readme_name_files_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = 0;
        for words in commands(&fs::read_to_string(root.join("README.md")).unwrap()) {
            for (before, word) in words.iter().zip(&words[1..]) {
                let written = ["--csv", "--svg", "--out"].contains(&before.as_str())
                    || (words[1] == "convert" && Some(word) == words.last());
                let endings = [".obf", ".txt", ".sgf", ".ggf", ".wtb", ".csv", ".pos"];
                if !written && endings.iter().any(|ending| word.ends_with(ending)) {
                    let made = word.strip_prefix("reports/").is_some_and(|name| {
                        ["positions.csv", "game.csv", "game.txt", "steps.csv"].contains(&name)
                    });
                    assert!(made || root.join(word).exists(), "`{}`: {word}", words.join(" "));
                    found += 1;
                }
            }
        }
        assert!(found >= 3, "{found} files");
    }

    #[test]
    fn interrupts_are_caught_where_results_are_kept() {
        for (line, keeps) in [
            ("host-sim positions", true),
            ("host-sim arena first random", true),
            ("host-sim agent state action", true),
            ("host-sim gtp", false),
            ("host-sim nboard", false),
            ("host-sim bench", false),
        ] {
            assert_eq!(parse(line).unwrap().keeps_results(), keeps, "{line}");
        }
    }
}
