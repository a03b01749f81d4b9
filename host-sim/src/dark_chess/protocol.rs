//! The numbered protocol of the course platform, as an engine.
//!
//! A command is `<id> <name> <arguments>`, the answer `=<id> <text>`, or `?<id> <reason>` if the
//! command is refused. The id says which command it is: 12 is `genmove`. A move is `10 move b2 b3`,
//! a flip `11 flip b5 N`; the answer to `genmove` is `b2 b3`, or `b5 b5` for a flip.

use std::io::{BufRead, Write};

use anyhow::Result;
use clap::Args;
use wedge_dark_chess::{Action, Color, Game, Ply, Position, Rules};
use wedge_engine::Limits;

use super::player::{Memory, PLAYER_HELP, Player, PlayerSpec};
use crate::io::exit_status::ExitStatus;

/// The options of `host-sim dark-chess engine`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess engine
  host-sim dark-chess engine --player best:time=3
  host-sim dark-chess game --second 'program:host-sim dark-chess engine'

Reads commands such as `12 genmove red` from standard input and answers on
standard output. With a clock (15 time_settings, 16 time_left, in milliseconds)
it thinks by its clock rule.

{PLAYER_HELP}"))]
pub struct EngineArgs {
    /// Who thinks
    #[arg(long, value_name = "P", default_value = "best:time=1")]
    player: PlayerSpec,
}

/// The commands by id.
const COMMANDS: [&str; 18] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "reset_board",
    "num_repetition",
    "num_moves_to_draw",
    "move",
    "flip",
    "genmove",
    "game_over",
    "ready",
    "time_settings",
    "time_left",
    "showboard",
];

/// Runs the command.
///
/// # Errors
/// If the player cannot start, or standard output cannot be written.
pub fn run(args: &EngineArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let memory = args.player.memory()?;
    let mut session = Session::new(&args.player, &memory)?;
    for line in std::io::stdin().lock().lines() {
        let (answer, quits) = session.answer(&line?);
        if !answer.is_empty() {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        if quits {
            break;
        }
    }
    Ok(ExitStatus::Done)
}

/// A session: a game and who thinks.
struct Session<'m> {
    game: Game,
    player: Player<'m>,
    /// Milliseconds left, red's and black's.
    left: [Option<u64>; 2],
}

/// Answers every line with a player of few nodes, for tests of the protocol: the answers, and the
/// game as it is then.
///
/// # Errors
/// If there is no memory.
pub fn answer_all<'l>(lines: impl IntoIterator<Item = &'l str>) -> Result<(Vec<String>, Game)> {
    let spec: PlayerSpec = "original:nodes=20,tt=4".parse()?;
    let memory = spec.memory()?;
    let mut session = Session::new(&spec, &memory)?;
    let mut answers = Vec::new();
    for line in lines {
        let (answer, quits) = session.answer(line);
        answers.push(answer);
        if quits {
            break;
        }
    }
    Ok((answers, session.game))
}

impl<'m> Session<'m> {
    fn new(spec: &PlayerSpec, memory: &'m Memory) -> Result<Self> {
        Ok(Self { game: Game::default(), player: spec.player(memory, 0)?, left: [None; 2] })
    }

    /// The answer to a line, and whether it ends the session. An empty line has none.
    fn answer(&mut self, line: &str) -> (String, bool) {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { return (String::new(), false) };
        let Some(id) = word.parse::<usize>().ok().filter(|&id| id < COMMANDS.len()) else {
            return (format!("? `{word}`: expected the id of a command, 0 to 17"), false);
        };
        // Some controllers leave the name out; a wrong one means that the two do not agree.
        let name = words.next().unwrap_or(COMMANDS[id]);
        if name != COMMANDS[id] {
            return (format!("?{id} `{name}`: expected {}", COMMANDS[id]), false);
        }
        let arguments: Vec<&str> = words.collect();
        let answer = match self.command(name, &arguments) {
            Ok(text) if text.is_empty() => format!("={id}"),
            Ok(text) => format!("={id} {text}"),
            Err(reason) => format!("?{id} {reason}"),
        };
        (answer, name == "quit")
    }

