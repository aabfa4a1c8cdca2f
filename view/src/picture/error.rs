//! [`PictureError`]: why there is no picture.

use std::io;

use rigmill_runtime::content::LoadError;
use rigmill_runtime::error::{JobError, PlayError};
use thiserror::Error;

use crate::tab::PoseError;

/// Why an asset has no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The asset, its skeleton or its clip cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The clip does not fit the skeleton.
    #[error(transparent)]
    Fit(#[from] PlayError),
    /// The clip cannot be sampled.
    #[error(transparent)]
    Sample(#[from] JobError),
    /// There is no such asset.
    #[error("{0}: no such asset")]
    NoAsset(String),
    /// Assets of this type have no picture.
    #[error(
        "{name} is of type {content_type}, which has no picture: models, skeletons, clips, collision meshes, textures and fonts have one"
    )]
    NoPicture {
        /// The asset's name.
        name: String,
        /// The name of its content type.
        content_type: String,
    },
    /// The clip fits no skeleton of the content, or the asset has no skeleton that could play a clip.
    #[error("{0}: no skeleton fits it")]
    NoSkeleton(String),
    /// Several clips have this name.
    #[error("{name} may be {first} or {second}: write the whole name")]
    Ambiguous {
        /// The end of their names.
        name: String,
        /// The whole name of one of them.
        first: String,
        /// The whole name of another one.
        second: String,
    },
    /// There is no film without a clip.
    #[error("{0}: an animation needs a clip")]
    NoClip(String),
    /// The picture would be empty or too large.
    #[error("a picture of {width} x {height} pixels: each side must be 1 to {limit} pixels")]
    Size {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// The longest side, in pixels.
        limit: u32,
    },
    /// A number of the shot is not finite.
    #[error("the {0} is not a finite number")]
    NotFinite(&'static str),
    /// The film would have too many frames.
    #[error("an animation of {frames} frames, at most {limit} are allowed")]
    Frames {
        /// The number of frames.
        frames: u64,
        /// The largest number of frames.
        limit: u32,
    },
    /// The frames of a film are too many or too few a second.
    #[error("{0} frames per second: must be 1 to 50")]
    Rate(f32),
    /// The triangles cover too many pixels, one behind the other.
    #[error("{0} has too much to draw")]
    TooMuch(String),
    /// The picture cannot be written.
    #[error("cannot write the picture: {0}")]
    Write(#[from] io::Error),
}

impl From<PoseError> for PictureError {
    fn from(error: PoseError) -> Self {
        match error {
            PoseError::Load(error) => error.into(),
            PoseError::Fit(error) => error.into(),
            PoseError::Job(error) => error.into(),
        }
    }
}
