//! Lists of keys.

use super::field::Field;
use super::item::Item;
use crate::codes;
use crate::problems::{Stop, words};
use crate::span::Span;
use crate::xml::{Cursor, Element};

/// How many keys a list may have.
const MOST_KEYS: usize = 4 << 20;

impl<T: Item + Default> Field<Vec<T>> {
    /// Reads the items of a list behind those read before; a list may stand more than once. `check` sees the list
    /// after each item that can be read, and where that item is.
    pub(crate) fn read_list<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        element: &Element<'a>,
        mut check: impl FnMut(&[T], Span),
    ) -> Result<(), Stop> {
        if element.nil {
            return cursor.skip();
        }
        if !self.is_given() {
            self.give(cursor, element.span);
        }
        while let Some(child) = cursor.next_child()? {
            if child.name() != T::TAG {
                cursor.skip_unknown(&child, &[T::TAG])?;
                continue;
            }
            if self.value.len() == MOST_KEYS {
                return Err(too_many(cursor, element, &child));
            }
            let item = T::read(cursor, &child)?;
            self.value.push(item.map_or_else(T::default, |(item, _)| item));
            match item {
                Some((_, span)) => check(&self.value, span),
                None => self.spoil(),
            }
        }
        Ok(())
    }
}

fn too_many(cursor: &mut Cursor<'_>, list: &Element<'_>, item: &Element<'_>) -> Stop {
    cursor.problems().fatal(codes::LIMIT, item.span, || {
        words(format!("{} has more than {MOST_KEYS} keys", list.name()), "split the animation, or sample it less often")
    })
}
