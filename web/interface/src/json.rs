//! Writes JSON: enough for numbers, texts and lists.

use std::fmt::{Display, Write};

/// An object that grows field by field.
#[derive(Debug)]
#[must_use]
pub struct Object(String);

impl Object {
    /// An object without fields.
    #[expect(clippy::new_without_default, reason = "a builder, not a value")]
    pub fn new() -> Self {
        Self("{".into())
    }

    /// Adds a field whose value is JSON already: a number, a truth value, a list, an object.
    pub fn raw(mut self, name: &str, value: impl Display) -> Self {
        let comma = if self.0.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
        self
    }

    /// Adds a field with a text.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, quoted(value))
    }

    /// The finished object.
    #[must_use]
    pub fn end(self) -> String {
        self.0 + "}"
    }
}

/// A list of JSON values.
#[must_use]
pub fn list(values: impl IntoIterator<Item = impl Display>) -> String {
    let mut text = String::from("[");
    for (at, value) in values.into_iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{value}");
    }
    text + "]"
}

/// A text in quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        for text in ["", "f5d6", "\"\\", "</script>\n\t\u{1}\u{7f}", "黑 – ж \u{1F600}"] {
            let object = Object::new().text("a", text).raw("b", list([1, 2])).end();
            let value: serde_json::Value = serde_json::from_str(&object).unwrap();
            assert_eq!(value["a"], text);
            assert_eq!(value["b"], serde_json::json!([1, 2]));
        }
    }
}
