//! [`Plan`]: the assets that a build has to check, and how to build each of them. Planning reads only folders and stamps.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_disk::{Disk, Threads};
use rigmill_pipeline::{Claim, Diagnostic, Digest, Registry, SourcePath, codes, nearest};

use super::dirty::{Changes, Structure};
use super::foreign_names::foreign_names;
use super::misplaced::files_without_effect;
use super::overridden::overridden_settings;
use super::recipe::{Recipe, RecipeBook, output_name};
use super::unmatched::unmatched_globs;
use super::unserved::unserved_writers;
use crate::error::GraphError;
use crate::project::{MANIFEST, Manifest, Project, Rule, STATE_FOLDER};
use crate::report::{AssetFilter, Reason};
use crate::sources::{AssetFiles, AssetNames, Drift, FileId, Tree, drift, drift_of_changed, possible_makers, scan};
use crate::state::{AssetId, AssetRow, Configuration, OutputDrift, ScanWarnings, State};

/// The assets that a build has to check.
pub(crate) struct Plan {
    /// Every file of the project.
    pub(crate) tree: Tree,
    /// Whether each file of the tree is an asset.
    pub(crate) is_asset: Vec<bool>,
    /// The names of the assets that rules rename.
    pub(crate) names: AssetNames,
    /// For each file of the tree, the asset in the previous state that was made from it.
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
    /// The number of ignored files and folders, if the tree was scanned for this plan.
    pub(crate) ignored: usize,
}

/// An asset that a build may have to build.
#[derive(Clone)]
pub(crate) struct PlannedAsset {
    pub(crate) file: FileId,
    pub(crate) source: SourcePath,
    pub(crate) recipe: Arc<Recipe>,
    /// The id of the asset in the previous state.
    pub(crate) previous: Option<AssetId>,
    /// Whether the asset may be out of date. If not, it is in the plan only so that its diagnostics are reported again.
    pub(crate) may_differ: bool,
}

/// The inputs of a [`Plan`].
pub(crate) struct Planner<'a> {
    pub(crate) project: &'a Project,
    pub(crate) registry: &'a Registry,
    pub(crate) target: &'a str,
    pub(crate) disk: &'a dyn Disk,
    pub(crate) threads: Threads,
    /// Everything that determines the recipes of assets.
    pub(crate) configuration: Configuration,
    /// Whether to check every asset.
    pub(crate) suspect_all: bool,
    /// Assets to check even if they cannot have changed, because an asset that they depend on may have failed.
    pub(crate) only: Option<&'a AssetFilter>,
    /// Whether to check each output, even in folders whose stamps are unchanged.
    pub(crate) check_each_output: bool,
    /// The files that may have changed, if they are known. In this case, outputs are assumed to be unchanged.
    pub(crate) changed: Option<&'a [PathBuf]>,
}

