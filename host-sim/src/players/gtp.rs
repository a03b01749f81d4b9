use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Bitboard, Move, Observer, Position, Size};

use super::Kind;
use crate::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::at(
    "gtp",
    "whoever speaks GTP: a command to run, or the port or socket of a board",
    "a serial port, a socket or a command",
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Gtp::connect(spec.address())?))
}

/// The speed of the board's serial port.
const BAUD: u32 = 115_200;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// Whoever speaks GTP at the other end of a wire: a board at a serial port, an emulator at a
/// socket, or a program that is started for the purpose.
pub(super) struct Gtp<S: Size> {
    wire: Wire,
    /// The position that the other end is in.
    there: Option<Position<S>>,
}

impl<S: Size> Gtp<S> {
    /// Connects. The address is the path of a serial port or of a socket, or a command to run.
    fn connect(address: &str) -> Result<Self> {
        let wire = Wire::open(address).with_context(|| format!("gtp:{address}"))?;
        Ok(Self { wire, there: None })
    }

    /// Connects to a serial port.
    pub(super) fn at_port(name: &str) -> Result<Self> {
        let wire = Wire::port(name).with_context(|| format!("serial:{name}"))?;
        Ok(Self { wire, there: None })
    }

    /// Tells the other end what happened since it was asked last.
    fn catch_up(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<()> {
        let there = match self.there {
            Some(there) => there,
            None => {
                self.wire.ask(&format!("boardsize {}", S::SIDE), observer)?;
                self.wire.ask("clear_board", observer)?;
                Position::initial()
            }
        };
        let moves = path(&there, position).context(
            "the position is no continuation of the one before: GTP has no way to set it up",
        )?;
        let mut side = there.side();
        for mv in moves {
            self.wire.ask(&format!("play {side} {mv}"), observer)?;
            side = side.other();
        }
        self.there = Some(*position);
        Ok(())
    }
}

impl<S: Size> Player<S> for Gtp<S> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        self.catch_up(position, observer)?;
        let answer = self.wire.ask(&format!("genmove {}", position.side()), observer)?;
        let mv = match answer.to_ascii_lowercase().as_str() {
            "pass" => Move::Pass,
            square => square
                .parse()
                .map(Move::Play)
                .map_err(|error| anyhow!("genmove gave `{answer}`: {error}"))?,
        };
        let after = position.play(mv);
        self.there = Some(after.with_context(|| format!("genmove gave {mv}: not a legal move"))?);
        Ok(Choice { mv, report: None })
    }
}

/// The moves that lead from where this player was asked last to where it is asked now: the other
/// side's, and passes of its own, which nobody asks for.
fn path<S: Size>(from: &Position<S>, to: &Position<S>) -> Option<Vec<Move>> {
    if from == to {
        return Some(Vec::new());
    }
    if from.board().empties() < to.board().empties() {
        return None;
    }
    let squares = match from.side() == to.side() {
        true => Bitboard::EMPTY,
        false => from.board().legal_moves(),
    };
    squares.into_iter().map(Move::Play).chain([Move::Pass]).find_map(|mv| {
        let mut moves = path(&from.play(mv)?, to)?;
        moves.insert(0, mv);
        Some(moves)
    })
}

/// Lines out, answers in.
struct Wire {
    out: Box<dyn Write + Send>,
    lines: Receiver<String>,
    end: End,
    /// The thread that reads, and how it is told that nobody listens any more.
    reader: Option<JoinHandle<()>>,
    over: Arc<AtomicBool>,
}

/// What has to be done when the wire is taken down.
enum End {
    /// The reading thread holds the port open, and nobody else may have it meanwhile: it has to
    /// end first.
    Port,
    /// The reading thread holds the socket open: both directions are shut down.
    #[cfg(unix)]
    Socket(std::os::unix::net::UnixStream),
    /// A program that was started for the game is asked to leave, and made to if it does not.
    Program(Child),
}

impl Wire {
    fn open(address: &str) -> Result<Self> {
        let path = Path::new(address);
        if !path.exists() {
            return Self::run(address);
        }
        #[cfg(unix)]
        if std::os::unix::fs::FileTypeExt::is_socket(&fs::metadata(path)?.file_type()) {
            let stream = std::os::unix::net::UnixStream::connect(path)?;
            return Ok(Self::new(stream.try_clone()?, stream.try_clone()?, End::Socket(stream)));
        }
        if fs::metadata(path)?.is_file() {
            return Self::run(address);
        }
        Self::port(address)
    }

