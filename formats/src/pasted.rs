//! Games as people paste them: numbered lists, commas, upper case, tags and comments as in PGN, web
//! addresses with the moves in a parameter.

use anyhow::{Result, anyhow, bail};
use wedge_engine::Game;

use crate::GameRecord;

/// Reads one game from a pasted text.
///
/// Squares may be written together or apart, in small or capital letters, with commas, hyphens,
/// numbers and line ends between them. `{comments}`, tags such as `[Black "name"]`, passes and results
/// are understood; a pass may be left out. Of a web address, the parameter with the most moves counts.
///
/// ```
/// let record = wedge_formats::pasted::read("1. F5 D6  2. C3, D3 {a comment} 3. c4")?;
/// assert_eq!(record.game.to_string(), "f5d6c3d3c4");
/// let record = wedge_formats::pasted::read("https://example.org/view?id=7&moves=F5%20D6")?;
/// assert_eq!(record.game.to_string(), "f5d6");
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
/// What was not understood, or the first move that is not legal.
pub fn read(text: &str) -> Result<GameRecord> {
    if let Some(address) = address(text) {
        return from_address(address);
    }
    let (black, white, rest) = without_tags(text);
    let moves = transcript(&rest)?;
    if moves.is_empty() {
        bail!("no moves: expected squares such as f5");
    }
    Ok(GameRecord { black, white, game: play(&moves)? })
}

fn play(moves: &str) -> Result<Game> {
    moves.parse().map_err(|error| anyhow!("{error}"))
}

/// A web address, if the text is one.
fn address(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_one = text.starts_with("http://") || text.starts_with("https://");
    (is_one && !text.contains(char::is_whitespace)).then_some(text)
}

/// The game in a parameter of an address, after its `?` or `#`.
fn from_address(address: &str) -> Result<GameRecord> {
    let parameters = address.split(['?', '#', '&', ';', '/']).skip(3);
    let values =
        parameters.map(|part| decoded(part.split_once('=').map_or(part, |(_, value)| value)));
    let games = values.filter_map(|value| transcript(&value).ok()).filter(|moves| moves.len() >= 4);
    let Some(moves) = games.max_by_key(String::len) else {
        bail!("an address without moves: expected them in a parameter, as in ?moves=f5d6c3");
    };
    Ok(GameRecord { game: play(&moves)?, ..GameRecord::default() })
}

