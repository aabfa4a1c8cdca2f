//! Finds the tracks that the wanted blocks need.

use rigmill_format::CompressedClipView;

use super::group::Heads;
use super::unpack::Keys;

/// Marks the groups of eight tracks that are needed. `wanted` has one flag per block of eight bones; blocks beyond its end are
/// wanted.
#[inline(always)]
pub(super) fn mark_needed(clip: &CompressedClipView<'_>, wanted: &[bool], groups: &mut [Keys]) {
    let groups = groups.get_mut(..clip.tracks().div_ceil(8)).unwrap_or_default();
    let all = wanted.iter().take(clip.bones().div_ceil(8)).all(|wanted| *wanted);
    for group in &mut *groups {
        group.needed = all;
    }
    if !all {
        mark_some(clip, wanted, groups);
    }
}

fn mark_some(clip: &CompressedClipView<'_>, wanted: &[bool], groups: &mut [Keys]) {
    let [rotations, translations, _] = clip.tracks_by_channel();
    let mut next = [0, rotations, rotations + translations];
    for (block, masks) in clip.blocks().enumerate() {
        for (mask, next) in masks.animated.iter().zip(&mut next) {
            let end = *next + mask.count_ones() as usize;
            if wanted.get(block) != Some(&false) && *mask != 0 {
                for group in groups.get_mut(*next / 8..end.div_ceil(8)).unwrap_or_default() {
                    group.needed = true;
                }
            }
            *next = end;
        }
    }
}

/// The number of bits that the keys of eight tracks take: the sum of twenty-four 4-bit codes, where 15 means 19.
#[inline(always)]
pub(super) fn bits_of_group(heads: &Heads<'_>) -> u32 {
    let mut bits = 0;
    for four_tracks in heads.widths.as_chunks().0 {
        // The highest four bits of each track are not a width.
        let codes = u64::from_le_bytes(*four_tracks) & 0x0FFF_0FFF_0FFF_0FFF;
        let fifteens = codes & codes >> 1 & codes >> 2 & codes >> 3 & 0x0111_0111_0111_0111;
        let pairs = (codes & 0x0F0F_0F0F_0F0F_0F0F) + (codes >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        // The highest byte of the product is the sum of all bytes, at most 180.
        let sum = pairs.wrapping_mul(0x0101_0101_0101_0101).to_le_bytes()[7];
        bits += u32::from(sum) + 4 * fifteens.count_ones();
    }
    bits
}
