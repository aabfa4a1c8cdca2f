//! A tab of the browser: what it asks, and the poses that it gets.

mod clips;
mod poser;
mod session;

pub(crate) use clips::{is_clip, skeleton_of};
pub(crate) use poser::{PoseError, Poser};
pub(crate) use session::Session;
