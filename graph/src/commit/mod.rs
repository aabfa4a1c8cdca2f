//! Ends a build: moves new files to the output folder, removes obsolete files and saves the state. Also contains `clean`, which
//! removes all output files.

mod clean;
mod committer;
mod conflicts;
mod ignored_paths;
mod input;
mod output_tree;
mod pending;
mod publisher;
mod saver;
mod unused_files;

pub use clean::clean;

pub(crate) use committer::commit;
pub(crate) use input::CommitInput;
pub(crate) use pending::Pending;
