//! A tree of moves that grows where it is worth it.

use rand_core::Rng;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::playout::{playout, points};
use super::walk::played;

/// How curious it is: the square root of two, for values between 0 and 1.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;

/// The tree: one node more for every game.
pub(super) struct Tree<S: Size> {
    nodes: Vec<Node<S>>,
}

struct Node<S: Size> {
    board: Board<S>,
    /// Moves that no game has tried.
    untried: Bitboard,
    children: Vec<Child>,
    games: u32,
    /// Two for a win of the node's mover, one for a draw.
    points: u32,
}

struct Child {
    square: Square,
    node: usize,
    /// The same player moves again there, since the other has to pass.
    again: bool,
}

impl<S: Size> Tree<S> {
    pub(super) fn new(board: &Board<S>) -> Self {
        Self { nodes: vec![Node::new(*board)] }
    }

    /// Plays a game.
    pub(super) fn grow(&mut self, random: &mut impl Rng) {
        self.visit(0, random);
    }

    /// The move that most games went through; the first from a1 among equals.
    pub(super) fn best(&self) -> Option<Square> {
        let games = |child: &Child| self.nodes[child.node].games;
        let children = self.nodes[0].children.iter();
        children.min_by_key(|child| (u32::MAX - games(child), child.square)).map(|c| c.square)
    }

    /// Plays a game through a node; the points of its mover.
    fn visit(&mut self, at: usize, random: &mut impl Rng) -> u32 {
        let node = &self.nodes[at];
        let (board, untried) = (node.board, node.untried);
        let points = if !untried.is_empty() {
            // 1. A move that no game has tried: a new node, and chance from there on.
            match untried.pick(random) {
                Some(square) => self.expand(at, square, random),
                None => 0,
            }
        } else if let Some((node, again)) = self.most_promising(at) {
            // 2. The most promising of the moves.
            mine(self.visit(node, random), again)
        } else {
            // 3. The game is over.
            points(board.result())
        };
        self.nodes[at].games += 1;
        self.nodes[at].points += points;
        points
    }

    fn expand(&mut self, at: usize, square: Square, random: &mut impl Rng) -> u32 {
        let parent = &mut self.nodes[at];
        parent.untried &= !square.bit();
        let after = played(&parent.board, square);
        let again = after.legal_moves().is_empty() && !after.is_over();
        let board = if again { after.pass() } else { after };
        let mut node = Node::new(board);
        (node.games, node.points) = (1, points(playout(&board, random)));
        let points = mine(node.points, again);
        let child = Child { square, node: self.nodes.len(), again };
        self.nodes[at].children.push(child);
        self.nodes.push(node);
        points
    }

    /// The child with the highest upper bound on what it may be worth.
    fn most_promising(&self, at: usize) -> Option<(usize, bool)> {
        let all = f64::from(self.nodes[at].games).ln();
        let bound = |child: &Child| {
            let node = &self.nodes[child.node];
            let games = f64::from(node.games);
            let share = f64::from(node.points) / (2.0 * games);
            let share = if child.again { share } else { 1.0 - share };
            share + CURIOSITY * (all / games).sqrt()
        };
        let children = self.nodes[at].children.iter();
        let best = children
            .map(|child| (bound(child), child))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, child)| (child.node, child.again))
    }
}

impl<S: Size> Node<S> {
    fn new(board: Board<S>) -> Self {
        Self { board, untried: board.legal_moves(), children: Vec::new(), games: 0, points: 0 }
    }
}

/// The points of a node's mover for the one who moved there.
const fn mine(points: u32, again: bool) -> u32 {
    if again { points } else { 2 - points }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Discs, Limits, Options, Position, Search, Six, SplitMix64};

    use super::*;

    /// Small enough for the whole tree to be seen: the tree agrees with the solver on who wins.
    #[test]
    fn a_tree_that_sees_everything_finds_a_best_move() {
        let mut random = SplitMix64::new(5);
        let mut checked = 0;
        for _ in 0..40 {
            let mut position = Position::<Six>::start();
            while position.board().empties() > 6 && !position.board().is_over() {
                let moves = position.board().legal_moves();
                let pick = random.below(moves.len()) as usize;
                let square = moves.into_iter().nth(pick);
                let mv = square.map_or(wedge_engine::Move::Pass, wedge_engine::Move::Play);
                position = position.play(mv).unwrap();
            }
            if position.board().legal_moves().len() < 2 {
                continue;
            }
            let mut tree = Tree::new(&position.board());
            for _ in 0..20_000 {
                tree.grow(&mut random);
            }
            let sign = |position: &Position<Six>| {
                let mut search = Search::new(Discs, None, Options::default());
                search.think(position, &Limits::EXACT, &mut ()).score.units().signum()
            };
            let best = wedge_engine::Move::Play(tree.best().unwrap());
            assert_eq!(-sign(&position.play(best).unwrap()), sign(&position), "{position}");
            checked += 1;
        }
        assert!(checked > 20, "{checked} positions");
    }
}
