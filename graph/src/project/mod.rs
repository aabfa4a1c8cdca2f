//! A project: its folder, its output folder, its manifest and the lock of its output folder.

mod folders;
mod keys;
mod located;
mod lock;
mod manifest;
mod remote_cache;
mod remote_execution;

pub use folders::{Project, STATE_FOLDER};
pub use keys::{KeyKind, MANIFEST_KEYS, ManifestKey};
pub use located::Located;
pub use lock::Mark;
pub use manifest::{MANIFEST, Manifest, Param, Rule};
pub use remote_cache::RemoteCache;
pub use remote_execution::RemoteExecution;

pub(crate) use lock::ProjectLock;
pub(crate) use manifest::manifest_error;
