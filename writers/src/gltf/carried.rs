//! Cameras and lights. Each has its own node below its bone.

use rigmill_codec_gltf::document::{
    Camera, CameraType, Document, Light, LightType, Orthographic, Perspective, PunctualLight, Spot, push,
};
use rigmill_format::{Carrier, LightKind, Model, ModelLight, Projection, PropertyKind, Transform};
use rigmill_pipeline::{Diagnostic, WriteContext};
use serde_json::Value;

use super::params::Axes;
use super::properties::Extras;
use super::{nodes, transforms};
use crate::codes;
use crate::counted::counted;

const LIGHTS: &str = "KHR_lights_punctual";

/// The widest cone of a spot light, and the minimum difference between its angles (the inner angle must be smaller), in
/// radians. As an `f32`, a quarter of a turn would be rounded up, which glTF does not allow.
const WIDEST: f32 = std::f32::consts::FRAC_PI_2.next_down();
const LEAST_EDGE: f32 = 1e-4;

/// Writes the cameras and lights of a model whose bones are nodes. Warns about lights that glTF does not support.
pub(super) fn write(model: &Model, axes: Axes, extras: &Extras<'_>, document: &mut Document, ctx: &mut WriteContext) {
    for (index, source) in (0..).zip(&model.cameras) {
        let camera = camera(&source.name, source.projection, extras.properties(PropertyKind::Camera, index));
        let camera = push(&mut document.cameras, camera);
        let node = add_node(&source.name, &source.carrier, axes, document);
        document.nodes[node as usize].camera = Some(camera);
    }
    let mut lost = Vec::new();
    for (index, source) in (0..).zip(&model.lights) {
        let Some(light) = light(source, extras.properties(PropertyKind::Light, index)) else {
            lost.push(source.name.as_str());
            continue;
        };
        document.uses(LIGHTS);
        let light = push(&mut document.extensions.get_or_insert_default().punctual.lights, light);
        let node = add_node(&source.name, &source.carrier, axes, document);
        document.nodes[node as usize].extensions.get_or_insert_default().punctual = Some(PunctualLight { light });
    }
    if let Some(first) = lost.first() {
        let lights = counted(lost.len(), ["area or volume light is", "area or volume lights are"]);
        let message = format!("{lights} left out, because glTF does not support these lights (the first is {first:?})");
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("use point, spot or directional lights"));
    }
    warn_of_wide_cones(model, ctx);
}

fn warn_of_wide_cones(model: &Model, ctx: &mut WriteContext) {
    let is_wide = |light: &&ModelLight| light.kind == LightKind::Spot && light.cone[1] > std::f32::consts::FRAC_PI_2;
    let wide: Vec<&ModelLight> = model.lights.iter().filter(is_wide).collect();
    if let Some(first) = wide.first() {
        let message = format!(
            "{} a cone wider than 180 degrees, which is narrowed, because glTF does not allow it (the first is {:?})",
            counted(wide.len(), ["spot light has", "spot lights have"]),
            first.name
        );
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("narrow the cone, or use a point light"));
    }
}

/// Adds a node with the position and rotation of its carrier, without the carrier's scale.
fn add_node(name: &str, carrier: &Carrier, axes: Axes, document: &mut Document) -> u32 {
    let local = Transform { scale: [1.0; 3], ..transforms::parts(&carrier.local).0 };
    match carrier.bone {
        Some(bone) => nodes::add_placed_child(bone, name, &local, document),
        None => nodes::add_root(name, &transforms::upright(&local, axes), document),
    }
}

fn camera(name: &str, projection: Projection, extras: Value) -> Camera {
    let finite = |far: f32| Some(far).filter(|far| far.is_finite());
    let (type_, perspective, orthographic) = match projection {
        Projection::Perspective { y_fov, aspect, near, far } => {
            let perspective = Perspective { aspect_ratio: aspect, yfov: y_fov, znear: near, zfar: finite(far) };
            (CameraType::Perspective, Some(perspective), None)
        }
        Projection::Orthographic { x_mag, y_mag, near, far } => {
            let zfar = finite(far).unwrap_or(f32::MAX);
            (CameraType::Orthographic, None, Some(Orthographic { xmag: x_mag, ymag: y_mag, znear: near, zfar }))
        }
    };
    Camera { name: Some(name.to_owned()), type_, perspective, orthographic, extras }
}

/// Converts a light to `KHR_lights_punctual`. Colours are limited to 1, and intensities without a unit are assumed to be in the
/// unit of the light's kind.
fn light(source: &ModelLight, extras: Value) -> Option<Light> {
    let type_ = match source.kind {
        LightKind::Directional => LightType::Directional,
        LightKind::Point => LightType::Point,
        LightKind::Spot => LightType::Spot,
        LightKind::Area | LightKind::Volume => return None,
    };
    let brightest = source.color.iter().fold(1.0, |brightest: f32, part| brightest.max(*part));
    let [inner, outer] = source.cone;
    let outer_cone_angle = outer.clamp(LEAST_EDGE, WIDEST);
    let spot = Spot { inner_cone_angle: inner.min(outer_cone_angle - LEAST_EDGE), outer_cone_angle };
    Some(Light {
        name: Some(source.name.clone()),
        type_,
        color: source.color.map(|part| part / brightest),
        intensity: (source.intensity * brightest).min(f32::MAX),
        range: Some(source.range).filter(|range| range.is_finite() && source.kind != LightKind::Directional),
        spot: (source.kind == LightKind::Spot).then_some(spot),
        extras,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(outer: f32) -> ModelLight {
        ModelLight { name: "Lamp".to_owned(), kind: LightKind::Spot, cone: [0.0, outer], ..ModelLight::default() }
    }

    #[test]
    fn cones_are_at_most_a_quarter_of_a_turn() {
        for outer in [1.5, std::f32::consts::FRAC_PI_2, 3.0] {
            let written = light(&spot(outer), Value::Null).unwrap().spot.unwrap().outer_cone_angle;
            assert!(f64::from(written) <= std::f64::consts::FRAC_PI_2, "{outer}");
            assert!((written - outer.min(std::f32::consts::FRAC_PI_2)).abs() < 1e-6, "{outer}");
        }
    }

    #[test]
    fn only_cones_that_become_much_narrower_are_reported() {
        let lights = [1.5, std::f32::consts::FRAC_PI_2, 3.0, 2.0].map(spot).to_vec();
        let mut ctx = WriteContext::new("Lamps");
        warn_of_wide_cones(&Model { lights, ..Model::default() }, &mut ctx);
        let said: Vec<String> = ctx.finish().into_iter().map(|it| it.message).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("2 spot lights have a cone wider than 180 degrees"), "{said:?}");
    }
}
