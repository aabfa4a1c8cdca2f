//! Transforms of textures.

use rigmill_dom::TexturePlacement;
use rigmill_math::to_f32;

/// The largest deviation of a transform's axes from a right angle, as a fraction of their length.
const MAX_SHEAR: f64 = 1e-4;

/// The transform from u, v, 1 of a mesh to u, v of a texture, with v pointing up: a row for u, and a row for v.
pub(crate) type UvTransform = [[f64; 3]; 2];

/// Returns the placement of a texture with this transform, and whether the placement is exact: a placement cannot shear.
///
/// If v points down, the transform is `a -b; -c d`, and a placement is `cos x, sin y; -sin x, cos y` with the scale x, y.
pub(crate) fn placed(transform: &UvTransform) -> (TexturePlacement, bool) {
    let [[a, b, u], [c, d, v]] = *transform;
    let unturned = b == 0.0 && c == 0.0;
    let x = if unturned { a } else { (a * a + c * c).sqrt() };
    let y = if unturned { d } else { (a * d - b * c) / x };
    let rotation = if unturned { 0.0 } else { libm::atan2(c, a) };
    let placement = TexturePlacement {
        offset: [b + u, 1.0 - d - v].map(to_f32),
        rotation: to_f32(rotation),
        scale: [x, y].map(to_f32),
        ..TexturePlacement::default()
    };
    if !placement.is_finite() {
        return (TexturePlacement::default(), false);
    }
    let is_upright = unturned || (a * b + c * d).abs() <= MAX_SHEAR * x * (b * b + d * d).sqrt();
    (placement, is_upright)
}

/// Returns the inverse of an affine transform; infinite numbers if there is none.
#[cfg(feature = "fbx-dom")]
pub(crate) fn inverse(transform: &UvTransform) -> UvTransform {
    let [[a, b, u], [c, d, v]] = *transform;
    let size = a * d - b * c;
    let [a, b, c, d] = [d / size, -b / size, -c / size, a / size];
    [[a, b, -(a * u + b * v)], [c, d, -(c * u + d * v)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition of both: every point has the same position on the texture.
    #[test]
    fn a_placement_with_v_down_is_the_transform_with_v_up() {
        let turned = [[1.2, -1.6, 0.25], [1.6, 1.2, -0.5]];
        let mirrored = [[-2.0, 0.0, 0.5], [0.0, 3.0, 0.125]];
        let scaled_then_turned = [[0.0, -3.0, 1.0], [2.0, 0.0, 0.0]];
        for transform in [turned, mirrored, scaled_then_turned] {
            let (placed, whole) = placed(&transform);
            assert!(whole, "{transform:?}");
            let ([x, y], [left, down]) = (placed.scale.map(f64::from), placed.offset.map(f64::from));
            let (sin, cos) = (libm::sin(placed.rotation.into()), libm::cos(placed.rotation.into()));
            for [u, v] in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.3, 0.7]] {
                let [row, other] = transform.map(|[a, b, c]| a * u + b * v + c);
                let (su, sv) = (u * x, (1.0 - v) * y);
                let found = [cos * su + sin * sv + left, cos * sv - sin * su + down];
                assert!((found[0] - row).abs() < 1e-6 && (found[1] - (1.0 - other)).abs() < 1e-6, "{transform:?}");
            }
        }
        assert!(!placed(&[[1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]).1);
        assert_eq!(placed(&[[f64::INFINITY, 0.0, 0.0], [0.0, 1.0, 0.0]]), (TexturePlacement::default(), false));
    }
}
