//! The scores of a game as a picture: bars of text, and a chart as SVG.

use super::plot::{Axis, Column, LineChart, Series};
use crate::formats::rows::AnalysisRow;

/// Characters on each side of a bar's middle.
const HALF: usize = 16;

/// The score at the ends of the scale: the largest one, and at least a few discs.
pub(crate) fn widest(rows: &[AnalysisRow]) -> f64 {
    rows.iter().map(|row| row.for_black().abs()).fold(8.0, f64::max)
}

/// A bar from the middle to the right where black leads, to the left where white does.
pub(crate) fn bar(score: f64, widest: f64) -> String {
    let length = ((score.abs() / widest * HALF as f64).round() as usize).min(HALF);
    let (empty, full) = (" ".repeat(HALF - length), "#".repeat(length));
    if score < 0.0 { format!("{empty}{full}|") } else { format!("{}|{full}", " ".repeat(HALF)) }
}

const TITLE: &str = "Black's score after each move, and the discs it lost";

/// A file with the chart.
pub(crate) fn svg(rows: &[AnalysisRow], players: &str) -> String {
    let title = if players.is_empty() { TITLE.to_owned() } else { format!("{TITLE}: {players}") };
    chart(rows, &title).document()
}

/// The chart on a page.
pub(crate) fn figure(rows: &[AnalysisRow]) -> String {
    chart(rows, TITLE).figure()
}

/// A chart of black's score after each move, with a column for the discs that a move lost.
fn chart<'t>(rows: &[AnalysisRow], title: &'t str) -> LineChart<'t> {
    // A multiple of eight discs, so that the marks at its quarters are whole numbers.
    let most = (widest(rows) / 8.0).ceil() * 8.0;
    let points = rows.iter().map(|row| (row.ply as f64, row.for_black())).collect();
    let lossy = rows.iter().filter(|row| row.loss.0 > 0.0);
    LineChart {
        title,
        x_label: "move",
        x: Axis::stepped(0.0, rows.len().max(1) as f64, 10.0),
        y: Axis::stepped(-most, most, most / 4.0),
        series: vec![Series { name: "black's score".into(), points, joined: true }],
        columns: lossy.map(column).collect(),
    }
}

/// Down where black lost discs, up where white did: the way the score moved.
fn column(row: &AnalysisRow) -> Column {
    let AnalysisRow { ply, side, mv, best, loss, .. } = row;
    let is_black = side == "black";
    Column {
        x: *ply as f64,
        y: if is_black { -loss.0 } else { loss.0 },
        class: if is_black { "black" } else { "white" },
        tooltip: format!("move {ply}, {side} {mv}: {:.2} discs lost, {best} is better", loss.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::csv_file::Discs;

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
            run: crate::io::fingerprint::Fingerprint::default(),
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
    fn the_chart_has_a_point_a_move_and_a_column_a_loss() {
        let rows =
            [row(1, "black", 8.0, 0.0), row(2, "white", -8.0, 4.0), row(3, "black", 0.0, 8.0)];
        let svg = svg(&rows, "Smith & <b>");
        // The scale is 8 discs: black's 8 is at the top, 0 in the middle, halfway down.
        let points = svg.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
        assert_eq!(points, "295.0,35.0 540.0,35.0 785.0,195.0");
        assert_eq!(svg.matches("discs lost").count(), 2);
        // White's loss of 4 goes up from the middle, black's of 8 down from it.
        assert!(
            svg.contains("\"column white\" x=\"537.0\" y=\"115.0\" width=\"6\" height=\"80.0\"")
        );
        assert!(
            svg.contains("\"column black\" x=\"782.0\" y=\"195.0\" width=\"6\" height=\"160.0\"")
        );
        assert!(svg.contains("Smith &amp; &lt;b&gt;") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<svg").count(), 1);
    }
}
