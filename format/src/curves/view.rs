//! Curves read where their bytes lie.

use super::{Component, Curve, CurveKey, CurveRecord, CurveTrack, TrackRecord, WrapMode};
use crate::shares::{self, ShareCheck};
use crate::{CurveProblem, InvalidContent, names};

/// The curves of bones, read where their bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct CurvesView<'a> {
    pub(super) tracks: &'a [TrackRecord],
    pub(super) by_path: &'a [u32],
    pub(super) curves: &'a [CurveRecord],
    pub(super) keys: &'a [CurveKey],
    pub(super) text: &'a [u8],
}

impl<'a> CurvesView<'a> {
    pub(crate) fn new(
        tracks: &'a [TrackRecord],
        by_path: &'a [u32],
        curves: &'a [CurveRecord],
        keys: &'a [CurveKey],
        text: &'a [u8],
    ) -> Self {
        Self { tracks, by_path, curves, keys, text }
    }

    /// The number of tracks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tracks.len()
    }

    /// Whether there is no track.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// The number of all keys.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// Track number `index`.
    #[must_use]
    pub fn track(&self, index: usize) -> Option<CurveTrackView<'a>> {
        self.tracks.get(index).map(|record| CurveTrackView { curves: *self, record })
    }

    /// The tracks, in source order.
    pub fn tracks(&self) -> impl ExactSizeIterator<Item = CurveTrackView<'a>> + use<'a> {
        let curves = *self;
        self.tracks.iter().map(move |record| CurveTrackView { curves, record })
    }

    /// The number of the track with this path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<usize> {
        let number = names::find(self.by_path, path, |number| self.path(number))?;
        usize::try_from(number).ok()
    }

    /// The time of the last key of all, in seconds; 0 where there is none, or all are before that.
    #[must_use]
    pub fn end(&self) -> f32 {
        self.keys.iter().fold(0.0, |end, key| end.max(key.time))
    }

    /// A copy that owns its tracks.
    #[must_use]
    pub fn to_owned(&self) -> Vec<CurveTrack> {
        self.tracks().map(|track| track.to_owned()).collect()
    }

    fn path(&self, number: u32) -> &'a [u8] {
        let record = self.tracks.get(number as usize);
        record.map_or(&[], |record| shares::part(self.text, record.path_first, record.path_length))
    }

    /// All rules of curves, for the components below `components`.
    pub(crate) fn validate(&self, components: u32) -> Result<(), InvalidContent> {
        let (mut paths, mut curves, mut keys) =
            (ShareCheck::new("TEXT"), ShareCheck::new("CURV"), ShareCheck::new("KEYS"));
        for (index, record) in self.tracks.iter().enumerate() {
            paths.part(index, record.path_first, record.path_length)?;
            curves.part(index, record.curve_first, record.curve_count)?;
        }
        paths.finish(self.text.len())?;
        curves.finish(self.curves.len())?;
        for (index, record) in self.curves.iter().enumerate() {
            keys.part(index, record.key_first, record.key_count)?;
        }
        keys.finish(self.keys.len())?;
        for (index, track) in self.tracks().enumerate() {
            track.check(index, components)?;
        }
        let path = |number: u32| {
            self.tracks.get(number as usize)?;
            Some(names::checked_text(self.path(number)))
        };
        names::check_index(self.by_path, self.len(), "track", path)
    }
}

/// The curves of one bone, read where their bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct CurveTrackView<'a> {
    curves: CurvesView<'a>,
    record: &'a TrackRecord,
}

impl<'a> CurveTrackView<'a> {
    /// The bone's path: names joined by `/`, the bone's own last.
    #[must_use]
    pub fn path(&self) -> &'a str {
        names::checked_text(self.path_bytes())
    }

    /// The bone's name: the last part of the path.
    #[must_use]
    pub fn bone(&self) -> &'a str {
        let path = self.path();
        path.rsplit_once('/').map_or(path, |(_, bone)| bone)
    }

    /// The curves, in ascending order of their components.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = CurveView<'a>> + use<'a> {
        let keys = self.curves.keys;
        self.records().iter().map(move |record| CurveView { keys, record })
    }

    /// A copy that owns its curves.
    #[must_use]
    pub fn to_owned(&self) -> CurveTrack {
        CurveTrack { path: self.path().to_owned(), curves: self.curves().map(|curve| curve.to_owned()).collect() }
    }

    fn path_bytes(&self) -> &'a [u8] {
        shares::part(self.curves.text, self.record.path_first, self.record.path_length)
    }

    fn records(&self) -> &'a [CurveRecord] {
        shares::part(self.curves.curves, self.record.curve_first, self.record.curve_count)
    }

    fn check(&self, index: usize, components: u32) -> Result<(), InvalidContent> {
        let path = names::text(self.path_bytes(), "track", index)?;
        let wrong = |problem| InvalidContent::Curve { path: path.to_owned(), problem };
        let mut next = 0;
        for record in self.records() {
            if record.component < next || record.component >= components {
                return Err(wrong(CurveProblem::Component { found: record.component }));
            }
            next = record.component + 1;
            for found in [record.pre, record.post] {
                WrapMode::from_number(found).ok_or_else(|| wrong(CurveProblem::WrapMode { found }))?;
            }
        }
        self.curves().try_for_each(|curve| check_keys(curve.keys()).map_err(wrong))
    }
}

fn check_keys(keys: &[CurveKey]) -> Result<(), CurveProblem> {
    let is_number = |key: &CurveKey| {
        key.time.is_finite() && key.value.is_finite() && !key.in_tangent.is_nan() && !key.out_tangent.is_nan()
    };
    if let Some(key) = keys.iter().position(|key| !is_number(key)) {
        return Err(CurveProblem::NotANumber { key });
    }
    match keys.windows(2).position(|pair| pair[1].time < pair[0].time) {
        Some(before) => Err(CurveProblem::TimeOrder { key: before + 1 }),
        None => Ok(()),
    }
}

/// A curve read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct CurveView<'a> {
    keys: &'a [CurveKey],
    record: &'a CurveRecord,
}

impl<'a> CurveView<'a> {
    /// What it moves.
    #[must_use]
    pub fn component(&self) -> Component {
        Component::from_number(self.record.component).unwrap_or(Component::PositionX)
    }

    /// What it does before its first key.
    #[must_use]
    pub fn pre(&self) -> WrapMode {
        WrapMode::from_number(self.record.pre).unwrap_or_default()
    }

    /// What it does after its last key.
    #[must_use]
    pub fn post(&self) -> WrapMode {
        WrapMode::from_number(self.record.post).unwrap_or_default()
    }

    /// The keys, in order of their times.
    #[must_use]
    pub fn keys(&self) -> &'a [CurveKey] {
        shares::part(self.keys, self.record.key_first, self.record.key_count)
    }

    /// A copy that owns its keys.
    #[must_use]
    pub fn to_owned(&self) -> Curve {
        Curve { component: self.component(), pre: self.pre(), post: self.post(), keys: self.keys().to_vec() }
    }
}
