//! A book as it grows: positions, the moves between them, and what follows for each.

use std::collections::HashMap;

use wedge_engine::{Board, Color, Move, Position, Score, ScoredMove};

/// What a ply adds to the cost of a position: as much as half a disc that the opponent loses.
pub(crate) const PLY: u32 = Score::UNIT as u32 / 2;
/// How much more a loss of the player counts than one of the opponent. Books are for players who
/// make no bad moves, against anyone.
pub(crate) const OWN: u32 = 4;

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The position seen by the mover, who can move, in the image that all share.
    pub(crate) board: Board,
    /// What a search found it to be worth to the mover.
    pub(crate) estimate: Score,
    /// Whether its own moves were searched.
    pub(crate) expanded: bool,
    /// Whether the estimate is the result of the game with best play.
    pub(crate) solved: bool,
    /// What the best of its moves that are not in the book is worth at the most; none if there is
    /// no such move.
    pub(crate) rest: Option<Score>,
    /// What it is worth after all that is known: the best of its moves.
    pub(crate) value: Score,
    /// Whether best play leads to a draw that was solved.
    pub(crate) drawn: bool,
    /// How far it is from the games that players of the book play, in units of a score.
    pub(crate) cost: u32,
    /// The position before it on the way of that cost; none for the start.
    pub(crate) before: Option<usize>,
    /// The costs if the mover, or the opponent, is the player of the book.
    costs: [u32; 2],
    /// Moves that lead to other positions in the book.
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    to: usize,
    turn_changes: bool,
}

impl Link {
    /// What a move is worth that leads to a position of this value.
    fn worth(self, there: Score) -> Score {
        if self.turn_changes { -there } else { there }
    }
}

impl Node {
    fn new(board: Board, estimate: Score) -> Self {
        Self {
            board,
            estimate,
            expanded: false,
            solved: false,
            rest: None,
            value: estimate,
            drawn: false,
            cost: u32::MAX,
            before: None,
            costs: [u32::MAX; 2],
            links: Vec::new(),
        }
    }

    /// How the position is told from others, and the order of positions.
    pub(crate) const fn key(&self) -> (u64, u64) {
        (self.board.mover().0, self.board.opponent().0)
    }

    /// How many of its moves are in the book.
    pub(crate) fn moves(&self) -> usize {
        self.links.len()
    }
}

/// The position after a move, or after the pass that has to follow; and whether it is the other
/// player's turn there. None if the game is over.
fn after(board: &Board, mv: Move) -> Option<(Board, bool)> {
    let next = board.play(mv.square()?)?;
    if !next.legal_moves().is_empty() {
        return Some((next.canonical(), true));
    }
    let passed = next.pass();
    (!passed.legal_moves().is_empty()).then(|| (passed.canonical(), false))
}

/// All positions of a book.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    index: HashMap<Board, usize>,
    /// Who would lead to positions that are not in the book.
    wanted: HashMap<Board, Vec<(usize, bool)>>,
}

impl Graph {
    /// The start position alone.
    pub(crate) fn new() -> Self {
        let mut graph = Self { nodes: Vec::new(), index: HashMap::new(), wanted: HashMap::new() };
        graph.add(Board::default().canonical(), Score::default());
        graph.settle();
        graph
    }

    /// Positions from a file. They are settled when all are there.
    pub(crate) fn from_nodes(nodes: impl IntoIterator<Item = Node>) -> Self {
        let mut graph = Self { nodes: Vec::new(), index: HashMap::new(), wanted: HashMap::new() };
        for node in nodes {
            let at = graph.add(node.board, node.estimate);
            let links = std::mem::take(&mut graph.nodes[at].links);
            graph.nodes[at] = Node { links, ..node };
        }
        graph.settle();
        graph
    }

