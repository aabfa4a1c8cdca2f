//! Files of each released version can still be loaded.
//!
//! After you change a layout, increase the version of the content type, keep the old files, and write new ones with
//! `cargo test -p rigmill-format -- --ignored write_the_fixtures`.

mod models;

use std::path::PathBuf;

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{
    ActionSet, AlignedBytes, AnimationSequence, Breath, ClipEvents, ClipWeights, CollisionMesh, CompressedClip,
    CompressedClipLayout, Content, CurveClip, Data, Font, LayerBlend, Model, Motion, SampledClip, Skeleton, Sound,
    SpringBones, Texture, TextureCube, UniformClip,
};

use crate::samples;

fn path(version: u16, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/v{version}"));
    folder.join(name).with_extension("rmb")
}

/// The bytes of a fixture, such as `v1/pack.rmp`.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

pub(crate) fn read(name: &str) -> Vec<u8> {
    read_version(1, name)
}

fn read_version(version: u16, name: &str) -> Vec<u8> {
    std::fs::read(path(version, name)).unwrap()
}

#[test]
fn version_1_of_the_animation_sequence_loads() {
    let clip = AnimationSequence::decode(&read("animation_sequence")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{:?}", samples::clip()));
}

#[test]
fn version_1_of_the_skeleton_loads() {
    let skeleton = Skeleton::decode(&read("skeleton")).unwrap();
    assert_eq!(format!("{skeleton:?}"), format!("{:?}", samples::skeleton()));
}

#[test]
fn version_1_of_the_model_loads() {
    let model = Model::decode(&read("model")).unwrap();
    assert_eq!(format!("{model:?}"), format!("{:?}", samples::model_1()));
}

#[test]
fn version_2_of_the_model_loads() {
    let model = Model::decode(&read_version(2, "model")).unwrap();
    assert_eq!(format!("{model:?}"), format!("{:?}", samples::model_2()));
}

#[test]
fn version_3_of_the_model_loads() {
    let model = Model::decode(&read_version(3, "model")).unwrap();
    assert_eq!(format!("{model:?}"), format!("{:?}", samples::model()));
}

#[test]
fn vertices_have_their_codes_where_the_tables_say() {
    let file = read_version(3, "model_codes");
    assert_eq!(format!("{:?}", Model::decode(&file).unwrap()), format!("{:?}", samples::model_codes()));
    let records = section(&file, b"VERT");
    assert_eq!([20, 24, 64, 68].map(|at| u32_at(&file, records + at)), [0, 3, 3, 3]);
    assert_eq!([28, 32, 36, 40, 72, 76, 80, 84].map(|at| u32_at(&file, records + at)), [0, 0, 0, 0, 0, 3, 0, 3]);
    let codes = |id: &[u8; 4], count: usize| -> Vec<u16> {
        let first = section(&file, id);
        (0..count).map(|at| u16::from_le_bytes([file[first + 2 * at], file[first + 2 * at + 1]])).collect()
    };
    assert_eq!(codes(b"PO16", 24)[12..], [0, 0, 0, 65535, 65535, 0, 0, 65535, 26214, 39321, 0, 65535]);
    // 0.6 / 1.4 of 32,767; -z is a corner of the square.
    assert_eq!(codes(b"NO16", 6), [0, 0, 14043, 0, 32767, 32767]);
    // y = 0 and w = -1.
    assert_eq!(codes(b"TA16", 2), [32767, 16384_u16.wrapping_neg()]);
}

#[test]
fn version_1_of_the_collision_mesh_loads() {
    let mesh = CollisionMesh::decode(&read("collision_mesh")).unwrap();
    assert_eq!(format!("{mesh:?}"), format!("{:?}", samples::collision_mesh()));
}

#[test]
fn version_1_of_the_texture_loads() {
    let texture = Texture::decode(&read("texture")).unwrap();
    assert_eq!(format!("{texture:?}"), format!("{:?}", samples::texture()));
}

#[test]
fn version_1_of_the_texture_cube_loads() {
    let cube = TextureCube::decode(&read("texture_cube")).unwrap();
    assert_eq!(format!("{cube:?}"), format!("{:?}", samples::texture_cube()));
}

#[test]
fn version_1_of_the_font_loads_and_has_its_bytes_where_the_tables_say() {
    let file = read("font");
    let font = Font::decode(&file).unwrap();
    assert_eq!(format!("{font:?}"), format!("{:?}", samples::font()));
    assert_eq!((file[16], file[28]), (16, 3));
    let header = section(&file, b"FONT");
    assert_eq!((u32_at(&file, header), f32_at(&file, header + 4), u32_at(&file, header + 8)), (6, 0.75, 0xe9));
    let glyph = section(&file, b"GLYF") + 48;
    assert_eq!(
        [0, 4, 8, 12, 16, 20, 24, 28, 32].map(|at| u32_at(&file, glyph + at)),
        [0xe9, 5, 1, 2, 3, 0, u32::MAX, 4, 5]
    );
    assert_eq!([36, 40, 44].map(|at| f32_at(&file, glyph + at)), [1.0, 2.0, 0.5]);
    let texture = section(&file, b"TEXR");
    assert_eq!((&file[texture..texture + 3], file[texture + 16]), (&b"RMB"[..], 10));
}

#[test]
fn all_versions_of_the_action_set_load() {
    let set = ActionSet::decode(&read_version(2, "action_set")).unwrap();
    assert_eq!(format!("{set:?}"), format!("{:?}", samples::action_set()));
    // In this version, layers did not state what they cover.
    let mut old = samples::action_set();
    for layer in &mut old.layers {
        (layer.bones, layer.blend) = (Vec::new(), LayerBlend::Override);
    }
    let set = ActionSet::decode(&read("action_set")).unwrap();
    assert_eq!(format!("{set:?}"), format!("{old:?}"));
}

#[test]
fn version_1_of_the_curve_clip_loads() {
    let clip = CurveClip::decode(&read("curve_clip")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{:?}", samples::curve_clip()));
}

#[test]
fn version_1_of_the_sampled_clip_loads() {
    let clip = SampledClip::decode(&read("sampled_clip")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{:?}", samples::sampled_clip()));
}

#[test]
fn all_versions_of_the_compressed_clip_load() {
    let forms = [("compressed_clip", Storage::Packed), ("compressed_clip_coded", Storage::Coded)];
    for (name, storage) in forms {
        let clip = samples::compressed_clip(storage);
        // Twenty frames at 30 per second, from before clips had a duration.
        let all_move = CompressedClip { resting: Vec::new(), ..clip.clone() };
        let unmeasured = CompressedClip { largest_error: None, ..all_move.clone() };
        let whole = CompressedClip { duration: 19.0 / 30.0, ..unmeasured.clone() };
        for (version, expected) in [(1, whole), (2, unmeasured), (3, all_move), (4, clip)] {
            let file = read_version(version, name);
            assert_eq!(CompressedClip::decode(&file).unwrap(), expected, "version {version}");
            let (bytes, layout) = CompressedClipLayout::open(AlignedBytes::from_slice(&file)).unwrap();
            let view = layout.view(&bytes);
            assert_eq!((view.duration(), view.largest_error()), (expected.duration, expected.largest_error));
            assert_eq!(view.resting().collect::<Vec<_>>(), expected.resting);
        }
    }
    assert!(CompressedClipLayout::trust(&read("compressed_clip")).is_ok());
}

#[test]
fn all_versions_of_the_uniform_clip_load() {
    let clip = UniformClip::decode(&read_version(2, "uniform_clip")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{:?}", samples::uniform_clip()));
    let all_move = UniformClip { resting: Vec::new(), ..samples::uniform_clip() };
    let clip = UniformClip::decode(&read("uniform_clip")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{all_move:?}"));
}

#[test]
fn a_uniform_clip_has_its_bytes_where_the_tables_say() {
    let file = read("uniform_clip");
    assert_eq!((file[16], file[28]), (14, 5));
    let header = section(&file, b"UNIF");
    assert_eq!([0, 4].map(|at| u32_at(&file, header + at)), [10, 3]);
    assert_eq!([8, 12].map(|at| f32_at(&file, header + at)), [30.0, 0.125]);
    let masks = section(&file, b"MASK");
    assert_eq!(file[masks..masks + 6], [0b1000_0110, 1, 0, 0b10, 0, 1]);
    // Translation y of bone 4, then scale z of bone 9.
    let still = section(&file, b"STIL");
    assert_eq!([(5 * 8 + 4) * 4, (19 * 8 + 1) * 4].map(|at| f32_at(&file, still + at)), [5.0, 1.0]);
    // Four, three, four and three vectors per row. The second row has y of the rotations of bones 0 to 2, then translations x
    // of bones 0 and 1, y of bone 9's rotation, and scale x of bone 8.
    let row = section(&file, b"ROWS") + 14 * 32;
    let at = [8, 9, 10, 32, 33, 65, 88];
    assert_eq!(at.map(|at| f32_at(&file, row + at * 4)), [0.0, 0.6, 0.6, 1.5, 0.0, 0.6, 1.5]);
    assert_eq!(file[section(&file, b"SKEL")..], *b"Models/Grund.skeleton");
}

#[test]
fn the_compressed_clip_has_its_duration_where_the_table_says() {
    for name in ["compressed_clip", "compressed_clip_coded"] {
        let file = read_version(3, name);
        assert_eq!((file[16], file[20], file[28]), (2, 3, 3));
        assert_eq!(f32_at(&file, section(&file, b"TIME")), 0.625);
        assert_eq!(f32_at(&file, section(&file, b"TIME") + 4), 0.25);
        assert_eq!(file[section(&file, b"SKEL")..][..21], *b"Models/Grund.skeleton");
    }
}

#[test]
fn curves_have_their_bytes_where_the_tables_say() {
    let file = read("curve_clip");
    assert_eq!((file[16], file[28]), (3, 5));
    assert_eq!([0, 4, 8, 12].map(|at| u32_at(&file, section(&file, b"TRCK") + 16 + at)), [11, 4, 2, 0]);
    assert_eq!([0, 4, 8, 12, 16].map(|at| u32_at(&file, section(&file, b"CURV") + 20 + at)), [9, 4, 2, 3, 3]);
    assert_eq!(
        [0, 4, 8, 12].map(|at| f32_at(&file, section(&file, b"KEYS") + 16 + at)),
        [0.5, 2.0, -1.0, f32::INFINITY]
    );
    assert_eq!(file[section(&file, b"TEXT")..], *b"Root/PelvisRoot");
    let file = read("sampled_clip");
    assert_eq!((file[16], file[28]), (11, 7));
    let header = section(&file, b"SMPL");
    assert_eq!(
        (u32_at(&file, header).cast_signed(), f32_at(&file, header + 4), f32_at(&file, header + 8)),
        (-7, 0.5, 30.0)
    );
    assert_eq!(file[section(&file, b"NAME")..], *b"Wave");
}

#[test]
fn both_versions_of_the_breath_and_version_1_of_spring_bones_load() {
    // Version 1 has an angle and an easing for the rest phase, which are ignored.
    for version in [1, 2] {
        let breath = Breath::decode(&read_version(version, "breath")).unwrap();
        assert_eq!(format!("{breath:?}"), format!("{:?}", samples::breath()), "version {version}");
    }
    let springs = SpringBones::decode(&read("spring_bones")).unwrap();
    assert_eq!(format!("{springs:?}"), format!("{:?}", samples::spring_bones()));
}

#[test]
fn both_versions_of_the_motion_load() {
    for (version, expected) in [(1, samples::motion()), (2, samples::scaled_motion())] {
        let motion = Motion::decode(&read_version(version, "motion")).unwrap();
        assert_eq!(format!("{motion:?}"), format!("{expected:?}"), "version {version}");
    }
}

#[test]
fn the_motion_has_its_bytes_where_the_tables_say() {
    for (version, sections) in [(1, 5), (2, 7)] {
        let file = read_version(version, "motion");
        assert_eq!((file[16], file[20], file[28]), (7, u8::try_from(version).unwrap(), sections));
        the_motion_has_its_bytes(&file);
    }
    let file = read_version(2, "motion");
    let [scale, slope] = [b"SCAL", b"SCSL"].map(|id| section(&file, id) + 24);
    let f64_at = |at: usize| f64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    assert_eq!([scale, scale + 16, scale + 24, slope].map(f64_at), [0.125, -0.25, 0.5, 1.5]);
}

fn the_motion_has_its_bytes(file: &[u8]) {
    let header = section(file, b"MOTN");
    assert_eq!([0, 4, 8, 12, 16, 20].map(|at| u32_at(file, header + at)), [352_800_000, 0, 1, 1, 20, 0]);
    let f64_at = |at: usize| f64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    assert_eq!((f64_at(header + 32), f64_at(header + 48), f64_at(header + 72)), (1.0, 0.6, 0.8));
    assert_eq!(u32_at(file, section(file, b"TIME") + 8), 100_000_000);
    let (pose, slope) = (section(file, b"POSE") + 56, section(file, b"SLOP") + 56);
    assert_eq!((f64_at(pose), f64_at(pose + 48), f64_at(slope), f64_at(slope + 48)), (0.25, 0.8, 2.0, -0.25));
}

#[test]
fn version_2_of_the_action_set_has_its_bytes_where_the_tables_say() {
    let file = read_version(2, "action_set");
    let (covers, bones, text) = (section(&file, b"COVR"), section(&file, b"BONE"), section(&file, b"TEXT"));
    let record = |layer: usize| [0, 4, 8].map(|at| u32_at(&file, covers + 12 * layer + at));
    assert_eq!([record(0), record(1)], [[0, 1, 0], [1, 1, 0]]);
    let [first, length] = [0, 4].map(|at| u32_at(&file, bones + 8 + at) as usize);
    assert_eq!(&file[text + first..text + first + length], b"Spine");
    let rest = read_version(2, "uniform_clip");
    assert_eq!(rest[section(&rest, b"REST")..], [3, 0, 6, 0]);
    let rest = read_version(4, "compressed_clip_coded");
    assert_eq!(rest[section(&rest, b"REST")..], [2, 0, 8, 0]);
}

#[test]
fn the_layout_has_not_changed_within_its_version() {
    assert_eq!(samples::clip().encode().unwrap(), read("animation_sequence"));
    assert_eq!(samples::skeleton().encode().unwrap(), read("skeleton"));
    assert_eq!(samples::model().encode().unwrap(), read_version(3, "model"));
    assert_eq!(samples::collision_mesh().encode().unwrap(), read("collision_mesh"));
    assert_eq!(samples::scaled_motion().encode().unwrap(), read_version(2, "motion"));
    assert_eq!(samples::texture().encode().unwrap(), read("texture"));
    assert_eq!(samples::sound().encode().unwrap(), read("sound"));
    assert_eq!(samples::vorbis_sound().encode().unwrap(), read("sound_vorbis"));
    assert_eq!(samples::action_set().encode().unwrap(), read_version(2, "action_set"));
    assert_eq!(samples::curve_clip().encode().unwrap(), read("curve_clip"));
    assert_eq!(samples::sampled_clip().encode().unwrap(), read("sampled_clip"));
    assert_eq!(samples::uniform_clip().encode().unwrap(), read_version(2, "uniform_clip"));
    assert_eq!(samples::breath().encode().unwrap(), read_version(2, "breath"));
    assert_eq!(samples::spring_bones().encode().unwrap(), read("spring_bones"));
    assert_eq!(samples::clip_events().encode().unwrap(), read("clip_events"));
    assert_eq!(samples::clip_weights().encode().unwrap(), read("clip_weights"));
    assert_eq!(samples::data().encode().unwrap(), read("data"));
}

/// Checks bytes at the offsets that the module documentation states, so that the fixtures are compared with the byte tables,
/// and not only with the code that wrote them.
#[test]
fn the_fixture_has_its_bytes_where_the_tables_say() {
    let file = read("animation_sequence");
    assert_eq!(file[..8], *b"RMB\0\x01\0\x30\0");
    assert_eq!(file[16..32], [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(file[48..56], *b"CLIP\x08\0\0\0");
    // The table of 7 entries ends at 216, so the first section starts at 256.
    assert_eq!(file[56..64], 256_u64.to_le_bytes());
    assert_eq!(file[256..264], [0, 0, 0x80, 0x3F, 1, 0, 0, 0]);
    assert_eq!(file[320..332], [0, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0]);
    // Names are in record order, and the index after them is in name order: " Footsteps", "Root".
    assert_eq!(file[448..456], [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(file[512..526], *b"Root Footsteps");
}

/// The position of section `id`, according to the section table.
pub(crate) fn section(file: &[u8], id: &[u8; 4]) -> usize {
    let count = file[28] as usize;
    let mut entries = file[48..48 + count * 24].chunks_exact(24);
    let entry = entries.find(|entry| entry[..4] == *id).unwrap();
    usize::try_from(u64::from_le_bytes(entry[8..16].try_into().unwrap())).unwrap()
}

fn u32_at(file: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(file[offset..offset + 4].try_into().unwrap())
}

fn f32_at(file: &[u8], offset: usize) -> f32 {
    f32::from_le_bytes(file[offset..offset + 4].try_into().unwrap())
}

#[test]
fn the_collision_mesh_and_the_texture_have_their_bytes_where_the_tables_say() {
    let file = read("collision_mesh");
    assert_eq!((file[16], file[28]), (6, 4));
    assert_eq!(f32_at(&file, section(&file, b"COLL") + 12), 2.25);
    let node = section(&file, b"NODE") + 64;
    assert_eq!((f32_at(&file, node), u32_at(&file, node + 12)), (2.0, 2));
    assert_eq!((f32_at(&file, node + 16), u32_at(&file, node + 28)), (4.0, 1));
    let file = read("texture");
    assert_eq!((file[16], file[28]), (10, 2));
    let header = section(&file, b"TEXR");
    assert_eq!([0, 4, 8, 12, 16].map(|at| u32_at(&file, header + at)), [6, 3, 1, 1, 3]);
    assert_eq!(file[section(&file, b"PIXL")..][..32], [[1; 8], [1; 8], [2; 8], [3; 8]].concat());
}

#[test]
fn the_sound_has_its_bytes_where_the_tables_say() {
    let file = read("sound");
    assert_eq!((file[16], file[28]), (18, 3));
    let header = section(&file, b"SNDH");
    assert_eq!([0, 4, 8, 12, 16, 20].map(|at| u32_at(&file, header + at)), [0, 22_050, 2, 3, 1, 2]);
    let samples = section(&file, b"SMPL");
    assert_eq!(file[samples..samples + 12], [1, 0, 0xFF, 0xFF, 0, 1, 0, 0x80, 0xFF, 0x7F, 0, 0]);
    let file = read("sound_vorbis");
    let header = section(&file, b"SNDH");
    assert_eq!([0, 16, 20].map(|at| u32_at(&file, header + at)), [1, 0, 0]);
    assert_eq!(file[section(&file, b"OGGV")..], *b"OggS\0");
}

#[test]
fn the_breath_and_spring_bones_have_their_bytes_where_the_tables_say() {
    for (version, easing_of_rest, angle_of_rest) in [(1, 6, 0.5_f32), (2, 0, 0.0)] {
        let file = read_version(version, "breath");
        assert_eq!((file[16], file[20], file[28]), (12, u8::try_from(version).unwrap(), 4));
        let header = section(&file, b"BRTH");
        assert_eq!([0, 8, 16, 24, 28, 32].map(|at| f32_at(&file, header + at)), [1.25, 2.5, 0.25, 2.0, -0.5, 1.0]);
        assert_eq!([4, 12, 20].map(|at| u32_at(&file, header + at)), [1, 0, easing_of_rest]);
        let turn = section(&file, b"TURN") + 20;
        assert_eq!([0, 4].map(|at| u32_at(&file, turn + at)), [5, 5]);
        assert_eq!([8, 12, 16].map(|at| f32_at(&file, turn + at)), [-3.0, 3.0, angle_of_rest]);
        let keep = section(&file, b"KEEP");
        assert_eq!([0, 4].map(|at| u32_at(&file, keep + at)), [10, 10]);
    }
    let file = read("spring_bones");
    assert_eq!((file[16], file[28]), (13, 5));
    assert_eq!(f32_at(&file, section(&file, b"SPRG")), 60.0);
    let chain = section(&file, b"CHAN");
    assert_eq!([0, 4, 8, 12].map(|at| u32_at(&file, chain + at)), [0, 4, 0, 2]);
    let numbers = [16, 20, 24, 28, 32, 36, 44, 56, 64].map(|at| f32_at(&file, chain + at));
    assert_eq!(numbers, [0.125, 0.25, 0.5, 0.75, 0.0625, 1.5, 0.5, -9.75, 1.0]);
    let collider = section(&file, b"COLD") + 36;
    assert_eq!([0, 4, 28, 32].map(|at| u32_at(&file, collider + at)), [19, 4, 2, 1]);
    assert_eq!([12, 20, 24].map(|at| f32_at(&file, collider + at)), [0.25, 0.375, 2.0]);
    assert_eq!(file[section(&file, b"TEXT")..][..23], *b"HairTailEarNoseHeadHips");
}

#[test]
fn version_1_of_clip_events_loads_and_has_its_bytes_where_the_tables_say() {
    let file = read("clip_events");
    assert_eq!(format!("{:?}", ClipEvents::decode(&file).unwrap()), format!("{:?}", samples::clip_events()));
    assert_eq!((file[16], file[20], file[28]), (19, 1, 3));
    // FNV-1a, computed with another program: shot, footstep, start, in the order of their ids.
    let ids: [u64; 3] = [0x46dc_6218_e28e_2ad5, 0xaa2c_b08e_b04b_2703, 0xee5d_97ad_45ad_251f];
    let name = |index: usize| section(&file, b"NAMS") + 16 * index;
    for (index, id) in ids.into_iter().enumerate() {
        assert_eq!(file[name(index)..name(index) + 8], id.to_le_bytes());
    }
    assert_eq!([8, 12].map(|at| u32_at(&file, name(1) + at)), [4, 8]);
    // The second event.
    let event = section(&file, b"EVNT") + 20;
    assert_eq!([0, 8].map(|at| f32_at(&file, event + at)), [0.25, 1.5]);
    assert_eq!([4, 12, 16].map(|at| u32_at(&file, event + at)), [1, 17, 4]);
    assert_eq!(file[section(&file, b"TEXT")..], *b"shotfootstepstartleftright");
}

#[test]
fn version_1_of_data_loads_and_has_its_bytes_where_the_tables_say() {
    let file = read("data");
    assert_eq!(format!("{:?}", Data::decode(&file).unwrap()), format!("{:?}", samples::data()));
    assert_eq!((file[16], file[28]), (9, 6));
    let node = |index: usize| section(&file, b"NODE") + 16 * index;
    // The root: a record of 33 fields with the type "Sample", which is the second of two types.
    assert_eq!([0, 4, 8, 12].map(|at| u32_at(&file, node(0) + at)), [30 | 2 << 16, 0, 1, 33]);
    let payload = |index| (u32_at(&file, node(index)) & 0xFFFF, [8, 12].map(|at| u32_at(&file, node(index) + at)));
    assert_eq!(payload(3), (2, [0xFFFF_FFFE, 0xFFFF_FFFF]));
    assert_eq!(payload(11), (10, [0x8000_0000, 0]));
    assert_eq!(payload(15), (14, [0, 3]));
    assert_eq!(payload(17), (16, [0, 3]));
    assert_eq!(payload(21), (20, [0x0403_0201, 0]));
    // Type names: "Enum", "Sample".
    let types = section(&file, b"TYPE");
    assert!(u32_at(&file, types) < u32_at(&file, types + 4));
    assert_eq!(f32_at(&file, section(&file, b"WORD") + 4), 2.0);
    assert_eq!(file[section(&file, b"BYTE")..][..3], [7, 8, 9]);
}

#[test]
#[ignore = "writes the fixtures"]
fn write_the_fixtures() {
    let files = [
        ("animation_sequence", AnimationSequence::VERSION, samples::clip().encode()),
        ("skeleton", Skeleton::VERSION, samples::skeleton().encode()),
        ("model", Model::VERSION, samples::model().encode()),
        ("model_codes", Model::VERSION, samples::model_codes().encode()),
        ("collision_mesh", CollisionMesh::VERSION, samples::collision_mesh().encode()),
        ("motion", Motion::VERSION, samples::scaled_motion().encode()),
        ("texture", Texture::VERSION, samples::texture().encode()),
        ("texture_cube", TextureCube::VERSION, samples::texture_cube().encode()),
        ("sound", Sound::VERSION, samples::sound().encode()),
        ("sound_vorbis", Sound::VERSION, samples::vorbis_sound().encode()),
        ("font", Font::VERSION, samples::font().encode()),
        ("action_set", ActionSet::VERSION, samples::action_set().encode()),
        ("curve_clip", CurveClip::VERSION, samples::curve_clip().encode()),
        ("sampled_clip", SampledClip::VERSION, samples::sampled_clip().encode()),
        ("uniform_clip", UniformClip::VERSION, samples::uniform_clip().encode()),
        ("compressed_clip", CompressedClip::VERSION, samples::compressed_clip(Storage::Packed).encode()),
        ("compressed_clip_coded", CompressedClip::VERSION, samples::compressed_clip(Storage::Coded).encode()),
        ("breath", Breath::VERSION, samples::breath().encode()),
        ("spring_bones", SpringBones::VERSION, samples::spring_bones().encode()),
        ("clip_events", ClipEvents::VERSION, samples::clip_events().encode()),
        ("clip_weights", ClipWeights::VERSION, samples::clip_weights().encode()),
        ("data", Data::VERSION, samples::data().encode()),
    ];
    for (name, version, bytes) in files {
        std::fs::write(path(version, name), bytes.unwrap()).unwrap();
    }
}
