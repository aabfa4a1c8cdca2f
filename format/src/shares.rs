//! Records that share one array: each names a part of it by first element and count.
//!
//! The parts have to follow each other without a gap, in record order, and fill the array. So no
//! element is used twice or left over, and one value has one encoding.

use crate::{EncodeError, InvalidContent};

/// Checks the parts that the records of a file name in one array.
pub(crate) struct ShareCheck {
    array: &'static str,
    next: u64,
}

impl ShareCheck {
    /// For the array that error messages call `array`.
    pub(crate) fn new(array: &'static str) -> Self {
        Self { array, next: 0 }
    }

    /// The next record's part; parts are given in record order.
    pub(crate) fn part(&mut self, record: usize, first: u32, count: u32) -> Result<(), InvalidContent> {
        if u64::from(first) != self.next {
            return Err(InvalidContent::ShareStart {
                array: self.array,
                record,
                found: u64::from(first),
                expected: self.next,
            });
        }
        // Stays far below u64::MAX: fewer than 2^32 records of fewer than 2^32 elements.
        self.next += u64::from(count);
        Ok(())
    }

    /// After the last part, for an array of `length` elements.
    pub(crate) fn finish(self, length: usize) -> Result<(), InvalidContent> {
        if self.next == length as u64 {
            return Ok(());
        }
        Err(InvalidContent::ShareTotal { array: self.array, found: self.next, expected: length as u64 })
    }
}

/// The elements `first .. first + count`; none where the array does not have them.
pub(crate) fn part<T>(array: &[T], first: u32, count: u32) -> &[T] {
    let range = || {
        let first = usize::try_from(first).ok()?;
        let end = first.checked_add(usize::try_from(count).ok()?)?;
        array.get(first..end)
    };
    range().unwrap_or_default()
}

/// Appends `items` and gives back first and count.
pub(crate) fn append<T: Copy>(array: &mut Vec<T>, items: &[T], what: &'static str) -> Result<(u32, u32), EncodeError> {
    let first = count(array.len(), what)?;
    array.extend_from_slice(items);
    count(array.len(), what)?;
    Ok((first, count(items.len(), what)?))
}

/// A length as a file stores it.
pub(crate) fn count(length: usize, what: &'static str) -> Result<u32, EncodeError> {
    u32::try_from(length).map_err(|_| EncodeError::TooMany { what, found: length, limit: u32::MAX })
}
