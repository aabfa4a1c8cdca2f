//! [`Plan`]: the assets of a project and how each is made. Nothing is read but the folders and the manifest.

use std::collections::BTreeMap;
use std::sync::Arc;

use rigmill_pipeline::{Diagnostic, Registry, SourcePath};

use crate::error::GraphError;
use crate::manifest::MANIFEST;
use crate::project::Project;
use crate::recipe::{Recipe, RecipeBook};
use crate::scan::{Scan, scan};
use crate::stamp::Stamp;

/// The assets of a project.
pub(crate) struct Plan {
    /// In order of their sources.
    pub(crate) assets: Vec<PlannedAsset>,
    /// Assets by name.
    pub(crate) by_name: BTreeMap<String, usize>,
    /// Every file of the project.
    pub(crate) scan: Scan,
    /// What a person should know of the project as a whole.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// One asset.
pub(crate) struct PlannedAsset {
    pub(crate) source: SourcePath,
    pub(crate) recipe: Arc<Recipe>,
}

impl Plan {
    pub(crate) fn new(project: &Project, registry: &Registry) -> Result<Self, GraphError> {
        let skip = project.output_folders(&registry.targets());
        let scan =
            scan(project.root(), &skip).map_err(|(path, error)| GraphError::Io { doing: "read", path, error })?;
        let mut book = RecipeBook::new(registry, project.manifest());
        let mut planned =
            |source: &SourcePath| book.recipe(source).map(|recipe| PlannedAsset { source: source.clone(), recipe });
        let assets: Vec<_> = scan
            .files
            .iter()
            .filter(|file| file.path.as_str() != MANIFEST)
            .filter_map(|file| planned(&file.path))
            .collect();
        book.finish().map_err(|diagnostics| GraphError::Manifest { diagnostics })?;
        let by_name = assets.iter().enumerate().map(|(i, asset)| (asset.source.asset_name().to_owned(), i)).collect();
        let claimed = |path: &str| registry.importer_for(path.rsplit('/').next().unwrap_or(path)).is_some();
        let unnameable = scan.unnameable.iter().filter(|(path, _)| claimed(path));
        let diagnostics = unnameable.map(|(path, why)| left_out(path, why)).collect();
        Ok(Self { assets, by_name, scan, diagnostics })
    }

    /// The stamp a file had when the project was scanned.
    pub(crate) fn stamp(&self, path: &SourcePath) -> Option<Stamp> {
        let index = self.scan.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(self.scan.files[index].stamp)
    }
}

fn left_out(path: &str, why: &str) -> Diagnostic {
    Diagnostic::warning("R0104", format!("`{path}` is left out: its name {why}")).help("rename the file")
}
