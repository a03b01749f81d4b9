//! Sections about searches: nodes and time by position, by game, and by move ordering.

use std::collections::BTreeMap;

use wedge_engine::Color;

use super::page::{Section, settings, table};
use super::plot::{Bar, BarChart, COLORS, LineChart, Series, short};
use super::position_table;
use super::sources::{LoggedGame, Named, Sources};
use crate::formats::rows::{CompareRow, MoveRow};
use crate::io::markup::escape;

/// Empties, nodes and seconds of a search.
type Cost = (f64, f64, f64);

/// Searched and solved positions: nodes and time by empty squares, and agreement with known scores.
pub(crate) fn positions(sources: &Sources) -> Option<Section> {
    let searched = sources.positions.iter().map(|source| {
        let costs = source.rows.iter();
        let cost = costs.map(|row| (f64::from(row.empties), row.nodes as f64, row.seconds.0));
        (source.name.as_str(), cost.collect())
    });
    let solved = sources.solutions.iter().map(|source| {
        let costs = source.rows.iter();
        let cost = costs.map(|row| (f64::from(row.empties), row.nodes as f64, row.seconds.0));
        (source.name.as_str(), cost.collect())
    });
    let all: Vec<(&str, Vec<Cost>)> = searched.chain(solved).collect();
    if all.is_empty() {
        return None;
    }
    let entries: Vec<_> = (sources.positions.iter())
        .map(|source| position_table::searched(&source.rows))
        .chain(sources.solutions.iter().map(|source| position_table::solved(&source.rows)))
        .collect();
    let rows: Vec<Vec<String>> = (all.iter().zip(&entries))
        .map(|((name, costs), entries)| {
            let agreement = position_table::agreement(entries);
            let nodes: f64 = costs.iter().map(|cost| cost.1).sum();
            let seconds: f64 = costs.iter().map(|cost| cost.2).sum();
            let rate = short(nodes / seconds.max(1e-9));
            let (count, seconds) = (costs.len().to_string(), format!("{seconds:.2}"));
            let name = format!("<code>{}</code>", escape(name));
            vec![name, count, short(nodes), seconds, rate, agreement]
        })
        .collect();
    let header = ["file", "positions", "nodes", "seconds", "nodes a second", "scores that agree"];
    let searched = sources.positions.iter().filter_map(|source| source.rows.first());
    let solved = sources.solutions.iter().filter_map(|source| source.rows.first());
    let mut runs: Vec<String> = searched
        .map(|row| settings(&row.run))
        .chain(solved.map(|row| settings(&row.run)))
        .collect();
    runs.dedup();
    let details: String = (all.iter().zip(&entries))
        .map(|((name, _), entries)| position_table::details(name, entries))
        .collect();
    let body = table(&header, &rows, &[0]) + &details + &runs.concat() + &by_empties(&all, false);
    Some(Section { id: "positions".into(), title: "Positions".into(), body })
}

/// Nodes and time of the same searches, by empty squares.
fn by_empties(all: &[(&str, Vec<Cost>)], joined: bool) -> String {
    let plot = |title: &str, pick: fn(&Cost) -> f64| {
        let series = all.iter().map(|(name, costs)| Series {
            name: (*name).to_owned(),
            points: costs.iter().map(|cost| (cost.0, pick(cost))).collect(),
            joined,
        });
        LineChart::fit(title, "empty squares", true, series.collect())
            .map_or_else(String::new, |chart| chart.figure())
    };
    let nodes = plot("Nodes by empty squares (logarithmic)", |cost| cost.1);
    let seconds = plot("Seconds by empty squares (logarithmic)", |cost| cost.2);
    format!("<div class=figures>{nodes}{seconds}</div>\n")
}

