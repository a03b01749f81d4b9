//! Text is the same whatever editor wrote it.

/// A text without a byte-order mark, with `\n` at the end of each line.
#[must_use]
pub fn plain(text: String) -> String {
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_is_one() {
        for text in ["a\nb\n", "a\rb\r", "a\r\nb\r\n", "\u{feff}a\r\nb\r"] {
            assert_eq!(plain(text.to_owned()), "a\nb\n");
        }
        assert_eq!(plain("\r\r\n\n".to_owned()), "\n\n\n");
    }
}
