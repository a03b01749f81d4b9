//! GGF, the format of the game server GGS and of the NBoard protocol.
//!
//! A game is `(;GM[Othello]PB[..]PW[..]TI[..]TY[8]BO[8 board *]B[F5/eval/seconds]W[D6];)`; the
//! board's `*` is black and `O` white. Michael Buro's description of GGS is the source.

use std::fmt::{self, Write};

use anyhow::{Context, Result, anyhow, ensure};
use wedge_engine::{Color, Game, Move, Position};

use crate::Decimal;
use crate::properties::{Property, Tree, Value, play, trees};

/// A game as GGF has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ggf {
    /// Who plays black.
    pub black: String,
    /// Who plays white.
    pub white: String,
    /// The time of both players, if the file states it.
    pub clock: Option<Clock>,
    /// The moves.
    pub game: Game,
    /// Evaluation and time of each move.
    pub notes: Vec<Note>,
}

/// The time a player has for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Seconds for the game.
    pub main: u64,
    /// Seconds added after each move.
    pub increment: u64,
    /// Grace period after the main time, in which the player can still draw or lose by less.
    pub grace: u64,
}

/// Evaluation and time of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The score it expected, in discs.
    pub eval: Option<Decimal>,
    /// How long it took.
    pub seconds: Option<Decimal>,
}

impl Ggf {
    /// A game without clock and notes.
    #[must_use]
    pub fn new(black: &str, white: &str, game: Game) -> Self {
        let notes = vec![Note::default(); game.moves().len()];
        Self { black: black.to_owned(), white: white.to_owned(), clock: None, game, notes }
    }

    /// Plays a move with a note, after any pass that was left out before it.
    ///
    /// # Errors
    /// If it is not the player's turn, or the move is not legal.
    pub fn play(&mut self, color: Color, mv: Move, note: Note) -> Result<()> {
        play(&mut self.game, color, mv)?;
        let plies = self.game.moves().len();
        if self.notes.len() < plies {
            self.notes.resize(plies - 1, Note::default());
            self.notes.push(note);
        }
        Ok(())
    }

    /// The milliseconds that a player has spent on its moves.
    #[must_use]
    pub fn spent_ms(&self, color: Color) -> u64 {
        let steps = self.game.steps().zip(&self.notes);
        let own = steps.filter(|((position, _), _)| position.side() == color);
        own.filter_map(|(_, note)| u64::try_from(note.seconds?.thousandths()).ok())
            .fold(0, u64::saturating_add)
    }
}

/// Reads the games of a text.
///
/// # Errors
/// If there is none, or one is not of 8x8 Othello or has a move that is not legal: names the game,
/// the line and the property.
pub fn read(text: &str) -> Result<Vec<Ggf>> {
    let trees = trees(text)?;
    ensure!(!trees.is_empty(), "no game: expected `(;GM[Othello] ... ;)`");
    let games = trees.iter().enumerate();
    games.map(|(at, tree)| game(tree).with_context(|| format!("game {}", at + 1))).collect()
}

fn game(tree: &Tree) -> Result<Ggf> {
    let kind = tree.get("GM").unwrap_or_default();
    ensure!(
        kind.eq_ignore_ascii_case("othello") || kind.eq_ignore_ascii_case("reversi"),
        "line {}: GM[{kind}]: expected GM[Othello]",
        tree.line
    );
    let name = |property| tree.get(property).unwrap_or_default();
    let mut ggf = Ggf::new(name("PB"), name("PW"), Game::default());
    for property in &tree.properties {
        let Property { name, value, line } = property;
        read_property(&mut ggf, name, value)
            .with_context(|| format!("line {line}: {name}[{value}]"))?;
    }
    Ok(ggf)
}

fn read_property(ggf: &mut Ggf, name: &str, value: &str) -> Result<()> {
    match name {
        "TI" => ggf.clock = Some(value.parse()?),
        "BO" => {
            ensure!(ggf.game.moves().is_empty(), "expected the board before the moves");
            let (size, squares) = value.trim().split_once(char::is_whitespace).unwrap_or_default();
            ensure!(size == "8", "board size `{size}`: expected 8");
            let start: Position = squares.parse().map_err(|error| anyhow!("{error}"))?;
            ggf.game = Game::from_position(start);
        }
        "B" | "W" => {
            let color = if name == "B" { Color::Black } else { Color::White };
            let (mv, note) = read_move(value)?;
            ggf.play(color, mv, note)?;
        }
        _ => {}
    }
    Ok(())
}

