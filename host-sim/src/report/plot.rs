//! Plots as inline SVG: no script, no network, colours from the page's style.

use std::fmt::Write;

use crate::io::markup::escape;

/// The drawing is this wide, so that its letters stay readable on a phone.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 38.0;
/// Colours of the page's style.
pub(crate) const COLORS: usize = 6;

/// Points or curves over a pair of axes.
pub(crate) struct Plot<'a> {
    pub(crate) title: &'a str,
    pub(crate) x_label: &'a str,
    /// Whether the vertical axis counts powers of ten.
    pub(crate) log: bool,
    pub(crate) series: Vec<Series>,
}

/// Points with a name, in one colour.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// Whether a line joins them.
    pub(crate) joined: bool,
}

impl Plot<'_> {
    /// The plot as a figure; nothing if there is no point to draw.
    pub(crate) fn figure(&self) -> String {
        let height = |y: f64| if self.log { y.max(f64::MIN_POSITIVE).log10() } else { y };
        let all = || self.series.iter().flat_map(|series| series.points.iter());
        let drawn = || all().filter(|point| !self.log || point.1 > 0.0);
        let Some(x_axis) = Axis::over(drawn().map(|point| point.0), false) else {
            return String::new();
        };
        let Some(y_axis) = Axis::over(drawn().map(|point| height(point.1)), self.log) else {
            return String::new();
        };
        let x = |value: f64| LEFT + x_axis.part(value) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - y_axis.part(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = String::new();
        for tick in &y_axis.ticks {
            let at = y(*tick);
            let label = if self.log { power_of_ten(*tick) } else { short(*tick) };
            let _ = write!(
                svg,
                "<path class=axis d=\"M{LEFT} {at:.1}H{:.1}\"/><text x={:.1} y={:.1} \
                 text-anchor=end>{label}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0
            );
        }
        for tick in &x_axis.ticks {
            let (at, under) = (x(*tick), HEIGHT - BOTTOM + 15.0);
            let label = short(*tick);
            let _ = write!(svg, "<text x={at:.1} y={under:.1} text-anchor=middle>{label}</text>");
        }
        let _ = write!(
            svg,
            "<text x={:.1} y={:.1} text-anchor=middle>{}</text>",
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 6.0,
            escape(self.x_label)
        );
        for (number, series) in self.series.iter().enumerate() {
            let points: Vec<_> =
                series.points.iter().filter(|point| !self.log || point.1 > 0.0).collect();
            let color = number % COLORS;
            if series.joined {
                let path: Vec<String> = (points.iter())
                    .map(|point| format!("{:.1},{:.1}", x(point.0), y(height(point.1))))
                    .collect();
                let path = path.join(" ");
                let _ = write!(svg, "<polyline class=\"curve c{color}\" points=\"{path}\"/>");
            }
            let radius = if series.joined { 1.8 } else { 3.2 };
            for point in points {
                let _ = write!(
                    svg,
                    "<circle class=\"dot c{color}\" cx={:.1} cy={:.1} r={radius}><title>{}: {} {}, \
                     {}</title></circle>",
                    x(point.0),
                    y(height(point.1)),
                    escape(&series.name),
                    escape(self.x_label),
                    short(point.0),
                    short(point.1)
                );
            }
        }
        let legend = if self.series.len() > 1 { self.legend() } else { String::new() };
        figure(self.title, HEIGHT, &svg, &legend)
    }

    fn legend(&self) -> String {
        let items = self.series.iter().enumerate().map(|(number, series)| {
            format!("<li class=c{}>{}</li>", number % COLORS, escape(&series.name))
        });
        format!("<ul class=legend>{}</ul>", items.collect::<String>())
    }
}

/// Horizontal bars with names, and error bars where there are any.
pub(crate) struct Bars<'a> {
    pub(crate) title: &'a str,
    pub(crate) bars: Vec<Bar>,
    /// Whether lengths count powers of ten.
    pub(crate) log: bool,
}

/// One bar.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// From where to where the true value may be.
    pub(crate) range: Option<(f64, f64)>,
    /// What is written beside it.
    pub(crate) label: String,
    pub(crate) color: usize,
}

impl Bars<'_> {
    /// The bars as a figure; nothing if there is none.
    pub(crate) fn figure(&self) -> String {
        const ROW: f64 = 34.0;
        const LABEL: f64 = 86.0;
        let length = |value: f64| if self.log { value.max(1e-9).log10() } else { value };
        let ends = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.range.unwrap_or((bar.value, bar.value));
            [length(low), length(high), length(bar.value)]
        });
        // Bars of powers of ten begin a little before the shortest.
        let (low, high) = ends
            .clone()
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if self.bars.is_empty() {
            return String::new();
        }
        let from = if self.log { low - 0.5 } else { low.min(0.0) };
        let to = if self.log { high } else { high.max(0.0) };
        let scale = (WIDTH - LABEL) / (to - from).max(1e-9);
        let x = |value: f64| (length(value).clamp(from, to) - from) * scale;
        let zero = if self.log { 0.0 } else { x(0.0) };
        let mut svg = String::new();
        for (row, bar) in self.bars.iter().enumerate() {
            let top = row as f64 * ROW;
            let end = x(bar.value);
            let _ = write!(
                svg,
                "<text class=ink x=0 y={:.1}>{}</text><rect class=\"bar c{}\" x={:.1} y={:.1} \
                 width={:.1} height=11 rx=2><title>{}: {}</title></rect>",
                top + 12.0,
                escape(&bar.name),
                bar.color % COLORS,
                zero.min(end),
                top + 17.0,
                (end - zero).abs().max(1.0),
                escape(&bar.name),
                escape(&bar.label)
            );
            let mut right = zero.max(end);
            if let Some((low, high)) = bar.range {
                let (low, high, middle) = (x(low), x(high), top + 22.5);
                right = right.max(high);
                let _ = write!(
                    svg,
                    "<path class=whisker d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {:.1}v8M{high:.1} \
                     {:.1}v8\"/>",
                    middle - 4.0,
                    middle - 4.0
                );
            }
            let label = escape(&bar.label);
            let _ = write!(svg, "<text x={:.1} y={:.1}>{label}</text>", right + 6.0, top + 27.0);
        }
        figure(self.title, self.bars.len() as f64 * ROW + 4.0, &svg, "")
    }
}

