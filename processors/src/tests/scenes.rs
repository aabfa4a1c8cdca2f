//! Tests of the processors for scenes.

mod placing;
mod welding;

use rigmill_dom::{
    EventSource, NodeKind, Scene, SceneAttribute, SceneClip, SceneInfluence, SceneMaterial, SceneMesh, SceneMorph,
    SceneNode, SceneShape, SceneSkin, SceneTrack, SceneTransform, SceneWeightTrack, SkinningMethod, StoredMesh,
};
use rigmill_format::{
    AnimationSequence, ClipEvents, ClipWeights, Content, Model, ModelMesh, NodeBelow, NormalFormat, PositionFormat,
    Skeleton,
};
use rigmill_pipeline::{Labelled, Products};

use super::support::{Assets, Outcome, at, process};
use crate::{
    ClipsParams, ClipsProcessor, CollisionParams, CollisionProcessor, CompressParams, CompressSceneProcessor,
    CurveClipParams, ModelParams, ModelProcessor, SampledSceneParams, SampledSceneProcessor, SceneCurveClipProcessor,
    SceneSkeletonParams, SceneSkeletonProcessor, UniformClipParams, UniformSceneProcessor,
};

fn node(name: &str, parent: Option<u32>, kind: NodeKind) -> SceneNode {
    let local = SceneTransform { translation: [1.0, 0.0, 0.0], ..SceneTransform::IDENTITY };
    SceneNode {
        element: Default::default(),
        name: name.to_owned(),
        parent,
        kind,
        local,
        matrix: None,
        mesh: None,
        properties: Vec::new(),
    }
}

/// Returns a flat polygon that faces +z.
fn polygon(corners: &[[f32; 2]]) -> SceneMesh {
    let count = u32::try_from(corners.len()).unwrap();
    SceneMesh {
        positions: corners.iter().map(|&[x, y]| [x, y, 0.0]).collect(),
        face_sizes: vec![count],
        corner_vertices: (0..count).collect(),
        ..SceneMesh::default()
    }
}

fn of_mesh(mesh: SceneMesh) -> Scene {
    let parent = SceneNode { mesh: Some(0), ..node("Place", None, NodeKind::Mesh) };
    Scene { nodes: vec![parent, node("Bone", Some(0), NodeKind::Bone)], meshes: vec![mesh], ..Scene::default() }
}

fn made(scene: &Scene) -> Outcome<Labelled> {
    process(&ModelProcessor, scene, &ModelParams::default(), &Assets(&[]))
}

fn product<T: Content + Clone + serde::Serialize + Send + Sync + 'static>(labelled: Labelled, label: &str) -> T {
    let products = labelled.into_products().unwrap();
    let value: &T = products.iter().find(|it| it.label == label).unwrap().value.get().unwrap();
    // The value must also be valid content.
    value.encode().unwrap();
    value.clone()
}

fn mesh_of(mesh: SceneMesh) -> ModelMesh {
    let model: Model = product(made(&of_mesh(mesh)).clean(), ".model");
    model.meshes.into_iter().next().unwrap()
}

/// Returns the areas of a flat mesh's triangles. Triangles that face the back have negative areas.
fn areas(mesh: &ModelMesh) -> Vec<f32> {
    let area = |triangle: &[u32]| {
        let [a, b, c] = [0, 1, 2].map(|at| mesh.vertices.positions[triangle[at] as usize]);
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
    };
    mesh.indices.chunks_exact(3).map(area).collect()
}

