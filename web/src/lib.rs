//! The engine and the console for a browser.
//!
//! The page loads the WebAssembly module twice: once for the rules, the game formats and the panel,
//! which answer at once, and once in a Worker for searches, so that the page never stalls. Both
//! instances understand the same commands.
//!
//! # The interface
//!
//! A command is text, one word list in its first line; what follows the first line is its data. An
//! answer is one JSON object. A long command emits an object for each step, then its answer, which is
//! the last. A command that fails answers `{"error": "..."}`, with the input and what was expected.
//!
//! | command | data | answer |
//! |---|---|---|
//! | `view SIZE` | start, moves | every position of the game, its legal moves, the opening's name |
//! | `import` | a file's bytes | the games in it, whatever their format |
//! | `export FORMAT SIZE` | start, moves, players | the game as SGF, GGF, transcript or log |
//! | `play SIZE STRENGTH SEED` | start, moves | the engine's move |
//! | `hint SIZE DEPTH EXACT` | start, moves | every move with its value |
//! | `grade SIZE DEPTH EXACT SQUARE` | start, moves | the best move's value and that of the move played |
//! | `analyse SIZE COUNT` | start, moves | the best moves with their lines, depth by depth |
//! | `bench`, `speed` | | the node signature; nodes a second |
//! | `panel ...` | | the console's panel, see [`console`] |
//!
//! The boundary is two functions that the page calls and two that it provides, with bytes each way. It
//! needs neither generated code nor a tool that has to match a version, so wasm-bindgen is not used.

pub mod commands;
pub mod console;
mod game;
mod game_files;
mod json;
#[cfg(test)]
mod puzzle_tests;
mod search;
#[cfg(target_family = "wasm")]
mod wasm;

pub use commands::{Host, Session};
