//! [`PictureError`]: why a picture cannot be drawn.

use std::io;

use rigmill_runtime::content::LoadError;
use rigmill_runtime::error::{JobError, PlayError};
use thiserror::Error;

use crate::tab::PoseError;

/// Why a picture of an asset cannot be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The asset, its skeleton or its clip could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The clip does not fit the skeleton.
    #[error(transparent)]
    Fit(#[from] PlayError),
    /// The clip could not be sampled.
    #[error(transparent)]
    Sample(#[from] JobError),
    /// The asset does not exist.
    #[error("there is no asset {0}")]
    NoAsset(String),
    /// Assets of this type have no picture.
    #[error(
        "{name} is of type {content_type}, but only models, skeletons, clips, collision meshes, textures and fonts have a picture"
    )]
    NoPicture {
        /// The asset's name.
        name: String,
        /// The name of the asset's content type.
        content_type: String,
    },
    /// The clip does not fit any skeleton in the content, or the asset has no skeleton that could play a clip.
    #[error("no skeleton fits {0}")]
    NoSkeleton(String),
    /// The given name is ambiguous.
    #[error("{name} can mean {first} or {second}: write the whole name")]
    Ambiguous {
        /// The given name, which is the end of several clip names.
        name: String,
        /// The full name of one of these clips.
        first: String,
        /// The full name of another of these clips.
        second: String,
    },
    /// An animation, or a picture at a time, requires a clip.
    #[error("there is no clip to pose {0}")]
    NoClip(String),
    /// No clip has this name.
    #[error("there is no clip {0}")]
    NoSuchClip(String),
    /// The clip exists, but it does not fit the asset.
    #[error("{clip} does not fit {asset}")]
    Misfit {
        /// The name of the clip.
        clip: String,
        /// The name of the asset.
        asset: String,
    },
    /// The time is before the start or after the end of the clip.
    #[error("the clip lasts {duration} s, so it has no pose at {time} s")]
    Time {
        /// The time of the shot, in seconds.
        time: f32,
        /// The duration of the clip, in seconds.
        duration: f32,
    },
    /// The picture would be empty or too large.
    #[error("the picture would have {width} x {height} pixels, but each side must have 1 to {limit} pixels")]
    Size {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
        /// The maximum length of a side, in pixels.
        limit: u32,
    },
    /// A number in the shot is not finite.
    #[error("the {0} is not a finite number")]
    NotFinite(&'static str),
    /// The animation would have too many frames.
    #[error("the animation would have {frames} frames, but at most {limit} are allowed")]
    Frames {
        /// The number of frames.
        frames: u64,
        /// The maximum number of frames.
        limit: u32,
    },
    /// The frame rate of the animation is too high or too low.
    #[error("the rate is {0} frames per second, but must be 1 to 50")]
    Rate(f32),
    /// The triangles cover too many pixels in total.
    #[error("the triangles of {0} cover too many pixels")]
    TooMuch(String),
    /// The picture could not be written.
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
