//! `host-sim play`: the console in a terminal, with the code that runs on the board.

use std::env;
use std::io::{self, BufReader, IsTerminal, Write};
use std::num::NonZero;
use std::sync::mpsc::Receiver;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use wedge_console::{Players, Settings};
use wedge_engine::{Eight, Game, Level, Position, Six, Size, Strength};
use wedge_formats::openings;

use crate::engine::heap_table::TableBits;
use crate::engine::limit::{parse_level, parse_strength};
use crate::io::exit_status::ExitStatus;
use crate::io::lines::{Line, read_lines};
use crate::terminal::app::{App, Capabilities, Outcome};
use crate::terminal::engine_worker::{EngineWorker, WorkerConfig};
use crate::terminal::event_loop;
use crate::terminal::line_mode::LineMode;
use crate::terminal::palette::Palette;
use crate::terminal::session::{PlayOptions, Session};
use crate::terminal::start::{AnyGame, Start};
use crate::terminal::tty::Tty;

/// The options of `host-sim play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim play                        you have black and move first
  host-sim play --strength 2 --you white
  host-sim play --size 6 --you watch   the engine plays itself on a small board
  host-sim play --level 24             the full engine, 24 plies deep
  host-sim play --coach --discs        shows what each of your moves cost
  host-sim play f5d6c3                 continues after these moves, or a file
  host-sim play --opening tiger --you white
  host-sim play --ascii                plain lines, for screen readers and pipes

A strength plays as the board does, with the same moves. A level, 1 to 30, is
the full engine of a PC; level 10 is about as strong as strength 7. On the
screen, ? explains every key. COLORTERM and TERM decide on the colours; with
NO_COLOR set there are letters instead. The moves are printed at the end.")]
pub struct PlayArgs {
    /// The game so far: a file or a transcript; or a board, as `hint` takes it
    #[arg(value_name = "GAME|BOARD", allow_hyphen_values = true)]
    game: Option<String>,
    /// Begin with this opening, such as tiger or rose; `list` prints the names
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    opening: Option<String>,
    /// Your side
    #[arg(long, value_name = "COLOUR", value_enum, default_value_t)]
    you: HumanSide,
    /// How strong the engine plays, 1 to 9
    #[arg(long, value_name = "N", default_value = "5", value_parser = |text: &str| parse_strength("strength", text))]
    strength: Strength,
    /// Play at this level of the full engine instead, 1 to 30
    #[arg(long, value_name = "N", value_parser = parse_level, conflicts_with = "strength")]
    level: Option<Level>,
    /// After each of your moves, show what it cost; y explains why
    #[arg(long)]
    coach: bool,
    /// Draw black and white discs on green instead of the board's lights
    #[arg(long)]
    discs: bool,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// Use plain lines instead of a full screen
    #[arg(long)]
    ascii: bool,
    /// The colours to use (default: what the terminal supports)
    #[arg(long, alias = "colour", value_name = "COLOURS", value_enum)]
    color: Option<Palette>,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Threads for levels, hints and analysis (default: all cores); strengths take one, as on the
    /// board
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u8).range(1..))]
    threads: Option<u8>,
    /// Entries of the table for the same, as a power of two: 22 takes 64 MiB
    #[arg(long, value_name = "B", default_value = "22")]
    tt_bits: TableBits,
    /// Seed of the random choices of low strengths (default: the time)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The side of the person at the terminal.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HumanSide {
    /// The person has black.
    #[default]
    Black,
    /// The person has white.
    White,
    /// Two people play.
    Both,
    /// The engine plays itself.
    Watch,
}

impl From<HumanSide> for Players {
    fn from(side: HumanSide) -> Self {
        match side {
            HumanSide::Black => Self::Black,
            HumanSide::White => Self::White,
            HumanSide::Both => Self::Both,
            HumanSide::Watch => Self::Nobody,
        }
    }
}

impl PlayArgs {
    fn config(&self) -> WorkerConfig {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let clock =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        WorkerConfig {
            threads: self.threads.map_or(cores, usize::from),
            table: self.tt_bits,
            seed: self.seed.unwrap_or_else(|| clock() as u64),
        }
    }

