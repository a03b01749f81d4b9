//! The game viewer: the games as JSON in the page, and the script that shows them.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::Serialize;
use wedge_engine::{Eight, Game, Position, Six, Size};
use wedge_formats::openings;

use super::page::Section;
use super::sources::{LoggedGame, Sources};
use crate::arena::GameRow;
use crate::io::input_file;
use crate::io::value_enum::value_name;

const SCRIPT: &str = include_str!("viewer.js");

/// The data that the script reads.
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
    /// Discs placed by the opening that was given.
    opening: usize,
    /// The usual name of the opening that was played.
    name: Option<&'static str>,
    result: String,
    /// The movers' scores, in discs for black, for each disc placed, up to the last known one.
    scores: Vec<Option<f64>>,
}

/// The name of a game's opening; only the usual board has names.
fn opening_name(size: usize, moves: &str) -> Option<&'static str> {
    let game = moves.parse::<Game>().ok().filter(|_| size == Eight::SIDE)?;
    openings::name(&game)
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
        let scored = scores.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        scores.truncate(scored);
        self.games.push(ShownGame {
            title: log.name.clone(),
            black,
            white,
            size: log.size,
            start: log.start.clone(),
            moves: log.moves.clone(),
            opening: 0,
            name: opening_name(log.size, &log.moves),
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
            name: opening_name(size, &row.moves),
            result: format!("{}:{} ({ending})", row.black_discs, row.white_discs),
            scores: Vec::new(),
        });
    }
}

/// How the script with the board and the engine begins: `web/vite.report.config.ts` writes it.
const ENGINE_MARK: &str = "// Wedge report engine 1\n";

/// Reads the script with the board and the engine.
///
/// # Errors
/// If it cannot be read or is another file: names it.
pub(crate) fn read_engine(path: &Path) -> Result<String> {
    let expected =
        "the script that `cargo xtask web --build` writes, web/generated/report-engine.js";
    let script = input_file::read_text_of(expected, Some("--engine"), path)?;
    ensure!(
        script.starts_with(ENGINE_MARK) && !script.contains("</"),
        "--engine {}: expected {expected}",
        path.display()
    );
    Ok(script)
}

/// The section with the viewer and at most `most` games, if there are games. A game that has a log
/// is shown once, with the players' scores.
pub(crate) fn section(sources: &Sources, most: usize, engine: Option<&str>) -> Option<Section> {
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
        if shown < all { format!(" The first {shown} of {all} are shown.") } else { String::new() };
    // Only `<` could end the script element.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let (values, script) = match engine {
        Some(script) => (VALUES, format!("<script>\n{script}</script>\n")),
        None => (NO_ENGINE, String::new()),
    };
    let frame = FRAME.replace("{values}", values);
    let body = format!(
        "<p class=soft>Arrow keys or buttons step through the moves; a tap on a dot tries another \
         move.{cut}</p>\n{frame}{script}\
         <script type=\"application/json\" id=games>{json}</script>\n<script>\n{SCRIPT}</script>\n"
    );
    Some(Section { id: "viewer".into(), title: "Games".into(), body })
}

const VALUES: &str = r#"<label class=values><input type=checkbox id=values> Show the engine's values</label><p id=thought class=soft role=status></p>"#;
const NO_ENGINE: &str = "<p class=soft>This page has no engine, so it gives no values: \
    <code>host-sim report --engine</code> adds one.</p>";

const FRAME: &str = r#"<noscript><p>The viewer needs JavaScript; the rest of this page works without it.</p></noscript>
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
<button id=back hidden>Back to the game</button>
{values}
<figure><figcaption>The players' scores, in discs for black</figcaption><svg id=scores viewBox="0 0 420 118" role=img aria-label="Scores by move"></svg>
<ul class=legend><li class=c0>black</li><li class=c1>white</li></ul></figure>
<ol id=moves></ol>
</div>
</div>
"#;