impl Planner<'_> {
    /// Plans a build on top of a state.
    pub(crate) fn plan(&self, state: &State) -> Result<Plan, GraphError> {
        let (root, skip) = (self.project.root(), self.project.out());
        let failed = |path, error| GraphError::Io { doing: "read", path, error };
        let output_drift = match self.changed {
            Some(_) => OutputDrift::default(),
            None => state.outputs.drift(&self.project.target_folder(self.target), self.check_each_output, self.threads),
        };
        let known = state.meta.configuration.filter(|known| known.stages == self.configuration.stages);
        let known = known.filter(|_| !self.suspect_all);
        let rules_unchanged = known.is_some_and(|known| known.rules == self.configuration.rules);
        if rules_unchanged {
            let drift = match self.changed {
                Some(changed) => drift_of_changed(root, &state.tree, changed),
                None => drift(root, &state.tree, skip, self.threads).map_err(|(path, error)| failed(path, error))?,
            };
            // File events do not include removed files with unusable names, and hidden files.
            let unusable = &state.meta.warnings.unusable;
            let names_are_known =
                self.changed.is_none() || (unusable.names.is_empty() && unusable.misnamed_ignore_files.is_empty());
            if !drift.structure_changed && names_are_known && !self.warnings_may_differ(state, &drift) {
                return self.plan_known_tree(state, drift, output_drift);
            }
        }
        let no_threads = |error| GraphError::Io { doing: "start threads for", path: root.to_owned(), error };
        let scan = self.threads.run(|| scan(root, skip)).map_err(no_threads)?;
        let scan = scan.map_err(|(path, error)| failed(path, error))?;
        let about_rules = self.warnings_about_rules(&scan.tree);
        let without_effect = files_without_effect(&scan);
        let warnings = ScanWarnings { unusable: scan.unusable, about_rules, foreign_names: Vec::new(), without_effect };
        let plan = self.plan_new_tree(state, scan.tree, known.map(|_| rules_unchanged), output_drift, warnings)?;
        let assets = plan.tree.paths().filter(|(file, _)| plan.is_asset(*file));
        let assets: Vec<_> =
            assets.map(|(file, path)| (path.clone(), plan.asset_name(file, &path).to_owned())).collect();
        let warnings = ScanWarnings { foreign_names: foreign_names(&assets), ..plan.warnings };
        Ok(Plan { ignored: scan.ignored, warnings, ..plan })
    }

    /// Whether unusable files may have been removed, or links that are not followed may lead to something else now.
    fn warnings_may_differ(&self, state: &State, drift: &Drift) -> bool {
        let unusable = &state.meta.warnings.unusable;
        let may_differ = |link: &String| {
            let target = fs::metadata(self.project.root().join(link.trim_end_matches('/')));
            let leads_to_folder = target.as_ref().is_ok_and(fs::Metadata::is_dir);
            // A link with a final `/` led to a folder, and all others led to nothing.
            if link.ends_with('/') { !leads_to_folder } else { target.is_ok() }
        };
        (!unusable.is_empty() && !drift.folders.is_empty()) || unusable.unfollowed_links.iter().any(may_differ)
    }

    fn plan_known_tree(&self, state: &State, drift: Drift, output_drift: OutputDrift) -> Result<Plan, GraphError> {
        let mut tree = state.tree.clone();
        tree.ignore_files = Arc::clone(&drift.ignore_files);
        let mut files = vec![false; tree.files.len()];
        for &(file, stamp) in &drift.files {
            tree[file].stamp = stamp;
            files[file.0] = true;
        }
        for &(folder, stamp) in &drift.folders {
            tree[folder].stamp = stamp;
        }
        let changes =
            Changes { project: self.project, disk: self.disk, state, files, assets: Vec::new(), structure: None };
        let suspect = suspects(state, changes.dirty_assets(), &output_drift);
        let (mut suspects, names) = (Vec::new(), state.asset_names());
        if self.only.is_some() || suspect.iter().any(|suspect| *suspect != Suspicion::None) {
            let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
            for file in tree.file_ids() {
                let Some(previous) = state.asset_of(file) else { continue };
                let suspicion = suspect.get(previous.index()).copied().unwrap_or(Suspicion::MayDiffer);
                let is_chosen = self.only.is_some_and(|only| {
                    tree.path(file).is_some_and(|source| only.matches(names.name(file, &source), &source))
                });
                if suspicion == Suspicion::None && !is_chosen {
                    continue;
                }
                let Some(source) = tree.path(file) else { continue };
                let Some(recipe) = book.recipe(&source, &tree.siblings(&source)) else { continue };
                let may_differ = suspicion == Suspicion::MayDiffer || is_chosen;
                suspects.push(PlannedAsset { file, source, recipe, previous: Some(previous), may_differ });
            }
            book.finish().map_err(|errors| self.project.invalid_manifest(errors))?;
        }
        Ok(Plan {
            is_asset: state.assets_by_file.iter().map(Option::is_some).collect(),
            names,
            previous: state.assets_by_file.clone(),
            suspects,
            gone: Vec::new(),
            structure_changed: false,
            drift,
            output_drift,
            warnings: self.known_warnings(state, &tree),
            ignored: 0,
            tree,
        })
    }

    /// Returns the warnings of the last scan, with their current locations in the manifest.
    fn known_warnings(&self, state: &State, tree: &Tree) -> ScanWarnings {
        let mut warnings = state.meta.warnings.clone();
        if state.meta.configuration != Some(self.configuration) && !warnings.about_rules.is_empty() {
            warnings.about_rules = self.warnings_about_rules(tree);
        }
        warnings
    }

    fn warnings_about_rules(&self, tree: &Tree) -> Vec<Diagnostic> {
        let rules = &self.project.manifest().rules;
        let mut warnings = unmatched_globs(rules, tree);
        warnings.extend(overridden_settings(rules, tree.paths().map(|(_, path)| path), self.target));
        warnings
    }

    /// Plans a build with a newly scanned tree. `rules_unchanged` says whether the rules are the same as in the state; it is
    /// `None` if nothing in the state can be trusted.
    fn plan_new_tree(
        &self,
        state: &State,
        tree: Tree,
        rules_unchanged: Option<bool>,
        output_drift: OutputDrift,
        warnings: ScanWarnings,
    ) -> Result<Plan, GraphError> {
        let mut book = RecipeBook::new(self.registry, self.target, self.project.manifest());
        let mut is_asset = vec![false; tree.files.len()];
        let mut previous = vec![None; tree.files.len()];
        let mut moved = vec![None; state.tree.files.len()];
        let mut changed = vec![true; state.tree.files.len()];
        let mut gone = vec![true; state.assets.len()];
        // Collects the assets whose recipes changed, and the recipes that were looked up.
        let mut other_recipe = Vec::new();
        let mut recipes: Vec<Option<Arc<Recipe>>> = vec![None; tree.files.len()];
        for (file, source) in tree.paths() {
            let old_file = state.tree.find(&source);
            if let Some(old_file) = old_file {
                moved[old_file.0] = Some(file);
                changed[old_file.0] = state.tree[old_file].stamp != tree[file].stamp;
            }
            if source.as_str() == MANIFEST {
                continue;
            }
            let old = old_file.and_then(|file| state.asset_of(file));
            let is_in_folder = tree.siblings(&source);
            let keeps_recipe = old.is_some() && rules_unchanged == Some(true);
            if !(keeps_recipe && book.is_still_asset(&source, &is_in_folder)) {
                let Some(recipe) = book.recipe(&source, &is_in_folder) else { continue };
                other_recipe.extend(old.filter(|&old| self.digest_of_recipe(state, old) != Some(recipe.digest)));
                recipes[file.0] = Some(recipe);
            }
            is_asset[file.0] = true;
            previous[file.0] = old;
            old.into_iter().for_each(|old| gone[old.index()] = false);
        }
        let names = self.asset_names(&tree, &is_asset);
        let suspect = match rules_unchanged {
            None => vec![Suspicion::MayDiffer; state.assets.len()],
            Some(_) => {
                let structure = Some(Structure::new((&tree, &is_asset, &names), &moved, state));
                let (project, disk) = (self.project, self.disk);
                let changes = Changes { project, disk, state, files: changed, assets: other_recipe, structure };
                suspects(state, changes.dirty_assets(), &output_drift)
            }
        };
        let mut suspects = Vec::new();
        for file in tree.file_ids().filter(|file| is_asset[file.0]) {
            let old = previous[file.0];
            let suspicion = old.and_then(|old| suspect.get(old.index()).copied()).unwrap_or(Suspicion::MayDiffer);
            if suspicion == Suspicion::None {
                continue;
            }
            let Some(source) = tree.path(file) else { continue };
            let known = recipes[file.0].take();
            let Some(recipe) = known.or_else(|| book.recipe(&source, &tree.siblings(&source))) else { continue };
            let may_differ = suspicion == Suspicion::MayDiffer;
            suspects.push(PlannedAsset { file, source, recipe, previous: old, may_differ });
        }
        book.finish().map_err(|errors| self.project.invalid_manifest(errors))?;
        let gone = (0..).map(AssetId).zip(gone).filter_map(|(asset, gone)| gone.then_some(asset)).collect();
        let (drift, structure_changed, ignored) = (Drift::default(), true, 0);
        Ok(Plan {
            tree,
            is_asset,
            names,
            previous,
            suspects,
            gone,
            structure_changed,
            drift,
            output_drift,
            warnings,
            ignored,
        })
    }

    /// Returns the names of the assets that rules rename.
    fn asset_names(&self, tree: &Tree, is_asset: &[bool]) -> AssetNames {
        let rules = &self.project.manifest().rules;
        let assets = || tree.paths().filter(|(file, _)| is_asset[file.0]);
        let has = |key: fn(&Rule) -> bool| rules.all().iter().any(key);
        let mut names = AssetNames::default();
        if has(|rule| rule.output.is_some()) {
            let named = |(file, source)| Some((file, output_name(rules, &source, self.target)?.asset_name(&source)));
            names = assets().filter_map(named).collect();
        }
        if has(|rule| rule.variants.is_some()) {
            for (file, source) in assets() {
                let variants = rules.last_with(&source, self.target, |rule| rule.variants.as_ref());
                variants.into_iter().flatten().for_each(|(label, _)| names.add_variant(file, &source, &label.value));
            }
        }
        names
    }

    fn digest_of_recipe(&self, state: &State, asset: AssetId) -> Option<Digest> {
        state.meta.recipes.digest(state.row(asset)?.recipe())
    }
}

