//! The engine on a PC: options, limits, evaluation, a table on the heap, several threads.

pub mod board_size;
pub mod eval;
pub mod heap_table;
pub mod huge_pages;
pub mod limit;
pub(crate) mod memory;
pub mod searcher;
pub mod setup;
pub mod solver;
pub mod steps;
pub mod suite_search;
