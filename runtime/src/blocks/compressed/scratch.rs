//! [`CompressedScratch`]: the buffers between the passes of sampling.
#![allow(unsafe_code, reason = "two neighbouring groups are read as one array")]

use super::group::Ends;
use super::unpack::Keys;
use crate::blocks::simd_level;

/// Buffers for sampling one pose. They can be reused for any clip whose skeleton has at most the same number of bones.
#[derive(Clone, Debug)]
pub struct CompressedScratch {
    pub(super) keys: Vec<Keys>,
    pub(super) ends: [Ends; 2],
    pub(super) records_end: [u8; 32],
    /// Interpolated rotations.
    pub(super) rotations: Vec<Between<4>>,
    /// Interpolated translations, then scales. The first scale may be in the middle of a group.
    pub(super) vectors: Vec<Between<3>>,
}

/// The components of eight tracks.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Between<const N: usize>(pub(super) [[f32; 8]; N]);

impl CompressedScratch {
    /// Creates buffers for skeletons of up to `bones` bones.
    #[must_use]
    pub fn new(bones: usize) -> Self {
        // Initializes the level here, so that no job reads the environment.
        let _ = simd_level();
        // Groups are read in pairs, so there is one more group.
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

/// The group that contains a track, and the group after it.
#[inline(always)]
pub(super) fn two<const N: usize>(groups: &[Between<N>], track: usize) -> &[[[f32; 8]; N]; 2] {
    const { assert!(size_of::<Between<N>>() == size_of::<[[f32; 8]; N]>()) };
    match groups.get(track / 8..track / 8 + 2) {
        // SAFETY: there are two groups, one after another, and each consists of nothing but its numbers.
        Some(two) => unsafe { &*two.as_ptr().cast() },
        None => &[[[0.0; 8]; N]; 2],
    }
}
