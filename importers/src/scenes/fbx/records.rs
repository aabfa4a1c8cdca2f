//! [`Records`]: the records of a binary file, without their values.

use crate::scenes::fbx_shared::transfer::{HEAD, is_wide, number};

/// A list of records.
#[derive(Clone, Copy)]
pub(super) struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    /// The number of bytes of a length.
    width: usize,
}

pub(super) struct Record<'a> {
    /// The position of the record's name in the file. The length of the name is before it, and before that, the length of the
    /// values.
    pub(super) name_at: usize,
    pub(super) name: &'a [u8],
    pub(super) values: &'a [u8],
    pub(super) children: Records<'a>,
}

impl<'a> Records<'a> {
    /// Returns the records of a binary file; `None` for other files.
    pub(super) fn of_file(bytes: &'a [u8]) -> Option<Self> {
        let width = if is_wide(bytes)? { 8 } else { 4 };
        Some(Self { bytes, at: HEAD, end: bytes.len(), width })
    }

    /// Returns the number of bytes of a length.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the next record, or that there are no more; `None` if the record is malformed.
    #[expect(clippy::option_option, reason = "malformed, none, one")]
    pub(super) fn next_record(&mut self) -> Option<Option<Record<'a>>> {
        if self.at >= self.end {
            return Some(None);
        }
        let width = self.width;
        let [end, length] = [number(self.bytes, self.at, width)?, number(self.bytes, self.at + 2 * width, width)?];
        let name_at = self.at + 3 * width + 1;
        let name_length = usize::from(*self.bytes.get(name_at - 1)?);
        if end == 0 {
            // A null record ends a list.
            self.at = self.end;
            return Some(None);
        }
        let values_at = name_at + name_length;
        let values_end = values_at.checked_add(length)?;
        if end > self.end || values_end > end {
            return None;
        }
        let (name, values) = (self.bytes.get(name_at..values_at)?, self.bytes.get(values_at..values_end)?);
        let children = Records { at: values_end, end, ..*self };
        self.at = end;
        Some(Some(Record { name_at, name, values, children }))
    }
}
