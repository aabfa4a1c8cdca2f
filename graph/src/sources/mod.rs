//! The files of a project: how they are found, and how they differ from those of the last build.

mod drift;
mod names;
mod scan;
mod tree;
mod untrusted_stamps;

pub(crate) use drift::{Drift, drift, drift_of_changed};
pub(crate) use names::Names;
pub(crate) use scan::{UnusableFiles, scan};
pub(crate) use tree::{FileId, FolderId, FolderRow, Tree};
pub(crate) use untrusted_stamps::UntrustedStamps;
