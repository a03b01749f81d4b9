//! The engine and the console for a browser.
//!
//! The page loads the WebAssembly module twice: once for the rules, the game formats and the panel,
//! which answer at once, and once in a Worker for searches, so that the page never stalls. Both
//! instances understand the same commands.
//!
//! # The commands
//!
//! [`wedge_web_interface`] says how they are written.
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
//! | `threads COUNT` | | searches of hints, grades and analysis then use this many threads |
//! | `bench`, `speed` | | the node signature; nodes a second |
//! | `panel ...` | | the console's panel, see [`console`] |

pub mod commands;
pub mod console;
mod game;
mod game_files;
#[cfg(test)]
mod puzzle_tests;
mod search;

pub use commands::Session;
pub use wedge_web_interface::{Commands, Host};

#[cfg(target_family = "wasm")]
wedge_web_interface::module!(crate::Session);
