//! The status line: what is going on, and what the user can do.

use wedge_console::{MenuEntry, Players, Showing, Task};
use wedge_engine::{Color, Six, Size as _};

use super::app::Capabilities;
use super::coach::Verdict;
use super::palette::Palette;
use super::review_view;
use super::start::who_plays;
use super::view::{PuzzleView, View};

/// A headline and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// What is going on.
    pub headline: String,
    /// What the user can do.
    pub advice: String,
}

/// The name of a colour with its look on the screen: black's lights are blue.
#[must_use]
pub const fn color_name(color: Color, capabilities: Capabilities) -> &'static str {
    match (color, capabilities.palette) {
        (Color::Black, Palette::Letters) => "black (X)",
        (Color::White, Palette::Letters) => "white (O)",
        (Color::Black, _) if capabilities.discs => "black",
        (Color::White, _) if capabilities.discs => "white",
        (Color::Black, _) => "black (blue)",
        (Color::White, _) => "white (amber)",
    }
}

/// The result of a game; the winner gets the empty squares.
#[must_use]
pub fn result(view: &View, margin: i32) -> String {
    let squares = (view.side * view.side) as i32;
    let (black, white) = ((squares + margin) / 2, (squares - margin) / 2);
    let alone = match view.settings.players {
        Players::Black => Some(margin),
        Players::White => Some(-margin),
        Players::Both | Players::Nobody => None,
    };
    match (margin, alone) {
        (0, _) => format!("A draw, {black} to {white}"),
        (_, Some(1..)) => format!("You win, {} to {}", black.max(white), black.min(white)),
        (_, Some(_)) => format!("Wedge wins, {} to {}", black.max(white), black.min(white)),
        (1.., None) => format!("Black wins, {black} to {white}"),
        (_, None) => format!("White wins, {white} to {black}"),
    }
}

impl Status {
    /// The status of a view.
    #[must_use]
    pub fn of(view: &View, capabilities: Capabilities) -> Self {
        if let Some(review) = &view.review {
            return review_view::status(view, review);
        }
        let mover = color_name(view.mover, capabilities);
        if let Some(advice) = &view.editing {
            let headline = format!("Set up: {mover} to move");
            return Self { headline, advice: advice.clone() };
        }
        let letters = capabilities.palette == Palette::Letters;
        let (headline, advice) = match view.showing {
            Showing::Choosing => {
                let headline = if view.settings.players == Players::Both || view.analysing {
                    format!("{}{} to move", mover[..1].to_uppercase(), &mover[1..])
                } else {
                    format!("Your move: {mover}")
                };
                let advice = match (letters, view.legal.has(view.cursor)) {
                    _ if view.verdict.is_some() => "",
                    (false, true) if capabilities.discs => {
                        "Dots are legal squares. Arrows move the brackets, Enter plays there; or \
                         click a square."
                    }
                    (false, false) if capabilities.discs => {
                        "Nothing can be played here: go to a square with a dot."
                    }
                    (false, true) => {
                        "Green squares are legal. Arrows move the blinking light, Enter plays \
                         there; or click a square."
                    }
                    (true, true) => {
                        "Squares with + are legal. Arrows move the brackets, Enter plays there; \
                         or click a square."
                    }
                    (false, false) => "Nothing can be played here: go to a green square.",
                    (true, false) => "Nothing can be played here: go to a square with +.",
                };
                let advice = match (&view.verdict, &view.puzzle) {
                    (Some(verdict), _) => coach_says(view, verdict),
                    (None, Some(puzzle)) if view.moves.is_empty() => goal(puzzle),
                    _ => advice.to_owned(),
                };
                (headline, advice)
            }
            Showing::Thinking(Task::Move) => {
                let advice = "The light that glimmers is the move it likes best. Enter: move now.";
                let advice = match &view.verdict {
                    Some(verdict) => coach_says(view, verdict),
                    None => advice.to_owned(),
                };
                (format!("Wedge thinks: {mover}"), advice)
            }
            Showing::Thinking(Task::Hint) => {
                ("Wedge looks for good moves".to_owned(), "Enter: show what it has.".to_owned())
            }
            Showing::Passing => {
                let name = if view.mover == Color::Black { "Black" } else { "White" };
                let advice =
                    "There is no legal square, so the other side moves again. Enter: continue.";
                (format!("{name} must pass"), advice.to_owned())
            }
            Showing::Over => {
                let margin = view.result.unwrap_or_default();
                let advice = match &view.puzzle {
                    Some(puzzle) => solved(puzzle, margin),
                    None => {
                        "Enter: review the game. n: new game, u: take back, s: save.".to_owned()
                    }
                };
                (result(view, margin), advice)
            }
            Showing::Menu { entry, editing } => menu(view, entry, editing),
            Showing::Remote => ("A game from elsewhere".to_owned(), String::new()),
        };
        Self { headline, advice }
    }
}

/// What the coach says about the last move.
fn coach_says(view: &View, verdict: &Verdict) -> String {
    let whose = match view.settings.players {
        Players::Both => format!("{}: ", verdict.side),
        _ => String::new(),
    };
    format!("Coach: {whose}{} y: why.", verdict.judgement.sentence())
}

/// What a problem asks for.
pub(crate) fn goal(puzzle: &PuzzleView) -> String {
    let (side, best) = (puzzle.side, puzzle.best);
    format!("Only one move wins for {side}, by {best} with best play. Find it, and win.")
}

/// The end of a problem.
fn solved(puzzle: &PuzzleView, margin: i32) -> String {
    match (if puzzle.side == Color::Black { margin } else { -margin }, puzzle.best) {
        (own @ 1.., best) if own >= best => {
            format!("Solved: {own:+}, as good as can be. Enter: next problem.")
        }
        (own @ 1.., best) => format!("Solved with {own:+}; the best is {best:+}. Enter: next."),
        (own, best) => format!("{own:+} is no win; the best is {best:+}. Enter: again, v: review."),
    }
}

fn menu(view: &View, entry: MenuEntry, editing: bool) -> (String, String) {
    let turn = "Left, right: other pages. Esc: back to the game.";
    let value = if editing {
        "Space: next value. Enter: done. Esc: back to the game.".to_owned()
    } else {
        format!("Up, down: change it. {turn}")
    };
    let choose = |what: &str| format!("Enter: {what}. {turn}");
    match entry {
        MenuEntry::Strength => {
            (format!("Menu: strength {} of 9", view.settings.strength.number()), value)
        }
        MenuEntry::Players => (format!("Menu: {}", who_plays(view.settings.players)), value),
        MenuEntry::Hint => ("Menu: a hint".to_owned(), choose("show the best three moves")),
        MenuEntry::TakeBack => ("Menu: take back".to_owned(), choose("take back your last move")),
        MenuEntry::NewGame => ("Menu: new game".to_owned(), choose("begin anew")),
        MenuEntry::OtherGame => ("Menu: the other game".to_owned(), choose("change to it")),
        MenuEntry::Brightness => {
            (format!("Menu: brightness {}", view.settings.brightness.step()), value)
        }
        MenuEntry::WhiteBalance => ("Menu: white balance".to_owned(), value),
        MenuEntry::Play => ("Menu: play".to_owned(), choose("back to the game")),
    }
}

/// The board's name.
#[must_use]
pub const fn board_name(side: usize) -> &'static str {
    if side == Six::SIDE { "6x6 board" } else { "8x8 board" }
}
