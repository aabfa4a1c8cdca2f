//! Tests models, skeletons and collision meshes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rigmill_format::{
    CollisionMesh, DetailLevel, LevelGroup, LevelMeasure, Model, ModelMaterial, ModelMesh, Shading, Skeleton,
};

use super::glb::Glb;
use super::{built, load, read_back, sample};
use crate::support::{Project, outside_if_set, repository};
use crate::xnb::assert_same_model;

/// The models to test: the file, and parameters.
fn models() -> Vec<(PathBuf, &'static str)> {
    let own = ["Grund.fbx", "Pilot.glb", "Levels/Yard.glb", "Levels/Beacon.fbx"];
    let mut models: Vec<_> = own.map(|it| (repository().join("content/Models").join(it), "{}")).into();
    if let Some(folder) = outside_if_set("RIGMILL_ROBOTGAME") {
        models.push((folder.join("xnb/Models/Mech/Players/Grund.xnb"), "{ axes = \"z-up\" }"));
        models.push((folder.join("content/Models/Mech/Players/Grund.FBX"), "{}"));
    }
    if let Some(folder) = outside_if_set("RIGMILL_FBX") {
        models.extend(["robot_tpose_noanim", "robot_all_actions"].map(|it| (folder.join(format!("{it}.fbx")), "{}")));
    }
    models
}

#[test]
fn a_model_comes_back_as_it_was() {
    for (file, params) in models() {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let manifest = format!("[[rule]]\nmatch = \"**/*\"\nparams = {params}\n");
        let there = built(std::slice::from_ref(&file), &manifest);
        let back = read_back(&there, &[&format!("{name}.glb")], &manifest);
        let [expected, found]: [Model; 2] = [&there, &back].map(|it| load(it, &format!("{name}.model.rmb")));
        assert!(!expected.meshes.is_empty(), "{name}");
        assert_same_model(&found, &expected);
        assert_same_materials(&found, &expected);
        assert_eq!(found.cameras, expected.cameras);
        assert_eq!(found.properties, expected.properties);
        assert_eq!(groups(&found), groups(&expected));
        assert_eq!(changes(&found), changes(&expected));
        for (found, expected) in found.meshes.iter().zip(&expected.meshes) {
            assert_same_skin(found, expected);
            let [found, expected] = [found, expected].map(|it| &it.vertices);
            assert_eq!(found.uv_sets.len(), expected.uv_sets.len());
            assert_eq!(found.tangents.is_empty(), expected.tangents.is_empty());
        }
    }
}

/// Returns the groups of levels of detail: the names of their meshes, with thresholds unless these are distances, which glTF
/// does not support.
fn groups(model: &Model) -> Vec<Vec<(Option<f32>, Vec<&str>)>> {
    let group = |group: &LevelGroup| {
        let has_shares = group.measure == LevelMeasure::Coverage;
        let names =
            |level: &DetailLevel| level.meshes.iter().map(|mesh| model.meshes[*mesh as usize].name.as_str()).collect();
        group.levels.iter().map(|level| (has_shares.then_some(level.threshold), names(level))).collect()
    };
    model.level_groups.iter().map(group).collect()
}

/// Returns the changes that each target makes to the vertices of its mesh, by their positions, in any order.
fn changes(model: &Model) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for mesh in &model.meshes {
        for target in &mesh.targets {
            let shape = &target.shapes[0];
            let change = |(at, vertex): (usize, &u32)| {
                let place = mesh.vertices.positions[*vertex as usize];
                format!("{place:?} {:?} {:?} {:?}", shape.positions[at], shape.normals.get(at), shape.tangents.get(at))
            };
            let mut changes: Vec<String> = shape.vertices.iter().enumerate().map(change).collect();
            changes.sort();
            all.insert(format!("{} {} {}", mesh.name, target.name, target.weight), changes);
        }
    }
    all
}

fn assert_same_materials(found: &Model, expected: &Model) {
    let colors = |model: &Model| -> Vec<_> {
        let of = |it: &ModelMaterial| (it.name.clone(), it.diffuse, it.emissive, it.opacity);
        model.materials.iter().map(of).collect()
    };
    assert_eq!(colors(found), colors(expected));
    for (found, expected) in found.materials.iter().zip(&expected.materials) {
        if expected.shading == Shading::Phong {
            let off = (found.shininess - expected.shininess).abs();
            assert!(off <= 1e-4 * (1.0 + expected.shininess), "{} {}", found.shininess, expected.shininess);
        } else {
            let surface = |it: &ModelMaterial| (it.shading, it.metallic, it.roughness, it.alpha_mode);
            assert_eq!(surface(found), surface(expected));
        }
    }
    let parts = |model: &Model| -> Vec<Vec<_>> {
        let of = |mesh: &ModelMesh| mesh.parts.iter().map(|part| (part.material, part.index_count)).collect();
        // Scene importers sort meshes by their bones, and stored models keep their own order.
        let mut all: Vec<Vec<_>> = model.meshes.iter().map(of).collect();
        all.sort();
        all
    };
    assert_eq!(parts(found), parts(expected));
}

