//! Tests of the importer without C code, compared with the other importer.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rigmill_dom::{Scene, SceneMesh};
use rigmill_pipeline::Diagnostic;
use rigmill_test_random::Random;

use super::hostile::{deflated_zeros, sound, with_mesh};
use super::pose::{difference, point, worlds};
use super::robot::{IDENTITY, pose_error, skin_error, truth};
use super::smoke::small_files;
use super::support::{as_in_file, fbx_data, find, import, node};
use super::writer::{
    Record, TICKS, Value, curve_node, file, geometry, layer, model, moved, number, object, record, scene, stack,
    vector, widened,
};
use crate::tests::scenes::harmed;
use crate::tests::support::{clean, data_if_set, import_with};
use crate::{Axes, FbxDom, FbxParams};

pub(super) fn import_dom(bytes: &[u8], params: &FbxParams) -> (Option<Scene>, Vec<Diagnostic>) {
    import_with::<FbxDom>(bytes, params)
}

/// Returns the code with which a file is rejected.
fn refused(bytes: &[u8]) -> String {
    let (scene, said) = import_dom(bytes, &FbxParams::default());
    assert!(scene.is_none());
    said.last().unwrap().code.to_string()
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_robot_is_where_it_was_in_the_modelling_program() {
    let folder = fbx_data();
    let truth = truth(&folder);
    for (file, bound) in [
        ("robot_all_actions.fbx", 1e-5),
        ("robot_zup.fbx", 1e-5),
        ("robot_scale_units.fbx", 1e-5),
        ("robot_defaults_leaf_simplify1.fbx", 8e-3),
    ] {
        let scene = clean(import_dom(&fs::read(folder.join(file)).unwrap(), &FbxParams::default()));
        let errors = (pose_error(&scene, &truth, &IDENTITY), skin_error(&scene, &truth));
        println!("{file}: poses {:.1e}, skin {:.1e}", errors.0, errors.1);
        assert!(errors.0 <= bound && errors.1 <= bound, "{file}: {errors:?}");
    }
}

/// Returns the largest difference between numbers of two scenes. Other differences are described in the error.
fn compare(a: &Scene, b: &Scene) -> Result<f64, String> {
    let same = |what: &str, same: bool| if same { Ok(()) } else { Err(format!("{what} differ")) };
    let nodes = |scene: &Scene| {
        let one = scene.nodes.iter().map(|it| (it.name.clone(), it.parent, it.kind, it.mesh.is_some()));
        one.collect::<Vec<_>>()
    };
    same("nodes", nodes(a) == nodes(b))?;
    let properties = |scene: &Scene| scene.nodes.iter().map(|it| it.properties.clone()).collect::<Vec<_>>();
    same("properties", properties(a) == properties(b))?;
    let mut worst = 0.0_f64;
    for (a, b) in worlds(a, None).iter().zip(&worlds(b, None)) {
        worst = worst.max(difference(a, b));
    }
    let clips = |scene: &Scene| scene.clips.iter().map(|it| (it.name.clone(), it.frames)).collect::<Vec<_>>();
    same("clips", clips(a) == clips(b))?;
    for (one, other) in a.clips.iter().zip(&b.clips) {
        for frame in 0..one.frames as usize {
            let pairs = worlds(a, Some((one, frame))).into_iter().zip(worlds(b, Some((other, frame))));
            worst = pairs.map(|(a, b)| difference(&a, &b)).fold(worst, f64::max);
        }
        let tracks = |clip: &rigmill_dom::SceneClip| clip.tracks.iter().map(|it| it.node).collect::<Vec<_>>();
        same("tracks", tracks(one) == tracks(other))?;
    }
    same("meshes", a.meshes.len() == b.meshes.len())?;
    for (a, b) in a.meshes.iter().zip(&b.meshes) {
        worst = worst.max(compare_meshes(a, b)?);
    }
    let textures = |scene: &Scene| {
        let one = scene.textures.iter().map(|it| (it.absolute.clone(), it.relative.clone(), it.embedded.clone()));
        one.collect::<Vec<_>>()
    };
    same("textures", textures(a) == textures(b))?;
    same("materials", a.materials.len() == b.materials.len())?;
    for (a, b) in a.materials.iter().zip(&b.materials) {
        let numbers = |it: &rigmill_dom::SceneMaterial| {
            let [d, s, e] = [it.diffuse, it.specular, it.emissive];
            [&d[..], &s[..], &e[..], &[it.opacity, it.shininess]].concat()
        };
        same("materials", (&a.name, &a.textures) == (&b.name, &b.textures))?;
        worst = worst.max(apart(&numbers(a), &numbers(b)));
    }
    Ok(worst)
}

fn apart(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs())).fold(0.0, f64::max)
}

