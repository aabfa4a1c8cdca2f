//! Rigmill's content as Bevy assets.

mod actions;
mod changes;
mod clip;
mod content;
mod error;
mod path;
mod texture;

pub use actions::RigActions;
pub use clip::{RigClip, RigClipSettings};
pub use content::{
    RigBreath, RigCollision, RigCompressedClip, RigContent, RigData, RigMotion, RigSkeleton, RigSpringBones,
};
pub use error::RigLoadError;
pub use texture::RigImageSettings;

pub(crate) use actions::{ACTIONS, ActionsLoader};
pub(crate) use changes::{loaded, modified};
pub(crate) use clip::{AnimationClipLoader, ClipLoader};
pub(crate) use content::ContentLoader;
pub(crate) use content::{decoded, read};
pub(crate) use path::{ContentRoot, EXTENSIONS};
pub(crate) use texture::ImageLoader;
