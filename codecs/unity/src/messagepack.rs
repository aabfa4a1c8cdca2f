//! A [`Reader`] and a [`Writer`] for MessagePack values. The reader compares every length with the number of remaining bytes.
//! The writer uses the shortest encoding.

use crate::error::{Error, ErrorKind, Result, counted, only_left};

/// The kind of a MessagePack value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nil,
    Bool,
    Unsigned,
    Signed,
    Float,
    String,
    Binary,
    Array,
    Map,
    Extension,
    Reserved,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Bool => "a boolean",
            Self::Unsigned | Self::Signed => "an integer",
            Self::Float => "a float",
            Self::String => "a string",
            Self::Binary => "binary data",
            Self::Array => "an array",
            Self::Map => "a map",
            Self::Extension => "an extension",
            Self::Reserved => "a reserved byte",
        }
    }
}

/// The information in a value's first byte.
struct Head {
    /// The position of the byte.
    at: usize,
    kind: Kind,
    /// The number or length that the byte itself contains.
    inline: u64,
    /// The size of the number or length that follows the byte; 0 if the byte itself contains it.
    width: usize,
}

impl Head {
    fn new(at: usize, byte: u8) -> Self {
        let low = |mask: u8| u64::from(byte & mask);
        let (kind, inline, width) = match byte {
            0x00..=0x7f => (Kind::Unsigned, low(0x7f), 0),
            0x80..=0x8f => (Kind::Map, low(0x0f), 0),
            0x90..=0x9f => (Kind::Array, low(0x0f), 0),
            0xa0..=0xbf => (Kind::String, low(0x1f), 0),
            0xc0 => (Kind::Nil, 0, 0),
            0xc1 => (Kind::Reserved, 0, 0),
            0xc2..=0xc3 => (Kind::Bool, 0, 0),
            0xc4..=0xc6 => (Kind::Binary, 0, 1 << (byte - 0xc4)),
            0xc7..=0xc9 => (Kind::Extension, 0, 1 << (byte - 0xc7)),
            0xca..=0xcb => (Kind::Float, 0, 4 << (byte - 0xca)),
            0xcc..=0xcf => (Kind::Unsigned, 0, 1 << (byte - 0xcc)),
            0xd0..=0xd3 => (Kind::Signed, 0, 1 << (byte - 0xd0)),
            0xd4..=0xd8 => (Kind::Extension, 1 << (byte - 0xd4), 0),
            0xd9..=0xdb => (Kind::String, 0, 1 << (byte - 0xd9)),
            0xdc..=0xdd => (Kind::Array, 0, 2 << (byte - 0xdc)),
            0xde..=0xdf => (Kind::Map, 0, 2 << (byte - 0xde)),
            0xe0..=0xff => (Kind::Signed, low(0xff), 0),
        };
        Self { at, kind, inline, width }
    }

    /// Creates the error for a value of the wrong type.
    fn mismatch(&self, what: &str, expected: &str) -> Error {
        let message = format!("byte {}: {what} is {}, expected {expected}", self.at, self.kind.name());
        Error::new(ErrorKind::Type, message)
    }
}

/// Creates the error for an invalid value at byte `at`.
pub(crate) fn invalid(at: usize, message: &str) -> Error {
    Error::new(ErrorKind::Value, format!("byte {at}: {message}"))
}

