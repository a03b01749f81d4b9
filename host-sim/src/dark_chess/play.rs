//! `host-sim dark-chess play`: against the engine, on a screen or a line a turn.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use anyhow::Result;
use clap::Args;
use wedge_console::dark_chess::Panel;
use wedge_console::{Players, Settings};
use wedge_dark_chess::{Action, Color, Deal, Ending, Game, limits_of};
use wedge_engine::Strength;

use super::player::{PLAYER_HELP, PlayerSpec};
use super::screen::{Screen, result};
use crate::engine::limit::parse_strength;
use crate::io::exit_status::ExitStatus;
use crate::terminal::palette::Palette;
use crate::terminal::tty::Tty;

/// The options of `host-sim dark-chess play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess play
  host-sim dark-chess play --strength 8 --second
  host-sim dark-chess play --against original:time=1
  host-sim dark-chess play --ascii   plain lines, for screen readers and pipes

On the screen, ? explains every key; the board lies on its side, as on the
lights. In plain lines, enter b5 to flip b5, b2-b3 to move or capture; actions
lists what is legal, quit ends.

{PLAYER_HELP}"))]
pub(super) struct PlayArgs {
    /// The opponent
    #[arg(long, value_name = "P", default_value = "best")]
    against: PlayerSpec,
    /// How strong an opponent without limits of its own plays, 1 to 9
    #[arg(long, value_name = "N", default_value = "5", value_parser = |text: &str| parse_strength("strength", text))]
    strength: Strength,
    /// Let the opponent begin
    #[arg(long)]
    second: bool,
    /// The number of the deal; by the clock if none is given (plain lines only)
    #[arg(long, value_name = "N")]
    deal: Option<u64>,
    /// Use plain lines instead of a full screen
    #[arg(long)]
    ascii: bool,
    /// The colours to use (default: what the terminal supports)
    #[arg(long, alias = "colour", value_name = "COLOURS", value_enum)]
    color: Option<Palette>,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
}

/// Plays on a screen, and prints the result.
fn play_on_screen(args: &PlayArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let palette = args.color.unwrap_or_else(|| Palette::detect(|name| std::env::var(name).ok()));
    let players = if args.second { Players::White } else { Players::Black };
    let settings = Settings { strength: args.strength, players, ..Settings::default() };
    let mut panel = Panel::new();
    panel.set_game(panel.dealt().clone(), settings, 0);
    // Bad options are reported before the screen opens.
    args.against.memory()?;
    let (interrupted, text) = {
        let mut tty = Tty::open(!args.no_mouse)?;
        let release = tty.events.reports_release();
        let mut screen = Screen::new(panel, args.against.clone(), palette, release)?;
        let interrupted = screen.run(&mut tty.terminal, &mut tty.events)?;
        let dealt = screen.panel().dealt();
        let over = dealt.game().ending().is_some();
        let players = screen.panel().settings().players;
        (interrupted, over.then(|| result(dealt.game(), players, dealt.plies())))
    };
    if let Some(text) = text {
        writeln!(out, "{text}")?;
    }
    Ok(ExitStatus::of(!interrupted))
}

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let on_screen = !args.ascii && args.deal.is_none();
    if on_screen && stdin().is_terminal() && stdout().is_terminal() {
        return play_on_screen(args, out);
    }
    let by_clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_millis() as u64);
    let deal = Deal::new(args.deal.unwrap_or_else(by_clock));
    let memory = args.against.memory()?;
    let mut opponent = args.against.player(&memory, 0)?;
    let mut game = Game::default();
    let limits =
        if args.against.has_limits() { opponent.limits() } else { limits_of(args.strength) };
    let mut lines = stdin().lock().lines();
    let mine = u32::from(args.second);
    while game.ending().is_none() {
        let is_mine = game.plies() % 2 == mine;
        let action = if is_mine {
            writeln!(out, "\n{}", game.position().picture())?;
            let side = game
                .position()
                .side()
                .map_or("no colour yet".into(), |side: Color| side.to_string());
            write!(out, "you ({side}): ")?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else { return Ok(ExitStatus::Done) };
            match line.trim() {
                "quit" => return Ok(ExitStatus::Done),
                "actions" => {
                    let actions = game.position().actions();
                    let names: Vec<String> = actions.iter().map(ToString::to_string).collect();
                    writeln!(out, "{}", names.join(" "))?;
                    continue;
                }
                text => match text.parse::<Action>() {
                    Ok(action) if game.position().is_legal(action) => action,
                    Ok(action) => {
                        writeln!(out, "{action} is not legal: `actions` lists what is")?;
                        continue;
                    }
                    Err(error) => {
                        writeln!(out, "`{text}`: {error}, actions or quit")?;
                        continue;
                    }
                },
            }
        } else {
            opponent.choose_within(&game, &limits)?.action
        };
        let ply = deal.ply(action);
        if !is_mine {
            writeln!(out, "{}: {ply}", args.against)?;
        } else if action.is_flip() {
            writeln!(out, "{ply}")?;
        }
        game.play(ply)?;
        opponent.played(ply)?;
    }
    writeln!(out, "\n{}", game.position().picture())?;
    let lost = game.plies() % 2 == mine;
    let result = match game.ending() {
        Some(Ending::NoMove) if lost => "you lose".to_owned(),
        Some(Ending::NoMove) | None => "you win".to_owned(),
        Some(draw) => draw.to_string(),
    };
    writeln!(out, "{result} after {} plies", game.plies())?;
    Ok(ExitStatus::Done)
}
