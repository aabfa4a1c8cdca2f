//! Cameras.

use rigmill_codec_gltf::Extras;
use rigmill_codec_gltf::json::camera::{Camera, Type};
use rigmill_codec_gltf::json::validation::Checked;
use rigmill_dom::{SceneCamera, SceneNode, SceneProjection};
use rigmill_math::affine;
use rigmill_pipeline::Diagnostic;

use super::extras::properties;
use super::nodes::Nodes;
use super::problems::{element, left_out, unreadable};
use crate::report::Result;
use crate::scenes::carried::{CAMERAS, take_valid};

/// The cameras of nodes, in the order of the nodes. Warns of those that cannot be.
pub(super) fn read(
    nodes: &Nodes<'_>,
    extras: &Extras,
    placed: &[SceneNode],
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneCamera>> {
    let mut cameras = Vec::new();
    for (number, ((_, node), placed)) in (0..).zip(nodes.iter().zip(placed)) {
        let Some(index) = node.camera else { continue };
        let Some(source) = nodes.root().get(index) else {
            return Err(unreadable(format!("{}: there is no camera {}", placed.element, index.value())));
        };
        let camera = |projection| SceneCamera {
            element: element("camera", source.name.as_ref(), index.value()),
            name: source.name.clone().unwrap_or_else(|| placed.name.clone()),
            node: number,
            space: affine::IDENTITY,
            projection,
            properties: extras.cameras.get(index.value()).map(|it| properties(&it.extras)).unwrap_or_default(),
        };
        cameras.push(projection(source).map(camera));
    }
    let (cameras, lost) = take_valid(cameras, |camera| camera.projection.is_valid(), CAMERAS);
    warnings.extend(lost.map(|(fact, help)| left_out(fact, help)));
    Ok(cameras)
}

fn projection(source: &Camera) -> Option<SceneProjection> {
    match source.type_ {
        Checked::Valid(Type::Perspective) => {
            let found = source.perspective.as_ref()?;
            Some(SceneProjection::Perspective {
                y_fov: found.yfov.into(),
                aspect: found.aspect_ratio.map(f64::from),
                planes: [found.znear.into(), found.zfar.map_or(f64::INFINITY, f64::from)],
            })
        }
        Checked::Valid(Type::Orthographic) => {
            let found = source.orthographic.as_ref()?;
            Some(SceneProjection::Orthographic {
                mag: [found.xmag.into(), found.ymag.into()],
                planes: [found.znear.into(), found.zfar.into()],
            })
        }
        Checked::Invalid => None,
    }
}