/// Reads the values of a file from start to end. The `what` arguments name the values in messages.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    length: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, length: bytes.len() }
    }

    /// Returns the position of the next byte.
    pub(crate) const fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Returns an error if there are bytes left.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.rest.len() {
            0 => Ok(()),
            left => {
                let follow = format!("{} follow{}", counted(left, "byte"), if left == 1 { "s" } else { "" });
                Err(Error::new(ErrorKind::TrailingBytes, format!("byte {}: {follow} the clip", self.at())))
            }
        }
    }

    fn truncated(&self, what: &str) -> Error {
        Error::new(ErrorKind::Length, format!("byte {}: the file ends within {what}", self.at()))
    }

    fn bytes(&mut self, count: u64, what: &str) -> Result<&'a [u8]> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(|| self.truncated(what))?;
        self.rest = rest;
        Ok(bytes)
    }

    fn head(&mut self, what: &str) -> Result<Head> {
        let at = self.at();
        let byte = self.bytes(1, what)?;
        Ok(Head::new(at, byte[0]))
    }

    /// Reads the number or length of a value, as unsigned bits.
    fn argument(&mut self, head: &Head, what: &str) -> Result<u64> {
        let bytes = self.bytes(head.width as u64, what)?;
        Ok(bytes.iter().fold(head.inline, |bits, byte| bits << 8 | u64::from(*byte)))
    }

    /// Reads the length of a value of this kind; 0 for nil.
    fn length(&mut self, head: &Head, kind: Kind, what: &str) -> Result<u64> {
        match head.kind {
            Kind::Nil => Ok(0),
            found if found == kind => self.argument(head, what),
            _ => Err(head.mismatch(what, kind.name())),
        }
    }

    /// Reads the number of items of an array; 0 for nil. Each item takes at least one byte.
    fn count(&mut self, head: &Head, what: &str) -> Result<usize> {
        let count = self.length(head, Kind::Array, what)?;
        let left = self.rest.len();
        usize::try_from(count).ok().filter(|&count| count <= left).ok_or_else(|| {
            let count = if count == 1 { "1 item".to_owned() } else { format!("{count} items") };
            let message = format!("byte {}: {what} has {count}, but {}", head.at, only_left(left));
            Error::new(ErrorKind::Length, message)
        })
    }

    /// Reads an array whose items have different types. Calls `read` with the index of each item.
    pub(crate) fn record(&mut self, what: &str, read: impl FnMut(&mut Self, usize) -> Result<()>) -> Result<()> {
        let at = self.at();
        if self.optional_record(what, read)? { Ok(()) } else { Err(Head::new(at, NIL).mismatch(what, "an array")) }
    }

    /// Like [`record`](Self::record), but also accepts nil. Returns whether there is an array.
    pub(crate) fn optional_record(
        &mut self,
        what: &str,
        mut read: impl FnMut(&mut Self, usize) -> Result<()>,
    ) -> Result<bool> {
        let head = self.head(what)?;
        let count = self.count(&head, what)?;
        (0..count).try_for_each(|item| read(self, item))?;
        Ok(head.kind != Kind::Nil)
    }

    /// Reads an array whose items have the same type; empty for nil.
    pub(crate) fn list<T>(&mut self, what: &str, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let head = self.head(what)?;
        let count = self.count(&head, what)?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads a string; empty for nil.
    pub(crate) fn string(&mut self, what: &str) -> Result<String> {
        let head = self.head(what)?;
        let length = self.length(&head, Kind::String, what)?;
        let text = std::str::from_utf8(self.bytes(length, what)?);
        text.map(str::to_owned).map_err(|_| invalid(head.at, &format!("{what} is not UTF-8")))
    }

    /// Reads a 32-bit integer.
    pub(crate) fn int(&mut self, what: &str) -> Result<i32> {
        let head = self.head(what)?;
        let int = self.integer(&head, what)?.ok_or_else(|| head.mismatch(what, "an integer"))?;
        i32::try_from(int).map_err(|_| invalid(head.at, &format!("{what} is {int}, which does not fit in 32 bits")))
    }

    /// Reads a number of any type as single precision.
    #[expect(clippy::cast_possible_truncation, reason = "other readers of these files round, too")]
    pub(crate) fn number(&mut self, what: &str) -> Result<f32> {
        let head = self.head(what)?;
        match (self.integer(&head, what)?, head.kind) {
            (Some(int), _) => Ok(int as f32),
            (None, Kind::Float) => {
                let bits = self.argument(&head, what)?;
                Ok(if head.width == 8 { f64::from_bits(bits) as f32 } else { f32::from_bits(bits as u32) })
            }
            _ => Err(head.mismatch(what, "a number")),
        }
    }

    /// Reads an integer of any width; `None` if the value has a different kind.
    fn integer(&mut self, head: &Head, what: &str) -> Result<Option<i128>> {
        Ok(match head.kind {
            Kind::Unsigned => Some(self.argument(head, what)?.into()),
            Kind::Signed => {
                let unused = 64 - 8 * head.width.max(1);
                Some(((self.argument(head, what)? << unused).cast_signed() >> unused).into())
            }
            _ => None,
        })
    }

    /// Skips a value of any kind and depth.
    pub(crate) fn skip(&mut self) -> Result<()> {
        const WHAT: &str = "an unknown item";
        let mut values = 1_u64;
        while values > 0 {
            let head = self.head(WHAT)?;
            let length = self.argument(&head, WHAT)?;
            let (bytes, inside) = match head.kind {
                Kind::String | Kind::Binary => (length, 0),
                Kind::Extension => (length + 1, 0),
                Kind::Array => (0, length),
                Kind::Map => (0, 2 * length),
                Kind::Reserved => return Err(head.mismatch("an item", "a value")),
                _ => (0, 0),
            };
            self.bytes(bytes, WHAT)?;
            values = values - 1 + inside;
            if values > self.rest.len() as u64 {
                return Err(self.truncated(WHAT));
            }
        }
        Ok(())
    }
}

const NIL: u8 = 0xc0;

