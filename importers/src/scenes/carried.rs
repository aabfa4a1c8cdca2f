//! The common parts of importing cameras and lights from any format.

use rigmill_dom::{NodeKind, Scene, SceneCamera, SceneLight};

use super::left_out::{Kind, LeftOut};

const FIX: &str = "fix the numbers in the modelling program, and export the file again";
const CAMERA: Kind = Kind {
    one: "camera with an invalid number, kind or index is",
    many: "cameras with an invalid number, kind or index are",
    help: FIX,
};
const LIGHT: Kind = Kind {
    one: "light with an invalid number, kind or index is",
    many: "lights with an invalid number, kind or index are",
    help: FIX,
};

/// Returns the cameras that exist and are valid. All others are left out.
pub(crate) fn valid_cameras(
    list: impl Iterator<Item = Option<SceneCamera>>,
    left_out: &mut LeftOut,
) -> Vec<SceneCamera> {
    take_valid(list, |camera| (camera.projection.is_valid(), &camera.name), CAMERA, left_out)
}

/// Returns the lights that exist and are valid. All others are left out.
pub(crate) fn valid_lights(list: impl Iterator<Item = Option<SceneLight>>, left_out: &mut LeftOut) -> Vec<SceneLight> {
    take_valid(list, |light| (light.is_valid(), &light.name), LIGHT, left_out)
}

/// Returns the entries that `check` considers valid. `check` also returns their names.
fn take_valid<T>(
    list: impl Iterator<Item = Option<T>>,
    check: impl Fn(&T) -> (bool, &str),
    kind: Kind,
    left_out: &mut LeftOut,
) -> Vec<T> {
    let take = |it: Option<T>| match it.as_ref().map_or((false, ""), &check) {
        (true, _) => it,
        (false, name) => {
            left_out.add(kind, name);
            None
        }
    };
    list.filter_map(take).collect()
}

/// Turns the nodes of cameras and lights into bones, like empty nodes.
pub(crate) fn make_bones(scene: &mut Scene) {
    let carriers = scene.cameras.iter().map(|camera| camera.node).chain(scene.lights.iter().map(|light| light.node));
    for node in carriers {
        let kind = &mut scene.nodes[node as usize].kind;
        if matches!(kind, NodeKind::Camera | NodeKind::Light) {
            *kind = NodeKind::Empty;
        }
    }
}