    fn port(name: &str) -> Result<Self> {
        let port = serialport::new(name, BAUD).timeout(Duration::from_millis(100)).open()?;
        let reader = port.try_clone()?;
        Ok(Self::new(reader, port, End::Port))
    }

    fn run(command: &str) -> Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().context("expected a serial port, a socket or a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                format!("`{program}`: expected a serial port, a socket or a program")
            })?;
        let input = child.stdin.take().context("no way in")?;
        let output = child.stdout.take().context("no way out")?;
        Ok(Self::new(output, input, End::Program(child)))
    }

    /// Lines are read on a thread of their own, so that waiting for one can be given up.
    fn new(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        end: End,
    ) -> Self {
        let (sender, lines) = mpsc::channel();
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let reader = thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            loop {
                match reader.read_until(b'\n', &mut line) {
                    Ok(0) => break,
                    Ok(_) => {
                        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                        line.clear();
                        if sender.send(text).is_err() {
                            break;
                        }
                    }
                    // A serial port that is silent for a while; what came so far stays in `line`.
                    Err(e) if matches!(e.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                        if is_over.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                    Err(_) => break,
                }
            }
        });
        Self { out: Box::new(writer), lines, end, reader: Some(reader), over }
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, command: &str, observer: &mut dyn Observer) -> Result<String> {
        self.talk(command, observer).with_context(|| format!("`{command}`"))
    }

    fn talk(&mut self, command: &str, observer: &mut dyn Observer) -> Result<String> {
        self.out.write_all(format!("{command}\n").as_bytes())?;
        self.out.flush()?;
        let mut answer: Option<String> = None;
        let asked = Instant::now();
        loop {
            match self.lines.recv_timeout(Duration::from_millis(100)) {
                // An empty line ends an answer.
                Ok(line) if line.is_empty() => {
                    if let Some(answer) = answer {
                        return read_answer(&answer);
                    }
                }
                Ok(line) => match &mut answer {
                    Some(answer) => {
                        answer.push('\n');
                        answer.push_str(&line);
                    }
                    None if line.starts_with(['=', '?']) => answer = Some(line),
                    // A greeting or a log line.
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    ensure!(!observer.stop(), "interrupted");
                    ensure!(asked.elapsed() < PATIENCE, "no answer in {} s", PATIENCE.as_secs());
                }
                Err(RecvTimeoutError::Disconnected) => bail!("the other end is gone"),
            }
        }
    }
}

