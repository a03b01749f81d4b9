//! The size of a board as an option, and how generic code is run for it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use wedge_engine::{Eight, Rectangle, Six, Size};

/// A number of columns and of rows, 4 to 8 of each. The columns are not more than the rows: a board
/// that is wider than high is the same game, turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    width: usize,
    height: usize,
}

/// Something to do on a board of any size.
pub trait ForSize {
    /// What it gives.
    type Output;

    /// Does it on a board of this size.
    fn run<S: Size>(self) -> Self::Output;
}

impl BoardSize {
    /// The standard board.
    pub const EIGHT: Self = Self { width: 8, height: 8 };

    /// Does something on a board of this size.
    pub fn run<J: ForSize>(self, job: J) -> J::Output {
        match (self.width, self.height) {
            (4, 4) => job.run::<Rectangle<4, 4>>(),
            (4, 5) => job.run::<Rectangle<4, 5>>(),
            (4, 6) => job.run::<Rectangle<4, 6>>(),
            (4, 7) => job.run::<Rectangle<4, 7>>(),
            (4, 8) => job.run::<Rectangle<4, 8>>(),
            (5, 5) => job.run::<Rectangle<5, 5>>(),
            (5, 6) => job.run::<Rectangle<5, 6>>(),
            (5, 7) => job.run::<Rectangle<5, 7>>(),
            (5, 8) => job.run::<Rectangle<5, 8>>(),
            (6, 6) => job.run::<Six>(),
            (6, 7) => job.run::<Rectangle<6, 7>>(),
            (6, 8) => job.run::<Rectangle<6, 8>>(),
            (7, 7) => job.run::<Rectangle<7, 7>>(),
            (7, 8) => job.run::<Rectangle<7, 8>>(),
            // Reading an option accepts no other size.
            _ => job.run::<Eight>(),
        }
    }
}

impl FromStr for BoardSize {
    type Err = anyhow::Error;

    /// Reads `4x6`, four columns and six rows, or `6` for a square board.
    fn from_str(text: &str) -> Result<Self> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let [width, height] = [width, height].map(|lines| lines.parse().unwrap_or(0));
        let range = 4..=8;
        if !range.contains(&width) || !range.contains(&height) {
            bail!("size `{text}`: expected columns and rows from 4 to 8, such as 8, 6 or 4x6");
        }
        ensure!(
            width <= height,
            "size `{text}`: expected {height}x{width}, the same game with the shorter side first"
        );
        Ok(Self { width, height })
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Area;

    impl ForSize for Area {
        type Output = (usize, usize);

        fn run<S: Size>(self) -> (usize, usize) {
            (S::WIDTH, S::HEIGHT)
        }
    }

    #[test]
    fn every_size_that_is_read_runs_on_its_own_board() {
        let mut sizes = 0;
        for width in 0..12 {
            for height in 0..12 {
                let text = format!("{width}x{height}");
                let Ok(size) = text.parse::<BoardSize>() else { continue };
                assert_eq!((size.run(Area), size.to_string()), ((width, height), text));
                sizes += 1;
            }
        }
        assert_eq!(sizes, 15);
        assert_eq!("8".parse::<BoardSize>().unwrap(), BoardSize::EIGHT);
        for text in ["", "x", "3", "9", "4x", "x6", "4x9", "3x5", "-4x4", "4x4x4", "a"] {
            let error = text.parse::<BoardSize>().unwrap_err().to_string();
            assert!(error.contains("expected columns and rows"), "{error}");
        }
        let error = "6x4".parse::<BoardSize>().unwrap_err().to_string();
        assert_eq!(error, "size `6x4`: expected 4x6, the same game with the shorter side first");
    }
}
