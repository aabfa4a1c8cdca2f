//! Cameras and lights that are attached to the bones of a model.

use rigmill_dom::{Scene, SceneCamera, SceneLight, SceneLightKind, SceneProjection};
use rigmill_format::{Carrier, LightKind, LightUnit, ModelCamera, ModelLight, Projection};
use rigmill_math::affine::{self, Affine};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::bones::{Bones, to_affine};
use crate::codes;
use crate::report::and_more;

/// Returns the cameras of a scene, in the scene's order.
pub(super) fn cameras(scene: &Scene, bones: &Bones) -> Vec<ModelCamera> {
    let camera = |camera: &SceneCamera| ModelCamera {
        name: camera.name.clone(),
        carrier: carrier(scene, bones, camera.node, &camera.space),
        projection: projection(camera.projection),
    };
    scene.cameras.iter().map(camera).collect()
}

/// Returns the lights of a scene, in the scene's order.
pub(super) fn lights(scene: &Scene, bones: &Bones) -> Vec<ModelLight> {
    let light = |light: &SceneLight| ModelLight {
        name: light.name.clone(),
        carrier: carrier(scene, bones, light.node, &light.space),
        kind: kind(light.kind),
        color: light.color,
        intensity: light.intensity,
        unit: unit(light.unit),
        range: to_f32(light.range).max(f32::MIN_POSITIVE),
        cone: light.cone,
    };
    scene.lights.iter().map(light).collect()
}

/// Warns about cameras and lights that a clip moves independently of a bone.
pub(super) fn warn_of_lost_motion(scene: &Scene, bones: &Bones, ctx: &mut ProcessContext<'_>) {
    let carriers = scene.cameras.iter().map(|camera| camera.node).chain(scene.lights.iter().map(|light| light.node));
    let is_moved = |node: u32| {
        let mut tracks = scene.clips.iter().flat_map(|clip| &clip.tracks);
        tracks.any(|track| track.node == node && track.moves())
    };
    let is_lost = |&node: &u32| up_to_bone(scene, bones, node).any(is_moved);
    let lost: Vec<u32> = carriers.filter(is_lost).collect();
    let Some(first) = lost.first().and_then(|&node| scene.nodes.get(node as usize)) else { return };
    let more = and_more(lost.len() - 1, ["node", "nodes"]);
    let name = &first.name;
    let message =
        format!("the camera or light {name:?} does not move with its clip, because clips move only bones{more}");
    let help = "set `camera_bones = true` in a rule for this file, so that camera and light nodes become bones";
    ctx.report(Diagnostic::warning(codes::SCENE_CAMERA_STILL, message).help(help));
}

/// Returns a node and its ancestors, up to the first bone.
fn up_to_bone<'a>(scene: &'a Scene, bones: &'a Bones, node: u32) -> impl Iterator<Item = u32> + 'a {
    let above = |&node: &u32| scene.nodes.get(node as usize).and_then(|node| node.parent);
    std::iter::successors(Some(node), above).take_while(|&node| bones.of_node(node).is_none())
}

/// Returns the nearest bone at or above a node, and the transform from the node to this bone.
fn carrier(scene: &Scene, bones: &Bones, node: u32, space: &Affine) -> Carrier {
    let mut local = *space;
    let mut top = node;
    for node in up_to_bone(scene, bones, node) {
        let source = &scene.nodes[node as usize];
        let matrix = source.matrix.map_or_else(|| to_affine(&source.local), |matrix| affine::from_matrix(&matrix));
        local = affine::multiply(&matrix, &local);
        top = source.parent.unwrap_or(node);
    }
    Carrier { bone: bones.of_node(top), local: affine::to_matrix(&local) }
}

/// Converts a projection to single precision, where two planes must stay distinct.
fn projection(source: SceneProjection) -> Projection {
    let planes = |[near, far]: [f64; 2], least: f32| {
        let near = to_f32(near).clamp(least, f32::MAX);
        let far = to_f32(far);
        (near, if far > near { far } else { f32::INFINITY })
    };
    match source {
        SceneProjection::Perspective { y_fov, aspect, planes: both } => {
            let (near, far) = planes(both, f32::MIN_POSITIVE);
            let y_fov = to_f32(y_fov).max(f32::MIN_POSITIVE);
            let aspect = aspect.map(to_f32).filter(|aspect| aspect.is_finite() && *aspect > 0.0);
            Projection::Perspective { y_fov, aspect, near, far }
        }
        SceneProjection::Orthographic { mag, planes: both } => {
            let (near, far) = planes(both, 0.0);
            let [x_mag, y_mag] = mag.map(|mag| match to_f32(mag) {
                0.0 => f32::MIN_POSITIVE,
                mag => mag.clamp(f32::MIN, f32::MAX),
            });
            Projection::Orthographic { x_mag, y_mag, near, far }
        }
    }
}

fn kind(source: SceneLightKind) -> LightKind {
    match source {
        SceneLightKind::Directional => LightKind::Directional,
        SceneLightKind::Point => LightKind::Point,
        SceneLightKind::Spot => LightKind::Spot,
        SceneLightKind::Area => LightKind::Area,
        SceneLightKind::Volume => LightKind::Volume,
    }
}

fn unit(source: rigmill_dom::LightUnit) -> LightUnit {
    match source {
        rigmill_dom::LightUnit::Factor => LightUnit::Factor,
        rigmill_dom::LightUnit::Candela => LightUnit::Candela,
        rigmill_dom::LightUnit::Lux => LightUnit::Lux,
    }
}
