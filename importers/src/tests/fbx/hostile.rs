//! Tests of malicious and damaged files.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rigmill_dom::{Scene, SceneMesh};
use rigmill_pipeline::Diagnostic;
use rigmill_test_random::{Random, cases};

use super::support::import;
use super::writer::{TICKS, Value, file, geometry, model, moved, object, record, scene, vector};
use crate::FbxParams;
use crate::tests::scenes::{check_scene, harmed};
use crate::tests::support::data_if_set;

/// Returns the code with which a file is rejected.
fn refused(bytes: &[u8]) -> String {
    let (scene, said) = import(bytes, &FbxParams::default());
    assert!(scene.is_none());
    said.last().unwrap().code.to_string()
}

/// Returns a zlib stream of at least `count` zeros: a literal, then matches of 258 bytes at distance 1, in fixed Huffman codes.
pub(super) fn deflated_zeros(count: usize) -> Vec<u8> {
    let mut bits = Bits { bytes: vec![0x78, 0x01], filled: 0 };
    bits.put(0b1, 1);
    bits.put(0b10, 2);
    bits.put(0b0000_1100, 8);
    for _ in 0..count / 258 + 1 {
        // Symbol 285 is 11000101, distance 0 is 00000, most significant bit first.
        bits.put(0b1010_0011, 8);
        bits.put(0, 5);
    }
    bits.put(0, 7);
    bits.bytes.extend([0; 4]);
    bits.bytes
}

struct Bits {
    bytes: Vec<u8>,
    /// The number of bits of the last byte that are in use; 0 for all.
    filled: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.filled == 0 {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> bit & 1 == 1) << self.filled;
            self.filled = (self.filled + 1) % 8;
        }
    }
}

pub(super) fn with_mesh(positions: Value) -> Vec<u8> {
    let objects = vec![model(1, "M", "Mesh", vec![]), geometry(2, positions, vec![0, 1, -3])];
    scene(objects, &[(1, 0, None), (2, 1, None)])
}

#[test]
fn a_deflated_array_that_would_fill_the_memory_is_refused() {
    let size = 160 << 20;
    let bytes = deflated_zeros(size);
    assert!(bytes.len() < 2 << 20);
    assert_eq!(refused(&with_mesh(Value::Deflated { count: u32::try_from(size / 8).unwrap(), bytes })), "R0111");
}

#[test]
fn lengths_that_the_file_does_not_have_are_refused() {
    for count in [3_u32, 1 << 16, 1 << 24, u32::MAX] {
        let bytes = with_mesh(Value::Deflated { count, bytes: deflated_zeros(0) });
        assert!(["R0110", "R0111"].contains(&refused(&bytes).as_str()), "{count}");
    }
    let whole = with_mesh(Value::Doubles(vec![0.0; 9]));
    let at = whole.windows(8).position(|window| window == b"Vertices").unwrap() + 9;
    for length in [u32::MAX, 1 << 31, 1 << 28, 10] {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&length.to_le_bytes());
        assert!(["R0110", "R0111"].contains(&refused(&bytes).as_str()), "{length}");
    }
}

