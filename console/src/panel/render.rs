//! Renders each stage of the panel.

use wedge_engine::{Color, Size, Square};

use super::{FINAL_BOARD_MS, PASS_MS, Panel, SORTED_MS, Stage, Task};
use crate::frame::Frame;
use crate::panel_state::Think;
use crate::saved_game::GameKind;
use crate::scene::{self, LEGAL, LIGHT, REFUSED, hue};

const CURSOR_PERIOD_MS: u64 = 600;
const LAST_MOVE_PERIOD_MS: u64 = 1400;
const CANDIDATE_PERIOD_MS: u64 = 400;

impl<S: Size> Panel<S> {
    /// The picture at a time.
    #[must_use]
    pub fn render(&self, now: u64) -> Frame {
        if let Stage::Menu(menu) = self.stage {
            let menu = self.state.menu_picture(menu, GameKind::Othello, now);
            return menu.unwrap_or_else(|| self.board(now));
        }
        let still = now.checked_sub(self.animation_end());
        let side = self.game.position().side();
        let refused = self.state.shows_refusal(now);
        let mut frame = match (self.stage, still) {
            (Stage::Over, Some(elapsed)) => match elapsed.checked_sub(FINAL_BOARD_MS) {
                Some(elapsed) if elapsed < SORTED_MS => self.ending(elapsed),
                _ => self.board(now),
            },
            _ => self.board(now),
        };
        match self.stage {
            Stage::Choose => {
                self.draw_choice(&mut frame, now);
                if refused {
                    frame.set(self.cursor, REFUSED);
                }
            }
            Stage::Think(Think { task, candidate, .. }) => {
                // A press gets feedback: a hold stops the pulsing, a tap turns the light white for
                // a moment.
                let colour = if task == Task::Hint || refused { LIGHT } else { hue(side) };
                if let Some(square) = candidate.or_else(|| self.moving_spot(now)) {
                    let low = if self.state.armed || refused { 255 } else { 30 };
                    frame.set(square, colour.dim(scene::pulse(now, CANDIDATE_PERIOD_MS, low)));
                }
            }
            Stage::Pass => {
                if still.is_some_and(|elapsed| scene::is_lit(elapsed, PASS_MS / 2)) {
                    scene::fill(&mut frame, scene::border::<S>(), hue(side));
                }
            }
            Stage::Remote if refused => scene::fill(&mut frame, scene::border::<S>(), REFUSED),
            Stage::Over | Stage::Menu(_) | Stage::Remote => {}
        }
        frame
    }

    /// The discs, with the flip animation of the last move and its pulsing disc.
    fn board(&self, now: u64) -> Frame {
        let mut frame = Frame::default();
        scene::discs(&mut frame, &self.game.position());
        let last = self.last_move();
        if let Some((square, color)) = last.zip(last.and_then(|s| self.game.position().at(s))) {
            let elapsed = now.saturating_sub(self.state.last_move_at);
            if !matches!(self.stage, Stage::Over) {
                let brightness = scene::pulse(elapsed, LAST_MOVE_PERIOD_MS, 90);
                frame.set(square, hue(color).dim(brightness));
            }
            scene::flips(&mut frame, square, self.flipped, color, elapsed);
        }
        frame
    }

    /// Draws the legal moves, the hints and the cursor.
    fn draw_choice(&self, frame: &mut Frame, now: u64) {
        let position = self.game.position();
        let legal = position.board().legal_moves();
        scene::fill(frame, legal, LEGAL);
        for (hint, brightness) in self.hints.iter().zip([255, 150, 90]) {
            if let Some(square) = *hint {
                frame.set(square, LIGHT.dim(brightness));
            }
        }
        let elapsed = now.saturating_sub(self.state.last_input_at);
        if self.state.armed || scene::is_lit(elapsed, CURSOR_PERIOD_MS) {
            let playable = legal.has(self.cursor) && !self.state.armed;
            frame.set(self.cursor, if playable { hue(position.side()) } else { LIGHT });
        }
    }

    /// A spot that visits the legal squares in turn until the engine has a candidate.
    fn moving_spot(&self, now: u64) -> Option<Square> {
        let legal = self.game.position().board().legal_moves();
        let count = u64::from(legal.len()).max(1);
        legal.into_iter().nth((now / CANDIDATE_PERIOD_MS % count) as usize)
    }

    /// The sorted discs of a finished game. The winner's block blinks; in a draw both blink in turn.
    fn ending(&self, elapsed: u64) -> Frame {
        const PERIOD_MS: u64 = 1000;
        let position = self.game.position();
        let ([black, white], placed) = scene::sorted(&position, elapsed);
        let lit = scene::is_lit(elapsed, PERIOD_MS);
        let result = position.result_for_black();
        let shown = |color: Color| match (placed, color) {
            (true, Color::Black) => result < 0 || lit,
            (true, Color::White) => result > 0 || (lit != (result == 0)),
            (false, _) => true,
        };
        let mut frame = Frame::default();
        for (color, squares) in [(Color::Black, black), (Color::White, white)] {
            let brightness = if shown(color) { 255 } else { 40 };
            scene::fill(&mut frame, squares, hue(color).dim(brightness));
        }
        frame
    }
}
