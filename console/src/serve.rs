//! Serves the panel's requests with a search, and keeps the panel running meanwhile.

use wedge_engine::{
    Bitboard, Evaluator, Limits, Move, Observer, Position, Report, Search, Size, SplitMix64, Square,
};

use crate::panel::{Panel, Task};

/// Serves the panel's pending request, if there is one: searches at its strength and answers it.
///
/// The search calls `poll` every few hundred nodes. `poll` passes the buttons' actions to the
/// panel, ticks it, shows its picture, and returns the time in milliseconds. The same function does
/// all the work between two requests.
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

/// Works like [`serve_request`] and calls `on_progress` after each finished depth.
///
/// The report is about the panel's position, or about the position after the given move: some strengths
/// search the moves one by one.
pub fn serve_request_with_progress<S: Size, E: Evaluator<S>>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, E, S>,
    random: &mut SplitMix64,
    poll: &mut dyn FnMut(&mut Panel<S>) -> u64,
    on_progress: &mut dyn FnMut(Option<Square>, &Report),
) {
    let Some(request) = panel.request() else { return };
    let ticket = request.ticket;
    let mut observer = RequestObserver { panel, poll, on_progress, ticket, after: None };
    let mut best = [None; 3];
    match request.task {
        Task::Move => {
            let think = |after: Option<Square>, position: &Position<S>, limits: &Limits| {
                observer.after = after;
                if let Some(square) = after {
                    observer.panel.set_candidate(ticket, square);
                }
                search.think(position, limits, &mut observer)
            };
            let choice = request.strength.choose(&request.position, random, think);
            best[0] = choice.map(|(square, _)| square);
        }
        Task::Hint => {
            let limits = request.strength.advising().limits();
            let (position, most) = (&request.position, best.len());
            let found = search.multi_pv(position, &limits, most, Bitboard::EMPTY, &mut observer);
            for (to, scored) in best.iter_mut().zip(&found.moves) {
                *to = Some(scored.square);
            }
        }
    }
    let now = (observer.poll)(observer.panel);
    observer.panel.answer(ticket, best.into_iter().flatten(), now);
}

/// Polls the panel during a search, and stops the search when the request is void.
struct RequestObserver<'a, S: Size> {
    panel: &'a mut Panel<S>,
    poll: &'a mut dyn FnMut(&mut Panel<S>) -> u64,
    on_progress: &'a mut dyn FnMut(Option<Square>, &Report),
    ticket: u32,
    /// The move that leads from the panel's position to the searched one, if they differ.
    after: Option<Square>,
}

impl<S: Size> Observer for RequestObserver<'_, S> {
    fn stop(&mut self) -> bool {
        (self.poll)(self.panel);
        self.panel.should_stop(self.ticket)
    }

    fn progress(&mut self, report: &Report) {
        // Only a move in the panel's own position can be shown.
        if let (None, Move::Play(square)) = (self.after, report.best) {
            self.panel.set_candidate(self.ticket, square);
        }
        (self.on_progress)(self.after, report);
    }
}
