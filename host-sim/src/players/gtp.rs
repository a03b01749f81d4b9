//! `gtp`: an external player that speaks GTP, by a serial port, a socket or a command.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::mem;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Bitboard, Game, Move, Observer, Position, Size};

use super::Kind;
use super::descendants::Mark;
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::with_address(
    "gtp",
    "a GTP engine: a command to run, or the port or socket of a board",
    "a serial port, a socket or a command",
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Gtp::connect(spec.address())?))
}

/// The speed of the board's serial port.
const BAUD: u32 = 115_200;
/// Lines of output that may wait to be read, and the bytes of the longest one.
const LINES_AHEAD: usize = 1000;
const LONGEST_LINE: usize = 1 << 16;
/// The bytes and lines of the longest answer.
const LONGEST_ANSWER: usize = 1 << 16;
const MOST_ANSWER_LINES: usize = 1000;
/// The longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(180);

/// A GTP engine: a board at a serial port, an emulator at a socket, or a program that is started for
/// the game.
pub(super) struct Gtp<S: Size> {
    connection: Connection,
    /// The position that the engine has.
    position: Option<Position<S>>,
    /// The moves of the opening.
    opening: Vec<Move>,
    /// The time left, in games with a clock.
    left: Option<Duration>,
}

impl<S: Size> Gtp<S> {
    /// Connects to the path of a serial port or of a socket, or runs a command.
    fn connect(address: &str) -> Result<Self> {
        let connection = Connection::open(address).with_context(|| format!("gtp:{address}"))?;
        Ok(Self { connection, position: None, opening: Vec::new(), left: None })
    }

    /// Connects to a serial port.
    pub(super) fn at_port(name: &str) -> Result<Self> {
        let connection = Connection::port(name).with_context(|| format!("serial:{name}"))?;
        Ok(Self { connection, position: None, opening: Vec::new(), left: None })
    }

    /// Sends the moves that were made since the last `genmove`.
    fn catch_up(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<()> {
        let there = match self.position {
            Some(there) => there,
            None => {
                self.connection.ask(&format!("boardsize {}", S::SIDE), observer)?;
                self.connection.ask("clear_board", observer)?;
                if let Some(left) = self.left {
                    // Main time for the whole game, without byo-yomi.
                    self.connection
                        .send(&format!("time_settings {} 0 0", left.as_secs()), observer)?;
                }
                let opening = mem::take(&mut self.opening);
                self.play(Position::start(), &opening, observer)?
            }
        };
        let moves = path(&there, position).context(
            "the position does not follow from the one before: GTP cannot set up a position",
        )?;
        self.position = Some(self.play(there, &moves, observer)?);
        Ok(())
    }

    /// Sends moves and returns the position after them.
    fn play(
        &mut self,
        from: Position<S>,
        moves: &[Move],
        observer: &mut dyn Observer,
    ) -> Result<Position<S>> {
        let mut position = from;
        for &mv in moves {
            let answer = self.connection.ask(&format!("play {} {mv}", position.side()), observer);
            // Some programs, such as GRhino, pass by themselves and refuse the command. If that
            // matters, they refuse the next command, too.
            if mv != Move::Pass {
                answer?;
            }
            position = position.play(mv).context("the moves are not of this game")?;
        }
        Ok(position)
    }
}

impl<S: Size> Player<S> for Gtp<S> {
    fn begin(&mut self, game: &Game<S>) {
        // Another start cannot be reached by moves; the first `genmove` reports that.
        if game.start() == Position::start() {
            self.opening = game.moves().to_vec();
        }
    }

    fn time_left(&mut self, left: Duration) {
        self.left = Some(left);
    }

    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        self.catch_up(position, observer)?;
        let side = position.side();
        if let Some(left) = self.left {
            self.connection.send(&format!("time_left {side} {} 0", left.as_secs()), observer)?;
        }
        let answer = self.connection.ask(&format!("genmove {side}"), observer)?;
        let mv = answer.parse().map_err(|error| anyhow!("genmove gave `{answer}`: {error}"))?;
        // The game loop checks whether the move is legal.
        self.position = position.play(mv);
        Ok(Choice { mv, report: None })
    }
}

/// The moves from the position of the last `genmove` to this one: the opponent's, and own passes, for
/// which there is no `genmove`.
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

/// The connection: commands out, answers in.
struct Connection {
    out: Box<dyn Write + Send>,
    lines: Receiver<String>,
    end: End,
    /// The thread that reads, and the flag that ends it.
    reader: Option<JoinHandle<()>>,
    over: Arc<AtomicBool>,
}

/// How to close the connection.
enum End {
    /// A serial port, which the reading thread keeps open: the thread has to end first.
    Port,
    /// A socket, which the reading thread keeps open: both directions are shut down.
    #[cfg(unix)]
    Socket(std::os::unix::net::UnixStream),
    /// A program that was started for the game: it is asked to quit, and killed if it does not.
    Program(Child, Mark),
}

