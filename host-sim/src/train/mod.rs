//! Training of the evaluation, one step a file.

pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod label;
pub(crate) mod network;
pub(crate) mod positions_file;
pub(crate) mod probcut;
pub(crate) mod quantise;
pub(crate) mod regression;
pub(crate) mod report;
pub(crate) mod samples;