/// Why a plan contains an asset of the state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suspicion {
    /// The asset is up to date, and there is nothing to report.
    None,
    /// The asset is up to date, but its diagnostics are reported again.
    Report,
    /// The asset or its outputs may be out of date.
    MayDiffer,
}

fn suspects(state: &State, dirty: Vec<bool>, outputs: &OutputDrift) -> Vec<Suspicion> {
    let suspicion = |(dirty, row): (bool, &AssetRow)| match (dirty, row.must_report()) {
        (true, _) => Suspicion::MayDiffer,
        (false, true) => Suspicion::Report,
        (false, false) => Suspicion::None,
    };
    let mut suspects: Vec<Suspicion> = dirty.into_iter().zip(&state.assets).map(suspicion).collect();
    for asset in &outputs.suspects {
        suspects.get_mut(asset.index()).into_iter().for_each(|suspect| *suspect = Suspicion::MayDiffer);
    }
    suspects
}

/// Returns why no file in a folder of this file is ever a source; `None` if some may be.
fn left_out(file: &str, root: &Path) -> Option<&'static str> {
    let mut folders = file.match_indices('/').map(|(end, _)| &file[..end]);
    folders.find_map(|folder| match folder.rsplit('/').next() {
        Some(name) if name.starts_with('.') => Some("it is in a hidden folder, whose name begins with a dot"),
        _ => root.join(folder).join(STATE_FOLDER).exists().then_some("it is in the output folder of a build"),
    })
}

