//! The weak solution of Othello (arXiv 2310.19387), as far as it can be checked here.
//!
//! With best play the game is a draw: that is claimed, and rests on bounds for 2,587 positions with
//! 50 empty squares. The bounds are the user's file; nothing of it is part of the program.
//! [`tree`] proves what follows from them at the start, and [`audit`] samples positions below them.

pub mod audit;
pub mod bounds;
pub mod tree;
