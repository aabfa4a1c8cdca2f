//! Converts between sRGB bytes and linear light (IEC 61966-2-1) with tables.

use std::array::from_fn;
use std::sync::LazyLock;

use rigmill_math::to_f32;

static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| from_fn(|byte| to_f32(decode(byte as f64 / 255.0))));

/// The lowest linear light for every byte except 0. In sRGB, it is halfway between the byte and the previous one.
static LEAST: LazyLock<[f32; 255]> = LazyLock::new(|| from_fn(|byte| to_f32(decode((byte as f64 + 0.5) / 255.0))));

fn decode(encoded: f64) -> f64 {
    if encoded <= 0.040_45 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

/// Converts an sRGB byte to linear light, from 0 to 1.
pub(super) fn to_linear(byte: u8) -> f32 {
    LINEAR[usize::from(byte)]
}

/// Returns the sRGB byte that is nearest to linear light. Values outside of 0 to 1 are clamped, and NaN becomes 0.
pub(super) fn from_linear(light: f32) -> u8 {
    u8::try_from(LEAST.partition_point(|&least| least <= light)).unwrap_or(u8::MAX)
}
