//! The primitives of .NET's `BinaryReader` and `BinaryWriter`.

use crate::error::{Error, ErrorKind, Result};

/// The most deviations of one file that are reported.
const MOST_DEVIATIONS: usize = 50;

/// Reads primitives from front to back. Lengths are compared with the bytes that are left before they cost memory.
pub(crate) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The bytes of the file before these, for messages.
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

    /// The bytes that were read since `remaining` of them were left.
    pub(crate) fn read_since(&self, remaining: usize) -> &'a [u8] {
        self.bytes.get(self.bytes.len() - remaining..self.at).unwrap_or_default()
    }

    pub(crate) fn into_deviations(self) -> Vec<Error> {
        self.deviations
    }

    /// An error at the next byte.
    pub(crate) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::new(kind, message).at(self.offset + self.at)
    }

    pub(crate) fn invalid(&self, message: impl Into<String>) -> Error {
        self.error(ErrorKind::Value, message)
    }

    /// What XNA and FNA accept: kept as a deviation by a lenient reader, an error otherwise.
    pub(crate) fn deviation(&mut self, error: Error) -> Result<()> {
        if !self.lenient {
            return Err(error);
        }
        if self.deviations.len() < MOST_DEVIATIONS {
            self.deviations.push(error);
        }
        Ok(())
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let left = &self.bytes[self.at..];
        let Some((taken, _)) = left.split_at_checked(count) else {
            let message = format!("{count} bytes are needed, but the file ends after {}", left.len());
            return Err(self.error(ErrorKind::Truncated, message));
        };
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.bytes(N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// A count of items that take at least `smallest` bytes each: never more than the bytes that are left can hold.
    pub(crate) fn count(&mut self, smallest: usize, items: &str) -> Result<usize> {
        let count = i32::decode(self)?;
        if count < 0 {
            let error = self.invalid(format!("{count} {items}, expected at least 0"));
            self.deviation(error)?;
        }
        let count = usize::try_from(count).unwrap_or(0);
        if count > self.remaining() / smallest.max(1) {
            let message = format!("{count} {items}, but {} bytes are left", self.remaining());
            return Err(self.error(ErrorKind::Truncated, message));
        }
        Ok(count)
    }

    /// A 7-bit encoded integer: seven bits a byte, the lowest first.
    pub(crate) fn packed(&mut self) -> Result<u32> {
        let start = self.offset + self.at;
        let mut value = 0_u32;
        for index in 0..5 {
            let byte = u8::decode(self)?;
            let bits = u32::from(byte & 0x7f);
            if index == 4 && bits > 0x0f {
                break;
            }
            value |= bits << (7 * index);
            if byte & 0x80 == 0 {
                if byte == 0 && index > 0 {
                    let message = "a packed integer takes more bytes than it needs";
                    self.deviation(Error::new(ErrorKind::Value, message).at(start))?;
                }
                return Ok(value);
            }
        }
        Err(self.invalid("a packed integer is longer than five bytes, or than 32 bits"))
    }

    /// UTF-8 behind its packed length in bytes.
    pub(crate) fn string(&mut self) -> Result<String> {
        let length = self.packed()?;
        let bytes = self.bytes(usize::try_from(length).unwrap_or(usize::MAX))?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => {
                let error = self.invalid("the string before it is not UTF-8");
                self.deviation(error)?;
                Ok(String::from_utf8_lossy(bytes).into_owned())
            }
        }
    }
}

/// Writes primitives from front to back.
#[derive(Debug, Default)]
pub(crate) struct ByteWriter(pub(crate) Vec<u8>);

impl ByteWriter {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// A count. Counts beyond `i32` are in files too large for their header, which are refused at the end.
    pub(crate) fn count(&mut self, count: usize) {
        i32::try_from(count).unwrap_or(i32::MAX).encode(self);
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

/// A value of fixed layout, which needs no type reader; floats may have any bits.
pub(crate) trait Binary: Sized {
    /// The fewest bytes of a value.
    const SIZE: usize;
    fn decode(input: &mut ByteReader<'_>) -> Result<Self>;
    fn encode(&self, output: &mut ByteWriter);
}

macro_rules! little_endian {
    ($($number:ty)*) => {
        $(impl Binary for $number {
            const SIZE: usize = size_of::<Self>();

            fn decode(input: &mut ByteReader<'_>) -> Result<Self> {
                input.array().map(Self::from_le_bytes)
            }

            fn encode(&self, output: &mut ByteWriter) {
                output.bytes(&self.to_le_bytes());
            }
        })*
    };
}

little_endian! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

impl Binary for bool {
    const SIZE: usize = 1;

    fn decode(input: &mut ByteReader<'_>) -> Result<Self> {
        let byte = u8::decode(input)?;
        if byte > 1 {
            let error = input.invalid(format!("the bool before it is {byte}, expected 0 or 1"));
            input.deviation(error)?;
        }
        Ok(byte != 0)
    }

    fn encode(&self, output: &mut ByteWriter) {
        output.0.push((*self).into());
    }
}

/// UTF-8. .NET's `Char` holds only the characters of the basic multilingual plane.
impl Binary for char {
    const SIZE: usize = 1;

    fn decode(input: &mut ByteReader<'_>) -> Result<Self> {
        let first = u8::decode(input)?;
        let more = match first {
            0..0x80 => 0,
            0xc0..0xe0 => 1,
            0xe0..0xf0 => 2,
            _ => 3,
        };
        let bytes = [&[first], input.bytes(more)?].concat();
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
        text.ok_or_else(|| input.invalid("the character before it is not UTF-8"))
    }

    fn encode(&self, output: &mut ByteWriter) {
        output.bytes(self.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

impl<T: Binary + Copy + Default, const N: usize> Binary for [T; N] {
    const SIZE: usize = T::SIZE * N;

    fn decode(input: &mut ByteReader<'_>) -> Result<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::decode(input)?;
        }
        Ok(items)
    }

    fn encode(&self, output: &mut ByteWriter) {
        self.iter().for_each(|item| item.encode(output));
    }
}

impl<T: Binary> Binary for Box<T> {
    const SIZE: usize = T::SIZE;

    fn decode(input: &mut ByteReader<'_>) -> Result<Self> {
        T::decode(input).map(Box::new)
    }

    fn encode(&self, output: &mut ByteWriter) {
        (**self).encode(output);
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
