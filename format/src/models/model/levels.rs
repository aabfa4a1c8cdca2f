//! [`LevelGroup`]: levels of detail, one of which is drawn at a time.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::layout::{Span, getters, numbered};

/// Levels of detail: groups of meshes, one of which is drawn at a time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelGroup {
    /// Its name.
    pub name: String,
    /// The unit of its thresholds.
    pub measure: LevelMeasure,
    /// At least one; the finest first.
    pub levels: Vec<DetailLevel>,
}

/// A level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DetailLevel {
    /// Where it begins, finite and at least 0: by [`LevelMeasure::Distance`] the least distance at which it is drawn, not below that of the
    /// level before; by [`LevelMeasure::Coverage`] the least share of the screen, not above that of the level before; else 0.
    pub threshold: f32,
    /// The meshes of the model that it draws. No mesh is in two levels of a model.
    pub meshes: Vec<u32>,
}

numbered! {
    /// The unit of the thresholds of levels of detail.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LevelMeasure: u32 {
        /// The source does not say when a level is drawn.
        #[default]
        Unknown = 0, "unknown";
        /// The distance between the group and the camera.
        Distance = 1, "distance";
        /// The share of the screen's height that the group covers, 1 for all of it.
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
    /// Where it begins: see [`DetailLevel::threshold`].
    pub threshold: f32,
    /// The meshes that it draws.
    pub meshes: &'a [u32],
}

impl<'a> LevelGroupView<'a> {
    pub(super) fn new(record: &'a GroupRecord, levels: &'a [LevelRecord], meshes: &'a [u32], text: &'a [u8]) -> Self {
        Self { record, levels: record.levels.of(levels), meshes, text }
    }

    getters! { self:
        /// Its name.
        name: &'a str = self.record.name.text(self.text);
        /// The unit of its thresholds.
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

    /// The levels, the finest first.
    pub fn levels(&self) -> impl ExactSizeIterator<Item = DetailLevelView<'a>> + use<'a> {
        let meshes = self.meshes;
        let level = move |record: &'a LevelRecord| DetailLevelView {
            threshold: record.threshold,
            meshes: record.meshes.of(meshes),
        };
        self.levels.iter().map(level)
    }

    /// The level to draw where the group's measure is `value`: a distance, in the model's unit, or a share of the screen. None where the
    /// group is to be hidden: nearer than its first level, or smaller than its last. The first level if the measure is unknown.
    #[must_use]
    pub fn level_at(&self, value: f32) -> Option<usize> {
        match self.measure() {
            LevelMeasure::Unknown => Some(0),
            LevelMeasure::Distance => self.levels.iter().rposition(|level| value >= level.threshold),
            LevelMeasure::Coverage => self.levels.iter().position(|level| value >= level.threshold),
        }
    }

    pub(super) fn check(&self) -> Result<(), &'static str> {
        if std::str::from_utf8(self.record.name.of(self.text)).is_err() {
            return Err("its name is not UTF-8");
        }
        let Some(measure) = LevelMeasure::from_number(self.record.measure).filter(|_| !self.levels.is_empty()) else {
            return Err("its measure is unknown, or it has no levels");
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

/// Whether all of these meshes exist, and none is there twice.
pub(super) fn are_meshes_of_one_level(meshes: &[u32], count: usize) -> bool {
    let mut seen = BTreeSet::new();
    meshes.iter().all(|mesh| (*mesh as usize) < count && seen.insert(*mesh))
}
