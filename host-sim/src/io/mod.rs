//! Output files, tables, resuming, the worker pool and progress.

pub(crate) mod container;
pub mod csv_file;
pub mod exit_status;
pub mod json;
pub mod markup;
pub mod output_file;
pub mod progress;
pub mod resumable;
pub mod text_table;
pub mod value_enum;
pub mod worker_pool;
