//! [`CrowdError`]: an error that prevents creating a crowd.

use thiserror::Error;

use crate::characters::engine::layer::CrowdLayer;
use crate::clips::Clip;
use crate::error::PlayError;

/// An error that prevents creating a crowd.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// A clip does not fit the skeleton.
    #[error("clip {clip}: {source}")]
    Clip {
        /// The clip's number.
        clip: usize,
        /// The cause.
        source: PlayError,
    },
    /// The mask of a layer is not as long as the skeleton.
    #[error("the mask of layer {layer} has {found} blocks of eight bones, but the skeleton has {expected}")]
    Mask {
        /// The layer's number.
        layer: usize,
        /// The number of blocks of the mask.
        found: usize,
        /// The number of blocks of the skeleton.
        expected: usize,
    },
    /// A weight is not in the range 0 to 1.
    #[error("the mask of layer {layer} has a weight outside the range 0 to 1")]
    Weight {
        /// The layer's number.
        layer: usize,
    },
}

impl CrowdError {
    /// Checks that clips and layers fit a skeleton with this number of bones.
    pub(super) fn check(bones: usize, clips: &[Clip], layers: &[CrowdLayer]) -> Result<(), Self> {
        for (clip, it) in clips.iter().enumerate() {
            it.check(bones).map_err(|source| Self::Clip { clip, source })?;
        }
        for (layer, CrowdLayer { mask, .. }) in layers.iter().enumerate() {
            let (found, expected) = (mask.len(), bones.div_ceil(8));
            if found != expected {
                return Err(Self::Mask { layer, found, expected });
            }
            if !mask.iter().flat_map(|block| block.0).all(|weight| (0.0..=1.0).contains(&weight)) {
                return Err(Self::Weight { layer });
            }
        }
        Ok(())
    }
}
