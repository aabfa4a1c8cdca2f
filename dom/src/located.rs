//! [`Located`]: a value and where the source gives it.

use serde::Serialize;

use crate::Position;

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
