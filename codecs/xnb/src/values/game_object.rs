//! [`GameObject`]: an object that a type reader of the game reads, with a reader and a writer for its fields.

use crate::bytes::ByteReader;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;
use crate::types::PrimitiveType;
use crate::values::Primitive;

/// An object that a type reader of the game reads: fields stored one after another, without names or types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameObject {
    /// The name of the type reader, with its assembly.
    pub reader: String,
    /// The fields, as [`FieldWriter`] writes them.
    pub bytes: Vec<u8>,
}

impl GameObject {
    /// Reads the asset of a file. The object must be last in the file, because only the end of the file shows where the object
    /// ends.
    pub(crate) fn read(reader: &str, input: &mut ContentReader<'_>) -> Result<Self> {
        let message = || {
            format!(
                "shared resources follow the object of the type reader `{reader}`, so the end of the object is unknown"
            )
        };
        input.bytes.ensure(input.resources == 0, ErrorKind::TypeReader, message)?;
        let bytes = input.bytes.bytes(input.bytes.remaining())?.to_vec();
        Ok(Self { reader: reader.to_owned(), bytes })
    }

    pub(crate) fn write(&self, output: &mut ContentWriter) {
        output.bytes.bytes(&self.bytes);
    }
}

/// Writes the fields of a [`GameObject`].
#[derive(Default)]
pub struct FieldWriter(ContentWriter);

impl FieldWriter {
    /// Writes a number, a vector or a similar value type.
    pub fn primitive(&mut self, value: &Primitive) {
        value.write(&mut self.0);
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        self.0.bytes.string(text);
    }

    /// Writes the count of a list. Write the items after it.
    pub fn count(&mut self, count: usize) {
        self.0.bytes.count(count);
    }

    /// Returns the bytes that were written.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.bytes.0
    }
}

/// Reads the fields of a [`GameObject`]. Positions in errors are bytes from the start of the object.
pub struct FieldReader<'a>(ContentReader<'a>);

impl<'a> FieldReader<'a> {
    /// Creates a reader that starts at the first field of an object.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(ContentReader::without_readers(ByteReader::new(bytes, 0, false)))
    }

    /// Reads a number, a vector or a similar value type.
    ///
    /// # Errors
    /// If the bytes end before the value does, or are not a valid value of this type.
    pub fn primitive(&mut self, ty: PrimitiveType) -> Result<Primitive> {
        Primitive::read(ty, &mut self.0)
    }

    /// Reads a string.
    ///
    /// # Errors
    /// If the bytes end before the string does, or the string is not UTF-8.
    pub fn string(&mut self) -> Result<String> {
        Field::read(&mut self.0)
    }

    /// Reads the count of a list.
    ///
    /// # Errors
    /// If the count is negative, or larger than the number of remaining bytes.
    pub fn count(&mut self) -> Result<usize> {
        self.0.bytes.count(1, "items")
    }

    /// Returns the number of remaining bytes.
    #[must_use]
    pub const fn remaining(&self) -> usize {
        self.0.bytes.remaining()
    }

    /// Returns the number of bytes that were read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.0.bytes.position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back_in_their_order() {
        let mut writer = FieldWriter::default();
        writer.string("é");
        writer.count(2);
        writer.primitive(&Primitive::Boolean(true));
        writer.primitive(&Primitive::Vector2([1.0, -0.0]));
        let bytes = writer.into_bytes();
        assert_eq!(bytes, b"\x02\xc3\xa9\x02\0\0\0\x01\0\0\x80\x3f\0\0\0\x80");
        let mut reader = FieldReader::new(&bytes);
        assert_eq!(reader.string().unwrap(), "é");
        assert_eq!(reader.count().unwrap(), 2);
        assert_eq!(reader.primitive(PrimitiveType::Boolean).unwrap(), Primitive::Boolean(true));
        assert_eq!(reader.primitive(PrimitiveType::Vector2).unwrap(), Primitive::Vector2([1.0, -0.0]));
        assert_eq!((reader.position(), reader.remaining()), (16, 0));
        assert_eq!(reader.string().unwrap_err().to_string(), "byte 16: expected 1 more bytes, but only 0 are left");
    }

    #[test]
    fn a_count_has_the_bytes_for_its_items() {
        for bytes in [[0xff, 0xff, 0xff, 0x7f], [0xff; 4], [1, 0, 0, 0]] {
            assert!(FieldReader::new(&bytes).count().is_err(), "{bytes:?}");
        }
    }
}
