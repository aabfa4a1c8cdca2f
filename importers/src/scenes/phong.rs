//! Converts metallic-roughness materials to the numbers of the Phong model.

use rigmill_math::to_f32;

/// The reflectance of non-metals (glTF 2.0, appendix B.3.2).
const DIELECTRIC: f32 = 0.04;
/// The lowest roughness that is used, so that the highlight has a size.
const SMOOTHEST: f64 = 0.05;

/// Returns the colour of the highlight.
pub(super) fn specular(base: [f32; 3], metallic: f32) -> [f32; 3] {
    base.map(|color| DIELECTRIC + (color - DIELECTRIC) * metallic)
}

/// Converts roughness to Blinn-Phong's exponent: `2 / a² - 2`, where `a` is the square of the roughness (Karis, Real Shading in
/// Unreal Engine 4, 2013).
pub(super) fn shininess(roughness: f32) -> f32 {
    if roughness.is_nan() {
        return roughness;
    }
    let a = f64::from(roughness).clamp(SMOOTHEST, 1.0).powi(2);
    to_f32(2.0 / (a * a) - 2.0)
}
