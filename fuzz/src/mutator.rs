//! Random mutations of seeds: not guided by coverage, but on any compiler.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wedge_engine::SplitMix64;

/// Mutates the seeds of a target.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    /// The tokens of the seeds, and numbers at the limits of their types.
    tokens: Vec<Vec<u8>>,
    random: SplitMix64,
    /// The most bytes of an input: twice the longest seed, as in `cargo xtask fuzz`.
    max_length: usize,
}

impl Mutator {
    /// Reads the seeds of a target. `seed` is for the random numbers.
    ///
    /// # Errors
    /// If its folder cannot be read or is empty.
    pub fn of(target: &str, seed: u64) -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
        let mut files: Vec<PathBuf> =
            fs::read_dir(&folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
        files.sort();
        let seeds: Vec<Vec<u8>> = files.iter().map(fs::read).collect::<io::Result<_>>()?;
        if seeds.is_empty() {
            return Err(io::Error::other(format!("{}: no seeds", folder.display())));
        }
        let tokens = seeds.iter().flat_map(|seed| seed.split(|byte| !byte.is_ascii_alphanumeric()));
        let mut tokens: Vec<Vec<u8>> = tokens.map(<[u8]>::to_vec).collect();
        tokens.retain(|token| (1..40).contains(&token.len()));
        let numbers =
            ["0", "-1", "1e9", "NaN", "inf", "99999999999999999999", "18446744073709551615"];
        tokens.extend(numbers.map(|number| number.as_bytes().to_vec()));
        tokens.sort();
        tokens.dedup();
        let max_length = 2 * seeds.iter().map(Vec::len).max().unwrap_or_default();
        Ok(Self { seeds, tokens, random: SplitMix64::new(seed), max_length })
    }

    /// The unchanged seeds.
    pub fn seeds(&self) -> &[Vec<u8>] {
        &self.seeds
    }

    /// The next input: a random seed with one to five mutations.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = pick(&mut self.random, &self.seeds).clone();
        for _ in 0..=self.random.below(5) {
            self.mutate(&mut input);
        }
        input.truncate(self.max_length);
        input
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.below(input.len() as u32 + 1) as usize;
        let length = random.below((input.len() - at).min(64) as u32 + 1) as usize;
        match random.below(9) {
            0 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            2 => input.insert(at, random.next() as u8),
            3 => drop(input.drain(at..at + length)),
            4 => input.truncate(at),
            5 => {
                let copy = input[at..at + length].to_vec();
                let to = random.below(input.len() as u32 + 1) as usize;
                input.splice(to..to, copy);
            }
            6 => {
                let token = pick(random, &self.tokens).clone();
                input.splice(at..at + length.min(3), token);
            }
            7 => {
                let other = pick(random, &self.seeds);
                let from = random.below(other.len() as u32 + 1) as usize;
                input.splice(at.., other[from..].iter().copied());
            }
            _ => {
                let special = b"\n\r\t ;:,%#()[]\"\\/+-.*\0\x7F\xFF";
                input.insert(at, special[random.below(special.len() as u32) as usize]);
            }
        }
    }
}

fn pick<'a, T>(random: &mut SplitMix64, from: &'a [T]) -> &'a T {
    &from[random.below(from.len() as u32) as usize]
}
