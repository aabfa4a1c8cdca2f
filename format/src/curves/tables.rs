//! The sections of curves to be, as arrays.

use super::{CurveKey, CurveRecord, CurveTrack, CurvesView, TrackRecord};
use crate::container::{ContainerWriter, SectionKind};
use crate::{EncodeError, names, shares};

const TRCK: SectionKind = SectionKind::of::<TrackRecord>(b"TRCK");
const BYNM: SectionKind = SectionKind::of::<u32>(b"BYNM");
const CURV: SectionKind = SectionKind::of::<CurveRecord>(b"CURV");
const KEYS: SectionKind = SectionKind::of::<CurveKey>(b"KEYS");
const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");

/// The tables of curves.
pub(crate) struct Tables {
    tracks: Vec<TrackRecord>,
    by_path: Vec<u32>,
    curves: Vec<CurveRecord>,
    keys: Vec<CurveKey>,
    text: Vec<u8>,
}

impl Tables {
    /// The sections, in file order.
    pub(crate) const SECTIONS: [SectionKind; 5] = [TRCK, BYNM, CURV, KEYS, TEXT];

    /// What a view of them needs.
    pub(crate) const ALIGNMENT: usize = align_of::<CurveRecord>();

    pub(crate) fn of(tracks: &[CurveTrack]) -> Result<Self, EncodeError> {
        let count = shares::count(tracks.len(), "tracks")?;
        let path = |number: u32| tracks.get(number as usize).map_or(&[][..], |track| track.path.as_bytes());
        let mut tables = Self {
            tracks: Vec::with_capacity(tracks.len()),
            by_path: names::index_by_name(count, path),
            curves: Vec::new(),
            keys: Vec::new(),
            text: Vec::new(),
        };
        tracks.iter().try_for_each(|track| tables.push(track))?;
        Ok(tables)
    }

    fn push(&mut self, track: &CurveTrack) -> Result<(), EncodeError> {
        let (path_first, path_length) = shares::append(&mut self.text, track.path.as_bytes(), "path bytes")?;
        let curve_first = shares::count(self.curves.len(), "curves")?;
        for curve in &track.curves {
            let (key_first, key_count) = shares::append(&mut self.keys, &curve.keys, "keys")?;
            self.curves.push(CurveRecord {
                component: curve.component.number(),
                pre: curve.pre.number(),
                post: curve.post.number(),
                key_first,
                key_count,
            });
        }
        let curve_count = shares::count(self.curves.len(), "curves")? - curve_first;
        self.tracks.push(TrackRecord { path_first, path_length, curve_first, curve_count });
        Ok(())
    }

    pub(crate) fn view(&self) -> CurvesView<'_> {
        CurvesView {
            tracks: &self.tracks,
            by_path: &self.by_path,
            curves: &self.curves,
            keys: &self.keys,
            text: &self.text,
        }
    }

    pub(crate) fn write(&self, writer: &mut ContainerWriter) {
        writer.section(TRCK, &self.tracks);
        writer.section(BYNM, &self.by_path);
        writer.section(CURV, &self.curves);
        writer.section(KEYS, &self.keys);
        writer.section(TEXT, &self.text);
    }
}