fn compare_meshes(a: &SceneMesh, b: &SceneMesh) -> Result<f64, String> {
    let same = |what: &str, same: bool| if same { Ok(()) } else { Err(format!("{what} differ")) };
    same("faces", a.face_sizes == b.face_sizes && a.corner_vertices == b.corner_vertices)?;
    same("face materials", a.face_materials == b.face_materials && a.materials == b.materials)?;
    same("sets of attributes", {
        let sets = |mesh: &SceneMesh| {
            let names: Vec<_> = mesh.uv_sets.iter().map(|set| set.name.clone()).collect();
            let parts = [mesh.corner_normals.is_some(), mesh.corner_tangents.is_some(), mesh.corner_colors.is_some()];
            (names, parts, mesh.skin.is_some(), mesh.positions.len())
        };
        sets(a) == sets(b)
    })?;
    let mut worst = apart(a.positions.as_flattened(), b.positions.as_flattened());
    let lists = |mesh: &SceneMesh| {
        let mut all: Vec<f32> = Vec::new();
        all.extend(mesh.corner_normals.iter().flatten().flatten());
        all.extend(mesh.corner_tangents.iter().flatten().flatten());
        all.extend(mesh.corner_colors.iter().flatten().flatten());
        all.extend(mesh.uv_sets.iter().flat_map(|set| &set.corner_uvs).flatten());
        all
    };
    worst = worst.max(apart(&lists(a), &lists(b)));
    if let (Some(a), Some(b)) = (&a.skin, &b.skin) {
        same("bones", a.bones == b.bones && a.vertex_starts == b.vertex_starts)?;
        worst = a.inverse_binds.iter().zip(&b.inverse_binds).map(|(a, b)| difference(a, b)).fold(worst, f64::max);
        let influences = |skin: &rigmill_dom::SceneSkin| {
            let vertices = skin.vertex_starts.windows(2).map(|pair| {
                let mut all = skin.influences[pair[0] as usize..pair[1] as usize].to_vec();
                all.sort_by_key(|it| it.bone);
                all
            });
            vertices.flatten().map(|it| (it.bone, it.weight.to_bits())).collect::<Vec<_>>()
        };
        same("weights", influences(a) == influences(b))?;
    }
    Ok(worst)
}

fn outcome(said: &[Diagnostic]) -> String {
    said.last().map(|it| format!("{}: {}", it.code, it.message)).unwrap_or_default()
}

#[test]
fn both_importers_agree_on_every_file_that_both_accept() {
    let mut files = Vec::new();
    let folders = ["RIGMILL_FBX", "RIGMILL_ROBOTGAME"].map(data_if_set);
    folders.iter().flatten().for_each(|folder| find(folder, &mut files));
    let read = |path: &PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap());
    let small = small_files().into_iter().map(|(name, bytes)| (name.to_owned(), bytes));
    let files = files.iter().map(read).chain(small);
    let zup = FbxParams { axes: Some(Axes::ZUp), ..FbxParams::default() };
    for (name, bytes) in files {
        for (kind, params) in [("metre", FbxParams::default()), ("file", as_in_file()), ("z-up", zup.clone())] {
            let ((dom, dom_said), (other, said)) = (import_dom(&bytes, &params), import(&bytes, &params));
            let difference = dom.as_ref().zip(other.as_ref()).map(|(dom, other)| compare(dom, other));
            let of = |accepted: bool, said| if accepted { "accepted".to_owned() } else { outcome(said) };
            let (of_dom, of_other) = (of(dom.is_some(), &dom_said), of(other.is_some(), &said));
            println!("{name:40} {kind:6} fbx {of_other}; fbx-dom {of_dom}; difference {difference:?}");
            // The file's own unit is a hundredth of a metre, so the same precision is a hundred times the number.
            let bound = if kind == "file" { 1e-3 } else { 1e-5 };
            let agree = difference.is_none_or(|it| it.is_ok_and(|it| it <= bound));
            assert!(agree, "{name} {kind}");
        }
    }
}

