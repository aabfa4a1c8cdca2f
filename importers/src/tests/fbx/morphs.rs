//! Tests of blend shapes, compared with ufbx's own evaluation at each frame.

use rigmill_dom::{Scene, SceneMesh, SceneMorph};

use super::support::{as_in_file, import};
use super::writer::{
    TICKS, Value, blend_channel, blend_shape, curve, curve_node, geometry, layer, model, object, scene, stack, vector,
};
use crate::tests::support::clean;

/// Returns a triangle with two channels: one with two shapes, at 50 and 100, and one with a shape at 100. The first is animated
/// from -20 to 140 percent.
fn face(more: Vec<super::writer::Record>) -> Vec<u8> {
    let corners = vec![0, 1, -3];
    let positions = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let objects = vec![
        model(1, "Face", "Mesh", more),
        geometry(2, positions, corners),
        object("Deformer", 3, "", "BlendShape", vec![]),
        blend_channel(4, "Smile", 25.0, &[50.0, 100.0]),
        blend_channel(5, "Blink", 0.0, &[100.0]),
        // The vertices are not sorted, and one occurs twice.
        blend_shape(6, &[2, 0, 2], &[[0.0, 0.5, 0.0], [0.25, 0.0, 0.0], [0.0, 0.0, 0.125]]),
        blend_shape(7, &[0, 1], &[[0.0, 0.0, 2.0], [-1.0, 0.0, 0.0]]),
        blend_shape(8, &[1], &[[0.0, 3.0, 0.0]]),
        stack(9, "Talk", 0, TICKS),
        layer(10),
        curve_node(11, "DeformPercent"),
        curve(12, &[(0, -20.0), (TICKS, 140.0)], false),
    ];
    let connections = [
        (1, 0, None),
        (2, 1, None),
        (3, 2, None),
        (4, 3, None),
        (5, 3, None),
        (6, 4, None),
        (7, 4, None),
        (8, 5, None),
        (10, 9, None),
        (11, 10, None),
        (11, 4, Some("DeformPercent")),
        (12, 11, Some("d|DeformPercent")),
    ];
    scene(objects, &connections)
}

/// Returns the weight of each shape for a weight of the channel: linear between the shapes, and from no shape at 0.
fn shares(morph: &SceneMorph, weight: f64) -> Vec<f64> {
    let mut stops: Vec<(f64, Option<usize>)> =
        morph.shapes.iter().enumerate().map(|(at, shape)| (f64::from(shape.weight), Some(at))).collect();
    stops.push((0.0, None));
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    let after = stops.iter().position(|stop| stop.0 > weight).unwrap_or(stops.len()).clamp(1, stops.len() - 1);
    let along = (weight - stops[after - 1].0) / (stops[after].0 - stops[after - 1].0);
    let mut shares = vec![0.0; morph.shapes.len()];
    for (stop, share) in [(stops[after - 1], 1.0 - along), (stops[after], along)] {
        stop.1.into_iter().for_each(|shape| shares[shape] = share);
    }
    shares
}

/// Returns the positions of a mesh's vertices with these weights.
pub(super) fn morphed(mesh: &SceneMesh, weight: impl Fn(usize, &SceneMorph) -> f64) -> Vec<[f64; 3]> {
    let mut positions: Vec<[f64; 3]> = mesh.positions.iter().map(|it| it.map(f64::from)).collect();
    for (number, morph) in mesh.morphs.iter().enumerate() {
        let shares = shares(morph, weight(number, morph));
        for (shape, share) in morph.shapes.iter().zip(shares) {
            for (&vertex, change) in shape.vertices.iter().zip(&shape.positions) {
                for axis in 0..3 {
                    positions[vertex as usize][axis] += share * f64::from(change[axis]);
                }
            }
        }
    }
    positions
}

pub(super) fn weight_at(scene: &Scene, frame: usize, target: usize, morph: &SceneMorph) -> f64 {
    let track = scene.clips[0].weights.iter().find(|track| track.target as usize == target);
    track.map_or(f64::from(morph.weight), |track| *track.weights.get(frame).unwrap_or(&track.weights[0]))
}

