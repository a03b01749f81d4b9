//! Plots as SVG: line charts and bar charts, inside the report page or as files of their own.
//!
//! Elements carry classes (`curve c0`, `axis`) instead of colours. On the page its style sheet gives
//! them colours, light or dark; [`document`] gives a file a style of its own.

mod axis;
mod bar_chart;
mod line_chart;

pub(crate) use axis::{Axis, short};
pub(crate) use bar_chart::{Bar, BarChart};
pub(crate) use line_chart::{Column, LineChart, Series};

use crate::io::markup::escape;

/// The colours of series, the same as `--s0` to `--s5` of the page's light style.
const PALETTE: [&str; 6] = ["#1e7696", "#c9601e", "#7352a8", "#6f8420", "#b23b6b", "#4a5a66"];
/// How many series differ in colour.
pub(crate) const COLORS: usize = PALETTE.len();

/// The style of a file, with plain colours: not every viewer of SVG knows CSS variables.
const STYLE: &str = "\
text { font: 12px sans-serif; fill: #444; }
text.title { font-size: 14px; fill: #000; }
.axis { stroke: #ddd; fill: none; }
.axis.zero { stroke: #444; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.column { stroke: #000; stroke-width: .5; }
.column.black { fill: #000; } .column.white { fill: #fff; }
";

/// A plot on the page: an SVG element of this size in a figure with a caption.
fn figure(caption: &str, (width, height): (f64, f64), body: &str, legend: &str) -> String {
    let caption = escape(caption);
    format!(
        "<figure><figcaption>{caption}</figcaption><svg viewBox=\"0 0 {width} {height}\" role=img \
         aria-label=\"{caption}\">{body}</svg>{legend}</figure>\n"
    )
}

/// A plot as a file, with its title at the top left.
fn document(title: &str, left: f64, (width, height): (f64, f64), body: &str) -> String {
    let title = escape(title);
    let colors: String = (PALETTE.iter().enumerate())
        .map(|(at, color)| {
            format!(
                ".curve.c{at} {{ stroke: {color}; }} .dot.c{at}, text.c{at} {{ fill: {color}; }}\n"
            )
        })
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{colors}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"{left}\" y=\"20\">{title}</text>\n{body}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_colours_of_the_page() {
        let page = include_str!("../style.css");
        for (at, color) in PALETTE.iter().enumerate() {
            assert!(page.contains(&format!("--s{at}: {color};")), "{color}");
        }
    }
}
