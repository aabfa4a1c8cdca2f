//! [`Position`] in a text source, and [`Located`]: a value with its position.

use std::fmt;

use serde::Serialize;

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

/// A value and where the source gives it. Its serde form is that of the value alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it begins; where its owner begins when the source leaves it out.
    #[serde(skip)]
    pub position: Position,
}

impl<T> Located<T> {
    /// A value and where it begins.
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
