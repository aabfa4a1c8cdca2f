//! [`AssetRow`]: an asset of a base.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use crate::records::{AssetRecord, RecipeId};

/// The position of an asset's record, and the data that a build needs before it reads the record.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AssetRow {
    pub(super) offset: u64,
    pub(super) length: u32,
    flags: u32,
    recipe: u32,
    first_dependency: u32,
    dependency_count: u32,
    reserved: u32,
}

impl AssetRow {
    const MUST_REPORT: u32 = 1;
    const ALWAYS_CHECK: u32 = 2;

    /// Creates the row of an asset without dependencies. Its record, if there is one, is in the overlay.
    pub(super) fn new(record: &AssetRecord) -> Self {
        let mut row = Self { recipe: record.recipe.0, ..Self::zeroed() };
        row.flags |= if record.must_report() { Self::MUST_REPORT } else { 0 };
        row.flags |= if record.must_retry() { Self::ALWAYS_CHECK } else { 0 };
        row
    }

    pub(super) fn set_record(&mut self, offset: u64, length: usize) {
        self.offset = offset;
        self.length = u32::try_from(length).unwrap_or(u32::MAX);
    }

    /// Like [`AssetRecord::must_report`].
    pub(crate) fn must_report(&self) -> bool {
        self.flags & Self::MUST_REPORT != 0
    }

    /// Whether every build must check the asset and the assets that depend on it.
    pub(crate) fn always_check(&self) -> bool {
        self.flags & Self::ALWAYS_CHECK != 0
    }

    pub(super) fn set_always_check(&mut self) {
        self.flags |= Self::ALWAYS_CHECK;
    }

    /// Returns the recipe of the last build.
    pub(crate) fn recipe(&self) -> RecipeId {
        RecipeId(self.recipe)
    }

    /// Returns the indices of the asset's dependencies in the list of all dependencies.
    pub(super) fn dependencies(&self) -> Range<usize> {
        let first = self.first_dependency as usize;
        first..first.saturating_add(self.dependency_count as usize)
    }

    pub(super) fn set_dependencies(&mut self, dependencies: Range<usize>) {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        self.first_dependency = number(dependencies.start);
        self.dependency_count = number(dependencies.len());
    }
}
