//! [`Reader`]: MessagePack, value by value. No length is believed that the bytes left do not bear out.

use rigmill_pipeline::Diagnostic;
use rmp::Marker;
use rmp::decode::{RmpRead, read_marker};

use crate::codes;

/// What is wrong with a file, and at which byte.
#[derive(Debug)]
pub(super) enum Problem {
    /// The file ends in the midst of something, or goes on behind its end.
    Ends { at: usize, fact: String },
    /// Something is not of its type.
    Kind { at: usize, what: &'static str, expected: &'static str, found: Marker },
    /// Something is of its type, and not of its range.
    Value { at: usize, fact: String },
}

impl Problem {
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let help = "write the file again; each value has to be as MessagePack-CSharp writes these classes";
        let diagnostic = match self {
            Self::Ends { at, fact } => Diagnostic::error(codes::MSGPACK_ENDS, format!("byte {at}: {fact}")),
            Self::Value { at, fact } => Diagnostic::error(codes::MSGPACK_VALUE, format!("byte {at}: {fact}")),
            Self::Kind { at, what, expected, found } => {
                let fact = format!("byte {at}: {what} is {}, expected {expected}", name(found));
                Diagnostic::error(codes::MSGPACK_KIND, fact)
            }
        };
        diagnostic.help(help)
    }
}

/// What a value is, in words.
fn name(marker: Marker) -> &'static str {
    match marker {
        Marker::Null => "nil",
        Marker::True | Marker::False => "a truth value",
        Marker::F32 | Marker::F64 => "a float",
        Marker::FixPos(_) | Marker::FixNeg(_) => "a whole number",
        Marker::U8 | Marker::U16 | Marker::U32 | Marker::U64 => "a whole number",
        Marker::I8 | Marker::I16 | Marker::I32 | Marker::I64 => "a whole number",
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => "a text",
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => "an array",
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => "a map",
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => "binary",
        Marker::Reserved => "a byte that begins nothing",
        _ => "an extension",
    }
}

/// The values of a file, from its beginning to its end.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    length: usize,
}

