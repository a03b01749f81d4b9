//! Another program as a player, driven by the numbered protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use wedge_dark_chess::{Action, Game, Ply, Square};

/// The longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(180);
/// The time that a program has to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A program under way.
pub(super) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    is_new: bool,
}

impl Program {
    pub(super) fn start(command: &str) -> Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().context("program: expected a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("program:{command}: cannot start"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = mpsc::sync_channel(1000);
        let output = BufReader::new(output.context("the output of a program")?);
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines, is_new: true })
    }

    /// Sends a command and waits for its answer; other lines are skipped.
    fn ask(&mut self, id: u32, command: &str) -> Result<String> {
        let input = self.input.as_mut().context("the program has ended")?;
        writeln!(input, "{id} {command}")
            .and_then(|()| input.flush())
            .context("the program has ended")?;
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(|error| match error {
                mpsc::RecvTimeoutError::Timeout => {
                    anyhow!("no answer to `{command}` within {} s", PATIENCE.as_secs())
                }
                mpsc::RecvTimeoutError::Disconnected => anyhow!("the program has ended"),
            })?;
            if let Some(answer) = line.strip_prefix(&format!("={id}")) {
                return Ok(answer.trim().to_owned());
            }
            if line.starts_with('?') {
                bail!("`{command}`: the program refused it: {line}");
            }
        }
    }

    /// Tells it how many milliseconds are left on its clock.
    pub(super) fn set_clock(&mut self, game: &Game, left_ms: u64) -> Result<()> {
        if self.is_new {
            self.begin()?;
            self.ask(15, &format!("time_settings {left_ms} 0 0"))?;
        }
        match game.position().side() {
            Some(side) => self.ask(16, &format!("time_left {side} {left_ms}")).map(drop),
            None => Ok(()),
        }
    }

    pub(super) fn choose(&mut self, game: &Game) -> Result<Action> {
        self.begin()?;
        let side = game.position().side().map_or("unknown".to_owned(), |side| side.to_string());
        let answer = self.ask(12, &format!("genmove {side}"))?;
        let mut squares = answer.split_whitespace().map(str::parse::<Square>);
        match (squares.next(), squares.next()) {
            (Some(Ok(from)), Some(Ok(to))) => Ok(Action::step(from, to)),
            _ => bail!("genmove gave `{answer}`: expected two squares such as b2 b3"),
        }
    }

    pub(super) fn played(&mut self, ply: Ply) -> Result<()> {
        self.begin()?;
        match ply {
            Ply::Flip(square, piece) => self.ask(11, &format!("flip {square} {piece}")),
            Ply::Step(from, to) => self.ask(10, &format!("move {from} {to}")),
        }
        .map(drop)
    }

    fn begin(&mut self) -> Result<()> {
        if std::mem::take(&mut self.is_new) {
            self.ask(7, "reset_board")?;
        }
        Ok(())
    }
}

impl Drop for Program {
    /// Asks it to quit, and kills it if it does not.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "5 quit");
        }
        for _ in 0..10 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(GRACE / 10);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
