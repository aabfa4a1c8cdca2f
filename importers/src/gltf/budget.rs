//! [`Budget`]: how much may be made of a file.

use super::refusal::Refusal;

/// How many numbers and vectors of geometry, and how many keys and samples, any file may make.
const FREE: u64 = 2_000_000;

/// How much may still be made of a file. A larger file may make more: it grants as many items as it has bytes, beside
/// what every file may make. Accessors need no bytes (they may be zeros, or share them), so that their counts alone say
/// nothing about what they cost.
#[derive(Debug)]
pub(super) struct Budget {
    /// How many of each it was in the beginning.
    most: u64,
    geometry: u64,
    samples: u64,
}

impl Budget {
    /// For a file that has so many bytes, with all that it names.
    pub(super) fn for_file(bytes: u64) -> Self {
        let most = FREE.saturating_add(bytes);
        Self { most, geometry: most, samples: most }
    }

    /// Takes elements of accessors for meshes and skins, or corners of faces.
    pub(super) fn take_geometry(&mut self, items: u64) -> Result<(), Refusal> {
        let help = "split the file";
        take(&mut self.geometry, items, self.most, "vertices, corners and influences in a file of this size", help)
    }

    /// Takes keys of animations, or samples of nodes at frames.
    pub(super) fn take_samples(&mut self, items: u64) -> Result<(), Refusal> {
        let help = "list in `clips` what is needed, with `frames`, or set a lower `sample_rate`";
        take(&mut self.samples, items, self.most, "keys and samples in a file of this size", help)
    }
}

fn take(left: &mut u64, items: u64, most: u64, what: &str, help: &str) -> Result<(), Refusal> {
    match left.checked_sub(items) {
        Some(rest) => {
            *left = rest;
            Ok(())
        }
        None => Err(Refusal::limit((most - *left).saturating_add(items), what, most, help)),
    }
}
