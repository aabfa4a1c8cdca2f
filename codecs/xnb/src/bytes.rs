//! The primitives of .NET's `BinaryReader` and `BinaryWriter`.

use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Result};

/// The maximum number of deviations that are reported for a file.
const MAX_DEVIATIONS: usize = 50;

/// Reads primitives one after another. Compares lengths with the number of remaining bytes before it allocates memory.
pub(crate) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The number of bytes in the file before `bytes`, for messages.
    offset: usize,
    lenient: bool,
    deviations: Vec<Error>,
}

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize, lenient: bool) -> Self {
        Self { bytes, at: 0, offset, lenient, deviations: Vec::new() }
    }

    pub(crate) const fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns the number of bytes that were read.
    pub(crate) const fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn into_deviations(self) -> Vec<Error> {
        self.deviations
    }

    /// Creates an error at the next byte.
    pub(crate) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::new(kind, message).at(self.offset + self.at)
    }

    pub(crate) fn invalid(&self, message: impl Into<String>) -> Error {
        self.error(ErrorKind::Value, message)
    }

    /// Returns an error at the next byte, unless `holds` is true.
    pub(crate) fn ensure(&self, holds: bool, kind: ErrorKind, message: impl FnOnce() -> String) -> Result<()> {
        if holds { Ok(()) } else { Err(self.error(kind, message())) }
    }

    /// Reports a [`deviation`](Self::deviation) at the next byte, unless `holds` is true.
    pub(crate) fn expect(&mut self, holds: bool, kind: ErrorKind, message: impl FnOnce() -> String) -> Result<()> {
        let checked = self.ensure(holds, kind, message);
        checked.or_else(|error| self.deviation(error))
    }

    /// Handles a problem that XNA and FNA accept: a lenient reader records it as a deviation, a strict reader returns it as an
    /// error.
    pub(crate) fn deviation(&mut self, error: Error) -> Result<()> {
        if !self.lenient {
            return Err(error);
        }
        if self.deviations.len() < MAX_DEVIATIONS {
            self.deviations.push(error);
        }
        Ok(())
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let left = self.remaining();
        let message = || format!("expected {count} more bytes, but only {left} are left");
        self.ensure(count <= left, ErrorKind::Truncated, message)?;
        self.at += count;
        Ok(&self.bytes[self.at - count..self.at])
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.bytes(N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// Reads a count of items that take at least `smallest` bytes each. The count is never larger than the remaining bytes can
    /// contain.
    pub(crate) fn count(&mut self, smallest: usize, items: &str) -> Result<usize> {
        let count = i32::from_le_bytes(self.array()?);
        self.expect(count >= 0, ErrorKind::Value, || format!("the number of {items} is {count}, expected at least 0"))?;
        let count = usize::try_from(count).unwrap_or(0);
        let message = || format!("{count} {items} do not fit into the remaining {} bytes", self.remaining());
        self.ensure(count <= self.remaining() / smallest.max(1), ErrorKind::Truncated, message)?;
        Ok(count)
    }

    /// Reads a 7-bit encoded integer: seven bits per byte, lowest bits first.
    pub(crate) fn packed(&mut self) -> Result<u32> {
        let mut value = 0_u32;
        for index in 0..5 {
            let [byte] = self.array()?;
            let bits = u32::from(byte & 0x7f);
            if index == 4 && bits > 0x0f {
                break;
            }
            value |= bits << (7 * index);
            if byte & 0x80 == 0 {
                let message =
                    || "the 7-bit encoded integer before this byte takes more bytes than necessary".to_owned();
                self.expect(byte != 0 || index == 0, ErrorKind::Value, message)?;
                return Ok(value);
            }
        }
        Err(self.invalid("a 7-bit encoded integer has more than five bytes or more than 32 bits"))
    }

    /// Reads a UTF-8 string that follows its length in bytes (a 7-bit encoded integer).
    pub(crate) fn string(&mut self) -> Result<String> {
        let length = self.packed()?;
        let bytes = self.bytes(usize::try_from(length).unwrap_or(usize::MAX))?;
        let text = String::from_utf8_lossy(bytes);
        let message = || "the string before this byte is not UTF-8".to_owned();
        self.expect(matches!(text, Cow::Borrowed(_)), ErrorKind::Value, message)?;
        Ok(text.into_owned())
    }
}

/// Writes primitives one after another.
#[derive(Debug, Default)]
pub(crate) struct ByteWriter(pub(crate) Vec<u8>);

impl ByteWriter {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes a count. A count that does not fit into an `i32` occurs only in files that are too large for their header, which
    /// are rejected at the end.
    pub(crate) fn count(&mut self, count: usize) {
        self.bytes(&i32::try_from(count).unwrap_or(i32::MAX).to_le_bytes());
    }

    pub(crate) fn packed(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.0.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        self.0.push(value.to_le_bytes()[0]);
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.packed(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.bytes(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_integers_come_back_in_the_fewest_bytes() {
        for (value, bytes) in [(0, 1), (0x7f, 1), (0x80, 2), (0x3fff, 2), (0x4000, 3), (u32::MAX, 5)] {
            let mut output = ByteWriter::default();
            output.packed(value);
            assert_eq!((output.0.len(), ByteReader::new(&output.0, 0, false).packed()), (bytes, Ok(value)));
        }
        for (bytes, lenient) in [(b"\x80\x00".as_slice(), Some(0)), (b"\xff\xff\xff\xff\x1f", None), (b"\x80", None)] {
            assert!(ByteReader::new(bytes, 0, false).packed().is_err());
            assert_eq!(ByteReader::new(bytes, 0, true).packed().ok(), lenient);
        }
    }
}
