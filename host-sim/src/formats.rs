//! The forms in which games are kept and exchanged: readers and writers.
//!
//! Transcripts ([`Game`](wedge_engine::Game)) and OBF ([`Obf`](wedge_engine::Obf)) are the
//! engine's own, since a board reads them too.

pub mod wthor;
