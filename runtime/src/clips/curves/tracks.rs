//! [`Tracks`]: the curves of a clip, grouped by bone.

use std::collections::HashMap;

use rigmill_format::{Component, CurveView, CurvesView};

use super::lanes::{Lanes, Slot};

/// The curves of a clip, arranged for evaluation.
#[derive(Debug)]
pub(super) struct Tracks {
    pub(super) tracks: Vec<Track>,
    pub(super) lanes: Lanes,
    /// The time of the last key, in seconds.
    pub(super) end: f32,
}

/// The curves of one bone.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) path: String,
    /// The slot of each component.
    pub(super) slots: [Option<Slot>; 10],
}

impl Track {
    /// The bone's name, which is the last part of the path.
    pub(super) fn bone(&self) -> &str {
        self.path.rsplit_once('/').map_or(&self.path, |(_, bone)| bone)
    }

    /// Whether the track has curves.
    pub(super) fn moves(&self) -> bool {
        self.slots.iter().any(Option::is_some)
    }
}

impl Tracks {
    pub(super) fn of(view: CurvesView<'_>) -> Self {
        let curves: Vec<CurveView<'_>> = view.tracks().flat_map(|track| track.curves()).collect();
        let (lanes, slots) = Lanes::of(&curves);
        let mut slots = slots.into_iter();
        let mut tracks = Vec::with_capacity(view.len());
        for track in view.tracks() {
            let mut own = [None; Component::ALL.len()];
            for (curve, slot) in track.curves().zip(&mut slots) {
                own[curve.component().number() as usize] = Some(slot);
            }
            tracks.push(Track { path: track.path().to_owned(), slots: own });
        }
        Self { tracks, lanes, end: view.end() }
    }

    /// The tracks of these bones as pairs of bone and track numbers, without tracks that have no curves. A bone is matched by
    /// path or, failing that, by name; the first track with that name is used.
    pub(super) fn of_bones(&self, bones: &[impl AsRef<str>]) -> Vec<(usize, usize)> {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (number, track) in self.tracks.iter().enumerate() {
            by_name.entry(track.bone()).or_insert(number);
        }
        for (number, track) in self.tracks.iter().enumerate() {
            by_name.insert(&track.path, number);
        }
        let found = bones.iter().enumerate();
        let found = found.filter_map(|(bone, name)| Some((bone, *by_name.get(name.as_ref())?)));
        found.filter(|(_, track)| self.tracks[*track].moves()).collect()
    }
}
