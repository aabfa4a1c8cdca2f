//! [`Table`]: the objects of one type for which JavaScript has handles. A handle is the number of the object's slot.

use crate::boundary::Failure;

#[derive(Debug)]
pub(crate) struct Table<T>(Vec<Option<T>>);

impl<T> Table<T> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an object, and returns its handle.
    pub(crate) fn open(&mut self, object: T) -> Result<i32, Failure> {
        let free = self.0.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.0.len());
        let handle = i32::try_from(slot)?;
        match free {
            Some(slot) => self.0[slot] = Some(object),
            None => self.0.push(Some(object)),
        }
        Ok(handle)
    }

    pub(crate) fn get(&mut self, handle: i32) -> Result<&mut T, Failure> {
        self.slot(handle).and_then(Option::as_mut).ok_or_else(|| "the object was disposed".into())
    }

    pub(crate) fn close(&mut self, handle: i32) {
        if let Some(slot) = self.slot(handle) {
            *slot = None;
        }
    }

    fn slot(&mut self, handle: i32) -> Option<&mut Option<T>> {
        self.0.get_mut(usize::try_from(handle).ok()?)
    }
}
