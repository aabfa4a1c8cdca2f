//! Converts samples to 16 bits.

/// Converts a sample from -1 to 1 to the nearest 16-bit value. Ties are rounded to even. Samples that exceed full scale are
/// clipped and counted.
pub(super) fn of_float(sample: f64, clipped: &mut u64) -> i16 {
    // Multiplying by a power of two is exact.
    let scaled = (sample * 32_768.0).round_ties_even();
    if !(-32_768.0..=32_767.0).contains(&scaled) {
        // The largest 16-bit value is one step below full scale, so a sample of exactly full scale does not count as clipped.
        *clipped += u64::from(!(-32_768.0..=32_768.0).contains(&scaled));
    }
    #[allow(clippy::cast_possible_truncation, reason = "`as` clips")]
    let sample = scaled as i16;
    sample
}

/// Converts an integer of `bits` bits, 1 to 32, to 16 bits. Larger integers lose their lowest bits.
pub(super) fn of_integer(sample: i32, bits: u32) -> i16 {
    let sample = if bits > 16 { sample >> (bits - 16).min(31) } else { sample.saturating_mul(1 << (16 - bits)) };
    clamped(sample)
}

/// The nearest 16-bit value.
pub(super) fn clamped(sample: i32) -> i16 {
    i16::try_from(sample.clamp(i32::from(i16::MIN), i32::from(i16::MAX))).unwrap_or_default()
}