#[test]
fn what_is_no_fbx_file_is_reported() {
    let cases: [&[u8]; 6] =
        [b"", b"\0", b"hello", b"Kaydara FBX Binary  \0\x1a\0", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", &[0xff; 4096]];
    for case in cases {
        let (scene, said) = import(case, &FbxParams::default());
        assert!(scene.is_none_or(|scene| scene.nodes.is_empty() && scene.meshes.is_empty()), "{case:?}");
        assert!(said.iter().all(|it| ["R0110", "R0115", "R0313"].contains(&it.code.as_ref())), "{case:?}: {said:?}");
    }
}

#[test]
fn rings_of_nodes_and_towers_of_nodes_are_refused() {
    let ring = |length: i64| {
        let models = (1..=length).map(|id| model(id, "M", "Null", vec![])).collect();
        let connections: Vec<_> = (1..=length).map(|id| (id, id % length + 1, None)).collect();
        scene(models, &connections)
    };
    for length in [1, 2, 3, 5000] {
        let (scene, said) = import(&ring(length), &FbxParams::default());
        let reported = said.iter().any(|it| ["R0110", "R0111"].contains(&it.code.as_ref()));
        assert!(reported || scene.is_some_and(|scene| scene.nodes.len() <= 5000), "{length}: {said:?}");
    }
    let models = (1..=3000).map(|id| model(id, "M", "Null", vec![])).collect();
    let connections: Vec<_> = (1..=3000).map(|id| (id, id - 1, None)).collect();
    assert_eq!(refused(&scene(models, &connections)), "R0111");
}

#[test]
fn nodes_beyond_the_limit_are_refused() {
    let models = (1..=70_000).map(|id| model(id, "M", "Null", vec![])).collect();
    let connections: Vec<_> = (1..=70_000).map(|id| (id, 0, None)).collect();
    assert_eq!(refused(&scene(models, &connections)), "R0111");
}

#[test]
fn numbers_that_are_not_finite_are_reported_with_their_owner() {
    for wrong in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        for name in ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"] {
            let node = model(1, "Hand", "LimbNode", vec![vector(name, [0.0, wrong, 0.0])]);
            let (scene, said) = import(&scene(vec![node], &[(1, 0, None)]), &FbxParams::default());
            assert!(scene.is_none() && said.len() == 1, "{name} {wrong}: {said:?}");
            assert_eq!(said[0].code, "R0112");
            assert!(said[0].message.contains("Model \"Hand\""), "{}", said[0].message);
        }
    }
    for wrong in [f32::NAN, f32::INFINITY] {
        assert_eq!(refused(&moved(0, TICKS, &[(0, 0.0), (TICKS, wrong)], false)), "R0112");
    }
}

/// Returns the only mesh of a file and the messages, from both importers.
fn meshes(bytes: &[u8]) -> Vec<(SceneMesh, Vec<String>)> {
    let of = |(scene, said): (Option<Scene>, Vec<Diagnostic>)| {
        let said = said.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
        (scene.unwrap().meshes.remove(0), said)
    };
    vec![
        of(import(bytes, &FbxParams::default())),
        #[cfg(feature = "fbx-dom")]
        of(crate::tests::support::import_with::<crate::FbxDom>(bytes, &FbxParams::default())),
    ]
}

#[test]
fn faces_with_vertices_that_are_not_finite_are_left_out() {
    // The last number is in the range of the file, but not in the range of a vertex.
    for wrong in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300] {
        let positions = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, wrong, 0.0];
        let objects = vec![
            model(1, "M", "Mesh", vec![]),
            geometry(2, Value::Doubles(positions), vec![1, 3, -3, 0, 1, -3, 0, 1, 3, -3]),
        ];
        for (mesh, said) in meshes(&scene(objects, &[(1, 0, None), (2, 1, None)])) {
            assert_eq!((&mesh.face_sizes[..], &mesh.corner_vertices[..]), (&[3][..], &[0, 1, 2][..]), "{wrong}");
            assert!(mesh.positions.iter().flatten().all(|number| number.is_finite()));
            assert_eq!(said.len(), 1, "{said:?}");
            assert!(
                said[0].ends_with("2 faces that use vertices whose positions are not finite are left out"),
                "{said:?}"
            );
        }
    }
}

#[test]
fn polygons_too_large_to_cut_are_left_out() {
    let corners: i32 = 25_000;
    let parabola = (0..corners).map(f64::from).flat_map(|at| [at, at * at, 0.0]);
    let positions = parabola.collect();
    let mut list: Vec<i32> = (0..corners - 1).collect();
    list.extend([!(corners - 1), 0, 1, !2]);
    let objects = vec![model(1, "M", "Mesh", vec![]), geometry(2, Value::Doubles(positions), list)];
    for (mesh, said) in meshes(&scene(objects, &[(1, 0, None), (2, 1, None)])) {
        assert_eq!((&mesh.face_sizes[..], &mesh.corner_vertices[..]), (&[3][..], &[0, 1, 2][..]));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].ends_with("1 face with too many corners to cut into triangles is left out"), "{said:?}");
    }
}

