//! The evaluation, chosen by name at run time.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use wedge_engine::pattern::{
    Flash256K, Flash512K, Form, Full, Network, PC_WIDTH, ROWS, Rows, Weights, is_network,
};
use wedge_engine::{
    Bitboard, Board, Discs, Evaluator, Parent, Patterns, Probcut, Score, Size, Square, Squares,
    Stability,
};

use super::huge_pages;
use crate::io::container::checksum;
use crate::io::input_file;
use crate::io::value_enum::{parse_value, value_name};

/// Longer than any file of weights, whose length is fixed, in bytes.
const LONGEST: u64 = 64 << 20;

/// Any of the engine's evaluators.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eval {
    /// Disc difference.
    Discs,
    /// Square weights, mobility and corners.
    Squares,
    /// Stable discs, corners, X-squares and mobility: the strongest of the hand-written ones.
    Stability,
    /// Trained patterns of the board's set: what the chip plays with.
    Patterns,
    /// A trained network over patterns, the PC's own.
    #[default]
    Network,
    /// Trained patterns or a network from a file.
    #[value(skip)]
    File(&'static WeightsFile),
}

/// Weights from a file. They stay in memory until the program ends.
#[derive(Debug)]
pub struct WeightsFile {
    path: String,
    /// Of all its bytes.
    checksum: u64,
    patterns: AnyPatterns,
}

/// Weights of any set.
#[derive(Debug)]
enum AnyPatterns {
    Chip(Patterns<'static>),
    Flash512K(Patterns<'static, Flash512K>),
    Flash256K(Patterns<'static, Flash256K>),
    Network(Box<Network<'static>>),
}

impl AnyPatterns {
    /// Reads a file. The numbers stay in memory until the program ends.
    fn read(bytes: Vec<u8>) -> Result<Self> {
        if is_network(&bytes) {
            return Ok(Self::Network(Box::new(network(&bytes)?)));
        }
        // Each form has a length of its own.
        if bytes.len() == Weights::<Flash512K>::FILE_LEN {
            Ok(Self::Flash512K(patterns(bytes)?))
        } else if bytes.len() == Weights::<Flash256K>::FILE_LEN {
            Ok(Self::Flash256K(patterns(bytes)?))
        } else {
            Ok(Self::Chip(patterns::<Full>(bytes)?))
        }
    }
}

/// The network of [`Eval::Network`], as in its file.
const NETWORK_FILE: &[u8] = include_bytes!("../../weights/network.bin");

/// That network in memory, from its first use on.
static NETWORK: LazyLock<Network<'static>> =
    LazyLock::new(|| network(NETWORK_FILE).expect("a complete file of a network"));

/// A network. Its rows stay in memory until the program ends.
fn network(bytes: &[u8]) -> Result<Network<'static>> {
    let rows = vec![[0; PC_WIDTH]; ROWS].leak();
    huge_pages::advise(rows);
    let rows: &mut Rows = rows.try_into().context("room for the rows")?;
    Ok(Network::read(bytes, rows)?)
}

/// Patterns from a file that is valid; one that is not does not stay in memory.
fn patterns<F: Form>(bytes: Vec<u8>) -> Result<Patterns<'static, F>> {
    Weights::<F>::from_bytes(&bytes)?;
    Ok(Patterns::new(Weights::from_bytes(bytes.leak())?))
}

/// The files read so far: a match uses the same one in every game.
static LOADED: Mutex<Vec<&'static WeightsFile>> = Mutex::new(Vec::new());

impl PartialEq for WeightsFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for WeightsFile {}

impl FromStr for Eval {
    type Err = anyhow::Error;

    /// Parses a name, or the path of a file of weights, which contains a dot or a slash.
    fn from_str(text: &str) -> Result<Self> {
        if !text.contains(['.', '/', '\\']) {
            return parse_value("evaluation", text);
        }
        let mut known = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = known.iter().find(|file| file.path == text) {
            return Ok(Self::File(file));
        }
        // One error: the command line shows only the outermost of a chain.
        let wrong = |error: &dyn fmt::Display| anyhow!("evaluation `{text}`: {error}");
        let bytes = input_file::read(Path::new(text), LONGEST)
            .map_err(|error| wrong(&format_args!("{error:#}")))?;
        let checksum = checksum(&bytes);
        let patterns = AnyPatterns::read(bytes).map_err(|error| wrong(&error))?;
        let file = &*Box::leak(Box::new(WeightsFile { path: text.to_owned(), checksum, patterns }));
        known.push(file);
        Ok(Self::File(file))
    }
}

impl Eval {
    /// The identity of the evaluation for recipes and fingerprints: the content of its file, whatever
    /// its name.
    #[must_use]
    pub fn origin(&self) -> String {
        match self {
            Self::File(file) => format!("{:016x}", file.checksum),
            Self::Patterns => format!("{:016x}", Patterns::BUILT_IN.weights().recipe()),
            Self::Network => format!("{:016x}", NETWORK.recipe()),
            by_hand => by_hand.to_string(),
        }
    }

    /// The network, if it is one: other evaluators gain nothing from a position's parent.
    #[inline]
    fn network(&self) -> Option<&Network<'static>> {
        match self {
            Self::Network => Some(&NETWORK),
            Self::File(WeightsFile { patterns: AnyPatterns::Network(network), .. }) => {
                Some(network)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.write_str(&file.path),
            built_in => f.write_str(&value_name(built_in)),
        }
    }
}

impl<S: Size> Evaluator<S> for Eval {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        match self {
            Self::Discs => Discs.evaluate(board, moves),
            Self::Squares => Squares.evaluate(board, moves),
            Self::Stability => Stability.evaluate(board, moves),
            Self::Patterns => Patterns::BUILT_IN.evaluate(board, moves),
            Self::Network => NETWORK.evaluate(board, moves),
            Self::File(file) => match &file.patterns {
                AnyPatterns::Chip(patterns) => patterns.evaluate(board, moves),
                AnyPatterns::Flash512K(patterns) => patterns.evaluate(board, moves),
                AnyPatterns::Flash256K(patterns) => patterns.evaluate(board, moves),
                AnyPatterns::Network(network) => network.evaluate(board, moves),
            },
        }
    }

    #[inline]
    fn parent(&self, board: &Board<S>) -> Option<Parent> {
        self.network()?.parent(board)
    }

    #[inline]
    fn evaluate_parent(&self, parent: &Parent, board: &Board<S>, moves: Bitboard) -> Score {
        match self.network() {
            Some(network) => network.evaluate_parent(parent, board, moves),
            None => self.evaluate(board, moves),
        }
    }

    #[inline]
    fn evaluate_child(
        &self,
        parent: &Parent,
        square: Square,
        flips: Bitboard,
        board: &Board<S>,
        moves: Bitboard,
    ) -> Score {
        match self.network() {
            Some(network) => network.evaluate_child(parent, square, flips, board, moves),
            None => self.evaluate(board, moves),
        }
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        match self {
            Self::Discs | Self::Squares | Self::Stability => None,
            Self::Patterns => Evaluator::<S>::probcut(&Patterns::BUILT_IN),
            Self::Network => Evaluator::<S>::probcut(&*NETWORK),
            Self::File(file) => match &file.patterns {
                AnyPatterns::Chip(patterns) => Evaluator::<S>::probcut(patterns),
                AnyPatterns::Flash512K(patterns) => Evaluator::<S>::probcut(patterns),
                AnyPatterns::Flash256K(patterns) => Evaluator::<S>::probcut(patterns),
                AnyPatterns::Network(network) => Evaluator::<S>::probcut(&**network),
            },
        }
    }
}
