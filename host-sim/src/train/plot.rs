//! Curves of errors as a drawing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::io::markup::escape;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
const COLORS: [&str; 5] = ["#0a6", "#c50", "#25b", "#888", "#a2a"];
/// Discs between two lines of the grid.
const STEP: u32 = 5;

/// A curve for each name; points by the number of the name and of empty squares.
pub(crate) fn draw(names: &[String], points: &BTreeMap<(usize, u32), f64>) -> String {
    let empties = || points.keys().map(|&(_, empties)| empties);
    let (fewest, most) = (empties().min().unwrap_or(0), empties().max().unwrap_or(60));
    let highest = points.values().fold(f64::from(STEP), |most, &error| most.max(error));
    let top = (highest / f64::from(STEP)).ceil() as u32 * STEP;
    // The game goes from left to right: many empty squares first.
    let wide = f64::from((most - fewest).max(1));
    let x = |empties: u32| LEFT + f64::from(most - empties) / wide * (WIDTH - LEFT - RIGHT);
    let y = |discs: f64| TOP + (1.0 - discs / f64::from(top)) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">Root-mean-square error in discs, without \
         search, by empty squares</text>\n"
    );
    // Writing to a string cannot fail.
    for discs in (0..=top).step_by(STEP as usize) {
        let at = y(discs.into());
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{discs}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for empties in empties().collect::<BTreeSet<_>>() {
        let (at, below) = (x(empties), HEIGHT - BOTTOM + 18.0);
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{empties}</text>"
        );
    }
    for (number, name) in names.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let curve = points.iter().filter(|&(&(of, _), _)| of == number).rev();
        let curve: Vec<_> = curve.map(|(&(_, at), &error)| (x(at), y(error))).collect();
        let line: Vec<_> = curve.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for (x, y) in &curve {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
        }
        if let Some((x, y)) = curve.last() {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{}</text>",
                x + 8.0,
                y + 4.0,
                escape(name)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}
