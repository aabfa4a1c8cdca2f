//! sRGB: bytes to linear light and back (IEC 61966-2-1), by tables.

use std::array::from_fn;
use std::sync::LazyLock;

use rigmill_math::to_f32;

static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| from_fn(|byte| to_f32(decode(byte as f64 / 255.0))));

/// The least linear light of every byte but 0: halfway to the byte below, in sRGB.
static LEAST: LazyLock<[f32; 255]> = LazyLock::new(|| from_fn(|byte| to_f32(decode((byte as f64 + 0.5) / 255.0))));

fn decode(encoded: f64) -> f64 {
    if encoded <= 0.040_45 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

/// Linear light, 0 to 1, of an sRGB byte.
pub(super) fn to_linear(byte: u8) -> f32 {
    LINEAR[usize::from(byte)]
}

/// The sRGB byte nearest to linear light; beyond 0 and 1 the last one, and 0 for NaN.
pub(super) fn from_linear(light: f32) -> u8 {
    u8::try_from(LEAST.partition_point(|&least| least <= light)).unwrap_or(u8::MAX)
}
