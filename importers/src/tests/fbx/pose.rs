//! Poses of nodes, as matrices with three rows and four columns for column vectors.

use rigmill_dom::{Scene, SceneClip, SceneMesh, SceneTransform};

pub(in crate::tests) type Matrix = [[f64; 4]; 3];

pub(in crate::tests) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let moved = if column == 3 { a[row][3] } else { 0.0 };
            moved + (0..3).map(|k| a[row][k] * b[k][column]).sum::<f64>()
        })
    })
}

pub(in crate::tests) fn point(m: &Matrix, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| m[row][0] * p[0] + m[row][1] * p[1] + m[row][2] * p[2] + m[row][3])
}

/// Returns the matrix of a transform.
pub(in crate::tests) fn matrix(t: &SceneTransform) -> Matrix {
    let [x, y, z, w] = t.rotation;
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    std::array::from_fn(|row| {
        std::array::from_fn(|column| if column == 3 { t.translation[row] } else { turn[row][column] * t.scale[column] })
    })
}

/// Returns the local transform of each node at a frame.
pub(in crate::tests) fn locals(scene: &Scene, clip: Option<(&SceneClip, usize)>) -> Vec<SceneTransform> {
    let mut locals: Vec<_> = scene.nodes.iter().map(|node| node.local).collect();
    let Some((clip, frame)) = clip else { return locals };
    for track in &clip.tracks {
        let local = &mut locals[track.node as usize];
        set(&mut local.translation, &track.translations, frame, clip.frames);
        set(&mut local.rotation, &track.rotations, frame, clip.frames);
        set(&mut local.scale, &track.scales, frame, clip.frames);
    }
    locals
}

fn set<T: Copy>(value: &mut T, values: &[T], frame: usize, frames: u32) {
    assert!([0, 1, frames as usize].contains(&values.len()), "{} entries for {frames} frames", values.len());
    if let Some(found) = values.get(frame).or(values.first()) {
        *value = *found;
    }
}

/// Returns the world transform of each node.
pub(in crate::tests) fn worlds(scene: &Scene, clip: Option<(&SceneClip, usize)>) -> Vec<Matrix> {
    let mut worlds: Vec<Matrix> = Vec::new();
    for (node, local) in scene.nodes.iter().zip(locals(scene, clip)) {
        let local = matrix(&local);
        let world = node.parent.map_or(local, |parent| product(&worlds[parent as usize], &local));
        worlds.push(world);
    }
    worlds
}

/// Returns the world positions of a skinned mesh's vertices.
pub(in crate::tests) fn skinned(mesh: &SceneMesh, worlds: &[Matrix]) -> Vec<[f64; 3]> {
    let skin = mesh.skin.as_ref().unwrap();
    let bones = skin.bones.iter().zip(&skin.inverse_binds);
    let matrices: Vec<Matrix> = bones.map(|(&bone, inverse)| product(&worlds[bone as usize], inverse)).collect();
    let ranges = skin.vertex_starts.windows(2).map(|pair| pair[0] as usize..pair[1] as usize);
    mesh.positions
        .iter()
        .zip(ranges)
        .map(|(&position, range)| {
            let influences = &skin.influences[range];
            let total: f64 = influences.iter().map(|it| f64::from(it.weight)).sum();
            let parts = influences.iter().map(|it| {
                point(&matrices[it.bone as usize], position.map(f64::from))
                    .map(|number| number * f64::from(it.weight) / total)
            });
            parts.fold([0.0; 3], |sum, part| std::array::from_fn(|axis| sum[axis] + part[axis]))
        })
        .collect()
}

/// Returns the largest difference between the numbers of two matrices.
pub(in crate::tests) fn difference(a: &Matrix, b: &Matrix) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
