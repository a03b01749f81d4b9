//! The sections of dark chess: matches, games and analyses.

use super::page::{Section, player, table};
use super::plot::{Bar, BarChart, LineChart, Series, short};
use super::sources::{DarkChess, Named};
use crate::dark_chess::rows::{AnalysisRow, GameRow, PlyRow};
use crate::io::markup::escape;

/// The costliest plies that are listed.
const LISTED: usize = 6;

/// All sections of the game.
pub(crate) fn sections(sources: &DarkChess) -> impl Iterator<Item = Section> {
    let matches = sources.matches.iter().enumerate().map(|(at, source)| of_match(at + 1, source));
    let games = sources.games.iter().enumerate().map(|(at, source)| of_game(at + 1, source));
    let analyses = sources.analyses.iter().enumerate();
    let analyses = analyses.map(|(at, source)| of_analysis(at + 1, source));
    matches.chain(games).chain(analyses)
}

fn about<R>(source: &Named<R>, what: &str) -> String {
    let (count, name) = (source.rows.len(), escape(&source.name));
    format!("<p class=soft>{count} {what}, <code>{name}</code></p>\n")
}

/// What a player did in a match.
#[derive(Default)]
struct Total {
    wins: u32,
    /// Draws by quiet plies and by a cycle.
    quiet: u32,
    cycles: u32,
    losses: u32,
    plies: usize,
    nodes: u64,
    seconds: f64,
}

impl Total {
    fn of(name: &str, rows: &[GameRow]) -> Self {
        let mut total = Self::default();
        for row in rows {
            // A player against itself counts once a seat.
            for (who, nodes, seconds) in [
                (&row.first, row.first_nodes, row.first_seconds.0),
                (&row.second, row.second_nodes, row.second_seconds.0),
            ] {
                if who != name {
                    continue;
                }
                match row.winner.as_str() {
                    "" if row.ending == "draw-cycle" => total.cycles += 1,
                    "" => total.quiet += 1,
                    winner if winner == name => total.wins += 1,
                    _ => total.losses += 1,
                }
                total.plies += row.plies;
                total.nodes += nodes;
                total.seconds += seconds;
            }
        }
        total
    }

    fn games(&self) -> f64 {
        f64::from((self.wins + self.quiet + self.cycles + self.losses).max(1))
    }

    /// The points in percent, draws counted half, with 95 % error bars.
    fn percent(&self) -> (f64, f64) {
        let (games, draws) = (self.games(), f64::from(self.quiet + self.cycles));
        let mean = (f64::from(self.wins) + 0.5 * draws) / games;
        let variance = (f64::from(self.wins) + 0.25 * draws) / games - mean * mean;
        (100.0 * mean, 196.0 * (variance.max(0.0) / games).sqrt())
    }

    fn row(&self, name: &str) -> Vec<String> {
        let (percent, error) = self.percent();
        let games = self.games();
        vec![
            player(name),
            format!("{games:.0}"),
            self.wins.to_string(),
            (self.quiet + self.cycles).to_string(),
            self.losses.to_string(),
            format!("{percent:.1} % ± {error:.1}"),
            format!("{:.0}", self.plies as f64 / games),
            // Another program does not say.
            if self.nodes == 0 { String::new() } else { short(self.nodes as f64 / self.seconds) },
            format!("{:.2}", self.seconds / games),
        ]
    }
}

