//! The sections of curves during encoding.

use super::{CurveKey, CurveRecord, CurveTrack, TrackRecord};
use crate::EncodeError;
use crate::layout::{Span, append, append_text, count, names};

/// The sections that curve clips and sampled clips share.
#[derive(Default)]
pub(crate) struct CurveTables {
    pub(crate) tracks: Vec<TrackRecord>,
    pub(crate) by_path: Vec<u32>,
    pub(crate) curves: Vec<CurveRecord>,
    pub(crate) keys: Vec<CurveKey>,
    pub(crate) text: Vec<u8>,
}

impl CurveTables {
    pub(crate) fn new(tracks: &[CurveTrack]) -> Result<Self, EncodeError> {
        let by_path = names::index_by_name(tracks.iter().map(|track| &track.path), "tracks")?;
        let mut tables = Self { by_path, ..Self::default() };
        for track in tracks {
            let path = append_text(&mut tables.text, &track.path)?;
            let first = count(tables.curves.len(), "curves")?;
            for curve in &track.curves {
                let keys = append(&mut tables.keys, &curve.keys, "keys")?;
                let (pre, post) = (curve.pre.number(), curve.post.number());
                tables.curves.push(CurveRecord { component: curve.component.number(), pre, post, keys });
            }
            let curves = Span { first, count: count(tables.curves.len(), "curves")? - first };
            tables.tracks.push(TrackRecord { path, curves });
        }
        Ok(tables)
    }
}
