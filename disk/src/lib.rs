#![doc = include_str!("../README.md")]
//!
//! # Details
//!
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

pub use absent::absent;
pub use fingerprint::{Fingerprint, HashedBytes, Reading, read};
pub use open_folder::OpenFolder;
pub use relative_path::{below, folders_of, join, shown, split};
pub use source_file::LeavesProject;
pub use stamp::Found;
pub use system::{found_at, found_in, found_link, found_open, lock, open_unless_link, read_exact_at, try_lock};
pub use threads::Threads;
