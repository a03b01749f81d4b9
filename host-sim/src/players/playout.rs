//! Games to the end by chance, from which some players learn what a move is worth.

use rand_core::Rng;
use wedge_engine::{Board, Size};

use super::walk::played;

/// Plays random moves to the end of the game; the result for the mover of the given board.
pub(super) fn playout<S: Size>(board: &Board<S>, random: &mut impl Rng) -> i32 {
    let mut board = *board;
    let mut sign = 1;
    loop {
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            board = board.pass();
            sign = -sign;
            moves = board.legal_moves();
            if moves.is_empty() {
                return sign * board.result();
            }
        }
        if let Some(square) = moves.pick(random) {
            board = played(&board, square);
            sign = -sign;
        }
    }
}

/// A result as points: 2 for a win, 1 for a draw, 0 for a loss.
pub(super) const fn points(result: i32) -> u32 {
    match result {
        1.. => 2,
        0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Position, SplitMix64};

    use super::*;

    #[test]
    fn results_are_the_movers() {
        // Black can only win, whoever moves: white has no disc to turn any with.
        let black = "XXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X";
        let board = black.parse::<Position>().unwrap().board();
        let mut random = SplitMix64::new(1);
        assert!(playout(&board, &mut random) > 0);
        assert_eq!(playout(&board.pass(), &mut random), -playout(&board, &mut random));
    }

    #[test]
    fn games_from_the_start_differ_and_are_about_even() {
        let mut random = SplitMix64::new(2);
        let results: Vec<i32> =
            (0..2000).map(|_| playout(&Board::default(), &mut random)).collect();
        let wins = results.iter().filter(|&&result| result > 0).count();
        assert!((800..1100).contains(&wins), "{wins} of 2000 won by black");
    }
}
