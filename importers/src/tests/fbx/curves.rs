//! Tests of curves that are kept unchanged.

use rigmill_dom::{Curve, Scene, SceneClip, SceneCurveTrack, SceneTrack};
use rigmill_pipeline::{Diagnostic, Importer};

use super::support::{as_in_file, find};
use super::writer::{
    Key, Record, TICKS, attribute, curve_ends, curve_node, keyed_curve, layer, model, number, scene, stack, vector,
};
use crate::tests::kept;
use crate::tests::support::{clean, data_if_set, import_with};
use crate::{Axes, ClipChoice, ClipList, CurveChoice, Fbx, FbxParams};

const TRANSLATION: &str = "Lcl Translation";
const ROTATION: &str = "Lcl Rotation";
const SCALE: &str = "Lcl Scaling";

const STEP: u32 = 0x2;
const EARLY: u32 = 0x102;
const LINEAR: u32 = 0x4;
const AUTOMATIC: u32 = 0x108;
const USER: u32 = 0x408;
const WEIGHTED: u32 = 0x300_0408;

/// Returns a key of a curve, whose time is in sixteenths of a second.
const fn key(sixteenths: i64, value: f32, flags: u32, slopes: [f32; 2]) -> Key {
    Key { time: sixteenths * (TICKS / 16), value, flags, data: [slopes[0], slopes[1], 0.0, 0.0] }
}

/// Returns a bone that a take of one second moves. Each property has the curves of x, y and z.
fn moved_by(bone: Vec<Record>, curves: &[(&str, [&[Key]; 3])]) -> Vec<u8> {
    let mut objects =
        vec![model(1, "Bone", "LimbNode", bone), attribute(2, "LimbNode"), stack(3, "Go", 0, TICKS), layer(4)];
    let mut links = vec![(1, 0, None), (2, 1, None), (4, 3, None)];
    for (at, (property, axes)) in (1..).zip(curves) {
        let node = at * 10;
        objects.push(curve_node(node, "N"));
        links.extend([(node, 4, None), (node, 1, Some(*property))]);
        for (axis, (keys, name)) in (1..).zip(axes.iter().zip(["d|X", "d|Y", "d|Z"])) {
            objects.push(keyed_curve(node + axis, keys, vec![]));
            links.push((node + axis, node, Some(name)));
        }
    }
    scene(objects, &links)
}

/// Returns a bone with splines, lines and steps. Some of its curves begin late or end early.
fn mixed() -> Vec<u8> {
    let spline = [
        key(0, 1.0, USER, [3.0, -8.0]),
        key(5, 3.5, USER, [2.0, 40.0]),
        key(9, -2.0, AUTOMATIC, [0.0; 2]),
        key(16, 4.0, USER, [0.0; 2]),
    ];
    let lines = [
        key(2, 1.0, LINEAR, [0.0; 2]),
        key(7, 2.0, STEP, [0.0; 2]),
        key(12, 0.5, LINEAR, [0.0; 2]),
        key(14, 3.0, LINEAR, [0.0; 2]),
    ];
    let steps = [key(4, 10.0, STEP, [0.0; 2]), key(8, 90.0, STEP, [0.0; 2]), key(12, -35.0, STEP, [0.0; 2])];
    let rest = [key(0, 2.0, USER, [0.0; 2])];
    let (spline, lines, steps, rest) = (spline.as_slice(), lines.as_slice(), steps.as_slice(), rest.as_slice());
    let curves =
        [(TRANSLATION, [spline, lines, steps]), (SCALE, [lines, rest, spline]), (ROTATION, [steps, rest, &steps[1..]])];
    moved_by(vec![vector("PreRotation", [30.0, 0.0, 0.0]), number("RotationActive", 1)], &curves)
}

fn keeping(params: FbxParams, rate: f64) -> FbxParams {
    FbxParams { curves: CurveChoice::Keep, sample_rate: Some(rate.try_into().unwrap()), ..params }
}

/// Returns the largest difference between the maximum and the minimum of a component.
fn range<const N: usize>(frames: &[[f64; N]]) -> f64 {
    let ends = |axis: usize| {
        let numbers = frames.iter().map(|frame| frame[axis]);
        numbers.clone().fold(f64::MIN, f64::max) - numbers.fold(f64::MAX, f64::min)
    };
    (0..N).map(ends).fold(0.0, f64::max)
}

