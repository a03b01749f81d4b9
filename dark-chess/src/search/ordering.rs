//! The order in which actions are tried.

use heapless::Vec;

use crate::rules::{Actions, Position};
use crate::types::{Action, Kind};

/// The rough worth of a victim, for ordering only.
const WORTH: [i32; Kind::COUNT] = [60, 50, 30, 15, 10, 40, 12];

/// Actions, the most promising first. It sorts as far as it is asked.
pub(super) struct Order {
    actions: Vec<(i32, Action), 112>,
    at: usize,
}

impl Order {
    pub(super) fn next(&mut self) -> Option<Action> {
        let rest = self.actions.get_mut(self.at..)?;
        let best =
            rest.iter().enumerate().max_by_key(|(index, (score, _))| (*score, -(*index as i32)));
        let index = best.map(|(index, _)| index)?;
        rest.swap(0, index);
        self.at += 1;
        rest.first().map(|(_, action)| *action)
    }
}

/// Most valuable victim first, then the least valuable attacker.
pub(super) fn capture_score(position: &Position, action: Action) -> Option<i32> {
    let victim = position.piece_at(action.to())?;
    let attacker = position.piece_at(action.from())?;
    Some(64 * WORTH[victim.kind() as usize] - WORTH[attacker.kind() as usize])
}

pub(super) fn captures(position: &Position, actions: &Actions) -> Order {
    let score = |action| capture_score(position, action).unwrap_or(0);
    Order { actions: actions.iter().map(|&action| (score(action), action)).collect(), at: 0 }
}

/// How often an action caused a cut-off, and the last two that did at each ply.
#[derive(Debug)]
pub(super) struct History {
    cuts: [[u16; 32]; 32],
    killers: [[Option<Action>; 2]; 64],
}

impl History {
    pub(super) const fn new() -> Self {
        Self { cuts: [[0; 32]; 32], killers: [[None; 2]; 64] }
    }

    /// Halves what was learnt, at the start of a search.
    pub(super) fn decay(&mut self) {
        for count in self.cuts.iter_mut().flatten() {
            *count /= 2;
        }
        self.killers = [[None; 2]; 64];
    }

    /// Learns that a quiet action caused a cut-off.
    pub(super) fn cut(&mut self, action: Action, depth: i32, ply: i32) {
        let gain = (depth * depth).clamp(1, 400) as u16;
        let count = &mut self.cuts[action.from().index()][action.to().index()];
        *count = count.saturating_add(gain);
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
    }

    /// Orders actions: the table's, captures, killers, then by history, flips last.
    pub(super) fn order(
        &self,
        position: &Position,
        actions: &Actions,
        first: Option<Action>,
        ply: i32,
    ) -> Order {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let score = |action: Action| {
            if Some(action) == first {
                1 << 24
            } else if action.is_flip() {
                -1
            } else if let Some(capture) = capture_score(position, action) {
                (1 << 20) + capture
            } else if killers[0] == Some(action) {
                (1 << 18) + 1
            } else if killers[1] == Some(action) {
                1 << 18
            } else {
                i32::from(self.cuts[action.from().index()][action.to().index()])
            }
        };
        Order { actions: actions.iter().map(|&action| (score(action), action)).collect(), at: 0 }
    }
}
