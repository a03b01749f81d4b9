//! The syntax that SGF and GGF share: trees of `NAME[value]` in parentheses.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use wedge_engine::{Color, Game, Move};

/// A value of a property, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) line: usize,
}

/// The main line of a game tree: everything up to its first closing parenthesis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) line: usize,
    pub(crate) properties: Vec<Property>,
}

impl Tree {
    /// The first value of a property.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map(|property| property.value.as_str())
    }
}

/// The trees of a text; text between them is skipped.
pub(crate) fn trees(text: &str) -> Result<Vec<Tree>> {
    let mut trees = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(start) = rest.find('(') {
        line += rest[..start].matches('\n').count();
        rest = &rest[start..];
        let (tree, length) =
            tree(rest, line).with_context(|| format!("game {}", trees.len() + 1))?;
        trees.push(tree);
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    Ok(trees)
}

/// Reads the tree at the start of a text; also returns its length.
fn tree(text: &str, first_line: usize) -> Result<(Tree, usize)> {
    let mut tree = Tree { line: first_line, properties: Vec::new() };
    let (mut line, mut depth, mut main_line) = (first_line, 0, true);
    let mut name = String::new();
    // A name applies to all values that follow: AB[c4][d4].
    let mut name_ended = false;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '[' => {
                let (value, lines) = value(&mut chars)
                    .with_context(|| format!("line {line}: `{name}[`: expected a `]` after it"))?;
                ensure!(!name.is_empty(), "line {line}: `[{value}]`: expected a name before it");
                if main_line {
                    tree.properties.push(Property { name: name.clone(), value, line });
                }
                line += lines;
                name_ended = true;
            }
            '(' | ')' | ';' => {
                name.clear();
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                main_line &= c != ')';
                if depth == 0 {
                    return Ok((tree, at + 1));
                }
            }
            '\n' => line += 1,
            _ if c.is_ascii_alphanumeric() => {
                if std::mem::take(&mut name_ended) {
                    name.clear();
                }
                // Old SGF files spell names out: Black[..] is B[..].
                if !c.is_ascii_lowercase() {
                    name.push(c);
                }
            }
            _ if c.is_whitespace() => {}
            _ => bail!("line {line}: `{c}`: expected a property such as B[f5]"),
        }
    }
    bail!("line {line}: the text ends within the game: expected `;)`")
}

/// Reads a value up to its closing bracket, if there is one; also returns how many lines it spans.
fn value(chars: &mut std::str::CharIndices<'_>) -> Option<(String, usize)> {
    let (mut value, mut lines) = (String::new(), 0);
    loop {
        let c = match chars.next()?.1 {
            ']' => return Some((value, lines)),
            '\\' => chars.next()?.1,
            c => c,
        };
        lines += usize::from(c == '\n');
        value.push(c);
    }
}

/// A text as the value of a property.
pub(crate) struct Value<'a>(pub(super) &'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if matches!(c, ']' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

/// Makes a move of a named player, after the other's pass if that was not written.
pub(crate) fn play(game: &mut Game, color: Color, mv: Move) -> Result<()> {
    let skipped = game.position().side() != color && game.position().must_pass();
    if skipped {
        game.play(Move::Pass)?;
    }
    let side = game.position().side();
    let ply = game.moves().len() + 1;
    ensure!(side == color || game.is_over(), "move {ply}: {color} moves: expected {side}");
    // Some programs write the passes after the end of a game.
    if game.is_over() && mv == Move::Pass {
        return Ok(());
    }
    let made = game.play(mv);
    if made.is_err() && skipped {
        game.undo();
    }
    Ok(made?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(tree: &Tree) -> Vec<(&str, &str, usize)> {
        tree.properties.iter().map(|p| (p.name.as_str(), p.value.as_str(), p.line)).collect()
    }

    #[test]
    fn names_values_and_lines() {
        let text = "1 (;GM[Othello]\nPB[a \\] b\\\\]AB[c4]\n[d4] Black[f5];)\n(;GM[2])";
        let trees = trees(text).unwrap();
        assert_eq!(
            pairs(&trees[0]),
            [
                ("GM", "Othello", 1),
                ("PB", "a ] b\\", 2),
                ("AB", "c4", 2),
                ("AB", "d4", 3),
                ("B", "f5", 3),
            ]
        );
        assert_eq!((trees.len(), trees[1].line, trees[1].get("GM")), (2, 4, Some("2")));
        assert_eq!(trees[1].get("PB"), None);
    }

    proptest! {
        /// Whatever a file holds: an error or trees, and no panic.
        #[test]
        fn anything_can_be_read(text in "[(;)\\[\\]BWa-h1-8 \\\\\n&é]{0,60}") {
            if let Ok(trees) = trees(&text) {
                prop_assert!(trees.len() <= text.matches('(').count());
            }
        }
    }

    #[test]
    fn variations_are_left_out() {
        let trees = trees("(;B[f5](;W[d6];B[c3](;W[d3])(;W[g5]))(;W[f6]))(;B[d3])").unwrap();
        let moves =
            |tree: &Tree| tree.properties.iter().map(|p| p.value.clone()).collect::<String>();
        assert_eq!(trees.iter().map(moves).collect::<Vec<_>>(), ["f5d6c3d3", "d3"]);
    }

    #[test]
    fn errors_name_the_game_and_the_line() {
        let say = |text: &str| format!("{:#}", trees(text).unwrap_err());
        assert_eq!(say("(;B[f5];)\n(;B[d3"), "game 2: line 2: `B[`: expected a `]` after it");
        assert_eq!(
            say("(;B[f5]\n;W[d6]"),
            "game 1: line 2: the text ends within the game: expected `;)`"
        );
        assert_eq!(say("(;[f5];)"), "game 1: line 1: `[f5]`: expected a name before it");
        assert_eq!(say("(;B[f5]&;)"), "game 1: line 1: `&`: expected a property such as B[f5]");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let name = "[a] \\ (b);";
        let text = format!("(;PB[{}];)", Value(name));
        assert_eq!(trees(&text).unwrap()[0].get("PB"), Some(name));
    }
}
