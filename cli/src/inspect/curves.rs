//! Curve clips and sampled clips.

use std::fmt::Write;

use rigmill_format::{Component, ContentType, CurveKey, CurveTrackView, CurveView, CurvesView, SampledClipView};
use serde::Serialize;

use crate::output::object::object;

/// A curve clip for people.
pub(super) fn curve_clip(curves: CurvesView<'_>) -> String {
    format!("\n{} bones, {} keys, {} s\n{}", curves.len(), curves.key_count(), curves.end(), table(curves))
}

/// A sampled clip for people.
pub(super) fn sampled_clip(clip: SampledClipView<'_>) -> String {
    let (curves, name) = (clip.curves(), clip.name());
    let what = format!("{name:?}, id {}, {} s at {} frames per second", clip.id(), clip.length(), clip.frame_rate());
    format!("\n{what}, {} bones, {} keys\n{}", curves.len(), curves.key_count(), table(curves))
}

fn table(curves: CurvesView<'_>) -> String {
    let mut text = format!("  {:<40} {:<16} {:<20} scale\n", "bone", "position", "rotation");
    for track in curves.tracks() {
        let counts = |components: std::ops::Range<usize>| -> String {
            let counts: Vec<_> = Component::ALL[components].iter().map(|&it| key_count(&track, it)).collect();
            counts.join(" ")
        };
        // Writing to a String cannot fail.
        let path = format!("{:?}", track.path());
        let _ = writeln!(text, "  {path:<40} {:<16} {:<20} {}", counts(0..3), counts(3..7), counts(7..10));
    }
    text
}

/// The number of keys of a component's curve; a dash if it has no curve.
fn key_count(track: &CurveTrackView<'_>, component: Component) -> String {
    let curve = track.curves().find(|curve| curve.component() == component);
    curve.map_or("-".to_owned(), |curve| curve.keys().len().to_string())
}

pub(super) fn curve_clip_json(version: u16, curves: CurvesView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::CurveClip.name(),
        content_version: version,
        duration: curves.end(),
        tracks: tracks(curves),
    }
}

pub(super) fn sampled_clip_json(version: u16, clip: SampledClipView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::SampledClip.name(),
        content_version: version,
        id: clip.id(),
        name: clip.name(),
        length: clip.length(),
        frame_rate: clip.frame_rate(),
        tracks: tracks(clip.curves()),
    }
}

fn tracks(curves: CurvesView<'_>) -> Vec<impl Serialize> {
    let track = |track: CurveTrackView<'_>| {
        object! { path: track.path().to_owned(), curves: track.curves().map(curve).collect::<Vec<_>>() }
    };
    curves.tracks().map(track).collect()
}

/// A curve. A key is time, value, in tangent and out tangent.
fn curve(curve: CurveView<'_>) -> impl Serialize + use<> {
    let key = |key: &CurveKey| [key.time, key.value, key.in_tangent, key.out_tangent].map(NumberJson::from);
    object! {
        component: curve.component().number(),
        pre: curve.pre().name(),
        post: curve.post().name(),
        keys: curve.keys().iter().map(key).collect::<Vec<_>>(),
    }
}

/// A number. JSON has no infinity, so infinite tangents are strings.
#[derive(Serialize)]
#[serde(untagged)]
enum NumberJson {
    Finite(f32),
    Infinite(&'static str),
}

impl From<f32> for NumberJson {
    fn from(number: f32) -> Self {
        match number {
            f32::INFINITY => Self::Infinite("Infinity"),
            f32::NEG_INFINITY => Self::Infinite("-Infinity"),
            finite => Self::Finite(finite),
        }
    }
}
