//! [`Field`]: an element that may occur once in its parent, and the state of reading it.

use rigmill_dom::{Located, Position};

use super::scalar::Scalar;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// Whether a field is present and readable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The source does not contain the field, so the default applies.
    #[default]
    Absent,
    /// The source contains the field.
    Given,
    /// The source contains the field, but its value cannot be read, which was reported. Rules are not checked for this value.
    Unreadable,
}

/// An element that may occur once in its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field<T> {
    pub(crate) value: T,
    span: Span,
    position: Position,
    state: State,
}

impl<T> Field<T> {
    /// Returns the value, unless the source contains a value that cannot be read.
    pub(crate) fn known(&self) -> Option<&T> {
        (self.state != State::Unreadable).then_some(&self.value)
    }

    /// Returns the value in the source; `None` if there is none, or if it cannot be read.
    pub(crate) fn given(&self) -> Option<&T> {
        (self.state == State::Given).then_some(&self.value)
    }

    /// Returns the span of the field, or `owner` if the source does not contain the field.
    pub(crate) fn span(&self, owner: Span) -> Span {
        if self.is_given() { self.span } else { owner }
    }

    /// Returns whether the source contains the field.
    pub(crate) fn is_given(&self) -> bool {
        self.state != State::Absent
    }

    /// Records that the source contains the field at this span.
    pub(crate) fn give(&mut self, cursor: &Cursor<'_>, span: Span) {
        self.state = State::Given;
        self.span = span;
        self.position = cursor.position(span);
    }

    /// Records that the value in the source cannot be read.
    pub(crate) fn spoil(&mut self) {
        self.state = State::Unreadable;
    }

    /// Returns the value with its position, or with the position of `owner` if the source does not contain the field.
    pub(crate) fn into_located(self, owner: Position) -> Located<T> {
        Located::new(self.value, if self.state == State::Absent { owner } else { self.position })
    }
}

impl<T: Scalar> Field<T> {
    /// Reads the field. Skips the element if the field was already read.
    pub(crate) fn read<'a>(&mut self, cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<()> {
        if self.is_given() {
            return cursor.skip_repeated(element);
        }
        // Until the value was read, because reading may fail before that.
        self.spoil();
        self.span = element.span;
        match read_scalar(cursor, element)? {
            Some((value, span)) => {
                self.value = value;
                self.give(cursor, span);
            }
            None => self.position = cursor.position(element.span),
        }
        Ok(())
    }
}

/// Reads the value of an element and the span of its text. Returns `None` after reporting that it cannot be read.
pub(crate) fn read_scalar<'a, T: Scalar>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(T, Span)>> {
    let Some(text) = cursor.text(element)? else {
        return Ok(None);
    };
    let text = if T::BLANKS_COUNT { text } else { cursor.trimmed(text, element) };
    match T::parse(&text.value) {
        Ok(value) => Ok(Some((value, text.span))),
        Err(error) => {
            cursor.problems().error(|| {
                let (code, fact) = if element.nil && text.value.is_empty() {
                    (codes::ANIMATION_NIL, format!("{} is nil, expected {}", element.name(), T::EXPECTED))
                } else {
                    (error.code(), error.fact::<T>(element.name(), &text.value))
                };
                Problem::new(code, fact, error.help::<T>(&text.value)).at(text.span)
            });
            Ok(None)
        }
    }
}
