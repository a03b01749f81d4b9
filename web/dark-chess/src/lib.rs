//! Dark chess for a browser: a module of its own, which the page loads when a reader asks for the game.
//!
//! The data of every command is the game so far, its plies in one line: `b5(N) b3(g) b5-b4`. The module
//! keeps nothing but a transposition table.
//!
//! | command | answer |
//! |---|---|
//! | `view` | the position, its legal actions, what is still face down, how the game ended |
//! | `act ACTION SEED` | the ply: a flip draws one of the pieces that are still face down |
//! | `think NODES` | the best action, after a step for each finished depth |
//!
//! No piece has a place before it is flipped: a flip draws from those that are left, each with the same
//! chance, as if they had been shuffled at the start. So there is nothing to look up, neither for the
//! engine nor in the page's memory.

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_dark_chess::{
    Action, Color, Entry, Game, Options, PROVED, PackedEndings, Piece, Ply, Position, Relations,
    Report, Search, Square,
};
use wedge_engine::{Limits, Observer, Slot, SplitMix64, TableView};
use wedge_web_interface::json::{Object, list, quoted};
use wedge_web_interface::{Commands, Host, number, text};

/// Entries of the transposition table: 4 MiB.
const ENTRIES: usize = 1 << 18;
/// No game on the page is longer: the draw rules end one well before.
const MAX_PLIES: usize = 3000;

/// One instance of the module.
#[derive(Default)]
pub struct DarkChess {
    table: Option<Box<[Slot]>>,
}

impl Commands for DarkChess {
    fn answer(&mut self, words: &[&str], data: &[u8], host: &mut dyn Host) -> Result<String> {
        let game = Played::read(text(data)?)?;
        match words {
            ["view"] => Ok(game.view()),
            ["act", action, seed] => game.act(action, number(seed)?),
            ["think", nodes] => self.think(&game.now, number(nodes)?, host),
            _ => bail!("command `{}`: expected one such as `view`", words.join(" ")),
        }
    }
}

/// A game with its plies and what was captured.
struct Played {
    now: Game,
    plies: Vec<Ply>,
    taken: Vec<Piece>,
}

impl Played {
    fn read(line: &str) -> Result<Self> {
        let mut game = Self { now: Game::default(), plies: Vec::new(), taken: Vec::new() };
        for (at, word) in line.split_whitespace().enumerate() {
            ensure!(at < MAX_PLIES, "more than {MAX_PLIES} plies: expected at most that many");
            let place = || format!("ply {}", at + 1);
            let ply: Ply =
                word.parse().map_err(|error| anyhow!("`{word}`: {error}")).with_context(place)?;
            if let Ply::Step(_, to) = ply {
                game.taken.extend(game.now.position().piece_at(to));
            }
            game.now.play(ply).map_err(|error| anyhow!("{error}")).with_context(place)?;
            game.plies.push(ply);
        }
        Ok(game)
    }

    fn view(&self) -> String {
        let position = self.now.position();
        let board: String = Square::all().map(|square| position.letter_at(square)).collect();
        let ending = self.now.ending();
        // Of a game that is over, nothing more can be played.
        let actions = if ending.is_none() { position.actions() } else { Default::default() };
        let places = |action: &Action| list([action.from().index(), action.to().index()]);
        let unseen = Piece::all()
            .flat_map(|piece| std::iter::repeat_n(piece.letter(), position.unseen(piece).into()));
        Object::new()
            .text("board", &board)
            .text("side", side(position.side()))
            .raw("actions", list(actions.iter().map(places)))
            .text("unseen", &unseen.collect::<String>())
            .text("taken", &self.taken.iter().map(|piece| piece.letter()).collect::<String>())
            .raw("quiet", position.quiet())
            .raw("plies", list(self.plies.iter().map(|ply| quoted(&ply.to_string()))))
            .text("ending", &ending.map_or_else(String::new, |ending| ending.to_string()))
            .text("winner", side(self.now.winner()))
            .end()
    }

    fn act(&self, word: &str, seed: u64) -> Result<String> {
        let action: Action = word.parse().map_err(|error| anyhow!("`{word}`: {error}"))?;
        let position = self.now.position();
        ensure!(self.now.ending().is_none(), "`{word}`: the game is over");
        ensure!(position.is_legal(action), "`{word}`: expected a legal flip or move");
        let ply = if action.is_flip() {
            let piece = draw(position, seed).context("no piece is face down")?;
            Ply::Flip(action.from(), piece)
        } else {
            Ply::Step(action.from(), action.to())
        };
        Ok(Object::new().text("ply", &ply.to_string()).end())
    }
}

/// One of the pieces that are still face down, each with the same chance.
fn draw(position: &Position, seed: u64) -> Option<Piece> {
    let mut number = SplitMix64::new(seed).below(position.face_down().len());
    Piece::all().find(|&piece| {
        let count = u32::from(position.unseen(piece));
        let is_it = number < count;
        number = number.wrapping_sub(count);
        is_it
    })
}

const fn side(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Red) => "red",
        Some(Color::Black) => "black",
        None => "",
    }
}

impl DarkChess {
    fn think(&mut self, game: &Game, nodes: u64, host: &mut dyn Host) -> Result<String> {
        ensure!(game.ending().is_none(), "the game is over: expected a position with an action");
        if self.table.is_none() {
            let slots = bytemuck::allocation::try_zeroed_slice_box(ENTRIES);
            self.table = Some(slots.ok().context("no memory for the table: expected 4 MiB")?);
        }
        let slots = self.table.as_deref().unwrap_or_default();
        let table = TableView::<Entry>::new(slots).context("a power of two of entries")?;
        let mut search = Search::new(Relations, Some(table), Options::default())
            .with_endings(PackedEndings::built_in());
        let report = search.think(game, &Limits::nodes(nodes.max(1)), &mut Progress { host });
        report.best.context("no legal action")?;
        Ok(found(&report))
    }
}

fn found(report: &Report) -> String {
    let best = report.best.map_or_else(String::new, |action| action.to_string());
    Object::new()
        .text("best", &best)
        .raw("score", report.score)
        .raw("proved", report.score.abs() >= PROVED)
        .raw("depth", report.depth)
        .raw("nodes", report.nodes)
        .end()
}

/// Emits the best action of each finished depth.
struct Progress<'h> {
    host: &'h mut dyn Host,
}

impl Observer<Report> for Progress<'_> {
    fn now_ms(&mut self) -> u64 {
        self.host.now_ms()
    }

    fn progress(&mut self, report: &Report) {
        self.host.emit(&found(report));
    }
}

#[cfg(target_family = "wasm")]
wedge_web_interface::module!(crate::DarkChess);

#[cfg(test)]
mod tests;
