//! Lights (the extension `KHR_lights_punctual`).

use rigmill_codec_gltf::Extras;
use rigmill_codec_gltf::json::Node;
use rigmill_codec_gltf::json::extensions::scene::khr_lights_punctual::{Light, Type};
use rigmill_codec_gltf::json::validation::Checked;
use rigmill_dom::{LightUnit, SceneLight, SceneLightKind, SceneNode};
use rigmill_math::affine;

use super::extras::properties;
use super::nodes::Nodes;
use super::problems::element;
use crate::scenes::carried::valid_lights;
use crate::scenes::left_out::LeftOut;

/// Returns the lights in the order of their nodes. Invalid lights are left out.
pub(super) fn read(
    nodes: &Nodes<'_>,
    extras: &Extras,
    placed: &[SceneNode],
    left_out: &mut LeftOut,
) -> Vec<SceneLight> {
    let sources = nodes.root().extensions.as_ref().and_then(|it| it.khr_lights_punctual.as_ref());
    let sources = sources.map_or(&[][..], |it| &it.lights);
    let light = |(number, ((_, node), placed)): (u32, ((usize, &Node), &SceneNode))| {
        let index = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?.light.value();
        let light = |source: &Light| {
            let (kind, unit) = kind(source)?;
            Some(SceneLight {
                element: element("light", source.name.as_ref(), index),
                name: source.name.clone().unwrap_or_else(|| placed.name.clone()),
                node: number,
                space: affine::IDENTITY,
                kind,
                color: source.color,
                intensity: source.intensity,
                unit,
                range: source.range.map_or(f64::INFINITY, f64::from),
                cone: cone(source, kind),
                properties: extras.lights.get(index).map(|it| properties(&it.extras)).unwrap_or_default(),
            })
        };
        Some(sources.get(index).and_then(light))
    };
    valid_lights((0..).zip(nodes.iter().zip(placed)).filter_map(light), left_out)
}

/// Returns the kind of a light, and the unit of its intensity.
fn kind(source: &Light) -> Option<(SceneLightKind, LightUnit)> {
    match source.type_ {
        Checked::Valid(Type::Directional) => Some((SceneLightKind::Directional, LightUnit::Lux)),
        Checked::Valid(Type::Point) => Some((SceneLightKind::Point, LightUnit::Candela)),
        Checked::Valid(Type::Spot) => Some((SceneLightKind::Spot, LightUnit::Candela)),
        Checked::Invalid => None,
    }
}

/// Returns the angles of a spot light in radians. By default, the outer angle is a quarter of pi.
fn cone(source: &Light, kind: SceneLightKind) -> [f32; 2] {
    match &source.spot {
        _ if kind != SceneLightKind::Spot => [0.0; 2],
        Some(spot) => [spot.inner_cone_angle, spot.outer_cone_angle],
        None => [0.0, std::f32::consts::FRAC_PI_4],
    }
}
