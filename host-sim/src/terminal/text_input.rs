//! A line of text that is being typed, with a cursor.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextInput {
    text: String,
    /// The cursor, as a byte offset on a character boundary.
    at: usize,
    /// Whether the text is a suggestion: the first character typed replaces it.
    suggested: bool,
}

impl TextInput {
    /// A suggestion, which typing replaces and which the arrows, Home, End and Backspace edit.
    #[must_use]
    pub const fn suggestion(text: String) -> Self {
        let at = text.len();
        Self { text, at, suggested: true }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text before and after the cursor.
    #[must_use]
    pub fn split(&self) -> (&str, &str) {
        self.text.split_at(self.at)
    }

    /// Whether the next character replaces the text.
    #[must_use]
    pub const fn is_suggestion(&self) -> bool {
        self.suggested
    }

    /// Inserts text at the cursor, or replaces a suggestion.
    pub fn insert(&mut self, text: &str) {
        if std::mem::take(&mut self.suggested) {
            self.clear();
        }
        self.text.insert_str(self.at, text);
        self.at += text.len();
    }

    fn clear(&mut self) {
        self.text.clear();
        self.at = 0;
    }

    /// The length of the character before the cursor, and of the one after it.
    fn around(&self) -> (usize, usize) {
        let (before, after) = self.split();
        let length = |c: Option<char>| c.map_or(0, char::len_utf8);
        (length(before.chars().next_back()), length(after.chars().next()))
    }

    /// Handles a key of the editor; other keys do nothing.
    pub fn handle(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if let (KeyCode::Char(c), false) = (key.code, control) {
            return self.insert(c.encode_utf8(&mut [0; 4]));
        }
        let (before, after) = self.around();
        match key.code {
            KeyCode::Left => self.at -= before,
            KeyCode::Right => self.at += after,
            KeyCode::Home | KeyCode::Char('a') => self.at = 0,
            KeyCode::End | KeyCode::Char('e') => self.at = self.text.len(),
            KeyCode::Backspace => {
                self.at -= before;
                self.text.replace_range(self.at..self.at + before, "");
            }
            KeyCode::Delete => self.text.replace_range(self.at..self.at + after, ""),
            KeyCode::Char('u') => self.clear(),
            _ => return,
        }
        self.suggested = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(mut input: TextInput, keys: &[KeyCode]) -> TextInput {
        keys.iter().for_each(|&key| input.handle(KeyEvent::from(key)));
        input
    }

    #[test]
    fn typing_replaces_a_suggestion_and_editing_keeps_it() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let suggestion = || TextInput::suggestion("game-1.txt".to_owned());
        let replaced = typed(suggestion(), &[Char('a'), Char('b')]);
        assert_eq!((replaced.text(), replaced.is_suggestion()), ("ab", false));
        let ending: Vec<KeyCode> =
            [Backspace; 3].into_iter().chain("sgf".chars().map(Char)).collect();
        assert_eq!(typed(suggestion(), &ending).text(), "game-1.sgf");
        let middle = typed(suggestion(), &[Home, Delete, Char('G'), Right, End, Left, Char('x')]);
        assert_eq!(middle.text(), "Game-1.txxt");
        let mut pasted = suggestion();
        pasted.insert("é.txt");
        assert_eq!(typed(pasted, &[Home, Right, Backspace, Backspace]).text(), ".txt");
    }
}
