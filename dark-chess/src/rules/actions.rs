//! Legal actions.

use heapless::Vec;

use super::Position;
use crate::types::{Action, Color, Kind, Piece, Ply, Square, Squares};

/// Legal actions, in a fixed order. A side has at most 16 pieces with four steps each, two cannons
/// with four jumps each, and at most 32 squares to flip.
pub type Actions = Vec<Action, 112>;

impl Position {
    /// All legal actions: captures, then steps to empty squares, then flips. A mover who has no
    /// piece left, face up or down, has no action, even if the other side's could be flipped.
    #[must_use]
    pub fn actions(&self) -> Actions {
        let mut actions = Actions::new();
        if !self.is_wiped_out() {
            self.add_captures(&mut actions);
            self.add_steps(&mut actions);
            self.add_flips(&mut actions);
        }
        actions
    }

    /// Whether the side to move has no piece left, face up or down.
    #[inline]
    #[must_use]
    pub fn is_wiped_out(&self) -> bool {
        self.side().is_some_and(|side| self.of(side).is_empty() && self.pieces_left(side) == 0)
    }

    /// Whether the side to move has lost: it has no legal action.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.count_actions() == 0
    }

    /// The number of legal actions, without listing them.
    #[must_use]
    pub fn count_actions(&self) -> u32 {
        if self.is_wiped_out() {
            return 0;
        }
        let mut count = self.face_down().len();
        let Some(side) = self.side() else { return count };
        let (empty, enemies) = (Squares(!self.occupied().0), self.of(side.other()));
        let mut prey = Squares::EMPTY;
        for (kind, reach) in Kind::ALL.into_iter().rev().zip(self.prey_sets(side).into_iter().rev())
        {
            prey = prey.or(reach);
            for square in self.pieces(Piece::new(side, kind)) {
                let near = square.set().neighbours();
                count += near.and(empty).len();
                count += if kind == Kind::Cannon {
                    self.jump_targets(square).and(enemies).len()
                } else {
                    near.and(reach).len()
                };
            }
        }
        count
    }

    /// The squares of the enemies that each kind takes, by kind.
    #[inline]
    fn prey_sets(&self, side: Color) -> [Squares; Kind::COUNT] {
        let enemy = side.other();
        Kind::ALL.map(|kind| {
            Kind::ALL
                .into_iter()
                .filter(|&other| kind.takes(other))
                .fold(Squares::EMPTY, |set, other| set.or(self.pieces(Piece::new(enemy, other))))
        })
    }

    /// The squares that a cannon here would hit: in each direction the second piece it meets.
    #[inline]
    #[must_use]
    pub fn jump_targets(&self, from: Square) -> Squares {
        let occupied = self.occupied().0;
        let mut targets = 0;
        // Squares beyond `from` in each direction, the nearest first: upwards the lowest bit is
        // nearest, downwards the highest.
        let (file, rank) = (u32::from(from.file()), u32::from(from.rank()));
        let column = 0x1111_1111 << file;
        let row = 0xF << (4 * rank);
        let at = 1_u32 << from.index();
        let (below, above) = (at - 1, !(at | (at - 1)));
        for line in [column, row] {
            let mut up = occupied & line & above;
            up &= up.wrapping_sub(1);
            targets |= up & up.wrapping_neg();
            let mut down = occupied & line & below;
            down &= !highest(down);
            targets |= highest(down);
        }
        Squares(targets)
    }

    /// Adds the captures.
    pub(crate) fn add_captures(&self, actions: &mut Actions) {
        let Some(side) = self.side() else { return };
        let enemies = self.of(side.other());
        if enemies.is_empty() {
            return;
        }
        let near_enemies = enemies.neighbours();
        for (kind, prey) in Kind::ALL.into_iter().zip(self.prey_sets(side)) {
            let squares = self.pieces(Piece::new(side, kind));
            if kind == Kind::Cannon {
                for from in squares {
                    for to in self.jump_targets(from).and(enemies) {
                        add(actions, Action::step(from, to));
                    }
                }
            } else {
                for from in squares.and(near_enemies) {
                    for to in from.set().neighbours().and(prey) {
                        add(actions, Action::step(from, to));
                    }
                }
            }
        }
    }

    /// Adds the steps to empty squares.
    pub(crate) fn add_steps(&self, actions: &mut Actions) {
        let Some(side) = self.side() else { return };
        let empty = Squares(!self.occupied().0);
        for from in self.of(side).and(empty.neighbours()) {
            for to in from.set().neighbours().and(empty) {
                add(actions, Action::step(from, to));
            }
        }
    }

    /// Adds the flips.
    pub(crate) fn add_flips(&self, actions: &mut Actions) {
        for square in self.face_down() {
            add(actions, Action::flip(square));
        }
    }

    /// Whether the action is legal.
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        if self.is_wiped_out() {
            return false;
        }
        let (from, to) = (action.from(), action.to());
        if action.is_flip() {
            return self.face_down().has(from);
        }
        let Some(piece) = self.piece_at(from) else { return false };
        if Some(piece.color()) != self.side() {
            return false;
        }
        let near = from.set().neighbours().has(to);
        match self.piece_at(to) {
            None => near && !self.occupied().has(to),
            Some(taken) if taken.color() == piece.color() => false,
            Some(_) if piece.kind() == Kind::Cannon => self.jump_targets(from).has(to),
            Some(taken) => near && piece.kind().takes(taken.kind()),
        }
    }

    /// The position after a ply, or `None` if it is not legal: the action has to be, and a flip has to
    /// reveal a piece that is still face down.
    #[must_use]
    pub fn after(&self, ply: Ply) -> Option<Self> {
        if !self.is_legal(ply.action()) {
            return None;
        }
        match ply {
            Ply::Flip(square, piece) => {
                (self.unseen(piece) > 0).then(|| self.after_flip(square, piece))
            }
            Ply::Step(from, to) => Some(self.after_step(from, to)),
        }
    }
}

/// The highest bit of a set.
#[inline]
const fn highest(set: u32) -> u32 {
    if set == 0 { 0 } else { 1 << (31 - set.leading_zeros()) }
}

#[inline]
fn add(actions: &mut Actions, action: Action) {
    // There is room for all: see `Actions`.
    let _ = actions.push(action);
}
