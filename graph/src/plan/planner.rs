//! [`Plan`]: the assets that a build has to check, and how each is built. Planning reads only folders and stamps.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rigmill_pipeline::{Claim, Diagnostic, Digest, Registry, SourcePath};

use super::recipe::{Recipe, RecipeBook};
use super::unmatched::unmatched_globs;
use crate::disk::join;
use crate::error::GraphError;
use crate::project::{MANIFEST, Manifest, Project};
use crate::report::Reason;
use crate::sources::{Drift, FileId, Tree, drift, drift_of_changed, scan};
use crate::state::{AssetId, OutputDrift, ScanWarnings, State};

/// The assets that a build has to check.
pub(crate) struct Plan {
    /// Every file of the project.
    pub(crate) tree: Tree,
    /// Whether each file of the tree is an asset.
    pub(crate) is_asset: Vec<bool>,
    /// The asset of the previous state made from each file of the tree.
    pub(crate) previous: Vec<Option<AssetId>>,
    /// The assets that may be out of date, in the order of their files. All others are up to date.
    pub(crate) suspects: Vec<PlannedAsset>,
    /// Assets of the previous state that no longer exist.
    pub(crate) gone: Vec<AssetId>,
    /// Whether files or folders were added or removed since the previous state.
    pub(crate) structure_changed: bool,
    pub(crate) drift: Drift,
    pub(crate) output_drift: OutputDrift,
    pub(crate) warnings: ScanWarnings,
}

/// An asset to build.
#[derive(Clone)]
pub(crate) struct PlannedAsset {
    pub(crate) file: FileId,
    pub(crate) source: SourcePath,
    pub(crate) recipe: Arc<Recipe>,
    /// The asset in the previous state.
    pub(crate) previous: Option<AssetId>,
}

/// The inputs of a [`Plan`].
pub(crate) struct Planner<'a> {
    pub(crate) project: &'a Project,
    pub(crate) registry: &'a Registry,
    pub(crate) target: &'a str,
    /// The digest of everything that determines recipes.
    pub(crate) configuration: Digest,
    /// Suspect every asset.
    pub(crate) suspect_all: bool,
    /// Check each output, even in folders whose stamps are unchanged.
    pub(crate) check_each_output: bool,
    /// The files that may have changed, if that is known. Outputs are trusted then.
    pub(crate) changed: Option<&'a [PathBuf]>,
}