impl Connection {
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
        let mut start = Command::new(program);
        start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Its own process group, so that Ctrl-C does not reach it, and a mark, so that all that it starts
        // ends with it.
        let mark = Mark::put_on(&mut start);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().with_context(|| {
            format!("`{program}`: expected a serial port, a socket or a program")
        })?;
        let input = child.stdin.take().context("no standard input")?;
        let output = child.stdout.take().context("no standard output")?;
        Ok(Self::new(output, input, End::Program(child, mark)))
    }

    /// Starts the thread that reads lines, so that waiting for one can time out.
    fn new(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        end: End,
    ) -> Self {
        // A program that prints without end has to wait until its lines are read.
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let reader = thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            loop {
                let room = LONGEST_LINE.saturating_sub(line.len()) as u64;
                match (&mut reader).take(room).read_until(b'\n', &mut line) {
                    // The end of the input, or a line that is too long.
                    Ok(0) => break,
                    Ok(_) if !line.ends_with(b"\n") && line.len() < LONGEST_LINE => {}
                    Ok(_) => {
                        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                        line.clear();
                        if sender.send(text).is_err() {
                            break;
                        }
                    }
                    // A serial port without input; the incomplete line stays in `line`.
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

    /// Sends a command that the engine need not know.
    fn send(&mut self, command: &str, observer: &mut dyn Observer) -> Result<()> {
        self.talk(command, observer).map(drop).with_context(|| format!("`{command}`"))
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, command: &str, observer: &mut dyn Observer) -> Result<String> {
        self.talk(command, observer)
            .and_then(|answer| read_answer(&answer))
            .with_context(|| format!("`{command}`"))
    }

    fn talk(&mut self, command: &str, observer: &mut dyn Observer) -> Result<String> {
        self.out.write_all(format!("{command}\n").as_bytes())?;
        self.out.flush()?;
        let mut answer: Option<String> = None;
        let mut lines = 0;
        let asked = Instant::now();
        loop {
            ensure!(!observer.stop(), "interrupted");
            ensure!(asked.elapsed() < PATIENCE, "no answer in {} s", PATIENCE.as_secs());
            match self.lines.recv_timeout(Duration::from_millis(20)) {
                // An empty line ends an answer.
                Ok(line) if line.is_empty() => {
                    if let Some(answer) = answer {
                        return Ok(answer);
                    }
                }
                Ok(line) => match &mut answer {
                    Some(answer) => {
                        answer.push('\n');
                        answer.push_str(&line);
                        lines += 1;
                        ensure!(
                            answer.len() <= LONGEST_ANSWER,
                            "an answer of more than {LONGEST_ANSWER} bytes"
                        );
                        ensure!(
                            lines < MOST_ANSWER_LINES,
                            "an answer of more than {MOST_ANSWER_LINES} lines"
                        );
                    }
                    None if line.starts_with(['=', '?']) => answer = Some(line),
                    // A greeting or a log line.
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the engine is gone"),
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

impl Drop for Connection {
    fn drop(&mut self) {
        let (program, mark) = match &mut self.end {
            End::Port => {
                self.over.store(true, Ordering::Relaxed);
                // The thread may be waiting to send a line.
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
            End::Program(program, mark) => (program, mark),
        };
        let _ = self.out.write_all(b"quit\n").and_then(|()| self.out.flush());
        self.out = Box::new(io::sink());
        // Its output ends when it and all its children have quit.
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(1) {
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        // Nothing has waited for the process yet, so its id, which is that of its group, is still its own.
        #[cfg(unix)]
        {
            let group = nix::unistd::Pid::from_raw(program.id() as i32);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
        }
        let _ = program.kill();
        let _ = program.wait();
        mark.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::net::UnixListener;

    use serialport::SerialPort;
    use wedge_engine::{Color, Eight, Game, SplitMix64};

    use super::*;

    /// A program at a socket that plays the first legal square and prints extra lines. It may pass by
    /// itself, and then refuses the command.
    fn serve(listener: &UnixListener, passes_by_itself: bool) {
        let (stream, _) = listener.accept().unwrap();
        play_first(stream.try_clone().unwrap(), stream, passes_by_itself);
    }

    /// Plays until the connection ends.
    fn play_first(from: impl Read, mut out: impl Write, passes_by_itself: bool) {
        let mut game = Game::<Eight>::from_position(Position::start());
        for line in BufReader::new(from).lines() {
            let Ok(line) = line else { return };
            let words: Vec<&str> = line.split_whitespace().collect();
            if passes_by_itself && game.position().must_pass() {
                game.play(Move::Pass).unwrap();
            }
            let answer = match words[..] {
                ["boardsize", "8"] | ["clear_board"] => "=".to_owned(),
                ["play", _, "pass"] if passes_by_itself => "? syntax error".to_owned(),
                ["play", _, mv] => game.play(mv.parse().unwrap()).map(|()| "=".to_owned()).unwrap(),
                ["genmove", side] => {
                    assert_eq!(side, game.position().side().to_string());
                    let mv = game.position().moves().next().unwrap();
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
        for passes_by_itself in [false, true] {
            let passes: usize =
                (0..20).map(|seed| game_over_a_socket(seed, passes_by_itself)).sum();
            assert!(passes > 0, "no game had a pass");
        }
    }

    /// Plays a game against random moves; returns how often somebody passed.
    fn game_over_a_socket(seed: u64, passes_by_itself: bool) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("board");
        let listener = UnixListener::bind(&socket).unwrap();
        let server = thread::spawn(move || serve(&listener, passes_by_itself));
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
                position.random_move(&mut random).unwrap()
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
            let server = thread::spawn(move || play_first(from, out, false));
            let mut game = Game::default();
            while !game.is_over() {
                let position = game.position();
                let first = position.moves().next().unwrap();
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
        let server = thread::spawn(move || serve(&listener, false));
        let mut there = Gtp::<Eight>::connect(socket.to_str().unwrap()).unwrap();
        let error = there.connection.ask("dance", &mut ()).unwrap_err();
        assert_eq!(format!("{error:#}"), "`dance`: refused: unknown command dance");
        let far: Game = "f5d6c3d3c4".parse().unwrap();
        let error = there.choose(&far.position(), &mut ()).unwrap_err();
        assert!(format!("{error:#}").contains("does not follow"), "{error:#}");
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
        let error = gone.choose(&Position::default(), &mut ()).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("gone") || text.contains("pipe"), "{text}");
    }
}
