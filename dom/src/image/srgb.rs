//! The colours of sRGB, for comparing them with the colour spaces of files.

/// The x and y of white, red, green and blue of Rec. 709, and so of sRGB; and the maximum difference of each number.
const REC_709: [f32; 8] = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
const NEAR: f32 = 0.005;

/// The X, Y and Z of red, green and blue of sRGB, adapted to D50; and the maximum difference of each number.
const COLORANTS: [[f32; 3]; 3] = [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]];
const NEAR_COLORANT: f32 = 0.005;

/// Whether these x and y of white, red, green and blue are those of Rec. 709.
pub(super) fn is_rec_709(chromaticities: [f32; 8]) -> bool {
    chromaticities.iter().zip(REC_709).all(|(found, expected)| (found - expected).abs() <= NEAR)
}

/// Whether these X, Y and Z of red, green and blue, adapted to D50, are those of sRGB.
pub(super) fn near_colorants(colorants: &[[f32; 3]; 3]) -> bool {
    let pairs = colorants.as_flattened().iter().zip(COLORANTS.as_flattened());
    pairs.into_iter().all(|(found, expected)| (found - expected).abs() <= NEAR_COLORANT)
}

/// Encodes linear light as sRGB, both from 0 to 1 (IEC 61966-2-1).
pub(super) fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * libm::powf(linear, 1.0 / 2.4) - 0.055 }
}
