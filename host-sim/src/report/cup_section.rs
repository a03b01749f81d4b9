//! The section of a cup: groups and bracket.

use super::page::{player, table};
use crate::arena::GameRow;
use crate::arena::cup::{Cup, Duel};
use crate::io::markup::escape;

/// The body of the section.
pub(crate) fn body(rows: &[GameRow]) -> String {
    let cup = Cup::of(rows);
    let mut html = String::new();
    for group in &cup.groups {
        let rows: Vec<Vec<String>> = (group.standings.ranking().iter().enumerate())
            .map(|(place, &at)| {
                let total = &group.standings.totals[at];
                let record = total.record;
                vec![
                    (place + 1).to_string(),
                    player(&total.player),
                    record.wins.to_string(),
                    record.draws.to_string(),
                    record.losses.to_string(),
                    record.points().to_string(),
                    format!("{} : {}", total.discs, total.discs_against),
                ]
            })
            .collect();
        let header = ["", "player", "wins", "draws", "losses", "points", "discs"];
        html += &format!("<h3>{}</h3>\n{}", capitalized(&group.name), table(&header, &rows, &[1]));
    }
    let rounds: String = (cup.rounds.iter())
        .map(|round| {
            let duels: String = round.duels.iter().map(duel).collect();
            format!("<div class=round><h4>{}</h4><ol>{duels}</ol></div>", capitalized(&round.name))
        })
        .collect();
    if !rounds.is_empty() {
        html += &format!("<h3>Knock-out</h3>\n<div class=\"scroll bracket\">{rounds}</div>\n");
    }
    if let Some(winner) = cup.winner() {
        html += &format!("<p>The cup goes to {}.</p>\n", player(winner));
    }
    html
}

/// A name with a capital letter.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    escape(&first.into_iter().chain(letters).collect::<String>())
}

fn duel(duel: &Duel) -> String {
    let sides: String = (0..2)
        .map(|side| {
            let won = if duel.winner() == side { " won" } else { "" };
            let (name, points) = (player(&duel.players[side]), duel.points[side]);
            format!("<div class=\"duel{won}\"><span>{name}</span><span>{points}</span></div>")
        })
        .collect();
    let how = match duel.decided_by() {
        "points" => String::new(),
        other => format!("<div class=soft>by {other}</div>"),
    };
    format!("<li>{sides}{how}</li>")
}
