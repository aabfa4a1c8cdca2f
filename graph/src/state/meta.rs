//! [`Meta`]: the parts of a state that are not rows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_disk::Fingerprint;
use rigmill_pipeline::{Diagnostic, Digest, SourcePath};
use serde::{Deserialize, Serialize};

use super::recipes::Recipes;
use crate::error::GraphError;
use crate::project::Project;
use crate::sources::{IgnoreFiles, UntrustedStamps, UnusableFiles};

/// The parts of a state that are not rows. They are saved with the base and with each overlay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Meta {
    /// The configuration of the last build; `None` before the first build.
    pub(crate) configuration: Option<Configuration>,
    /// The project's folder.
    pub(crate) root: PathBuf,
    /// The output folder.
    pub(crate) out: PathBuf,
    /// The digest of the program that ran the last build.
    pub(crate) program: Option<Digest>,
    pub(crate) recipes: Recipes,
    /// Files that assets depend on in addition to their own sources, with their fingerprints from the last reading.
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
    /// Returns an error if the output folder of `project` contains the content of a different project.
    pub(crate) fn must_belong_to(&self, project: &Project) -> Result<(), GraphError> {
        self.other_owner(project).map_or(Ok(()), |owner| Err(other_project(project, owner)))
    }

    /// Returns the other project whose content is in `project`'s output folder, if that project still exists.
    pub(crate) fn other_owner(&self, project: &Project) -> Option<&Path> {
        self.other_builder(project).filter(|owner| owner.is_dir())
    }

    /// Returns the other project whose content is in `project`'s output folder, even if that project no longer exists. If an
    /// output folder was copied or moved together with its project, it belongs to the copy.
    fn other_builder(&self, project: &Project) -> Option<&Path> {
        let moved_along = self.out != project.out()
            && project.out().strip_prefix(project.root()).is_ok_and(|within| self.out == self.root.join(within));
        let other = self.program.is_some() && self.root != project.root();
        (other && !moved_along).then_some(self.root.as_path())
    }

    /// Like [`must_belong_to`](Self::must_belong_to), but also returns an error if the other project no longer exists, because
    /// it may only be unmounted.
    pub(crate) fn must_be_built_by(&self, project: &Project) -> Result<(), GraphError> {
        self.other_builder(project).map_or(Ok(()), |owner| Err(other_project(project, owner)))
    }
}

fn other_project(project: &Project, owner: &Path) -> GraphError {
    GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() }
}

/// Everything that determines the recipes of all assets, from the broadest to the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Configuration {
    /// The digest of the program, the stages, the target, and how sources are read. If it changes, every asset is checked.
    pub(crate) stages: Digest,
    /// The digest of the manifest without comments and layout. If it changes, the recipe of each asset is compared with the
    /// earlier one.
    pub(crate) rules: Option<Digest>,
    /// The digest of the manifest's text. If only this digest changes, only the locations in warnings change.
    pub(crate) manifest: Option<Digest>,
}

/// The warnings of a scan. They are valid until the files or the manifest change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScanWarnings {
    pub(crate) unusable: UnusableFiles,
    /// Warnings about globs in the manifest that match no file, and settings that later rules override.
    pub(crate) about_rules: Vec<Diagnostic>,
    /// Warnings about names that are invalid on other systems.
    pub(crate) foreign_names: Vec<Diagnostic>,
    /// Warnings about manifests and ignore files, and lines in them, that have no effect.
    pub(crate) without_effect: Vec<Diagnostic>,
}
