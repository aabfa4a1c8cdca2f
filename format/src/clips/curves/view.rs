//! Curves read from the bytes of their file.

use super::{Component, Curve, CurveKey, CurveRecord, CurveTrack, TrackRecord, WrapMode};
use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::{check_spans, getters, names};

/// The curves of bones, read from the bytes of their file.
#[derive(Clone, Copy, Debug)]
pub struct CurvesView<'a> {
    pub(crate) tracks: &'a [TrackRecord],
    pub(crate) by_path: &'a [u32],
    pub(crate) curves: &'a [CurveRecord],
    pub(crate) keys: &'a [CurveKey],
    pub(crate) text: &'a [u8],
}

impl<'a> CurvesView<'a> {
    getters! { self:
        /// The number of tracks.
        len: usize = self.tracks.len();
        /// Whether there are no tracks.
        is_empty: bool = self.tracks.is_empty();
        /// The number of keys of all curves.
        key_count: usize = self.keys.len();
        /// The time of the last key of all curves, in seconds; 0 if there are no keys, or all are before 0.
        end: f32 = self.keys.iter().fold(0.0, |end, key| end.max(key.time));
        /// A copy that owns its tracks.
        to_owned: Vec<CurveTrack> = self.tracks().map(|track| track.to_owned()).collect();
    }

    /// Track number `index`.
    #[inline]
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
        names::find(path, self.by_path, self.tracks, |track| track.path.slice(self.text))
    }

    /// Checks all rules of curves. Only components below `components` are allowed.
    pub(crate) fn check(&self, components: u32) -> Result<(), InvalidContent> {
        check_spans("TEXT", self.text.len(), self.tracks.iter().map(|track| track.path))?;
        check_spans("CURV", self.curves.len(), self.tracks.iter().map(|track| track.curves))?;
        check_spans("KEYS", self.keys.len(), self.curves.iter().map(|curve| curve.keys))?;
        for (index, track) in self.tracks().enumerate() {
            track.check(index, components)?;
        }
        names::check_index("track", self.by_path, self.tracks, |track| track.path.slice(self.text))
    }
}

/// The curves of one bone, read from the bytes of their file.
#[derive(Clone, Copy, Debug)]
pub struct CurveTrackView<'a> {
    curves: CurvesView<'a>,
    record: &'a TrackRecord,
}

impl<'a> CurveTrackView<'a> {
    getters! { self:
        /// The bone's path: bone names separated by `/`, ending with the bone's own name.
        path: &'a str = self.record.path.text(self.curves.text);
        /// The bone's name, which is the last part of the path.
        bone: &'a str = self.path().rsplit_once('/').map_or(self.path(), |(_, bone)| bone);
        /// A copy that owns its curves.
        to_owned: CurveTrack = CurveTrack {
            path: self.path().to_owned(),
            curves: self.curves().map(|curve| curve.to_owned()).collect(),
        };
    }

    /// The curves, in ascending order of their components.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = CurveView<'a>> + use<'a> {
        let keys = self.curves.keys;
        self.records().iter().map(move |record| CurveView { keys, record })
    }

    fn records(&self) -> &'a [CurveRecord] {
        self.record.curves.slice(self.curves.curves)
    }

    fn check(&self, index: usize, components: u32) -> Result<(), InvalidContent> {
        let path = names::text(self.record.path.slice(self.curves.text), "track", index)?;
        self.check_curves(components).map_err(|error| error.within(format_args!("bone {path:?}")))
    }

    fn check_curves(&self, components: u32) -> Result<(), InvalidContent> {
        let mut next = 0;
        for record in self.records() {
            let component = record.component;
            ensure!((next..components).contains(&component), "component number {component} is unknown or out of order");
            next = component + 1;
            for found in [record.pre, record.post] {
                ensure!(
                    WrapMode::from_number(found).is_some(),
                    "wrap mode number {found} is unknown, expected 0, 1, 2, 4, 8, 16 or 32"
                );
            }
        }
        self.curves().try_for_each(|curve| check_keys(curve.keys()))
    }
}

fn check_keys(keys: &[CurveKey]) -> Result<(), InvalidContent> {
    let is_number = |key: &CurveKey| {
        key.time.is_finite() && key.value.is_finite() && !key.in_tangent.is_nan() && !key.out_tangent.is_nan()
    };
    if let Some(key) = keys.iter().position(|key| !is_number(key)) {
        return Err(invalid!("key {key} of a curve is not a number"));
    }
    match keys.windows(2).position(|pair| pair[1].time < pair[0].time) {
        Some(before) => Err(invalid!("key {} of a curve is earlier than the previous key", before + 1)),
        None => Ok(()),
    }
}

/// A curve read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct CurveView<'a> {
    keys: &'a [CurveKey],
    record: &'a CurveRecord,
}

impl<'a> CurveView<'a> {
    getters! { self:
        /// The component that the curve moves.
        component: Component = Component::from_number(self.record.component).unwrap_or(Component::PositionX);
        /// How the curve continues before its first key.
        pre: WrapMode = WrapMode::from_number(self.record.pre).unwrap_or_default();
        /// How the curve continues after its last key.
        post: WrapMode = WrapMode::from_number(self.record.post).unwrap_or_default();
        /// The keys in ascending order of time.
        keys: &'a [CurveKey] = self.record.keys.slice(self.keys);
        /// A copy that owns its keys.
        to_owned: Curve = Curve {
            component: self.component(),
            pre: self.pre(),
            post: self.post(),
            keys: self.keys().to_vec(),
        };
    }
}
