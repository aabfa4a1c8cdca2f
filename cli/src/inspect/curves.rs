//! Curve clips and sampled clips.

use std::fmt::Write;

use rigmill_format::{Component, ContentType, CurveTrackView, CurveView, CurvesView, SampledClipView};
use serde::Serialize;

/// A curve clip for people.
pub(super) fn curve_clip(curves: CurvesView<'_>) -> String {
    format!("\n{} bones, {} keys, {} s\n{}", curves.len(), curves.key_count(), curves.end(), table(curves))
}

/// A sampled clip for people.
pub(super) fn sampled_clip(clip: SampledClipView<'_>) -> String {
    let (curves, name) = (clip.curves(), clip.name());
    let what = format!("{name:?}, id {}, {} s at {} frames a second", clip.id(), clip.length(), clip.frame_rate());
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

/// The number of keys of a component's curve; a dash where there is none.
fn key_count(track: &CurveTrackView<'_>, component: Component) -> String {
    let curve = track.curves().find(|curve| curve.component() == component);
    curve.map_or("-".to_owned(), |curve| curve.keys().len().to_string())
}

#[derive(Serialize)]
pub(super) struct CurveClipJson<'a> {
    r#type: &'static str,
    content_version: u16,
    duration: f32,
    tracks: Vec<TrackJson<'a>>,
}

#[derive(Serialize)]
pub(super) struct SampledClipJson<'a> {
    r#type: &'static str,
    content_version: u16,
    id: i32,
    name: &'a str,
    length: f32,
    frame_rate: f32,
    tracks: Vec<TrackJson<'a>>,
}

#[derive(Serialize)]
struct TrackJson<'a> {
    path: &'a str,
    curves: Vec<CurveJson>,
}

#[derive(Serialize)]
struct CurveJson {
    component: u32,
    pre: &'static str,
    post: &'static str,
    /// Time, value, in tangent, out tangent. JSON has no infinity, so a tangent that is infinite is a text.
    keys: Vec<[NumberJson; 4]>,
}

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

impl<'a> CurveClipJson<'a> {
    pub(super) fn of(content_version: u16, curves: CurvesView<'a>) -> Self {
        Self { r#type: ContentType::CurveClip.name(), content_version, duration: curves.end(), tracks: tracks(curves) }
    }
}

impl<'a> SampledClipJson<'a> {
    pub(super) fn of(content_version: u16, clip: SampledClipView<'a>) -> Self {
        Self {
            r#type: ContentType::SampledClip.name(),
            content_version,
            id: clip.id(),
            name: clip.name(),
            length: clip.length(),
            frame_rate: clip.frame_rate(),
            tracks: tracks(clip.curves()),
        }
    }
}

fn tracks(curves: CurvesView<'_>) -> Vec<TrackJson<'_>> {
    curves.tracks().map(|track| TrackJson { path: track.path(), curves: track.curves().map(curve).collect() }).collect()
}

fn curve(curve: CurveView<'_>) -> CurveJson {
    let key =
        |key: &rigmill_format::CurveKey| [key.time, key.value, key.in_tangent, key.out_tangent].map(NumberJson::from);
    let keys = curve.keys().iter().map(key).collect();
    CurveJson { component: curve.component().number(), pre: curve.pre().name(), post: curve.post().name(), keys }
}
