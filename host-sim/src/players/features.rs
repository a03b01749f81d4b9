//! What the players of the contest look at: squares, moves, and discs that are safe.

use wedge_engine::{Bitboard, Board, Size, stable_discs};

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// How many more squares of a set the mover holds than the opponent.
pub(super) fn lead<S: Size>(board: &Board<S>, set: Bitboard) -> i32 {
    (board.mover() & set).len() as i32 - (board.opponent() & set).len() as i32
}

/// The mover's discs less the opponent's.
pub(super) fn discs<S: Size>(board: &Board<S>) -> i32 {
    lead(board, Bitboard(S::MASK))
}

/// The mover's corners less the opponent's.
pub(super) fn corners<S: Size>(board: &Board<S>) -> i32 {
    lead(board, Bitboard(S::CORNERS))
}

/// The mover's moves less the opponent's.
pub(super) fn mobility<S: Size>(board: &Board<S>) -> i32 {
    board.legal_moves().len() as i32 - board.pass().legal_moves().len() as i32
}

/// Moves that there may be one day: empty squares next to discs of the opponent, less those next
/// to discs of the mover.
pub(super) fn potential_mobility<S: Size>(board: &Board<S>) -> i32 {
    freedom(board, board.opponent()) - freedom(board, board.mover())
}

/// How many empty squares touch a set of discs.
pub(super) fn freedom<S: Size>(board: &Board<S>, discs: Bitboard) -> i32 {
    (neighbours(discs) & board.empty()).len() as i32
}

/// The mover's discs that can never be turned again, less the opponent's.
pub(super) fn stability<S: Size>(board: &Board<S>) -> i32 {
    lead(board, stable_discs(board))
}

/// The squares on the border of the board.
pub(super) fn edges<S: Size>() -> Bitboard {
    let inside = Bitboard(S::MASK);
    let outside = !inside;
    // On the full board nothing is outside, but the first and last lines are known by name.
    let border = !NOT_A | !NOT_H | 0xFF | 0xFF << 56;
    inside & (neighbours(outside) | Bitboard(border))
}

/// The four by four squares in the middle.
pub(super) fn centre<S: Size>() -> Bitboard {
    let low = S::SIDE / 2 - 2;
    Bitboard(0x0F0F_0F0F << (9 * low))
}

/// The C-squares of some corners: next to them on the edge.
pub(super) fn c_squares<S: Size>(corners: Bitboard) -> Bitboard {
    let beside = neighbours(corners) & edges::<S>();
    Bitboard(beside.0 & S::MASK)
}

/// The X-squares of some corners: diagonally next to them.
pub(super) fn x_squares<S: Size>(corners: Bitboard) -> Bitboard {
    Bitboard(neighbours(corners).0 & S::X_SQUARES)
}

/// The corners that nobody holds.
pub(super) fn empty_corners<S: Size>(board: &Board<S>) -> Bitboard {
    board.empty() & Bitboard(S::CORNERS)
}

/// How many discs there would be on the full board at this stage of the game: the phases of
/// players that count them mean the same on a small one.
pub(super) fn stage<S: Size>(board: &Board<S>) -> u32 {
    board.occupied().len() * 64 / Bitboard(S::MASK).len()
}

/// The squares around a set.
fn neighbours(set: Bitboard) -> Bitboard {
    let row = set.0 | (set.0 & NOT_H) << 1 | (set.0 & NOT_A) >> 1;
    Bitboard((row | row << 8 | row >> 8) & !set.0)
}

/// Values of squares: a quarter of the board from the corner inwards, mirrored.
pub(super) struct SquareValues {
    /// The squares of each value: a disc is found among at most ten.
    groups: Vec<(Bitboard, i32)>,
    quarter: [[i32; 4]; 4],
}

impl SquareValues {
    /// The values on a board of a size; a small one lacks the lines next to the middle.
    pub(super) fn new<S: Size>(quarter: [[i32; 4]; 4]) -> Self {
        let mut groups: Vec<(Bitboard, i32)> = Vec::new();
        for square in Bitboard(S::MASK) {
            let value = Self::at::<S>(&quarter, square);
            match groups.iter_mut().find(|(_, known)| *known == value) {
                Some((set, _)) => *set |= square.bit(),
                None => groups.push((square.bit(), value)),
            }
        }
        Self { groups, quarter }
    }