/// Reads a move as GGF and NBoard write it: `F5`, `F5/1.5` or `F5/1.5/0.25`; a pass is `PA`.
///
/// # Errors
/// Which part cannot be read.
pub fn read_move(text: &str) -> Result<(Move, Note)> {
    let mut parts = text.split('/').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mv = name.parse().map_err(|error| anyhow!("move `{name}`: {error}"))?;
    let mut number = |what: &str| match parts.next().unwrap_or_default() {
        "" => Ok(None),
        text => text.parse().map(Some).with_context(|| what.to_owned()),
    };
    Ok((mv, Note { eval: number("evaluation")?, seconds: number("time")? }))
}

/// A move as GGF and NBoard write it.
#[must_use]
pub fn move_text(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".into(), |square| square.to_string().to_ascii_uppercase())
}

impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]PC[Wedge]PB[{}]PW[{}]", Value(&self.black), Value(&self.white))?;
        let position = self.game.position();
        if self.game.is_over() {
            write!(f, "RE[{:+}.000]", position.result_for_black())?;
        } else {
            write!(f, "RE[?]")?;
        }
        if let Some(clock) = self.clock {
            write!(f, "TI[{clock}]")?;
        }
        write!(f, "TY[8]BO[8 {}]", self.game.start().to_string().replace('X', "*"))?;
        for ((position, mv), note) in self.game.steps().zip(&self.notes) {
            let color = if position.side() == Color::Black { 'B' } else { 'W' };
            write!(f, "{color}[{}", move_text(mv))?;
            match (note.eval, note.seconds) {
                (None, None) => {}
                (Some(eval), None) => write!(f, "/{eval}")?,
                (None, Some(seconds)) => write!(f, "//{seconds}")?,
                (Some(eval), Some(seconds)) => write!(f, "/{eval}/{seconds}")?,
            }
            f.write_char(']')?;
        }
        f.write_str(";)")
    }
}

impl std::str::FromStr for Clock {
    type Err = anyhow::Error;

    /// `main/increment/grace`, each in minutes and seconds, the last two if they are not zero.
    fn from_str(text: &str) -> Result<Self> {
        // Text after a comma, such as a number of moves, does not apply to Othello.
        let mut parts = text.split('/').map(|part| part.split(',').next().unwrap_or_default());
        let mut time = || match parts.next().map(str::trim) {
            None | Some("") => Ok(0),
            Some(time) => {
                seconds(time).with_context(|| format!("time `{time}`: expected minutes:seconds"))
            }
        };
        Ok(Self { main: time()?, increment: time()?, grace: time()? })
    }
}

