//! Compares RobotGame's own content project, converted and built for XNA, with the results of Microsoft's pipeline.

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_format::{BoundingSphere, DataValue, Model, ModelMesh, TextureUse};

use crate::support::files::relative;
use crate::support::{Project, files_below, outside};
use crate::xnb::{assert_same_model, built, load};

/// Creates the project with every available source.
fn project() -> Project {
    let game = Project::new();
    for folder in ["RIGMILL_ROBOTGAME", "RIGMILL_ROBOTGAME_PROJECT"].map(|it| outside(it).join("content")) {
        for file in files_below(&folder) {
            let path = relative(&file, &folder);
            game.write(&path, fs::read(&file).unwrap());
        }
    }
    let output = game.command("init").args(["--from-contentproj", "Content.contentproj"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    game
}

/// Returns Microsoft's file for an asset.
fn genuine(asset: &str) -> PathBuf {
    let files = ["RIGMILL_ROBOTGAME_PROJECT", "RIGMILL_ROBOTGAME"].map(|it| outside(it).join("xnb").join(asset));
    files.into_iter().find(|file| file.is_file()).unwrap_or_else(|| panic!("no {asset}"))
}

/// Reads a model from an `.xnb` file.
fn model(file: &Path) -> Model {
    let name = file.file_stem().unwrap().to_str().unwrap();
    load(&built(&[file.to_owned()], "", "native"), &format!("native/{name}.model.rmb"))
}

#[test]
#[cfg_attr(
    not(all(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME and RIGMILL_ROBOTGAME_PROJECT to the folders with RobotGame's files"
)]
fn models_are_those_of_microsoft_s_pipeline() {
    let game = project();
    // Substitutes for missing images, because models name their textures as in XNA.
    let image = fs::read(game.root().join("Models/Weapons/shotgun.dds")).unwrap();
    for name in ["Models/Items/Item_HP.dds", "Models/Weapons/handgun.dds"] {
        game.write(name, &image);
    }
    fs::remove_file(game.root().join("rigmill.toml")).unwrap();
    let output = game.command("init").args(["--from-contentproj", "Content.contentproj"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    game.build();
    for (name, meshes) in
        [("Items/HP", 1), ("Weapons/Shotgun", 2), ("Weapons/Handgun", 2), ("World/Stage1/France_Sky", 1)]
    {
        let [found, expected] =
            [game.root().join(format!("build/xna/Models/{name}.xnb")), genuine(&format!("Models/{name}.xnb"))]
                .map(|file| model(&file));
        assert_eq!((found.meshes.len(), found.bones.len()), (meshes, expected.bones.len()), "{name}");
        assert_same_model(&found, &expected);
        for (found, expected) in found.meshes.iter().zip(&expected.meshes) {
            assert_eq!((&found.name, found.bone), (&expected.name, expected.bone));
            assert!(found.vertices.tangents.is_empty() && found.indices.len() == expected.indices.len(), "{name}");
            assert!(near(found.sphere, expected.sphere), "{name}: {:?} {:?}", found.sphere, expected.sphere);
            assert_same_order(found, expected);
        }
        let textures = [&found, &expected].map(|model| {
            let textures = model.materials[0].textures.iter().filter(|it| it.usage == TextureUse::Diffuse);
            textures.map(|it| it.asset.clone()).collect::<Vec<_>>()
        });
        assert!(textures[0] == textures[1] || name.ends_with("Sky"), "{name}: {textures:?}");
    }
    assert!(game.root().join("build/xna/Models/Weapons/shotgun_0.xnb").is_file());
}

/// Meshes in which some vertices are split because of their tangents. The set of split vertices depends on how tangents are
/// computed.
const SPLIT_BY_TANGENTS: [&str; 3] = ["Grund_Body_2", "Grund_LeftClevis", "Grund_RightClevis"];

/// The rule that a user writes for the game's own processor for models with effects.
const EFFECT_RULE: &str = r#"
[[rule]]
match = "Models/Mech/Players/Grund.FBX"
params = { effect = "Effects/ShaderModelEffect", effect_parameters = ["Texture = diffuse", "Transparency = opacity", "NormalMap", "SpecularMap"] }
"#;

#[test]
#[cfg_attr(
    not(all(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME and RIGMILL_ROBOTGAME_PROJECT to the folders with RobotGame's files"
)]
fn the_maps_of_the_player_s_meshes_reach_the_game_s_effect() {
    let game = project();
    let image = fs::read(game.root().join("Models/Weapons/shotgun.dds")).unwrap();
    for name in ["Texture_Grund_Gray", "Grund_New_Add_1"] {
        for map in ["", "_Normal", "_Specular"] {
            game.write(&format!("Models/Mech/Players/{name}{map}.dds"), &image);
        }
    }
    fs::remove_file(game.root().join("rigmill.toml")).unwrap();
    let output = game.command("init").args(["--from-contentproj", "Content.contentproj"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let manifest = fs::read_to_string(game.root().join("rigmill.toml")).unwrap();
    game.write("rigmill.toml", manifest + EFFECT_RULE);
    let built = game.build();
    let of_player =
        |it: &&serde_json::Value| it["message"].as_str().is_some_and(|message| message.contains("Grund.FBX`"));
    let reported: Vec<_> = built.diagnostics().into_iter().filter(|it| of_player(it)).collect();
    // The effect itself is not in the content project.
    assert!(reported.len() == 1 && reported[0]["code"] == "R0316", "{reported:?}");
    let name = "Models/Mech/Players/Grund.xnb";
    let [found, expected] = [game.root().join("build/xna").join(name), genuine(name)].map(|file| model(&file));
    let effects = [&found, &expected].map(|model| {
        let of_mesh = |mesh: &ModelMesh| {
            let material = &model.materials[mesh.parts[0].material.unwrap() as usize];
            (mesh.name.clone(), material.effect.clone().unwrap(), material.textures.clone())
        };
        let mut effects: Vec<_> = model.meshes.iter().map(of_mesh).collect();
        effects.sort_by(|a, b| a.0.cmp(&b.0));
        effects
    });
    assert_eq!(effects[0], effects[1]);
    assert_eq!(found.materials.len(), expected.materials.len());
}

#[test]
#[cfg_attr(
    not(all(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME and RIGMILL_ROBOTGAME_PROJECT to the folders with RobotGame's files"
)]
fn triangles_are_in_the_order_of_microsoft_s_pipeline() {
    const RULE: &str = "[[rule]]\nmatch = \"**\"\nparams = { unit = \"file\", vertex_cache = true }\n";
    for (name, triangles) in [("Mech/Players/Grund", 4748), ("World/Stage1/France_Col_Hit", 1092)] {
        let source = outside("RIGMILL_ROBOTGAME").join(format!("content/Models/{name}.FBX"));
        let file = source.file_stem().unwrap().to_str().unwrap().to_owned();
        let found: Model = load(&built(&[source], RULE, "native"), &format!("native/{file}.model.rmb"));
        let known = genuine(&format!("Models/{name}.xnb"));
        let known = built(
            &[known],
            "[[rule]]\nmatch = \"**\"\nprocessor = \"model\"\nparams = { tangents = false }\n",
            "native",
        );
        let known: Model = load(&known, &format!("native/{file}.model.rmb"));
        let names = |model: &Model| model.meshes.iter().map(|mesh| mesh.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&found), names(&known));
        let mut count = 0;
        for known in &known.meshes {
            let found = found.meshes.iter().find(|mesh| mesh.name == known.name).unwrap();
            let [all, expected] = [found, known].map(corners);
            count += all.len() / 3;
            let is_near = |(a, b): (&[f32; 3], &[f32; 3])| (0..3).all(|axis| (a[axis] - b[axis]).abs() <= 1e-4);
            let is_same = all.len() == expected.len() && all.iter().zip(&expected).all(is_near);
            assert!(is_same || SPLIT_BY_TANGENTS.contains(&known.name.as_str()), "{name}: {}", known.name);
        }
        assert_eq!(count, triangles);
    }
}

#[test]
#[cfg_attr(
    not(all(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME and RIGMILL_ROBOTGAME_PROJECT to the folders with RobotGame's files"
)]
fn a_level_s_triangles_are_in_its_tag_as_microsoft_s_pipeline_left_them() {
    let rule = |params: &str| format!("[[rule]]\nmatch = \"**\"\nprocessor = \"model\"\nparams = {{ {params} }}\n");
    let name = "World/Stage1/France_Col_Hit";
    let source = outside("RIGMILL_ROBOTGAME").join(format!("content/Models/{name}.FBX"));
    let tags = [
        (source, rule("unit = \"file\", collision_tag = true")),
        (genuine(&format!("Models/{name}.xnb")), rule("tangents = false")),
    ]
    .map(|(file, rule)| {
        let model: Model = load(&built(&[file], &rule, "native"), "native/France_Col_Hit.model.rmb");
        let DataValue::Map(tag) = model.tag.unwrap().root else { panic!("no dictionary") };
        tag
    });
    let [found, known] = &tags;
    assert_eq!(found.type_name, known.type_name);
    let [(a_name, DataValue::List(a)), (a_sphere_name, DataValue::BoundingSphere(a_sphere))] = &found.entries[..]
    else {
        panic!("{:?}", found.entries.len())
    };
    let [(b_name, DataValue::List(b)), (b_sphere_name, DataValue::BoundingSphere(b_sphere))] = &known.entries[..]
    else {
        panic!("{:?}", known.entries.len())
    };
    assert_eq!((a_name, a_sphere_name, &a.type_name), (b_name, b_sphere_name, &b.type_name));
    assert_eq!(a.items.len(), b.items.len());
    for (a, b) in a.items.iter().zip(&b.items) {
        let (DataValue::Vector3(a), DataValue::Vector3(b)) = (a, b) else { panic!("no vectors") };
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-4), "{a:?} {b:?}");
    }
    let sphere = |[x, y, z, radius]: [f32; 4]| BoundingSphere { center: [x, y, z], radius };
    assert!(near(sphere(*a_sphere), sphere(*b_sphere)), "{a_sphere:?} {b_sphere:?}");
}

/// Returns the positions of the corners of all triangles, in order.
fn corners(mesh: &ModelMesh) -> Vec<[f32; 3]> {
    mesh.indices.iter().map(|&index| mesh.vertices.positions[index as usize]).collect()
}

/// Checks that triangles and vertices have the same order and positions have the same bits. Normals and texture coordinates may
/// differ in the last bit.
fn assert_same_order(found: &ModelMesh, expected: &ModelMesh) {
    let name = &found.name;
    assert!(found.indices == expected.indices, "{name}: {:?} {:?}", &found.indices[..30], &expected.indices[..30]);
    let [a, b] = [found, expected].map(|mesh| &mesh.vertices);
    assert_eq!(a.positions, b.positions, "{name}");
    assert_near(a.normals.as_flattened(), b.normals.as_flattened(), name);
    assert_eq!(a.uv_sets.len(), b.uv_sets.len(), "{name}");
    for (a, b) in a.uv_sets.iter().zip(&b.uv_sets) {
        assert_near(a.as_flattened(), b.as_flattened(), name);
    }
}

fn assert_near(found: &[f32], expected: &[f32], name: &str) {
    assert_eq!(found.len(), expected.len(), "{name}");
    let furthest = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(furthest <= f32::EPSILON, "{name}: {furthest}");
}

/// Whether two spheres are equal within a hundred-thousandth of their size.
fn near(a: BoundingSphere, b: BoundingSphere) -> bool {
    let allowed = 1e-5 * b.radius.max(1.0);
    let centers = a.center.iter().zip(&b.center).all(|(a, b)| (a - b).abs() <= allowed);
    centers && (a.radius - b.radius).abs() <= allowed
}
