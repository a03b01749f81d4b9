//! Text tables, for the terminal and as Markdown.

use std::fmt;

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, ContentArrangement, Table};

/// A table with columns as wide as their contents.
pub struct TextTable(Table);

impl TextTable {
    /// A table with a header, its columns aligned right.
    #[must_use]
    pub fn new(header: &[&str]) -> Self {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(header);
        for column in table.column_iter_mut() {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_padding((0, 2));
        }
        Self(table)
    }

    /// Aligns some columns left.
    #[must_use]
    pub fn left(mut self, columns: &[usize]) -> Self {
        for &at in columns {
            if let Some(column) = self.0.column_mut(at) {
                column.set_cell_alignment(CellAlignment::Left);
            }
        }
        self
    }

    /// Formats the table as Markdown.
    #[must_use]
    pub fn markdown(mut self) -> Self {
        self.0.load_preset(ASCII_MARKDOWN);
        for column in self.0.column_iter_mut() {
            column.set_padding((1, 1));
        }
        self
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.add_row(cells.into_iter().map(shortened).collect::<Vec<_>>());
    }
}

/// The longest text of a cell, in characters: a principal variation has 120.
const WIDEST: usize = 200;

/// A text that fits into a cell. Files may have names of any length.
fn shortened(text: String) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.trim_fmt())
    }
}
