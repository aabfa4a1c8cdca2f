//! [`Cursor`]: .NET's binary primitives, read from front to back.

use rigmill_pipeline::Diagnostic;

use super::fault::{Fault, Read};
use crate::codes;

/// How many warnings of one file are told.
const MOST_WARNINGS: usize = 50;

/// Reads primitives from bytes. Lengths are checked against what is left before they cost memory.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// How many bytes of the file are before these, for messages.
    offset: usize,
    lenient: bool,
    warnings: Vec<Diagnostic>,
}

const EXPORT: &str = "build the file again";

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize, lenient: bool) -> Self {
        Self { bytes, at: 0, offset, lenient, warnings: Vec::new() }
    }

    /// The byte that comes next, counted from the file's beginning.
    pub(crate) const fn position(&self) -> usize {
        self.offset + self.at
    }

    pub(crate) const fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The bytes that were read since so many were left.
    pub(crate) fn read_since(&self, remaining: usize) -> &'a [u8] {
        self.bytes.get(self.bytes.len() - remaining..self.at).unwrap_or_default()
    }

    pub(crate) fn into_warnings(self) -> Vec<Diagnostic> {
        self.warnings
    }

    /// What XNA and FNA let through: an error, or a warning when the importer was told to be lenient.
    pub(crate) fn lax(&mut self, fault: Box<Fault>) -> Read<()> {
        if !self.lenient {
            return Err(fault);
        }
        self.warn(*fault);
        Ok(())
    }

    /// Tells of something that is read all the same.
    pub(crate) fn warn(&mut self, fault: Fault) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Box::new(fault).into_warning());
        }
    }

    /// A fault at the byte that comes next.
    pub(crate) fn fault(&self, code: &'static str, message: impl std::fmt::Display, help: &'static str) -> Box<Fault> {
        Fault::new(code, format!("byte {}: {message}", self.position()), help)
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let left = &self.bytes[self.at..];
        match left.split_at_checked(count) {
            Some((taken, _)) => {
                self.at += count;
                Ok(taken)
            }
            None => {
                let message = format!("{count} bytes are needed, but the file ends after {}", left.len());
                Err(self.fault(codes::XNB_ENDS, message, "the file was cut off; build or copy it again"))
            }
        }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let bytes = self.bytes(N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    pub(crate) fn u8(&mut self) -> Read<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn bool(&mut self) -> Read<bool> {
        let fault = |byte| self.fault(codes::XNB_VALUE, format!("a bool is {byte}, expected 0 or 1"), EXPORT);
        if let Some(&byte @ 2..) = self.bytes.get(self.at) {
            let fault = fault(byte);
            self.lax(fault)?;
        }
        Ok(self.u8()? != 0)
    }

    pub(crate) fn u16(&mut self) -> Read<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Read<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Read<i32> {
        self.array().map(i32::from_le_bytes)
    }

    /// A number that must be finite.
    pub(crate) fn f32(&mut self) -> Read<f32> {
        let number = f32::from_le_bytes(self.array()?);
        if number.is_finite() {
            return Ok(number);
        }
        self.at -= 4;
        Err(self.fault(codes::XNB_VALUE, format!("a number is {number}, expected a finite one"), EXPORT))
    }

    pub(crate) fn floats<const N: usize>(&mut self) -> Read<[f32; N]> {
        let mut floats = [0.0; N];
        for float in &mut floats {
            *float = self.f32()?;
        }
        Ok(floats)
    }

    /// A count of things that take at least `size` bytes each: never more than the bytes that are left can hold.
    pub(crate) fn count(&mut self, size: usize, things: &str) -> Read<usize> {
        let count = self.i32()?;
        self.at -= 4;
        let help = "the file is damaged; build or copy it again";
        if count < 0 {
            let fault = self.fault(codes::XNB_VALUE, format!("{count} {things}, expected at least 0"), help);
            self.lax(fault)?;
        }
        let count = usize::try_from(count).unwrap_or(0);
        self.at += 4;
        if count > self.remaining() / size.max(1) {
            let message = format!("{count} {things}, but {} bytes are left", self.remaining());
            return Err(self.fault(codes::XNB_ENDS, message, help));
        }
        Ok(count)
    }

    /// An integer as .NET's `BinaryWriter` packs it: seven bits a byte, the lowest first.
    pub(crate) fn packed(&mut self) -> Read<u32> {
        let start = self.position();
        let help = "the file is damaged; build or copy it again";
        let mut value = 0_u32;
        for place in 0..5 {
            let byte = self.u8()?;
            let bits = u32::from(byte & 0x7f);
            if place == 4 && bits > 0x0f {
                break;
            }
            value |= bits << (7 * place);
            if byte & 0x80 == 0 {
                if byte == 0 && place > 0 {
                    let message = format!("byte {start}: a packed integer has more bytes than it needs");
                    self.lax(Fault::new(codes::XNB_VALUE, message, help))?;
                }
                return Ok(value);
            }
        }
        let message = format!("byte {start}: a packed integer is longer than five bytes, or than 32 bits");
        Err(Fault::new(codes::XNB_VALUE, message, help))
    }

    /// Text in UTF-8 behind its packed length in bytes.
    pub(crate) fn string(&mut self) -> Read<String> {
        let length = self.packed()?;
        let start = self.position();
        let bytes = self.bytes(usize::try_from(length).unwrap_or(usize::MAX))?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                let message = format!("byte {}: text is not UTF-8", start + error.valid_up_to());
                self.lax(Fault::new(codes::XNB_VALUE, message, EXPORT))?;
                Ok(String::from_utf8_lossy(bytes).into_owned())
            }
        }
    }
}