/// Returns the asset, or the pattern of assets, that the user probably meant by a name: the asset of an output's name, the
/// assets in a folder, the only asset with this last part, or the most similar name.
fn meant_asset(name: &str, assets: &[&str]) -> Option<String> {
    let is_output_of = |asset: &str| name.strip_prefix(asset).is_some_and(|rest| rest.starts_with(['.', '@']));
    let output_of = assets.iter().filter(|asset| is_output_of(asset)).max_by_key(|asset| asset.len());
    let folder = name.trim_end_matches('/');
    let in_folder = |asset: &&&str| asset.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let mut with_last_part = assets.iter().filter(|asset| asset.rsplit('/').next() == Some(name));
    let only = with_last_part.next().filter(|_| with_last_part.next().is_none());
    let similar = || {
        let whole = nearest(name, assets.iter().copied());
        // The name of an output has a suffix, such as `.model`, which another asset's name may resemble by chance.
        let suffix = |name: &str| name.rsplit_once('.').map(|(_, suffix)| suffix.to_owned());
        let same_kind = whole.is_some_and(|found| match (suffix(name), suffix(found)) {
            (Some(wanted), Some(found)) => nearest(&wanted, [found.as_str()]).is_some(),
            (wanted, found) => wanted == found,
        });
        let stem = name.rsplit_once('.').filter(|_| !same_kind).map(|(stem, _)| stem);
        stem.and_then(|stem| nearest(stem, assets.iter().copied())).or(whole).map(str::to_owned)
    };
    let pattern = assets.iter().find(in_folder).map(|_| format!("{folder}/**"));
    output_of.or(only).map(|asset| (*asset).to_owned()).or(pattern).or_else(similar)
}

