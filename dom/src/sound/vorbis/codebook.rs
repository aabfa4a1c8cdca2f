//! [`Codebook`]: Huffman codes, and a vector for each code. See section 3 of the Vorbis I specification.

use super::bits::{Bits, End, bits_of};
use super::fault::{VORBIS, cut, malformed};
use crate::sound::error::SoundError;

/// The maximum number of entries of all codebooks, and of numbers in all their vectors: many times as many as any encoder uses. A
/// few bytes could request any amount of memory.
const MAX_ENTRIES: usize = 1 << 18;
const MAX_NUMBERS: usize = 1 << 22;

const SYNC: u32 = 0x56_43_42;
const LONGEST_CODE: usize = 32;

/// What all codebooks of a stream may still use.
pub(super) struct Room {
    entries: usize,
    numbers: usize,
}

impl Room {
    pub(super) fn new() -> Self {
        Self { entries: MAX_ENTRIES, numbers: MAX_NUMBERS }
    }

    fn take(&mut self, entries: usize, dimensions: usize) -> Result<(), SoundError> {
        let beyond = SoundError::Tables { format: VORBIS, what: "codebooks" };
        let entries = self.entries.checked_sub(entries).map(|rest| (rest, entries.saturating_mul(dimensions)));
        let Some((rest, numbers)) = entries else { return Err(beyond) };
        self.entries = rest;
        self.numbers = self.numbers.checked_sub(numbers).ok_or(beyond)?;
        Ok(())
    }
}

/// A code, with its bits at the top.
struct Code {
    bits: u32,
    length: u32,
    entry: usize,
}

pub(super) struct Codebook {
    pub(super) dimensions: usize,
    /// Sorted by their bits. No code is the start of a different one, and together they cover all numbers.
    codes: Vec<Code>,
    /// The vectors of all entries; empty if the codebook has none.
    vectors: Vec<f32>,
}

impl Codebook {
    pub(super) fn read(bits: &mut Bits<'_>, room: &mut Room) -> Result<Self, SoundError> {
        if bits.take(24).map_err(cut)? != SYNC {
            return Err(malformed("a codebook does not begin with the sync pattern"));
        }
        let (dimensions, entries) = (bits.index(16).map_err(cut)?, bits.index(24).map_err(cut)?);
        room.take(entries, dimensions)?;
        if dimensions == 0 || entries == 0 {
            return Err(malformed("a codebook is empty"));
        }
        let lengths = if bits.flag().map_err(cut)? { ordered(bits, entries)? } else { plain(bits, entries)? };
        let codes = codes(&lengths)?;
        let vectors = vectors(bits, dimensions, entries)?;
        Ok(Self { dimensions, codes, vectors })
    }

    pub(super) fn has_vectors(&self) -> bool {
        !self.vectors.is_empty()
    }

    /// Reads the number of an entry.
    pub(super) fn entry(&self, bits: &mut Bits<'_>) -> Result<usize, End> {
        let next = bits.peek().reverse_bits();
        let after = self.codes.partition_point(|code| code.bits <= next);
        // A codebook without codes cannot be used.
        let code = after.checked_sub(1).map(|at| &self.codes[at]).ok_or(End)?;
        bits.skip(code.length)?;
        Ok(code.entry)
    }

    /// Reads a vector.
    pub(super) fn vector(&self, bits: &mut Bits<'_>) -> Result<&[f32], End> {
        let first = self.entry(bits)? * self.dimensions;
        self.vectors.get(first..first + self.dimensions).ok_or(End)
    }
}

/// Reads the lengths of codes that are sorted by length.
fn ordered(bits: &mut Bits<'_>, entries: usize) -> Result<Vec<usize>, SoundError> {
    let mut lengths = Vec::with_capacity(entries);
    let mut length = bits.index(5).map_err(cut)? + 1;
    while lengths.len() < entries {
        let rest = entries - lengths.len();
        let count = bits.index(bits_of(rest)).map_err(cut)?;
        if count > rest || length > LONGEST_CODE {
            return Err(malformed("a codebook has too many codes"));
        }
        lengths.resize(lengths.len() + count, length);
        length += 1;
    }
    Ok(lengths)
}

