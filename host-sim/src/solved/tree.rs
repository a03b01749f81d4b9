//! All positions from the start down to 50 empty squares, up to symmetry, and the bounds that follow
//! for them.

use wedge_engine::{Board, Game, Move, Position};

use super::bounds::{Bounds, EMPTIES, PublishedBounds};
use crate::io::progress::interrupted;

/// The positions of a ply, each once in its canonical image, in order.
struct Level {
    boards: Vec<Board>,
    bounds: Vec<Bounds>,
}

impl Level {
    fn find(&self, canonical: &Board) -> Option<Bounds> {
        let at = self.boards.binary_search_by_key(&key(canonical), key).ok()?;
        self.bounds.get(at).copied()
    }
}

fn key(board: &Board) -> (u64, u64) {
    (board.mover().0, board.opponent().0)
}

/// The positions down to 50 empty squares with their bounds.
pub struct Tree {
    /// By the number of discs, from four on.
    levels: Vec<Level>,
}

/// What a player who follows the published bounds knows about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The bounds prove that the game is still a draw at least for the player who moved.
    Draw,
    /// They do not prove it: the move leaves the proved draw.
    Unproved,
}

impl Tree {
    /// Finds all positions, and what the published bounds show for each; `None` after Ctrl-C.
    #[must_use]
    pub fn new(published: &PublishedBounds) -> Option<Self> {
        Self::down_to(EMPTIES, |board| published.of(board))
    }

    /// Finds all positions down to some number of empty squares, with the bounds of the last ones.
    fn down_to(empties: u32, published: impl Fn(&Board) -> Bounds) -> Option<Self> {
        let mut levels = vec![vec![Board::default().canonical()]];
        while levels.last()?.first()?.empties() > empties {
            if interrupted() {
                return None;
            }
            levels.push(next_level(levels.last()?));
        }
        let mut tree = Self { levels: Vec::new() };
        let mut below: Option<Level> = None;
        for boards in levels.into_iter().rev() {
            if interrupted() {
                return None;
            }
            let bounds = boards.iter().map(|board| match &below {
                None => published(board),
                Some(below) => from_moves(board, below),
            });
            let bounds = bounds.collect();
            tree.levels.extend(below.replace(Level { boards, bounds }));
        }
        tree.levels.extend(below);
        tree.levels.reverse();
        Some(tree)
    }

    /// The number of positions with 50 empty squares, up to symmetry.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.levels.last().map_or(0, |level| level.boards.len())
    }

    /// How many of them end the game.
    #[must_use]
    pub fn finished(&self) -> usize {
        let is_over = |board: &&Board| board.is_over();
        self.levels.last().map_or(0, |level| level.boards.iter().filter(is_over).count())
    }

    /// How many of them differ from another one only by a pass: the player to move has no move, and the
    /// same discs are reached with the other player to move.
    #[must_use]
    pub fn passes(&self) -> usize {
        let Some(level) = self.levels.last() else { return 0 };
        let must_pass = |board: &&Board| board.legal_moves().is_empty() && !board.is_over();
        let passed = level.boards.iter().filter(must_pass).map(|board| board.pass().canonical());
        passed.filter(|passed| level.find(passed).is_some()).count()
    }

    /// The number of positions with more empty squares.
    #[must_use]
    pub fn inner(&self) -> usize {
        self.levels.iter().map(|level| level.boards.len()).sum::<usize>() - self.leaves()
    }

    /// Whether a position with 50 empty squares is reached from the start.
    #[must_use]
    pub fn has_leaf(&self, canonical: &Board) -> bool {
        self.levels.last().is_some_and(|level| level.find(canonical).is_some())
    }

    /// What follows for the start.
    #[must_use]
    pub fn start(&self) -> Bounds {
        self.bounds(&Board::default()).unwrap_or(Bounds::NONE)
    }

    /// What follows for a position; `None` if it is not reached from the start, or lies deeper.
    #[must_use]
    pub fn bounds(&self, board: &Board) -> Option<Bounds> {
        let level = (60_usize).checked_sub(board.empties() as usize)?;
        self.levels.get(level)?.find(&board.canonical())
    }

    /// What a move keeps of a proved draw; `None` if the position before it is not proved to be a
    /// draw at least for the mover, or if the position after it lies too deep for the bounds.
    #[must_use]
    pub fn keeps_draw(&self, position: &Position, mv: Move) -> Option<Kept> {
        let before = self.bounds(&position.board())?;
        let after = self.bounds(&position.play(mv)?.board())?.for_opponent();
        (before.lower >= 0).then_some(if after.lower >= 0 { Kept::Draw } else { Kept::Unproved })
    }

    /// The number of the first move of a game that leaves the proved draw, from 1.
    #[must_use]
    pub fn draw_left_by(&self, game: &Game) -> Option<usize> {
        let mut steps = game.steps().enumerate();
        steps
            .find(|(_, (position, mv))| self.keeps_draw(position, *mv) == Some(Kept::Unproved))
            .map(|(at, _)| at + 1)
    }
}