#[test]
fn concave_polygons_are_filled_exactly() {
    let arrow: &[[f32; 2]] = &[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
    let comb: &[[f32; 2]] =
        &[[0.0, 0.0], [5.0, 0.0], [5.0, 3.0], [4.0, 3.0], [4.0, 1.0], [3.0, 1.0], [3.0, 3.0], [0.0, 3.0]];
    let octagon: &[[f32; 2]] =
        &[[2.0, 0.0], [4.0, 0.0], [6.0, 2.0], [6.0, 4.0], [4.0, 6.0], [2.0, 6.0], [0.0, 4.0], [0.0, 2.0]];
    for (corners, area) in [(arrow, 4.0), (comb, 13.0), (octagon, 28.0)] {
        for turned in 0..corners.len() {
            let mut corners = corners.to_vec();
            corners.rotate_left(turned);
            let areas = areas(&mesh_of(polygon(&corners)));
            assert_eq!(areas.len(), corners.len() - 2);
            assert!(areas.iter().all(|area| *area >= 0.0), "{corners:?}: {areas:?}");
            assert!((areas.iter().sum::<f32>() - area).abs() < 1e-5, "{corners:?}: {areas:?}");
        }
    }
}

#[test]
fn points_and_lines_make_no_mesh() {
    let model: Model = product(made(&of_mesh(polygon(&[[0.0, 0.0], [1.0, 0.0]]))).clean(), ".model");
    assert_eq!((model.bones.len(), model.meshes.len()), (2, 0));
}

#[test]
fn corners_with_equal_attributes_become_one_vertex() {
    let square = || SceneMesh {
        face_sizes: vec![3, 3],
        corner_vertices: vec![0, 1, 2, 0, 2, 3],
        ..polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    };
    assert_eq!(mesh_of(square()).vertices.positions.len(), 4);
    let mut seam = vec![[0.0, 0.25]; 6];
    seam[3] = [1.0, 0.25];
    let set = rigmill_dom::UvSet { name: String::new(), corner_uvs: seam };
    let mesh = mesh_of(SceneMesh { uv_sets: vec![set], ..square() });
    assert_eq!(mesh.vertices.positions.len(), 5);
    // In a model, v points down.
    assert_eq!(mesh.vertices.uv_sets[0][0], [0.0, 0.75]);
}

#[test]
fn missing_normals_and_tangents_are_computed() {
    let corner_uvs = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let set = rigmill_dom::UvSet { name: String::new(), corner_uvs };
    let square = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let zero = Some(vec![[0.0; 3]; 4]);
    let mesh = mesh_of(SceneMesh { uv_sets: vec![set], corner_normals: zero, ..square });
    assert_eq!(mesh.vertices.normals, [[0.0, 0.0, 1.0]; 4]);
    assert_eq!(mesh.vertices.tangents, [[1.0, 0.0, 0.0, 1.0]; 4]);
}

#[test]
fn a_stored_mesh_stays_the_same() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let stored = |sphere, bitangents: [[f32; 3]; 3]| {
        let mut mesh = polygon(&corners);
        // The second triangle comes first, and a vertex occurs twice.
        mesh.positions.push(mesh.positions[0]);
        mesh.face_sizes = vec![3; 2];
        mesh.corner_vertices = vec![2, 3, 1, 0, 1, 2];
        // The normals are slightly longer than 1, as in single precision.
        mesh.corner_normals = Some(vec![[0.0, 0.0, 1.000_000_1]; 6]);
        mesh.corner_tangents = Some(vec![[1.0, 0.0, 0.0, 1.0]; 6]);
        let of_corners = [bitangents, bitangents].concat();
        mesh.stored = Some(StoredMesh { sphere, corner_bitangents: Some(of_corners) });
        mesh_of(mesh)
    };
    let sphere = ([0.5, 0.5, 0.0], 0.75);
    let mesh = stored(sphere, [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.6, 0.8]]);
    assert_eq!((mesh.indices.as_slice(), mesh.vertices.positions.len()), (&[2, 3, 1, 0, 1, 2][..], 4));
    assert_eq!(mesh.vertices.normals, [[0.0, 0.0, 1.000_000_1]; 4]);
    assert_eq!((mesh.sphere.center, mesh.sphere.radius), sphere);
    // A bitangent without a direction becomes the one that follows from normal and tangent.
    let given = [0.0, 1.000_000_1, 0.0];
    assert_eq!(mesh.vertices.bitangents, [[0.0, 1.0, 0.0], [0.0, 0.6, 0.8], [0.0, 1.0, 0.0], given]);
    // A sphere that does not contain the mesh is computed again, and bitangents that follow from normals and tangents are not
    // kept.
    let mesh = stored(([0.5, 0.5, 0.0], 0.1), [given; 3]);
    assert!(mesh.sphere.radius > 0.7 && mesh.vertices.bitangents.is_empty());
}

