//! [`Position`] in a text source, and [`Located`]: a value with its position.

use std::fmt;

use serde::Serialize;

/// A position in a text source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, starting at 1.
    pub line: u32,
    /// The column in characters, starting at 1.
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

/// A value and its position in the source. Its serde form contains only the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The start of the value. If the source omits the value, this is the start of what contains it.
    #[serde(skip)]
    pub position: Position,
}

impl<T> Located<T> {
    /// Creates a value with its position.
    #[must_use]
    pub const fn new(value: T, position: Position) -> Self {
        Self { value, position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_no_part_of_the_serde_form() {
        let located = [Located::new(1.5_f32, Position { line: 7, column: 3 }), Located::new(-0.0, Position::START)];
        assert_eq!(serde_json::to_string(&located).unwrap(), "[1.5,-0.0]");
    }
}
