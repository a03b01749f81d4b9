//! The opening book's answer to the panel.

use wedge_engine::{Book, Size, SplitMix64};

use crate::panel::{Panel, Task};

/// Answers the panel's request from the built-in opening book, if a move is wanted, the strength plays
/// with a book, and it knows the position. What is left is for [`serve_request`](crate::serve_request).
///
/// ```
/// use wedge_console::engine::SplitMix64;
/// use wedge_console::{Action, Panel, serve_from_book};
///
/// let mut panel: Panel = Panel::new();
/// panel.handle(Action::Select, 0);
/// for now in 0..2000 {
///     panel.tick(now);
///     serve_from_book(&mut panel, &mut SplitMix64::new(7), now);
/// }
/// assert_eq!(panel.game().moves().len(), 2, "the book knows an answer to the first move");
/// ```
pub fn serve_from_book<S: Size>(panel: &mut Panel<S>, random: &mut SplitMix64, now: u64) {
    let Some(request) = panel.request() else { return };
    if request.task != Task::Move {
        return;
    }
    if let Some(known) =
        request.strength.choose_from_book(&Book::built_in(), &request.position, random)
    {
        panel.answer(request.ticket, [known.square], now);
    }
}
