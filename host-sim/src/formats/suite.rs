//! Suites: positions with names and, where they are known, the true scores of their moves.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use wedge_engine::{Eight, Move, Obf, Position, Size};

use crate::io::input_file;

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<S: Size = Eight> {
    /// Its name in reports.
    pub name: String,
    /// The position.
    pub position: Position<S>,
    /// Moves with their exact scores in discs for the mover; empty if the file has none.
    pub scores: Vec<(Move, i32)>,
}

impl<S: Size> Problem<S> {
    /// The exact score of the position, if known.
    #[must_use]
    pub fn best_score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// The moves with the best exact score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self.best_score();
        self.scores.iter().filter(move |(_, score)| Some(*score) == best).map(|&(mv, _)| mv)
    }
}

/// The suites that the program carries.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// FFO 1 to 19, and positions of the middle game.
    Default,
    /// The FFO problems with 14 to 16 empty squares.
    #[value(name = "ffo1-19")]
    Ffo1To19,
    /// The FFO problems with 6 to 26 empty squares.
    #[value(name = "ffo20-39")]
    Ffo20To39,
    /// The FFO problems with 20 to 26 empty squares.
    #[value(name = "ffo40-49")]
    Ffo40To49,
    /// Positions with 28 to 46 empty squares, without known scores.
    Middle,
}

const FFO_1_TO_19: &str = include_str!("../../data/ffo1-19.obf");
const FFO_20_TO_39: &str = include_str!("../../data/ffo20-39.obf");
const FFO_40_TO_49: &str = include_str!("../../data/ffo40-49.obf");
const MIDDLE: &str = include_str!("../../data/middle.obf");
const MIDGAME: &str = include_str!("../../data/midgame.obf");

impl Suite {
    /// Its positions.
    ///
    /// # Errors
    /// If the built-in data is damaged, which a test rules out.
    pub fn problems(self) -> Result<Vec<Problem>> {
        let texts: &[&str] = match self {
            Self::Default => &[FFO_1_TO_19, MIDGAME],
            Self::Ffo1To19 => &[FFO_1_TO_19],
            Self::Ffo20To39 => &[FFO_20_TO_39],
            Self::Ffo40To49 => &[FFO_40_TO_49],
            Self::Middle => &[MIDDLE],
        };
        parse(&texts.concat(), "problem")
    }
}

/// Reads a file of OBF lines or boards.
///
/// # Errors
/// If it cannot be read, holds nothing, or has a line that is no position: names the line.
pub fn read<S: Size>(path: &Path) -> Result<Vec<Problem<S>>> {
    let shown = path.display();
    let text = input_file::read_text_of("a text file of boards or OBF lines", None, path)?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let problems = parse(&text, &stem).with_context(|| shown.to_string())?;
    ensure!(!problems.is_empty(), "{shown}: no position in it: expected boards or OBF lines");
    Ok(problems)
}

/// Reads OBF lines and boards. A board may also stand in rows, with the player to move after the
/// last. Positions without a comment are called after `stem` and the line they begin in.
///
/// # Errors
/// If a line is no position: names it.
pub fn parse<S: Size>(text: &str, stem: &str) -> Result<Vec<Problem<S>>> {
    let mut problems: Vec<Problem<S>> = Vec::new();
    let mut names = HashSet::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let mut entry = line.to_owned();
        let mut count = squares(line);
        let mut is_open = is_row::<S>(line);
        while is_open && count <= S::AREA {
            let Some((_, next)) = lines.next() else { break };
            is_open = !next.contains([';', '%']);
            count += squares(next);
            entry += " ";
            entry += next.trim();
        }
        let place = || format!("line {}", at + 1);
        check_size::<S>(&entry).with_context(place)?;
        let Some(obf) = Obf::<S>::parse(&entry).with_context(place)? else { continue };
        let name = match obf.comment() {
            "" => format!("{stem}:{}", at + 1),
            name => name.to_owned(),
        };
        if !names.insert(name.clone()) {
            bail!("line {}: a second position called `{name}`: expected a name of its own", at + 1);
        }
        let scores = obf.scores().collect();
        problems.push(Problem { name, position: obf.position(), scores });
    }
    Ok(problems)
}

