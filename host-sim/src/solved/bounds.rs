//! The published bounds of positions with 50 empty squares.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use wedge_engine::{Board, Obf};

use crate::io::csv_file::{Row, read_rows};

/// The number of empty squares of the published positions.
pub const EMPTIES: u32 = 50;

/// What is known of a score for the mover: it lies between both, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least score.
    pub lower: i8,
    /// The greatest score.
    pub upper: i8,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { lower: -64, upper: 64 };

    /// A score that is known.
    #[must_use]
    pub const fn exactly(score: i8) -> Self {
        Self { lower: score, upper: score }
    }

    /// The bounds for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds of a position from those of a move of it, and of the moves before.
    #[must_use]
    pub fn or_move(self, of_move: Self) -> Self {
        Self { lower: self.lower.max(of_move.lower), upper: self.upper.max(of_move.upper) }
    }

    /// What a search with the window from `alpha` to `beta` shows if it returns `score`.
    const fn of_search(score: i8, alpha: i8, beta: i8) -> Self {
        if score >= beta {
            Self { lower: beta, upper: 64 }
        } else if score <= alpha {
            Self { lower: -64, upper: alpha }
        } else {
            Self::exactly(score)
        }
    }

    /// Whether the score of a solved position can be the one that is claimed.
    #[must_use]
    pub const fn allows(self, score: i32) -> bool {
        self.lower as i32 <= score && score <= self.upper as i32
    }
}

/// A row of the published file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct BoundsRow {
    obf: String,
    count: u64,
    score: i8,
    alpha: i8,
    beta: i8,
}

impl Row for BoundsRow {
    const HEADER: &'static [&'static str] = &["obf", "count", "score", "alpha", "beta"];
}

/// The published bounds, in the order of the file.
#[derive(Default)]
pub struct PublishedBounds {
    list: Vec<(Board, Bounds)>,
    by_board: HashMap<Board, Bounds>,
}

impl PublishedBounds {
    /// Reads the file: `obf,count,score,alpha,beta` in each row, as it was published.
    ///
    /// # Errors
    /// If it cannot be read, or a row is no position with 50 empty squares or is there twice: names
    /// the line.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let mut bounds = Self { list: Vec::new(), by_board: HashMap::new() };
        for (at, row) in read_rows::<BoundsRow>(path)?.into_iter().enumerate() {
            bounds.add(&row).with_context(|| format!("{shown}: line {}", at + 2))?;
        }
        ensure!(!bounds.list.is_empty(), "{shown}: no bounds in it: expected a row for each");
        Ok(bounds)
    }

    fn add(&mut self, row: &BoundsRow) -> Result<()> {
        let obf = Obf::parse(&row.obf)?.context("no board: expected one")?;
        let board = obf.position().board().canonical();
        let (score, alpha, beta) = (row.score, row.alpha, row.beta);
        ensure!(
            board.empties() == EMPTIES,
            "{} empty squares: expected {EMPTIES}",
            board.empties()
        );
        ensure!(
            (-64..=64).contains(&score) && -64 <= alpha && alpha < beta && beta <= 64,
            "score {score}, alpha {alpha}, beta {beta}: expected numbers from -64 to 64, alpha \
             below beta"
        );
        let bounds = Bounds::of_search(score, alpha, beta);
        ensure!(
            self.by_board.insert(board, bounds).is_none(),
            "the position, or an image of it, is there twice: expected it once"
        );
        self.list.push((board, bounds));
        Ok(())
    }

    /// All of them, in the order of the file; the boards in their canonical images.
    #[must_use]
    pub fn list(&self) -> &[(Board, Bounds)] {
        &self.list
    }

    /// The bounds of a position in its canonical image.
    #[must_use]
    pub fn of(&self, canonical: &Board) -> Bounds {
        self.by_board.get(canonical).copied().unwrap_or(Bounds::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_shows_a_bound_or_the_score() {
        assert_eq!(Bounds::of_search(12, -64, 0), Bounds { lower: 0, upper: 64 });
        assert_eq!(Bounds::of_search(-14, 0, 64), Bounds { lower: -64, upper: 0 });
        assert_eq!(Bounds::of_search(0, -64, 64), Bounds::exactly(0));
        let bounds = Bounds { lower: 0, upper: 64 };
        assert!(bounds.allows(0) && bounds.allows(64) && !bounds.allows(-2));
        assert_eq!(bounds.for_opponent(), Bounds { lower: -64, upper: 0 });
        let best = Bounds { lower: -64, upper: 0 }.or_move(Bounds::exactly(-4));
        assert_eq!(best, Bounds { lower: -4, upper: 0 });
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bounds.csv");
        let board = "------------O------OOX-----XOX----XXOO----XO-O------------------ X;";
        let turned = "------------------O-OX----OOXX-----OOXXX-----O------------------ X;";
        let start = "---------------------------OX------XO--------------------------- X;";
        for (rows, wanted) in [
            (String::new(), "no bounds in it"),
            (format!("{start},1,0,-64,64\n"), "line 2: 60 empty squares: expected 50"),
            (format!("{board},1,0,0,0\n"), "line 2: score 0, alpha 0, beta 0"),
            (format!("{board},1,0,-64,65\n"), "line 2: score 0, alpha -64, beta 65"),
            (format!("{board},1,0,-64,64\n{board},1,0,0,64\n"), "line 3: the position, or an"),
            (",1,0,-64,64\n".to_owned(), "line 2: no board"),
        ] {
            std::fs::write(&path, format!("obf,count,score,alpha,beta\n{rows}")).unwrap();
            let error = format!("{:#}", PublishedBounds::read(&path).err().unwrap());
            assert!(error.contains(wanted), "{error}");
        }
        std::fs::write(&path, format!("obf,count,score,alpha,beta\n{board},1,0,-64,64\n")).unwrap();
        let bounds = PublishedBounds::read(&path).unwrap();
        let of = |obf: &str| {
            let obf = Obf::parse(obf).unwrap().unwrap();
            bounds.of(&obf.position().board().canonical())
        };
        assert_eq!(of(board), Bounds::exactly(0));
        assert_eq!(of(turned), Bounds::NONE, "another position");
        assert_eq!(of(start), Bounds::NONE);
    }
}