/// `minutes`, `minutes:seconds` or `hours:minutes:seconds`.
fn seconds(text: &str) -> Option<u64> {
    let parts: Vec<u64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let parts = match parts[..] {
        [minutes] => [0, minutes, 0],
        [minutes, seconds] => [0, minutes, seconds],
        [hours, minutes, seconds] => [hours, minutes, seconds],
        _ => return None,
    };
    parts.into_iter().try_fold(0_u64, |sum, part| sum.checked_mul(60)?.checked_add(part))
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |seconds: u64| format!("{:02}:{:02}", seconds / 60, seconds % 60);
        write!(f, "{}/{}/{}", time(self.main), time(self.increment), time(self.grace))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random_games::random_game;

    /// The game in the description of the NBoard protocol.
    const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
        RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    fn any_note() -> impl Strategy<Value = Note> {
        let eval = prop::option::of(
            (-6400..=6400_i64).prop_map(|eval| Decimal::from_thousandths(10 * eval)),
        );
        let seconds = prop::option::of((0..=600_000_i64).prop_map(Decimal::from_thousandths));
        (eval, seconds).prop_map(|(eval, seconds)| Note { eval, seconds })
    }

    fn any_ggf() -> impl Strategy<Value = Ggf> {
        let clock = prop::option::of(any::<[u16; 3]>().prop_map(|times| {
            let [main, increment, grace] = times.map(u64::from);
            Clock { main, increment, grace }
        }));
        let notes = prop::collection::vec(any_note(), 120);
        let names = ("\\PC{0,12}", "\\PC{0,12}");
        (any::<u64>(), 0..130_usize, 0..20_usize, clock, notes, names).prop_map(
            |(seed, plies, opening, clock, mut notes, (black, white))| {
                // Some games begin elsewhere.
                let start = random_game(seed, opening, Position::default()).position();
                let start = if opening % 2 == 0 { Position::default() } else { start };
                let game = random_game(seed, plies, start);
                notes.truncate(game.moves().len());
                Ggf { black, white, clock, game, notes }
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(games in prop::collection::vec(any_ggf(), 1..4)) {
            let text: Vec<String> = games.iter().map(ToString::to_string).collect();
            prop_assert_eq!(read(&text.join("\n")).unwrap(), games);
        }
    }

    #[test]
    fn the_game_of_the_protocol() {
        let ggf = &read(NBOARD).unwrap()[0];
        assert_eq!(ggf.game.to_string(), "f5f6d3c5e6f7e7f4");
        assert_eq!((ggf.black.as_str(), ggf.white.as_str()), ("./mEdax", "chris"));
        assert_eq!(ggf.clock, Some(Clock { main: 900, ..Clock::default() }));
    }

    #[test]
    fn times_are_added_up_and_passes_left_out_are_made() {
        let clock: Clock = "5:00/0:02/2:00".parse().unwrap();
        assert_eq!(clock, Clock { main: 300, increment: 2, grace: 120 });
        let start: Position =
            "OX------------------------------------------------------------XO X".parse().unwrap();
        assert!(start.must_pass());
        let mut ggf = Ggf::new("b", "w", Game::from_position(start));
        let note = Note { eval: "1.0".parse().ok(), seconds: "2.5".parse().ok() };
        ggf.play(Color::White, Move::Play("c1".parse().unwrap()), note).unwrap();
        assert_eq!(ggf.notes, [Note::default(), note]);
        assert_eq!((ggf.spent_ms(Color::White), ggf.spent_ms(Color::Black)), (2500, 0));
        let short = ggf.to_string().replace("B[PA]", "");
        assert_eq!(read(&short).unwrap(), [ggf]);
    }

    #[test]
    fn errors_name_the_game_the_line_and_the_property() {
        let say = |text: &str| format!("{:#}", read(text).unwrap_err());
        let with = |from: &str, to: &str| say(&format!("{NBOARD}\n{}", NBOARD.replace(from, to)));
        assert_eq!(with("D3", "A1"), "game 2: line 2: B[A1]: move 3: a1 is not legal for black");
        assert_eq!(
            with("W[C5]", "B[C5]"),
            "game 2: line 2: B[C5]: move 4: black moves: expected white"
        );
        assert_eq!(
            with("W[C5]", "W[pass]"),
            "game 2: line 2: W[pass]: move 4: pass is not legal for white"
        );
        assert_eq!(
            with("E6", "Z9/1"),
            "game 2: line 2: B[Z9/1]: move `Z9`: expected a move: a square such as f5, or pass"
        );
        assert_eq!(
            with("E6", "E6/x"),
            "game 2: line 2: B[E6/x]: evaluation: `x`: expected a number such as 1.5"
        );
        assert_eq!(
            with("E6", "E6//-"),
            "game 2: line 2: B[E6//-]: time: `-`: expected a number such as 1.5"
        );
        assert_eq!(with("GM[Othello]", "GM[Go]"), "game 2: line 2: GM[Go]: expected GM[Othello]");
        assert_eq!(
            with("15:00", "a:b"),
            "game 2: line 2: TI[a:b]: time `a:b`: expected minutes:seconds"
        );
        assert!(with("BO[8 ", "BO[10 ").ends_with("board size `10`: expected 8"));
        assert!(with("-O*-", "-O?-").contains("`?` at character 29 is no square"));
        assert_eq!(say("f5d6"), "no game: expected `(;GM[Othello] ... ;)`");
    }
}
