//! Pondering: searching while a person chooses a move.

use wedge_engine::{Evaluator, Limits, Observer, Search, Size, Strength};

use crate::panel::Panel;

/// Searches the position that a person looks at, if the engine plays the other side, so that the
/// table has an entry for every reply. Returns the number of nodes.
///
/// The search calls `poll` as [`serve_request`](crate::serve_request) does. It ends when `poll`
/// returns true, when the person has chosen, or when more depth would only repeat the search after
/// the move: it goes one ply deeper than the strength does, with a few times its nodes.
pub fn ponder<S: Size, E: Evaluator<S>>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, E, S>,
    poll: &mut dyn FnMut(&mut Panel<S>) -> bool,
) -> u64 {
    let Some(ticket) = panel.ponder_ticket() else { return 0 };
    let (position, strength) = (panel.game().position(), panel.settings().strength);
    let mut observer = PonderObserver { panel, poll, ticket };
    search.think(&position, &limits(strength), &mut observer).nodes
}

/// How many times the strength's own nodes for a move pondering may use.
const NODES_FACTOR: u64 = 4;

/// One ply deeper than the strength, for the person's move.
const fn limits(strength: Strength) -> Limits {
    Limits::depth(strength.depth() + 1)
        .with_solve_from(strength.exact() + 1)
        .with_nodes(strength.nodes() as u64 * NODES_FACTOR)
}

/// Polls the panel, and ends the search when the person has chosen.
struct PonderObserver<'a, S: Size> {
    panel: &'a mut Panel<S>,
    poll: &'a mut dyn FnMut(&mut Panel<S>) -> bool,
    ticket: u32,
}

impl<S: Size> Observer for PonderObserver<'_, S> {
    fn stop(&mut self) -> bool {
        (self.poll)(self.panel) || self.panel.ponder_ticket() != Some(self.ticket)
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Options, Standard, Table};

    use super::*;
    use crate::controls::Action;

    /// Ponders with an empty table; returns the nodes and the number of polls.
    fn run_ponder(panel: &mut Panel, mut poll: impl FnMut(&mut Panel, u32) -> bool) -> (u64, u32) {
        let table = Table::<4096>::new();
        let mut search = Search::new(Standard, Some(table.view()), Options::default());
        let mut polls = 0;
        let nodes = ponder(panel, &mut search, &mut |panel| {
            polls += 1;
            poll(panel, polls)
        });
        (nodes, polls)
    }

    #[test]
    fn pondering_stays_within_its_budget() {
        let mut panel = Panel::new();
        let (nodes, polls) = run_ponder(&mut panel, |_, _| false);
        let strength = panel.settings().strength;
        assert!(
            nodes > 1000 && nodes <= u64::from(strength.nodes()) * NODES_FACTOR,
            "{nodes} nodes"
        );
        assert!(u64::from(polls) > nodes / 300, "{polls} polls in {nodes} nodes");
    }

    #[test]
    fn pondering_ends_with_the_choice_or_when_poll_says_so() {
        let mut panel = Panel::new();
        assert_eq!(run_ponder(&mut panel, |_, polls| polls == 3).1, 3);
        // Moving the cursor is not a choice; playing is.
        let (_, polls) = run_ponder(&mut panel, |panel, polls| {
            panel.handle(if polls == 5 { Action::Select } else { Action::Next }, 0);
            false
        });
        assert_eq!(polls, 5);
        assert_eq!(run_ponder(&mut panel, |_, _| false), (0, 0), "it is the engine's turn");
    }
}
