//! Why a move is worse than another, in the terms of the game: corners, mobility, tempo, parity,
//! edges.
//!
//! Everything here is read off the boards and off the lines of play that a search has found; nothing
//! is guessed. [`reasons`] compares two lines and gives the differences that a player can see.

use core::fmt;

use heapless::Vec;

use crate::rules::{Board, stable_discs};
use crate::types::{Bitboard, Size, Square};

/// Parity is named from this many empty squares on: before that, regions still join and split.
const PARITY_FROM: u32 = 20;
/// A difference of fewer moves or discs is not worth a word (chosen).
const WORTH_NAMING: u32 = 3;
/// The most reasons that [`reasons`] gives.
const MOST: usize = 12;

/// What a move does to a board, without any search.
///
/// ```
/// use wedge_engine::explain::MoveFacts;
/// use wedge_engine::{Board, Eight};
///
/// let facts = MoveFacts::of(&Board::<Eight>::start(), "d3".parse().unwrap()).unwrap();
/// assert_eq!((facts.replies.len(), facts.mobility), (3, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveFacts {
    /// The opponent's legal moves after it.
    pub replies: Bitboard,
    /// The replies that were not legal for the opponent before it.
    pub new_replies: Bitboard,
    /// The number of moves that the mover has before it.
    pub mobility_before: u32,
    /// The number of moves that the mover would have after it, if the opponent passed.
    pub mobility: u32,
    /// The mover's discs after it that have an empty neighbour.
    pub frontier: u32,
    /// The mover's [stable discs](stable_discs) after it.
    pub stable: u32,
    /// The number of empty squares in the region that it is played into, its own square counted.
    /// Squares that touch, also at a corner, are of one region.
    pub region: u32,
}

impl MoveFacts {
    /// The facts of a move, or `None` if it is not legal.
    #[must_use]
    pub fn of<S: Size>(board: &Board<S>, square: Square) -> Option<Self> {
        let after = board.play(square)?;
        let replies = after.legal_moves();
        let own = after.opponent();
        Some(Self {
            replies,
            new_replies: replies & !board.pass().legal_moves(),
            mobility_before: board.legal_moves().len(),
            mobility: after.pass().legal_moves().len(),
            frontier: (own & grown::<S>(after.empty())).len(),
            stable: (own & stable_discs(&after)).len(),
            region: region::<S>(board.empty(), square).len(),
        })
    }
}

/// A set and all its neighbours.
fn grown<S: Size>(set: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let row = set.0 | (set.0 << 1 & NOT_A) | (set.0 >> 1 & NOT_H);
    Bitboard((row | row << 8 | row >> 8) & S::MASK)
}

/// The empty squares that are joined to a square.
fn region<S: Size>(empty: Bitboard, square: Square) -> Bitboard {
    let mut region = square.bit();
    // No region is more than 64 steps across.
    for _ in 0..64 {
        let next = grown::<S>(region) & empty;
        if next == region {
            break;
        }
        region = next;
    }
    region
}

/// The squares along the edge, without the corners.
fn edge<S: Size>() -> Bitboard {
    let outer = |square: &Square| {
        let (column, row) = (square.column(), square.row());
        column == 0 || column == S::WIDTH - 1 || row == 0 || row == S::HEIGHT - 1
    };
    (Bitboard(S::MASK) & !Bitboard(S::CORNERS)).into_iter().filter(outer).collect()
}

/// The corner that an X-square touches, if the square is one.
fn corner_beside<S: Size>(square: Square) -> Option<Square> {
    let outward = |n: usize, count: usize| match n {
        1 => Some(0),
        n if n + 2 == count => Some(count - 1),
        _ => None,
    };
    Square::new(outward(square.column(), S::WIDTH)?, outward(square.row(), S::HEIGHT)?)
}