fn check<const N: usize>(curves: Option<&[Curve; N]>, frames: &[[f64; N]], rate: f64, unit: bool) {
    kept::check(curves.unwrap(), frames, rate, 1e-6 * range(frames), unit);
}

fn check_all(kept: &SceneCurveTrack, track: &SceneTrack, rate: f64) {
    check(kept.translation.as_ref(), &track.translations, rate, false);
    check(kept.scale.as_ref(), &track.scales, rate, false);
    check(kept.rotation.as_ref(), &track.rotations, rate, true);
}

fn only(scene: &Scene) -> (&SceneClip, &SceneCurveTrack) {
    let clip = &scene.clips[0];
    assert_eq!((clip.curves.len(), clip.tracks.len()), (1, 1));
    (clip, &clip.curves[0])
}

fn kept_curves_agree<I: Importer<Output = Scene, Params = FbxParams> + Default>() {
    let zup = FbxParams { axes: Some(Axes::ZUp), ..FbxParams::default() };
    for params in [as_in_file(), FbxParams::default(), zup] {
        let scene = clean(import_with::<I>(&mixed(), &keeping(params.clone(), 1000.0)));
        let (clip, kept) = only(&scene);
        assert_eq!((clip.frames, clip.tracks[0].translations.len()), (1001, 1001));
        check_all(kept, &clip.tracks[0], 1000.0);
        let part = ClipChoice { name: "Part".into(), take: Some("Go".into()), frames: Some([375, 750]) };
        let clips = ClipList(vec![part]);
        let scene = clean(import_with::<I>(&mixed(), &FbxParams { clips, ..keeping(params, 1000.0) }));
        let (clip, kept) = only(&scene);
        assert_eq!(clip.frames, 376);
        check_all(kept, &clip.tracks[0], 1000.0);
    }
}

#[test]
fn kept_curves_say_what_frames_do_at_a_thousand_times() {
    kept_curves_agree::<Fbx>();
}

#[test]
#[cfg(feature = "fbx-dom")]
fn kept_curves_say_what_frames_do_at_a_thousand_times_without_c() {
    kept_curves_agree::<crate::FbxDom>();
}

#[test]
fn kept_curves_are_what_ufbx_evaluates() {
    let bytes = mixed();
    let source = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).unwrap();
    let bone = source.nodes.iter().find(|node| &*node.element.name == "Bone").unwrap();
    let at = |frame: u32| ufbx::evaluate_transform(&source.anim, bone, f64::from(frame) / 1000.0);
    let all: Vec<_> = (0..=1000).map(at).collect();
    let vec3 = |v: &ufbx::Vec3| [v.x, v.y, v.z];
    let track = SceneTrack {
        node: 0,
        translations: all.iter().map(|it| vec3(&it.translation)).collect(),
        rotations: all.iter().map(|it| [it.rotation.x, it.rotation.y, it.rotation.z, it.rotation.w]).collect(),
        scales: all.iter().map(|it| vec3(&it.scale)).collect(),
    };
    let scene = clean(import_with::<Fbx>(&bytes, &keeping(as_in_file(), 30.0)));
    check_all(only(&scene).1, &track, 1000.0);
    let times: Vec<_> =
        scene.clips[0].curves[0].translation.as_ref().unwrap()[0].keys.iter().map(|it| it.time).collect();
    assert_eq!(times, [0.0, 0.3125, 0.5625, 1.0]);
}

#[test]
fn a_weight_of_a_third_is_no_weight() {
    let third = f32::from_bits(3333 | 3333 << 16);
    let mut keys = [key(0, 0.0, WEIGHTED, [3.0, -1.0]), key(16, 1.0, USER, [0.0; 2])];
    keys[0].data[2] = third;
    let rest = [key(0, 0.0, LINEAR, [0.0; 2])];
    let bytes = moved_by(vec![], &[(TRANSLATION, [&keys, &rest, &rest])]);
    let scene = clean(import_with::<Fbx>(&bytes, &keeping(as_in_file(), 1000.0)));
    let (clip, kept) = only(&scene);
    // The weight is written with four decimals, so it differs from a third by 1/10,000 of itself.
    kept::check(kept.translation.as_ref().unwrap(), &clip.tracks[0].translations, 1000.0, 3e-5, false);
}