    fn command(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        match (name, arguments) {
            ("protocol_version", _) => Ok("1.1.0".into()),
            ("name", _) => Ok("Wedge".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("reset_board", _) => {
                (self.game, self.left) = (Game::new(Position::START, self.game.rules()), [None; 2]);
                Ok(String::new())
            }
            ("num_moves_to_draw", [.., plies]) => {
                let plies = plies.parse().map_err(|_| format!("`{plies}`: expected plies"))?;
                // The game so far counts by the new rules from here on.
                self.game = Game::new(self.game.position().clone(), Rules::quiet_limit(plies));
                Ok(String::new())
            }
            ("move", [from, to, ..]) => self.play(&format!("{from}-{to}")),
            ("flip", [square, piece, ..]) => self.play(&format!("{square}({piece})")),
            ("genmove", [color, ..]) => self.genmove(color),
            ("time_settings", [main, ..]) => {
                let ms = main.parse().map_err(|_| format!("`{main}`: expected milliseconds"))?;
                self.left = [Some(ms); 2];
                Ok(String::new())
            }
            ("time_left", [color, ms, ..]) => {
                let ms = ms.parse().map_err(|_| format!("`{ms}`: expected milliseconds"))?;
                match *color {
                    "red" => self.left[0] = Some(ms),
                    "black" => self.left[1] = Some(ms),
                    "unknown" => self.left = [Some(ms); 2],
                    _ => return Err(format!("`{color}`: expected red, black or unknown")),
                }
                Ok(String::new())
            }
            ("showboard", _) => Ok(self.game.position().to_string()),
            ("quit" | "boardsize" | "num_repetition" | "game_over" | "ready", _) => {
                Ok(String::new())
            }
            _ => Err("expected more arguments".into()),
        }
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let ply: Ply = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
        self.game.play(ply).map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    /// The platform tells the engine its own action afterwards, since only it knows what a flip
    /// reveals: the game does not change here.
    fn genmove(&mut self, color: &str) -> Result<String, String> {
        let side = match color {
            "red" => Some(Color::Red),
            "black" => Some(Color::Black),
            "unknown" => None,
            _ => return Err(format!("`{color}`: expected red, black or unknown")),
        };
        if side.is_some() && side != self.game.position().side() {
            return Err(format!("`{color}`: expected the side to move"));
        }
        if self.game.ending().is_some() {
            return Err("the game is over".into());
        }
        let limits = self.limits();
        let choice = self.player.choose_within(&self.game, &limits).map_err(|e| e.to_string())?;
        let action: Action = choice.action;
        Ok(format!("{} {}", action.from(), action.to()))
    }

    fn limits(&self) -> Limits {
        let side = self.game.position().side();
        let left = self.left[usize::from(side == Some(Color::Black))];
        left.map_or_else(|| self.player.limits(), |ms| self.player.limits_by_clock(ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_as_the_platform_runs_it() {
        let lines = [
            "7 reset_board",
            "12 genmove unknown",
            "11 flip a1 g",
            "12 genmove red",
            "11 flip a2 K",
            "10 move a1 a2",
            "10 move a1 b1",
            "12 genmove white",
            "99 x",
            "16 time_left red 900000",
            "10 genmove",
            "",
            "5 quit",
            "7 reset_board",
        ];
        let (answers, game) = answer_all(lines).unwrap();
        assert_eq!(answers[0], "=7");
        let first: Vec<&str> = answers[1].split_whitespace().collect();
        assert_eq!((first[0], first[1]), ("=12", first[2]), "the first action is a flip");
        assert_eq!(answers[2], "=11");
        assert!(answers[3].starts_with("=12 "), "{answers:?}");
        assert_eq!(answers[4], "=11");
        // A guard does not take a king.
        assert_eq!(answers[5], "?10 a1-a2: expected a legal flip or move");
        assert_eq!(answers[6], "?10 a1-b1: expected a legal flip or move", "b1 is face down");
        assert_eq!(answers[7], "?12 `white`: expected red, black or unknown");
        assert_eq!(answers[8], "? `99`: expected the id of a command, 0 to 17");
        assert_eq!(answers[9], "=16");
        assert_eq!(answers[10], "?10 `genmove`: expected move");
        assert_eq!(&answers[11..], ["", "=5"]);
        assert_eq!(game.plies(), 2);
    }
}