/// Writes values one after another.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn nil(&mut self) {
        self.0.push(NIL);
    }

    pub(crate) fn array(&mut self, count: usize) -> Result<()> {
        self.length(count, (0x90, 15), &[(0xdc, 2), (0xdd, 4)])
    }

    pub(crate) fn string(&mut self, text: &str) -> Result<()> {
        self.length(text.len(), (0xa0, 31), &[(0xd9, 1), (0xda, 2), (0xdb, 4)])?;
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }

    pub(crate) fn int(&mut self, number: i32) {
        let bytes = number.to_be_bytes();
        match number {
            0.. => self.unsigned(number.cast_unsigned(), (0, 0x7f), &[(0xcc, 1), (0xcd, 2), (0xce, 4)]),
            -0x20..0 => self.0.push(bytes[3]),
            -0x80..-0x20 => self.0.extend_from_slice(&[0xd0, bytes[3]]),
            -0x8000..-0x80 => self.0.extend_from_slice(&[0xd1, bytes[2], bytes[3]]),
            _ => self.0.extend([0xd2].into_iter().chain(bytes)),
        }
    }

    pub(crate) fn float(&mut self, number: f32) {
        self.0.push(0xca);
        self.0.extend(number.to_be_bytes());
    }

    fn length(&mut self, length: usize, short: (u8, u32), markers: &[(u8, usize)]) -> Result<()> {
        let too_large = |_| Error::new(ErrorKind::TooLarge, format!("an array of {length} items is too long"));
        self.unsigned(u32::try_from(length).map_err(too_large)?, short, markers);
        Ok(())
    }

    /// Writes an unsigned number. A number up to the maximum is stored in the first byte itself. A larger number follows the
    /// marker of the smallest type that can represent it.
    fn unsigned(&mut self, number: u32, (first, most): (u8, u32), markers: &[(u8, usize)]) {
        let bytes = number.to_be_bytes();
        let wide = markers.iter().find(|(_, width)| number.leading_zeros() as usize / 8 + width >= 4);
        match wide.filter(|_| number > most) {
            Some((marker, width)) => {
                self.0.push(*marker);
                self.0.extend_from_slice(&bytes[4 - width..]);
            }
            None => self.0.push(first | bytes[3]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_back_in_the_fewest_bytes() {
        let cases = [
            (0, 1),
            (0x7f, 1),
            (0x80, 2),
            (0xff, 2),
            (0x100, 3),
            (0xffff, 3),
            (0x1_0000, 5),
            (i32::MAX, 5),
            (-1, 1),
            (-0x20, 1),
            (-0x21, 2),
            (-0x80, 2),
            (-0x81, 3),
            (-0x8000, 3),
            (-0x8001, 5),
            (i32::MIN, 5),
        ];
        for (number, length) in cases {
            let mut writer = Writer::default();
            writer.int(number);
            assert_eq!((writer.0.len(), Reader::new(&writer.0).int("it")), (length, Ok(number)), "{number}");
        }
    }

    #[test]
    fn lengths_take_the_fewest_bytes() {
        for (length, string, array) in [(15, 1, 1), (16, 1, 3), (31, 1, 3), (32, 2, 3), (256, 3, 3), (65_536, 5, 5)] {
            let (mut strings, mut arrays) = (Writer::default(), Writer::default());
            let text = "a".repeat(length);
            strings.string(&text).unwrap();
            assert_eq!(Reader::new(&strings.0).string("it"), Ok(text));
            arrays.array(length).unwrap();
            (0..length).for_each(|_| arrays.nil());
            let items = Reader::new(&arrays.0).list("it", |reader| reader.skip());
            assert_eq!(items.map(|items| items.len()), Ok(length));
            assert_eq!((strings.0.len() - length, arrays.0.len() - length), (string, array), "{length}");
        }
    }

    #[test]
    fn numbers_of_every_type_are_read() {
        let cases: [(&[u8], f32); 9] = [
            (b"\xcc\xff", 255.0),
            (b"\xcd\xff\xff", 65_535.0),
            (b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 18_446_744_073_709_551_615.0),
            (b"\xd0\xff", -1.0),
            (b"\xd2\xff\xff\xff\xfe", -2.0),
            (b"\xd3\x80\0\0\0\0\0\0\0", -9_223_372_036_854_775_808.0),
            (b"\xff", -1.0),
            (b"\xca\x3f\x80\0\0", 1.0),
            (b"\xcb\x3f\xf0\0\0\0\0\0\0", 1.0),
        ];
        for (bytes, number) in cases {
            assert_eq!(Reader::new(bytes).number("it"), Ok(number), "{bytes:x?}");
        }
    }
}
