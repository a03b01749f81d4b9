//! Line and scatter charts: series of points over a pair of axes.

use std::fmt::Write;

use super::{Axis, COLORS, document, figure, short};
use crate::io::markup::escape;

/// A chart of one or more series.
pub(crate) struct LineChart<'a> {
    pub(crate) title: &'a str,
    pub(crate) x_label: &'a str,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    /// Drawn below the curves.
    pub(crate) columns: Vec<Column>,
}

/// Points with a name, in one colour.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// Whether a line joins them.
    pub(crate) joined: bool,
}

/// A vertical bar that reaches from zero to a value.
pub(crate) struct Column {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The class that gives it its colour.
    pub(crate) class: &'static str,
    pub(crate) tooltip: String,
}

/// Width of a [`Column`].
const COLUMN: f64 = 6.0;

/// The size of a drawing, and the margins around the plot.
struct Layout {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// As wide as a phone, so that letters stay readable there.
const ON_PAGE: Layout =
    Layout { width: 440.0, height: 250.0, left: 52.0, right: 10.0, top: 8.0, bottom: 38.0 };
/// With room for a title at the top.
const IN_FILE: Layout =
    Layout { width: 800.0, height: 400.0, left: 50.0, right: 15.0, top: 35.0, bottom: 45.0 };
/// The right margin of a file where the names of series stand beside their last points.
const NAMES: f64 = 110.0;
/// The distance between two lines of text.
const LINE: f64 = 13.0;

impl<'a> LineChart<'a> {
    /// A chart with axes that fit its points; none without a point to draw.
    pub(crate) fn fit(
        title: &'a str,
        x_label: &'a str,
        log: bool,
        series: Vec<Series>,
    ) -> Option<Self> {
        let points = || series.iter().flat_map(|series| series.points.iter());
        let drawn = points().filter(|point| !log || point.1 > 0.0);
        let x = Axis::fit(drawn.map(|point| point.0))?;
        let heights = points().map(|point| point.1);
        let y = if log { Axis::fit_log(heights) } else { Axis::fit(heights) }?;
        Some(Self { title, x_label, x, y, series, columns: Vec::new() })
    }

    /// The chart on the page.
    pub(crate) fn figure(&self) -> String {
        let legend = if self.series.len() > 1 { self.legend() } else { String::new() };
        figure(self.title, (ON_PAGE.width, ON_PAGE.height), &self.body(&ON_PAGE), &legend)
    }

    fn legend(&self) -> String {
        let items = self.series.iter().enumerate().map(|(number, series)| {
            format!("<li class=c{}>{}</li>", number % COLORS, escape(&series.name))
        });
        format!("<ul class=legend>{}</ul>", items.collect::<String>())
    }

    /// The chart as a file. Several series are named beside their last points.
    pub(crate) fn document(&self) -> String {
        let named = self.series.len() > 1;
        let layout = Layout { right: if named { NAMES } else { IN_FILE.right }, ..IN_FILE };
        let mut body = self.body(&layout);
        if named {
            self.draw_names(&layout, &mut body);
        }
        document(self.title, layout.left, (layout.width, layout.height), &body)
    }

    /// Where a point is drawn, or `None` if it lies outside an axis.
    fn at(&self, layout: &Layout, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((layout.x(self.x.place(x)?), layout.y(self.y.place(y)?)))
    }

    fn body(&self, layout: &Layout) -> String {
        let mut svg = String::new();
        self.draw_axes(layout, &mut svg);
        for column in &self.columns {
            self.draw_column(layout, column, &mut svg);
        }
        for (number, series) in self.series.iter().enumerate() {
            self.draw_series(layout, number % COLORS, series, &mut svg);
        }
        svg
    }

    // Writing to a string cannot fail.
    fn draw_axes(&self, layout: &Layout, svg: &mut String) {
        let Layout { width, height, left, right, bottom, .. } = *layout;
        for (tick, place) in self.y.ticks() {
            let at = layout.y(place);
            let class = if tick == 0.0 && !self.columns.is_empty() { "axis zero" } else { "axis" };
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" d=\"M{left} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{}</text>",
                width - right,
                left - 6.0,
                at + 4.0,
                short(tick)
            );
        }
        for (tick, place) in self.x.ticks() {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                layout.x(place),
                height - bottom + 15.0,
                short(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            layout.x(0.5),
            height - 6.0,
            escape(self.x_label)
        );
    }

