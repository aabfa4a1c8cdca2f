//! Tests of the frame rate of clips, with both importers.

use std::fs;

use rigmill_dom::Scene;

use super::dom::{import_dom, moved_by};
use super::robot::{IDENTITY, pose_error, truth};
use super::support::{as_in_file, fbx_data, import};
use super::writer::{TICKS, Value, moved, moved_by_take, object, properties, property};
use crate::FbxParams;
use crate::tests::support::clean;

/// Returns the scenes of both importers.
fn scenes(bytes: &[u8], params: &FbxParams) -> [Scene; 2] {
    [clean(import(bytes, params)), clean(import_dom(bytes, params))]
}

/// Returns the file without its frame rate, by giving its `TimeMode` an unknown name.
fn without_rate(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = bytes.windows(8).position(|name| name == b"TimeMode").unwrap();
    bytes[at..at + 8].copy_from_slice(b"TimeNone");
    bytes
}

fn rates(bytes: &[u8], params: &FbxParams) -> [f64; 2] {
    scenes(bytes, params).map(|scene| scene.clips[0].rate)
}

#[test]
fn a_file_that_states_no_rate_has_the_one_that_its_keys_stand_on() {
    // Linear keys at 0, 7, 10, 30, 31 and 60 thirtieths of a second.
    let stated = moved_by(0x4, [0.0; 4]);
    for scene in scenes(&without_rate(&stated), &as_in_file()) {
        let clip = &scene.clips[0];
        assert_eq!((clip.rate, clip.frames), (30.0, 61));
        let x = |frame: usize| clip.tracks[0].translations[frame][0];
        assert_eq!([0, 7, 10, 30, 31, 60].map(x), [0.0, 3.0, 3.5, -2.0, -2.0, 4.0]);
    }
    assert_eq!(rates(&stated, &as_in_file()), [30.0; 2]);
    let asked = FbxParams { sample_rate: Some(48.0.try_into().unwrap()), ..as_in_file() };
    assert_eq!(rates(&without_rate(&stated), &asked), [48.0; 2]);
}

#[test]
fn the_default_time_mode_states_no_rate() {
    let keys: Vec<(i64, f32)> = (0..7_u8).map(|key| (i64::from(key) * (TICKS / 60), key.into())).collect();
    let mut bytes = moved(0, TICKS, &keys, false);
    assert_eq!(rates(&bytes, &as_in_file()), [30.0; 2]);
    // The value of the property comes last after its name; here it is mode 6.
    let at = bytes.windows(8).position(|name| name == b"TimeMode").unwrap();
    let value = at + bytes[at..].windows(5).position(|it| it == [b'I', 6, 0, 0, 0]).unwrap();
    bytes[value + 1] = 0;
    assert_eq!(rates(&bytes, &as_in_file()), [60.0; 2]);
}

#[test]
fn keys_on_no_common_frames_leave_the_rate_at_24() {
    let keyed = |times: &[i64]| {
        let keys: Vec<(i64, f32)> = times.iter().zip(0_u8..).map(|(&time, value)| (time, value.into())).collect();
        without_rate(&moved(0, TICKS, &keys, false))
    };
    assert_eq!(rates(&keyed(&[0, TICKS / 7, TICKS / 5, TICKS]), &as_in_file()), [24.0; 2]);
    // A single gap of one second is not enough information, so the rate becomes 30.
    assert_eq!(rates(&keyed(&[0, TICKS]), &as_in_file()), [30.0; 2]);
    assert_eq!(rates(&keyed(&[0, TICKS / 60, TICKS / 2]), &as_in_file()), [60.0; 2]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_robot_without_a_rate_is_sampled_at_its_keys() {
    let folder = fbx_data();
    let truth = truth(&folder);
    let bytes = without_rate(&fs::read(folder.join("robot_all_actions.fbx")).unwrap());
    for scene in scenes(&bytes, &FbxParams::default()) {
        assert!(scene.clips.iter().all(|clip| clip.rate == 30.0));
        assert!(pose_error(&scene, &truth, &IDENTITY) <= 1e-5);
    }
}

#[test]
fn a_take_begins_at_0_if_the_file_states_only_its_end() {
    let with = |times: &[(&str, i64)]| {
        let times = times.iter().map(|(name, time)| property(name, vec![Value::Long(*time)])).collect();
        let stack = object("AnimationStack", 2, "Go", "", vec![properties(times)]);
        let bytes = moved_by_take(stack, &[(TICKS, 0.0), (2 * TICKS, 1.0)], false);
        scenes(&bytes, &as_in_file()).map(|scene| (scene.clips[0].start, scene.clips[0].duration))
    };
    assert_eq!(with(&[("LocalStop", 3 * TICKS)]), [(0.0, 3.0); 2]);
    assert_eq!(with(&[("ReferenceStop", 2 * TICKS)]), [(0.0, 2.0); 2]);
    let reference = [("ReferenceStart", TICKS), ("ReferenceStop", 2 * TICKS)];
    assert_eq!(with(&[("LocalStop", 3 * TICKS), reference[0], reference[1]]), [(0.0, 3.0); 2]);
    assert_eq!(with(&[("LocalStart", 0), reference[0], reference[1]]), [(1.0, 1.0); 2]);
    assert_eq!(with(&[("LocalStart", 0)]), [(1.0, 1.0); 2]);
}
