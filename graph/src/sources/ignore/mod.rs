//! Files that leave others out of a project: `.gitignore` and `.rigmillignore`, with git's rules.
//!
//! The crate `ignore` has rules of its own: braces are alternatives, `/` matches everything, classes such as `[[:alpha:]]` are
//! unknown, and a file of a megabyte can fail as a whole. Here a pattern means what it means to git, to the last oddity.

mod ignore_file;
mod ignore_files;
mod pattern;

pub use ignore_file::{IGNORE_FILES, IgnoreMatch, ignoring_line};

pub(crate) use ignore_file::FoundIgnoreFile;
pub(crate) use ignore_files::{IgnoreFiles, IgnoreScope};
