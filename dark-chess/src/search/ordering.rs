//! The order in which actions are tried.

use heapless::Vec;

use crate::rules::{Actions, Position};
use crate::types::{Action, Kind, swap};

/// The rough worth of a victim, for ordering only.
const WORTH: [u32; Kind::COUNT] = [60, 50, 30, 15, 10, 40, 12];

/// Actions, the most promising first. It sorts as far as it is asked.
pub(super) struct Order {
    actions: Vec<Scored, 112>,
    at: usize,
}

/// A score in 22 bits above an action in 10: one is in the stack frame of every node for each of
/// its actions.
#[derive(Clone, Copy)]
struct Scored(u32);

impl Scored {
    const fn new(score: u32, action: Action) -> Self {
        Self(score << 10 | action.bits() as u32)
    }

    const fn score(self) -> u32 {
        self.0 >> 10
    }

    const fn action(self) -> Action {
        Action::from_bits(self.0 as u16)
    }
}

impl Order {
    pub(super) fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    pub(super) fn next(&mut self) -> Option<Action> {
        let rest = self.actions.get_mut(self.at..)?;
        let best =
            rest.iter().enumerate().max_by_key(|(index, one)| (one.score(), -(*index as i32)));
        let index = best.map(|(index, _)| index)?;
        swap(rest, 0, index);
        self.at += 1;
        rest.first().map(|one| one.action())
    }
}

/// The scores of the groups of actions: each is above all of the one below.
const FIRST: u32 = 1 << 21;
const CAPTURE: u32 = 1 << 18;
const KILLER: u32 = 1 << 17;
/// History counts are below `KILLER`; flips come last.
const QUIET: u32 = 1;
const FLIP: u32 = 0;

/// Most valuable victim first, then the least valuable attacker.
pub(super) fn capture_score(position: &Position, action: Action) -> Option<u32> {
    let victim = position.piece_at(action.to())?;
    let attacker = position.piece_at(action.from())?;
    Some(64 * WORTH[victim.kind() as usize] - WORTH[attacker.kind() as usize])
}

/// Orders the captures. Not inlined: the list of actions must not stay on the stack of the node.
#[inline(never)]
pub(super) fn captures(position: &Position) -> Order {
    let mut actions = Actions::new();
    position.add_captures(&mut actions);
    let score = |action| capture_score(position, action).unwrap_or(0);
    let scored = actions.iter().map(|&action| Scored::new(score(action), action));
    Order { actions: scored.collect(), at: 0 }
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
                FIRST
            } else if action.is_flip() {
                FLIP
            } else if let Some(capture) = capture_score(position, action) {
                CAPTURE + capture
            } else if killers[0] == Some(action) {
                KILLER + 1
            } else if killers[1] == Some(action) {
                KILLER
            } else {
                QUIET + u32::from(self.cuts[action.from().index()][action.to().index()])
            }
        };
        let scored = actions.iter().map(|&action| Scored::new(score(action), action));
        Order { actions: scored.collect(), at: 0 }
    }

    /// Orders the actions of a position, flips only if asked for. Not inlined, like [`captures`].
    #[inline(never)]
    pub(super) fn order_position(
        &self,
        position: &Position,
        flips: bool,
        first: Option<Action>,
        ply: i32,
    ) -> Order {
        let mut actions = Actions::new();
        position.add_captures(&mut actions);
        position.add_steps(&mut actions);
        if flips {
            position.add_flips(&mut actions);
        }
        self.order(position, &actions, first, ply)
    }
}