    /// A node as a file tells it.
    pub(crate) fn node(
        board: Board,
        estimate: Score,
        (expanded, solved): (bool, bool),
        rest: Option<Score>,
    ) -> Node {
        Node { expanded, solved, rest, ..Node::new(board, estimate) }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The place of a position, whichever image of it is given.
    pub(crate) fn find(&self, board: &Board) -> Option<usize> {
        self.index.get(&board.canonical()).copied()
    }

    /// The places of all positions, those with few discs first, always in the same order.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_unstable_by_key(|&at| {
            let node = &self.nodes[at];
            (node.board.occupied().len(), node.key())
        });
        order
    }

    /// Adds a position if it is not there; gives its place.
    fn add(&mut self, board: Board, estimate: Score) -> usize {
        if let Some(&at) = self.index.get(&board) {
            return at;
        }
        let at = self.nodes.len();
        self.nodes.push(Node::new(board, estimate));
        self.index.insert(board, at);
        for square in board.legal_moves() {
            let Some((next, turn_changes)) = after(&board, Move::Play(square)) else { continue };
            match self.index.get(&next) {
                Some(&to) => self.link(at, to, turn_changes),
                None => self.wanted.entry(next).or_default().push((at, turn_changes)),
            }
        }
        for (from, turn_changes) in self.wanted.remove(&board).unwrap_or_default() {
            self.link(from, at, turn_changes);
        }
        at
    }

    /// Moves that lead to images of the same position count as one.
    fn link(&mut self, from: usize, to: usize, turn_changes: bool) {
        let link = Link { to, turn_changes };
        if !self.nodes[from].links.contains(&link) {
            self.nodes[from].links.push(link);
        }
    }

    /// Whether there is something to find out about a position: its moves were not searched, or
    /// one that is not in the book may be better than those that are.
    pub(crate) fn is_open(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        !node.solved && (!node.expanded || node.rest.is_some_and(|rest| rest > node.value))
    }

    /// The open positions that are nearest to the games that players of the book play.
    pub(crate) fn nearest_open(&self, most: usize) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.nodes.len()).filter(|&at| self.is_open(at)).collect();
        open.sort_unstable_by_key(|&at| (self.nodes[at].cost, self.nodes[at].key()));
        open.truncate(most);
        open
    }

    /// Takes in what a search found about the moves of a position, the best first: those that are
    /// less than `width` worse than the best come into the book, and those that have to.
    pub(crate) fn expand(
        &mut self,
        at: usize,
        found: &[ScoredMove],
        solved: bool,
        width: Score,
        must: impl Fn(&ScoredMove) -> bool,
    ) {
        let Some(best) = found.first() else { return };
        let board = self.nodes[at].board;
        let ends = after(&board, Move::Play(best.square)).is_none();
        if solved || ends {
            self.nodes[at].solved = true;
            self.nodes[at].estimate = best.score;
            return;
        }
        let mut rest = None;
        for scored in found {
            let Some((next, turn_changes)) = after(&board, Move::Play(scored.square)) else {
                continue;
            };
            let near = scored.score.units() > best.score.units() - width.units();
            if (near && !scored.at_most) || must(scored) {
                let estimate = if turn_changes { -scored.score } else { scored.score };
                self.add(next, estimate);
            } else if !self.index.contains_key(&next) {
                rest = rest.max(Some(scored.score));
            }
        }
        let node = &mut self.nodes[at];
        (node.expanded, node.rest) = (true, rest);
    }

    /// Works out what all positions are worth and how far they are.
    pub(crate) fn settle(&mut self) {
        let order = self.in_order();
        // From the last positions to the first: the best of what follows.
        for &at in order.iter().rev() {
            let node = &self.nodes[at];
            let worth = |link: &Link| link.worth(self.nodes[link.to].value);
            let best = node.links.iter().map(worth).max();
            let value = match best {
                _ if node.solved => node.estimate,
                Some(best) if node.expanded => best,
                Some(best) => best.max(node.estimate),
                None => node.estimate,
            };
            let zero = Score::default();
            let leads_on = |link: &Link| self.nodes[link.to].drawn && worth(link) == zero;
            let drawn =
                value == zero && (node.solved || node.expanded && node.links.iter().any(leads_on));
            let node = &mut self.nodes[at];
            (node.value, node.drawn) = (value, drawn);
            (node.cost, node.costs, node.before) = (u32::MAX, [u32::MAX; 2], None);
        }
        // From the first to the last: plies, and what players lost on the way.
        for &at in &order {
            if self.nodes[at].board == Board::default().canonical() {
                (self.nodes[at].cost, self.nodes[at].costs) = (0, [0; 2]);
            }
            let (value, costs) = (self.nodes[at].value, self.nodes[at].costs);
            let links = std::mem::take(&mut self.nodes[at].links);
            for link in &links {
                let next = &mut self.nodes[link.to];
                let loss = (value.units() - link.worth(next.value).units()).max(0) as u32;
                for (role, weight) in [(0, OWN), (1, 1)] {
                    let cost = costs[role].saturating_add(PLY + weight * loss);
                    let there = if link.turn_changes { 1 - role } else { role };
                    next.costs[there] = next.costs[there].min(cost);
                    if cost < next.cost {
                        (next.cost, next.before) = (cost, Some(at));
                    }
                }
            }
            self.nodes[at].links = links;
        }
    }

    /// What the position loses against the best move of the one before it.
    pub(crate) fn loss(&self, at: usize) -> u32 {
        let Some(before) = self.nodes[at].before else { return 0 };
        let node = &self.nodes[before];
        let link = node.links.iter().find(|link| link.to == at);
        link.map_or(0, |link| {
            (node.value.units() - link.worth(self.nodes[at].value).units()) as u32
        })
    }

    /// A position of the book for a search; which colour is whose does not matter.
    pub(crate) fn position(&self, at: usize) -> Position {
        Position::new(self.nodes[at].board, Color::Black)
    }

    /// How many positions there are and what is known about them, in a line.
    pub(crate) fn summary(&self) -> String {
        let count = |is: fn(&Node) -> bool| self.nodes.iter().filter(|node| is(node)).count();
        let plies = self.nodes.iter().map(|node| node.board.occupied().len() - 4);
        format!(
            "{} positions, {} of them searched, {} solved, {} with a drawn line, up to {} plies",
            self.nodes.len(),
            count(|node| node.expanded),
            count(|node| node.solved),
            count(|node| node.drawn),
            plies.max().unwrap_or(0)
        )
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{SplitMix64, Symmetry};

    use super::*;

    const WIDTH: Score = Score::from_discs(5);

    /// All moves of a position with scores by chance, the best first.
    fn by_chance(board: &Board, random: &mut SplitMix64) -> Vec<ScoredMove> {
        let moves = board.legal_moves().into_iter();
        let mut moves: Vec<ScoredMove> = moves
            .map(|square| {
                let score = Score::from_units(random.below(400) as i32 - 200);
                ScoredMove { square, score, at_most: false }
            })
            .collect();
        moves.sort_by_key(|scored| -scored.score);
        moves
    }

    /// A book of so many positions, searched by chance.
    fn grown(positions: usize, seed: u64) -> Graph {
        let mut random = SplitMix64::new(seed);
        let mut graph = Graph::new();
        while graph.nodes().len() < positions {
            for at in graph.nearest_open(8) {
                let found = by_chance(&graph.nodes()[at].board, &mut random);
                let solved = random.below(20) == 0;
                graph.expand(at, &found, solved, WIDTH, |_| false);
            }
            graph.settle();
        }
        graph
    }

    /// What a position is worth, by the rules alone: no links, no order.
    fn plainly(graph: &Graph, node: &Node) -> Score {
        let worth = |square| {
            let next = node.board.play(square).unwrap();
            let pass = next.legal_moves().is_empty();
            let next = if pass { next.pass() } else { next };
            let there = plainly(graph, &graph.nodes()[graph.find(&next)?]);
            Some(if pass { there } else { -there })
        };
        let best = node.board.legal_moves().into_iter().filter_map(worth).max();
        match best {
            _ if node.solved => node.estimate,
            Some(best) if node.expanded => best,
            best => best.max(Some(node.estimate)).unwrap(),
        }
    }

    #[test]
    fn every_position_is_worth_its_best_move() {
        let graph = grown(400, 1);
        for node in graph.nodes() {
            assert_eq!(node.value, plainly(&graph, node));
            assert_eq!(node.board, node.board.canonical());
        }
        assert!(graph.nodes().iter().filter(|node| node.solved).count() > 3);
    }

    #[test]
    fn the_way_to_a_position_is_nearer_than_the_position() {
        let graph = grown(400, 2);
        for (at, node) in graph.nodes().iter().enumerate() {
            match node.before {
                Some(before) => {
                    let least = graph.nodes()[before].cost + PLY + graph.loss(at);
                    assert!(node.cost >= least, "{} {least}", node.cost);
                }
                None => assert_eq!(node.board, Board::default().canonical()),
            }
        }
    }

    #[test]
    fn images_and_other_orders_of_moves_are_one_position() {
        let position = |moves: &str| moves.parse::<wedge_engine::Game>().unwrap().position();
        let graph = grown(400, 3);
        let start = graph.find(&Board::default()).unwrap();
        assert_eq!(graph.nodes()[start].moves(), 1, "all first moves are one");
        for turn in Symmetry::ALL {
            let turned = turn.board(&position("f5").board());
            assert_eq!(graph.find(&turned), graph.find(&position("d3").board()));
        }
        // The same discs by two orders of moves, one of them mirrored.
        let [one, two] = ["f5d6c3d3c4", "c4d3c3f5d6"].map(|moves| {
            moves.parse::<wedge_engine::Game>().map(|game| game.position().board().canonical())
        });
        if let (Ok(one), Ok(two)) = (one, two) {
            assert_eq!(graph.find(&one), graph.find(&two));
        }
    }

    /// A move that turns out too bad lets others of its position be looked at again.
    #[test]
    fn a_position_whose_moves_disappoint_is_open_again() {
        let mut graph = Graph::new();
        let start = graph.find(&Board::default()).unwrap();
        let only = |graph: &Graph, at: usize, scores: &[i32]| -> Vec<ScoredMove> {
            let moves = graph.nodes()[at].board.legal_moves().into_iter().zip(scores);
            let score = |&discs| Score::from_discs(discs);
            moves
                .map(|(square, s)| ScoredMove { square, score: score(s), at_most: false })
                .collect()
        };
        let found = only(&graph, start, &[0]);
        graph.expand(start, &found, false, WIDTH, |_| false);
        graph.settle();
        let [after_one] = graph.nearest_open(9)[..] else { panic!("one first move") };
        let found = only(&graph, after_one, &[0, -6, -7]);
        graph.expand(after_one, &found, false, WIDTH, |_| false);
        graph.settle();
        assert_eq!(graph.nodes()[after_one].rest, Some(Score::from_discs(-6)));
        assert!(!graph.is_open(after_one));
        let [next] = graph.nearest_open(9)[..] else { panic!("one move is wide enough") };
        let found = only(&graph, next, &[8]);
        graph.expand(next, &found, false, WIDTH, |_| false);
        graph.settle();
        assert_eq!(graph.nodes()[after_one].value, Score::from_discs(-8));
        assert!(graph.is_open(after_one), "another move may lose only six discs");
    }

    /// A solved draw makes draws of all positions that lead to it by best play, and of no others.
    #[test]
    fn drawn_lines_are_known() {
        let mut graph = Graph::new();
        let mut at = graph.find(&Board::default()).unwrap();
        let mut way = vec![at];
        for _ in 0..6 {
            let square = graph.nodes()[at].board.legal_moves().first().unwrap();
            let found = [ScoredMove { square, score: Score::default(), at_most: false }];
            graph.expand(at, &found, false, WIDTH, |_| false);
            graph.settle();
            assert!(graph.nodes().iter().all(|node| !node.drawn), "searched, not solved");
            let next = after(&graph.nodes()[at].board, Move::Play(square)).unwrap().0;
            at = graph.find(&next).unwrap();
            way.push(at);
        }
        let square = graph.nodes()[at].board.legal_moves().first().unwrap();
        let draw = [ScoredMove { square, score: Score::default(), at_most: false }];
        graph.expand(at, &draw, true, WIDTH, |_| false);
        graph.settle();
        assert!(way.iter().all(|&at| graph.nodes()[at].drawn));
        // A better move on the way: before it there is no draw any more.
        let board = graph.nodes()[way[3]].board;
        let better = board.legal_moves().into_iter().nth(1).unwrap();
        let found = [ScoredMove { square: better, score: Score::from_discs(2), at_most: false }];
        graph.expand(way[3], &found, false, WIDTH, |_| false);
        graph.settle();
        let drawn: Vec<bool> = way.iter().map(|&at| graph.nodes()[at].drawn).collect();
        assert_eq!(drawn, [false, false, false, false, true, true, true]);
    }
}