/// The positions after each move of these, each once.
fn next_level(boards: &[Board]) -> Vec<Board> {
    let mut next: Vec<Board> = Vec::new();
    for board in boards {
        // A player without a move passes: the moves are then the opponent's.
        let has_move = !board.legal_moves().is_empty();
        next.extend(after(&if has_move { *board } else { board.pass() }));
        // Most positions are reached in several ways: they are not all kept until the end.
        if next.len() > 1 << 23 {
            unique(&mut next);
        }
    }
    unique(&mut next);
    next
}

fn unique(boards: &mut Vec<Board>) {
    boards.sort_unstable_by_key(key);
    boards.dedup();
}

/// The positions after the moves of a position, in their canonical images.
fn after(board: &Board) -> impl Iterator<Item = Board> + use<'_> {
    let moves = board.legal_moves().into_iter().filter_map(|square| board.play(square));
    moves.map(|next| next.canonical())
}

/// The bounds of a position from those of the positions one disc later.
fn from_moves(board: &Board, below: &Level) -> Bounds {
    let of = |board: &Board| {
        let moves =
            after(board).map(|next| below.find(&next).map_or(Bounds::NONE, Bounds::for_opponent));
        moves.reduce(Bounds::or_move)
    };
    // Without a move the opponent plays on; without one either, the game is over.
    let passed = || of(&board.pass()).map(Bounds::for_opponent);
    of(board).or_else(passed).unwrap_or_else(|| Bounds::exactly(board.result() as i8))
}

#[cfg(test)]
mod tests {
    use wedge_engine::SplitMix64;

    use super::*;

    /// The numbers of positions after each ply, up to symmetry, by a plain search in a set.
    #[test]
    fn every_position_is_there_once() {
        let mut plain = std::collections::HashSet::from([Board::default().canonical()]);
        let mut level = vec![Board::default().canonical()];
        for ply in 1..=6 {
            plain = plain
                .iter()
                .flat_map(|board| {
                    let moves = board.legal_moves().into_iter();
                    moves.map(|square| board.play(square).unwrap().canonical()).collect::<Vec<_>>()
                })
                .collect();
            level = next_level(&level);
            assert_eq!(level.len(), plain.len(), "ply {ply}");
            assert!(level.iter().all(|board| plain.contains(board)), "ply {ply}");
        }
        assert_eq!(level.len(), 1773);
    }

    /// Bounds that depend on nothing but the position.
    fn invented(board: &Board) -> Bounds {
        let mut random = SplitMix64::new(board.mover().0 ^ board.opponent().0.rotate_left(17));
        let [one, other] = [0; 2].map(|_| (random.below(129) as i32 - 64) as i8);
        Bounds { lower: one.min(other), upper: one.max(other) }
    }

    /// The bounds of all positions are those of plain minimax, without levels or symmetry.
    #[test]
    fn bounds_are_those_of_plain_minimax() {
        fn minimax(board: &Board, empties: u32) -> Bounds {
            if board.empties() == empties {
                return invented(&board.canonical());
            }
            let moves = board.legal_moves().into_iter();
            let all = moves.map(|square| minimax(&board.play(square).unwrap(), empties));
            all.map(Bounds::for_opponent).reduce(Bounds::or_move).unwrap()
        }
        for empties in 55..=59 {
            let tree = Tree::down_to(empties, invented).unwrap();
            assert_eq!(tree.start(), minimax(&Board::default(), empties), "{empties}");
            let reply = Board::default().play("f5".parse().unwrap()).unwrap();
            assert_eq!(tree.bounds(&reply), Some(minimax(&reply, empties)), "{empties}");
            assert_eq!(tree.bounds(&reply.pass()), None, "not reached");
        }
    }

    /// A position one ply below the last has no bounds, and a draw that is not proved is not left.
    #[test]
    fn a_move_keeps_the_draw_or_leaves_it() {
        let f5 = Game::default().position();
        let reply = |mv: &str| {
            let after = f5.play("f5".parse().unwrap()).unwrap();
            after.play(mv.parse().unwrap()).unwrap().board().canonical()
        };
        // White answers f5 with d6, f4 or f6: only d6 is proved to draw.
        let (d6, f4) = (reply("d6"), reply("f4"));
        let tree = Tree::down_to(58, |board| match *board {
            board if board == d6 => Bounds::exactly(0),
            board if board == f4 => Bounds { lower: 0, upper: 64 },
            _ => Bounds::NONE,
        })
        .unwrap();
        assert_eq!(tree.start(), Bounds { lower: -64, upper: 0 });
        let left = |moves: &str| tree.draw_left_by(&moves.parse().unwrap());
        assert_eq!(left("f5d6"), None);
        assert_eq!(left("f5f4"), Some(2));
        assert_eq!(left("f5f6"), Some(2));
        assert_eq!(left("f5d6c3"), None);
    }
}
