//! Serves the panel's requests with a search, and keeps the panel running meanwhile.

use wedge_dark_chess::{Evaluator, Options, PackedEndings, Relations, Report, Search, limits_of};
use wedge_engine::{Observer, TableView};

use super::Panel;
use crate::panel::Task;

/// The deepest ply on a board, captures at the leaves included: what the stack has room for.
const MAX_PLY: u8 = 12;

/// The search as the board configures it, with the endgame tables of up to three pieces. With a table of the board's size, a PC that uses this
/// visits the same nodes as the board and finds the same actions.
///
/// The table is the one of Othello's search: clear it before the other game uses it.
#[must_use]
pub fn board_search(table: TableView<'_>) -> Search<'_, Relations> {
    let options = Options { max_ply: MAX_PLY, ..Options::default() };
    Search::new(Relations, Some(table.with_payload()), options)
        .with_endings(PackedEndings::built_in())
}

/// Serves the panel's pending request, if there is one: searches at its strength and answers it. The
/// search calls `poll` as [`serve_request`](crate::serve_request) of Othello does.
pub fn serve_request<E: Evaluator>(
    panel: &mut Panel,
    search: &mut Search<'_, E>,
    poll: &mut dyn FnMut(&mut Panel) -> u64,
) {
    let Some(request) = panel.request() else { return };
    let strength = match request.task {
        Task::Move => request.strength,
        Task::Hint => request.strength.advising(),
    };
    let game = panel.dealt().game().clone();
    let mut observer = RequestObserver { panel, poll, ticket: request.ticket };
    let best = search.think(&game, &limits_of(strength), &mut observer).best;
    let now = (observer.poll)(observer.panel);
    observer.panel.answer(request.ticket, best, now);
}

/// Polls the panel during a search, and stops the search when the request is void.
struct RequestObserver<'a> {
    panel: &'a mut Panel,
    poll: &'a mut dyn FnMut(&mut Panel) -> u64,
    ticket: u32,
}

impl Observer<Report> for RequestObserver<'_> {
    fn stop(&mut self) -> bool {
        (self.poll)(self.panel);
        self.panel.should_stop(self.ticket)
    }

    fn progress(&mut self, report: &Report) {
        if let Some(action) = report.best {
            self.panel.set_candidate(self.ticket, action);
        }
    }
}
