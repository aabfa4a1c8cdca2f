//! [`Plan`]: the assets a build has to look at, and how each is made. Nothing is read but folders and stamps.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rigmill_pipeline::{Claim, Diagnostic, Digest, Registry, SourcePath};

use super::recipe::{Recipe, RecipeBook};
use super::unmatched::unmatched;
use crate::disk::join;
use crate::error::GraphError;
use crate::project::{MANIFEST, Manifest, Project};
use crate::report::Reason;
use crate::sources::{Drift, Tree, drift, drift_of, scan};
use crate::state::{LeftOut, OutputDrift, State};

/// What a build is about.
pub(crate) struct Plan {
    /// Every file of the project.
    pub(crate) tree: Tree,
    /// Whether each file of the tree is an asset.
    pub(crate) is_asset: Vec<bool>,
    /// The asset of the old state made from each file of the tree, plus one; 0 for none.
    pub(crate) old_of: Vec<u32>,
    /// The assets that may not be up to date, in the order of their files. All others are.
    pub(crate) suspects: Vec<PlannedAsset>,
    /// Assets of the old state whose sources are gone.
    pub(crate) gone: Vec<u32>,
    /// Whether the tree has other files than the old state's.
    pub(crate) reshaped: bool,
    pub(crate) drift: Drift,
    pub(crate) output_drift: OutputDrift,
    pub(crate) left_out: LeftOut,
}

/// One asset.
#[derive(Clone)]
pub(crate) struct PlannedAsset {
    pub(crate) file: usize,
    pub(crate) source: SourcePath,
    pub(crate) recipe: Arc<Recipe>,
    /// The asset in the old state.
    pub(crate) old: Option<u32>,
}

/// What a plan is made from.
pub(crate) struct Planner<'a> {
    pub(crate) project: &'a Project,
    pub(crate) registry: &'a Registry,
    pub(crate) target: &'a str,
    /// The digest of everything that decides on recipes.
    pub(crate) environment: Digest,
    /// Suspect every asset.
    pub(crate) suspect_all: bool,
    /// Look at every output, whatever its folder says.
    pub(crate) each_output: bool,
    /// The files that may have changed, where that is known. Outputs are trusted then.
    pub(crate) changed: Option<&'a [PathBuf]>,
}

