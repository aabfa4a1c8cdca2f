//! Converts cameras and lights from FBX's terms.

use rigmill_dom::{DataValue, SceneLightKind, SceneProjection};
use rigmill_math::affine::Affine;
use rigmill_math::to_f32;

/// The transform from the space of a camera (which looks along -z, with y up) to the space of its node. FBX cameras look along
/// +x.
pub(in crate::scenes) const CAMERA_SPACE: Affine = [[0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]];

/// The transform from the space of a light (which shines along -z) to the space of its node. FBX lights shine along -y.
pub(in crate::scenes) const LIGHT_SPACE: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]];

/// The near plane of perspective cameras without one, in the scene's unit, because a perspective needs one.
const NEAR: f64 = 0.01;
/// The default field of view, in degrees, as in FBX's templates.
const FIELD_OF_VIEW: f64 = 25.115;
/// The default outer angle of spot lights, in degrees, as in FBX's templates.
const SPOT: f64 = 45.0;

/// A number in FBX for which scenes have no field: its name, and its default value.
pub(in crate::scenes) type Detail = (&'static str, f64);

/// Details of lights: the decay (0 for none, 1 to 3 for the first to third power of the distance) and its start distance, the
/// shape of area lights (0 for a rectangle, 1 for a sphere), the near attenuation, and whether the light and its shadows are
/// on.
pub(in crate::scenes) const LIGHT_DETAILS: [Detail; 8] = [
    ("DecayType", 0.0),
    ("DecayStart", 0.0),
    ("AreaLightShape", 0.0),
    ("EnableNearAttenuation", 0.0),
    ("NearAttenuationStart", 0.0),
    ("NearAttenuationEnd", 0.0),
    ("CastLight", 1.0),
    ("CastShadows", 1.0),
];

/// Details of cameras: the size and offset of the film in inches, its squeeze ratio, and the focal length in millimetres (the
/// field of view follows from these, but not the reverse); the roll about the axis in degrees, the offset of the image, and the
/// focus.
pub(in crate::scenes) const CAMERA_DETAILS: [Detail; 11] = [
    ("FilmWidth", 0.816),
    ("FilmHeight", 0.612),
    ("FilmOffsetX", 0.0),
    ("FilmOffsetY", 0.0),
    ("FilmSqueezeRatio", 1.0),
    ("FocalLength", 34.89),
    ("Roll", 0.0),
    ("OpticalCenterX", 0.0),
    ("OpticalCenterY", 0.0),
    ("UseDepthOfField", 0.0),
    ("FocusDistance", 200.0),
];

/// The property of a light that names the picture that it projects.
pub(in crate::scenes) const PROJECTED: &str = "FileName";

/// Adds the details that differ from their defaults to a list of properties, which stays sorted.
pub(in crate::scenes) fn add_details(
    properties: &mut Vec<(String, DataValue)>,
    details: &[Detail],
    value: impl Fn(&str) -> Option<f64>,
) {
    for &(name, default) in details {
        let value = value(name).filter(|value| value.is_finite() && (value - default).abs() > 1e-2 * default);
        properties.extend(value.map(|value| (name.to_owned(), DataValue::F64(value))));
    }
    properties.sort_by(|(a, _), (b, _)| a.cmp(b));
}

/// Adds the picture that a light projects to a list of properties, which stays sorted.
pub(in crate::scenes) fn add_projected(properties: &mut Vec<(String, DataValue)>, file: &str) {
    if !file.is_empty() {
        properties.push((PROJECTED.to_owned(), DataValue::Text(file.to_owned())));
        properties.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
}

/// Returns the distances of the near and the far plane, with defaults for missing ones.
fn planes([near, far]: [f64; 2], least: f64) -> [f64; 2] {
    let near = if near > 0.0 { near } else { least };
    [near, if far > near { far } else { f64::INFINITY }]
}

/// Creates a perspective projection from its vertical field of view in degrees.
pub(in crate::scenes) fn perspective(degrees: f64, aspect: f64, near_far: [f64; 2]) -> SceneProjection {
    let aspect = Some(aspect).filter(|aspect| aspect.is_finite() && *aspect > 0.0);
    let degrees = if degrees == 0.0 { FIELD_OF_VIEW } else { degrees };
    SceneProjection::Perspective { y_fov: degrees.to_radians(), aspect, planes: planes(near_far, NEAR) }
}

/// Creates an orthographic projection from the width and height of its view.
pub(in crate::scenes) fn orthographic(size: [f64; 2], near_far: [f64; 2]) -> SceneProjection {
    SceneProjection::Orthographic { mag: size.map(|size| size * 0.5), planes: planes(near_far, 0.0) }
}

/// Returns the kind of light for FBX's `LightType`.
pub(in crate::scenes) fn light_kind(number: i64) -> Option<SceneLightKind> {
    match number {
        0 => Some(SceneLightKind::Point),
        1 => Some(SceneLightKind::Directional),
        2 => Some(SceneLightKind::Spot),
        3 => Some(SceneLightKind::Area),
        4 => Some(SceneLightKind::Volume),
        _ => None,
    }
}

/// Returns the angles between a spot light's axis and the sides of its cones in radians. FBX's angles are in degrees, between
/// opposite sides.
pub(in crate::scenes) fn cone(kind: SceneLightKind, [inner, outer]: [f64; 2]) -> [f32; 2] {
    if kind != SceneLightKind::Spot {
        return [0.0; 2];
    }
    let outer = if outer > 0.0 { outer } else { SPOT };
    let from_axis = |across: f64| to_f32((across * 0.5).to_radians());
    [from_axis(inner.clamp(0.0, outer)), from_axis(outer)]
}

/// Returns the range of a light, from FBX's far attenuation and whether it is enabled.
pub(in crate::scenes) fn range(is_on: bool, end: f64) -> f64 {
    if is_on && end > 0.0 { end } else { f64::INFINITY }
}