#[test]
fn pivots_and_geometric_transforms_are_as_with_the_other_importer() {
    let all = |order: i32| {
        let node = vec![
            vector("Lcl Translation", [1.0, -2.0, 3.0]),
            vector("Lcl Rotation", [10.0, 70.0, -50.0]),
            vector("Lcl Scaling", [2.0, 0.5, -1.5]),
            number("RotationActive", 1),
            number("RotationOrder", order),
            vector("RotationPivot", [1.0, 0.2, 0.3]),
            vector("RotationOffset", [0.1, 0.2, 4.0]),
            vector("ScalingPivot", [-1.0, 0.7, 0.3]),
            vector("ScalingOffset", [0.5, 6.0, 0.3]),
            vector("PreRotation", [90.0, 5.0, -20.0]),
            vector("PostRotation", [-30.0, 15.0, 25.0]),
            vector("GeometricTranslation", [0.0, 5.0, 0.0]),
            vector("GeometricRotation", [30.0, 5.0, 10.0]),
            vector("GeometricScaling", [3.0, 1.0, 2.0]),
        ];
        let positions = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let objects = vec![
            model(1, "M", "Mesh", node),
            model(2, "Child", "Null", vec![vector("Lcl Translation", [1.0, 0.0, 0.0])]),
            geometry(3, positions, vec![0, 1, -3]),
        ];
        scene(objects, &[(1, 0, None), (2, 1, None), (3, 1, None)])
    };
    for order in 0..6 {
        for params in [FbxParams::default(), as_in_file()] {
            let bytes = all(order);
            let (dom, other) = (clean(import_dom(&bytes, &params)), clean(import(&bytes, &params)));
            let found = compare(&dom, &other);
            assert!(found.as_ref().is_ok_and(|&it| it < 1e-5), "{order}: {found:?}");
        }
    }
    assert_eq!(refused(&all(6)), "R0118");
}

/// Returns a node that a curve moves along x. The curve's keys have these attributes.
pub(super) fn moved_by(flags: u32, data: [f32; 4]) -> Vec<u8> {
    let keys = [(0, 0.0), (7, 3.0), (10, 3.5), (30, -2.0), (31, -2.0), (60, 4.0)];
    let longs = keys.iter().map(|key| key.0 * (TICKS / 30)).collect();
    let children = vec![
        record("KeyTime", vec![Value::Longs(longs)], vec![]),
        record("KeyValueFloat", vec![Value::Floats(keys.iter().map(|key| key.1).collect())], vec![]),
        record("KeyAttrFlags", vec![Value::Ints(vec![flags.cast_signed()])], vec![]),
        record("KeyAttrDataFloat", vec![Value::Floats(data.to_vec())], vec![]),
        record("KeyAttrRefCount", vec![Value::Ints(vec![6])], vec![]),
    ];
    let objects = vec![
        model(1, "Bone", "LimbNode", vec![]),
        stack(2, "Go", 0, TICKS * 2),
        layer(3),
        curve_node(4, "T"),
        object("AnimationCurve", 5, "", "", children),
    ];
    let connections = [(1, 0, None), (3, 2, None), (4, 3, None), (4, 1, Some("Lcl Translation")), (5, 4, Some("d|X"))];
    scene(objects, &connections)
}

