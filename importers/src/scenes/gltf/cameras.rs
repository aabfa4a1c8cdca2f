//! Cameras.

use rigmill_codec_gltf::Extras;
use rigmill_codec_gltf::json::Node;
use rigmill_codec_gltf::json::camera::{Camera, Type};
use rigmill_codec_gltf::json::validation::Checked;
use rigmill_dom::{SceneCamera, SceneNode, SceneProjection};
use rigmill_math::affine;
use rigmill_pipeline::Diagnostic;

use super::extras::properties;
use super::nodes::Nodes;
use super::problems::{element, left_out};
use crate::scenes::carried::{CAMERAS, take_valid};

/// The cameras of nodes, in the order of the nodes. Warns of those that cannot be.
pub(super) fn read(
    nodes: &Nodes<'_>,
    extras: &Extras,
    placed: &[SceneNode],
    warnings: &mut Vec<Diagnostic>,
) -> Vec<SceneCamera> {
    let camera = |(number, ((_, node), placed)): (u32, ((usize, &Node), &SceneNode))| {
        let index = node.camera?;
        let camera = |source: &Camera| {
            Some(SceneCamera {
                element: element("camera", source.name.as_ref(), index.value()),
                name: source.name.clone().unwrap_or_else(|| placed.name.clone()),
                node: number,
                space: affine::IDENTITY,
                projection: projection(source)?,
                properties: extras.cameras.get(index.value()).map(|it| properties(&it.extras)).unwrap_or_default(),
            })
        };
        Some(nodes.root().get(index).and_then(camera))
    };
    let cameras = (0..).zip(nodes.iter().zip(placed)).filter_map(camera).collect();
    let (cameras, lost) = take_valid(cameras, |camera| camera.projection.is_valid(), CAMERAS);
    warnings.extend(lost.map(|(fact, help)| left_out(fact, help)));
    cameras
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
