//! A project: its folder, its output folder, its manifest and the lock of its output folder.

mod folders;
mod globs;
mod lock;
mod manifest;

pub use folders::{Project, STATE_FOLDER};
pub use lock::Mark;
pub use manifest::{Located, MANIFEST, Manifest, Param, Rule};

pub(crate) use globs::{Globs, builder};
pub(crate) use lock::ProjectLock;
pub(crate) use manifest::manifest_error;
