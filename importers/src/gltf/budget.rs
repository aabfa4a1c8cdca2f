//! [`Budget`]: how much may be made of a file.

use super::params::GltfParams;
use super::refusal::Refusal;
use crate::clip_choice::most_samples;

/// How many numbers and vectors of geometry any file may make.
const FREE: u64 = 2_000_000;

/// How much may still be made of a file. A larger file may make more, beside what every file may make: an item of geometry for
/// each byte, and samples likewise. Accessors need no bytes (they may be zeros, or share them), so that their counts alone say
/// nothing about what they cost.
#[derive(Debug)]
pub(super) struct Budget {
    geometry: Part,
    samples: Part,
}

impl Budget {
    /// For a file that has so many bytes, with all that it names.
    pub(super) fn for_file(bytes: u64, params: &GltfParams) -> Self {
        let (geometry, samples) = (FREE.saturating_add(bytes), most_samples(bytes, params.max_samples));
        Self { geometry: Part::of(geometry), samples: Part::of(samples) }
    }

    /// Takes elements of accessors for meshes and skins, or corners of faces.
    pub(super) fn take_geometry(&mut self, items: u64) -> Result<(), Refusal> {
        let help = "split the file";
        self.geometry.take(items, "vertices, corners and influences in a file of this size", help)
    }

    /// Takes keys of animations, or samples of nodes at frames.
    pub(super) fn take_samples(&mut self, items: u64) -> Result<(), Refusal> {
        let help = "list in `clips` what is needed, with `frames`, set a lower `sample_rate`, or raise `max_samples`";
        self.samples.take(items, "keys and samples in a file of this size", help)
    }
}

/// What is left of so many items.
#[derive(Debug)]
struct Part {
    most: u64,
    left: u64,
}

impl Part {
    const fn of(most: u64) -> Self {
        Self { most, left: most }
    }

    fn take(&mut self, items: u64, what: &str, help: &str) -> Result<(), Refusal> {
        let Some(left) = self.left.checked_sub(items) else {
            let found = (self.most - self.left).saturating_add(items);
            return Err(Refusal::limit(found, what, self.most, help));
        };
        self.left = left;
        Ok(())
    }
}
