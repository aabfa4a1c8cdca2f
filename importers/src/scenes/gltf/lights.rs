//! Lights (the extension `KHR_lights_punctual`).

use rigmill_codec_gltf::document::{Light, LightType, Node};
use rigmill_dom::{LightUnit, SceneLight, SceneLightKind, SceneNode};
use rigmill_math::affine;

use super::extras::properties;
use super::nodes::Nodes;
use super::problems::element;
use crate::scenes::carried::valid_lights;
use crate::scenes::left_out::LeftOut;

/// Returns the lights in the order of their nodes. Invalid lights are left out.
pub(super) fn read(nodes: &Nodes<'_>, placed: &[SceneNode], left_out: &mut LeftOut) -> Vec<SceneLight> {
    let sources = nodes.root().lights();
    let light = |(number, ((_, node), placed)): (u32, ((usize, &Node), &SceneNode))| {
        let index = node.light()? as usize;
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
                properties: properties(&source.extras),
            })
        };
        Some(sources.get(index).and_then(light))
    };
    valid_lights((0..).zip(nodes.iter().zip(placed)).filter_map(light), left_out)
}

/// Returns the kind of a light, and the unit of its intensity.
fn kind(source: &Light) -> Option<(SceneLightKind, LightUnit)> {
    match source.type_ {
        LightType::Directional => Some((SceneLightKind::Directional, LightUnit::Lux)),
        LightType::Point => Some((SceneLightKind::Point, LightUnit::Candela)),
        LightType::Spot => Some((SceneLightKind::Spot, LightUnit::Candela)),
        LightType::Unknown => None,
    }
}

/// Returns the angles of a spot light in radians. By default, the outer angle is a quarter of pi.
fn cone(source: &Light, kind: SceneLightKind) -> [f32; 2] {
    let spot = source.spot.unwrap_or_default();
    if kind == SceneLightKind::Spot { [spot.inner_cone_angle, spot.outer_cone_angle] } else { [0.0; 2] }
}
