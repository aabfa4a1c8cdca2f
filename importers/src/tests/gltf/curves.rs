//! Tests of curves that are kept unchanged.

use rigmill_dom::{Curve, SceneClip, SceneCurveTrack};
use serde_json::json;

use super::support::{params, scene, scene_with};
use super::writer::Writer;
use crate::scenes::gltf::Gltf;
use crate::tests::kept;
use crate::tests::support::import_with;

const KEEP: &str = "curves = \"keep\"\nsample_rate = 1000\n";

fn check<const N: usize>(curves: &[Curve; N], frames: &[[f64; N]], unit: bool) {
    kept::check(curves, frames, 1000.0, 1e-6, unit);
}

fn kept(clip: &SceneClip) -> &SceneCurveTrack {
    assert_eq!((clip.curves.len(), clip.tracks.len()), (1, 1));
    &clip.curves[0]
}

/// Returns a node whose channels contain splines, steps and lines.
fn mixed() -> Writer {
    let mut file = Writer::new();
    let node = file.node(json!({ "name": "Hand" }));
    let spline: Vec<f32> = (0..36_u16).map(|at| f32::from(at * 37 % 23) / 7.0 - 1.5).collect();
    let steps = [1.0, 1.0, 1.0, 2.0, 1.0, 0.5, 1.0, 3.0, 1.0];
    let turns: Vec<f32> = (0..24_u16).map(|at| f32::from(at * 29 % 19) / 8.0 - 1.0).collect();
    let channels: [(_, _, _, &[f32], &[f32]); 3] = [
        (node, "translation", "CUBICSPLINE", &[0.5, 0.625, 1.0, 1.5], &spline),
        (node, "scale", "STEP", &[0.5, 0.75, 1.25], &steps),
        (node, "rotation", "CUBICSPLINE", &[0.75, 1.25], &turns),
    ];
    file.animation("Go", &channels);
    file
}

#[test]
fn kept_curves_say_what_the_format_says_at_a_thousand_times() {
    for axes in ["", "axes = \"z-up\"\n"] {
        let scene = scene_with(&mixed(), &format!("{KEEP}{axes}trim_start = true\n"));
        let (clip, kept) = (&scene.clips[0], kept(&scene.clips[0]));
        assert_eq!((clip.frames, clip.tracks[0].translations.len()), (1001, 1001));
        check(kept.translation.as_ref().unwrap(), &clip.tracks[0].translations, false);
        check(kept.rotation.as_ref().unwrap(), &clip.tracks[0].rotations, true);
        check(kept.scale.as_ref().unwrap(), &clip.tracks[0].scales, false);
        let times = |curve: &Curve| curve.keys.iter().map(|key| key.time).collect::<Vec<_>>();
        assert_eq!(times(&kept.translation.as_ref().unwrap()[0]), [0.0, 0.125, 0.5, 1.0]);
        // Outside the source's own keys, the curve is constant until the end of the clip.
        assert_eq!(times(&kept.scale.as_ref().unwrap()[0]), [0.0, 0.25, 0.75, 1.0]);
    }
}

#[test]
fn kept_curves_hold_the_first_value_from_time_0() {
    let scene = scene_with(&mixed(), KEEP);
    let (clip, kept) = (&scene.clips[0], kept(&scene.clips[0]));
    assert_eq!((clip.start, clip.frames, clip.tracks[0].translations.len()), (0.0, 1501, 1501));
    assert!(clip.tracks[0].translations[..=500].iter().all(|at| *at == clip.tracks[0].translations[0]));
    check(kept.translation.as_ref().unwrap(), &clip.tracks[0].translations, false);
    check(kept.rotation.as_ref().unwrap(), &clip.tracks[0].rotations, true);
    check(kept.scale.as_ref().unwrap(), &clip.tracks[0].scales, false);
}

#[test]
fn a_part_of_a_clip_has_the_same_curves() {
    let part = "clips = [{ name = \"Part\", take = \"Go\", frames = [700, 1100] }]";
    let scene = scene_with(&mixed(), &format!("{KEEP}{part}"));
    let (clip, kept) = (&scene.clips[0], kept(&scene.clips[0]));
    assert_eq!(clip.frames, 401);
    check(kept.translation.as_ref().unwrap(), &clip.tracks[0].translations, false);
    check(kept.rotation.as_ref().unwrap(), &clip.tracks[0].rotations, true);
    check(kept.scale.as_ref().unwrap(), &clip.tracks[0].scales, false);
}

#[test]
fn lines_have_the_slopes_on_both_sides() {
    let mut file = Writer::new();
    let node = file.node(json!({ "name": "Hand" }));
    let values = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0];
    file.animation("Go", &[(node, "translation", "LINEAR", &[0.0, 0.5, 1.0], &values)]);
    let scene = scene_with(&file, KEEP);
    let kept = kept(&scene.clips[0]).translation.as_ref().unwrap();
    check(kept, &scene.clips[0].tracks[0].translations, false);
    let tangents: Vec<_> = kept[0].keys.iter().map(|key| (key.in_tangent, key.out_tangent)).collect();
    assert_eq!(tangents, [(0.0, 4.0), (4.0, -6.0), (-6.0, 0.0)]);
}

#[test]
fn arcs_are_reported_once_and_sampled() {
    let mut file = Writer::new();
    let turns = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let nodes = ["A", "B"].map(|name| file.node(json!({ "name": name })));
    let channels = nodes.map(|node| (node, "rotation", "LINEAR", &[0.0, 1.0][..], &turns[..]));
    file.animation("Go", &channels);
    let (read, said) = import_with::<Gltf>(&file.glb(), &params(KEEP).unwrap());
    let clips = read.unwrap().clips;
    assert!(clips[0].curves.is_empty() && clips[0].tracks.iter().all(|track| track.rotations.len() == 1001));
    let said: Vec<_> = said.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    assert_eq!(
        said,
        ["R0139: animation \"Go\" (0): Rigmill replaces the rotation curves of node \"A\" (0) with one key per \
          frame (1 more channel is affected)"]
    );
    assert!(scene(&mixed()).clips[0].curves.is_empty());
    assert_ne!(params(KEEP).unwrap(), params("sample_rate = 1000").unwrap());
}
