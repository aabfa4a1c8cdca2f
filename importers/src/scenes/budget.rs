//! [`Budget`]: limits the amount of data that is made from a file.

use rigmill_pipeline::Code;

use super::clip_choice::{SampleCount, most_samples};
use crate::report::{Problem, Result};

/// The amount of geometry (corners, vertices and influences) that any file may create.
const FREE: u64 = 2_000_000;

/// The maximum work for cutting all polygons into triangles: the sum of the squares of their sizes, which is the time in the
/// worst case.
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
const MAX_CUTTING: u64 = 400_000_000;

/// Creates the problem that a file has too much data for its size.
fn too_many(code: Code, found: u64, what: &str, most: u64, help: &str) -> Problem {
    let fact = format!("the file contains {found} {what}, but only {most} are allowed in a file of this size");
    Problem::new(code, fact, help)
}

/// The amount of data that may still be made from a file. In addition to what every file may create, a file may create one item
/// of geometry for each of its bytes, and samples in the same way. Therefore, a small file cannot use much memory or time,
/// whatever counts it declares or repeats.
#[derive(Debug)]
pub(crate) struct Budget {
    code: Code,
    geometry: Allowance,
    samples: Allowance,
    #[cfg(any(feature = "fbx", feature = "fbx-dom"))]
    cutting: u64,
}

impl Budget {
    /// Creates the budget for a file of this size, including the files that it names. `code` is the code of the problem if the
    /// budget is exceeded.
    pub(crate) fn for_file(bytes: u64, max_samples: Option<SampleCount>, code: Code) -> Self {
        Self {
            code,
            geometry: Allowance::new(FREE.saturating_add(bytes)),
            samples: Allowance::new(most_samples(bytes, max_samples)),
            #[cfg(any(feature = "fbx", feature = "fbx-dom"))]
            cutting: MAX_CUTTING,
        }
    }

    /// Takes corners, vertices and influences of a mesh.
    pub(crate) fn take_geometry(&mut self, items: u64) -> Result<()> {
        let what = "vertices, polygon corners and bone weights";
        self.geometry.take(items, |found, most| too_many(self.code, found, what, most, "split the file"))
    }

    /// Takes keys or samples. A sample is the transform of a node at a time, counted once for each animation layer.
    pub(crate) fn take_samples(&mut self, samples: u64) -> Result<()> {
        let what = "keys and samples";
        let help =
            "list only the clips and frames that you need in `clips`, lower `sample_rate`, or raise `max_samples`";
        self.samples.take(samples, |found, most| too_many(self.code, found, what, most, help))
    }

    /// Returns the number of samples that may still be taken.
    #[cfg(any(feature = "fbx", feature = "fbx-dom"))]
    pub(crate) fn samples_left(&self) -> u64 {
        self.samples.left
    }

    /// Takes the polygons of a mesh, given by their sizes.
    #[cfg(any(feature = "fbx", feature = "fbx-dom"))]
    pub(crate) fn take_polygons(&mut self, sizes: impl Iterator<Item = u32>) -> Result<()> {
        for size in sizes {
            if !self.can_cut(size) {
                let fact = format!(
                    "a mesh's polygons have too many corners to be cut into triangles (one polygon has {size} corners)"
                );
                return Err(Problem::new(
                    self.code,
                    fact,
                    "cut polygons with thousands of corners into smaller polygons before you export",
                ));
            }
        }
        Ok(())
    }

    /// Takes a polygon, unless cutting it is too much work.
    #[cfg(any(feature = "fbx", feature = "fbx-dom"))]
    pub(crate) fn can_cut(&mut self, size: u32) -> bool {
        // Small polygons are limited by the number of corners.
        if size <= 64 {
            return true;
        }
        let left = self.cutting.checked_sub(u64::from(size) * u64::from(size));
        self.cutting = left.unwrap_or(self.cutting);
        left.is_some()
    }
}

/// The remaining number of items.
#[derive(Debug)]
struct Allowance {
    most: u64,
    left: u64,
}

impl Allowance {
    const fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    fn take(&mut self, items: u64, problem: impl FnOnce(u64, u64) -> Problem) -> Result<()> {
        let found = (self.most - self.left).saturating_add(items);
        self.left = self.left.checked_sub(items).ok_or_else(|| problem(found, self.most))?;
        Ok(())
    }
}