/// A reason why one move is worse than another. Its text is the end of a sentence about the worse
/// move, which addresses the player who made it: `gives the opponent the corner h8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The opponent can take this corner now, and could not before.
    GivesCorner(Square),
    /// The opponent could take this corner and still can; the better move prevents it.
    LeavesCorner(Square),
    /// The better move takes this corner.
    MissesCorner(Square),
    /// The opponent takes this corner in the line that follows, and not in the better one.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The plies from the move to the loss, as the line has them.
        plies: usize,
    },
    /// The player's own corner comes later in the better line, and never in this one.
    ForgoesCorner(Square),
    /// The move is the X-square beside this empty corner, and the better one is not.
    TakesXSquare(Square),
    /// The player must pass after the likely reply, or has no move at all.
    LeavesNoMove,
    /// The region has an even number of empty squares, that of the better move an odd one.
    LosesParity {
        /// The empty squares of the region.
        region: u32,
        /// Those of the better move's region.
        better: u32,
    },
    /// The better move gives the opponent no new move, this one does.
    LosesTempo {
        /// The number of new moves.
        new: u32,
    },
    /// The opponent has more moves than after the better move.
    OpponentMoves {
        /// The opponent's moves.
        moves: u32,
        /// The opponent's moves after the better one.
        better: u32,
    },
    /// The player has fewer moves than after the better move.
    OwnMoves {
        /// The player's moves before it.
        before: u32,
        /// The player's moves after it.
        moves: u32,
        /// The player's moves after the better one.
        better: u32,
    },
    /// The opponent can now play this square of the edge.
    OpensEdge(Square),
    /// The player has fewer stable discs than after the better move.
    FewerStable {
        /// The stable discs.
        stable: u32,
        /// The stable discs after the better move.
        better: u32,
    },
    /// More of the player's discs have empty neighbours than after the better move.
    MoreFrontier {
        /// The discs with an empty neighbour.
        frontier: u32,
        /// Those after the better move.
        better: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GivesCorner(corner) => write!(f, "gives the opponent the corner {corner}"),
            Self::LeavesCorner(corner) => write!(f, "leaves the corner {corner} to the opponent"),
            Self::MissesCorner(corner) => write!(f, "does not take the corner {corner}"),
            Self::LosesCorner { corner, plies } => {
                write!(f, "loses the corner {corner} {plies} plies later")
            }
            Self::ForgoesCorner(corner) => {
                write!(f, "gives up the corner {corner}, which the better line takes")
            }
            Self::TakesXSquare(corner) => {
                write!(f, "is the X-square beside the empty corner {corner}")
            }
            Self::LeavesNoMove => f.write_str("leaves you without a move"),
            Self::LosesParity { region, better } => write!(
                f,
                "loses parity: its region has {region} empty squares, an even number; the better \
                 one has {better}"
            ),
            Self::LosesTempo { new: 1 } => {
                f.write_str("loses a tempo: it opens a new move, the better one opens none")
            }
            Self::LosesTempo { new } => {
                write!(f, "loses a tempo: it opens {new} new moves, the better one opens none")
            }
            Self::OpponentMoves { moves, better } => {
                write!(f, "leaves the opponent {moves} moves instead of {better}")
            }
            Self::OwnMoves { before, moves, better } => write!(
                f,
                "takes your own mobility from {before} to {moves}; the better one to {better}"
            ),
            Self::OpensEdge(square) => write!(f, "opens the edge at {square}"),
            Self::FewerStable { stable, better } => {
                write!(f, "leaves you {stable} stable discs instead of {better}")
            }
            Self::MoreFrontier { frontier, better } => {
                write!(f, "leaves {frontier} of your discs on the frontier instead of {better}")
            }
        }
    }
}

/// Reasons, the most important first: a slice of [`Reason`].
pub type Reasons = Vec<Reason, MOST>;

