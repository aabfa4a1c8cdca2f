//! The skeletons of raw clips.

use rigmill_format::{Bone, Skeleton};
use rigmill_processors::compression::SourceBone;

/// Creates a skeleton whose bones are named by number.
pub(crate) fn skeleton(bones: &[SourceBone]) -> Skeleton {
    let bone = |(number, it): (usize, &SourceBone)| Bone {
        name: number.to_string(),
        parent: it.parent.and_then(|parent| u32::try_from(parent).ok()),
        bind: it.bind,
    };
    Skeleton { bones: bones.iter().enumerate().map(bone).collect(), ..Skeleton::default() }
}