fn said(said: &[Diagnostic]) -> Vec<String> {
    said.iter().map(|it| format!("{}: {}; {}", it.code, it.message, it.help.as_deref().unwrap_or_default())).collect()
}

#[test]
fn what_cannot_be_kept_is_reported_with_its_reason_and_sampled() {
    let rest = [key(0, 1.0, LINEAR, [0.0; 2])];
    let lines = [key(0, 0.0, LINEAR, [0.0; 2]), key(16, 1.0, LINEAR, [0.0; 2])];
    let mut weighted = [key(0, 0.0, WEIGHTED, [0.0; 2]), key(16, 1.0, USER, [0.0; 2])];
    weighted[0].data[2] = f32::from_bits(3333 | 5000 << 16);
    let early = [key(0, 0.0, EARLY, [0.0; 2]), key(8, 1.0, LINEAR, [0.0; 2]), key(16, 3.0, LINEAR, [0.0; 2])];
    let pivot = || vec![vector("RotationPivot", [1.0, 0.0, 0.0])];
    for (bone, property, keys, why) in [
        (
            vec![],
            TRANSLATION,
            weighted.as_slice(),
            "translation curves of Model \"Bone\" (1) with one key per frame, because their tangents are weighted",
        ),
        (
            vec![],
            SCALE,
            early.as_slice(),
            "scale curves of Model \"Bone\" (1) with one key per frame, because they jump to a key's value before its time",
        ),
        (
            vec![],
            ROTATION,
            lines.as_slice(),
            "rotation curves of Model \"Bone\" (1) with one key per frame, because they are Euler angles",
        ),
        (
            pivot(),
            TRANSLATION,
            lines.as_slice(),
            "translation curves of Model \"Bone\" (1) with one key per frame, because other settings, such as pivots or layers, also move the node",
        ),
    ] {
        let bytes = moved_by(bone, &[(property, [keys, &rest, &rest])]);
        let (scene, reported) = import_with::<Fbx>(&bytes, &keeping(as_in_file(), 30.0));
        let clip = &scene.unwrap().clips[0];
        let track = &clip.tracks[0];
        assert!(clip.curves.is_empty(), "{why}");
        assert_eq!(track.translations.len().max(track.rotations.len()).max(track.scales.len()), 31, "{why}");
        let reported = said(&reported);
        assert!(
            reported.len() == 1 && reported[0].contains(why) && reported[0].starts_with("R0119: AnimationStack \"Go\""),
            "{reported:?}"
        );
        assert!(reported[0].ends_with("; otherwise, raise `sample_rate`"));
        #[cfg(feature = "fbx-dom")]
        {
            let (scene, without_c) = import_with::<crate::FbxDom>(&bytes, &keeping(as_in_file(), 30.0));
            assert!(scene.unwrap().clips[0].curves.is_empty());
            assert!(said(&without_c)[0].contains(why.split(" of ").next().unwrap()));
        }
        assert_eq!(import_with::<Fbx>(&bytes, &as_in_file()).1, []);
    }
}

#[test]
fn what_goes_on_beyond_its_keys_is_kept_only_within_them() {
    let keys = [key(0, 0.0, LINEAR, [0.0; 2]), key(8, 1.0, LINEAR, [0.0; 2])];
    let rest = keyed_curve(12, &[key(0, 0.0, LINEAR, [0.0; 2])], vec![]);
    let objects = |stop| {
        vec![
            model(1, "Bone", "LimbNode", vec![]),
            stack(3, "Go", 0, stop),
            layer(4),
            curve_node(10, "T"),
            keyed_curve(11, &keys, curve_ends(b'R')),
            rest.clone(),
        ]
    };
    let links = [
        (1, 0, None),
        (4, 3, None),
        (10, 4, None),
        (10, 1, Some(TRANSLATION)),
        (11, 10, Some("d|X")),
        (12, 10, Some("d|Y")),
    ];
    let (whole, reported) = import_with::<Fbx>(&scene(objects(TICKS), &links), &keeping(as_in_file(), 30.0));
    assert!(whole.unwrap().clips[0].curves.is_empty());
    assert!(said(&reported)[0].contains("because they continue before the first key"), "{reported:?}");
    let half = clean(import_with::<Fbx>(&scene(objects(TICKS / 2), &links), &keeping(as_in_file(), 1000.0)));
    let (clip, kept) = only(&half);
    check(kept.translation.as_ref(), &clip.tracks[0].translations, 1000.0, false);
}