/// A value of an address without its escapes.
fn decoded(value: &str) -> String {
    let mut text = Vec::new();
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
        let escaped = digit(0).zip(digit(1)).filter(|_| *first == b'%');
        rest = if escaped.is_some() { &after[2..] } else { after };
        text.push(match (escaped, first) {
            (Some((high, low)), _) => (high * 16 + low) as u8,
            (None, b'+') => b' ',
            (None, &byte) => byte,
        });
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The names in the tags `[Black "..."]` and `[White "..."]`, and the text without tags and comments.
fn without_tags(text: &str) -> (String, String, String) {
    let (mut black, mut white, mut rest) = (String::new(), String::new(), String::new());
    let mut after = text;
    while let Some(at) = after.find(['[', '{', ';']) {
        rest.push_str(&after[..at]);
        rest.push(' ');
        let end = match after.as_bytes()[at] {
            b'[' => ']',
            b'{' => '}',
            _ => '\n',
        };
        let inside = &after[at + 1..];
        let (inside, next) = inside.split_once(end).unwrap_or((inside, ""));
        if end == ']'
            && let Some((name, value)) = inside.split_once('"')
        {
            let value = value.trim_end().trim_end_matches('"').to_owned();
            match name.trim() {
                "Black" => black = value,
                "White" => white = value,
                _ => {}
            }
        }
        after = next;
    }
    rest.push_str(after);
    (black, white, rest)
}

/// The squares of a text as a transcript.
fn transcript(text: &str) -> Result<String> {
    let mut moves = String::new();
    let apart = |c: char| c.is_whitespace() || ",-–—|>/".contains(c);
    for word in text.split(apart) {
        // `12.`, `12...`, `12)` or `#12` may stand before a move, with or without a space. A digit
        // never begins a square.
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || "#.:)(*½".contains(c));
        let word = word.trim_end_matches(['.', ':', ')', '!', '?', '*', '"']).to_ascii_lowercase();
        if ["", "ps", "pa", "pass", "black", "white", "b", "w", "x", "o"].contains(&word.as_str()) {
            continue;
        }
        let squares = word.as_bytes().chunks(2);
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        if !squares.clone().all(|pair| is_square(pair) || pair == b"ps" || pair == b"pa") {
            bail!("`{word}`: expected squares such as f5");
        }
        for pair in squares.filter(|pair| is_square(pair)) {
            moves.extend(pair.iter().map(|&byte| char::from(byte)));
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same game in the forms that people and sites use.
    #[test]
    fn a_game_is_read_in_every_form() {
        for text in [
            "f5d6c3d3c4",
            "F5D6C3D3C4",
            "f5 d6 c3 d3 c4",
            "F5, D6, C3, D3, C4",
            "f5-d6-c3-d3-c4",
            "1. f5 d6 2. c3 d3 3. c4",
            "1.f5 2.d6 3.c3 4.d3 5.c4",
            "1) f5\n2) d6\n3) c3\n4) d3\n5) c4\n",
            "1 f5 2 d6 3 c3 4 d3 5 c4",
            "1: F5\r\n2: D6\r\n3: C3\r\n4: D3\r\n5: C4",
            "1. f5 1... d6 2. c3 2... d3 3. c4 *",
            "[Event \"Club\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"34-30\"]\n\n\
             1. f5 d6 {usual} 2. c3! d3 ; a comment\n3. c4 34-30\n",
            "#1 f5 #2 d6 #3 c3 #4 d3 #5 c4",
            "Black: f5 White: d6 Black: c3 White: d3 Black: c4",
            "f5|d6|c3|d3|c4",
            "f5d6 c3d3 c4 1/2-1/2",
            "https://example.org/?moves=f5d6c3d3c4",
            "https://example.org/board?id=12&m=F5D6C3D3C4&lang=en",
            "https://example.org/view#f5d6c3d3c4",
            "http://example.org/replay/f5d6c3d3c4",
            "https://example.org/?g=f5%20d6%2Cc3+d3%20c4#top",
        ] {
            let record = read(text).unwrap_or_else(|error| panic!("{text}: {error:#}"));
            assert_eq!(record.game.to_string(), "f5d6c3d3c4", "{text}");
        }
        let tagged = read("[Black \"Ann\"]\n[White \"Ben\"]\n1. f5").unwrap();
        assert_eq!(tagged.to_string(), "Ann - Ben");
    }

    /// After these moves black has to pass.
    #[test]
    fn passes_may_stand_or_be_left_out() {
        let before = "c4c3f5b4a4a5c2a3";
        let position = before.parse::<Game>().unwrap().position();
        assert!(position.must_pass(), "{position}");
        let next = position.play(wedge_engine::Move::Pass).unwrap().board().legal_moves();
        let next = next.into_iter().next().unwrap();
        let wanted = format!("{before}{next}").parse::<Game>().unwrap();
        for pass in ["", " pass ", " PA ", " -- ", " 7... ps "] {
            assert_eq!(read(&format!("{before}{pass}{next}")).unwrap().game, wanted, "{pass}");
        }
    }

    #[test]
    fn what_is_no_game_is_refused_by_name() {
        let say = |text: &str| format!("{:#}", read(text).unwrap_err());
        assert_eq!(say("1. f5 zz"), "`zz`: expected squares such as f5");
        assert_eq!(say("1. f5 2. a1"), "move 2: a1 is not legal for white");
        assert_eq!(say("hello"), "`hello`: expected squares such as f5");
        assert_eq!(say("1. 2. 3."), "no moves: expected squares such as f5");
        assert_eq!(
            say("https://example.org/game/1234"),
            "an address without moves: expected them in a parameter, as in ?moves=f5d6c3"
        );
        assert_eq!(say("f5d"), "`f5d`: expected squares such as f5");
        for text in
            ["", "[", "{", "%", "https://", "https://a?%", "https://a?x=%f", "[Black \"", "é5", "½"]
        {
            let _ = read(text);
        }
    }
}