/// Returns the largest difference between a scene and ufbx's own evaluation, at any frame.
pub(super) fn apart(bytes: &[u8], scene: &Scene) -> f64 {
    let source = ufbx::load_memory(bytes, ufbx::LoadOpts::default()).unwrap();
    let clip = &scene.clips[0];
    let mut worst = 0.0_f64;
    for frame in 0..clip.frames {
        let time = clip.start + clip.frame_time(frame);
        let at =
            ufbx::evaluate_scene(&source, &source.anim_stacks[0].anim, time, ufbx::EvaluateOpts::default()).unwrap();
        let mesh = &at.meshes[0];
        let mut expected: Vec<ufbx::Vec3> = mesh.vertices.to_vec();
        ufbx::add_blend_vertex_offsets(&mesh.blend_deformers[0], &mut expected, 1.0);
        let found = morphed(&scene.meshes[0], |target, morph| weight_at(scene, frame as usize, target, morph));
        for (found, expected) in found.iter().zip(&expected) {
            let off = [found[0] - expected.x, found[1] - expected.y, found[2] - expected.z];
            worst = off.iter().fold(worst, |worst, off| worst.max(off.abs()));
        }
    }
    worst
}

#[test]
fn channels_are_targets_with_shapes_in_between() {
    let scene = clean(import(&face(vec![]), &as_in_file()));
    let [smile, blink] = &scene.meshes[0].morphs[..] else { panic!("{:?}", scene.meshes[0].morphs) };
    assert_eq!([(&*smile.name, smile.weight), (&*blink.name, blink.weight)], [("Smile", 0.25), ("Blink", 0.0)]);
    assert_eq!(smile.shapes.iter().map(|shape| shape.weight).collect::<Vec<_>>(), [0.5, 1.0]);
    let half = &smile.shapes[0];
    assert_eq!((&half.vertices[..], half.positions[1]), (&[0, 2][..], [0.0, 0.5, 0.125]));
    // Only the first channel is animated, at 30 frames per second.
    let weights = &scene.clips[0].weights;
    assert_eq!((weights.len(), weights[0].target, weights[0].weights.len()), (1, 0, 31));
    assert!((weights[0].weights[15] - 0.6).abs() < 1e-9);
}

#[test]
fn vertices_are_where_ufbx_has_them_at_each_frame() {
    let bytes = face(vec![]);
    let off = apart(&bytes, &clean(import(&bytes, &as_in_file())));
    assert!(off < 1e-6, "{off}");
}

#[test]
#[cfg(feature = "fbx-dom")]
fn both_importers_agree() {
    use super::dom::import_dom;
    for more in [vec![], vec![vector("GeometricScaling", [2.0; 3]), vector("GeometricRotation", [90.0, 0.0, 0.0])]] {
        let bytes = face(more);
        let [one, other] = [import, import_dom].map(|import| clean(import(&bytes, &as_in_file())));
        let (a, b) = (&one.meshes[0].morphs, &other.meshes[0].morphs);
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().flat_map(|it| &it.shapes).zip(b.iter().flat_map(|it| &it.shapes)) {
            assert_eq!((a.weight, &a.vertices), (b.weight, &b.vertices));
            let pairs = a.positions.as_flattened().iter().zip(b.positions.as_flattened());
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-6), "{a:?} {b:?}");
        }
        let (a, b) = (&one.clips[0].weights[0].weights, &other.clips[0].weights[0].weights);
        assert!(a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6), "{a:?} {b:?}");
    }
}

/// Rotated by 90 degrees about x and scaled by 2, y becomes 2 z.
#[test]
fn geometric_transforms_move_shapes_as_they_move_vertices() {
    let more = vec![vector("GeometricScaling", [2.0; 3]), vector("GeometricRotation", [90.0, 0.0, 0.0])];
    let scene = clean(import(&face(more), &as_in_file()));
    let mesh = &scene.meshes[0];
    let close = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(close(mesh.positions[2], [0.0, 0.0, 2.0]), "{:?}", mesh.positions);
    assert!(close(mesh.morphs[1].shapes[0].positions[0], [0.0, 0.0, 6.0]), "{:?}", mesh.morphs[1]);
}