#[test]
fn names_that_are_utf_8_cause_no_warning() {
    // MotionBuilder writes names with their classes in many places. The zero byte between them is valid UTF-8.
    let named = |name: &str| {
        let linked = record("Character", vec![Value::Text("Hips\0\x01Model".to_owned())], vec![]);
        let more = object("Constraint", 2, "C", "Character", vec![record("Source", vec![], vec![linked])]);
        scene(vec![model(1, name, "LimbNode", vec![]), more], &[(1, 0, None)])
    };
    for name in ["Mocap:Hips", "Kopf_\u{e4}\u{4e16}\u{1f916}"] {
        let (scene, said) = import(&named(name), &FbxParams::default());
        assert_eq!(scene.unwrap().nodes[0].name, name);
        assert!(said.iter().all(|it| it.code != "R0115"), "{said:?}");
    }
    // A Latin-1 byte in place of a letter.
    let mut latin = named("K#pf");
    let at = latin.windows(4).position(|it| it == b"K#pf").unwrap();
    latin[at + 1] = 0xf6;
    let (scene, said) = import(&latin, &FbxParams::default());
    assert_eq!(scene.unwrap().nodes[0].name, "K\u{fffd}pf");
    let said: Vec<_> = said.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    assert_eq!(said[0], "R0115: the name \"K\u{fffd}pf\" is not valid UTF-8: U+FFFD replaces the invalid bytes");
}

#[test]
fn what_ufbx_refuses_is_reported_with_its_reason() {
    let whole = with_mesh(Value::Doubles(vec![0.0; 9]));
    let at = whole.windows(8).position(|window| window == b"Vertices").unwrap() + 8;
    let mut bytes = whole.clone();
    bytes[at] = b'?';
    let (scene, said) = import(&bytes, &FbxParams::default());
    assert!(scene.is_none());
    let expected = format!("a value has the unknown type '?' (record Objects > Geometry > Vertices, byte {at})");
    assert!(said[0].message.ends_with(&expected), "{}", said[0].message);
}

#[test]
fn ten_million_frames_are_refused() {
    let end = TICKS * 333_333;
    assert_eq!(refused(&moved(0, end, &[(0, 0.0), (end, 1.0)], false)), "R0111");
    assert_eq!(refused(&moved(0, i64::MAX, &[(0, 0.0), (i64::MAX, 1.0)], false)), "R0111");
    assert_eq!(refused(&moved(i64::MIN, i64::MAX, &[(i64::MIN, 0.0), (i64::MAX, 1.0)], false)), "R0111");
}

#[test]
fn a_take_that_only_holds_a_node_is_no_longer_than_its_keys_either() {
    // Processors would create a key for each of the take's frames.
    let bytes = moved(0, 150_000_000 * TICKS, &[(0, 1.0), (TICKS, 1.0)], false);
    let shortened = |(scene, said): (Option<Scene>, Vec<Diagnostic>)| {
        assert_eq!(said.iter().map(|it| it.code.as_ref()).collect::<Vec<_>>(), ["R0116"]);
        scene.unwrap().clips[0].frames
    };
    assert_eq!(shortened(import(&bytes, &FbxParams::default())), 31);
    #[cfg(feature = "fbx-dom")]
    assert_eq!(shortened(crate::tests::support::import_with::<crate::FbxDom>(&bytes, &FbxParams::default())), 31);
}

#[test]
fn a_take_far_longer_than_its_keys_ends_with_them() {
    let bytes = moved(0, TICKS * 333_333, &[(TICKS, 0.0), (TICKS * 2, 1.0)], false);
    let (scene, said) = import(&bytes, &FbxParams::default());
    assert_eq!(said.iter().map(|it| it.code.as_ref()).collect::<Vec<_>>(), ["R0116"]);
    let clip = &scene.unwrap().clips[0];
    assert_eq!((clip.start, clip.duration, clip.frames), (1.0, 1.0, 31));
}

