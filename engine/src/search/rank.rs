//! All moves of a position with their scores.

use heapless::Vec;

use crate::rules::Position;
use crate::search::{Limits, Report};
use crate::types::{Move, Score, Size, Square};

/// Moves with the score of each for the mover, best first. No position is known with more than 33.
pub type Ranking = Vec<(Square, Score), 40>;

/// Scores every legal move by a search of the position behind it, and sorts them.
///
/// The limits are those of one search of the position itself: a ply is taken off, and the moves
/// share nodes and time. `think` is given each move, the position behind it, and its limits.
///
/// ```
/// use wedge_engine::{Limits, Options, Position, Search, Standard, rank};
///
/// let mut search = Search::new(Standard, None, Options::default());
/// let ranking = rank(&Position::start(), &Limits::depth(4), |_, child, limits| {
///     search.think(child, limits, &mut ())
/// });
/// assert_eq!(ranking.len(), 4);
/// assert!(ranking.iter().all(|(_, score)| *score == ranking[0].1), "the board is symmetric");
/// ```
pub fn rank<S: Size, F>(position: &Position<S>, limits: &Limits, mut think: F) -> Ranking
where
    F: FnMut(Square, &Position<S>, &Limits) -> Report,
{
    let moves = position.board().legal_moves();
    let share = |whole: u64| match whole.checked_div(moves.len().into()) {
        Some(share) if whole < u64::MAX => share,
        _ => whole,
    };
    let limits = Limits {
        depth: limits.depth.saturating_sub(1),
        solve_from: limits.solve_from.saturating_sub(1),
        nodes: share(limits.nodes),
        soft_ms: share(limits.soft_ms),
        steady_ms: share(limits.steady_ms),
        hard_ms: share(limits.hard_ms),
    };
    let mut ranking = Ranking::new();
    for square in moves {
        if let Some(child) = position.play(Move::Play(square)) {
            // A ranking that is full keeps the moves it has.
            let _ = ranking.push((square, -think(square, &child, &limits).score));
        }
    }
    sort_by_key(&mut ranking, |&(square, score)| (-score, square));
    ranking
}

/// Sorts a few items. The library's sorting can panic (where an order contradicts itself), and for
/// as few as a position has moves it is no faster.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for at in (1..=end).rev() {
            match items.get_mut(at - 1..=at) {
                Some([before, after]) if key(after) < key(before) => core::mem::swap(before, after),
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Standard;
    use crate::rules::Game;
    use crate::search::{Options, Search};

    #[test]
    fn the_first_is_what_a_search_finds() {
        let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
        let position = game.position();
        let mut search = Search::new(Standard, None, Options::default());
        let ranking = rank(&position, &Limits::depth(5), |_, child, limits| {
            search.think(child, limits, &mut ())
        });
        assert_eq!(ranking.len(), position.board().legal_moves().len() as usize);
        assert!(ranking.is_sorted_by(|a, b| a.1 >= b.1));
        let report = search.think(&position, &Limits::depth(5), &mut ());
        assert_eq!(ranking[0].1, report.score);
    }

    #[test]
    fn few_items_are_sorted() {
        let mut random = crate::types::SplitMix64::new(1);
        for length in 0..40 {
            let mut items = [0_u32; 40];
            items.iter_mut().for_each(|item| *item = random.below(30));
            let mut sorted = items;
            sorted[..length].sort_unstable_by_key(|item| !item);
            sort_by_key(&mut items[..length], |item| !item);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn moves_share_the_nodes() {
        let mut asked = 0;
        let mut search = Search::new(Standard, None, Options::default());
        rank(&Position::start(), &Limits::nodes(1000), |_, child, limits| {
            asked += limits.nodes;
            assert_eq!(limits.soft_ms, u64::MAX);
            search.think(child, limits, &mut ())
        });
        assert_eq!(asked, 1000);
    }
}
