//! [`Position`]: a line and a column.

use std::fmt;

/// Where in a text source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

impl Position {
    /// The first character of a source.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