    fn draw_column(&self, layout: &Layout, column: &Column, svg: &mut String) {
        let Column { x, y, class, tooltip } = column;
        let (Some((x, end)), Some((_, zero))) =
            (self.at(layout, (*x, *y)), self.at(layout, (*x, 0.0)))
        else {
            return;
        };
        let _ = writeln!(
            svg,
            "<rect class=\"column {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{COLUMN}\" \
             height=\"{:.1}\"><title>{}</title></rect>",
            x - COLUMN / 2.0,
            end.min(zero),
            (end - zero).abs(),
            escape(tooltip)
        );
    }

    fn draw_series(&self, layout: &Layout, color: usize, series: &Series, svg: &mut String) {
        let points: Vec<_> = (series.points.iter())
            .filter_map(|&point| Some((point, self.at(layout, point)?)))
            .collect();
        if series.joined {
            let line: Vec<String> =
                points.iter().map(|(_, (x, y))| format!("{x:.1},{y:.1}")).collect();
            let line = line.join(" ");
            let _ = writeln!(svg, "<polyline class=\"curve c{color}\" points=\"{line}\"/>");
        }
        let radius = if series.joined { 1.8 } else { 3.2 };
        for ((x_value, y_value), (x, y)) in points {
            let _ = writeln!(
                svg,
                "<circle class=\"dot c{color}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\">\
                 <title>{}: {} {}, {}</title></circle>",
                escape(&series.name),
                escape(self.x_label),
                short(x_value),
                short(y_value)
            );
        }
    }

    /// Writes the names from the top down, far enough apart to be read.
    fn draw_names(&self, layout: &Layout, svg: &mut String) {
        let ends = self.series.iter().enumerate().filter_map(|(number, series)| {
            let last = series.points.iter().rev().find_map(|&point| self.at(layout, point))?;
            Some((number, series, last))
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|(.., (_, one)), (.., (_, other))| one.total_cmp(other));
        let mut free = 0.0;
        for (number, series, (x, y)) in ends {
            let y = y.max(free);
            free = y + LINE;
            let _ = writeln!(
                svg,
                "<text class=\"c{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                number % COLORS,
                x + 8.0,
                y + 4.0,
                escape(&series.name)
            );
        }
    }
}

impl Layout {
    fn x(&self, place: f64) -> f64 {
        self.left + place * (self.width - self.left - self.right)
    }

    fn y(&self, place: f64) -> f64 {
        self.height - self.bottom - place * (self.height - self.top - self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        Series { name: name.into(), points: points.to_vec(), joined: true }
    }

    fn figure(points: &[(f64, f64)], log: bool) -> Option<String> {
        let chart = LineChart::fit("t", "x", log, vec![series("a<b", points)])?;
        Some(chart.figure())
    }

    #[test]
    fn a_chart_draws_every_point_inside_its_frame_and_escapes_names() {
        let svg = figure(&[(1.0, 10.0), (2.0, 1000.0), (3.0, 0.0)], false).unwrap();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"), "{svg}");
        for part in svg.split("cx=\"").skip(1) {
            let x: f64 = part.split('"').next().unwrap().parse().unwrap();
            assert!((ON_PAGE.left..=ON_PAGE.width).contains(&x), "{svg}");
        }
        // Zero has no logarithm.
        let svg = figure(&[(1.0, 10.0), (2.0, 0.0)], true).unwrap();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert_eq!(figure(&[], false), None);
        assert_eq!(figure(&[(1.0, 0.0)], true), None);
    }

    #[test]
    fn a_file_names_several_series_at_their_last_points() {
        let chart = |series: Vec<Series>| LineChart::fit("t & u", "x", false, series).unwrap();
        let one = chart(vec![series("a<b", &[(0.0, 0.0), (1.0, 1.0)])]).document();
        assert!(one.starts_with("<svg xmlns=") && one.ends_with("</svg>\n"), "{one}");
        assert!(one.contains(">t &amp; u</text>") && !one.contains(">a&lt;b</text>"), "{one}");
        let two = [series("a<b", &[(0.0, 0.0), (1.0, 1.0)]), series("c", &[(0.0, 1.0)])];
        let two = chart(two.into()).document();
        // Both end at the top: the second name stands below the first.
        assert!(two.contains("<text class=\"c0\" x=\"698.0\" y=\"39.0\">a&lt;b</text>"), "{two}");
        assert!(two.contains("<text class=\"c1\" x=\"58.0\" y=\"52.0\">c</text>"), "{two}");
    }
}
