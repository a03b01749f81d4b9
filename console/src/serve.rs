//! The engine's work for the panel, with the panel alive meanwhile.

use wedge_engine::{
    Bitboard, Evaluator, Limits, Move, Observer, Position, Report, Search, Size, SplitMix64, Square,
};

use crate::panel::{Panel, Task};

/// Works off the panel's request, if it has one: searches at its strength and answers.
///
/// `poll` is called all the while, some hundred nodes apart. It should hand the panel what the
/// buttons say, tick it, show its picture, and return the time in milliseconds; the same function
/// does all that is to be done between two requests.
///
/// ```
/// use wedge_console::{Action, Panel, serve_request};
/// use wedge_console::engine::{Options, Search, SplitMix64, Standard, Table};
///
/// let table = Table::<2048>::new();
/// let mut search = Search::new(Standard, Some(table.view()), Options::default());
/// let mut panel: Panel = Panel::new();
/// panel.handle(Action::Select, 0);
/// let mut now = 0;
/// serve_request(&mut panel, &mut search, &mut SplitMix64::new(1), &mut |panel: &mut Panel| {
///     now += 10;
///     panel.tick(now);
///     now
/// });
/// assert!(panel.request().is_none());
/// ```
pub fn serve_request<S: Size, E: Evaluator<S>>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, E, S>,
    random: &mut SplitMix64,
    poll: &mut dyn FnMut(&mut Panel<S>) -> u64,
) {
    serve_request_with_progress(panel, search, random, poll, &mut |_, _| {});
}

/// Works like [`serve_request`], and tells after each finished depth what it has found: of the panel's own
/// position or, with the move that leads there, of one a move further.
pub fn serve_request_with_progress<S: Size, E: Evaluator<S>>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, E, S>,
    random: &mut SplitMix64,
    poll: &mut dyn FnMut(&mut Panel<S>) -> u64,
    tell: &mut dyn FnMut(Option<Square>, &Report),
) {
    let Some(request) = panel.request() else { return };
    let mut watch = Watch { panel, poll, tell, ticket: request.ticket, via: None };
    let mut best = [None; 3];
    match request.task {
        Task::Move => {
            let think = |via: Option<Square>, position: &Position<S>, limits: &Limits| {
                watch.via = via;
                if let Some(square) = via {
                    watch.panel.consider(watch.ticket, square);
                }
                search.think(position, limits, &mut watch)
            };
            let choice = request.strength.choose(&request.position, random, think);
            best[0] = choice.map(|(square, _)| square);
        }
        Task::Hint => {
            let limits = request.strength.advising().limits();
            let (position, most) = (&request.position, best.len());
            let found = search.multi_pv(position, &limits, most, Bitboard::EMPTY, &mut watch);
            for (to, scored) in best.iter_mut().zip(&found.moves) {
                *to = Some(scored.square);
            }
        }
    }
    let now = (watch.poll)(watch.panel);
    watch.panel.answer(request.ticket, best.into_iter().flatten(), now);
}

/// Keeps the panel alive under a search, and stops the search when the panel says so.
struct Watch<'a, S: Size> {
    panel: &'a mut Panel<S>,
    poll: &'a mut dyn FnMut(&mut Panel<S>) -> u64,
    tell: &'a mut dyn FnMut(Option<Square>, &Report),
    ticket: u32,
    /// The move that leads from the panel's own position to the one searched, if it is another.
    via: Option<Square>,
}

impl<S: Size> Observer for Watch<'_, S> {
    fn stop(&mut self) -> bool {
        (self.poll)(self.panel);
        self.panel.is_void(self.ticket)
    }

    fn progress(&mut self, report: &Report) {
        // Only the best move of the panel's own position may be shown.
        if let (None, Move::Play(square)) = (self.via, report.best) {
            self.panel.consider(self.ticket, square);
        }
        (self.tell)(self.via, report);
    }
}
