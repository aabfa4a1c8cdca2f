//! [`Meta`]: what there is once in a state.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Diagnostic, Digest, SourcePath};
use serde::{Deserialize, Serialize};

use crate::disk::Fingerprint;
use crate::error::GraphError;
use crate::project::Project;
use crate::records::RecipeRecord;
use crate::sources::Sightings;

/// What there is once in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Meta {
    /// The digest of everything that decides on recipes: program, stages, manifest, target. Absent before the first
    /// build.
    pub(crate) environment: Option<Digest>,
    /// The folder of the project it is the state of.
    pub(crate) root: PathBuf,
    /// The output folder that it was saved in.
    pub(crate) out: PathBuf,
    /// The program that built it.
    pub(crate) program: Option<Digest>,
    pub(crate) recipes: Vec<RecipeRecord>,
    /// Files that assets depend on besides their own sources, as they were last read.
    pub(crate) files: BTreeMap<SourcePath, Fingerprint>,
    /// Stamps of sources and their folders that cannot be trusted yet.
    pub(crate) sightings: Sightings,
    /// What the scan found that has no effect.
    pub(crate) left_out: LeftOut,
    /// Files that no asset makes any more and that could not be removed yet.
    pub(crate) orphans: Vec<String>,
}

impl Meta {
    /// # Errors
    /// When the output folder of `project` holds another project's content.
    pub(crate) fn must_belong_to(&self, project: &Project) -> Result<(), GraphError> {
        let other = |owner: &Path| GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() };
        self.other_owner(project).map_or(Ok(()), |owner| Err(other(owner)))
    }

    /// The other project whose content `project`'s output folder holds, when it does and that project is still there.
    pub(crate) fn other_owner(&self, project: &Project) -> Option<&Path> {
        self.other_builder(project).filter(|owner| owner.is_dir())
    }

    /// The other project that built what is in `project`'s output folder, there or not. An output folder that was copied
    /// or moved together with the project around it is that project's own.
    fn other_builder(&self, project: &Project) -> Option<&Path> {
        let came_along = self.out != project.out()
            && project.out().strip_prefix(project.root()).is_ok_and(|within| self.out == self.root.join(within));
        let other = self.program.is_some() && self.root != project.root();
        (other && !came_along).then_some(self.root.as_path())
    }

    /// An error where another project built what would be removed, though its folder may be moved or not mounted.
    pub(crate) fn must_be_built_by(&self, project: &Project) -> Result<(), GraphError> {
        let other = |owner: &Path| GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() };
        self.other_builder(project).map_or(Ok(()), |owner| Err(other(owner)))
    }
}

/// What a scan found that has no effect. It stays as it is while the files and the manifest do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// Files whose names cannot be used, and why.
    pub(crate) unnameable: Vec<(String, String)>,
    /// Symbolic links that lead to nothing.
    pub(crate) dangling: Vec<String>,
    /// What is said of the manifest's globs that match no file.
    pub(crate) unmatched: Vec<Diagnostic>,
}
