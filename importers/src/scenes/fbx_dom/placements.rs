//! Placements of textures.

use rigmill_dom::{TexturePlacement, TextureWrap};

use super::properties::Properties;
use crate::scenes::fbx_shared::uv_transform::{UvTransform, inverse, placed};

/// Returns the placement of a texture, as its properties state it, and whether the placement is exact.
pub(super) fn placement(properties: &Properties<'_>) -> (TexturePlacement, bool) {
    let wrap = |name| match properties.whole(name) {
        Some(1) => TextureWrap::Clamp,
        _ => TextureWrap::Repeat,
    };
    let (placement, is_whole) = match transform(properties) {
        Some(transform) => placed(&inverse(&transform)),
        None => (TexturePlacement::default(), properties.whole("UVSwap").unwrap_or(0) == 0),
    };
    (TexturePlacement { wrap: [wrap("WrapModeU"), wrap("WrapModeV")], ..placement }, is_whole)
}

/// Returns the transform from the texture to the coordinates of the mesh: scaled about one pivot, rotated about the other, then
/// moved. Returns `None` if both are the same.
fn transform(properties: &Properties<'_>) -> Option<UvTransform> {
    let vector = |name: &str, default| properties.vector(name).unwrap_or([default; 3]);
    let [[u, v, _], [_, _, turn], [x, y, _]] =
        [vector("Translation", 0.0), vector("Rotation", 0.0), vector("Scaling", 1.0)];
    if [u, v, turn] == [0.0; 3] && [x, y] == [1.0; 2] {
        return None;
    }
    let [[su, sv, _], [ru, rv, _]] = [vector("TextureScalingPivot", 0.0), vector("TextureRotationPivot", 0.0)];
    let (sin, cos) = (libm::sin(turn.to_radians()), libm::cos(turn.to_radians()));
    // The position of the scaled origin relative to the pivot of the rotation.
    let [left, up] = [su - x * su - ru, sv - y * sv - rv];
    Some([[cos * x, -sin * y, cos * left - sin * up + ru + u], [sin * x, cos * y, sin * left + cos * up + rv + v]])
}