/// Why the first move of `line` is worse than that of `better`, as far as the boards and the two
/// lines show. The lines are principal variations without passes, as [`Line`](crate::Line) has them;
/// a single move is enough.
///
/// ```
/// use wedge_engine::explain::{Reason, reasons};
/// use wedge_engine::{Line, Position};
///
/// // After b2, white can take a1 along the diagonal; after f6 it cannot.
/// let board = "------------------O--------X--------O--------------------------- X";
/// let position: Position = board.parse().unwrap();
/// let line = |text: &str| text.parse::<Line>().unwrap();
/// let found = reasons(&position.board(), &line("b2"), &line("f6"));
/// assert_eq!(found[0], Reason::GivesCorner("a1".parse().unwrap()));
/// assert_eq!(found[0].to_string(), "gives the opponent the corner a1");
/// ```
#[must_use]
pub fn reasons<S: Size>(board: &Board<S>, line: &[Square], better: &[Square]) -> Reasons {
    let mut found = Reasons::new();
    let (Some(&square), Some(&best)) = (line.first(), better.first()) else { return found };
    let facts = MoveFacts::of(board, square).zip(MoveFacts::of(board, best));
    let Some((played, best_facts)) = facts.filter(|_| square != best) else { return found };
    let corners = Bitboard(S::CORNERS);
    let mut add = |reason: Reason| {
        // The list has room for every kind; corners beyond it are dropped.
        let _ = found.push(reason);
    };

    if corners.has(best) && !corners.has(square) {
        add(Reason::MissesCorner(best));
    }
    let given = played.replies & corners & !best_facts.replies;
    for corner in given {
        let new = played.new_replies.has(corner);
        add(if new { Reason::GivesCorner(corner) } else { Reason::LeavesCorner(corner) });
    }
    let [(own, theirs), (own_better, theirs_better)] =
        [line, better].map(|line| corners_taken(board, line));
    let lost = theirs.iter().find(|(corner, _)| {
        !given.has(*corner) && theirs_better.iter().all(|(other, _)| other != corner)
    });
    if let Some(&(corner, plies)) = lost {
        add(Reason::LosesCorner { corner, plies });
    }
    let forgone = own_better
        .iter()
        .find(|(corner, _)| *corner != best && own.iter().all(|(other, _)| other != corner));
    if let Some(&(corner, _)) = forgone {
        add(Reason::ForgoesCorner(corner));
    }
    if let Some(corner) = corner_beside::<S>(square)
        && board.empty().has(corner)
        && corner_beside::<S>(best).is_none_or(|corner| !board.empty().has(corner))
    {
        add(Reason::TakesXSquare(corner));
    }
    if played.mobility == 0 && best_facts.mobility > 0 {
        add(Reason::LeavesNoMove);
    }
    if board.empties() <= PARITY_FROM
        && played.region.is_multiple_of(2)
        && !best_facts.region.is_multiple_of(2)
    {
        add(Reason::LosesParity { region: played.region, better: best_facts.region });
    }
    if best_facts.new_replies.is_empty() && !played.new_replies.is_empty() {
        add(Reason::LosesTempo { new: played.new_replies.len() });
    }
    let (moves, fewer) = (played.replies.len(), best_facts.replies.len());
    if moves >= fewer + WORTH_NAMING {
        add(Reason::OpponentMoves { moves, better: fewer });
    }
    if played.mobility > 0 && best_facts.mobility >= played.mobility + WORTH_NAMING {
        let (before, moves, better) =
            (played.mobility_before, played.mobility, best_facts.mobility);
        add(Reason::OwnMoves { before, moves, better });
    }
    let opened = played.new_replies & edge::<S>() & !best_facts.replies;
    if let Some(square) = opened.first() {
        add(Reason::OpensEdge(square));
    }
    if best_facts.stable >= played.stable + WORTH_NAMING {
        add(Reason::FewerStable { stable: played.stable, better: best_facts.stable });
    }
    if played.frontier >= best_facts.frontier + WORTH_NAMING {
        add(Reason::MoreFrontier { frontier: played.frontier, better: best_facts.frontier });
    }
    found
}

/// A corner and the number of plies after which it is taken.
type Taken = Vec<(Square, usize), 4>;

