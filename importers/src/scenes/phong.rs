//! The numbers of Phong's model for a metallic-roughness material.

use rigmill_math::to_f32;

/// What a surface that is no metal reflects (glTF 2.0, appendix B.3.2).
const DIELECTRIC: f32 = 0.04;
/// The smoothest that a surface becomes, so that its highlight has a size.
const SMOOTHEST: f64 = 0.05;

/// The colour of the highlight.
pub(super) fn specular(base: [f32; 3], metallic: f32) -> [f32; 3] {
    base.map(|color| DIELECTRIC + (color - DIELECTRIC) * metallic)
}

/// Blinn and Phong's exponent for a roughness: `2 / a² - 2`, where `a` is the roughness squared (Karis, Real Shading in
/// Unreal Engine 4, 2013).
pub(super) fn shininess(roughness: f32) -> f32 {
    if roughness.is_nan() {
        return roughness;
    }
    let a = f64::from(roughness).clamp(SMOOTHEST, 1.0).powi(2);
    to_f32(2.0 / (a * a) - 2.0)
}
