//! [`Bits`]: reads bits, starting with the lowest bit of each byte.

/// A packet ends before all bits were read. In the headers, this is an error. In audio packets, it is allowed.
#[derive(Debug)]
pub(super) struct End;

pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads a number of at most 32 bits.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, End> {
        let number = self.peek();
        self.skip(count)?;
        Ok(if count == 32 { number } else { number & ((1 << count) - 1) })
    }

    pub(super) fn flag(&mut self) -> Result<bool, End> {
        Ok(self.take(1)? == 1)
    }

    /// Reads the index of a table.
    pub(super) fn index(&mut self, count: u32) -> Result<usize, End> {
        Ok(self.take(count)? as usize)
    }

    /// Returns the next 32 bits without reading them. After the end, all bits are zero.
    pub(super) fn peek(&self) -> u32 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let eight = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut eight = [0; 8];
            eight[..rest.len()].copy_from_slice(rest);
            eight
        });
        #[allow(clippy::cast_possible_truncation, reason = "the lowest 32 bits")]
        let bits = (u64::from_le_bytes(eight) >> (self.at % 8)) as u32;
        bits
    }

    pub(super) fn skip(&mut self, count: u32) -> Result<(), End> {
        let after = self.at + count as usize;
        // As in the specification, nothing can be read after a failed read.
        self.at = after.min(self.bytes.len() * 8);
        if after == self.at { Ok(()) } else { Err(End) }
    }
}

/// The number of bits that a number needs; the specification's `ilog`.
pub(super) const fn bits_of(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}
