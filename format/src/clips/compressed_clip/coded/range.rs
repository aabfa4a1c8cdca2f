//! A binary range coder: likely bits take less than a bit each, unlikely ones more.
//!
//! As in G. N. N. Martin, "Range encoding" (1979), with the carry of LZMA. Bytes after the last are zero, so an encoder
//! omits zeros at the end, and a decoder never runs out.

use super::model::Bit;

/// Below this, eight more bits are taken in or put out.
const LOW: u32 = 1 << 24;

/// The common interface of encoder and decoder, so that one function defines the order for both.
pub(super) trait Coder {
    /// Codes a bit by a model and returns it; a decoder ignores the argument.
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool;

    /// Codes the lowest `count` bits, all values being equally likely.
    fn plain(&mut self, count: u32, bits: u32) -> u32;
}

/// Bits to bytes.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that a carry may still change, and how many bytes of 0xff follow it.
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

/// Bytes to bits.
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
