//! Ignore files (`.gitignore` and `.rigmillignore`), which exclude other files from a project, with git's rules.
//!
//! The crate `ignore` is not used because its rules differ from git's: braces are alternatives, `/` matches everything, classes
//! such as `[[:alpha:]]` are unknown, and a file of one megabyte can fail as a whole. In this module, a pattern has exactly the
//! meaning that it has in git.

mod ignore_file;
mod ignore_files;
mod pattern;

pub use ignore_file::{IGNORE_FILES, IgnoreMatch, ignoring_line};

pub(crate) use ignore_file::{FoundIgnoreFile, IGNORE_FILE, is_misnamed_ignore_file};
pub(crate) use ignore_files::{IgnoreFiles, IgnoreScope};
