//! The end of a build: new files are put in place, old ones removed, the state saved. Also `clean`, which removes all.

mod claims;
mod clean;
mod committer;
mod output_tree;
mod pending;
mod unclaimed;

pub use clean::clean;

pub(crate) use committer::Commit;
pub(crate) use pending::Pending;
