//! The section of a match: standings, cross table, pairings and forfeited games.

use wedge_engine::Color;

use super::cup_section;
use super::page::{Section, player, settings, table};
use super::plot::{Bar, BarChart, short};
use super::sources::Named;
use crate::arena::{GameEnding, GameRow, Standings};
use crate::io::markup::escape;
use crate::io::value_enum::value_name;

/// The section of one match or cup.
pub(crate) fn section(number: usize, source: &Named<GameRow>) -> Section {
    let rows = &source.rows;
    let standings = Standings::of(rows);
    let order = standings.ranking();
    let is_cup = rows.iter().any(GameRow::is_of_cup);
    let mut body =
        format!("<p class=soft>{} games, <code>{}</code></p>\n", rows.len(), escape(&source.name));
    body += &rows.first().map_or_else(String::new, |row| settings(&row.run));
    if is_cup {
        body += &cup_section::body(rows);
        body += "<h3>All games together</h3>\n";
    }
    body += &totals(&standings, &order);
    body += "<div class=figures>";
    body += &ratings(&standings, &order);
    body += &seconds(&standings, &order);
    body += "</div>\n";
    if standings.totals.len() > 2 {
        body += "<h3>Cross table</h3>\n<p class=soft>Points of the row's player against the \
                 column's, in percent; the tooltip has wins, draws and losses.</p>\n";
        body += &cross_table(&standings, &order);
    }
    body += &pairings(&standings);
    body += &forfeits(rows);
    let kind = if is_cup { "Cup" } else { "Match" };
    let name = source.name.trim_end_matches(".csv");
    Section { id: format!("match-{number}"), title: format!("{kind}: {name}"), body }
}

fn totals(standings: &Standings, order: &[usize]) -> String {
    let rows: Vec<Vec<String>> = (order.iter().enumerate())
        .map(|(place, &at)| {
            let total = &standings.totals[at];
            let record = total.record;
            vec![
                (place + 1).to_string(),
                player(&total.player),
                record.games().to_string(),
                record.wins.to_string(),
                record.draws.to_string(),
                record.losses.to_string(),
                percent(record.score()),
                format!("{} ± {:.0}", elo(total.rating.elo), total.rating.error),
                format!("{} : {}", total.discs, total.discs_against),
                total.knock_outs.to_string(),
                total.forfeits.to_string(),
                format!("{:.1}", total.seconds),
            ]
        })
        .collect();
    let header = [
        "", "player", "games", "wins", "draws", "losses", "score", "Elo", "discs", "KO",
        "forfeits", "seconds",
    ];
    table(&header, &rows, &[1])
}

fn ratings(standings: &Standings, order: &[usize]) -> String {
    let bars = order.iter().map(|&at| {
        let total = &standings.totals[at];
        let (value, error) = (total.rating.elo, total.rating.error);
        Bar {
            name: total.player.clone(),
            value,
            range: Some((value - error, value + error)),
            label: elo(value),
            color: usize::from(value < 0.0),
        }
    });
    BarChart {
        title: "Elo above the mean of the field, with 95 % error bars",
        bars: bars.collect(),
        log: false,
    }
    .figure()
}

/// The shortest bar, in seconds.
const SHORTEST: f64 = 1e-3;

fn seconds(standings: &Standings, order: &[usize]) -> String {
    let bars = order.iter().map(|&at| {
        let total = &standings.totals[at];
        let each = total.seconds / f64::from(total.record.games().max(1));
        Bar {
            name: total.player.clone(),
            value: each.max(SHORTEST),
            range: None,
            label: if each < SHORTEST { "under 1 ms".into() } else { format!("{} s", short(each)) },
            color: 2,
        }
    });
    BarChart { title: "Seconds a game (logarithmic)", bars: bars.collect(), log: true }.figure()
}

/// The cross table: blue where the row's player is ahead, orange where it is behind.
fn cross_table(standings: &Standings, order: &[usize]) -> String {
    let numbers: String = (1..=order.len()).map(|place| format!("<th>{place}</th>")).collect();
    let rows: String = (order.iter().enumerate())
        .map(|(place, &one)| {
            let cells: String = order.iter().map(|&other| cell(standings, one, other)).collect();
            let name = player(&standings.totals[one].player);
            format!("<tr><th>{}</th><th class=name>{name}</th>{cells}</tr>\n", place + 1)
        })
        .collect();
    format!(
        "<div class=scroll><table class=cross><thead><tr><th></th><th></th>{numbers}</tr></thead>\
         <tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn cell(standings: &Standings, one: usize, other: usize) -> String {
    if one == other {
        return "<td class=self></td>".to_owned();
    }
    let Some(record) = standings.between(one, other) else { return "<td>-</td>".to_owned() };
    let score = record.score();
    let color = if score >= 0.5 { "win" } else { "lose" };
    let strength = (score - 0.5).abs() * 1.3;
    format!(
        "<td class=heat style=\"background:rgb(var(--{color})/{strength:.2})\" title=\"{}: +{} ={} -{}\">\
         {:.0}</td>",
        escape(&standings.totals[other].player),
        record.wins,
        record.draws,
        record.losses,
        score * 100.0
    )
}

fn pairings(standings: &Standings) -> String {
    let rows: Vec<Vec<String>> = (standings.pairings.iter())
        .map(|pairing| {
            let [one, other] = pairing.players.map(|at| player(&standings.totals[at].player));
            let record = pairing.record;
            vec![
                one,
                other,
                record.wins.to_string(),
                record.draws.to_string(),
                record.losses.to_string(),
                percent(record.score()),
                percent(pairing.with_black.score()),
                pairing.elo.map_or_else(String::new, |elo| elo.to_string()),
                pairing.pairs.to_string(),
                format!("{:+.1}", pairing.margin as f64 / f64::from(record.games().max(1))),
            ]
        })
        .collect();
    let header = [
        "player",
        "against",
        "wins",
        "draws",
        "losses",
        "score",
        "with black",
        "Elo [95 %]",
        "pairs 0 to 2 points",
        "discs a game",
    ];
    let open = if rows.len() <= 10 { " open" } else { "" };
    let table = table(&header, &rows, &[0, 1]);
    format!(
        "<details{open}><summary><h3 style=\"display:inline\">Pairings</h3></summary>\n{table}</details>\n"
    )
}

/// Forfeited games: how often by whom, with the first as an example.
fn forfeits(rows: &[GameRow]) -> String {
    let mut losses: Vec<(&str, GameEnding, Vec<&GameRow>)> = Vec::new();
    for row in rows.iter().filter(|row| row.ending.is_forfeit()) {
        let black_lost = row.loser() == Some(Color::Black);
        let loser = if black_lost { &row.black } else { &row.white };
        let same = |known: &&mut (&str, GameEnding, _)| (known.0, known.1) == (loser, row.ending);
        match losses.iter_mut().find(same) {
            Some((.., games)) => games.push(row),
            None => losses.push((loser, row.ending, vec![row])),
        }
    }
    if losses.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = (losses.iter())
        .map(|(loser, ending, games)| {
            let first = games.first().map_or_else(String::new, |row| {
                format!("game {}, {}", row.game, escape(&row.note))
            });
            vec![player(loser), value_name(ending), games.len().to_string(), first]
        })
        .collect();
    let table = table(&["player", "ending", "games", "the first"], &rows, &[0, 3]);
    format!("<h3>Forfeited games</h3>\n{table}")
}

/// A rating with its sign; what rounds to zero has none to lose.
fn elo(rating: f64) -> String {
    // Adding zero makes a negative zero positive.
    format!("{:+.0}", rating.round() + 0.0)
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}
