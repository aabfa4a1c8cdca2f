//! [`Meta`]: the parts of a state that are not rows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_pipeline::{Diagnostic, Digest, SourcePath};
use serde::{Deserialize, Serialize};

use super::recipes::Recipes;
use crate::disk::Fingerprint;
use crate::error::GraphError;
use crate::project::Project;
use crate::sources::{IgnoreFiles, UntrustedStamps, UnusableFiles};

/// The parts of a state that are not rows: saved with the base and with each overlay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Meta {
    /// `None` before the first build.
    pub(crate) configuration: Option<Configuration>,
    /// The project's folder.
    pub(crate) root: PathBuf,
    /// The output folder.
    pub(crate) out: PathBuf,
    /// The program of the last build.
    pub(crate) program: Option<Digest>,
    pub(crate) recipes: Recipes,
    /// Files that assets depend on in addition to their own sources, as they were last read.
    pub(crate) files: BTreeMap<SourcePath, Fingerprint>,
    /// The ignore files of the last scan, as they were last read.
    pub(crate) ignore_files: Arc<IgnoreFiles>,
    /// Stamps of sources, their folders and ignore files that cannot be trusted yet.
    pub(crate) untrusted_stamps: UntrustedStamps,
    /// Warnings of the last scan.
    pub(crate) warnings: ScanWarnings,
    /// Obsolete output files that could not be removed yet.
    pub(crate) orphans: Vec<String>,
}

impl Meta {
    /// # Errors
    /// When the output folder of `project` holds another project's content.
    pub(crate) fn must_belong_to(&self, project: &Project) -> Result<(), GraphError> {
        self.other_owner(project).map_or(Ok(()), |owner| Err(other_project(project, owner)))
    }

    /// The other project whose content `project`'s output folder holds, if it still exists.
    pub(crate) fn other_owner(&self, project: &Project) -> Option<&Path> {
        self.other_builder(project).filter(|owner| owner.is_dir())
    }

    /// The other project whose content `project`'s output folder holds, even if it no longer exists. An output folder that was
    /// copied or moved together with its project belongs to that project.
    fn other_builder(&self, project: &Project) -> Option<&Path> {
        let moved_along = self.out != project.out()
            && project.out().strip_prefix(project.root()).is_ok_and(|within| self.out == self.root.join(within));
        let other = self.program.is_some() && self.root != project.root();
        (other && !moved_along).then_some(self.root.as_path())
    }

    /// As [`must_belong_to`](Self::must_belong_to), also if the other project no longer exists: it may be unmounted.
    pub(crate) fn must_be_built_by(&self, project: &Project) -> Result<(), GraphError> {
        self.other_builder(project).map_or(Ok(()), |owner| Err(other_project(project, owner)))
    }
}

fn other_project(project: &Project, owner: &Path) -> GraphError {
    GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() }
}

/// What determines the recipes of all assets, from the widest to the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Configuration {
    /// Program, stages, target, and how sources are read. If it changes, every asset is checked.
    pub(crate) stages: Digest,
    /// The manifest without comments and layout. If it changes, the recipe of each asset is compared with the earlier one.
    pub(crate) rules: Option<Digest>,
    /// The manifest as it is written. If only it changes, so do the locations in warnings.
    pub(crate) manifest: Option<Digest>,
}

/// Warnings of a scan, valid until the files or the manifest change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScanWarnings {
    pub(crate) unusable: UnusableFiles,
    /// One for each glob of the manifest that matches no file.
    pub(crate) unmatched_globs: Vec<Diagnostic>,
    /// About names that other systems cannot have.
    pub(crate) foreign_names: Vec<Diagnostic>,
    /// About ignore files and lines in them that have no effect.
    pub(crate) ignore_files: Vec<Diagnostic>,
}
