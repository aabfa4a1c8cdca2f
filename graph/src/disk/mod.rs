//! File operations, stamps and fingerprints, and access to paths that does not follow symbolic links to forbidden places.

mod absent;
mod file_system;
mod fingerprint;
mod open_folder;
mod output_path;
mod regular_file;
mod relative_path;
mod source_file;
mod stamp;
mod system;
mod threads;

pub use file_system::{Disk, OpenFile, RealDisk};
pub use regular_file::{Refused, RegularFile, read_file};
pub use source_file::{Links, SourceFile};
pub use stamp::{Instant, Stamp};
pub use system::{real_path, replace};

pub(crate) use absent::absent;
pub(crate) use fingerprint::{Fingerprint, HashedBytes, Reading, read};
pub(crate) use open_folder::OpenFolder;
pub(crate) use relative_path::{below, folders_of, join, shown, split};
pub(crate) use source_file::LeavesProject;
pub(crate) use stamp::Found;
pub(crate) use system::{found_at, found_in, found_link, found_open, lock, open_unless_link, read_exact_at, try_lock};
pub(crate) use threads::Threads;