fn read_answer(answer: &str) -> Result<String> {
    match answer.split_at_checked(1) {
        Some(("=", text)) => Ok(text.trim().to_owned()),
        Some((_, why)) => bail!("refused: {}", why.trim()),
        None => bail!("an empty answer"),
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let program = match &mut self.end {
            End::Port => {
                self.over.store(true, Ordering::Relaxed);
                // It may be waiting to hand over a line.
                self.lines = mpsc::channel().1;
                if let Some(reader) = self.reader.take() {
                    let _ = reader.join();
                }
                return;
            }
            #[cfg(unix)]
            End::Socket(stream) => {
                let _ = stream.shutdown(std::net::Shutdown::Both);
                return;
            }
            End::Program(program) => program,
        };
        let _ = self.out.write_all(b"quit\n").and_then(|()| self.out.flush());
        for _ in 0..20 {
            if matches!(program.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let _ = program.kill();
        let _ = program.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::net::UnixListener;

    use serialport::SerialPort;
    use wedge_engine::{Color, Eight, Game, SplitMix64};

    use super::*;

    /// A program at a socket that plays the first legal square, and talks too much.
    fn serve(listener: &UnixListener) {
        let (stream, _) = listener.accept().unwrap();
        play_first(stream.try_clone().unwrap(), stream);
    }

    /// Until nobody is at the other end.
    fn play_first(from: impl Read, mut out: impl Write) {
        let mut game = Game::<Eight>::from_position(Position::initial());
        for line in BufReader::new(from).lines() {
            let Ok(line) = line else { return };
            let words: Vec<&str> = line.split_whitespace().collect();
            let answer = match words[..] {
                ["boardsize", "8"] | ["clear_board"] => "=".to_owned(),
                ["play", _, "pass"] => game.play(Move::Pass).map(|()| "=".to_owned()).unwrap(),
                ["play", _, square] => {
                    game.play(Move::Play(square.parse().unwrap())).unwrap();
                    "=".to_owned()
                }
                ["genmove", side] => {
                    assert_eq!(side, game.position().side().to_string());
                    let first = game.position().board().legal_moves().first();
                    let mv = first.map_or(Move::Pass, Move::Play);
                    game.play(mv).unwrap();
                    format!("= {}", mv.to_string().to_ascii_uppercase())
                }
                _ => format!("? unknown command {line}"),
            };
            write!(out, "thinking...\n{answer}\n\n").unwrap();
        }
    }

    #[test]
    fn whole_games_over_a_socket() {
        let passes: usize = (0..20).map(game_over_a_socket).sum();
        assert!(passes > 0, "no game had a pass");
    }

    /// Plays a game against random moves; returns how often somebody passed.
    fn game_over_a_socket(seed: u64) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("board");
        let listener = UnixListener::bind(&socket).unwrap();
        let server = thread::spawn(move || serve(&listener));
        let mut there = Gtp::<Eight>::connect(socket.to_str().unwrap()).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut game = Game::default();
        while !game.is_over() {
            let position = game.position();
            let legal = position.board().legal_moves();
            let mv = if position.side() == Color::White && !legal.is_empty() {
                let mv = there.choose(&position, &mut ()).unwrap().mv;
                assert_eq!(mv, Move::Play(legal.first().unwrap()));
                mv
            } else {
                let pick = random.below(legal.len()) as usize;
                legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play)
            };
            game.play(mv).unwrap();
        }
        drop(there);
        server.join().unwrap();
        game.moves().iter().filter(|mv| **mv == Move::Pass).count()
    }

    /// A pair of terminals in place of a cable. When a game is over the port is free for the next.
    #[test]
    fn games_over_a_serial_port() {
        let (mut board, pc) = serialport::TTYPort::pair().unwrap();
        board.set_timeout(Duration::from_secs(60)).unwrap();
        let spec: PlayerSpec = format!("serial:{}", pc.name().unwrap()).parse().unwrap();
        drop(pc);
        for _ in 0..2 {
            let memory = spec.memory().unwrap();
            let mut there = spec.player::<Eight>(&memory).unwrap();
            let (from, out) =
                (board.try_clone_native().unwrap(), board.try_clone_native().unwrap());
            let server = thread::spawn(move || play_first(from, out));
            let mut game = Game::default();
            while !game.is_over() {
                let position = game.position();
                let first = position.board().legal_moves().first().map_or(Move::Pass, Move::Play);
                if position.side() == Color::Black && first != Move::Pass {
                    assert_eq!(there.choose(&position, &mut ()).unwrap().mv, first);
                }
                game.play(first).unwrap();
            }
            drop(there);
            server.join().unwrap();
        }
        let error = Gtp::<Eight>::at_port("no-such-port").err().unwrap();
        assert!(format!("{error:#}").starts_with("serial:no-such-port: "), "{error:#}");
    }

    #[test]
    fn errors_say_what_was_asked_and_answered() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("board");
        let listener = UnixListener::bind(&socket).unwrap();
        let server = thread::spawn(move || serve(&listener));
        let mut there = Gtp::<Eight>::connect(socket.to_str().unwrap()).unwrap();
        let error = there.wire.ask("dance", &mut ()).unwrap_err();
        assert_eq!(format!("{error:#}"), "`dance`: refused: unknown command dance");
        let far: Game = "f5d6c3d3c4".parse().unwrap();
        let error = there.choose(&far.position(), &mut ()).unwrap_err();
        assert!(format!("{error:#}").contains("no continuation"), "{error:#}");
        drop(there);
        server.join().unwrap();
        let error = Gtp::<Eight>::connect("no-such-program").err().unwrap();
        assert!(
            format!("{error:#}").starts_with("gtp:no-such-program: `no-such-program`: expected")
        );
    }

    #[test]
    fn a_program_that_dies_is_noticed() {
        let mut gone = Gtp::<Eight>::connect("true").unwrap();
        let error = gone.choose(&Position::start(), &mut ()).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("gone") || text.contains("pipe"), "{text}");
    }
}
