//! [`Names`]: names that must be unique.

use rigmill_pipeline::Code;
use std::collections::HashMap;

use super::table::{Field, Table};
use crate::report::Problem;

/// The names so far, each with its line.
#[derive(Default)]
pub(super) struct Names {
    lines: HashMap<String, u32>,
}

impl Names {
    /// Adds the name of a `what`, or reports that it already occurred.
    pub(super) fn add(&mut self, table: &Table<'_>, name: &Field<String>, what: &str, code: Code, help: &str) {
        let value = &name.located.value;
        if let Some(line) = self.lines.get(value) {
            let fact = || format!("there is a second {what} {value:?}; the first is on line {line}");
            return table.error(|| Problem::new(code, fact(), help).at(name.span));
        }
        self.lines.insert(value.clone(), name.located.position.line);
    }

    /// Returns the line of a name.
    pub(super) fn line(&self, name: &str) -> Option<u32> {
        self.lines.get(name).copied()
    }
}