#[test]
fn triangles_of_one_material_follow_each_other() {
    let mut mesh = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    mesh.face_sizes = vec![3; 3];
    mesh.corner_vertices = [0, 1, 2].repeat(3);
    mesh.materials = vec![0, 1];
    mesh.face_materials = vec![1, 0, 1];
    let material = rigmill_dom::SceneMaterial { name: "M".to_owned(), ..Default::default() };
    let scene = Scene { materials: vec![material.clone(), material], ..of_mesh(mesh) };
    let model: Model = product(made(&scene).clean(), ".model");
    let parts: Vec<_> = model.meshes[0].parts.iter().map(|it| (it.material, it.index_count)).collect();
    assert_eq!(parts, [(Some(0), 3), (Some(1), 6)]);
}

/// Makes a model in XNA's order.
fn made_as_xna(scene: &Scene) -> Model {
    let params = ModelParams { vertex_cache: true, ..ModelParams::default() };
    product(process(&ModelProcessor, scene, &params, &Assets(&[])).clean(), ".model")
}

#[test]
fn parts_are_in_the_order_in_which_polygons_use_their_materials_as_in_xna() {
    let mut mesh = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    mesh.face_sizes = vec![3; 6];
    mesh.corner_vertices = [0, 1, 2].repeat(6);
    // Two slots have the same material.
    mesh.materials = vec![0, 1, 2, 1];
    mesh.face_materials = vec![2, 3, 0, 2, 1, 0];
    let materials = vec![rigmill_dom::SceneMaterial { name: "M".to_owned(), ..Default::default() }; 3];
    let model = made_as_xna(&Scene { materials, ..of_mesh(mesh) });
    let parts: Vec<_> = model.meshes[0].parts.iter().map(|it| (it.material, it.index_count)).collect();
    assert_eq!(parts, [(Some(2), 6), (Some(1), 6), (Some(0), 6)]);
}

#[test]
fn meshes_of_children_come_before_those_of_their_parents_as_in_xna() {
    let mesh = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    let placed = |name: &str, parent, mesh| SceneNode { mesh, ..node(name, parent, NodeKind::Mesh) };
    let nodes = vec![
        placed("Body", None, Some(0)),
        placed("Arm", Some(0), Some(1)),
        placed("Hand", Some(1), Some(2)),
        placed("Empty", Some(0), None),
        placed("Head", Some(3), Some(3)),
        placed("Hat", Some(4), Some(4)),
        // The first mesh again.
        placed("Leg", None, Some(0)),
    ];
    let scene = Scene { nodes, meshes: vec![mesh; 5], ..Scene::default() };
    let names = |model: &Model| model.meshes.iter().map(|mesh| mesh.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&made_as_xna(&scene)), ["Hand", "Arm", "Hat", "Head", "Body", "Leg"]);
    let model: Model = product(made(&scene).clean(), ".model");
    assert_eq!(names(&model), ["Body", "Leg", "Arm", "Hand", "Head", "Hat"]);
    // A mesh of an `.xnb` file keeps its place.
    let stored = StoredMesh { sphere: ([0.0; 3], 10.0), corner_bitangents: None };
    let meshes = scene.meshes.iter().map(|mesh| SceneMesh { stored: Some(stored.clone()), ..mesh.clone() }).collect();
    let model = made_as_xna(&Scene { meshes, ..scene });
    // The scene's own root is bone 0.
    let bones: Vec<u32> = model.meshes.iter().map(|mesh| mesh.bone).collect();
    assert_eq!(bones, [0, 6, 1, 2, 4, 5].map(|node| node + 1));
}