    fn at<S: Size>(quarter: &[[i32; 4]; 4], square: wedge_engine::Square) -> i32 {
        let near = |line: usize| line.min(S::SIDE - 1 - line);
        quarter[near(square.row())][near(square.column())]
    }

    /// The value of a square.
    pub(super) fn of<S: Size>(&self, square: wedge_engine::Square) -> i32 {
        Self::at::<S>(&self.quarter, square)
    }

    /// The values of the mover's discs less those of the opponent's.
    pub(super) fn lead<S: Size>(&self, board: &Board<S>) -> i32 {
        self.groups.iter().map(|&(set, value)| value * lead(board, set)).sum()
    }

    /// The same within a set of squares.
    pub(super) fn lead_in<S: Size>(&self, board: &Board<S>, squares: Bitboard) -> i32 {
        self.groups.iter().map(|&(set, value)| value * lead(board, set & squares)).sum()
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Position, Six, SplitMix64, Square};

    use super::*;

    /// Draws a set on the squares of a board.
    fn draw<S: Size>(set: Bitboard) -> String {
        let row = |row: usize| -> String {
            let mark = |column| set.has(Square::new(column, row).unwrap());
            (0..S::SIDE).map(|column| if mark(column) { '#' } else { '.' }).collect()
        };
        (0..S::SIDE).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_parts_of_the_small_board() {
        let all = Bitboard(Six::CORNERS);
        assert_eq!(draw::<Six>(edges::<Six>()), "######\n#....#\n#....#\n#....#\n#....#\n######");
        assert_eq!(draw::<Six>(centre::<Six>()), "......\n.####.\n.####.\n.####.\n.####.\n......");
        assert_eq!(
            draw::<Six>(c_squares::<Six>(all)),
            ".#..#.\n#....#\n......\n......\n#....#\n.#..#."
        );
        let f1 = "f1".parse::<Square>().unwrap().bit();
        assert_eq!(
            draw::<Six>(x_squares::<Six>(f1)),
            "......\n....#.\n......\n......\n......\n......"
        );
    }

    #[test]
    fn the_parts_of_the_board() {
        let border =
            "########\n#......#\n#......#\n#......#\n#......#\n#......#\n#......#\n########";
        assert_eq!(draw::<Eight>(edges::<Eight>()), border);
        let middle =
            "........\n........\n..####..\n..####..\n..####..\n..####..\n........\n........";
        assert_eq!(draw::<Eight>(centre::<Eight>()), middle);
        let h1_and_a8 = Bitboard(0x80 | 1 << 56);
        let beside =
            "......#.\n.......#\n........\n........\n........\n........\n#.......\n.#......";
        assert_eq!(draw::<Eight>(c_squares::<Eight>(h1_and_a8)), beside);
        let across =
            "........\n......#.\n........\n........\n........\n........\n.#......\n........";
        assert_eq!(draw::<Eight>(x_squares::<Eight>(h1_and_a8)), across);
    }

    /// Square by square, as one would count on a board.
    fn check<S: Size>() {
        const QUARTER: [[i32; 4]; 4] = [[9, 1, 2, 3], [1, 8, 4, 5], [2, 4, 7, 6], [3, 5, 6, 0]];
        let values = SquareValues::new::<S>(QUARTER);
        let mut random = SplitMix64::new(3);
        let touches = |one: Square, other: Square| {
            one.row().abs_diff(other.row()) <= 1 && one.column().abs_diff(other.column()) <= 1
        };
        for _ in 0..20 {
            let mut position = Position::<S>::start();
            while let Some(mv) = position.random_move(&mut random) {
                position = position.play(mv).unwrap();
                let board = position.board();
                let sum = |discs: Bitboard| -> i32 {
                    discs.into_iter().map(|square| values.of::<S>(square)).sum()
                };
                assert_eq!(values.lead(&board), sum(board.mover()) - sum(board.opponent()));
                let inner = centre::<S>();
                let wanted = sum(board.mover() & inner) - sum(board.opponent() & inner);
                assert_eq!(values.lead_in(&board, inner), wanted);
                let free = |discs: Bitboard| {
                    let beside = |&empty: &Square| discs.into_iter().any(|d| touches(d, empty));
                    board.empty().into_iter().filter(beside).count() as i32
                };
                assert_eq!(
                    potential_mobility(&board),
                    free(board.opponent()) - free(board.mover()),
                    "{position}"
                );
            }
        }
    }

    #[test]
    fn values_and_freedom_are_those_one_would_count() {
        check::<Eight>();
        check::<Six>();
    }
}
