//! [`LevelGroup`]: levels of detail, of which one is drawn at a time.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::layout::{Span, getters, numbered};

/// A group of levels of detail. One of the levels is drawn at a time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelGroup {
    /// The name.
    pub name: String,
    /// The unit of the thresholds.
    pub measure: LevelMeasure,
    /// The levels, starting with the finest; at least one.
    pub levels: Vec<DetailLevel>,
}

/// A level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DetailLevel {
    /// Where the level starts; finite and at least 0. For [`LevelMeasure::Distance`], this is the minimum distance at which it
    /// is drawn, which is at least that of the previous level. For [`LevelMeasure::Coverage`], this is the minimum share of the
    /// screen, which is at most that of the previous level. Otherwise it is 0.
    pub threshold: f32,
    /// The meshes of the model that this level draws. No mesh belongs to two levels of a model.
    pub meshes: Vec<u32>,
}

numbered! {
    /// The unit of the thresholds of levels of detail.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LevelMeasure: u32 {
        /// The source does not state when levels are drawn.
        #[default]
        Unknown = 0, "unknown";
        /// The distance between the group and the camera.
        Distance = 1, "distance";
        /// The share of the screen's height that the group covers. 1 is the whole height.
        Coverage = 2, "coverage";
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct GroupRecord {
    pub(super) name: Span,
    pub(super) measure: u32,
    pub(super) levels: Span,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LevelRecord {
    pub(super) threshold: f32,
    pub(super) meshes: Span,
}

/// A group of levels of detail, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct LevelGroupView<'a> {
    record: &'a GroupRecord,
    levels: &'a [LevelRecord],
    meshes: &'a [u32],
    text: &'a [u8],
}

/// A level of detail, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetailLevelView<'a> {
    /// Where the level starts. See [`DetailLevel::threshold`].
    pub threshold: f32,
    /// The meshes that this level draws.
    pub meshes: &'a [u32],
}

impl<'a> LevelGroupView<'a> {
    pub(super) fn new(record: &'a GroupRecord, levels: &'a [LevelRecord], meshes: &'a [u32], text: &'a [u8]) -> Self {
        Self { record, levels: record.levels.slice(levels), meshes, text }
    }

    getters! { self:
        /// The name.
        name: &'a str = self.record.name.text(self.text);
        /// The unit of the thresholds.
        measure: LevelMeasure = LevelMeasure::from_number(self.record.measure).unwrap_or_default();
        /// A copy that owns its levels.
        to_owned: LevelGroup = LevelGroup {
            name: self.name().to_owned(),
            measure: self.measure(),
            levels: self
                .levels()
                .map(|level| DetailLevel { threshold: level.threshold, meshes: level.meshes.to_vec() })
                .collect(),
        };
    }

    /// The levels, starting with the finest.
    pub fn levels(&self) -> impl ExactSizeIterator<Item = DetailLevelView<'a>> + use<'a> {
        let meshes = self.meshes;
        let level = move |record: &'a LevelRecord| DetailLevelView {
            threshold: record.threshold,
            meshes: record.meshes.slice(meshes),
        };
        self.levels.iter().map(level)
    }

    /// Returns the number of the level to draw if the group's measure is `value`: a distance in the model's units, or a share
    /// of the screen. `None` if the group is hidden, because it is nearer than its first level or smaller than its last. If the
    /// measure is unknown, returns the first level.
    #[must_use]
    pub fn level_at(&self, value: f32) -> Option<usize> {
        match self.measure() {
            LevelMeasure::Unknown => Some(0),
            LevelMeasure::Distance => self.levels.iter().rposition(|level| value >= level.threshold),
            LevelMeasure::Coverage => self.levels.iter().position(|level| value >= level.threshold),
        }
    }

    pub(super) fn check(&self) -> Result<(), &'static str> {
        if std::str::from_utf8(self.record.name.slice(self.text)).is_err() {
            return Err("its name is not UTF-8");
        }
        let Some(measure) = LevelMeasure::from_number(self.record.measure).filter(|_| !self.levels.is_empty()) else {
            return Err("the number of its measure is not 0 to 2, or it has no levels");
        };
        let is_finite = self.levels.iter().all(|level| level.threshold.is_finite() && level.threshold >= 0.0);
        let in_order = match measure {
            LevelMeasure::Unknown => self.levels.iter().all(|level| level.threshold == 0.0),
            LevelMeasure::Distance => self.levels.is_sorted_by(|a, b| a.threshold <= b.threshold),
            LevelMeasure::Coverage => self.levels.is_sorted_by(|a, b| a.threshold >= b.threshold),
        };
        if is_finite && in_order { Ok(()) } else { Err("its thresholds are out of range, or out of order") }
    }
}

/// Whether all of these meshes exist, and no mesh occurs twice.
pub(super) fn are_meshes_of_one_level(meshes: &[u32], count: usize) -> bool {
    let mut seen = BTreeSet::new();
    meshes.iter().all(|mesh| (*mesh as usize) < count && seen.insert(*mesh))
}