#[test]
fn what_cannot_be_kept_outside_of_a_clip_does_not_matter() {
    let keys = [
        key(0, 0.0, EARLY, [0.0; 2]),
        key(4, 1.0, LINEAR, [0.0; 2]),
        key(8, 3.0, LINEAR, [0.0; 2]),
        key(12, -1.0, EARLY, [0.0; 2]),
        key(16, 1.0, LINEAR, [0.0; 2]),
    ];
    let rest = [key(0, 1.0, LINEAR, [0.0; 2])];
    let bytes = moved_by(vec![], &[(TRANSLATION, [&keys, &rest, &rest])]);
    for (frames, count) in [([250, 750], 3), ([251, 749], 3), ([500, 500], 1)] {
        let clips = ClipList(vec![ClipChoice { name: "Part".into(), take: Some("Go".into()), frames: Some(frames) }]);
        let scene = clean(import_with::<Fbx>(&bytes, &FbxParams { clips, ..keeping(as_in_file(), 1000.0) }));
        let (clip, kept) = only(&scene);
        assert_eq!(kept.translation.as_ref().unwrap()[0].keys.len(), count);
        kept::check(kept.translation.as_ref().unwrap(), &clip.tracks[0].translations, 1000.0, 1e-6, false);
    }
}

#[test]
fn what_is_not_kept_is_reported_once_a_file() {
    let (rest, lines) =
        ([key(0, 1.0, LINEAR, [0.0; 2])], [key(0, 0.0, LINEAR, [0.0; 2]), key(16, 1.0, LINEAR, [0.0; 2])]);
    let early = [key(0, 0.0, EARLY, [0.0; 2]), key(16, 1.0, LINEAR, [0.0; 2])];
    let curves: [(&str, [&[Key]; 3]); 3] =
        [(TRANSLATION, [&early, &rest, &rest]), (ROTATION, [&lines, &rest, &rest]), (SCALE, [&lines, &rest, &rest])];
    let (scene, reported) = import_with::<Fbx>(&moved_by(vec![], &curves), &keeping(as_in_file(), 1000.0));
    let scene = scene.unwrap();
    let (clip, kept) = only(&scene);
    assert!(kept.translation.is_none() && kept.rotation.is_none());
    check(kept.scale.as_ref(), &clip.tracks[0].scales, 1000.0, false);
    assert!(reported.len() == 1 && reported[0].message.ends_with(" (1 more channel is affected)"), "{reported:?}");
}

/// Checks all curves that are kept for a file. Returns their number.
fn kept_of(bytes: &[u8]) -> usize {
    let scene = import_with::<Fbx>(bytes, &keeping(FbxParams::default(), 240.0)).0;
    let mut count = 0;
    for clip in scene.iter().flat_map(|scene| &scene.clips) {
        for kept in &clip.curves {
            let track = clip.tracks.iter().find(|track| track.node == kept.node).unwrap();
            // The keys and their times are in single precision.
            let bound = |frames: &[[f64; 3]]| {
                let largest = frames.iter().flatten().fold(0.0, |most: f64, number| most.max(number.abs()));
                1e-6 * (largest + range(frames))
            };
            for (curves, frames) in [(&kept.translation, &track.translations), (&kept.scale, &track.scales)] {
                let Some(curves) = curves else { continue };
                count += 3;
                kept::check(curves, frames, clip.rate, 5.0 * bound(frames), false);
            }
        }
    }
    count
}

#[test]
#[cfg_attr(not(any(fbx_files, robotgame)), ignore = "set RIGMILL_FBX or RIGMILL_ROBOTGAME to a folder with FBX files")]
fn curves_of_real_files_are_kept() {
    let mut files = Vec::new();
    let folders = ["RIGMILL_FBX", "RIGMILL_ROBOTGAME"].map(data_if_set);
    folders.iter().flatten().for_each(|folder| find(folder, &mut files));
    let mut kept = 0;
    for path in &files {
        let count = kept_of(&std::fs::read(path).unwrap());
        println!("{}: {count}", path.display());
        kept += count;
    }
    assert!(files.is_empty() || kept > 0);
}
