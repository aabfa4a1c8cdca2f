//! [`Budget`]: how much may be made of a file.

use super::params::FbxParams;
use super::refusal::Refusal;
use crate::clip_choice::most_samples;
use crate::codes;

/// How many corners, vertices and influences any file may make.
const FREE: u64 = 2_000_000;

/// How much work all polygons together may be to cut into triangles: the sum of the squares of their sizes, which is
/// what cutting takes at worst.
const MOST_CUTTING: u64 = 400_000_000;

/// How much may still be made of a file. A larger file may make more, beside what every file may make: an item of geometry for
/// each byte, and samples likewise. So no small file takes much memory or time, whatever it claims or repeats.
#[derive(Debug)]
pub(crate) struct Budget {
    /// How much geometry it was in the beginning, and how many samples.
    most_geometry: u64,
    most_samples: u64,
    geometry: u64,
    samples: u64,
    cutting: u64,
}

impl Budget {
    pub(crate) fn for_file(bytes: usize, params: &FbxParams) -> Self {
        let geometry = FREE + bytes as u64;
        let samples = most_samples(bytes as u64, params.max_samples);
        Self { most_geometry: geometry, most_samples: samples, geometry, samples, cutting: MOST_CUTTING }
    }

    /// Takes corners, vertices and influences of a mesh.
    pub(crate) fn take_geometry(&mut self, items: u64) -> Result<(), Refusal> {
        let Some(left) = self.geometry.checked_sub(items) else {
            let found = self.most_geometry - self.geometry + items;
            let what = "corners, vertices and influences in a file of this size";
            return Err(Refusal::limit(found, what, self.most_geometry, "split the file"));
        };
        self.geometry = left;
        Ok(())
    }

    /// Takes the polygons of a mesh, by their sizes.
    pub(crate) fn take_polygons(&mut self, sizes: impl Iterator<Item = u32>) -> Result<(), Refusal> {
        // Small ones are bounded by the number of corners.
        for size in sizes.filter(|&size| size > 64) {
            let work = u64::from(size) * u64::from(size);
            let Some(left) = self.cutting.checked_sub(work) else {
                let fact =
                    format!("its largest polygons, one of {size} corners, are too much work to cut into triangles");
                return Err(Refusal::new(
                    codes::FBX_LIMIT,
                    fact,
                    "cut polygons of thousands of corners before exporting",
                ));
            };
            self.cutting = left;
        }
        Ok(())
    }

    /// How many samples may still be taken.
    pub(crate) fn samples_left(&self) -> u64 {
        self.samples
    }

    /// Takes samples: transforms of a node at a time, once for each animation layer.
    pub(crate) fn take_samples(&mut self, samples: u64) -> Result<(), Refusal> {
        let Some(left) = self.samples.checked_sub(samples) else {
            let found = (self.most_samples - self.samples).saturating_add(samples);
            let what = "samples (clips times frames times moving nodes) in a file of this size";
            let help =
                "list in `clips` what is needed, with `frames`, set a lower `sample_rate`, or raise `max_samples`";
            return Err(Refusal::limit(found, what, self.most_samples, help));
        };
        self.samples = left;
        Ok(())
    }
}
