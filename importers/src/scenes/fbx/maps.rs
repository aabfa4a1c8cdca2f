//! Reads the values of ufbx's maps: the properties of a material where it has no texture.

use rigmill_math::to_f32;
use ufbx::MaterialMap;

/// Returns a number; `None` if the material does not have it.
pub(super) fn value(map: &MaterialMap) -> Option<f32> {
    map.has_value.then(|| to_f32(map.value_vec4.x))
}

/// Returns a factor. A texture replaces it, as in the programs that write such materials.
pub(super) fn factor(map: &MaterialMap) -> Option<f32> {
    if is_textured(map) { Some(1.0) } else { value(map) }
}

/// Returns a colour multiplied by its factor.
pub(super) fn color(color: &MaterialMap, factor: &MaterialMap, default: [f32; 3]) -> [f32; 3] {
    let base = own_color(color).unwrap_or(default);
    let factor = value(factor).unwrap_or(1.0);
    base.map(|component| component * factor)
}

/// Returns a colour that a texture replaces, multiplied by its factor.
pub(super) fn color_factor(map: &MaterialMap, factor: &MaterialMap, default: [f32; 3]) -> [f32; 3] {
    let factor = self::factor(factor).unwrap_or(1.0);
    plain_color(map, default).map(|component| component * factor)
}

/// Returns a colour that a texture replaces.
pub(super) fn plain_color(map: &MaterialMap, default: [f32; 3]) -> [f32; 3] {
    if is_textured(map) { [1.0; 3] } else { own_color(map).unwrap_or(default) }
}

fn own_color(color: &MaterialMap) -> Option<[f32; 3]> {
    let ufbx::Vec4 { x, y, z, .. } = color.value_vec4;
    match (color.has_value, color.value_components) {
        (false, _) => None,
        (true, 1) => Some([to_f32(x); 3]),
        (true, _) => Some([x, y, z].map(to_f32)),
    }
}

/// Returns the mean of a colour's components.
pub(super) fn mean(map: &MaterialMap) -> f32 {
    let ufbx::Vec4 { x, y, z, .. } = map.value_vec4;
    to_f32(if map.value_components == 1 { x } else { (x + y + z) / 3.0 })
}

pub(super) fn is_textured(map: &MaterialMap) -> bool {
    map.texture.is_some() && map.texture_enabled
}

/// Returns whether a map changes the appearance of a surface: whether it has a texture, or a number other than 0.
pub(super) fn is_used(map: &MaterialMap) -> bool {
    is_textured(map) || (map.has_value && mean(map) != 0.0)
}
