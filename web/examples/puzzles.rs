//! Makes the page's puzzles: endings in which only one move wins, or only one draws.
//!
//! `cargo run --release -p wedge-web --example puzzles > web/page/puzzles.txt`
//!
//! Games of the engine against itself at a low strength reach the endings; the solver proves that
//! one move keeps the result and every other gives it away. Each line has the position and the result
//! with best play for the mover.

use wedge_engine::{
    Bitboard, Game, Limits, Move, Options, Search, SplitMix64, Square, Standard, Strength, Table,
};

static TABLE: Table<{ 1 << 16 }> = Table::new();

fn main() {
    let mut wanted = [(8, 6), (9, 6), (10, 8), (11, 8), (12, 8), (13, 6), (14, 6)];
    let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
    let mut seed = 0;
    while let Some(slot) = wanted.iter_mut().find(|(_, count)| *count > 0) {
        seed += 1;
        let Some(game) = ending(&mut search, seed, slot.0) else { continue };
        let position = game.position();
        let found =
            search.multi_pv(&position, &Limits::EXACT, usize::MAX, Bitboard::EMPTY, &mut ());
        let [best, second, _, ..] = *found.moves else { continue };
        let (best_discs, second_discs) = (best.score.discs(), second.score.discs());
        let only_win = best_discs > 0 && second_discs <= 0;
        let only_draw = best_discs == 0 && second_discs < 0;
        // A move that flips the most is found without thought.
        let flips = |square: Square| position.board().flips(square).len();
        let greedy =
            found.moves.iter().map(|mv| flips(mv.square)).max() == Some(flips(best.square));
        if (only_win || only_draw) && !greedy {
            slot.1 -= 1;
            println!("{position} {best_discs:+}");
        }
    }
}

/// A game of the engine against itself down to so many empty squares.
fn ending(search: &mut Search<'_, Standard>, seed: u64, empties: u32) -> Option<Game> {
    let mut random = SplitMix64::new(seed);
    let strength = Strength::new(3)?;
    let mut game = Game::default();
    while game.position().board().empties() > empties {
        let position = game.position();
        if game.is_over() {
            return None;
        }
        let choice = strength
            .choose(&position, &mut random, |_, position, limits| {
                search.think(position, limits, &mut ())
            })
            .map_or(Move::Pass, |(square, _)| Move::Play(square));
        game.play(choice).ok()?;
    }
    (!game.position().must_pass() && !game.is_over()).then_some(game)
}
