//! The page around the sections: one HTML file with its style and script.

use crate::io::fingerprint::Fingerprint;
use crate::io::markup::escape;

/// The first line of a report, which identifies it.
pub(crate) const MARK: &str = "<!doctype html><!-- Wedge report -->";
const STYLE: &str = include_str!("style.css");

/// A part of the page with its heading.
pub(crate) struct Section {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) body: String,
}

/// The whole page.
pub(crate) fn page(title: &str, about: &str, sections: &[Section]) -> String {
    let title = escape(title);
    let links: String = (sections.iter())
        .map(|section| format!("<a href=\"#{}\">{}</a>", section.id, escape(&section.title)))
        .collect();
    let bodies: String = (sections.iter())
        .map(|Section { id, title, body }| {
            format!("<section id=\"{id}\"><h2>{}</h2>\n{body}</section>\n", escape(title))
        })
        .collect();
    format!(
        "{MARK}\n<html lang=en><head><meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=icon href=\"data:,\">\n<style>\n{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n<p class=soft>{about}</p>\n<nav>{links}</nav>\n{bodies}</body></html>\n"
    )
}

/// The name of a player, with line breaks allowed between its options.
pub(crate) fn player(name: &str) -> String {
    let parts = name.split_inclusive([':', ',', '/', ' ']).map(escape);
    format!("<code>{}</code>", parts.collect::<Vec<_>>().join("<wbr>"))
}

/// What the results of a file depend on; nothing for files of versions that did not keep it.
pub(crate) fn settings(run: &Fingerprint) -> String {
    if run.is_empty() {
        return String::new();
    }
    format!("<p class=soft>Settings: <code>{}</code></p>\n", escape(&run.to_string()))
}

/// A table of header cells and rows of cells, which are HTML; the columns in `names` hold text. On a
/// narrow screen a row becomes a list of names and values.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>], names: &[usize]) -> String {
    let class = |at: usize| if names.contains(&at) { " class=name" } else { "" };
    let head: String = header
        .iter()
        .enumerate()
        .map(|(at, cell)| format!("<th{}>{cell}</th>", class(at)))
        .collect();
    let body: String = (rows.iter())
        .map(|row| {
            let cells = row.iter().enumerate().map(|(at, cell)| {
                let name = header.get(at).copied().unwrap_or_default();
                format!("<td{} data-name=\"{}\">{cell}</td>", class(at), escape(name))
            });
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        })
        .collect();
    format!(
        "<div class=scroll><table class=rows><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        let nasty = "gtp:<script>\"x\" & 'y'";
        let page = page(
            nasty,
            &escape(nasty),
            &[Section {
                id: "a".into(),
                title: nasty.into(),
                body: table(&["who"], &[vec![player(nasty)]], &[0]),
            }],
        );
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.starts_with(MARK));
        assert_eq!(player("a:b=1,c=2"), "<code>a:<wbr>b=1,<wbr>c=2</code>");
    }
}
