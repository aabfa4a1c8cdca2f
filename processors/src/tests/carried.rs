//! Tests of the cameras, lights, levels of detail and properties of models.

use rigmill_dom::{
    DataValue, NodeKind, Scene, SceneCamera, SceneClip, SceneLevel, SceneLevels, SceneMesh, SceneNode, SceneProjection,
    SceneTrack, SceneTransform, ThresholdKind,
};
use rigmill_format::{Content, LevelMeasure, Model, Projection, PropertyKind};
use rigmill_pipeline::{Labelled, Products};

use super::support::{Assets, Outcome, process};
use crate::{ModelParams, ModelProcessor};

/// Returns a node that is one unit along x from its parent.
fn node(name: &str, parent: Option<u32>, kind: NodeKind) -> SceneNode {
    SceneNode {
        element: Default::default(),
        name: name.to_owned(),
        parent,
        kind,
        local: SceneTransform { translation: [1.0, 0.0, 0.0], ..SceneTransform::IDENTITY },
        matrix: None,
        mesh: None,
        properties: vec![("of".to_owned(), DataValue::Text(name.to_owned()))],
    }
}

const SPACE: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Returns a scene with a camera on a boom. The boom is not a bone, but its parent is.
fn scene() -> Scene {
    let camera = SceneCamera {
        element: Default::default(),
        name: "View".to_owned(),
        node: 2,
        space: SPACE,
        projection: SceneProjection::Perspective { y_fov: 1.0, aspect: None, planes: [0.5, f64::INFINITY] },
        properties: vec![("lens".to_owned(), DataValue::F64(50.0))],
    };
    Scene {
        nodes: vec![
            node("Root", None, NodeKind::Bone),
            node("Boom", Some(0), NodeKind::Light),
            node("Camera", Some(1), NodeKind::Camera),
        ],
        cameras: vec![camera],
        ..Scene::default()
    }
}

fn made(scene: &Scene, params: &ModelParams) -> Outcome<Labelled> {
    process(&ModelProcessor, scene, params, &Assets(&[]))
}

fn model(outcome: Outcome<Labelled>) -> Model {
    let products = outcome.clean().into_products().unwrap();
    let model: &Model = products.iter().find(|it| it.label == ".model").unwrap().value.get().unwrap();
    Model::decode(&model.encode().unwrap()).unwrap()
}

#[test]
fn a_camera_is_on_the_nearest_bone_with_the_way_to_it() {
    let model = model(made(&scene(), &ModelParams::default()));
    assert_eq!(model.bones.len(), 1);
    let carrier = model.cameras[0].carrier;
    assert_eq!((carrier.bone, &carrier.local[12..15]), (Some(0), &[2.0, 0.0, 0.0][..]));
}

/// The scene becomes twice as large, and y becomes z.
#[test]
fn scale_and_rotation_of_the_scene_move_cameras() {
    let params =
        ModelParams { scale: 2.0.try_into().unwrap(), rotation_x: 90.0.try_into().unwrap(), ..ModelParams::default() };
    let model = model(made(&scene(), &params));
    let local = model.cameras[0].carrier.local;
    let near = |row: usize, expected: [f32; 3]| {
        let found = &local[row * 4..row * 4 + 3];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{row}: {found:?} {expected:?}");
    };
    near(3, [4.0, 0.0, 0.0]);
    near(1, [0.0, 0.0, 1.0]);
    near(2, [0.0, -1.0, 0.0]);
    let Projection::Perspective { near, far, .. } = model.cameras[0].projection else { panic!("{model:?}") };
    assert_eq!((near, far), (1.0, f32::INFINITY));
}

#[test]
fn a_camera_that_a_clip_moves_without_a_bone_is_reported() {
    let track = SceneTrack { node: 1, translations: vec![[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], ..SceneTrack::default() };
    let clip = SceneClip { name: "Fly".to_owned(), duration: 1.0, tracks: vec![track], ..SceneClip::default() };
    let mut scene = Scene { clips: vec![clip], ..scene() };
    let lines = made(&scene, &ModelParams::default()).lines();
    assert!(lines.iter().any(|line| line.contains("R0373")), "{lines:?}");
    scene.nodes[1].kind = NodeKind::Empty;
    let lines = made(&scene, &ModelParams::default()).lines();
    assert!(!lines.iter().any(|line| line.contains("R0373")), "{lines:?}");
}

#[test]
fn meshes_belong_to_the_level_above_them() {
    let mesh = SceneMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        face_sizes: vec![3],
        corner_vertices: vec![0, 1, 2],
        ..SceneMesh::default()
    };
    let with_mesh = |name: &str, parent| SceneNode { mesh: Some(0), ..node(name, Some(parent), NodeKind::Mesh) };
    let level = |node, threshold| SceneLevel { node, threshold };
    let scene = Scene {
        nodes: vec![
            node("Group", None, NodeKind::Empty),
            with_mesh("Near", 0),
            with_mesh("Part", 1),
            with_mesh("Far", 0),
            with_mesh("Always", 0),
        ],
        meshes: vec![mesh],
        levels: vec![SceneLevels {
            name: "Group".to_owned(),
            threshold_kind: ThresholdKind::Distance,
            levels: vec![level(1, 0.0), level(3, 10.0)],
            ..SceneLevels::default()
        }],
        ..Scene::default()
    };
    let model = model(made(&scene, &ModelParams::default()));
    let names: Vec<&str> = model.meshes.iter().map(|mesh| mesh.name.as_str()).collect();
    let group = &model.level_groups[0];
    let levels: Vec<Vec<&str>> =
        group.levels.iter().map(|level| level.meshes.iter().map(|&mesh| names[mesh as usize]).collect()).collect();
    assert_eq!((group.measure, levels), (LevelMeasure::Distance, vec![vec!["Near", "Part"], vec!["Far"]]));
    assert_eq!(group.levels[1].threshold, 10.0);
}

#[test]
fn properties_belong_to_bones_and_to_cameras_whose_nodes_are_none() {
    let model = model(made(&scene(), &ModelParams::default()));
    let names = |kind, index| {
        let found = model.properties.iter().find(|it| it.owner.kind == kind && it.owner.index == index);
        found.map(|it| it.values.iter().map(|field| field.name.as_str()).collect::<Vec<_>>())
    };
    assert_eq!(names(PropertyKind::Bone, 0), Some(vec!["of"]));
    assert_eq!(names(PropertyKind::Camera, 0), Some(vec!["lens", "of"]));
    assert_eq!(model.properties.len(), 2);
}