impl Planner<'_> {
    /// Plans a build on top of a state.
    pub(crate) fn plan(&self, state: &State) -> Result<Plan, GraphError> {
        let (root, skip) = (self.project.root(), self.project.out());
        let failed = |path, error| GraphError::Io { doing: "read", path, error };
        let output_drift = match self.changed {
            Some(_) => OutputDrift::default(),
            None => state.outputs.drift(&self.project.target_folder(self.target), self.each_output),
        };
        let known = state.meta.environment == Some(self.environment) && !self.suspect_all;
        if known {
            let drift = match self.changed {
                Some(changed) => drift_of(root, &state.tree, changed),
                None => drift(root, &state.tree, skip).map_err(|error| failed(root.to_owned(), error))?,
            };
            // Events do not say which of the names that cannot be used are gone.
            let names_are_known = self.changed.is_none() || state.meta.left_out.unnameable.is_empty();
            if !drift.reshaped && names_are_known && !self.left_out_may_differ(state, &drift) {
                return self.same_shape(state, drift, output_drift);
            }
        }
        let scan = scan(root, skip).map_err(|(path, error)| failed(path, error))?;
        let left_out = LeftOut {
            unnameable: scan.unnameable.into_iter().map(|(path, why)| (path, why.to_owned())).collect(),
            dangling: scan.dangling,
            unmatched: unmatched(&self.project.manifest().rules, &scan.tree),
        };
        self.new_shape(state, scan.tree, known, output_drift, left_out)
    }

    /// Whether files that were left out may be gone, or links to nothing may lead to something by now.
    fn left_out_may_differ(&self, state: &State, drift: &Drift) -> bool {
        let LeftOut { unnameable, dangling, .. } = &state.meta.left_out;
        let any = !unnameable.is_empty() || !dangling.is_empty();
        let leads = |path: &String| fs::metadata(self.project.root().join(path)).is_ok();
        (any && !drift.folders.is_empty()) || dangling.iter().any(leads)
    }

    fn same_shape(&self, state: &State, drift: Drift, output_drift: OutputDrift) -> Result<Plan, GraphError> {
        let mut tree = state.tree.clone();
        let mut suspect: Vec<bool> = (0..tree.files.len()).map(|file| needs_a_look(state, file)).collect();
        for &(file, stamp) in &drift.files {
            tree.files[file].stamp = stamp;
            suspect[file] = true;
        }
        for &(folder, stamp) in &drift.folders {
            tree.folders[folder].stamp = stamp;
        }
        mark_outputs(state, &output_drift, |file| suspect[file] = true);
        let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
        let files = (0..tree.files.len()).filter(|&file| suspect[file] && state.asset_of(file).is_some());
        let paths = files.filter_map(|file| Some((file, tree.path(file)?)));
        let planned = paths.filter_map(|(file, source)| {
            let recipe = book.recipe(&source, &tree.beside(&source))?;
            Some(PlannedAsset { file, source, recipe, old: state.asset_of(file) })
        });
        let suspects = planned.collect();
        book.finish().map_err(|faults| self.project.faulty(faults))?;
        let is_asset = state.asset_of.iter().map(|&asset| asset != 0).collect();
        let (old_of, left_out) = (state.asset_of.clone(), state.meta.left_out.clone());
        Ok(Plan { tree, is_asset, old_of, suspects, gone: Vec::new(), reshaped: false, drift, output_drift, left_out })
    }

    fn new_shape(
        &self,
        state: &State,
        tree: Tree,
        known: bool,
        output_drift: OutputDrift,
        left_out: LeftOut,
    ) -> Result<Plan, GraphError> {
        let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
        let mut suspect_old = vec![false; state.tree.files.len()];
        mark_outputs(state, &output_drift, |file| suspect_old[file] = true);
        let mut is_asset = vec![false; tree.files.len()];
        let mut old_of = vec![0; tree.files.len()];
        let mut suspects = Vec::new();
        let mut gone = vec![true; state.assets.len()];
        for (file, source) in tree.paths().filter(|(_, source)| source.as_str() != MANIFEST) {
            let old_file = state.tree.find(&source);
            let old = old_file.and_then(|file| state.asset_of(file));
            let same = |old_file: usize| {
                let unchanged = state.tree.files[old_file].stamp == tree.files[file].stamp;
                unchanged && !needs_a_look(state, old_file) && !suspect_old[old_file]
            };
            let kept = known && old.is_some() && old_file.is_some_and(same);
            let kept = kept && book.still_asset(&source, &tree.beside(&source));
            if !kept {
                let Some(recipe) = book.recipe(&source, &tree.beside(&source)) else { continue };
                suspects.push(PlannedAsset { file, source, recipe, old });
            }
            is_asset[file] = true;
            if let Some(old) = old {
                old_of[file] = old + 1;
                gone[old as usize] = false;
            }
        }
        book.finish().map_err(|faults| self.project.faulty(faults))?;
        let gone = (0..).zip(gone).filter(|(_, gone)| *gone).map(|(asset, _)| asset).collect();
        let drift = Drift::default();
        Ok(Plan { tree, is_asset, old_of, suspects, gone, reshaped: true, drift, output_drift, left_out })
    }
}