fn assert_same_skin(found: &ModelMesh, expected: &ModelMesh) {
    let (Some(skin), Some(known)) = (&found.skin, &expected.skin) else {
        return assert_eq!(found.skin.is_some(), expected.skin.is_some());
    };
    assert_eq!(skin.bones, known.bones);
    for (found, expected) in skin.inverse_binds.iter().flatten().zip(known.inverse_binds.iter().flatten()) {
        assert!((found - expected).abs() <= 1e-5, "{found} {expected}");
    }
    // For each vertex, its position and its influences, sorted.
    let influences = |mesh: &ModelMesh| -> Vec<String> {
        let vertices = &mesh.vertices;
        let of = |at: usize| {
            let sets = vertices.joint_sets.iter().flat_map(|set| set.joints[at].into_iter().zip(set.weights[at]));
            let mut moved: Vec<_> = sets.filter(|(_, weight)| *weight > 1e-4).collect();
            moved.sort_by_key(|(joint, _)| *joint);
            let moved: Vec<_> = moved.iter().map(|(joint, weight)| format!("{joint} {weight:.3}")).collect();
            format!("{:?} {moved:?}", vertices.positions[at])
        };
        let mut all: Vec<String> = (0..vertices.positions.len()).map(of).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(influences(found), influences(expected));
}

#[test]
fn a_model_names_textures_by_their_addresses_and_finds_them_again() {
    let there = Project::new();
    let source = |name: &str| std::fs::read(repository().join("content/Models").join(name)).unwrap();
    there.write("Models/My Grund.fbx", source("Grund.fbx"));
    for name in ["Textures/Grund_Frame.png", "Textures/Grund_Armour.png"] {
        there.write(&format!("Models/{name}"), source(name));
    }
    let built = there.build_with(&["--target", "native", "--target", "gltf"]);
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    let glb = Glb::new(&there.read("build/gltf/Models/My Grund.glb"));
    let mut addresses: Vec<_> = glb.list("images").iter().map(|image| image["uri"].as_str().unwrap()).collect();
    addresses.sort_unstable();
    assert_eq!(addresses, ["Textures/Grund_Armour.png", "Textures/Grund_Frame.png"]);
    let files = ["Models/My Grund.glb", "Models/Textures/Grund_Armour.png", "Models/Textures/Grund_Frame.png"];
    let back = read_back(&there, &files, "");
    let [expected, found]: [Model; 2] = [&there, &back].map(|it| load(it, "Models/My Grund.model.rmb"));
    let textures = |model: &Model| -> Vec<_> { model.materials.iter().map(|it| it.textures.clone()).collect() };
    assert_eq!(textures(&found), textures(&expected));
}

#[test]
fn inspect_shows_what_a_glb_holds() {
    let project = built(&sample(&["Models/Grund.fbx", "Animation/Players/Grund/Low.fbx"]), "");
    let inspect = |file: &str, options: &[&str]| {
        let output = project.command("inspect").arg(format!("build/gltf/{file}")).args(options).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = inspect("Grund.glb", &[]);
    assert!(code == 0 && text.contains("Model version") && text.contains("Hips"), "{text}");
    let (code, json) = inspect("Low@Walk.glb", &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["clips"][0]["name"]), (0, &serde_json::json!("Walk")), "{json}");
    project.write("build/gltf/Grund.glb", b"glTF");
    assert_eq!(inspect("Grund.glb", &[]), (1, String::new()));
}

#[test]
fn a_skeleton_and_a_collision_mesh_come_back() {
    let files = sample(&["Models/Grund.skeleton.toml", "Models/Levels/Yard_Collision.fbx"]);
    let rule = "[[rule]]\nmatch = \"**/Yard*\"\nprocessor = \"collision\"\n";
    let there = built(&files, rule);
    let back = read_back(&there, &["Grund.skeleton.glb", "Yard_Collision.glb"], rule);
    let [expected, found]: [Skeleton; 2] =
        [(&there, "Grund.skeleton.rmb"), (&back, "Grund.skeleton.skeleton.rmb")].map(|(it, file)| load(it, file));
    let names = |skeleton: &Skeleton| -> Vec<_> {
        skeleton.bones.iter().map(|bone| (bone.name.clone(), bone.parent)).collect()
    };
    assert_eq!(names(&found), names(&expected));
    for (found, expected) in found.bones.iter().zip(&expected.bones).filter(|(_, bone)| bone.parent.is_some()) {
        assert_eq!(found.bind.translation, expected.bind.translation, "{}", found.name);
    }
    let [expected, found]: [CollisionMesh; 2] = [&there, &back].map(|it| load(it, "Yard_Collision.rmb"));
    let corners = |mesh: &CollisionMesh| {
        let mut all: Vec<_> =
            mesh.triangles.iter().map(|it| it.map(|at| mesh.vertices[at as usize].map(f32::to_bits))).collect();
        all.sort_unstable();
        all
    };
    assert!(corners(&found) == corners(&expected));
}