/// The corners that a line takes, those of the player who begins it first. Ends where the line stops
/// being legal.
fn corners_taken<S: Size>(board: &Board<S>, line: &[Square]) -> (Taken, Taken) {
    let (mut own, mut theirs) = (Taken::new(), Taken::new());
    let (mut board, mut mine) = (*board, true);
    for (plies, &square) in line.iter().enumerate() {
        let after = board.play(square).or_else(|| {
            // Lines leave passes out.
            mine = !mine;
            board.pass().play(square)
        });
        let Some(after) = after else { break };
        if Bitboard(S::CORNERS).has(square) {
            let taken = if mine { &mut own } else { &mut theirs };
            // There are four corners.
            let _ = taken.push((square, plies));
        }
        (board, mine) = (after, !mine);
    }
    (own, theirs)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::reference::ArrayBoard;
    use crate::{Color, Eight, Game, Line, Position, Six, SplitMix64};

    /// The facts from squares in an array, one at a time.
    fn slow<S: Size>(position: &Position<S>, square: Square) -> Option<MoveFacts> {
        let before = ArrayBoard::new(position);
        let after = before.play(square)?;
        let mover = position.side();
        let all = || (0..64).filter_map(Square::from_index).filter(|at| S::MASK & at.bit().0 != 0);
        let neighbours = |at: Square| {
            let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            steps.filter(|&step| step != (0, 0)).filter_map(move |(down, right)| {
                let (column, row) = (at.column() as i32 + right, at.row() as i32 + down);
                let inside =
                    (0..S::WIDTH as i32).contains(&column) && (0..S::HEIGHT as i32).contains(&row);
                inside.then(|| Square::new(column as usize, row as usize)).flatten()
            })
        };
        let replies = after.legal_moves();
        let mut region = std::vec![square];
        let mut at = 0;
        while let Some(&here) = region.get(at) {
            for next in neighbours(here).filter(|&next| before.at(next).is_none()) {
                if !region.contains(&next) {
                    region.push(next);
                }
            }
            at += 1;
        }
        let own = |at: &Square| after.at(*at) == Some(mover);
        let stable = stable_discs(&after.position().board());
        Some(MoveFacts {
            replies,
            new_replies: replies
                .into_iter()
                .filter(|&reply| !before.pass().is_legal(reply))
                .collect(),
            mobility_before: before.legal_moves().len(),
            mobility: after.pass().legal_moves().len(),
            frontier: all()
                .filter(own)
                .filter(|&at| neighbours(at).any(|next| after.at(next).is_none()))
                .count() as u32,
            stable: all().filter(own).filter(|&at| stable.has(at)).count() as u32,
            region: region.len() as u32,
        })
    }

    fn check<S: Size>(games: u64) {
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::<S>::start();
            while let Some(mv) = position.random_move(&mut random) {
                for square in Bitboard(S::MASK) {
                    let fast = MoveFacts::of(&position.board(), square);
                    assert_eq!(fast, slow(&position, square), "{position} {square}");
                }
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn facts_equal_those_of_the_slow_board() {
        check::<Eight>(20);
        check::<Six>(20);
    }

    fn words(board: &str, line: &str, better: &str) -> Vec<String> {
        let position: Position = board.parse().unwrap();
        let [line, better] = [line, better].map(|text| text.parse::<Line>().unwrap());
        reasons(&position.board(), &line, &better).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_edge_has_24_or_16_squares() {
        assert_eq!((edge::<Eight>().len(), edge::<Six>().len()), (24, 16));
        assert!((edge::<Six>() & Bitboard(Six::CORNERS)).is_empty());
    }

    #[test]
    fn x_squares_touch_their_corners() {
        let beside = |name: &str| corner_beside::<Eight>(name.parse().unwrap());
        for (x, corner) in [("b2", "a1"), ("g2", "h1"), ("b7", "a8"), ("g7", "h8")] {
            assert_eq!(beside(x), corner.parse().ok());
        }
        assert_eq!((beside("b1"), beside("c3"), beside("a1")), (None, None, None));
        assert_eq!(corner_beside::<Six>("e2".parse().unwrap()), "f1".parse().ok());
    }

    /// Black's b2 lets white take a1 along the diagonal; f6 opens g7 only.
    #[test]
    fn a_corner_that_is_given() {
        let board = "\
            -------- \
            -------- \
            --O----- \
            ---X---- \
            ----O--- \
            -------- \
            -------- \
            -------- X";
        let said = words(board, "b2", "f6");
        let wanted =
            ["gives the opponent the corner a1", "is the X-square beside the empty corner a1"];
        assert_eq!(said, wanted);
        assert_eq!(words(board, "f6", "b2"), [""; 0]);
        assert_eq!(words(board, "b2", "b2"), [""; 0], "a move is not worse than itself");
        assert_eq!(words(board, "a1", "f6"), [""; 0], "an illegal move");
    }

    /// Every reason that is given can be checked on the boards by slow means.
    #[test]
    fn reasons_hold_on_the_slow_board() {
        let mut kinds = std::collections::BTreeMap::new();
        for seed in 0..40 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::<Eight>::start();
            while let Some(mv) = position.random_move(&mut random) {
                let moves: Vec<Square> = position.board().legal_moves().into_iter().collect();
                for (&square, &best) in moves.iter().zip(moves.iter().rev()) {
                    // Each line goes on with the first reply.
                    let line = |square| {
                        let after = position.board().play(square).unwrap();
                        [square].into_iter().chain(after.legal_moves().first()).collect::<Line>()
                    };
                    let (line, better) = (line(square), line(best));
                    for reason in reasons(&position.board(), &line, &better) {
                        let name = std::format!("{reason:?}");
                        let name = name.split(['(', ' ']).next().unwrap().to_string();
                        *kinds.entry(name).or_insert(0) += 1;
                        assert!(
                            holds(&position, &line, &better, reason),
                            "{position} {square} {best}: {reason}"
                        );
                    }
                }
                position = position.play(mv).unwrap();
            }
        }
        // ForgoesCorner needs a line of three plies.
        assert_eq!(kinds.len(), 13, "{kinds:?}");
    }

    fn holds(position: &Position, line: &Line, better: &Line, reason: Reason) -> bool {
        let board = ArrayBoard::new(position);
        let [after, after_better] = [line[0], better[0]].map(|square| board.play(square).unwrap());
        let [facts, other] = [line[0], better[0]].map(|square| slow(position, square).unwrap());
        let corner = |square: Square| ["a1", "h1", "a8", "h8"].contains(&&*square.to_string());
        match reason {
            Reason::GivesCorner(at) => {
                corner(at)
                    && after.is_legal(at)
                    && !board.pass().is_legal(at)
                    && !after_better.is_legal(at)
            }
            Reason::LeavesCorner(at) => {
                corner(at)
                    && after.is_legal(at)
                    && board.pass().is_legal(at)
                    && !after_better.is_legal(at)
            }
            Reason::MissesCorner(at) => corner(at) && at == better[0] && !corner(line[0]),
            Reason::LosesCorner { corner: at, plies } => {
                corner(at) && plies == 1 && line[1] == at && better.get(1) != Some(&at)
            }
            Reason::ForgoesCorner(_) => false,
            Reason::TakesXSquare(at) => {
                let near = |square: Square, at: Square| {
                    square.column().abs_diff(at.column()) == 1
                        && square.row().abs_diff(at.row()) == 1
                };
                corner(at) && board.at(at).is_none() && near(line[0], at)
            }
            Reason::LeavesNoMove => after.pass().legal_moves().is_empty(),
            Reason::LosesParity { region, better } => {
                (region, better) == (facts.region, other.region)
                    && region % 2 == 0
                    && better % 2 == 1
            }
            Reason::LosesTempo { new } => {
                new == facts.new_replies.len() && new > 0 && other.new_replies.is_empty()
            }
            Reason::OpponentMoves { moves, better } => {
                (moves, better) == (after.legal_moves().len(), after_better.legal_moves().len())
                    && moves > better
            }
            Reason::OwnMoves { before, moves, better } => {
                before == board.legal_moves().len()
                    && (moves, better) == (facts.mobility, other.mobility)
                    && moves < better
            }
            Reason::OpensEdge(at) => {
                after.is_legal(at)
                    && !board.pass().is_legal(at)
                    && [at.column(), at.row()].iter().any(|&n| n == 0 || n == 7)
            }
            Reason::FewerStable { stable, better } => {
                (stable, better) == (facts.stable, other.stable) && stable < better
            }
            Reason::MoreFrontier { frontier, better } => {
                (frontier, better) == (facts.frontier, other.frontier) && frontier > better
            }
        }
    }

    #[test]
    fn lines_name_corners_and_skip_passes() {
        // A game that ends with corners: each corner is named with the player who takes it.
        let game: Game = "f5f6e6f4g5h6g7h8".parse().unwrap();
        let start = Position::<Eight>::start().board();
        let line: Line = game.moves().iter().filter_map(|mv| mv.square()).collect();
        let (own, theirs) = corners_taken(&start, &line);
        assert!(own.is_empty());
        assert_eq!(theirs.as_slice(), [("h8".parse().unwrap(), 7)]);
        assert_eq!(game.position().side(), Color::Black);
    }
}
