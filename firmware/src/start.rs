//! The start of a board's program.

use wedge_console::engine::TableView;
use wedge_console::{Console, Hardware};

/// Starts a board and the console on it, both in statics, to leave the stack to the search. `None` if
/// the board does not start.
///
/// Not inlined, so that the stack for building these values is free again afterwards.
#[inline(never)]
pub fn console<H: Hardware>(
    board: &'static mut Option<H>,
    console: &'static mut Option<Console<'static, 'static, H>>,
    table: TableView<'static>,
    start: fn() -> Option<H>,
) -> Option<&'static mut Console<'static, 'static, H>> {
    Some(console.insert(Console::new(board.insert(start()?), table)))
}
