//! Clip weights set the weights of morph targets while a clip plays.
//!
//! A clip weights file has these sections, in this order:
//!
//! | id     | element type           | contents                                                                       |
//! |--------|------------------------|--------------------------------------------------------------------------------|
//! | `WCLP` | f32                    | the duration in seconds; finite, and at least the last key time                |
//! | `TIME` | f32                    | the key times in seconds, in strictly ascending order; the first key time is 0 |
//! | `TRCK` | track record, 24 bytes | one record per morph target that the clip changes                              |
//! | `TEXT` | u8                     | for each track, the name of its mesh, then the name of its morph target        |
//! | `KEYS` | f32                    | the weights of each track                                                      |
//!
//! ### ClipWeights: track record
//!
//! | offset | type | field   | value                                                                               |
//! |-------:|------|---------|-------------------------------------------------------------------------------------|
//! |      0 | span | mesh    | the name of the mesh, in `TEXT`                                                     |
//! |      8 | span | target  | the name of the morph target, in `TEXT`                                             |
//! |     16 | span | weights | the track's weights, in `KEYS`: one per key time, or one for the whole clip; finite |
//!
//! ### ClipWeights: rules
//!
//! - No two tracks have the same mesh and the same morph target.
//! - Between two key times, weights are interpolated linearly.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_duration};
use crate::layout::{One, Rules, Span, SpanCheck, append, append_text, check_spans, getters, names, sections};
use crate::{EncodeError, InvalidContent};

/// The morph target weights that a clip sets while it plays.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipWeights {
    /// The duration in seconds. It is at least the last key's time.
    pub duration: f32,
    /// The key times in seconds, ascending from 0. There is at least one.
    pub times: Vec<f32>,
    /// One track for each target whose weight the clip sets. No two tracks have the same mesh and target.
    pub tracks: Vec<WeightTrack>,
}

/// The weight of one target over time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeightTrack {
    /// The name of the mesh.
    pub mesh: String,
    /// The name of the mesh's target.
    pub target: String,
    /// One weight per key time, or a single weight that applies at all times.
    pub weights: Vec<f32>,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct WeightsHeader {
    duration: f32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct TrackRecord {
    mesh: Span,
    target: Span,
    weights: Span,
}

sections! {
    /// The morph target weights that a clip sets while it plays, read from the bytes of their file.
    #[derive(Debug)]
    ClipWeights, version 1 => ClipWeightsView, ClipWeightsLayout, Tables;
    header b"WCLP": WeightsHeader,
    b"TIME" times: [f32],
    b"TRCK" tracks: [TrackRecord],
    b"TEXT" text: [u8],
    b"KEYS" keys: [f32],
}

impl Tables {
    fn new(clip: &ClipWeights) -> Result<Self, EncodeError> {
        let header = One(WeightsHeader { duration: clip.duration });
        let mut tables = Self { header, times: clip.times.clone(), ..Self::default() };
        for WeightTrack { mesh, target, weights } in &clip.tracks {
            tables.tracks.push(TrackRecord {
                mesh: append_text(&mut tables.text, mesh)?,
                target: append_text(&mut tables.text, target)?,
                weights: append(&mut tables.keys, weights, "weights")?,
            });
        }
        Ok(tables)
    }
}

impl<'a> ClipWeightsView<'a> {
    getters! { self:
        /// The duration in seconds.
        duration: f32 = self.header.duration;
        /// The key times in seconds, ascending from 0.
        times: &'a [f32] = self.times;
        /// A copy that owns its tracks.
        to_owned: ClipWeights = ClipWeights {
            duration: self.duration(),
            times: self.times.to_vec(),
            tracks: self.tracks().map(|track| track.to_owned()).collect(),
        };
    }

    /// Track number `index`.
    #[inline]
    #[must_use]
    pub fn track(&self, index: usize) -> Option<WeightTrackView<'a>> {
        self.tracks.get(index).map(|record| self.view_of(record))
    }

    /// The tracks.
    pub fn tracks(&self) -> impl ExactSizeIterator<Item = WeightTrackView<'a>> + use<'a> {
        let view = *self;
        self.tracks.iter().map(move |record| view.view_of(record))
    }

    fn view_of(&self, record: &TrackRecord) -> WeightTrackView<'a> {
        WeightTrackView {
            mesh: record.mesh.text(self.text),
            target: record.target.text(self.text),
            weights: record.weights.slice(self.keys),
        }
    }
}

/// A track read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightTrackView<'a> {
    /// The name of the mesh.
    pub mesh: &'a str,
    /// The name of the mesh's target.
    pub target: &'a str,
    /// One weight per key time, or a single weight that applies at all times.
    pub weights: &'a [f32],
}

impl WeightTrackView<'_> {
    /// A copy that owns its weights.
    #[must_use]
    pub fn to_owned(&self) -> WeightTrack {
        WeightTrack { mesh: self.mesh.to_owned(), target: self.target.to_owned(), weights: self.weights.to_vec() }
    }
}

impl Rules for ClipWeightsView<'_> {
    const PREFIX: Option<&'static str> = Some("the weights are not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        check_spans("KEYS", self.keys.len(), self.tracks.iter().map(|track| track.weights))?;
        let mut text = SpanCheck::new("TEXT");
        for (index, track) in self.tracks.iter().enumerate() {
            text.next(index, track.mesh)?;
            text.next(index, track.target)?;
            names::text(track.mesh.slice(self.text), "mesh of track", index)?;
            names::text(track.target.slice(self.text), "target of track", index)?;
        }
        text.finish(self.text.len())?;
        self.check_times()?;
        self.check_tracks()
    }
}

impl ClipWeightsView<'_> {
    fn check_times(&self) -> Result<(), InvalidContent> {
        ensure!(self.times.first() == Some(&0.0), "its first time is not 0, or it has no times");
        // Also rejects NaN.
        if let Some(at) = self
            .times
            .windows(2)
            .position(|pair| !matches!(pair[0].partial_cmp(&pair[1]), Some(std::cmp::Ordering::Less)))
        {
            return Err(invalid!("time {} is not later than the previous time", at + 1));
        }
        let end = self.times.last().copied().unwrap_or_default();
        let found = self.duration();
        let is_good = is_duration(found) && found >= end;
        ensure!(is_good, "its duration is {found}, expected a finite number of at least the last time, {end}");
        Ok(())
    }

    fn check_tracks(&self) -> Result<(), InvalidContent> {
        let mut known = BTreeSet::new();
        for (index, track) in self.tracks().enumerate() {
            let (found, times) = (track.weights.len(), self.times.len());
            ensure!(
                found == 1 || found == times,
                "track {index} has {found} weights for {times} times, expected one weight for each time, or a single weight"
            );
            ensure!(all_finite(track.weights), "a weight of track {index} is not finite");
            let (mesh, target) = (track.mesh, track.target);
            ensure!(known.insert((mesh, target)), "two tracks change target {target:?} of mesh {mesh:?}");
        }
        Ok(())
    }
}
