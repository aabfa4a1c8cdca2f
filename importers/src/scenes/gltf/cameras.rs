//! Cameras.

use rigmill_codec_gltf::document::{Camera, CameraType, Node};
use rigmill_dom::{SceneCamera, SceneNode, SceneProjection};
use rigmill_math::affine;

use super::extras::properties;
use super::nodes::Nodes;
use super::problems::element;
use crate::scenes::carried::valid_cameras;
use crate::scenes::left_out::LeftOut;

/// Returns the cameras in the order of their nodes. Invalid cameras are left out.
pub(super) fn read(nodes: &Nodes<'_>, placed: &[SceneNode], left_out: &mut LeftOut) -> Vec<SceneCamera> {
    let camera = |(number, ((_, node), placed)): (u32, ((usize, &Node), &SceneNode))| {
        let index = node.camera? as usize;
        let camera = |source: &Camera| {
            Some(SceneCamera {
                element: element("camera", source.name.as_ref(), index),
                name: source.name.clone().unwrap_or_else(|| placed.name.clone()),
                node: number,
                space: affine::IDENTITY,
                projection: projection(source)?,
                properties: properties(&source.extras),
            })
        };
        Some(nodes.root().cameras.get(index).and_then(camera))
    };
    valid_cameras((0..).zip(nodes.iter().zip(placed)).filter_map(camera), left_out)
}

fn projection(source: &Camera) -> Option<SceneProjection> {
    match source.type_ {
        CameraType::Perspective => {
            let found = source.perspective.as_ref()?;
            Some(SceneProjection::Perspective {
                y_fov: found.yfov.into(),
                aspect: found.aspect_ratio.map(f64::from),
                planes: [found.znear.into(), found.zfar.map_or(f64::INFINITY, f64::from)],
            })
        }
        CameraType::Orthographic => {
            let found = source.orthographic.as_ref()?;
            Some(SceneProjection::Orthographic {
                mag: [found.xmag.into(), found.ymag.into()],
                planes: [found.znear.into(), found.zfar.into()],
            })
        }
        CameraType::Unknown => None,
    }
}
