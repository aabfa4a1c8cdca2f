//! [`Budget`]: how much may be made of a file.

use super::refusal::Refusal;
use crate::codes;

/// How many corners, vertices and influences, and how many samples, any file may make.
const FREE: u64 = 2_000_000;

/// How much work all polygons together may be to cut into triangles: the sum of the squares of their sizes, which is
/// what cutting takes at worst.
const MOST_CUTTING: u64 = 400_000_000;

/// How much may still be made of a file. A larger file may make more: it grants as many items as it has bytes, beside
/// what every file may make. So no small file takes much memory or time, whatever it claims or repeats.
#[derive(Debug)]
pub(crate) struct Budget {
    /// How many of each it was in the beginning.
    most: u64,
    geometry: u64,
    samples: u64,
    cutting: u64,
}

impl Budget {
    pub(crate) fn for_file(bytes: usize) -> Self {
        let most = FREE + bytes as u64;
        Self { most, geometry: most, samples: most, cutting: MOST_CUTTING }
    }

    /// Takes corners, vertices and influences of a mesh.
    pub(crate) fn take_geometry(&mut self, items: u64) -> Result<(), Refusal> {
        let Some(left) = self.geometry.checked_sub(items) else {
            let found = self.most - self.geometry + items;
            let what = "corners, vertices and influences in a file of this size";
            return Err(Refusal::limit(found, what, self.most, "split the file"));
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
            let found = (self.most - self.samples).saturating_add(samples);
            let what = "samples (clips times frames times moving nodes) in a file of this size";
            let help = "list in `clips` what is needed, with `frames`, or set a lower `sample_rate`";
            return Err(Refusal::limit(found, what, self.most, help));
        };
        self.samples = left;
        Ok(())
    }
}