#[test]
fn weights_are_the_heaviest_and_add_up_to_one() {
    let influence = |bone| SceneInfluence { bone, weight: 0.3 };
    let skin = SceneSkin {
        bones: vec![1; 6],
        inverse_binds: vec![[[1.0, 0.0, 0.0, -1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]; 6],
        // The last vertex has no influences.
        vertex_starts: vec![0, 6, 7, 7],
        influences: (0..6).chain([2]).map(influence).collect(),
        ..SceneSkin::default()
    };
    let mesh = SceneMesh { skin: Some(skin), ..polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]) };
    let scene = of_mesh(mesh);
    let Outcome { value, diagnostics: said, .. } = made(&scene);
    let expected = "1 vertex has weights for more than 4 bones; the smallest weights are left out (up to 33.3 %";
    assert!(said.len() == 1 && said[0].message.contains(expected), "{said:?}");
    let model: Model = product(value.unwrap(), ".model");
    let mesh = &model.meshes[0];
    assert_eq!(mesh.vertices.joint_sets[0].weights, [[0.25; 4], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]);
    assert_eq!(mesh.vertices.joint_sets[0].joints, [[0, 1, 2, 3], [2, 0, 0, 0], [6, 0, 0, 0]]);
    let skin = mesh.skin.as_ref().unwrap();
    // The vertex without a bone moves with the mesh's node.
    assert_eq!((skin.bones.last(), skin.inverse_binds[0][12]), (Some(&0), -1.0));
    let eight = ModelParams { weights: crate::Weights::try_from(8).unwrap(), ..ModelParams::default() };
    let model: Model = product(process(&ModelProcessor, &scene, &eight, &Assets(&[])).clean(), ".model");
    assert_eq!(model.meshes[0].vertices.joint_sets.len(), 2);
}

#[test]
fn cameras_lights_and_helpers_are_bones_only_if_a_descendant_is() {
    let nodes = vec![
        node("Camera", None, NodeKind::Camera),
        node("Light", None, NodeKind::Light),
        node("Lamp", Some(1), NodeKind::Empty),
        node("Switcher", None, NodeKind::Helper),
    ];
    let skeleton = |nodes| -> Skeleton { product(made(&Scene { nodes, ..Scene::default() }).clean(), ".skeleton") };
    let names = |skeleton: Skeleton| -> Vec<_> { skeleton.bones.into_iter().map(|it| (it.name, it.parent)).collect() };
    let expected = [("Light".to_owned(), None), ("Lamp".to_owned(), Some(0))];
    assert_eq!(names(skeleton(nodes.clone())), expected);
    let mut two_tops = nodes;
    two_tops.push(node("Dummy", None, NodeKind::Empty));
    let expected = [("RootNode", None), ("Light", Some(0)), ("Lamp", Some(1)), ("Dummy", Some(0))];
    assert_eq!(names(skeleton(two_tops)), expected.map(|(name, parent)| (name.to_owned(), parent)));
}

#[test]
fn nodes_of_one_name_become_bones_of_different_names() {
    let names = ["Box", "Box", "Box_2", "Box"];
    let nodes = (0..).zip(names).map(|(at, name): (u32, _)| node(name, at.checked_sub(1), NodeKind::Empty)).collect();
    let outcome = made(&Scene { nodes, ..Scene::default() });
    let warning = "warning[R0120]: several nodes are named \"Box\", \
                   so one of them is renamed to \"Box_3\"; and 1 more node;";
    assert!(outcome.lines()[0].starts_with(warning), "{:?}", outcome.lines());
    let skeleton: Skeleton = product(outcome.value.unwrap(), ".skeleton");
    let names: Vec<_> = skeleton.bones.iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(names, ["Box", "Box_3", "Box_2", "Box_4"]);
}

#[test]
fn renamed_nodes_of_other_names_are_not_counted_as_those_of_the_first() {
    let names = ["Box", "Lid", "Box", "Lid", "Lid"];
    let nodes = (0..).zip(names).map(|(at, name): (u32, _)| node(name, at.checked_sub(1), NodeKind::Empty)).collect();
    let line = made(&Scene { nodes, ..Scene::default() }).lines().concat();
    let warning = "two nodes are named \"Box\", so one of them is renamed to \"Box_2\"; and 2 more nodes;";
    assert!(line.contains(warning), "{line}");
}

fn clip(name: &str, translations: Vec<[f64; 3]>) -> SceneClip {
    let frames = u32::try_from(translations.len()).unwrap();
    let track = SceneTrack { node: 0, translations, ..SceneTrack::default() };
    SceneClip { name: name.to_owned(), duration: 1.0, rate: 2.0, frames, tracks: vec![track], ..SceneClip::default() }
}

