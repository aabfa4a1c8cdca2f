//! Bone masks from bone names.

use rigmill_format::SkeletonView;

use crate::blocks::{WeightBlock, weight_blocks};
use crate::error::PlayError;

/// Returns a mask with weight 1 for these bones and all bones below them, and weight 0 for all other bones.
///
/// # Errors
/// The skeleton lacks one of the bones.
pub fn bone_mask<'a>(
    skeleton: &SkeletonView<'_>,
    bones: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<WeightBlock>, PlayError> {
    Ok(mask_of(&bones_below(skeleton, bones)?))
}

/// Converts flags of bones to a mask.
pub(super) fn mask_of(covered: &[bool]) -> Vec<WeightBlock> {
    weight_blocks(covered.iter().map(|covered| f32::from(u8::from(*covered))))
}

/// For each bone of the skeleton, whether it is one of these bones or below one of them.
pub(super) fn bones_below<'a>(
    skeleton: &SkeletonView<'_>,
    bones: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<bool>, PlayError> {
    let mut covered = vec![false; skeleton.len()];
    for bone in bones {
        let found = skeleton.find(bone).ok_or_else(|| PlayError::unknown_bone(bone, skeleton))?;
        covered[found] = true;
    }
    // Parents come before their children.
    for (number, bone) in skeleton.bones().enumerate() {
        covered[number] |= bone.parent().is_some_and(|parent| covered[parent]);
    }
    Ok(covered)
}
