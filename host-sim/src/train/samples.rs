//! Training samples: positions with their values, read from files block by block.

use std::path::PathBuf;

use anyhow::Result;
use wedge_engine::{Bitboard, Board};

use super::positions_file::{Labelled, PositionsReader};

/// One chunk of every so many is held out, to measure the error on positions outside the training
/// set.
const HELD_OUT: u64 = 16;
/// Held-out positions kept in memory.
const MOST_HELD_OUT: usize = 1 << 22;

/// A position and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) mover: u64,
    pub(crate) opponent: u64,
    /// In discs, for the mover.
    pub(crate) value: f32,
}

impl Sample {
    fn new(position: &Labelled) -> Self {
        let Labelled { board, value } = position;
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        Self { mover, opponent, value: value.units() as f32 / 32.0 }
    }

    pub(crate) fn empties(&self) -> u32 {
        (!(self.mover | self.opponent)).count_ones()
    }

    /// The number of moves of the mover and of the opponent.
    pub(crate) fn moves(&self) -> [u32; 2] {
        let board = Board::new(Bitboard(self.mover), Bitboard(self.opponent));
        board.map_or([0; 2], |board: Board| {
            [board, board.pass()].map(|board| board.legal_moves().len())
        })
    }
}

/// Files of positions.
pub(crate) struct Source {
    pub(crate) files: Vec<PathBuf>,
    /// Positions with fewer empty squares are left out.
    pub(crate) fewest: u32,
    /// Positions of a block.
    pub(crate) block: usize,
}

impl Source {
    /// Passes all training samples in blocks, each sorted by empty squares, so that neighbours use
    /// the same weights.
    pub(crate) fn blocks(&self, mut then: impl FnMut(&[Sample]) -> Result<()>) -> Result<()> {
        let mut block = Vec::new();
        let mut flush = |block: &mut Vec<Sample>| {
            // The sort is stable, so that a block depends on nothing but the files.
            block.sort_by_key(Sample::empties);
            let done = then(block);
            block.clear();
            done
        };
        self.read(false, |sample| {
            block.push(sample);
            if block.len() == self.block { flush(&mut block).map(|()| true) } else { Ok(true) }
        })?;
        if block.is_empty() { Ok(()) } else { flush(&mut block) }
    }

    /// The held-out samples, sorted by empty squares.
    pub(crate) fn held_out(&self) -> Result<Vec<Sample>> {
        let mut samples = Vec::new();
        self.read(true, |sample| {
            samples.push(sample);
            Ok(samples.len() < MOST_HELD_OUT)
        })?;
        samples.sort_by_key(Sample::empties);
        Ok(samples)
    }

    /// Passes the samples of one part in order, until `then` returns false.
    fn read(&self, held_out: bool, mut then: impl FnMut(Sample) -> Result<bool>) -> Result<()> {
        for path in &self.files {
            let mut reader = PositionsReader::open(path)?;
            let mut number = 0;
            while let Some(chunk) = reader.next_chunk()? {
                number += 1;
                if (number % HELD_OUT == 0) != held_out {
                    continue;
                }
                for position in chunk.iter().filter(|p| p.board.empties() >= self.fewest) {
                    if !then(Sample::new(position))? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The recipes of the files.
    pub(crate) fn recipe(&self) -> Result<String> {
        let recipes =
            self.files.iter().map(|path| Ok(format!("[{}]", PositionsReader::open(path)?.recipe)));
        Ok(recipes.collect::<Result<Vec<_>>>()?.join(" "))
    }
}