/// A single game from its CSV file: score, nodes and time by move.
pub(crate) fn game(number: usize, source: &Named<MoveRow>) -> Section {
    let rows = &source.rows;
    let passes = rows.iter().filter(|row| row.mv == "pass").count();
    let moves = rows.len() - passes;
    let passes = match passes {
        0 => String::new(),
        1 => " and a pass".to_owned(),
        _ => format!(" and {passes} passes"),
    };
    let file = escape(&source.name);
    let body = format!("<p class=soft>{moves} moves{passes}, <code>{file}</code></p>\n");
    let side = |name: &str, pick: fn(&MoveRow) -> Option<f64>| Series {
        name: name.to_owned(),
        points: (rows.iter().filter(|row| row.side == name))
            .filter_map(|row| Some((row.ply as f64, pick(row)?)))
            .collect(),
        joined: true,
    };
    let plot = |title: &str, log, pick: fn(&MoveRow) -> Option<f64>| {
        let series = vec![side("black", pick), side("white", pick)];
        LineChart::fit(title, "ply", log, series).map_or_else(String::new, |chart| chart.figure())
    };
    let scores = plot("Score by move, in discs for black", false, |row| {
        let for_black = if row.side == "black" { 1.0 } else { -1.0 };
        row.score.map(|score| score.0 * for_black)
    });
    let nodes =
        plot("Nodes by move (logarithmic)", true, |row| row.nodes.map(|nodes| nodes as f64));
    let seconds = plot("Seconds by move (logarithmic)", true, |row| Some(row.seconds.0));
    let discs = plot("Discs by move", false, |row| {
        Some(f64::from(if row.side == "black" { row.black } else { row.white }))
    });
    let body = format!("{body}<div class=figures>{scores}{nodes}{seconds}{discs}</div>\n");
    Section { id: format!("game-{number}"), title: format!("Game {number}"), body }
}

/// Mean nodes and time of each player's moves, over all logs.
pub(crate) fn logs(logs: &[LoggedGame]) -> Option<Section> {
    let mut players: BTreeMap<&str, BTreeMap<u32, (f64, f64, f64)>> = BTreeMap::new();
    for log in logs {
        for step in &log.steps {
            let (Some(nodes), Some(seconds)) = (step.nodes, step.seconds) else { continue };
            let name = if step.side == Color::Black { &log.black } else { &log.white };
            let sum = players.entry(name).or_default().entry(step.empties).or_default();
            *sum = (sum.0 + 1.0, sum.1 + nodes, sum.2 + seconds);
        }
    }
    let mut all: Vec<(&str, Vec<Cost>)> = (players.into_iter())
        .map(|(name, sums)| {
            let cost = |(empties, (count, nodes, seconds)): (u32, (f64, f64, f64))| {
                (f64::from(empties), nodes / count, seconds / count)
            };
            (name, sums.into_iter().map(cost).collect())
        })
        .collect();
    if all.is_empty() {
        return None;
    }
    let nodes = |costs: &[Cost]| costs.iter().map(|cost| cost.1).sum::<f64>();
    all.sort_by(|one, other| nodes(&other.1).total_cmp(&nodes(&one.1)));
    let who = if all.len() > COLORS {
        format!(" The {COLORS} players with most nodes.")
    } else {
        String::new()
    };
    all.truncate(COLORS);
    let count = logs.len();
    let over = if count == 1 { "one game log".to_owned() } else { format!("{count} game logs") };
    let about = format!("<p class=soft>Means of a move over {over}.{who}</p>\n");
    let body = about + &by_empties(&all, true);
    Some(Section { id: "costs".into(), title: "Cost of moves".into(), body })
}

/// A comparison of search algorithms and move orderings.
pub(crate) fn comparison(number: usize, source: &Named<CompareRow>) -> Section {
    let mut by_depth: BTreeMap<u8, Vec<&CompareRow>> = BTreeMap::new();
    for row in &source.rows {
        by_depth.entry(row.depth).or_default().push(row);
    }
    let mut body =
        format!("<p class=soft><code>{}</code></p>\n<div class=figures>", escape(&source.name));
    for (depth, rows) in by_depth {
        let suite = rows.first().map_or("", |row| &row.suite);
        let bars = rows.iter().map(|row| Bar {
            name: format!("{} {}", row.search, row.ordering).trim().to_owned(),
            value: row.nodes as f64,
            range: None,
            label: format!("{} in {:.2} s", short(row.nodes as f64), row.seconds.0),
            color: match row.ordering.as_str() {
                "static" => 1,
                "ht" => 2,
                "full" => 0,
                _ => 5,
            },
        });
        let title = format!("Nodes for {suite} at depth {depth} (logarithmic)");
        body += &BarChart { title: &title, bars: bars.collect(), log: true }.figure();
    }
    body += "</div>\n";
    Section { id: format!("ordering-{number}"), title: "Search and move ordering".into(), body }
}
