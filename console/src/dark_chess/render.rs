//! Renders each stage of the panel.

use wedge_dark_chess::{Color, Ply, Square, Squares};

use super::letters::{self, BAR, CROWN, FACE_DOWN, owner_hue, rank_hue};
use super::panel::{FLIP_MS, LETTER_MS, Panel, STEP_MS, Stage};
use crate::frame::{Frame, Rgb8};
use crate::panel::Task;
use crate::panel_state::Think;
use crate::saved_game::GameKind;
use crate::scene::{self, LEGAL, LIGHT, REFUSED};

const CURSOR_PERIOD_MS: u64 = 600;
const LAST_MOVE_PERIOD_MS: u64 = 1400;
const CANDIDATE_PERIOD_MS: u64 = 400;
/// The final board and the sign of the result alternate.
const RESULT_PERIOD_MS: u64 = 3000;
/// What a held piece leaves of the others' brightness.
const ASIDE: u8 = 90;

/// The two LEDs of a square, the upper one first.
type Pair = [Rgb8; 2];

fn set(frame: &mut Frame, square: Square, [upper, lower]: Pair) {
    let (column, row) = (usize::from(square.rank()), 2 * usize::from(square.file()));
    for (row, colour) in [(row, upper), (row + 1, lower)] {
        if let Some(led) = frame.0.get_mut(row).and_then(|leds| leds.get_mut(column)) {
            *led = colour;
        }
    }
}

fn dim(pair: Pair, brightness: u8) -> Pair {
    pair.map(|colour| colour.dim(brightness))
}

impl Panel {
    /// The picture at a time.
    #[must_use]
    pub fn render(&self, now: u64) -> Frame {
        if let Stage::Menu(menu) = self.stage {
            let menu = self.state.menu_picture(menu, GameKind::DarkChess, now);
            return menu.unwrap_or_else(|| self.board(now, 255));
        }
        if let Some(letter) = self.letter_at(now) {
            return letter;
        }
        let refused = self.state.shows_refusal(now);
        match self.stage {
            Stage::Choose { held } => {
                let mut frame = self.board(now, if held.is_some() { ASIDE } else { 255 });
                self.draw_choice(&mut frame, held, now);
                if refused {
                    set(&mut frame, self.cursor, [REFUSED; 2]);
                }
                frame
            }
            Stage::Think(Think { task, candidate, .. }) => {
                let mut frame = self.board(now, 255);
                // A press gets feedback: a hold stops the pulsing.
                let low = if self.state.armed || refused { 255 } else { 30 };
                let brightness = scene::pulse(now, CANDIDATE_PERIOD_MS, low);
                let colour = match self.dealt.position().side() {
                    Some(side) if task == Task::Move && !refused => owner_hue(side),
                    _ => LIGHT,
                };
                for square in candidate.into_iter().flat_map(|action| [action.from(), action.to()])
                {
                    set(&mut frame, square, [colour.dim(brightness); 2]);
                }
                frame
            }
            Stage::Over => self.result(now),
            Stage::Menu(_) => Frame::default(),
        }
    }

    /// The letter that fills the matrix: of a piece just revealed or picked up, or of the one under the
    /// cursor while the button is held.
    fn letter_at(&self, now: u64) -> Option<Frame> {
        let position = self.dealt.position();
        let shown =
            self.letter.filter(|letter| (letter.from..letter.from + LETTER_MS).contains(&now));
        let looking = self.state.armed && self.stage == Stage::Choose { held: None };
        let square = shown.map(|letter| letter.square).or(looking.then_some(self.cursor))?;
        position.piece_at(square).map(letters::letter)
    }

    /// What a square shows.
    fn pair(&self, square: Square) -> Pair {
        let position = self.dealt.position();
        match position.piece_at(square) {
            Some(piece) => [owner_hue(piece.color()), rank_hue(piece.kind())],
            None if position.face_down().has(square) => [FACE_DOWN; 2],
            None => [Rgb8::DARK; 2],
        }
    }

    /// The board, with the animation of the last ply and its pulsing piece.
    fn board(&self, now: u64, brightness: u8) -> Frame {
        let mut frame = Frame::default();
        for square in Square::all() {
            set(&mut frame, square, dim(self.pair(square), brightness));
        }
        let elapsed = now.saturating_sub(self.state.last_move_at);
        match self.dealt.last() {
            Some(Ply::Flip(square, _)) if elapsed < FLIP_MS => set(&mut frame, square, [LIGHT; 2]),
            Some(ply) if !matches!(self.stage, Stage::Over) => {
                let to = ply.action().to();
                let pulse = scene::pulse(elapsed, LAST_MOVE_PERIOD_MS, 90).min(brightness);
                set(&mut frame, to, dim(self.pair(to), pulse));
                if let Ply::Step(from, to) = ply
                    && elapsed < STEP_MS
                {
                    // The piece fades from the square that it left.
                    let left = 255 - (elapsed * 255 / STEP_MS) as u8;
                    set(&mut frame, from, dim(self.pair(to), left));
                }
            }
            _ => {}
        }
        frame
    }

    /// Draws the held piece and where it can go, the hint, and the cursor.
    fn draw_choice(&self, frame: &mut Frame, held: Option<Square>, now: u64) {
        let elapsed = now.saturating_sub(self.state.last_input_at);
        let lit = scene::is_lit(elapsed, CURSOR_PERIOD_MS);
        let targets = held.map_or(Squares::EMPTY, |from| self.targets(from));
        for square in targets {
            let taken = self.dealt.position().piece_at(square).is_some();
            // Prey shows its own lights and, above them, that it can be taken.
            let [_, lower] = self.pair(square);
            set(frame, square, if taken { [LEGAL, lower] } else { [LEGAL; 2] });
        }
        if let Some(from) = held {
            set(frame, from, self.pair(from));
        }
        for square in self.hint.into_iter().flat_map(|hint| [hint.from(), hint.to()]) {
            set(frame, square, [LIGHT.dim(150); 2]);
        }
        if self.state.armed || lit {
            set(frame, self.cursor, [LIGHT; 2]);
        }
    }

    /// The final board, then in turn with it a crown in the winner's hue or the two bars of a draw.
    fn result(&self, now: u64) -> Frame {
        let elapsed = now.saturating_sub(self.animation_end());
        if elapsed % RESULT_PERIOD_MS < RESULT_PERIOD_MS / 2 {
            return self.board(now, 255);
        }
        let mut frame = Frame::default();
        match self.dealt.game().winner() {
            Some(winner) => frame.draw(&CROWN, 0, 0, owner_hue(winner)),
            None => {
                frame.draw(&BAR, 0, 1, owner_hue(Color::Red));
                frame.draw(&BAR, 0, 5, owner_hue(Color::Black));
            }
        }
        frame
    }
}
