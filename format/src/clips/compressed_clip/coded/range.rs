//! A binary range coder: a likely bit takes less than one bit, an unlikely bit takes more.
//!
//! It follows G. N. N. Martin, "Range encoding" (1979), with LZMA's handling of carries. Bytes after the last byte count as
//! zero. So an encoder omits zeros at the end, and a decoder never runs out of input.

use super::model::Bit;

/// If the range is below this value, eight more bits are read or written.
const LOW: u32 = 1 << 24;

/// The common interface of encoder and decoder, so that one function defines the order of bits for both.
pub(super) trait Coder {
    /// Codes a bit with a model and returns it. A decoder ignores the argument `bit`.
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool;

    /// Codes the lowest `count` bits. All values are equally likely.
    fn plain(&mut self, count: u32, bits: u32) -> u32;
}

/// Encodes bits to bytes.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that a carry may still change, and the number of 0xff bytes that follow it.
    held: u8,
    full: usize,
    begun: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u32::MAX, held: 0, full: 0, begun: false, bytes: Vec::new() }
    }

    /// The bytes, without zeros at the end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        let end = self.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(end);
        self.bytes
    }

    fn shift(&mut self) {
        let [_, _, _, top, carry, ..] = self.low.to_le_bytes();
        if top != 0xff || carry != 0 {
            if self.begun {
                self.bytes.push(self.held.wrapping_add(carry));
            }
            self.bytes.extend(std::iter::repeat_n(0xff_u8.wrapping_add(carry), self.full));
            (self.held, self.full, self.begun) = (top, 0, true);
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    fn normalise_range(&mut self) {
        while self.range < LOW {
            self.range <<= 8;
            self.shift();
        }
    }
}

impl Coder for Encoder {
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        let split = model.split(self.range);
        if bit {
            self.range = split;
        } else {
            self.low += u64::from(split);
            self.range -= split;
        }
        model.learn(bit);
        self.normalise_range();
        bit
    }

    fn plain(&mut self, count: u32, bits: u32) -> u32 {
        for at in (0..count).rev() {
            self.range >>= 1;
            if bits >> at & 1 == 1 {
                self.low += u64::from(self.range);
            }
            self.normalise_range();
        }
        bits
    }
}

/// Decodes bytes to bits.
pub(super) struct Decoder<'a> {
    value: u32,
    range: u32,
    bytes: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { value: 0, range: u32::MAX, bytes };
        for _ in 0..4 {
            decoder.take();
        }
        decoder
    }

    #[inline]
    fn take(&mut self) {
        let next = match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        };
        self.value = self.value << 8 | u32::from(next);
    }

    #[inline]
    fn normalise_range(&mut self) {
        while self.range < LOW {
            self.range <<= 8;
            self.take();
        }
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn bit(&mut self, model: &mut Bit, _: bool) -> bool {
        let split = model.split(self.range);
        let bit = self.value < split;
        if bit {
            self.range = split;
        } else {
            self.value -= split;
            self.range -= split;
        }
        model.learn(bit);
        self.normalise_range();
        bit
    }

    fn plain(&mut self, count: u32, _: u32) -> u32 {
        let mut bits = 0;
        for _ in 0..count {
            self.range >>= 1;
            let bit = self.value >= self.range;
            if bit {
                self.value -= self.range;
            }
            bits = bits << 1 | u32::from(bit);
            self.normalise_range();
        }
        bits
    }
}
