//! Checks the sizes of the tables of a Vorbis stream, because a few bytes could request any amount of memory.
//!
//! The layout is specified in section 3.2.1 of the Vorbis I specification.

use super::error::SoundError;

/// The maximum number of entries of all codebooks, and of numbers in all their vectors: many times as many as any encoder uses.
const MAX_ENTRIES: u64 = 1 << 18;
const MAX_NUMBERS: u64 = 1 << 22;

/// Checks the codebooks in the third header.
pub(super) fn check(packet: &[u8]) -> Result<(), SoundError> {
    let bytes = packet.strip_prefix(b"\x05vorbis").ok_or_else(|| malformed("its third packet has no tables"))?;
    let mut bits = Bits { bytes, at: 0 };
    let (mut entries, mut numbers) = (0, 0);
    for _ in 0..=bits.take(8)? {
        let book = codebook(&mut bits)?;
        entries += book.entries;
        numbers += book.entries * book.dimensions;
        if entries > MAX_ENTRIES || numbers > MAX_NUMBERS {
            return Err(SoundError::Tables { format: "Vorbis", what: "codebooks" });
        }
    }
    Ok(())
}

struct Codebook {
    dimensions: u64,
    entries: u64,
}

/// Reads the sizes of a codebook, and skips its vectors and lengths.
fn codebook(bits: &mut Bits<'_>) -> Result<Codebook, SoundError> {
    if bits.take(24)? != 0x56_43_42 {
        return Err(malformed("a codebook does not begin with the sync pattern"));
    }
    let (dimensions, entries) = (bits.take(16)?, bits.take(24)?);
    if entries > MAX_ENTRIES {
        return Err(SoundError::Tables { format: "Vorbis", what: "codebooks" });
    }
    if dimensions == 0 || entries == 0 {
        return Err(malformed("a codebook is empty"));
    }
    if bits.take(1)? == 1 {
        bits.skip(5)?;
        let mut known = 0;
        while known < entries {
            known += bits.take(bits_of(entries - known))?;
        }
    } else {
        let is_sparse = bits.take(1)? == 1;
        for _ in 0..entries {
            if !is_sparse || bits.take(1)? == 1 {
                bits.skip(5)?;
            }
        }
    }
    let values = match bits.take(4)? {
        0 => return Ok(Codebook { dimensions, entries }),
        1 => root(entries, dimensions),
        2 => entries * dimensions,
        other => return Err(malformed(format_args!("a codebook has the unknown vector type {other}"))),
    };
    bits.skip(64)?;
    let width = bits.take(4)? + 1;
    bits.skip(1 + values * width)?;
    Ok(Codebook { dimensions, entries })
}

/// The number of bits that a number needs.
const fn bits_of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// The largest integer whose power with this exponent is at most `entries`.
fn root(entries: u64, exponent: u64) -> u64 {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    let fits = |root: &u64| root.checked_pow(exponent).is_some_and(|power| power <= entries);
    (1..=entries).take_while(fits).last().unwrap_or(1)
}

/// Reads bits, starting with the lowest bit of each byte.
struct Bits<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl Bits<'_> {
    /// Reads a number of at most 32 bits.
    fn take(&mut self, count: u32) -> Result<u64, SoundError> {
        let mut number = 0;
        for bit in 0..count {
            let at = usize::try_from(self.at / 8).unwrap_or(usize::MAX);
            let byte = self.bytes.get(at).ok_or_else(cut)?;
            number |= u64::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Ok(number)
    }

    fn skip(&mut self, count: u64) -> Result<(), SoundError> {
        self.at = self.at.saturating_add(count);
        if self.at <= self.bytes.len() as u64 * 8 { Ok(()) } else { Err(cut()) }
    }
}

fn cut() -> SoundError {
    malformed("its tables end too early")
}

fn malformed(message: impl ToString) -> SoundError {
    SoundError::malformed("Vorbis", message)
}