fn figure(caption: &str, height: f64, svg: &str, after: &str) -> String {
    format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {WIDTH} {height}\" role=img \
         aria-label=\"{}\">{svg}</svg>{after}</figure>\n",
        escape(caption),
        escape(caption)
    )
}

/// A stretch of numbers with round marks.
struct Axis {
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis that holds all values; none if there are none. On one of powers of ten marks stand
    /// at whole powers only.
    fn over(values: impl Iterator<Item = f64>, whole: bool) -> Option<Self> {
        let (low, high) = values
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        let (low, high) = if high - low < 1e-9 { (low - 1.0, high + 1.0) } else { (low, high) };
        let rough = (high - low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let step = if whole { step.max(1.0) } else { step };
        let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
        let count = ((to - from) / step).round() as usize;
        let ticks = (0..=count).map(|number| from + number as f64 * step).collect();
        Some(Self { from, to, ticks })
    }

    fn part(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }
}

/// A number in few letters: `1200000` is `1.2M`.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let (scaled, unit) = match size {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = match scaled.abs() {
        100.0.. => format!("{scaled:.0}"),
        1.0.. => format!("{scaled:.1}"),
        0.1.. => format!("{scaled:.2}"),
        0.001.. => format!("{scaled:.4}"),
        0.0 => "0".to_owned(),
        _ => format!("{scaled:.0e}"),
    };
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}{unit}", if text == "-0" { "0" } else { text })
}

/// The number whose logarithm this is: `6` is `1M`, `-3` is `0.001`.
fn power_of_ten(power: f64) -> String {
    short(10_f64.powf(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[(f64, f64)], log: bool) -> String {
        let series = Series { name: "a<b".into(), points: points.to_vec(), joined: true };
        let plot = Plot { title: "t", x_label: "x", log, series: vec![series] };
        plot.figure()
    }

    #[test]
    fn numbers_are_short() {
        for (value, wanted) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.00001, "1e-5"),
            (12.0, "12"),
            (12.5, "12.5"),
            (0.25, "0.25"),
            (0.0012, "0.0012"),
            (9_999.0, "9999"),
            (120_000.0, "120k"),
            (1_234_567.0, "1.2M"),
            (-2e9, "-2G"),
        ] {
            assert_eq!(short(value), wanted);
        }
    }

    #[test]
    fn an_axis_holds_its_values_and_has_round_marks() {
        let axis = Axis::over([3.2, 57.0].into_iter(), false).unwrap();
        assert_eq!(axis.ticks, [0.0, 20.0, 40.0, 60.0]);
        assert_eq!((axis.part(0.0), axis.part(60.0)), (0.0, 1.0));
        let one = Axis::over([7.0].into_iter(), false).unwrap();
        assert!(one.from < 7.0 && one.to > 7.0);
        assert!(Axis::over(std::iter::empty(), false).is_none());
        let powers = Axis::over([3.1, 3.9].into_iter(), true).unwrap();
        assert_eq!(powers.ticks, [3.0, 4.0]);
    }

    #[test]
    fn a_plot_draws_every_point_inside_its_frame_and_escapes_names() {
        let svg = plot(&[(1.0, 10.0), (2.0, 1000.0), (3.0, 0.0)], false);
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"), "{svg}");
        for part in svg.split("cx=").skip(1) {
            let x: f64 = part.split(' ').next().unwrap().parse().unwrap();
            assert!((LEFT..=WIDTH).contains(&x), "{svg}");
        }
        // There is no logarithm of nothing.
        assert_eq!(plot(&[(1.0, 10.0), (2.0, 0.0)], true).matches("<circle").count(), 1);
        assert_eq!(plot(&[], false), "");
        assert_eq!(plot(&[(1.0, 0.0)], true), "");
    }

    #[test]
    fn bars_reach_from_zero_to_their_value() {
        let bar =
            |value, range| Bar { name: "n".into(), value, range, label: "l".into(), color: 0 };
        let bars = vec![bar(-50.0, Some((-60.0, -40.0))), bar(100.0, None)];
        let svg = Bars { title: "t", bars, log: false }.figure();
        assert_eq!(svg.matches("class=\"bar").count(), 2);
        assert_eq!(svg.matches("whisker").count(), 1);
        assert_eq!(Bars { title: "t", bars: Vec::new(), log: true }.figure(), "");
    }
}
