//! The report page: one HTML file from all the results in a folder.

pub(crate) mod analysis_section;
pub(crate) mod cup_section;
pub(crate) mod dark_chess_section;
pub(crate) mod game_graph;
pub(crate) mod made_on;
pub(crate) mod match_section;
pub(crate) mod page;
pub(crate) mod plot;
mod position_table;
pub(crate) mod search_section;
pub(crate) mod sources;
pub mod summary;
pub(crate) mod viewer;
