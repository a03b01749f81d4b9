//! Output files, tables, resuming, the worker pool and progress.

pub(crate) mod container;
pub mod csv_file;
pub mod exit_status;
pub mod fingerprint;
pub mod input_file;
pub mod json;
pub mod lines;
pub mod markup;
pub mod output_file;
pub mod printable;
pub mod progress;
pub mod resumable;
pub mod shard;
pub mod text_table;
pub mod value_enum;
pub mod worker_pool;
