//! Units, rotations and up axes of scenes.

use super::*;

/// Returns a mesh of one triangle on a node below another node, and an animation of the lower node.
fn placed_scene(scale: [f64; 3]) -> Scene {
    let half = 0.5_f64.sqrt();
    let root = SceneTransform { translation: [1.0, 2.0, 3.0], ..SceneTransform::IDENTITY };
    let below = SceneTransform { translation: [0.0, 1.0, 0.0], rotation: [0.0, 0.0, half, half], scale };
    let mesh = SceneMesh {
        corner_normals: Some(vec![[0.0, 1.0, 0.0]; 3]),
        positions: vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        ..polygon(&[[0.0; 2]; 3])
    };
    let track = SceneTrack { node: 1, translations: vec![[0.0, 1.0, 0.0], [0.0, 3.0, 0.5]], ..SceneTrack::default() };
    let clip = SceneClip {
        name: "Go".to_owned(),
        duration: 1.0,
        rate: 1.0,
        frames: 2,
        tracks: vec![track],
        ..SceneClip::default()
    };
    Scene {
        nodes: vec![
            SceneNode { local: root, ..node("Root", None, NodeKind::Bone) },
            SceneNode { local: below, mesh: Some(0), ..node("Mesh", Some(0), NodeKind::Mesh) },
        ],
        meshes: vec![mesh],
        clips: vec![clip],
        ..Scene::default()
    }
}

/// Transforms a point from a bone's space to model space, with row vectors.
fn in_world(model: &Model, bone: u32, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let bone = &model.bones[bone as usize];
    let m = &bone.local;
    let moved = std::array::from_fn(|at| x * m[at] + y * m[4 + at] + z * m[8 + at] + m[12 + at]);
    bone.parent.map_or(moved, |parent| in_world(model, parent, moved))
}

fn assert_near(found: impl AsRef<[f32]>, known: impl AsRef<[f32]>) {
    let (found, known) = (found.as_ref(), known.as_ref());
    let is_near = found.len() == known.len() && found.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(is_near, "{found:?}, expected {known:?}");
}

macro_rules! placed {
    ($params:ident, $scale:expr, $x:expr, $y:expr, $z:expr) => {
        $params {
            scale: $scale.try_into().unwrap(),
            rotation_x: $x.try_into().unwrap(),
            rotation_y: $y.try_into().unwrap(),
            rotation_z: $z.try_into().unwrap(),
            ..$params::default()
        }
    };
}

#[test]
fn scale_and_rotation_change_vertices_bones_and_clips_alike() {
    let scene = placed_scene([1.0; 3]);
    // With a rotation by 90 degrees about x, y becomes z and z becomes -y.
    let params = placed!(ModelParams, 2.0, 90.0, 0.0, 0.0);
    let made = || process(&ModelProcessor, &scene, &params, &Assets(&[])).clean();
    let (model, skeleton): (Model, Skeleton) = (product(made(), ".model"), product(made(), ".skeleton"));
    let half = 0.5_f32.sqrt();
    assert_near(skeleton.bones[0].bind.translation, [2.0, -6.0, 4.0]);
    assert_near(skeleton.bones[0].bind.rotation, [0.0, 0.0, 0.0, 1.0]);
    assert_near(skeleton.bones[1].bind.translation, [0.0, 0.0, 2.0]);
    // A quarter turn about z becomes a quarter turn about -y.
    assert_near(skeleton.bones[1].bind.rotation, [0.0, -half, 0.0, half]);
    assert_near(skeleton.bones[1].bind.scale, [1.0; 3]);
    let mesh = &model.meshes[0];
    assert_near(mesh.vertices.positions.as_flattened(), [2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, -2.0, 0.0]);
    assert_near(mesh.vertices.normals[0], [0.0, 0.0, 1.0]);
    // In the source, the point 1, 0, 0 is at 1, 4, 3.
    assert_near(in_world(&model, 1, [2.0, 0.0, 0.0]), [2.0, -6.0, 8.0]);
    let clip: AnimationSequence = product(made(), "@Go");
    assert_near(clip.sequences[0].translation.as_flattened(), [0.0, 0.0, 2.0, 0.0, -1.0, 6.0]);
    assert_near(clip.sequences[0].rotation.as_flattened(), [0.0, -half, 0.0, half]);

    let alone = process(&ClipsProcessor, &scene, &placed!(ClipsParams, 2.0, 90.0, 0.0, 0.0), &Assets(&[])).clean();
    assert_eq!(product::<AnimationSequence>(alone, "@Go"), clip);
    let alone = placed!(SceneSkeletonParams, 2.0, 90.0, 0.0, 0.0);
    assert_eq!(process(&SceneSkeletonProcessor, &scene, &alone, &Assets(&[])).clean(), skeleton);
}

#[test]
fn a_scene_turns_about_z_then_x_then_y() {
    let scene = placed_scene([1.0; 3]);
    let first = |params: &ModelParams| {
        let model: Model = product(process(&ModelProcessor, &scene, params, &Assets(&[])).clean(), ".model");
        model.meshes[0].vertices.positions[0]
    };
    // x becomes y, y becomes z, and z becomes x.
    assert_eq!(first(&placed!(ModelParams, 1.0, 90.0, 0.0, 90.0)), [0.0, 0.0, 1.0]);
    assert_eq!(first(&placed!(ModelParams, 1.0, 90.0, 90.0, 90.0)), [1.0, 0.0, 0.0]);
    assert_eq!(first(&placed!(ModelParams, 1.0, 0.0, 90.0, 90.0)), [0.0, 1.0, 0.0]);
}

#[test]
fn a_model_is_placed_as_its_collision_mesh_is_at_any_angle() {
    for (scale, reported) in [([1.0; 3], 0), ([1.0, 3.0, 0.5], 1)] {
        let scene = placed_scene(scale);
        let outcome = process(&ModelProcessor, &scene, &placed!(ModelParams, 1.5, 20.0, 37.0, -70.0), &Assets(&[]));
        let codes: Vec<String> = outcome.diagnostics.iter().map(|it| it.code.to_string()).collect();
        assert_eq!(codes, vec!["R0312"; reported]);
        let model: Model = product(outcome.value.unwrap(), ".model");
        let angle = |degrees: f64| degrees.try_into().unwrap();
        let params = CollisionParams {
            scale: 1.5.try_into().unwrap(),
            rotation_x: angle(20.0),
            rotation_y: angle(37.0),
            rotation_z: angle(-70.0),
        };
        let collision = process(&CollisionProcessor, &scene, &params, &Assets(&[])).clean();
        for (position, known) in model.meshes[0].vertices.positions.iter().zip(&collision.vertices) {
            assert_near(in_world(&model, model.meshes[0].bone, *position), known);
        }
    }
    // A rotation that maps axes to axes shears nothing.
    let scene = placed_scene([1.0, 3.0, 0.5]);
    let outcome = process(&ModelProcessor, &scene, &placed!(ModelParams, 1.0, 90.0, 0.0, 0.0), &Assets(&[]));
    let skeleton: Skeleton = product(outcome.clean(), ".skeleton");
    assert_near(skeleton.bones[1].bind.scale, [1.0, 0.5, 3.0]);
}