fn squares(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Whether a line is the first row of a board that continues in the next line.
fn is_row<S: Size>(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let row = first.len() <= S::WIDTH && first.chars().all(|c| "XxOo*-.012_".contains(c));
    row && !first.is_empty() && !line.contains([';', '%'])
}

/// Refuses a board of the other size with a clear message.
fn check_size<S: Size>(text: &str) -> Result<()> {
    let board = text.split([';', '%', '#']).next().unwrap_or_default();
    for side in [6, 8] {
        if squares(board) == side * side + 1 && side * side != S::AREA {
            bail!("a board of {side}x{side}: expected {}x{}", S::WIDTH, S::HEIGHT);
        }
    }
    Ok(())
}

/// Reads one board of a known size, as given on the command line.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse_board<S: Size>(text: &str) -> Result<Position<S>> {
    check_size::<S>(text)?;
    text.parse().map_err(|error| anyhow!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::value_enum::value_name;
    use wedge_engine::Six;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_suites_hold_what_their_names_say() {
        for (suite, first, last, count) in [
            (Suite::Default, "ffo01", "mid22", 27),
            (Suite::Ffo1To19, "ffo01", "ffo19", 19),
            (Suite::Ffo20To39, "ffo20", "ffo39", 20),
            (Suite::Ffo40To49, "ffo40", "ffo49", 10),
            (Suite::Middle, "middle46-01", "middle28-40", 160),
        ] {
            let problems = suite.problems().unwrap();
            assert_eq!(problems.len(), count, "{}", value_name(&suite));
            assert_eq!(problems[0].name, first);
            assert_eq!(problems[count - 1].name, last);
            let ffo = problems.iter().filter(|problem| problem.name.starts_with("ffo"));
            assert!(ffo.clone().all(|problem| problem.best_score().is_some()));
        }
    }

    /// The same facts, collected by others: compared where that folder is at hand.
    /// The published best scores of FFO 40 to 49.
    #[test]
    fn the_hardest_suite_has_the_published_scores() {
        let problems = Suite::Ffo40To49.problems().unwrap();
        let scores: Vec<i32> = problems.iter().filter_map(Problem::best_score).collect();
        assert_eq!(scores, [38, 0, 6, -12, -14, 6, -8, 4, 28, 16]);
    }

    /// Every score of the published collection, if `WEDGE_SHARED_DATA` says where it is.
    #[test]
    fn the_suites_agree_with_the_published_collection() {
        let Some(folder) = std::env::var_os("WEDGE_SHARED_DATA") else { return };
        let folder = Path::new(&folder).join("positions");
        for (suite, file) in [
            (Suite::Ffo1To19, "ffo-1-19.obf"),
            (Suite::Ffo20To39, "ffo-20-39.obf"),
            (Suite::Ffo40To49, "ffo-40-49.obf"),
        ] {
            let published = read::<Eight>(&folder.join(file)).unwrap();
            let own = suite.problems().unwrap();
            let facts = |problem: &Problem| (problem.position, problem.scores.clone());
            assert!(own.iter().map(facts).eq(published.iter().map(facts)), "{file}");
        }
    }

    #[test]
    fn boards_in_rows_and_in_one_line_are_the_same() {
        let rows = "\
00000000
00000000
00000000
00021000
00012000
00000000
00000000
00000000
1
";
        let text = format!("# plain boards\n\n{START}\n{rows}{START}; f5:+0; % third\n");
        let problems = parse::<Eight>(&text, "file").unwrap();
        let names: Vec<_> = problems.iter().map(|problem| problem.name.as_str()).collect();
        assert_eq!(names, ["file:3", "file:4", "third"]);
        assert!(problems.iter().all(|problem| problem.position == Position::default()));
        assert_eq!(problems[2].best_moves().count(), 1);
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let say = |text: &str| format!("{:#}", parse::<Eight>(text, "file").unwrap_err());
        assert_eq!(
            say(&format!("{START}\n{START}X")),
            "line 2: unexpected text from character 67, after the player to move"
        );
        assert_eq!(
            say("--------------OX----XO-------------- X"),
            "line 1: a board of 6x6: expected 8x8"
        );
        assert_eq!(
            say("--------\n--------\n"),
            "line 1: 16 squares: expected 64 and the player to move"
        );
        assert_eq!(
            say(&format!("{START}; % a\n{START}; % a")),
            "line 2: a second position called `a`: expected a name of its own"
        );
        let six = format!("{:#}", parse_board::<Six>(START).unwrap_err());
        assert_eq!(six, "a board of 8x8: expected 6x6");
    }
}
