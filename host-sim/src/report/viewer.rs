//! The game viewer: games as data in the page, and the script that shows them.

use std::collections::HashMap;

use serde::Serialize;
use wedge_engine::{Eight, Position, Six};

use super::page::Section;
use super::sources::{LoggedGame, Sources};
use crate::arena::GameRow;
use crate::io::value_enum::value_name;

const SCRIPT: &str = include_str!("viewer.js");

/// What the script reads.
#[derive(Default, Serialize)]
struct Data {
    players: Vec<String>,
    games: Vec<ShownGame>,
}

#[derive(Serialize)]
struct ShownGame {
    title: String,
    black: usize,
    white: usize,
    size: usize,
    start: String,
    moves: String,
    /// Discs placed before the players were asked.
    opening: usize,
    result: String,
    /// What the movers expected, in discs for black, for each disc placed; cut after the last.
    scores: Vec<Option<f64>>,
}

impl Data {
    fn player(&mut self, name: &str) -> usize {
        if let Some(at) = self.players.iter().position(|known| known == name) {
            return at;
        }
        self.players.push(name.to_owned());
        self.players.len() - 1
    }

    fn add_log(&mut self, log: &LoggedGame) {
        let (black, white) = (self.player(&log.black), self.player(&log.white));
        let mut scores: Vec<Option<f64>> = log.steps.iter().map(|step| step.score).collect();
        let thought = scores.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        scores.truncate(thought);
        self.games.push(ShownGame {
            title: log.name.clone(),
            black,
            white,
            size: log.size,
            start: log.start.clone(),
            moves: log.moves.clone(),
            opening: 0,
            result: log.result.clone(),
            scores,
        });
    }

    fn add_row(&mut self, file: &str, row: &GameRow) {
        let (black, white) = (self.player(&row.black), self.player(&row.white));
        let size = row.board_size();
        let ending = if row.note.is_empty() { value_name(&row.ending) } else { row.note.clone() };
        self.games.push(ShownGame {
            title: format!("{file} {}", row.game),
            black,
            white,
            size,
            start: if size == 6 {
                Position::<Six>::start().to_string()
            } else {
                Position::<Eight>::start().to_string()
            },
            moves: row.moves.clone(),
            opening: row.opening.len() / 2,
            result: format!("{}:{} ({ending})", row.black_discs, row.white_discs),
            scores: Vec::new(),
        });
    }
}

/// The section with the viewer and at most so many games; none without games. Games that have a
/// log are shown once, with what the players thought.
pub(crate) fn section(sources: &Sources, most: usize) -> Option<Section> {
    let mut data = Data::default();
    sources.logs.iter().take(most).for_each(|log| data.add_log(log));
    let mut all = sources.logs.len();
    let logged: HashMap<_, usize> = (sources.logs.iter().enumerate())
        .map(|(at, log)| ((&log.moves, &log.black, &log.white), at))
        .collect();
    for source in &sources.matches {
        for row in &source.rows {
            if let Some(&at) = logged.get(&(&row.moves, &row.black, &row.white)) {
                let shown = data.games.get_mut(at);
                shown.into_iter().for_each(|game| game.opening = row.opening.len() / 2);
                continue;
            }
            all += 1;
            if data.games.len() < most {
                data.add_row(&source.name, row);
            }
        }
    }
    if data.games.is_empty() {
        return None;
    }
    let shown = data.games.len();
    let cut =
        if shown < all { format!(" The first {shown} of {all} are here.") } else { String::new() };
    // Within a script only `<` could end it.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let body = format!(
        "<p class=soft>Arrow keys or buttons step through the moves.{cut}</p>\n{FRAME}\
         <script type=\"application/json\" id=games>{json}</script>\n<script>\n{SCRIPT}</script>\n"
    );
    Some(Section { id: "viewer".into(), title: "Games".into(), body })
}

const FRAME: &str = r#"<noscript><p>The viewer needs JavaScript; everything else on this page does without.</p></noscript>
<div class=viewer>
<div>
<select id=game aria-label="Game"></select>
<svg id=board role=img viewBox="0 0 90 90"></svg>
<div class=sides><div><span class="disc black" id=black-disc></span><span class=count id=black-count></span><code id=black-name></code></div>
<div><span class="disc white" id=white-disc></span><span class=count id=white-count></span><code id=white-name></code></div></div>
<div class=buttons><button id=first aria-label="First position" title="Home">«</button><button id=previous aria-label="Previous move" title="Left arrow">‹</button><button id=next aria-label="Next move" title="Right arrow">›</button><button id=last aria-label="Last position" title="End">»</button></div>
</div>
<div>
<p id=said role=status></p>
<figure><figcaption>What the players expect, in discs for black</figcaption><svg id=scores viewBox="0 0 420 118" role=img aria-label="Scores by move"></svg>
<ul class=legend><li class=c0>black</li><li class=c1>white</li></ul></figure>
<ol id=moves></ol>
</div>
</div>
"#;
