//! Training of the evaluation, one step a file.

pub(crate) mod fit;
pub(crate) mod fit_part;
pub(crate) mod fit_state;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod label;
pub(crate) mod layout;
pub(crate) mod least_squares;
pub(crate) mod model_file;
pub(crate) mod network;
pub(crate) mod positions_file;
pub(crate) mod probcut;
pub(crate) mod quantise;
pub(crate) mod regression;
pub(crate) mod report;
pub(crate) mod samples;
