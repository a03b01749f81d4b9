//! Thinking while a person chooses.

use wedge_engine::{Evaluator, Limits, Observer, Search, Size, Strength};

use crate::panel::Panel;

/// Searches the position that a person looks at, if the engine plays the other side, so that the
/// table knows something about every reply. Gives the number of moves tried.
///
/// `poll` is called all the while, as by [`serve_request`](crate::serve_request); it says whether something else is to
/// be done. The search ends then, when the person is done choosing, or when it would only repeat
/// what the engine does after the move: it looks as deep as that, with a few times the nodes.
pub fn ponder<S: Size, E: Evaluator<S>>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, E, S>,
    poll: &mut dyn FnMut(&mut Panel<S>) -> bool,
) -> u64 {
    let Some(ticket) = panel.awaits() else { return 0 };
    let (position, strength) = (panel.game().position(), panel.settings().strength);
    let mut watch = Watch { panel, poll, ticket };
    search.think(&position, &limits(strength), &mut watch).nodes
}

/// A few times what the strength spends on a move of its own.
const SHARE: u64 = 4;

/// One ply deeper than the strength looks: the person's.
const fn limits(strength: Strength) -> Limits {
    Limits::depth(strength.depth() + 1)
        .with_solve_from(strength.exact() + 1)
        .with_nodes(strength.nodes() as u64 * SHARE)
}

/// Keeps the panel alive, and ends the search when it is about something else.
struct Watch<'a, S: Size> {
    panel: &'a mut Panel<S>,
    poll: &'a mut dyn FnMut(&mut Panel<S>) -> bool,
    ticket: u32,
}

impl<S: Size> Observer for Watch<'_, S> {
    fn stop(&mut self) -> bool {
        (self.poll)(self.panel) || self.panel.awaits() != Some(self.ticket)
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Options, Standard, Table};

    use super::*;
    use crate::controls::Action;

    /// Ponders with a table that is new, and gives the nodes and how often it polled.
    fn pondered(panel: &mut Panel, mut poll: impl FnMut(&mut Panel, u32) -> bool) -> (u64, u32) {
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
    fn a_choice_is_pondered_within_a_budget() {
        let mut panel = Panel::new();
        let (nodes, polls) = pondered(&mut panel, |_, _| false);
        let strength = panel.settings().strength;
        assert!(nodes > 1000 && nodes <= u64::from(strength.nodes()) * SHARE, "{nodes} nodes");
        assert!(u64::from(polls) > nodes / 300, "{polls} looks at the buttons in {nodes} nodes");
    }

    #[test]
    fn it_ends_with_the_choice_and_when_told_to() {
        let mut panel = Panel::new();
        assert_eq!(pondered(&mut panel, |_, polls| polls == 3).1, 3);
        // Moving the cursor is no choice yet; playing is.
        let (_, polls) = pondered(&mut panel, |panel, polls| {
            panel.handle(if polls == 5 { Action::Select } else { Action::Next }, 0);
            false
        });
        assert_eq!(polls, 5);
        assert_eq!(pondered(&mut panel, |_, _| false), (0, 0), "it is the engine's turn");
    }
}
