//! Files, tables and progress: output that is never lost or overwritten, and work that resumes.

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