#[test]
fn clips_have_names_that_are_valid_in_file_names() {
    let moving = || vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    let names = ["Rig|Run", "Armature|Rig|Walk", "run", "A/B:C|D", "  ", "Still"];
    let mut clips: Vec<_> = names.iter().map(|name| clip(name, moving())).collect();
    clips[5].tracks.clear();
    let scene = Scene { nodes: vec![node("Rig", None, NodeKind::Empty)], clips, ..Scene::default() };
    let made = made(&scene);
    let [warning] = &made.lines()[..] else { panic!("{:?}", made.lines()) };
    assert!(
        warning.contains("R0124") && warning.contains("`@run`, so one of them is renamed to `@run_2`"),
        "{warning}"
    );
    let products = made.value.unwrap().into_products().unwrap();
    let labels: Vec<_> = products.iter().map(|product| product.label.as_str()).collect();
    assert_eq!(labels, [".model", ".skeleton", "@Run", "@Walk", "@run_2", "@A_B_C_D", "@clip"]);
    let run: &AnimationSequence = products[2].value.get().unwrap();
    run.encode().unwrap();
    let bone = &run.sequences[0];
    assert_eq!((bone.bone_name.as_str(), bone.key_count, bone.key_interval), ("Rig", 3, 0.5));
    assert!(!bone.fixed_translation && bone.fixed_rotation && !bone.has_scale);
}

