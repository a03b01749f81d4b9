//! The section of an analysed game: the plot of its scores, and what the moves lost.

use wedge_engine::Game;
use wedge_formats::openings;

use super::game_graph;
use super::page::{Section, settings, table};
use super::sources::Named;
use crate::formats::rows::AnalysisRow;
use crate::io::markup::escape;

/// The costliest moves that are listed.
const LISTED: usize = 6;

/// The section of one file of `host-sim analyze`.
pub(crate) fn section(number: usize, source: &Named<AnalysisRow>) -> Section {
    let rows = &source.rows;
    let moves: String = rows.iter().map(|row| row.mv.as_str()).filter(|mv| *mv != "pass").collect();
    let opening = moves.parse::<Game>().ok().and_then(|game| openings::name(&game));
    let opening = opening.map_or_else(String::new, |name| format!(", {name} opening"));
    let mut body = format!(
        "<p class=soft>{} moves{}, <code>{}</code></p>\n",
        rows.len(),
        escape(&opening),
        escape(&source.name)
    );
    body += &rows.first().map_or_else(String::new, |row| settings(&row.run));
    body += &sides(rows);
    body += &costliest(rows);
    body += &format!("<div class=figures>{}</div>\n", game_graph::figure(rows));
    Section { id: format!("analysis-{number}"), title: format!("Analysis {number}"), body }
}

/// What each side lost.
fn sides(rows: &[AnalysisRow]) -> String {
    let side = |name: &str| {
        let losses: Vec<f64> = (rows.iter())
            .filter(|row| row.side == name && row.mv != "pass")
            .map(|row| row.loss.0)
            .collect();
        let sum: f64 = losses.iter().sum();
        vec![
            name.to_owned(),
            losses.len().to_string(),
            losses.iter().filter(|loss| **loss > 0.0).count().to_string(),
            format!("{sum:.2}"),
            format!("{:.2}", sum / losses.len().max(1) as f64),
        ]
    };
    let header = ["side", "moves", "with a loss", "discs lost", "discs a move"];
    table(&header, &[side("black"), side("white")], &[0])
}

/// The moves that lost most, the first of equal ones first.
fn costliest(rows: &[AnalysisRow]) -> String {
    let mut lossy: Vec<&AnalysisRow> = rows.iter().filter(|row| row.loss.0 > 0.0).collect();
    lossy.sort_by(|one, other| other.loss.0.total_cmp(&one.loss.0));
    if lossy.is_empty() {
        return String::new();
    }
    let listed = lossy.into_iter().take(LISTED).map(|row| {
        vec![
            row.ply.to_string(),
            row.side.clone(),
            escape(&row.mv),
            row.score.to_string(),
            escape(&row.best),
            row.best_score.to_string(),
            format!("{:.2}", row.loss.0),
            if row.exact { "exact".to_owned() } else { row.depth.to_string() },
        ]
    });
    let header = ["move", "side", "played", "score", "better", "its score", "loss", "depth"];
    let table = table(&header, &listed.collect::<Vec<_>>(), &[1]);
    format!("<h3>The costliest moves</h3>\n{table}")
}