impl Planner<'_> {
    /// Plans a build on top of a state.
    pub(crate) fn plan(&self, state: &State) -> Result<Plan, GraphError> {
        let (root, skip) = (self.project.root(), self.project.out());
        let failed = |path, error| GraphError::Io { doing: "read", path, error };
        let output_drift = match self.changed {
            Some(_) => OutputDrift::default(),
            None => state.outputs.drift(&self.project.target_folder(self.target), self.check_each_output),
        };
        let recipes_unchanged = state.meta.configuration == Some(self.configuration) && !self.suspect_all;
        if recipes_unchanged {
            let drift = match self.changed {
                Some(changed) => drift_of_changed(root, &state.tree, changed),
                None => drift(root, &state.tree, skip).map_err(|error| failed(root.to_owned(), error))?,
            };
            // Events do not include removed files with unusable names.
            let names_are_known = self.changed.is_none() || state.meta.warnings.unusable.names.is_empty();
            if !drift.structure_changed && names_are_known && !self.warnings_may_differ(state, &drift) {
                return self.plan_known_tree(state, drift, output_drift);
            }
        }
        let scan = scan(root, skip).map_err(|(path, error)| failed(path, error))?;
        let unmatched_globs = unmatched_globs(&self.project.manifest().rules, &scan.tree);
        let warnings = ScanWarnings { unusable: scan.unusable, unmatched_globs };
        self.plan_new_tree(state, scan.tree, recipes_unchanged, output_drift, warnings)
    }

    /// Whether unusable files may have been removed, or dangling links may have a target now.
    fn warnings_may_differ(&self, state: &State, drift: &Drift) -> bool {
        let unusable = &state.meta.warnings.unusable;
        let has_target = |link: &String| fs::metadata(self.project.root().join(link)).is_ok();
        (!unusable.is_empty() && !drift.folders.is_empty()) || unusable.dangling_links.iter().any(has_target)
    }

    fn plan_known_tree(&self, state: &State, drift: Drift, output_drift: OutputDrift) -> Result<Plan, GraphError> {
        let mut tree = state.tree.clone();
        let mut suspect: Vec<bool> = tree.file_ids().map(|file| always_check(state, file)).collect();
        for &(file, stamp) in &drift.files {
            tree[file].stamp = stamp;
            suspect[file.0] = true;
        }
        for &(folder, stamp) in &drift.folders {
            tree[folder].stamp = stamp;
        }
        mark_outputs(state, &output_drift, |file| suspect[file.0] = true);
        let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
        let files = tree.file_ids().filter(|&file| suspect[file.0] && state.asset_of(file).is_some());
        let paths = files.filter_map(|file| Some((file, tree.path(file)?)));
        let planned = paths.filter_map(|(file, source)| {
            let recipe = book.recipe(&source, &tree.siblings(&source))?;
            Some(PlannedAsset { file, source, recipe, previous: state.asset_of(file) })
        });
        let suspects = planned.collect();
        book.finish().map_err(|errors| self.project.invalid_manifest(errors))?;
        Ok(Plan {
            is_asset: state.assets_by_file.iter().map(Option::is_some).collect(),
            previous: state.assets_by_file.clone(),
            suspects,
            gone: Vec::new(),
            structure_changed: false,
            drift,
            output_drift,
            warnings: state.meta.warnings.clone(),
            tree,
        })
    }

    fn plan_new_tree(
        &self,
        state: &State,
        tree: Tree,
        recipes_unchanged: bool,
        output_drift: OutputDrift,
        warnings: ScanWarnings,
    ) -> Result<Plan, GraphError> {
        let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
        let mut suspect = vec![false; state.tree.files.len()];
        mark_outputs(state, &output_drift, |file| suspect[file.0] = true);
        let mut is_asset = vec![false; tree.files.len()];
        let mut previous = vec![None; tree.files.len()];
        let mut suspects = Vec::new();
        let mut gone = vec![true; state.assets.len()];
        for (file, source) in tree.paths().filter(|(_, source)| source.as_str() != MANIFEST) {
            let old_file = state.tree.find(&source);
            let old = old_file.and_then(|file| state.asset_of(file));
            let unchanged = |old_file: FileId| {
                let same_stamp = state.tree[old_file].stamp == tree[file].stamp;
                same_stamp && !always_check(state, old_file) && !suspect[old_file.0]
            };
            let fresh = recipes_unchanged
                && old.is_some()
                && old_file.is_some_and(unchanged)
                && book.is_still_asset(&source, &tree.siblings(&source));
            if !fresh {
                let Some(recipe) = book.recipe(&source, &tree.siblings(&source)) else { continue };
                suspects.push(PlannedAsset { file, source, recipe, previous: old });
            }
            is_asset[file.0] = true;
            previous[file.0] = old;
            old.into_iter().for_each(|old| gone[old.index()] = false);
        }
        book.finish().map_err(|errors| self.project.invalid_manifest(errors))?;
        let gone = (0..).map(AssetId).zip(gone).filter_map(|(asset, gone)| gone.then_some(asset)).collect();
        let drift = Drift::default();
        Ok(Plan { tree, is_asset, previous, suspects, gone, structure_changed: true, drift, output_drift, warnings })
    }
}

