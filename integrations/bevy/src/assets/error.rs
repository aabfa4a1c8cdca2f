//! [`RigLoadError`].

use std::io;

use bevy_asset::ReadAssetBytesError;
use rigmill_runtime::content::{ContentType, DecodeError};
use thiserror::Error;

/// An error that prevents loading an asset.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RigLoadError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Read(#[from] io::Error),
    /// A companion of the file cannot be read.
    #[error("cannot read a file that belongs to this asset: {0}")]
    Companion(Box<ReadAssetBytesError>),
    /// The file is damaged, or is not the requested content.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The file has a different content type.
    #[error("the file contains {found}, expected {expected}")]
    Type {
        /// The content type of the file.
        found: ContentType,
        /// The requested type.
        expected: &'static str,
    },
    /// The action set names no skeleton.
    #[error("the action set has no skeleton; add `skeleton = \"...\"` to the source of the action set")]
    NoSkeleton,
    /// An animation clip was loaded without naming its skeleton in the settings.
    #[error(
        "the settings have no skeleton; load the clip with `load_with_settings`, and set `RigClipSettings::skeleton`"
    )]
    NoSkeletonInSettings,
    /// The clip does not fit the skeleton.
    #[error("the clip does not fit the skeleton {skeleton}: {source}")]
    Misfit {
        /// The skeleton's asset name.
        skeleton: String,
        /// The cause.
        source: rigmill_runtime::error::PlayError,
    },
}