#[test]
fn records_nested_without_end_are_refused() {
    let nested = (0..1_000).fold(record("A", vec![], vec![]), |inner, _| record("A", vec![], vec![inner]));
    assert_eq!(refused(&file(&[nested])), "R0110");
    let text = format!("; FBX 6.1.0 project file\n{}", "A: {\n".repeat(100_000));
    assert_eq!(refused(text.as_bytes()), "R0110");
}

#[test]
fn a_mesh_placed_a_thousand_times_is_held_once() {
    let mut objects = vec![geometry(1, Value::Doubles(vec![0.0; 9]), vec![0, 1, -3])];
    objects.extend((2..1002).map(|id| model(id, "M", "Mesh", vec![])));
    let connections: Vec<_> = (2..1002).flat_map(|id| [(id, 0, None), (1, id, None)]).collect();
    let (scene, _) = import(&scene(objects, &connections), &FbxParams::default());
    let scene = scene.unwrap();
    assert_eq!((scene.meshes.len(), scene.nodes.iter().filter(|node| node.mesh == Some(0)).count()), (1, 1000));
}

/// Returns real files that are small enough to be damaged many times.
fn real_files() -> Vec<PathBuf> {
    let robot = data_if_set("RIGMILL_FBX").map(|folder| folder.join("robot_tpose_noanim.fbx"));
    let folder = data_if_set("RIGMILL_ROBOTGAME");
    let models = ["Items/HP.FBX", "Weapons/Handgun.FBX"]
        .map(|name| folder.as_ref().map(|it| it.join("content/Models").join(name)));
    robot.into_iter().chain(models.into_iter().flatten()).collect()
}

/// Checks that a file gives a valid scene or an error.
fn check(bytes: &[u8]) {
    let (scene, said) = import(bytes, &FbxParams::default());
    sound(scene, &said);
}

pub(super) fn sound(scene: Option<Scene>, said: &[Diagnostic]) {
    match scene {
        Some(scene) => check_scene(&scene),
        None => assert!(!said.is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..ProptestConfig::with_cases(cases(64)) })]
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300), binary: bool) {
        let head: &[u8] = if binary { b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0" } else { b"; FBX 6.1.0 project file\n" };
        check(&[head, &bytes].concat());
    }
}

/// Damages files one after another. Returns the longest time that reading a file took.
fn harm(files: &[PathBuf], rounds: usize, seed: u64) -> Duration {
    let mut files: Vec<Vec<u8>> = files.iter().map(|path| fs::read(path).unwrap()).collect();
    files.push(moved(0, TICKS * 3, &[(0, 0.0), (TICKS, 1.0)], false));
    files.push(with_mesh(Value::Doubles(vec![0.0; 9])));
    let mut random = Random::new(seed);
    let mut longest = Duration::ZERO;
    for round in 0..rounds {
        let bytes = harmed(&files[round % files.len()], &mut random);
        let start = Instant::now();
        check(&bytes);
        longest = longest.max(start.elapsed());
    }
    longest
}

#[test]
fn harmed_files_give_a_sound_scene_or_a_refusal() {
    harm(&real_files(), 1500, 7);
}

#[test]
#[ignore = "long: as many rounds as the variable FBX_ROUNDS says"]
#[expect(clippy::disallowed_methods, reason = "the environment sets how long it runs")]
fn harmed_files_for_hours() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
    let mut files = real_files();
    files.extend(data_if_set("RIGMILL_FBX").map(|folder| folder.join("robot_defaults_leaf_simplify1.fbx")));
    files.extend(data_if_set("RIGMILL_ROBOTGAME").map(|folder| folder.join("content/Models/Mech/Players/Grund.FBX")));
    let rounds = usize::try_from(number("FBX_ROUNDS").unwrap_or(100_000)).unwrap();
    println!("the longest took {:?}", harm(&files, rounds, number("FBX_SEED").unwrap_or(1).into()));
}
