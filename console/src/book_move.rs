//! Answers to the panel from the opening book.

use wedge_engine::{Book, Size, SplitMix64};

use crate::panel::{Panel, Task};

/// Answers the panel's request from the built-in opening book, if the request is for a move, the
/// strength uses a book, and the book has the position. Otherwise the request stays pending for
/// [`serve_request`](crate::serve_request).
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
/// assert_eq!(panel.game().moves().len(), 2, "the book answers the first move");
/// ```
pub fn serve_from_book<S: Size>(panel: &mut Panel<S>, random: &mut SplitMix64, now: u64) {
    let Some(request) = panel.request() else { return };
    if request.task != Task::Move {
        return;
    }
    if let Some(entry) =
        request.strength.choose_from_book(&Book::built_in(), &request.position, random)
    {
        panel.answer(request.ticket, [entry.square], now);
    }
}
