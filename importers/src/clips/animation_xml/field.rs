//! [`Field`]: an element that may occur once in its parent, and whether it could be read.

use rigmill_dom::{Located, Position};

use super::scalar::Scalar;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// Whether a field is present and could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The source leaves it out: the default holds.
    #[default]
    Absent,
    /// The source gives it.
    Given,
    /// The source gives it, but the value cannot be read, which has been reported. No rule is checked against it.
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
    /// The value, unless the source has one that cannot be read.
    pub(crate) fn known(&self) -> Option<&T> {
        (self.state != State::Unreadable).then_some(&self.value)
    }

    /// The value that the source gives; `None` when it gives none, or none that can be read.
    pub(crate) fn given(&self) -> Option<&T> {
        (self.state == State::Given).then_some(&self.value)
    }

    /// Where it is; `owner` when the source leaves it out.
    pub(crate) fn span(&self, owner: Span) -> Span {
        if self.is_given() { self.span } else { owner }
    }

    /// Whether the source gives it.
    pub(crate) fn is_given(&self) -> bool {
        self.state != State::Absent
    }

    /// Records that the source gives it, at this span.
    pub(crate) fn give(&mut self, cursor: &Cursor<'_>, span: Span) {
        self.state = State::Given;
        self.span = span;
        self.position = cursor.position(span);
    }

    /// Records that the value in the source cannot be read.
    pub(crate) fn spoil(&mut self) {
        self.state = State::Unreadable;
    }

    /// The value and its position; that of `owner` when the source leaves it out.
    pub(crate) fn into_located(self, owner: Position) -> Located<T> {
        Located::new(self.value, if self.state == State::Absent { owner } else { self.position })
    }
}

impl<T: Scalar> Field<T> {
    /// Reads the field, or skips the element when the field has been read before.
    pub(crate) fn read<'a>(&mut self, cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<()> {
        if self.is_given() {
            return cursor.skip_repeated(element);
        }
        // Until it has been read: reading may end before the value does.
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

/// The value of an element, and the span of its text. `None` after reporting that it cannot be read.
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
                    (codes::NIL, format!("{} is nil, expected {}", element.name(), T::EXPECTED))
                } else {
                    (error.code(), error.fact::<T>(element.name(), &text.value))
                };
                Problem::new(code, fact, error.help::<T>(&text.value)).at(text.span)
            });
            Ok(None)
        }
    }
}
