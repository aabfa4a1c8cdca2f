//! [`Tracks`]: the curves of a clip, grouped by bone.

use std::collections::{HashMap, HashSet};

use rigmill_format::{Component, CurveView, CurvesView, Transform};
use rigmill_math::quaternion::normalize_in_f64;

use super::lanes::{Lanes, Recent, Slot};

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

    /// Writes the values of the track's curves at a time. Components without a curve stay unchanged. Rotations are normalized.
    /// `recent` caches the results of earlier calls, all for the same time.
    #[inline]
    pub(super) fn sample(&self, lanes: &Lanes, time: f32, recent: &mut Recent, transform: &mut Transform) {
        let components = transform.translation.iter_mut().chain(&mut transform.rotation).chain(&mut transform.scale);
        for (component, slot) in components.zip(&self.slots) {
            if let Some(slot) = *slot {
                *component = lanes.value(slot, time, recent);
            }
        }
        if self.slots[3..7].iter().any(Option::is_some) {
            transform.rotation = normalize_in_f64(transform.rotation);
        }
    }

    /// Whether the track has curves.
    pub(super) fn moves(&self) -> bool {
        self.slots.iter().any(Option::is_some)
    }
}

impl Tracks {
    pub(super) fn new(view: CurvesView<'_>) -> Self {
        let curves: Vec<CurveView<'_>> = view.tracks().flat_map(|track| track.curves()).collect();
        let (lanes, slots) = Lanes::arrange(&curves);
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

    /// The tracks of these bones as pairs of bone and track numbers, without tracks that have no curves; and the tracks whose
    /// curves move none of the bones. A bone is matched by path or, failing that, by name; the first track with that name is
    /// used.
    pub(super) fn bind(&self, bones: &[impl AsRef<str>]) -> (Vec<(usize, usize)>, Vec<usize>) {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (number, track) in self.tracks.iter().enumerate() {
            by_name.entry(track.bone()).or_insert(number);
        }
        for (number, track) in self.tracks.iter().enumerate() {
            by_name.insert(&track.path, number);
        }
        let moves = |track: &usize| self.tracks[*track].moves();
        let found = bones.iter().enumerate();
        let found = found.filter_map(|(bone, name)| Some((bone, *by_name.get(name.as_ref())?)));
        let found: Vec<_> = found.filter(|(_, track)| moves(track)).collect();
        let bound: HashSet<usize> = found.iter().map(|(_, track)| *track).collect();
        let unbound = (0..self.tracks.len()).filter(|track| moves(track) && !bound.contains(track)).collect();
        (found, unbound)
    }
}