impl Plan {
    /// What a person should know of files that cannot be used although an importer would take them, of folders, whose
    /// files nobody has seen, and of rules without effect.
    pub(crate) fn diagnostics(&self, registry: &Registry, manifest: &Manifest) -> Vec<Diagnostic> {
        let claimed = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let by_name = registry.importer_for(name).is_some_and(|it| it.claim(name, &|_| false) == Claim::Asset);
            SourcePath::new(path).ok().and_then(|path| manifest.decision(&path)).unwrap_or(by_name)
        };
        let LeftOut { unnameable, dangling, unmatched } = &self.left_out;
        let unusable = unnameable.iter().filter(|(path, _)| path.ends_with('/') || claimed(path));
        let unnameable = unusable.map(|(path, why)| {
            Diagnostic::warning("R0104", format!("`{path}` is left out: its name {why}")).help("rename it")
        });
        let dangling = dangling.iter().filter(|path| claimed(path)).map(|path| {
            Diagnostic::warning("R0043", format!("`{path}` is left out: the symbolic link leads to no file"))
                .help("bring the file back, or remove the link")
        });
        unnameable.chain(dangling).chain(unmatched.iter().cloned()).collect()
    }

    /// How many assets there are.
    pub(crate) fn asset_count(&self) -> usize {
        self.is_asset.iter().filter(|&&is| is).count()
    }

    /// Why there is no asset any more that is made from `source`.
    pub(crate) fn why_gone(&self, source: &SourcePath) -> Reason {
        let path = source.to_string();
        if self.tree.find(source).is_some() { Reason::SourceLeftOut { path } } else { Reason::SourceGone { path } }
    }

    /// The names of all assets.
    pub(crate) fn asset_names(&self) -> impl Iterator<Item = String> {
        self.tree.paths().filter(|(file, _)| self.is_asset[*file]).map(|(_, source)| source.asset_name().to_owned())
    }

    /// The file of the asset made from `source`; `None` where that is no asset.
    pub(crate) fn asset_of(&self, source: &SourcePath) -> Option<usize> {
        self.tree.find(source).filter(|&file| self.is_asset[file])
    }

    /// The place of the asset made from `file` among the suspects.
    pub(crate) fn suspect_of(&self, file: usize) -> Option<usize> {
        self.suspects.binary_search_by_key(&file, |asset| asset.file).ok()
    }

    /// The asset made from `file`, suspect or not.
    pub(crate) fn asset(&self, file: usize, book: &mut RecipeBook<'_>) -> Option<PlannedAsset> {
        if let Some(suspect) = self.suspect_of(file) {
            return Some(self.suspects[suspect].clone());
        }
        let source = self.tree.path(file)?;
        let recipe = book.recipe(&source, &self.tree.beside(&source))?;
        Some(PlannedAsset { file, source, recipe, old: self.old_of.get(file)?.checked_sub(1) })
    }

    /// The files of the assets that may make the product of this name, each with the label it would have there: the
    /// asset whose name it is, then those of which it is the name and a label, the longest first.
    pub(crate) fn makers(&self, product: &str) -> Vec<(usize, String)> {
        let (folder, name) = product.rsplit_once('/').unwrap_or(("", product));
        let cuts = name.char_indices().rev().filter(|(_, letter)| matches!(letter, '.' | '@')).map(|(at, _)| at);
        let splits = std::iter::once(name.len()).chain(cuts).filter(|&at| at > 0).map(|at| name.split_at(at));
        let makers = splits.flat_map(|(stem, label)| {
            let asset = join(folder, stem);
            let named = move |file: &usize| {
                self.is_asset[*file] && self.tree.path(*file).is_some_and(|path| path.asset_name() == asset)
            };
            self.tree.with_stem(folder, stem).filter(named).map(|file| (file, label.to_owned()))
        });
        makers.collect()
    }
}

fn needs_a_look(state: &State, file: usize) -> bool {
    let row = state.asset_of(file).and_then(|asset| state.assets.get(asset as usize));
    row.is_some_and(|row| row.needs_a_look())
}

/// Calls `mark` with the file (of the old state's tree) of each asset whose outputs are suspect.
fn mark_outputs(state: &State, drift: &OutputDrift, mut mark: impl FnMut(usize)) {
    if drift.suspects.is_empty() {
        return;
    }
    let files = state.files_of_assets();
    for &asset in &drift.suspects {
        if let Some(file) = files.get(asset as usize).copied().flatten() {
            mark(file);
        }
    }
}
