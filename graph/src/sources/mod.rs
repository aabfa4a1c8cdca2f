//! The files of a project: finding them, and comparing them with the files of the last build.

mod asset_names;
mod authoring;
mod by_name;
mod drift;
mod environment;
mod ignore;
mod names;
mod scan;
mod subjects;
mod tree;
mod untrusted_stamps;

pub(crate) use asset_names::{AssetFiles, AssetNames};
pub use authoring::export_help;
pub(crate) use authoring::exported_types;
pub(crate) use by_name::SourcesByName;
pub(crate) use drift::{Drift, drift, drift_of_changed, relative_to};
pub(crate) use environment::env_value;
pub use ignore::{IGNORE_FILES, IgnoreMatch, ignoring_line};

pub(crate) use ignore::{IGNORE_FILE, IgnoreFiles, is_misnamed_ignore_file};
pub(crate) use names::Names;
pub(crate) use scan::{Scan, UnusableFiles, scan};
pub(crate) use subjects::{Subjects, possible_makers};
pub(crate) use tree::{FileId, FolderId, FolderRow, Tree};
pub(crate) use untrusted_stamps::UntrustedStamps;
