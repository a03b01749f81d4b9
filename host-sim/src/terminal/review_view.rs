//! Draws the review: a graph of the scores, the costliest moves, the move under review in words.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use wedge_console::hue;
use wedge_engine::{Color as Disc, Move};

use super::app::Capabilities;
use super::judge::Judgement;
use super::layout::accent;
use super::review::ReviewView;
use super::status::{Status, result};
use super::view::View;
use super::words::signed;

/// Columns for the labels of the graph's axis.
const AXIS: usize = 4;

/// The graph of the score for black after each move: bars up for black, down for white, and below
/// them a line of marks, `1` to `3` for the costliest moves and `^` for the move under review.
pub(crate) fn graph(
    review: &ReviewView,
    capabilities: Capabilities,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let (columns, half) =
        (width.saturating_sub(AXIS).max(1), (height.saturating_sub(2) / 2).max(1));
    let scores = review.scores();
    // Several moves share a column where there are too many; the last one counts.
    let share = scores.len().div_ceil(columns).max(1);
    let bars: Vec<Option<f64>> =
        scores.chunks(share).map(|chunk| chunk.iter().rev().copied().flatten().next()).collect();
    let most = bars.iter().flatten().fold(1.0_f64, |most, score| most.max(score.abs()));
    let most = [4.0, 8.0, 16.0, 32.0, 64.0].into_iter().find(|top| *top >= most).unwrap_or(64.0);
    // Two steps a character.
    let steps = |score: f64| (score.abs() / most * (2 * half) as f64).round() as usize;
    let colour =
        |disc| capabilities.disc_colour(disc).map_or(Style::new(), |it| Style::new().fg(it));
    let axis = |row: usize| match row {
        0 => format!("{:>3} ", format!("B{most:.0}")),
        row if row == half => "  0 ".to_owned(),
        row if row == 2 * half => format!("{:>3} ", format!("W{most:.0}")),
        _ => "    ".to_owned(),
    };
    let mut lines = Vec::new();
    for row in 0..=2 * half {
        let mut spans = vec![Span::styled(axis(row), Style::new().add_modifier(Modifier::DIM))];
        let mut text = String::new();
        for bar in &bars {
            let filled = bar.map_or(0, steps);
            let score = bar.unwrap_or_default();
            let (black, level) = (row < half, row.abs_diff(half) * 2);
            text.push(match bar {
                _ if row == half => '─',
                Some(_) if (score > 0.0) != black || filled + 1 < level => ' ',
                Some(_) if filled >= level => '█',
                Some(_) if black => '▄',
                Some(_) => '▀',
                None => ' ',
            });
        }
        let side = if row < half { Disc::Black } else { Disc::White };
        let style =
            if row == half { Style::new().add_modifier(Modifier::DIM) } else { colour(side) };
        spans.push(Span::styled(text, style));
        lines.push(Line::from(spans));
    }
    lines.push(Line::styled(marks(review, share, bars.len()), accent(capabilities)));
    lines
}

fn marks(review: &ReviewView, share: usize, columns: usize) -> String {
    let mut marks = vec![' '; AXIS + columns + 1];
    for (rank, ply) in review.costliest.iter().enumerate().rev() {
        marks[AXIS + ply / share] = char::from_digit(rank as u32 + 1, 10).unwrap_or('*');
    }
    // At a costly move, the rank says where the review stands as well.
    if !review.costliest.contains(&review.at) {
        marks[AXIS + review.at.min(review.moves.len()) / share] = '^';
    }
    marks.into_iter().collect()
}

/// The costliest moves, one a line, and what both sides lost.
pub(crate) fn costliest(review: &ReviewView, capabilities: Capabilities) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (rank, &ply) in review.costliest.iter().enumerate() {
        let reviewed = &review.moves[ply];
        let Some(judgement) = &reviewed.judgement else { continue };
        let Judgement { square, best, .. } = judgement;
        let text = format!(
            " move {:>2} {square}: {}, better {best}",
            reviewed.number.unwrap_or_default(),
            judgement.cost()
        );
        let here = if ply == review.at { Modifier::REVERSED } else { Modifier::empty() };
        let key = accent(capabilities).add_modifier(Modifier::BOLD);
        lines.push(Line::from(vec![
            Span::styled((rank + 1).to_string(), key),
            Span::styled(text, Style::new().add_modifier(here)),
        ]));
    }
    if review.costliest.is_empty() && review.left() == 0 {
        lines.push(Line::raw("No move cost half a disc or more."));
    }
    match review.left() {
        0 => {
            let [black, white] =
                [Disc::Black, Disc::White].map(|side| format!("{:.1}", review.lost(side)));
            lines.push(Line::raw(format!("lost in all: black {black}, white {white}")));
        }
        left => lines.push(Line::raw(format!("{left} moves to judge ..."))),
    }
    lines
}

/// The keys of the review.
pub(crate) const KEYS: [&[(&str, &str)]; 4] = [
    &[("left, right", "move by move"), ("1 2 3", "costliest")],
    &[("Enter", "try another move here"), ("y", "why")],
    &[("Home, End", "first, last"), ("Esc", "back")],
    &[("s", "save"), ("n", "new game"), ("?", "help"), ("q", "quit")],
];

/// The move under review in words.
pub(crate) fn status(view: &View, review: &ReviewView) -> Status {
    let Some(reviewed) = review.moves.get(review.at) else {
        let headline = match review.result {
            Some(margin) => format!("The end: {}", result(view, margin)),
            None => "The game so far".to_owned(),
        };
        let advice = "Left and right go through the game. 1, 2, 3: the costliest moves.".to_owned();
        return Status { headline, advice };
    };
    let Move::Play(square) = reviewed.mv else {
        let headline = format!("Here {} passes", reviewed.side);
        return Status { headline, advice: "There was no legal move.".to_owned() };
    };
    let number = reviewed.number.unwrap_or_default();
    let headline = format!("Move {number}: {} plays {square}", reviewed.side);
    let mut advice = match &reviewed.judgement {
        None => "Wedge judges it ...".to_owned(),
        Some(judgement) if judgement.is_costly() => format!(
            "It cost {}. {} was better: {} instead of {}. Enter: try it. y: why.",
            judgement.cost(),
            judgement.best,
            signed(judgement.best_score),
            signed(judgement.score)
        ),
        Some(judgement) => {
            format!("As good as any move: {} for {}.", signed(judgement.score), reviewed.side)
        }
    };
    if review.leaves_perfect_game == Some(review.at) {
        advice += " It leaves the published perfect game, a draw.";
    }
    Status { headline, advice }
}

impl Capabilities {
    /// The colour of a player's discs in text.
    pub(crate) fn disc_colour(self, color: Disc) -> Option<Color> {
        match (self.discs, color) {
            (false, color) => self.palette.light(hue(color)),
            (true, Disc::Black) => {
                Some(self.palette.plain(super::matrix::BLACK_TEXT, Color::DarkGray))
            }
            (true, Disc::White) => {
                Some(self.palette.plain(super::matrix::WHITE_DISC, Color::White))
            }
        }
    }
}
