//! Local transforms of nodes.

use rigmill_codec_gltf::Transform;
use rigmill_codec_gltf::document::Node;
use rigmill_dom::SceneTransform;

const HALF_SQRT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Returns the local transform of a node. The error is the message.
pub(super) fn of_node(node: &Node) -> Result<SceneTransform, &'static str> {
    if let Some(matrix) = &node.matrix {
        return of_matrix(&matrix.map(f64::from));
    }
    let rotation = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.map(f64::from));
    Ok(SceneTransform {
        translation: node.translation.unwrap_or_default().map(f64::from),
        rotation: unit4(rotation).ok_or("its rotation is zero")?,
        scale: node.scale.unwrap_or([1.0; 3]).map(f64::from),
    })
}

/// Returns the quaternion with unit length; `None` if it has no direction. NaN stays NaN.
pub(super) fn unit4(q: [f64; 4]) -> Option<[f64; 4]> {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length != 0.0).then(|| q.map(|part| part / length))
}

/// Decomposes a matrix of 16 numbers, column by column, for column vectors.
fn of_matrix(matrix: &[f64; 16]) -> Result<SceneTransform, &'static str> {
    if !matrix.iter().all(|number| number.is_finite()) {
        return Err("its matrix is not finite");
    }
    let (Transform { translation, rotation, scale }, shears) = Transform::decompose(matrix);
    if scale.contains(&0.0) {
        return Err("its matrix has a scale of 0 along an axis, so its rotation is unknown");
    }
    if shears {
        return Err("its matrix shears the node, which translation, rotation and scale cannot express");
    }
    Ok(SceneTransform { translation, rotation, scale })
}

/// Rotates a transform by 90 degrees about x, so that z points up instead of y.
pub(super) fn z_up(t: &SceneTransform) -> SceneTransform {
    SceneTransform { translation: z_up_point(t.translation), rotation: z_up_rotation(t.rotation), scale: t.scale }
}

pub(super) fn z_up_point([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, -z, y]
}

pub(super) fn z_up_rotation([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [x + w, y - z, z + y, w - x].map(|part| part * HALF_SQRT)
}
