//! [`CompressedScratch`]: the buffers of sampling between its passes.

use super::group::Ends;
use super::unpack::Keys;
use crate::blocks::simd_level;

/// Buffers for sampling one pose. You can reuse them for any clip whose skeleton is not larger.
#[derive(Clone, Debug)]
pub struct CompressedScratch {
    pub(super) keys: Vec<Keys>,
    pub(super) ends: [Ends; 2],
    pub(super) records_end: [u8; 32],
    /// Rotations between the keys.
    pub(super) rotations: Vec<Between<4>>,
    /// Translations, then scales between the keys. The first may begin within a group.
    pub(super) vectors: Vec<Between<3>>,
}

/// The parts of eight tracks.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Between<const N: usize>(pub(super) [[f32; 8]; N]);

impl CompressedScratch {
    /// Buffers for skeletons of up to `bones` bones.
    #[must_use]
    pub fn new(bones: usize) -> Self {
        // Known from now on: no job reads the environment.
        let _ = simd_level();
        // Groups are read in pairs.
        let (rotations, vectors) = (bones.div_ceil(8) + 1, (2 * bones).div_ceil(8) + 2);
        Self {
            keys: vec![Keys::NONE; (3 * bones).div_ceil(8)],
            ends: [Ends::NONE; 2],
            records_end: [0; 32],
            rotations: vec![Between([[0.0; 8]; 4]); rotations],
            vectors: vec![Between([[0.0; 8]; 3]); vectors],
        }
    }
}

/// The group in which a track is, and the one after it.
#[inline(always)]
pub(super) fn two<const N: usize>(groups: &[Between<N>], track: usize) -> [&[[f32; 8]; N]; 2] {
    match groups.get(track / 8..track / 8 + 2) {
        Some([a, b]) => [&a.0, &b.0],
        _ => [&[[0.0; 8]; N]; 2],
    }
}
