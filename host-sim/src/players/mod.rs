//! The players, one file each.
//!
//! A new player is a file with its `KIND` and a function `player` that makes one, and its name in
//! the two lists below.

mod agent;
mod alpha;
mod bravo;
mod charlie;
mod chip;
mod delta;
mod descendants;
mod e03;
mod echo;
mod features;
mod first;
mod foxtrot;
mod golf;
mod greedy;
mod gtp;
mod hotel;
mod idiot;
mod india;
mod juliet;
mod kilo;
mod kind;
mod lima;
mod look_ahead;
mod mike;
mod mobility;
mod montecarlo;
mod november;
mod oscar;
mod own_rules;
mod papa;
pub mod player;
mod playout;
mod quebec;
mod random;
pub mod random_play;
mod randomsearch;
mod romeo;
mod serial;
mod squares;
mod uct;
mod walk;
pub(crate) mod wedge;

use anyhow::{Result, bail};
use wedge_engine::Size;

use crate::players::player::{Player, PlayerSpec};

pub use kind::{Kind, OptionKind, Parameters, PlayerOption};

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// Every kind of player, in the order of `host-sim players`.
        pub static KINDS: &[Kind] = &[wedge::KIND, $($kind::KIND),*];

        /// Makes a player of any kind but the engine, which needs memory outside itself.
        pub(crate) fn new_player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
            match spec.kind().name {
                $(name if name == $kind::KIND.name => $kind::player(spec),)*
                name => bail!("a player of the kind `{name}` needs memory"),
            }
        }
    };
}

kinds![
    gtp,
    serial,
    first,
    idiot,
    random,
    greedy,
    randomsearch,
    montecarlo,
    squares,
    mobility,
    kilo,
    echo,
    india,
    charlie,
    foxtrot,
    juliet,
    delta,
    hotel,
    mike,
    oscar,
    papa,
    quebec,
    romeo,
    golf,
    lima,
    alpha,
    bravo,
    november,
    agent,
    e03,
];

#[cfg(test)]
mod tests {
    use wedge_engine::{Board, Color, Eight, Game, Move, Position, Six, SplitMix64};

    use super::*;

    /// Three squares are left. With the corner h1 white turns nine discs and loses by 6 against
    /// the best play; with e8 it turns two and wins by 14. There is no other move.
    pub(super) const CORNER_LOSES: &str = "OOOOXXX-\
                                           XOXOXXXX\
                                           OOXXXXXO\
                                           -OXXXXOO\
                                           XOXXXOOO\
                                           XOXXOOOO\
                                           XOXOOXXO\
                                           XOOO-XOO O";

    pub(super) fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    pub(super) fn board(text: &str) -> Board {
        position(text).board()
    }

    /// The square that a player plays.
    pub(super) fn answer(name: &str, text: &str) -> String {
        answer_on::<Eight>(name, text)
    }

    pub(super) fn answer_on<S: Size>(name: &str, text: &str) -> String {
        let spec: PlayerSpec = name.parse().unwrap();
        let memory = spec.memory().unwrap();
        let mut player = spec.player::<S>(&memory).unwrap();
        player.choose(&text.parse().unwrap(), &mut ()).unwrap().mv.to_string()
    }

    /// The discs of black and white at the end of a game from the start position.
    pub(super) fn discs_of_game(black: &str, white: &str) -> [u32; 2] {
        let specs: [PlayerSpec; 2] = [black, white].map(|name| name.parse().unwrap());
        let memories = specs.each_ref().map(|spec| spec.memory().unwrap());
        let mut players = [0, 1].map(|at| specs[at].player::<Eight>(&memories[at]).unwrap());
        let mut game = Game::from_position(Position::start());
        while !game.is_over() {
            let position = game.position();
            let mv = match position.must_pass() {
                true => Move::Pass,
                false => players[position.side() as usize].choose(&position, &mut ()).unwrap().mv,
            };
            game.play(mv).unwrap();
        }
        [Color::Black, Color::White].map(|side| game.position().discs(side).len())
    }

    /// Plays a game against random moves.
    fn play<S: Size>(spec: &PlayerSpec, side: Color, seed: u64) -> Game<S> {
        let memory = spec.memory().unwrap();
        let mut player = spec.player::<S>(&memory).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut game = Game::from_position(Position::start());
        while !game.is_over() {
            let position = game.position();
            let legal = position.board().legal_moves();
            let mv = if position.side() == side && !legal.is_empty() {
                player.choose(&position, &mut ()).unwrap().mv
            } else {
                position.random_move(&mut random).unwrap()
            };
            game.play(mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
        game
    }

    /// Every player without an address, at its default strength, on both boards: it plays legal
    /// moves to the end, and the same ones each time.
    #[test]
    fn games_are_legal_and_repeatable() {
        let kinds = KINDS.iter().filter(|kind| matches!(kind.parameters, Parameters::Options(_)));
        for kind in kinds {
            let name = match kind.name {
                "wedge" => "wedge:depth=2,tt-bits=10",
                "montecarlo" => "montecarlo:playouts=100",
                name => name,
            };
            let spec: PlayerSpec = name.parse().unwrap();
            for side in [Color::Black, Color::White] {
                assert_eq!(play::<Eight>(&spec, side, 1), play::<Eight>(&spec, side, 1), "{name}");
                assert_eq!(play::<Six>(&spec, side, 2), play::<Six>(&spec, side, 2), "{name}");
            }
        }
    }
}
