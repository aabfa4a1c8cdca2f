//! The bones that a clip of whole poses leaves at rest: the section `REST` of uniform and compressed clips.

use crate::InvalidContent;
use crate::error::ensure;

/// An element of the section, a little-endian u16.
pub(crate) type RestingBone = [u8; 2];

pub(crate) fn to_section(bones: &[u16]) -> Vec<RestingBone> {
    bones.iter().map(|bone| bone.to_le_bytes()).collect()
}

pub(crate) fn from_section(section: &[RestingBone]) -> impl ExactSizeIterator<Item = u16> + use<'_> {
    section.iter().map(|bone| u16::from_le_bytes(*bone))
}

/// Checks that the bones are in ascending order and exist, and that none of them has keys.
pub(crate) fn check(
    section: &[RestingBone],
    bones: usize,
    has_keys: impl Fn(usize) -> bool,
) -> Result<(), InvalidContent> {
    let mut next = 0;
    for bone in from_section(section).map(usize::from) {
        let is_resting = bone >= next && bone < bones && !has_keys(bone);
        ensure!(is_resting, "resting bone {bone} is out of order, does not exist, or has keys");
        next = bone + 1;
    }
    Ok(())
}