/// A number of either kind.
enum Number {
    Int(i128),
    Float(f64),
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, length: bytes.len() }
    }

    /// The byte that comes next.
    pub(super) fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    pub(super) fn finish(&self) -> Result<(), Problem> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(Problem::Ends { at: self.at(), fact: format!("{} bytes follow the clip", self.rest.len()) })
    }

    fn too_early(&self, what: &str) -> Problem {
        Problem::Ends { at: self.at(), fact: format!("the file ends within {what}") }
    }

    fn marker(&mut self, what: &str) -> Result<Marker, Problem> {
        let ends = self.too_early(what);
        read_marker(&mut self.rest).map_err(|_| ends)
    }

    fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| self.too_early(what))?;
        self.rest = rest;
        Ok(taken)
    }

    fn u8(&mut self, what: &str) -> Result<u8, Problem> {
        let ends = self.too_early(what);
        self.rest.read_data_u8().map_err(|_| ends)
    }

    fn u16(&mut self, what: &str) -> Result<u16, Problem> {
        let ends = self.too_early(what);
        self.rest.read_data_u16().map_err(|_| ends)
    }

    fn u32(&mut self, what: &str) -> Result<u32, Problem> {
        let ends = self.too_early(what);
        self.rest.read_data_u32().map_err(|_| ends)
    }

    fn u64(&mut self, what: &str) -> Result<u64, Problem> {
        let ends = self.too_early(what);
        self.rest.read_data_u64().map_err(|_| ends)
    }

    /// A length that the file states.
    fn length(&mut self, what: &str) -> Result<usize, Problem> {
        Ok(usize::try_from(self.u32(what)?).unwrap_or(usize::MAX))
    }

    /// The number of an array's items; none for nil. Each item takes a byte at least.
    fn array(&mut self, what: &'static str) -> Result<Option<usize>, Problem> {
        let at = self.at();
        let count = match self.marker(what)? {
            Marker::Null => return Ok(None),
            Marker::FixArray(count) => usize::from(count),
            Marker::Array16 => usize::from(self.u16(what)?),
            Marker::Array32 => self.length(what)?,
            found => return Err(Problem::Kind { at, what, expected: "an array", found }),
        };
        if count > self.rest.len() {
            let fact = format!("{what} has {count} items, and {} bytes are left", self.rest.len());
            return Err(Problem::Ends { at, fact });
        }
        Ok(Some(count))
    }

    /// An array of items of different kinds: `read` is called with the number of each.
    pub(super) fn record(
        &mut self,
        what: &'static str,
        read: impl FnMut(&mut Self, usize) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let at = self.at();
        if self.optional_record(what, read)? {
            return Ok(());
        }
        Err(Problem::Kind { at, what, expected: "an array", found: Marker::Null })
    }

    /// As [`record`](Self::record), or nil. Tells which.
    pub(super) fn optional_record(
        &mut self,
        what: &'static str,
        mut read: impl FnMut(&mut Self, usize) -> Result<(), Problem>,
    ) -> Result<bool, Problem> {
        let Some(count) = self.array(what)? else { return Ok(false) };
        (0..count).try_for_each(|item| read(self, item))?;
        Ok(true)
    }

    /// An array of items of one kind; empty for nil.
    pub(super) fn list<T>(
        &mut self,
        what: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let count = self.array(what)?.unwrap_or(0);
        (0..count).map(|_| read(self)).collect()
    }

    /// A text; empty for nil.
    pub(super) fn text(&mut self, what: &'static str) -> Result<String, Problem> {
        let at = self.at();
        let length = match self.marker(what)? {
            Marker::Null => 0,
            Marker::FixStr(length) => usize::from(length),
            Marker::Str8 => usize::from(self.u8(what)?),
            Marker::Str16 => usize::from(self.u16(what)?),
            Marker::Str32 => self.length(what)?,
            found => return Err(Problem::Kind { at, what, expected: "a text", found }),
        };
        let bytes = self.bytes(length, what)?;
        let text = std::str::from_utf8(bytes);
        text.map(str::to_owned).map_err(|_| Problem::Value { at, fact: format!("{what} is no UTF-8") })
    }

    /// A whole number of 32 bits.
    pub(super) fn int(&mut self, what: &'static str) -> Result<i32, Problem> {
        let at = self.at();
        let marker = self.marker(what)?;
        match self.any_number(marker, what)? {
            Some(Number::Int(int)) => i32::try_from(int)
                .map_err(|_| Problem::Value { at, fact: format!("{what} is {int}, which does not fit 32 bits") }),
            _ => Err(Problem::Kind { at, what, expected: "a whole number", found: marker }),
        }
    }

    /// A number, narrowed to 32 bits.
    pub(super) fn number(&mut self, what: &'static str) -> Result<f32, Problem> {
        let at = self.at();
        let marker = self.marker(what)?;
        #[expect(clippy::cast_possible_truncation, reason = "narrowing is what readers of these files do")]
        match self.any_number(marker, what)? {
            Some(Number::Int(int)) => Ok(int as f32),
            Some(Number::Float(float)) => Ok(float as f32),
            None => Err(Problem::Kind { at, what, expected: "a number", found: marker }),
        }
    }

    fn any_number(&mut self, marker: Marker, what: &str) -> Result<Option<Number>, Problem> {
        Ok(Some(match marker {
            Marker::FixPos(value) => Number::Int(value.into()),
            Marker::FixNeg(value) => Number::Int(value.into()),
            Marker::U8 => Number::Int(self.u8(what)?.into()),
            Marker::U16 => Number::Int(self.u16(what)?.into()),
            Marker::U32 => Number::Int(self.u32(what)?.into()),
            Marker::U64 => Number::Int(self.u64(what)?.into()),
            Marker::I8 => Number::Int(self.u8(what)?.cast_signed().into()),
            Marker::I16 => Number::Int(self.u16(what)?.cast_signed().into()),
            Marker::I32 => Number::Int(self.u32(what)?.cast_signed().into()),
            Marker::I64 => Number::Int(self.u64(what)?.cast_signed().into()),
            Marker::F32 => Number::Float(f32::from_bits(self.u32(what)?).into()),
            Marker::F64 => Number::Float(f64::from_bits(self.u64(what)?)),
            _ => return Ok(None),
        }))
    }

    /// Passes over a value, whatever it is and however deep.
    pub(super) fn skip(&mut self) -> Result<(), Problem> {
        const WHAT: &str = "an item that is skipped";
        let mut values = 1_u64;
        while values > 0 {
            let (bytes, below) = self.extent(WHAT)?;
            self.bytes(bytes, WHAT)?;
            values = values - 1 + below;
            if values > self.rest.len() as u64 {
                return Err(self.too_early(WHAT));
            }
        }
        Ok(())
    }

    /// How many bytes of its own follow a value's marker and lengths, and how many values.
    fn extent(&mut self, what: &str) -> Result<(usize, u64), Problem> {
        let at = self.at();
        Ok(match self.marker(what)? {
            Marker::Null | Marker::True | Marker::False | Marker::FixPos(_) | Marker::FixNeg(_) => (0, 0),
            Marker::U8 | Marker::I8 => (1, 0),
            Marker::U16 | Marker::I16 => (2, 0),
            Marker::U32 | Marker::I32 | Marker::F32 => (4, 0),
            Marker::U64 | Marker::I64 | Marker::F64 => (8, 0),
            Marker::FixStr(length) => (length.into(), 0),
            Marker::Str8 | Marker::Bin8 => (self.u8(what)?.into(), 0),
            Marker::Str16 | Marker::Bin16 => (self.u16(what)?.into(), 0),
            Marker::Str32 | Marker::Bin32 => (self.length(what)?, 0),
            Marker::FixArray(count) => (0, count.into()),
            Marker::Array16 => (0, self.u16(what)?.into()),
            Marker::Array32 => (0, self.u32(what)?.into()),
            Marker::FixMap(count) => (0, 2 * u64::from(count)),
            Marker::Map16 => (0, 2 * u64::from(self.u16(what)?)),
            Marker::Map32 => (0, 2 * u64::from(self.u32(what)?)),
            Marker::FixExt1 => (2, 0),
            Marker::FixExt2 => (3, 0),
            Marker::FixExt4 => (5, 0),
            Marker::FixExt8 => (9, 0),
            Marker::FixExt16 => (17, 0),
            Marker::Ext8 => (usize::from(self.u8(what)?) + 1, 0),
            Marker::Ext16 => (usize::from(self.u16(what)?) + 1, 0),
            Marker::Ext32 => (self.length(what)?.saturating_add(1), 0),
            found @ Marker::Reserved => {
                return Err(Problem::Kind { at, what: "an item", expected: "a value", found });
            }
        })
    }
}