fn of_match(number: usize, source: &Named<GameRow>) -> Section {
    let mut names: Vec<&str> = Vec::new();
    for name in source.rows.iter().flat_map(|row| [row.first.as_str(), row.second.as_str()]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut totals: Vec<(&str, Total)> =
        names.into_iter().map(|name| (name, Total::of(name, &source.rows))).collect();
    totals.sort_by(|one, other| other.1.percent().0.total_cmp(&one.1.percent().0));
    let rows: Vec<Vec<String>> = totals.iter().map(|(name, total)| total.row(name)).collect();
    let header = [
        "player",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "plies a game",
        "nodes a second",
        "seconds a game",
    ];
    let bars = totals.iter().map(|(name, total)| {
        let (value, error) = total.percent();
        Bar {
            name: (*name).to_owned(),
            value,
            range: Some((value - error, value + error)),
            label: format!("{value:.1} %"),
            color: usize::from(value < 50.0),
        }
    });
    let title = "Score in percent, draws counted half, with 95 % error bars";
    let chart = BarChart { title, bars: bars.collect(), log: false }.figure();
    let draws = source.rows.iter().filter(|row| row.winner.is_empty());
    let cycles = draws.clone().filter(|row| row.ending == "draw-cycle").count();
    let quiet = draws.count() - cycles;
    let mut body = about(source, "games, each deal from both sides") + &table(&header, &rows, &[0]);
    body += &format!("<p class=soft>Draws: {quiet} by quiet plies, {cycles} by a cycle.</p>\n");
    body += &format!("<div class=figures>{chart}</div>\n");
    let faults: Vec<Vec<String>> = (source.rows.iter().filter(|row| !row.note.is_empty()))
        .map(|row| {
            let loser = if row.winner == row.first { &row.second } else { &row.first };
            vec![player(loser), row.game.to_string(), escape(&row.note)]
        })
        .collect();
    if !faults.is_empty() {
        body += "<h3>Games lost by a fault</h3>\n";
        body += &table(&["player", "game", "what happened"], &faults, &[0, 2]);
    }
    let name = source.name.trim_end_matches(".csv");
    let title = format!("Dark chess match: {name}");
    Section { id: format!("dark-chess-match-{number}"), title, body }
}

fn of_game(number: usize, source: &Named<PlyRow>) -> Section {
    let rows = &source.rows;
    let plot = |title: &str, log: bool, pick: fn(&PlyRow) -> f64| {
        let series = ["red", "black"].map(|color| Series {
            name: color.to_owned(),
            points: (rows.iter().filter(|row| row.color == color))
                .map(|row| (f64::from(row.ply), pick(row)))
                .collect(),
            joined: true,
        });
        LineChart::fit(title, "ply", log, series.into())
            .map_or_else(String::new, |chart| chart.figure())
    };
    let scores = plot("Score by ply, for red", false, |row| {
        f64::from(if row.color == "red" { row.score } else { -row.score })
    });
    let nodes = plot("Nodes by ply (logarithmic)", true, |row| row.nodes as f64);
    let seconds = plot("Seconds by ply (logarithmic)", true, |row| row.seconds.0);
    let figures = format!("<div class=figures>{scores}{nodes}{seconds}</div>\n");
    let body = about(source, "plies") + &figures;
    let title = format!("Dark chess game {number}");
    Section { id: format!("dark-chess-game-{number}"), title, body }
}

fn of_analysis(number: usize, source: &Named<AnalysisRow>) -> Section {
    let rows = &source.rows;
    // The first player has the odd plies, whatever the colour.
    let side = |name: &str, odd: u32| {
        let losses: Vec<i32> =
            rows.iter().filter(|row| row.ply % 2 == odd).map(|row| row.loss).collect();
        let sum: i64 = losses.iter().map(|&loss| i64::from(loss)).sum();
        vec![
            name.to_owned(),
            losses.len().to_string(),
            losses.iter().filter(|loss| **loss > 0).count().to_string(),
            sum.to_string(),
            format!("{:.1}", sum as f64 / losses.len().max(1) as f64),
        ]
    };
    let header = ["player", "plies", "with a loss", "points lost", "points a ply"];
    let mut body = about(source, "plies; a pawn is about 100 points");
    body += &table(&header, &[side("first", 1), side("second", 0)], &[0]);
    let mut lossy: Vec<&AnalysisRow> = rows.iter().filter(|row| row.loss > 0).collect();
    lossy.sort_by_key(|row| -i64::from(row.loss));
    let listed: Vec<Vec<String>> = (lossy.into_iter().take(LISTED))
        .map(|row| {
            let number = |value: i32| value.to_string();
            vec![
                row.game.to_string(),
                row.ply.to_string(),
                escape(&row.played),
                number(row.score),
                escape(&row.best),
                number(row.best_score),
                number(row.loss),
            ]
        })
        .collect();
    if !listed.is_empty() {
        let header = ["game", "ply", "played", "score", "better", "its score", "loss"];
        body += &format!("<h3>The costliest plies</h3>\n{}", table(&header, &listed, &[2, 4]));
    }
    let title = format!("Dark chess analysis {number}");
    Section { id: format!("dark-chess-analysis-{number}"), title, body }
}
