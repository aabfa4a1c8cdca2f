//! Transforms of nodes: taken apart, turned.

use rigmill_codec_gltf::json::Node;
use rigmill_dom::SceneTransform;

/// By how much the product of the parts may differ from a matrix, for its largest number.
const SHEAR: f64 = 1e-4;
const HALF_SQRT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The local transform of a node; the text says what is wrong with it.
pub(super) fn of_node(node: &Node) -> Result<SceneTransform, &'static str> {
    if let Some(matrix) = &node.matrix {
        return of_matrix(&matrix.map(f64::from));
    }
    let rotation = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0.map(f64::from));
    Ok(SceneTransform {
        translation: node.translation.unwrap_or_default().map(f64::from),
        rotation: unit4(rotation).ok_or("its rotation has no direction")?,
        scale: node.scale.unwrap_or([1.0; 3]).map(f64::from),
    })
}

pub(super) fn is_finite(t: &SceneTransform) -> bool {
    t.translation.iter().chain(&t.rotation).chain(&t.scale).all(|number| number.is_finite())
}

/// The quaternion with unit length; `None` for one without a direction. What is no number stays none.
pub(super) fn unit4(q: [f64; 4]) -> Option<[f64; 4]> {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length != 0.0).then(|| q.map(|part| part / length))
}

/// Takes a matrix apart: 16 numbers, column by column, for column vectors.
fn of_matrix(m: &[f64; 16]) -> Result<SceneTransform, &'static str> {
    if !m.iter().all(|number| number.is_finite()) {
        return Err("its matrix is not finite");
    }
    let columns: [[f64; 3]; 3] = std::array::from_fn(|column| std::array::from_fn(|row| m[column * 4 + row]));
    let mut scale = columns.map(|[x, y, z]| (x * x + y * y + z * z).sqrt());
    if determinant(&columns) < 0.0 {
        scale[0] = -scale[0];
    }
    let turned = |column: usize| columns[column].map(|number| number / scale[column]);
    let axes = [turned(0), turned(1), turned(2)];
    if scale.contains(&0.0) {
        let flat = "its matrix has no extent along an axis, so that it has no rotation";
        return Err(flat);
    }
    let rotation = unit4(quaternion(&axes)).ok_or("its matrix has no rotation")?;
    let translation = [m[12], m[13], m[14]];
    let largest = scale.iter().fold(0.0, |largest: f64, along| largest.max(along.abs()));
    let rebuilt = axes_of(rotation);
    let off = (0..9).map(|at| (rebuilt[at / 3][at % 3] * scale[at / 3] - columns[at / 3][at % 3]).abs());
    if off.fold(0.0, f64::max) > SHEAR * largest {
        return Err("its matrix shears, which no translation, rotation and scale can express");
    }
    Ok(SceneTransform { translation, rotation, scale })
}

fn determinant([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]
}

/// The quaternion of a rotation of which the columns are given (Shepperd's method: by the largest of the four).
fn quaternion([x, y, z]: &[[f64; 3]; 3]) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let parts = [x[0], y[1], z[2], trace];
    let largest = parts.iter().fold(f64::NEG_INFINITY, |largest, &part| largest.max(part));
    if largest == trace {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if largest == x[0] {
        [1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if largest == y[1] {
        [x[1] + y[0], 1.0 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 + z[2] - x[0] - y[1], x[1] - y[0]]
    }
}

/// The columns of a rotation.
fn axes_of([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// A transform with z up instead of y: a quarter about x.
pub(super) fn z_up(t: &SceneTransform) -> SceneTransform {
    SceneTransform { translation: z_up_point(t.translation), rotation: z_up_rotation(t.rotation), scale: t.scale }
}

pub(super) fn z_up_point([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, -z, y]
}

pub(super) fn z_up_rotation([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [x + w, y - z, z + y, w - x].map(|part| part * HALF_SQRT)
}
