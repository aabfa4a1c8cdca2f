//! Samples as 16 bits.

/// A sample of -1 to 1 as 16 bits: the nearest, of two the even one. What is beyond full scale is clipped and counted.
pub(super) fn of_float(sample: f64, clipped: &mut u64) -> i16 {
    // A factor of two is exact.
    let scaled = (sample * 32_768.0).round_ties_even();
    if !(-32_768.0..=32_767.0).contains(&scaled) {
        // The largest whole number is one step below full scale: reaching it is no clipping.
        *clipped += u64::from(!(-32_768.0..=32_768.0).contains(&scaled));
    }
    #[allow(clippy::cast_possible_truncation, reason = "`as` clips")]
    let sample = scaled as i16;
    sample
}

/// A whole number of `bits` bits, 1 to 32, as 16 bits: finer ones lose their lowest bits.
pub(super) fn of_integer(sample: i32, bits: u32) -> i16 {
    let sample = if bits > 16 { sample >> (bits - 16).min(31) } else { sample.saturating_mul(1 << (16 - bits)) };
    clamped(sample)
}

/// The nearest number of 16 bits.
pub(super) fn clamped(sample: i32) -> i16 {
    i16::try_from(sample.clamp(i32::from(i16::MIN), i32::from(i16::MAX))).unwrap_or_default()
}