#[test]
fn curves_are_as_with_the_other_importer() {
    let weights = f32::from_bits(2500 | 7000 << 16);
    let kinds: [u32; 4] = [0x2, 0x102, 0x4, 0x408];
    let cubic: [u32; 9] = [0xc08, 0x108, 0x908, 0x1108, 0x2108, 0x4108, 0x300_0408, 0x100_0c08, 0x200_4108];
    for flags in kinds.into_iter().chain(cubic) {
        for [right, left] in [[0.0, 0.0], [3.0, -20.0], [50.0, 70.0], [700.0, 10.0]] {
            // In automatic keys, the values in place of slopes are biases in percent.
            let bytes = moved_by(flags, [right, left, weights, 0.0]);
            let params = FbxParams { sample_rate: Some(77.0.try_into().unwrap()), ..as_in_file() };
            let (dom, other) = (clean(import_dom(&bytes, &params)), clean(import(&bytes, &params)));
            let found = compare(&dom, &other);
            assert!(found.as_ref().is_ok_and(|&it| it < 1e-9), "{flags:x} {right} {left}: {found:?}");
        }
    }
    assert_eq!(refused(&moved_by(0x208, [0.0; 4])), "R0118");
}

#[test]
fn files_of_versions_7_5_to_7_7_are_those_of_7_4_with_wider_heads() {
    let all = small_files().into_iter().filter(|(_, bytes)| bytes.starts_with(b"Kaydara"));
    let mut files: Vec<_> = all.map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    if let Some(folder) = data_if_set("RIGMILL_FBX") {
        let name = "robot_all_actions.fbx";
        files.push((name.to_owned(), fs::read(folder.join(name)).unwrap()));
    }
    for (name, bytes) in files {
        let narrow = import_dom(&bytes, &FbxParams::default()).0.unwrap();
        for version in [7500, 7600, 7700] {
            let wide = widened(&bytes, version);
            let [dom, other] = [import_dom, import].map(|importer| importer(&wide, &FbxParams::default()));
            let (dom, other) = (dom.0.unwrap(), other.0.unwrap());
            assert_eq!(compare(&dom, &narrow), Ok(0.0), "{name} {version}");
            let apart = compare(&dom, &other);
            assert!(apart.as_ref().is_ok_and(|&it| it <= 1e-5), "{name} {version}: {apart:?}");
        }
    }
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    let binary = |version: u32| {
        let mut bytes = scene(vec![model(1, "A", "Null", vec![])], &[(1, 0, None)]);
        bytes[23..27].copy_from_slice(&version.to_le_bytes());
        bytes
    };
    for version in [3000, 6100, 7300, 7800, 8000] {
        assert_eq!(refused(&binary(version)), "R0118", "{version}");
    }
    assert_eq!(refused(b"; FBX 7.4.0 project file\n"), "R0118");
    assert_eq!(refused(b"hello"), "R0110");
    let scaled = |inherit| {
        let objects = vec![
            model(1, "Up", "LimbNode", vec![vector("Lcl Scaling", [2.0; 3])]),
            model(2, "Down", "LimbNode", vec![number("InheritType", inherit)]),
        ];
        scene(objects, &[(1, 0, None), (2, 1, None)])
    };
    assert_eq!(refused(&scaled(2)), "R0118");
    assert!(import_dom(&scaled(1), &FbxParams::default()).0.is_some());
    let placed = import_dom(&scaled(1), &as_in_file()).0.unwrap();
    assert_eq!(point(&worlds(&placed, None)[node(&placed, "Down")], [1.0, 0.0, 0.0]), [2.0, 0.0, 0.0]);
}

#[test]
fn false_lengths_rings_and_long_takes_are_refused() {
    let bomb = with_mesh(Value::Deflated { count: 20 << 20, bytes: deflated_zeros(160 << 20) });
    assert_eq!(refused(&bomb), "R0111");
    for count in [3_u32, 1 << 16, 1 << 24, u32::MAX] {
        let bytes = with_mesh(Value::Deflated { count, bytes: deflated_zeros(0) });
        assert!(["R0110", "R0111"].contains(&refused(&bytes).as_str()), "{count}");
    }
    let nested = (0..1_000).fold(record("A", vec![], vec![]), |inner, _| record("A", vec![], vec![inner]));
    assert_eq!(refused(&file(&[nested])), "R0110");
    let ring = (1..=50).map(|id| (id, id % 50 + 1, None)).collect::<Vec<_>>();
    assert_eq!(refused(&scene((1..=50).map(|id| model(id, "M", "Null", vec![])).collect(), &ring)), "R0110");
    for stop in [TICKS * 333_333, i64::MAX] {
        assert_eq!(refused(&moved(0, stop, &[(0, 0.0), (stop, 1.0)], false)), "R0111");
    }
    let tall: Vec<_> = (1..=3000).map(|id| (id, id - 1, None)).collect();
    assert_eq!(refused(&scene((1..=3000).map(|id| model(id, "M", "Null", vec![])).collect(), &tall)), "R0111");
}