/// Reads the length of each code; 0 for entries without a code.
fn plain(bits: &mut Bits<'_>, entries: usize) -> Result<Vec<usize>, SoundError> {
    let is_sparse = bits.flag().map_err(cut)?;
    let length = |_| {
        let is_used = !is_sparse || bits.flag().map_err(cut)?;
        if is_used { Ok(bits.index(5).map_err(cut)? + 1) } else { Ok(0) }
    };
    (0..entries).map(length).collect()
}

/// Assigns codes: each entry gets the lowest code of its length that is still free.
fn codes(lengths: &[usize]) -> Result<Vec<Code>, SoundError> {
    // For each length, the start of the free codes: a part of the tree of all codes. At most one part per length is free.
    let mut free = [None; LONGEST_CODE + 1];
    free[0] = Some(0);
    let mut codes = Vec::new();
    for (entry, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
        let part = (0..=length).rev().find_map(|at| Some((at, free[at].take()?)));
        let (depth, bits) = part.ok_or_else(|| malformed("a codebook has too many codes"))?;
        for at in depth + 1..=length {
            free[at] = Some(bits | 1 << (LONGEST_CODE - at));
        }
        #[allow(clippy::cast_possible_truncation, reason = "at most 32")]
        codes.push(Code { bits, length: length as u32, entry });
    }
    // Without any code, the codebook is not used. A single code has one bit, and the other value of the bit means the same.
    let is_single = codes.len() == 1 && codes[0].length == 1;
    if !codes.is_empty() && !is_single && free.iter().any(Option::is_some) {
        return Err(malformed("a codebook has too few codes"));
    }
    codes.sort_unstable_by_key(|code| code.bits);
    Ok(codes)
}

fn vectors(bits: &mut Bits<'_>, dimensions: usize, entries: usize) -> Result<Vec<f32>, SoundError> {
    let kind = bits.take(4).map_err(cut)?;
    let count = match kind {
        0 => return Ok(Vec::new()),
        1 => root(entries, dimensions),
        2 => entries * dimensions,
        other => return Err(malformed(format_args!("a codebook has the unknown vector type {other}"))),
    };
    let (least, step) = (float(bits.take(32).map_err(cut)?), float(bits.take(32).map_err(cut)?));
    let width = bits.take(4).map_err(cut)? + 1;
    let is_sum = bits.flag().map_err(cut)?;
    #[allow(clippy::cast_precision_loss, reason = "the numbers have at most 16 bits")]
    let number = |_| Ok(bits.take(width).map_err(cut)? as f32 * step + least);
    let numbers = (0..count).map(number).collect::<Result<Vec<f32>, SoundError>>()?;
    let mut vectors = Vec::with_capacity(entries * dimensions);
    for entry in 0..entries {
        let (mut digits, mut sum) = (entry, 0.0);
        for at in 0..dimensions {
            // Type 1 writes the entry as a number to the base of `count`, and each digit stands for a number.
            let index = if kind == 1 { digits % count } else { entry * dimensions + at };
            digits /= count;
            let number = numbers[index] + sum;
            sum = if is_sum { number } else { 0.0 };
            vectors.push(number);
        }
    }
    Ok(vectors)
}

/// The largest integer whose power with this exponent is at most `entries`.
fn root(entries: usize, exponent: usize) -> usize {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    let fits = |root: &usize| root.checked_pow(exponent).is_some_and(|power| power <= entries);
    (1..=entries).take_while(fits).last().unwrap_or(1)
}

/// The number in Vorbis' own form of floats.
fn float(bits: u32) -> f32 {
    let exponent = (bits >> 21 & 0x3ff).cast_signed() - 788;
    let mantissa = f64::from(bits & 0x1f_ffff);
    let mantissa = if bits >> 31 == 1 { -mantissa } else { mantissa };
    #[allow(clippy::cast_possible_truncation, reason = "the nearest float, or infinity")]
    let number = libm::ldexp(mantissa, exponent) as f32;
    number
}
