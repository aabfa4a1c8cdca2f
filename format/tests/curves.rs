//! Curve clips and sampled clips.

use proptest::prelude::*;
use rigmill_format::{
    AlignedBytes, Component, Content, Curve, CurveClip, CurveKey, CurveTrack, SampledClip, SampledClipView, WrapMode,
};

use crate::samples;

fn problem(change: impl FnOnce(&mut Vec<CurveTrack>)) -> String {
    let mut clip = samples::curve_clip();
    change(&mut clip.tracks);
    clip.encode().unwrap_err().to_string()
}

#[test]
fn what_curves_may_not_hold() {
    let reported = problem(|tracks| tracks[0].curves[0].keys[1].value = f32::NAN);
    assert_eq!(reported, "bone \"Root/Pelvis\": key 1 of a curve is not a number");
    assert!(problem(|tracks| tracks[0].curves[0].keys[2].in_tangent = f32::NAN).contains("key 2"));
    let reported = problem(|tracks| tracks[0].curves[0].keys[2].time = 0.25);
    assert_eq!(reported, "bone \"Root/Pelvis\": key 2 of a curve is earlier than the previous key");
    let reported = problem(|tracks| tracks[0].curves[1].component = Component::PositionY);
    assert!(reported.contains("component number 1 is unknown or out of order"), "{reported}");
    assert_eq!(problem(|tracks| tracks[1].path = "Root/Pelvis".into()), "two tracks are named \"Root/Pelvis\"");
    let mut sampled = samples::sampled_clip();
    sampled.tracks[0].curves[1].component = Component::ScaleX;
    assert!(sampled.encode().unwrap_err().to_string().contains("component number 7"));
    let sampled = SampledClip { frame_rate: -1.0, ..samples::sampled_clip() };
    assert_eq!(
        sampled.encode().unwrap_err().to_string(),
        "the frame rate is -1, expected a finite value of at least 0"
    );
}

#[test]
fn a_view_reads_curves_in_place() {
    let file = AlignedBytes::from_slice(&samples::sampled_clip().encode().unwrap());
    let view = SampledClipView::parse(&file).unwrap();
    assert_eq!((view.id(), view.name(), view.length(), view.frame_rate()), (-7, "Wave", 0.5, 30.0));
    let curves = view.curves();
    assert_eq!((curves.len(), curves.find("Root/L Arm"), curves.find("L Arm"), curves.end()), (1, Some(0), None, 0.5));
    let track = curves.track(0).unwrap();
    assert_eq!((track.bone(), track.curves().len()), ("L Arm", 2));
    let curve = track.curves().next().unwrap();
    assert_eq!(
        (curve.component(), curve.pre(), curve.post()),
        (Component::PositionX, WrapMode::PingPong, WrapMode::Loop)
    );
}

fn key() -> impl Strategy<Value = CurveKey> {
    let number = prop::num::f32::NORMAL | prop::num::f32::ZERO;
    let tangent = prop_oneof![8 => number, 1 => Just(f32::INFINITY), 1 => Just(f32::NEG_INFINITY)];
    (number, number, tangent.clone(), tangent).prop_map(|(time, value, in_tangent, out_tangent)| CurveKey {
        time,
        value,
        in_tangent,
        out_tangent,
    })
}

fn track() -> impl Strategy<Value = CurveTrack> {
    let mode = || prop::sample::select(WrapMode::ALL.to_vec());
    let curve = (mode(), mode(), prop::collection::vec(key(), 0..4)).prop_map(|(pre, post, mut keys)| {
        keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        Curve { component: Component::PositionX, pre, post, keys }
    });
    (".{0,6}", prop::collection::btree_map(prop::sample::select(Component::ALL.to_vec()), curve, 0..10)).prop_map(
        |(path, curves)| {
            let curves = curves.into_iter().map(|(component, curve)| Curve { component, ..curve }).collect();
            CurveTrack { path, curves }
        },
    )
}

proptest! {
    #[test]
    fn what_is_encoded_decodes_to_the_same(mut tracks in prop::collection::vec(track(), 0..5)) {
        tracks.sort_by(|a, b| a.path.cmp(&b.path));
        tracks.dedup_by(|a, b| a.path == b.path);
        let clip = CurveClip { tracks };
        let bytes = clip.encode().unwrap();
        let decoded = CurveClip::decode(&bytes).unwrap();
        prop_assert_eq!(format!("{decoded:?}"), format!("{clip:?}"));
        prop_assert_eq!(decoded.encode().unwrap(), bytes);
    }
}