#[test]
fn a_head_that_claims_gigabytes_is_refused_unread() {
    // A record of version 7.5, whose lengths have 64 bits, in a file of 262 bytes.
    for [end, values, length] in
        [[u64::MAX; 3], [200, 1 << 32, 100], [200, 1, u64::MAX - 30], [u64::MAX, 0, 0], [250, 1, 200]]
    {
        let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
        bytes.extend(7500_u32.to_le_bytes());
        [end, values, length].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend([1, b'A', b'd', 0xff, 0xff, 0xff, 0x1f]);
        bytes.resize(262, 0);
        assert_eq!(refused(&bytes), "R0110");
    }
}

/// Damages files one after another. Each of them must give a valid scene or an error.
fn harm(rounds: usize, seed: u64) -> usize {
    let folder = data_if_set("RIGMILL_FBX");
    let names = ["robot_tpose_noanim.fbx", "robot_defaults_leaf_simplify1.fbx"];
    let mut files: Vec<Vec<u8>> =
        folder.iter().flat_map(|folder| names.map(|name| fs::read(folder.join(name)).unwrap())).collect();
    files.push(moved(0, TICKS * 3, &[(0, 0.0), (TICKS, 1.0)], false));
    files.push(with_mesh(Value::Doubles(vec![0.0; 9])));
    let mut random = Random::new(seed);
    let mut read = 0;
    let mut codes = BTreeSet::new();
    for round in 0..rounds {
        let bytes = harmed(&files[round % files.len()], &mut random);
        let (scene, said) = import_dom(&bytes, &FbxParams::default());
        read += usize::from(scene.is_some());
        codes.extend(said.iter().map(|it| it.code.to_string()));
        sound(scene, &said);
    }
    println!("{read} of {rounds} harmed files were still read; refusals {codes:?}");
    read
}

#[test]
fn harmed_files_give_a_sound_scene_or_a_refusal() {
    harm(3000, 11);
}

#[test]
#[ignore = "long: as many rounds as the variable FBX_ROUNDS says"]
#[expect(clippy::disallowed_methods, reason = "the environment sets how long it runs")]
fn harmed_files_for_hours() {
    let rounds = std::env::var("FBX_ROUNDS").ok().and_then(|text| text.parse().ok());
    harm(rounds.unwrap_or(100_000), 5);
}

