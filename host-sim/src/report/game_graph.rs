//! The scores of a game as a picture: bars of text, and a drawing as SVG.

use std::fmt::Write;

use crate::formats::rows::AnalysisRow;
use crate::io::csv_file::Discs;
use crate::io::markup::escape;

/// Letters on each side of a bar's middle.
const HALF: usize = 16;

/// What the ends of the scale stand for: the largest score, and no less than a few discs.
pub(crate) fn widest(rows: &[AnalysisRow]) -> f64 {
    rows.iter().map(|row| row.for_black().abs()).fold(8.0, f64::max)
}

/// A bar from the middle to the right where black leads, to the left where white does.
pub(crate) fn bar(score: f64, widest: f64) -> String {
    let length = ((score.abs() / widest * HALF as f64).round() as usize).min(HALF);
    let (empty, full) = (" ".repeat(HALF - length), "#".repeat(length));
    if score < 0.0 { format!("{empty}{full}|") } else { format!("{}|{full}", " ".repeat(HALF)) }
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 15.0;
const TOP: f64 = 35.0;
const BOTTOM: f64 = 45.0;

/// A line of what the game was worth to black after each move, and a bar for what each move lost.
pub(crate) fn svg(rows: &[AnalysisRow], title: &str) -> String {
    // Whole steps of eight discs, so that the marks stand at round numbers.
    let most = (widest(rows) / 8.0).ceil() * 8.0;
    let last = rows.len().max(1) as f64;
    let x = |ply: f64| LEFT + ply / last * (WIDTH - LEFT - RIGHT);
    let y = |discs: f64| TOP + (most - discs) / (2.0 * most) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">Black's score after each move, and what the \
         move lost{}{title}</text>\n",
        if title.is_empty() { "" } else { ": " },
        title = escape(title)
    );
    // Writing to a string cannot fail.
    for mark in -4..=4 {
        let discs = most / 4.0 * f64::from(mark);
        let (at, color) = (y(discs), if mark == 0 { "#444" } else { "#ddd" });
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"{color}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            Discs(discs)
        );
    }
    for ply in (0..=rows.len()).step_by(10) {
        let (at, below) = (x(ply as f64), HEIGHT - BOTTOM + 16.0);
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{ply}</text>"
        );
    }
    let middle = x(last / 2.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">move</text>",
        HEIGHT - 10.0
    );
    for row in rows.iter().filter(|row| row.loss.0 > 0.0) {
        // Down where black lost, up where white did: the way the score went.
        let is_black = row.side == "black";
        let loss = if is_black { -row.loss.0 } else { row.loss.0 };
        let (from, to) = (y(0.0).min(y(loss)), y(0.0).max(y(loss)));
        let AnalysisRow { ply, side, mv, best, .. } = row;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{from:.1}\" width=\"6\" height=\"{:.1}\" fill=\"{}\" \
             stroke=\"#000\" stroke-width=\".5\"><title>move {ply}, {side} {mv}: {:.2} discs lost, \
             {best} is better</title></rect>",
            x(*ply as f64) - 3.0,
            to - from,
            if is_black { "#000" } else { "#fff" },
            row.loss.0
        );
    }
    let points: Vec<String> = rows
        .iter()
        .map(|row| format!("{:.1},{:.1}", x(row.ply as f64), y(row.for_black())))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0a7d32\" stroke-width=\"2\"/>\n</svg>",
        points.join(" ")
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ply: usize, side: &str, score: f64, loss: f64) -> AnalysisRow {
        AnalysisRow {
            ply,
            side: side.into(),
            mv: "f5".into(),
            score: Discs(score),
            best: "d3".into(),
            best_score: Discs(score + loss),
            loss: Discs(loss),
            depth: 1,
            exact: false,
            nodes: 1,
        }
    }

    #[test]
    fn bars_grow_to_the_side_that_leads() {
        assert_eq!(bar(0.0, 32.0).trim_end(), format!("{}|", " ".repeat(16)));
        assert_eq!(bar(8.0, 32.0), format!("{}|####", " ".repeat(16)));
        assert_eq!(bar(-32.0, 32.0), format!("{}|", "#".repeat(16)));
        assert_eq!(bar(-99.0, 32.0), bar(-32.0, 32.0));
    }

    #[test]
    fn the_scale_is_never_smaller_than_a_few_discs() {
        assert_eq!(widest(&[]), 8.0);
        assert_eq!(widest(&[row(1, "black", 1.0, 0.0)]), 8.0);
        assert_eq!(widest(&[row(1, "white", 20.0, 0.0)]), 20.0);
    }

    #[test]
    fn the_drawing_has_a_point_a_move_and_a_bar_a_loss() {
        let rows =
            [row(1, "black", 8.0, 0.0), row(2, "white", -8.0, 4.0), row(3, "black", 0.0, 8.0)];
        let svg = svg(&rows, "Smith & <b>");
        // The scale is 8 discs: black's 8 is at the top, 0 in the middle, halfway down.
        let points = svg.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
        assert_eq!(points, "295.0,35.0 540.0,35.0 785.0,195.0");
        assert_eq!(svg.matches("discs lost").count(), 2);
        assert!(svg.contains("Smith &amp; &lt;b&gt;") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<svg").count(), 1);
    }
}