    fn start(&self) -> Result<Start> {
        let side = if self.size == "6" { Six::SIDE } else { Eight::SIDE };
        let game = match (&self.game, &self.opening) {
            (Some(what), _) => AnyGame::read(what, side)?,
            (None, Some(name)) => {
                ensure!(side == Eight::SIDE, "opening `{name}`: expected the 8x8 board");
                let moves = openings::moves(name).with_context(|| {
                    let names: Vec<&str> = openings::names().collect();
                    format!("opening `{name}`: expected {}", names.join(", "))
                })?;
                AnyGame::read(moves, side)?
            }
            (None, None) => AnyGame::new(side),
        };
        let settings =
            Settings { strength: self.strength, players: self.you.into(), ..Settings::default() };
        let options = PlayOptions { level: self.level, coach: self.coach, puzzle: None };
        Ok(Start { game, settings, options, message: None })
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input; if there is no terminal, or it is lost; if there is no memory for the tables.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if args.opening.as_deref() == Some("list") {
        for name in openings::names() {
            writeln!(out, "{name:20} {}", openings::moves(name).unwrap_or_default())?;
        }
        return Ok(ExitStatus::Done);
    }
    let start = args.start()?;
    let (status, last) =
        if args.ascii { play_in_lines(args, start, out)? } else { play_on_screen(args, start)? };
    print_game(&last, out)?;
    Ok(status)
}

/// Prints the game and the command that continues it.
fn print_game(game: &AnyGame, out: &mut dyn Write) -> Result<()> {
    match game {
        AnyGame::Eight(game) => print_moves(game, "", out),
        AnyGame::Six(game) => print_moves(game, "--size 6 ", out),
    }
}

fn print_moves<S: Size>(game: &Game<S>, size_option: &str, out: &mut dyn Write) -> Result<()> {
    if game.moves().is_empty() {
        return Ok(());
    }
    // A transcript says nothing about another start: there the position continues the game.
    let (moves, position) = (game.to_string(), game.position());
    let continued =
        if game.start() == Position::start() { moves.clone() } else { format!("\"{position}\"") };
    writeln!(out, "{moves}")?;
    if !game.is_over() {
        writeln!(out, "to continue: host-sim play {size_option}{continued}")?;
    }
    Ok(())
}

/// Plays on a screen.
fn play_on_screen(args: &PlayArgs, mut start: Start) -> Result<(ExitStatus, AnyGame)> {
    let mut screen = Screen::open(args.config(), args.color, !args.no_mouse, args.discs)?;
    loop {
        let (outcome, last) = screen.play(start)?;
        match outcome {
            Outcome::Restart(next) => start = *next,
            Outcome::Interrupt => return Ok((ExitStatus::Interrupted, last)),
            _ => return Ok((ExitStatus::Done, last)),
        }
    }
}

/// A terminal in which sessions are played, one after the other.
pub(crate) struct Screen {
    tty: Tty,
    capabilities: Capabilities,
    config: WorkerConfig,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If there is none, or one that cannot move its cursor.
    pub(crate) fn open(
        config: WorkerConfig,
        color: Option<Palette>,
        mouse: bool,
        discs: bool,
    ) -> Result<Self> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        ensure!(terminal, "no terminal to play in: expected --ascii for pipes and files");
        if env::var("TERM").is_ok_and(|term| term == "dumb") {
            bail!("TERM is `dumb`: expected a terminal that can move its cursor, or --ascii");
        }
        let palette = color.unwrap_or_else(|| Palette::detect(|name| env::var(name).ok()));
        let tty = Tty::open(mouse)?;
        let reports_release = tty.events.reports_release();
        let capabilities = Capabilities { palette, reports_release, discs };
        Ok(Self { tty, capabilities, config })
    }

    /// Plays a session until something else is to be done.
    ///
    /// # Errors
    /// If the terminal is gone, there is no memory for the tables, or the engine has died.
    pub(crate) fn play(&mut self, start: Start) -> Result<(Outcome, AnyGame)> {
        let Start { game, settings, options, message } = start;
        Ok(match game {
            AnyGame::Eight(game) => {
                let (outcome, game) = self.run(game, settings, options, message)?;
                (outcome, AnyGame::Eight(game))
            }
            AnyGame::Six(game) => {
                let (outcome, game) = self.run(game, settings, options, message)?;
                (outcome, AnyGame::Six(game))
            }
        })
    }

    fn run<S: Size>(
        &mut self,
        game: Game<S>,
        settings: Settings,
        options: PlayOptions,
        message: Option<String>,
    ) -> Result<(Outcome, Game<S>)> {
        let worker = EngineWorker::start(self.config)?;
        let mut session = Session::new(game, settings, worker).with_options(options);
        session.take_message();
        if let Some(message) = message {
            session.set_message(message);
        }
        let mut app = App::new(session, self.capabilities);
        let clock = Instant::now();
        loop {
            let Tty { terminal, events } = &mut self.tty;
            let outcome = event_loop::run(&mut app, terminal, events, clock)?;
            self.capabilities = app.capabilities();
            match outcome {
                Outcome::Copy(text) => Tty::copy(&text)?,
                Outcome::Suspend => self.tty.suspend()?,
                outcome => return Ok((outcome, app.session().panel().game().clone())),
            }
        }
    }
}

/// Plays in plain lines.
fn play_in_lines(
    args: &PlayArgs,
    mut start: Start,
    out: &mut dyn Write,
) -> Result<(ExitStatus, AnyGame)> {
    writeln!(out, "Wedge plays Othello. Type help for the commands.")?;
    let input = read_lines(BufReader::new(io::stdin()));
    loop {
        let (outcome, last) = play_lines(args.config(), start, &input, out)?;
        match outcome {
            Outcome::Restart(next) => start = *next,
            outcome => {
                writeln!(out)?;
                return Ok((ExitStatus::of(outcome != Outcome::Interrupt), last));
            }
        }
    }
}

/// Plays a session in plain lines until something else is to be done.
///
/// # Errors
/// If the output is closed, there is no memory for the tables, or the engine has died.
pub(crate) fn play_lines(
    config: WorkerConfig,
    start: Start,
    input: &Receiver<Line>,
    out: &mut dyn Write,
) -> Result<(Outcome, AnyGame)> {
    let Start { game, settings, options, message } = start;
    let message = message.as_deref();
    Ok(match game {
        AnyGame::Eight(game) => {
            let session = Session::new(game, settings, EngineWorker::start(config)?);
            let session = session.with_options(options);
            let (outcome, game) = run_session_in_lines(session, message, input, out)?;
            (outcome, AnyGame::Eight(game))
        }
        AnyGame::Six(game) => {
            let session = Session::new(game, settings, EngineWorker::start(config)?);
            let session = session.with_options(options);
            let (outcome, game) = run_session_in_lines(session, message, input, out)?;
            (outcome, AnyGame::Six(game))
        }
    })
}

fn run_session_in_lines<S: Size>(
    mut session: Session<S>,
    message: Option<&str>,
    input: &Receiver<Line>,
    out: &mut dyn Write,
) -> Result<(Outcome, Game<S>)> {
    let echo = !io::stdin().is_terminal();
    session.take_message();
    let mut lines =
        LineMode { session, input, out, echo, now: 0, printed: 0, told: None, opening: None };
    let outcome = lines.run(message)?;
    Ok((outcome, lines.game()))
}
