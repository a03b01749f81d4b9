//! The recursive search.

use wedge_engine::{Bound, Color as TableSide, Stopped};

use super::entry::Entry;
use super::root::Thinking;
use super::{PROVED, WIN};
use crate::endings::Verdict;
use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::Action;

/// Beyond any value.
pub(super) const INFINITY: i32 = WIN + 1;
/// The value of a win in the endgame tables, before pieces, distance and plies are taken off.
const TABLE_WIN: i32 = 28_000;
const TABLE_PIECE: i32 = 256;

impl<E: Evaluator> Thinking<'_, '_, E> {
    /// A child: its position joins the path, so that its children can see a repetition.
    pub(super) fn child(
        &mut self,
        position: &Position,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        let pushed = self.path.push(position.hash() as u64).is_ok();
        let value = self.negascout(position, depth, alpha, beta, ply);
        if pushed {
            self.path.pop();
        }
        value
    }

    /// The value of a position for its mover.
    fn negascout(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        // 1. A draw, a game that is over, an ending that the tables know.
        if position.is_wiped_out() {
            return Ok(-WIN + ply);
        }
        if self.is_draw(position) {
            return Ok(if position.is_lost() { -WIN + ply } else { 0 });
        }
        if let Some(value) = self.ending_value(position, ply) {
            return Ok(value);
        }
        // 2. The leaves.
        if depth <= 0 || ply >= i32::from(self.search.options.max_ply) {
            return self.quiescence(position, alpha, beta, ply);
        }
        // 3. The transposition table. A value near the draw of quiet plies depends on the path and
        //    is not taken from it.
        let near_draw = i32::from(position.quiet()) + depth >= i32::from(self.rules.quiet_limit);
        let hash = position.hash();
        let hit = self.search.table.and_then(|table| table.probe(hash, SIDE));
        if let Some(entry) = hit {
            let value = from_table(i32::from(entry.value), ply);
            if i32::from(entry.depth) >= depth
                && !near_draw
                && entry.bound.decides(value, alpha, beta)
            {
                return Ok(value);
            }
        }
        // 4. The actions. Far from the root a flip is taken as a pass: what it reveals is as often
        //    good as bad, and fourteen outcomes for each square cost more than they tell.
        let expand = self.expands_flips(position, depth);
        let can_flip = !position.face_down().is_empty();
        let first = hit.and_then(|entry| entry.best);
        let mut order = self.search.history.order_position(position, expand, first, ply);
        if order.is_empty() && !can_flip {
            return Ok(-WIN + ply);
        }
        let (mut best, mut best_action, start) = (-INFINITY, None, alpha);
        if can_flip && !expand {
            // 5. The pass first: it is cheap, and often enough for a cut-off.
            self.budget.visit()?;
            let value = -self.child(&position.after_pass(), depth - 2, -beta, -alpha, ply + 1)?;
            best = value;
            alpha = alpha.max(value);
        }
        // 6. NegaScout: the first action with the full window, the others with a null window first.
        let mut tried = 0;
        while best < beta {
            let Some(action) = order.next() else { break };
            let value = self.action(position, action, depth, (alpha, beta), ply, tried)?;
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    alpha = value;
                }
                if value >= beta && !action.is_flip() && position.piece_at(action.to()).is_none() {
                    self.search.history.cut(action, depth, ply);
                }
            }
        }
        // 7. The result.
        if let Some(table) = self.search.table.filter(|_| !near_draw) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > start {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let value = to_table(best, ply);
            let entry = Entry { depth: depth.clamp(0, 63) as u8, bound, value, best: best_action };
            table.store(hash, SIDE, self.search.age, entry);
        }
        Ok(best)
    }

    /// The value of an action, searched with a null window and reduced where that is likely enough.
    pub(super) fn action(
        &mut self,
        position: &Position,
        action: Action,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: i32,
        tried: u32,
    ) -> Result<i32, Stopped> {
        let is_capture = position.piece_at(action.to()).is_some() && !action.is_flip();
        let is_late = depth >= 3 && tried >= 3 && !is_capture && !action.is_flip();
        let reduction = i32::from(is_late) + i32::from(is_late && depth >= 5 && tried >= 10);
        if tried == 0 {
            return self.window(position, action, depth - 1, alpha, beta, ply);
        }
        let mut value =
            self.window(position, action, depth - 1 - reduction, alpha, alpha + 1, ply)?;
        if value > alpha && reduction > 0 {
            value = self.window(position, action, depth - 1, alpha, alpha + 1, ply)?;
        }
        if value > alpha && value < beta && beta > alpha + 1 {
            value = self.window(position, action, depth - 1, alpha, beta, ply)?;
        }
        Ok(value)
    }

    fn window(
        &mut self,
        position: &Position,
        action: Action,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        if action.is_flip() {
            let depth = depth - self.search.options.flip_reduction;
            return self.flip(position, action.from(), depth, (alpha, beta), ply);
        }
        self.budget.visit()?;
        let next = position.after_step(action.from(), action.to());
        Ok(-self.child(&next, depth, -beta, -alpha, ply + 1)?)
    }

    /// Whether flips are chance nodes here: with few pieces face down, or far from the leaves.
    fn expands_flips(&self, position: &Position, depth: i32) -> bool {
        let options = &self.search.options;
        let hidden = position.face_down().len();
        hidden > 0 && depth >= 2 && (hidden <= options.few_face_down || depth >= options.flip_depth)
    }

    /// Whether the position is a draw: by quiet plies, or because it was on the path before.
    fn is_draw(&self, position: &Position) -> bool {
        let quiet = usize::from(position.quiet());
        if quiet >= usize::from(self.rules.quiet_limit) {
            return true;
        }
        let key = position.hash() as u64;
        // The last of the path is the position itself; the same side was to move two plies ago.
        let before = self.path.iter().rev().take(quiet + 1).skip(2).step_by(2);
        before.into_iter().any(|&earlier| earlier == key)
    }

    /// The value that the endgame tables give. A win is worth more with fewer pieces left and with
    /// the next capture closer, so that every step is progress.
    pub(super) fn ending_value(&self, position: &Position, ply: i32) -> Option<i32> {
        let verdict = self.endings.and_then(|endings| endings.probe(position))?;
        let pieces = position.occupied().len() as i32;
        let left = self.rules.quiet_limit.saturating_sub(position.quiet());
        Some(match verdict {
            Verdict::Win(plies) if plies <= left => {
                TABLE_WIN - TABLE_PIECE * pieces - i32::from(plies) - ply
            }
            Verdict::Loss(plies) if plies <= left => {
                -TABLE_WIN + TABLE_PIECE * pieces + i32::from(plies) + ply
            }
            Verdict::Win(_) | Verdict::Draw | Verdict::Loss(_) => 0,
        })
    }
}

/// The side is part of dark chess's hash: the table's own bit for it stays the same.
const SIDE: TableSide = TableSide::Black;

/// Wins in the table count from the position, those of the search from the root.
fn to_table(value: i32, ply: i32) -> i16 {
    let value = match value {
        PROVED.. => value + ply,
        ..=-20_000 => value - ply,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i32, ply: i32) -> i32 {
    match value {
        PROVED.. => value - ply,
        ..=-20_000 => value + ply,
        _ => value,
    }
}