impl Plan {
    /// Warnings about files that an importer would take if they were usable, about folders, whose files are not known, and
    /// about rules without effect.
    pub(crate) fn diagnostics(&self, registry: &Registry, manifest: &Manifest) -> Vec<Diagnostic> {
        let is_wanted = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let by_name = registry.importer_for(name).is_some_and(|it| it.claim(name, &|_| false) == Claim::Asset);
            SourcePath::new(path).ok().and_then(|path| manifest.decision(&path)).unwrap_or(by_name)
        };
        let ScanWarnings { unusable, unmatched_globs } = &self.warnings;
        let names = unusable.names.iter().filter(|(path, _)| path.ends_with('/') || is_wanted(path));
        let names = names.map(|(path, reason)| {
            Diagnostic::warning("R0104", format!("`{path}` is left out: its name {reason}")).help("rename it")
        });
        let links = unusable.dangling_links.iter().filter(|path| is_wanted(path)).map(|path| {
            Diagnostic::warning("R0043", format!("`{path}` is left out: the symbolic link leads to no file"))
                .help("restore the file, or remove the link")
        });
        names.chain(links).chain(unmatched_globs.iter().cloned()).collect()
    }

    /// The number of assets.
    pub(crate) fn asset_count(&self) -> usize {
        self.is_asset.iter().filter(|&&is| is).count()
    }

    /// Whether a file is an asset.
    pub(crate) fn is_asset(&self, file: FileId) -> bool {
        self.is_asset[file.0]
    }

    /// The asset of the previous state made from a file.
    pub(crate) fn previous(&self, file: FileId) -> Option<AssetId> {
        *self.previous.get(file.0)?
    }

    /// Why the asset made from `source` no longer exists.
    pub(crate) fn why_gone(&self, source: &SourcePath) -> Reason {
        let path = source.to_string();
        if self.tree.find(source).is_some() { Reason::SourceLeftOut { path } } else { Reason::SourceGone { path } }
    }

    /// The names of all assets.
    pub(crate) fn asset_names(&self) -> impl Iterator<Item = String> {
        self.tree.paths().filter(|(file, _)| self.is_asset(*file)).map(|(_, source)| source.asset_name().to_owned())
    }

    /// The file of the asset made from `source`; `None` if it is not an asset.
    pub(crate) fn asset_of(&self, source: &SourcePath) -> Option<FileId> {
        self.tree.find(source).filter(|&file| self.is_asset(file))
    }

    /// The index in `suspects` of the asset made from `file`.
    pub(crate) fn suspect_of(&self, file: FileId) -> Option<usize> {
        self.suspects.binary_search_by_key(&file, |asset| asset.file).ok()
    }

    /// The asset made from `file`, suspect or not.
    pub(crate) fn asset(&self, file: FileId, book: &mut RecipeBook<'_>) -> Option<PlannedAsset> {
        if let Some(suspect) = self.suspect_of(file) {
            return Some(self.suspects[suspect].clone());
        }
        let source = self.tree.path(file)?;
        let recipe = book.recipe(&source, &self.tree.siblings(&source))?;
        Some(PlannedAsset { file, source, recipe, previous: self.previous(file) })
    }

    /// The files of the assets that may make the product with this name, each with the label it would have there: first the
    /// asset with this name, then the assets whose name is a part of it before a label, the longest first.
    pub(crate) fn possible_makers(&self, product: &str) -> Vec<(FileId, String)> {
        let (folder, name) = product.rsplit_once('/').unwrap_or(("", product));
        let cuts = name.char_indices().rev().filter(|(_, letter)| matches!(letter, '.' | '@')).map(|(at, _)| at);
        let splits = std::iter::once(name.len()).chain(cuts).filter(|&at| at > 0).map(|at| name.split_at(at));
        let makers = splits.flat_map(|(stem, label)| {
            let asset = join(folder, stem);
            let named = move |file: &FileId| {
                self.is_asset(*file) && self.tree.path(*file).is_some_and(|path| path.asset_name() == asset)
            };
            self.tree.with_stem(folder, stem).filter(named).map(|file| (file, label.to_owned()))
        });
        makers.collect()
    }
}

fn always_check(state: &State, file: FileId) -> bool {
    state.asset_of(file).is_some_and(|asset| state.always_check(asset))
}

/// Calls `mark` with the file, in the previous state's tree, of each asset whose outputs are suspect.
fn mark_outputs(state: &State, drift: &OutputDrift, mark: impl FnMut(FileId)) {
    if drift.suspects.is_empty() {
        return;
    }
    let files = state.files_of_assets();
    drift.suspects.iter().filter_map(|asset| *files.get(asset.index())?).for_each(mark);
}
