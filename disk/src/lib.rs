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
pub mod relative_path;
mod source_file;
mod stamp;
pub mod system;
mod threads;

pub use absent::absent;
pub use file_system::{Disk, OpenFile, RealDisk};
pub use fingerprint::{Fingerprint, HashedBytes, Reading, read};
pub use open_folder::OpenFolder;
pub use regular_file::{Refused, RegularFile, read_file};
pub use source_file::{LeavesProject, Links, SourceFile};
pub use stamp::{Found, Instant, Stamp};
pub use system::{real_path, replace, set_aside};
pub use threads::Threads;
