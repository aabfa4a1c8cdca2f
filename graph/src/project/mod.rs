//! A project: its folder, its manifest, its output folder, and the lock of the output folder.

mod folders;
mod key_help;
mod keys;
mod located;
mod lock;
mod manifest;
mod manifest_error;
mod manifest_reader;
mod param;
mod remote_cache;
mod remote_execution;
mod rule;
mod rules;

pub use folders::{Project, STATE_FOLDER};
pub use keys::{KeyKind, MANIFEST_KEYS, ManifestKey};
pub use located::Located;
pub use lock::Mark;
pub use manifest::Manifest;
pub use manifest_error::{MANIFEST, in_manifest};
pub use param::Param;
pub use remote_cache::RemoteCache;
pub use remote_execution::RemoteExecution;
pub use rule::Rule;
pub use rules::Rules;

pub(crate) use keys::{OUT_OF_PARAMS, is_key_of_rule};
pub(crate) use lock::ProjectLock;
