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
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::with_address(
    "gtp",
    "whoever speaks GTP: a command to run, or the port or socket of a board",
    "a serial port, a socket or a command",
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Gtp::connect(spec.address())?))
}

/// The speed of the board's serial port.
const BAUD: u32 = 115_200;
/// Lines that a program may be ahead of us, and bytes of the longest one.
const LINES_AHEAD: usize = 1000;
const LONGEST_LINE: usize = 1 << 16;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// Whoever speaks GTP at the other end of a wire: a board at a serial port, an emulator at a
/// socket, or a program that is started for the purpose.
pub(super) struct Gtp<S: Size> {
    wire: Wire,
    /// The position that the other end is in.
    there: Option<Position<S>>,
    /// How the game began.
    opening: Vec<Move>,
    /// What is left of its time, where there is a clock.
    left: Option<Duration>,
}

impl<S: Size> Gtp<S> {
    /// Connects. The address is the path of a serial port or of a socket, or a command to run.
    fn connect(address: &str) -> Result<Self> {
        let wire = Wire::open(address).with_context(|| format!("gtp:{address}"))?;
        Ok(Self { wire, there: None, opening: Vec::new(), left: None })
    }

    /// Connects to a serial port.
    pub(super) fn at_port(name: &str) -> Result<Self> {
        let wire = Wire::port(name).with_context(|| format!("serial:{name}"))?;
        Ok(Self { wire, there: None, opening: Vec::new(), left: None })
    }

    /// Tells the other end what happened since it was asked last.
    fn catch_up(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<()> {
        let there = match self.there {
            Some(there) => there,
            None => {
                self.wire.ask(&format!("boardsize {}", S::SIDE), observer)?;
                self.wire.ask("clear_board", observer)?;
                if let Some(left) = self.left {
                    // All of it for the whole game.
                    self.wire.tell(&format!("time_settings {} 0 0", left.as_secs()), observer)?;
                }
                let opening = mem::take(&mut self.opening);
                self.play(Position::start(), &opening, observer)?
            }
        };
        let moves = path(&there, position).context(
            "the position is no continuation of the one before: GTP has no way to set it up",
        )?;
        self.there = Some(self.play(there, &moves, observer)?);
        Ok(())
    }

    /// Tells the other end moves; where they lead.
    fn play(
        &mut self,
        from: Position<S>,
        moves: &[Move],
        observer: &mut dyn Observer,
    ) -> Result<Position<S>> {
        let mut position = from;
        for &mv in moves {
            let told = self.wire.ask(&format!("play {} {mv}", position.side()), observer);
            // Some programs, such as GRhino, pass by themselves and refuse to be told. Should it
            // matter, they refuse the next command, too.
            if mv != Move::Pass {
                told?;
            }
            position = position.play(mv).context("moves that are none of this game")?;
        }
        Ok(position)
    }
}

impl<S: Size> Player<S> for Gtp<S> {
    fn begin(&mut self, game: &Game<S>) {
        // From another start there is no way by moves alone, as the first question will find.
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
            self.wire.tell(&format!("time_left {side} {} 0", left.as_secs()), observer)?;
        }
        let answer = self.wire.ask(&format!("genmove {side}"), observer)?;
        let mv = answer.parse().map_err(|error| anyhow!("genmove gave `{answer}`: {error}"))?;
        // Whether the move is legal, whoever keeps the game will say.
        self.there = position.play(mv);
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
        let mut start = Command::new(program);
        start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: what it starts can be ended with it, and Ctrl-C is for us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().with_context(|| {
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
        // A program that talks without end has to wait until it is listened to.
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let reader = thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            loop {
                let room = LONGEST_LINE.saturating_sub(line.len()) as u64;
                match (&mut reader).take(room).read_until(b'\n', &mut line) {
                    // The end, or a line without one.
                    Ok(0) => break,
                    Ok(_) if !line.ends_with(b"\n") && line.len() < LONGEST_LINE => {}
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

    /// Sends a command that the other end need not know.
    fn tell(&mut self, command: &str, observer: &mut dyn Observer) -> Result<()> {
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
                    }
                    None if line.starts_with(['=', '?']) => answer = Some(line),
                    // A greeting or a log line.
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {}
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
        self.out = Box::new(io::sink());
        // It has left when nobody can write to us any more, neither it nor what it started.
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(1) {
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        // Nobody has waited for it yet, so its number, which is that of its group, is still its own.
        #[cfg(unix)]
        {
            let group = nix::unistd::Pid::from_raw(program.id() as i32);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
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

    /// A program at a socket that plays the first legal square, and talks too much. It may pass by
    /// itself, and then refuses to be told.
    fn serve(listener: &UnixListener, passes_by_itself: bool) {
        let (stream, _) = listener.accept().unwrap();
        play_first(stream.try_clone().unwrap(), stream, passes_by_itself);
    }

    /// Until nobody is at the other end.
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
        let error = gone.choose(&Position::default(), &mut ()).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("gone") || text.contains("pipe"), "{text}");
    }
}