/// Returns a diagnostic about a file or folder, by its path in the project.
fn about(path: &str, diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { file: SourcePath::new(path).ok(), ..diagnostic }
}

impl PlannedAsset {
    /// The asset's name.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        self.recipe.record.asset_name(&self.source)
    }
}

impl Plan {
    /// Returns warnings about files that an importer would accept if they were usable, about folders whose files cannot be
    /// listed, and about rules without effect. `targets` are the targets that are built.
    pub(crate) fn diagnostics(&self, registry: &Registry, manifest: &Manifest, targets: &[&str]) -> Vec<Diagnostic> {
        let is_wanted = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let by_name = registry.importer_for(name).is_some_and(|it| it.claim(name, &|_| false) == Claim::Asset);
            SourcePath::new(path).ok().and_then(|path| manifest.decision(&path)).unwrap_or(by_name)
        };
        let ScanWarnings { unusable, about_rules, foreign_names, without_effect } = &self.warnings;
        let names = unusable.names.iter().filter(|(path, _)| path.ends_with('/') || is_wanted(path));
        let names = names.map(|(path, reason)| {
            Diagnostic::warning(codes::FILE_NAME, format!("`{path}` is not built: its name {reason}"))
                .help("rename the file or folder")
        });
        let (folders, broken): (Vec<&String>, Vec<_>) =
            unusable.unfollowed_links.iter().partition(|path| path.ends_with('/'));
        let broken = broken.into_iter().filter(|path| is_wanted(path)).map(|path| {
            let fact = format!("`{path}` is not built: it is a broken symbolic link");
            let help = "restore the file that the link points to, correct the link, or remove it";
            about(path, Diagnostic::warning(codes::BROKEN_LINK, fact).help(help))
        });
        let folders = folders.into_iter().map(|path| {
            let fact = format!("sources in `{path}` are not built, because this folder is a symbolic link");
            let help = "copy the folder into the project, or link each file; if the folder contains no sources, add the link to .rigmillignore";
            about(path.trim_end_matches('/'), Diagnostic::warning(codes::LINKED_FOLDER, fact).help(help))
        });
        let links = broken.chain(folders);
        let others = foreign_names.iter().chain(without_effect).chain(about_rules);
        names.chain(links).chain(others.cloned()).chain(unserved_writers(manifest, registry, targets)).collect()
    }

    /// Returns the number of assets.
    pub(crate) fn asset_count(&self) -> usize {
        self.is_asset.iter().filter(|&&is| is).count()
    }

    /// Whether a file is an asset.
    pub(crate) fn is_asset(&self, file: FileId) -> bool {
        self.is_asset[file.0]
    }

    /// Returns the asset in the previous state that was made from a file.
    pub(crate) fn previous(&self, file: FileId) -> Option<AssetId> {
        *self.previous.get(file.0)?
    }

    /// Returns the reason why the asset made from `source` no longer exists.
    pub(crate) fn why_gone(&self, source: &SourcePath, root: &Path) -> Reason {
        let path = source.to_string();
        if self.tree.find(source).is_some() {
            return Reason::SourceLeftOut { path };
        }
        let exists = root.join(&path).is_file();
        match self.tree.ignore_files.ignoring(path.as_bytes(), false).filter(|_| exists) {
            Some(by) => Reason::SourceIgnored { path, by: by.to_string() },
            None => Reason::SourceGone { path },
        }
    }

    /// Returns the names of all assets.
    pub(crate) fn asset_names(&self) -> Vec<String> {
        self.with_assets(|assets| assets.asset_names().collect())
    }

    /// Returns the error that no asset has a name, which may be the path of a file that is no asset.
    pub(crate) fn no_such_asset(&self, name: &str, assets: &[&str], root: &Path) -> GraphError {
        let path = SourcePath::new(name).ok();
        let found = path.as_ref().and_then(|path| fs::symlink_metadata(root.join(path.as_str())).ok());
        let ignore_files = &self.tree.ignore_files;
        let by = path
            .zip(found.as_ref())
            .and_then(|(path, found)| ignore_files.ignoring(path.as_str().as_bytes(), found.is_dir()));
        match by {
            Some(by) => GraphError::Ignored { name: name.to_owned(), by },
            None if found.is_some_and(|found| found.is_file()) => {
                GraphError::NotASource { name: name.to_owned(), left_out: left_out(name, root) }
            }
            None => GraphError::NoAsset { name: name.to_owned(), nearest: meant_asset(name, assets) },
        }
    }

    /// Returns an error if a pattern of a filter must match an asset but matches none.
    pub(crate) fn must_have(&self, only: &AssetFilter, root: &Path) -> Result<(), GraphError> {
        let assets = self.tree.paths().filter(|(file, _)| self.is_asset(*file));
        let assets: Vec<_> = assets.map(|(file, source)| (self.asset_name(file, &source).to_owned(), source)).collect();
        let Some(name) = only.unmatched(&assets).into_iter().next() else { return Ok(()) };
        let names: Vec<&str> = assets.iter().map(|(name, _)| name.as_str()).collect();
        Err(self.no_such_asset(name, &names, root))
    }

    /// Returns the name of the asset made from a file.
    pub(crate) fn asset_name<'a>(&'a self, file: FileId, source: &'a SourcePath) -> &'a str {
        self.names.name(file, source)
    }

    fn with_assets<R>(&self, ask: impl FnOnce(AssetFiles<'_>) -> R) -> R {
        let is_asset = |file: FileId| self.is_asset(file);
        ask(AssetFiles { tree: &self.tree, is_asset: &is_asset, names: &self.names })
    }

    /// Returns the file of the asset made from `source`; `None` if it is not an asset.
    pub(crate) fn asset_of(&self, source: &SourcePath) -> Option<FileId> {
        self.tree.find(source).filter(|&file| self.is_asset(file))
    }

    /// Returns the index in `suspects` of the asset made from `file`.
    pub(crate) fn suspect_of(&self, file: FileId) -> Option<usize> {
        self.suspects.binary_search_by_key(&file, |asset| asset.file).ok()
    }

    /// Returns the asset made from `file`, even if it is not a suspect.
    pub(crate) fn asset(&self, file: FileId, book: &mut RecipeBook<'_>) -> Option<PlannedAsset> {
        if let Some(suspect) = self.suspect_of(file) {
            return Some(self.suspects[suspect].clone());
        }
        let source = self.tree.path(file)?;
        let recipe = book.recipe(&source, &self.tree.siblings(&source))?;
        Some(PlannedAsset { file, source, recipe, previous: self.previous(file), may_differ: true })
    }

    /// Like [`possible_makers`], but only among the assets of this build.
    pub(crate) fn possible_makers(&self, product: &str) -> Vec<(FileId, String)> {
        self.with_assets(|assets| possible_makers(assets, product))
    }
}
