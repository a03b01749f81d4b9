//! Bar charts: horizontal bars with names, and error bars where there are any.

use std::fmt::Write;

use super::{COLORS, figure};
use crate::io::markup::escape;

/// A bar chart.
pub(crate) struct BarChart<'a> {
    pub(crate) title: &'a str,
    pub(crate) bars: Vec<Bar>,
    /// Whether lengths are logarithms.
    pub(crate) log: bool,
}

/// One bar.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The ends of its error bar.
    pub(crate) range: Option<(f64, f64)>,
    /// The text beside it.
    pub(crate) label: String,
    pub(crate) color: usize,
}

/// The width of the drawing, that of a phone.
const WIDTH: f64 = 440.0;
/// The height of a bar with its name above it.
const ROW: f64 = 34.0;
/// The width of a letter of a label, at most, and the gap between a bar and its label.
const LETTER: f64 = 7.5;
const GAP: f64 = 10.0;

impl BarChart<'_> {
    /// The chart on the page; nothing if there is no bar.
    pub(crate) fn figure(&self) -> String {
        if self.bars.is_empty() {
            return String::new();
        }
        let length = |value: f64| if self.log { value.max(1e-9).log10() } else { value };
        let ends = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.range.unwrap_or((bar.value, bar.value));
            [length(low), length(high), length(bar.value)]
        });
        let (low, high) =
            ends.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        // Logarithms have no natural zero: the shortest bar gets a visible length.
        let from = if self.log { low - 0.5 } else { low.min(0.0) };
        let to = if self.log { high } else { high.max(0.0) };
        // Every label fits to the right of the longest bar.
        let letters = self.bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0);
        let room = WIDTH - GAP - LETTER * letters as f64;
        let scale = room.max(WIDTH / 4.0) / (to - from).max(1e-9);
        let x = |value: f64| (length(value).clamp(from, to) - from) * scale;
        let zero = if self.log { 0.0 } else { x(0.0) };
        let mut svg = String::new();
        for (row, bar) in self.bars.iter().enumerate() {
            bar.draw(row as f64 * ROW, zero, x, &mut svg);
        }
        figure(self.title, (WIDTH, self.bars.len() as f64 * ROW + 4.0), &svg, "")
    }
}

impl Bar {
    /// Draws the bar from `zero` to where `x` places its value. Writing to a string cannot fail.
    fn draw(&self, top: f64, zero: f64, x: impl Fn(f64) -> f64, svg: &mut String) {
        let (name, label, end) = (escape(&self.name), escape(&self.label), x(self.value));
        let _ = writeln!(
            svg,
            "<text class=\"ink\" x=\"0\" y=\"{:.1}\">{name}</text><rect class=\"bar c{}\" \
             x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"11\" rx=\"2\"><title>{name}: {label}\
             </title></rect>",
            top + 12.0,
            self.color % COLORS,
            zero.min(end),
            top + 17.0,
            (end - zero).abs().max(1.0)
        );
        let mut right = zero.max(end);
        if let Some((low, high)) = self.range {
            let (low, high, middle) = (x(low), x(high), top + 22.5);
            right = right.max(high);
            let cap = middle - 4.0;
            let _ = writeln!(
                svg,
                "<path class=\"whisker\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {cap:.1}v8\
                 M{high:.1} {cap:.1}v8\"/>"
            );
        }
        let (x, y) = (right + 6.0, top + 27.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_reach_from_zero_to_their_value() {
        let bar =
            |value, range| Bar { name: "n".into(), value, range, label: "l".into(), color: 0 };
        let bars = vec![bar(-50.0, Some((-60.0, -40.0))), bar(100.0, None)];
        let svg = BarChart { title: "t", bars, log: false }.figure();
        assert_eq!(svg.matches("class=\"bar").count(), 2);
        assert_eq!(svg.matches("whisker").count(), 1);
        // 160 discs on 422.5 points, beside a label of one letter: zero is 60 discs from the left.
        assert!(svg.contains("x=\"26.4\" y=\"17.0\" width=\"132.0\""), "{svg}");
        assert!(svg.contains("x=\"158.4\" y=\"51.0\" width=\"264.1\""), "{svg}");
        assert_eq!(BarChart { title: "t", bars: Vec::new(), log: true }.figure(), "");
    }

    /// The label of the longest bar ends inside the drawing.
    #[test]
    fn labels_are_not_cut_off() {
        let label = "3.5M in 25.00 s";
        let bar = Bar { name: "n".into(), value: 7.0, range: None, label: label.into(), color: 0 };
        let svg = BarChart { title: "t", bars: vec![bar], log: false }.figure();
        let (start, _) = svg.split_once(&format!("\" y=\"27.0\">{label}")).unwrap();
        let (_, x) = start.rsplit_once("x=\"").unwrap();
        assert!(x.parse::<f64>().unwrap() + LETTER * label.len() as f64 <= WIDTH, "{svg}");
    }
}
