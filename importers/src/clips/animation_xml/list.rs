//! Lists of keys.

use super::field::Field;
use super::item::Item;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// The maximum number of keys in a list.
const MAX_KEYS: usize = 4 << 20;

impl<T: Item + Default> Field<Vec<T>> {
    /// Reads the items of a list and appends them, because a list may occur more than once. After each readable item, calls
    /// `check` with the list and the item's span.
    pub(crate) fn read_list<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        element: &Element<'a>,
        mut check: impl FnMut(&[T], Span),
    ) -> Result<()> {
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
            if self.value.len() == MAX_KEYS {
                let fact = format!("{} has more than {MAX_KEYS} keys", element.name());
                let help = "split the animation, or export it with fewer keys per second";
                return Err(Problem::new(codes::XML_LIMIT, fact, help).at(child.span));
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
