//! [`Table`]: rows and columns, as text or Markdown.

/// A table. The first column contains text, and the others contain numbers.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with these column names.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self { rows: vec![columns.iter().map(|&column| column.to_owned()).collect()] }
    }

    pub(crate) fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Formats columns separated by two spaces.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        self.rows.iter().map(|row| cells(row, &widths).join("  ").trim_end().to_owned() + "\n").collect()
    }

    /// Formats a Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let widths = self.widths();
        let line = |row: &Vec<String>| format!("| {} |\n", cells(row, &widths).join(" | "));
        let mut lines: Vec<String> = self.rows.iter().map(line).collect();
        let rules = widths
            .iter()
            .enumerate()
            .map(|(at, &width)| if at == 0 { "-".repeat(width + 2) } else { "-".repeat(width + 1) + ":" });
        lines.insert(1, format!("|{}|\n", rules.collect::<Vec<_>>().join("|")));
        lines.concat()
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        (0..self.rows[0].len()).map(width).collect()
    }
}

/// Aligns the first cell to the left and the others to the right.
fn cells(row: &[String], widths: &[usize]) -> Vec<String> {
    let padded = row.iter().zip(widths).enumerate();
    padded
        .map(|(at, (cell, &width))| if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
        .collect()
}