/// Returns a file with a textured triangle, other objects and other links, as `fbx-dom` and `fbx` import it.
fn beside(more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> [(Option<Scene>, Vec<Diagnostic>); 2] {
    let positions = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let objects = vec![model(1, "Body", "Mesh", vec![]), geometry(2, positions, vec![0, 1, !2])];
    let links = [&[(1, 0, None), (2, 1, None)], links].concat();
    let bytes = scene(objects.into_iter().chain(more).collect(), &links);
    [import_dom, import].map(|import| import(&bytes, &as_in_file()))
}

/// Returns the messages of an import that left something out.
fn left_out((scene, said): &(Option<Scene>, Vec<Diagnostic>)) -> Vec<&str> {
    assert!(scene.is_some() && said.iter().all(|it| it.code == "R0117"), "{said:?}");
    said.iter().map(|it| it.message.as_str()).collect()
}

fn texture(id: i64, name: &str, all: Vec<Record>) -> Record {
    let file = record("FileName", vec![Value::Text(format!("{name}.png"))], vec![]);
    object("Texture", id, name, "", vec![file, super::writer::properties(all)])
}

#[test]
fn materials_of_other_shading_models_keep_what_phong_has() {
    let model = record("ShadingModel", vec![Value::Text("unknown".to_owned())], vec![]);
    let color = super::writer::properties(vec![vector("DiffuseColor", [0.25, 0.5, 0.75])]);
    let material = object("Material", 3, "Skin", "", vec![model, color]);
    let links = [(3, 1, None), (4, 3, Some("DiffuseColor")), (5, 3, Some("Maya|coatColor"))];
    let [dom, _] = beside(vec![material, texture(4, "Base", vec![]), texture(5, "Coat", vec![])], &links);
    let expected = [
        "1 shading model of a material is left out: \"Skin (unknown)\"",
        "1 texture of an unsupported material property is left out: \"Skin.Maya|coatColor\"",
    ];
    assert_eq!(left_out(&dom), expected);
    let scene = dom.0.unwrap();
    assert_eq!((scene.materials[0].diffuse, scene.materials[0].textures.len()), ([0.25, 0.5, 0.75], 1));
}

#[test]
fn the_first_layer_of_a_texture_is_kept() {
    let material = object("Material", 3, "Skin", "", vec![]);
    let layered = object("LayeredTexture", 6, "Layers", "", vec![]);
    let links = [(3, 1, None), (6, 3, Some("DiffuseColor")), (4, 6, None), (5, 6, None)];
    let [dom, other] = beside(vec![material, texture(4, "Base", vec![]), texture(5, "Dirt", vec![]), layered], &links);
    assert_eq!(left_out(&dom), ["1 texture layer is left out"]);
    assert_eq!(left_out(&dom), left_out(&other));
    let names = |scene: &Option<Scene>| -> Vec<String> {
        scene.iter().flat_map(|scene| &scene.textures).map(|it| it.absolute.clone()).collect()
    };
    assert_eq!((names(&dom.0), names(&other.0)), (vec!["Base.png".to_owned()], vec!["Base.png".to_owned()]));
}

#[test]
fn shear_in_a_texture_transform_is_left_out() {
    let sheared = vec![vector("Rotation", [0.0, 0.0, 30.0]), vector("Scaling", [1.0, 3.0, 1.0])];
    let material = object("Material", 3, "Skin", "", vec![]);
    let [dom, other] =
        beside(vec![material, texture(4, "Base", sheared)], &[(3, 1, None), (4, 3, Some("DiffuseColor"))]);
    assert_eq!(left_out(&dom), ["1 shear in a texture transform is left out"]);
    assert_eq!(left_out(&dom), left_out(&other));
}

#[test]
fn values_of_other_types_do_no_harm() {
    // A byte, as for the channels of a sound, and a list of bytes.
    let bytes = [b'c', 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 7, 9].to_vec();
    let values = [vec![b'Z', 2], vec![b'B', 1], bytes].map(Value::Raw).to_vec();
    let notes = record("Notes", values, vec![]);
    let sound = object("Audio", 3, "Step", "Clip", vec![notes]);
    for found in beside(vec![sound], &[]) {
        assert_eq!(left_out(&found), ["1 sound is left out: \"Step\""]);
        assert_eq!(found.0.unwrap().meshes.len(), 1);
    }
}

#[test]
fn malformed_objects_that_are_not_needed_are_left_out() {
    let nameless = record("Gadget", vec![Value::Long(3)], vec![]);
    let again = object("Gadget", 1, "Body", "", vec![]);
    let [dom, _] = beside(vec![nameless, again], &[]);
    assert_eq!(left_out(&dom), ["2 objects of unknown types are left out: \"Gadget\""]);
    assert_eq!(dom.0.unwrap().nodes.len(), 1);
    // A node is needed.
    let [(scene, said), _] = beside(vec![record("Model", vec![Value::Long(3)], vec![])], &[]);
    assert!(scene.is_none() && said[0].code == "R0110", "{said:?}");
}

#[test]
fn connections_between_properties_are_left_out() {
    let ends = [Value::Text("PP".to_owned()), Value::Long(1), Value::Text("Lcl Translation".to_owned())];
    let link = record("C", ends.into_iter().chain([Value::Long(2), Value::Text("Size".to_owned())]).collect(), vec![]);
    let objects = vec![model(1, "A", "Null", vec![]), model(2, "B", "Null", vec![])];
    let mut records = super::writer::scene_records(objects, &[(1, 0, None), (2, 0, None)]);
    records.last_mut().unwrap().extend(vec![link]);
    let found = import_dom(&file(&records), &as_in_file());
    assert_eq!(left_out(&found), ["1 connection of properties is left out"]);
}
