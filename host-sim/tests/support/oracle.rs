//! The oracle: the rules of the game and a solver, written from the rules alone. It shares no code
//! with the engine: squares in an array, no table, no ordering, no symmetry, no evaluation.
#![allow(dead_code, reason = "each test program uses its part")]

use wedge_engine::SplitMix64;

/// A position: `X`, `O` or `-` on each square, row by row, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Oracle {
    width: usize,
    height: usize,
    squares: Vec<u8>,
    mover: u8,
}

const fn other(color: u8) -> u8 {
    if color == b'X' { b'O' } else { b'X' }
}

impl Oracle {
    /// The start of the game.
    pub(crate) fn start((width, height): (usize, usize)) -> Self {
        let mut squares = vec![b'-'; width * height];
        let at = (height / 2 - 1) * width + width / 2 - 1;
        for (place, color) in
            [(at, b'O'), (at + 1, b'X'), (at + width, b'X'), (at + width + 1, b'O')]
        {
            squares[place] = color;
        }
        Self { width, height, squares, mover: b'X' }
    }

    /// The 8x8 board of a text.
    pub(crate) fn read(text: &str) -> Self {
        let (squares, mover) = text.as_bytes().split_at(64);
        Self { width: 8, height: 8, squares: squares.into(), mover: mover[1] }
    }

    /// The text of the board.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", String::from_utf8_lossy(&self.squares), char::from(self.mover))
    }

    /// A board that a command accepts, of a kind drawn at random: most of them no game reaches.
    pub(crate) fn random(
        random: &mut SplitMix64,
        (width, height): (usize, usize),
        most_empties: u32,
    ) -> Self {
        let area = width * height;
        let mut board = Self { width, height, squares: vec![b'-'; area], mover: b'X' };
        let color = |random: &mut SplitMix64| if random.below(2) == 0 { b'X' } else { b'O' };
        board.mover = color(random);
        match random.below(8) {
            // One side has no disc, with any number of empty squares.
            0 => {
                let (own, share) = (color(random), random.below(9));
                for square in &mut board.squares {
                    if random.below(8) < share {
                        *square = own;
                    }
                }
            }
            // Full.
            1 => board.squares.iter_mut().for_each(|square| *square = color(random)),
            // Discs that touch no other: nobody can move.
            2 => {
                for at in (0..area)
                    .filter(|at| (at / width).is_multiple_of(2) && (at % width).is_multiple_of(2))
                {
                    if random.below(3) > 0 {
                        board.squares[at] = color(random);
                    }
                }
            }
            // An island of discs in a corner of an otherwise empty board: few moves are possible.
            3 => {
                for at in (0..area).filter(|at| at / width < 2 && at % width < 2) {
                    board.squares[at] = color(random);
                }
                board.squares[area - 1] = color(random);
                // Until nobody can move any more or the game is small enough for the oracle.
                if !board.is_over() {
                    board.squares.iter_mut().for_each(|square| *square = color(random));
                }
            }
            // The centre is empty, or any squares are.
            kind => {
                board.squares.iter_mut().for_each(|square| *square = color(random));
                let empties = random.below(most_empties + 1);
                let (column, row) = (width / 2 - 1, height / 2 - 1);
                for number in 0..empties {
                    let at = if kind < 6 && number < 4 {
                        (row + number as usize / 2) * width + column + number as usize % 2
                    } else {
                        random.below(area as u32) as usize
                    };
                    board.squares[at] = b'-';
                }
            }
        }
        board
    }

    /// The board after a disc on a square, if that is legal.
    pub(crate) fn play(&self, at: usize) -> Option<Self> {
        if self.squares[at] != b'-' {
            return None;
        }
        let (width, height) = (self.width as i32, self.height as i32);
        let them = other(self.mover);
        let (row, column) = (at as i32 / width, at as i32 % width);
        let mut after = self.clone();
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        {
            let mut line = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while (0..height).contains(&r) && (0..width).contains(&c) {
                let here = (r * width + c) as usize;
                if self.squares[here] == them {
                    line.push(here);
                } else {
                    if self.squares[here] == self.mover {
                        line.iter().for_each(|&flipped| after.squares[flipped] = self.mover);
                    }
                    break;
                }
                (r, c) = (r + down, c + right);
            }
        }
        if after.squares == self.squares {
            return None;
        }
        after.squares[at] = self.mover;
        after.mover = them;
        Some(after)
    }

    /// The same board with the other player to move.
    pub(crate) fn passed(&self) -> Self {
        Self { mover: other(self.mover), ..self.clone() }
    }

    /// Every legal move by name, with the board after it.
    pub(crate) fn moves(&self) -> Vec<(String, Self)> {
        let name = |at: usize| {
            let column = char::from(b'a' + (at % self.width) as u8);
            format!("{column}{}", at / self.width + 1)
        };
        (0..self.squares.len()).filter_map(|at| Some((name(at), self.play(at)?))).collect()
    }

    pub(crate) fn must_pass(&self) -> bool {
        self.moves().is_empty() && !self.passed().moves().is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.moves().is_empty() && self.passed().moves().is_empty()
    }

    /// The margin for the mover; empty squares go to the winner.
    pub(crate) fn result(&self) -> i32 {
        let count = |color| self.squares.iter().filter(|&&square| square == color).count() as i32;
        let (own, theirs) = (count(self.mover), count(other(self.mover)));
        let empty = self.squares.len() as i32 - own - theirs;
        own - theirs + (own - theirs).signum() * empty
    }

    /// The final margin for the mover with best play.
    pub(crate) fn solve(&self) -> i32 {
        self.within(-100, 100)
    }

    fn within(&self, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -100;
        for at in 0..self.squares.len() {
            let Some(after) = self.play(at) else { continue };
            best = best.max(-after.within(-beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
        match best {
            -100 if self.passed().moves().is_empty() => self.result(),
            -100 => -self.passed().within(-beta, -alpha),
            _ => best,
        }
    }

    /// The margin for the mover after a line of play, which must be legal and lead to the end of the
    /// game.
    pub(crate) fn follow(&self, line: &str) -> Result<i32, String> {
        let mut at = self.clone();
        for name in line.as_bytes().chunks(2) {
            let name = String::from_utf8_lossy(name);
            if at.must_pass() {
                at = at.passed();
            }
            let after = at.moves().into_iter().find(|(known, _)| *known == name);
            at = after.ok_or_else(|| format!("{name} is not legal in {line}"))?.1;
        }
        match at.is_over() {
            true if at.mover == self.mover => Ok(at.result()),
            true => Ok(-at.result()),
            false => Err(format!("{line} ends before the game")),
        }
    }
}
