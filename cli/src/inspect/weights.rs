//! The weights of morph targets in clips, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{ClipWeightsView, ContentType, WeightTrackView};
use serde::Serialize;

use crate::output::object::object;
use crate::output::printable::quoted;

pub(super) fn clip_weights_json(version: u16, clip: ClipWeightsView<'_>) -> impl Serialize {
    let track = |track: WeightTrackView<'_>| {
        object! { mesh: track.mesh.to_owned(), target: track.target.to_owned(), weights: track.weights.to_vec() }
    };
    object! {
        r#type: ContentType::ClipWeights.name(),
        content_version: version,
        duration: clip.duration(),
        times: clip.times().to_vec(),
        tracks: clip.tracks().map(track).collect::<Vec<_>>(),
    }
}

pub(super) fn weight_table(clip: ClipWeightsView<'_>) -> String {
    let (tracks, times) = (clip.tracks(), clip.times().len());
    let mut text = format!("\n{} s, {} tracks, {times} times\n", clip.duration(), tracks.len());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  {:<24} {:<24} {:>6} {:>9} {:>9}", "mesh", "target", "keys", "least", "most");
    for WeightTrackView { mesh, target, weights } in tracks {
        let least = weights.iter().copied().fold(f32::INFINITY, f32::min);
        let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (mesh, target) = (quoted(mesh).to_string(), quoted(target).to_string());
        let _ = writeln!(text, "  {mesh:<24} {target:<24} {:>6} {least:>9} {most:>9}", weights.len());
    }
    text
}