#[test]
fn events_of_a_clip_are_a_product_beside_it() {
    let mut run = clip("Run", vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    let walk = SceneClip { name: "Walk".to_owned(), ..run.clone() };
    let event = |time, name: &str| EventSource { time: at(time, 1), name: name.to_owned(), ..EventSource::default() };
    run.events = vec![event(0.75, "right"), event(0.25, "left")];
    let nodes = vec![node("Rig", None, NodeKind::Bone)];
    let scene = Scene { nodes, clips: vec![run, walk], ..Scene::default() };
    let check = |made: Outcome<Labelled>| {
        let products = made.clean().into_products().unwrap();
        let labels: Vec<_> =
            products.iter().map(|product| product.label.as_str()).filter(|it| it.starts_with('@')).collect();
        assert_eq!(labels, ["@Run.events", "@Run", "@Walk"]);
        let events: &ClipEvents = products.iter().find(|it| it.label == "@Run.events").unwrap().value.get().unwrap();
        let found: Vec<_> = events.events.iter().map(|event| (event.time, event.name.as_str())).collect();
        assert_eq!(found, [(0.25, "left"), (0.75, "right")]);
    };
    check(made(&scene));
    check(process(&ClipsProcessor, &scene, &ClipsParams::default(), &Assets(&[])));
    check(process(&CompressSceneProcessor, &scene, &CompressParams::default(), &Assets(&[])));
    check(process(&UniformSceneProcessor, &scene, &UniformClipParams::default(), &Assets(&[])));
    check(process(&SceneCurveClipProcessor, &scene, &CurveClipParams::default(), &Assets(&[])));
    check(process(&SampledSceneProcessor, &scene, &SampledSceneParams::default(), &Assets(&[])));
}

#[test]
fn a_collision_mesh_of_many_triangles_has_a_tree_that_can_be_written() {
    // Sizes from tiny to huge make the tree deep. Many triangles at the same position cannot be split.
    let sizes = (-30..30).map(|power: i32| 10.0_f32.powi(power)).chain([1.0; 100]);
    let mut mesh = SceneMesh::default();
    for size in sizes {
        mesh.positions.extend([[size, 0.0, 0.0], [0.0, size, 0.0], [size, size, size]]);
    }
    let count = u32::try_from(mesh.positions.len()).unwrap();
    mesh.face_sizes = vec![3; mesh.positions.len() / 3];
    mesh.corner_vertices = (0..count).collect();
    let made = process(&CollisionProcessor, &of_mesh(mesh), &CollisionParams::default(), &Assets(&[])).clean();
    made.encode().unwrap();
    assert_eq!((made.vertices.len(), made.triangles.len()), (480, 160));
    let leaves = made.nodes.iter().filter(|node| matches!(node.below, NodeBelow::Triangles { .. })).count();
    assert!(leaves >= 40, "{leaves}");
}

/// Returns a chain of three bones along x. The first bone rotates about z, by `angle` radians at each frame.
fn rotating(angle: impl Fn(u32) -> f64, frames: u32) -> Scene {
    let rotations = (0..frames).map(|frame| {
        let half = angle(frame) / 2.0;
        [0.0, 0.0, libm::sin(half), libm::cos(half)]
    });
    let track = SceneTrack { node: 0, rotations: rotations.collect(), ..SceneTrack::default() };
    let duration = f64::from(frames - 1) / 30.0;
    let clip =
        SceneClip { name: "Go".to_owned(), duration, rate: 30.0, frames, tracks: vec![track], ..SceneClip::default() };
    let bone = |name, parent| node(name, parent, NodeKind::Bone);
    Scene {
        nodes: vec![bone("A", None), bone("B", Some(0)), bone("C", Some(1))],
        clips: vec![clip],
        ..Scene::default()
    }
}

/// Returns the key times of the first sequence in frames, with an allowed error of one centimetre.
fn kept(scene: &Scene) -> Vec<u32> {
    let params = ModelParams { max_error: Some(0.01.try_into().unwrap()), ..ModelParams::default() };
    let made = process(&ModelProcessor, scene, &params, &Assets(&[])).clean();
    let clip: AnimationSequence = product(made, "@Go");
    let keys = &clip.sequences[0];
    assert_eq!(keys.rotation.len(), keys.key_count as usize);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
    let frame = |time: &f32| (time * 30.0).round() as u32;
    if keys.has_time { keys.time.iter().map(frame).collect() } else { (0..keys.key_count).collect() }
}

#[test]
fn keys_that_interpolation_gives_are_left_out() {
    // At constant speed, the first and last keys are enough. A key is kept where the speed changes.
    assert_eq!(kept(&rotating(|frame| f64::from(frame) * 0.02, 61)), [0, 60]);
    assert_eq!(kept(&rotating(|frame| f64::from(frame.min(30)) * 0.02, 61)), [0, 30, 60]);
    // A jump needs a key on both sides.
    assert_eq!(kept(&rotating(|frame| if frame < 20 { 0.0 } else { 1.0 }, 61)), [0, 19, 20, 60]);
    // A rotation that moves the end of the chain by less than the allowed error is removed. A larger rotation is kept.
    assert_eq!(kept(&rotating(|frame| if frame == 9 { 0.002 } else { f64::from(frame) * 1e-9 }, 31)).len(), 2);
    assert_eq!(kept(&rotating(|frame| if frame == 9 { 0.02 } else { f64::from(frame) * 1e-9 }, 31)), [0, 8, 9, 10, 30]);
}

#[test]
fn clips_keep_every_key_by_default() {
    let clip: AnimationSequence = product(made(&rotating(|frame| f64::from(frame) * 0.02, 61)).clean(), "@Go");
    assert_eq!((clip.sequences[0].key_count, clip.sequences[0].has_time), (61, false));
    for wrong in [0.0, 1e-6, -1.0, f64::NAN, f64::INFINITY] {
        assert!(crate::MaxError::try_from(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn bones_held_at_bind_are_kept_by_default() {
    let mut scene = rotating(|frame| f64::from(frame) * 0.02, 61);
    scene.clips[0].tracks.push(SceneTrack { node: 2, ..SceneTrack::default() });
    scene.clips.push(SceneClip {
        name: "Still".to_owned(),
        tracks: vec![SceneTrack::default()],
        ..scene.clips[0].clone()
    });
    for (hold_bones, expected) in [(true, vec!["A", "C"]), (false, vec!["A"])] {
        let params = ModelParams { hold_bones, ..ModelParams::default() };
        let made = process(&ModelProcessor, &scene, &params, &Assets(&[])).clean();
        let products = made.into_products().unwrap();
        assert_eq!(products.iter().map(|it| it.label.as_str()).collect::<Vec<_>>(), [".model", ".skeleton", "@Go"]);
        let clip: &AnimationSequence = products[2].value.get().unwrap();
        assert_eq!(clip.sequences.iter().map(|it| it.bone_name.as_str()).collect::<Vec<_>>(), expected);
        assert!(clip.sequences[1..].iter().all(|it| it.key_count == 1 && it.fixed_translation && it.fixed_rotation));
    }
}
