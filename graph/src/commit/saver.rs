//! [`Saver`]: saves the state after a build.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use rigmill_disk::{Instant, Stamp};
use rigmill_pipeline::{Dependency, Digest, Query, SourcePath};

use super::input::CommitInput;
use super::publisher::Publisher;
use crate::records::AssetRecord;
use crate::sources::{AssetFiles, FileId, FolderId, IgnoreFiles};
use crate::state::{AssetId, BaseBuilder, Meta, Overlay, Recipes};

/// The maximum number of changes in an overlay, for small and for large projects. If there are more changes, a new base is
/// saved. The limit exists because every build reads the whole overlay, and the rows of a base are faster to read.
const MAX_OVERLAY: (usize, usize) = (128, 1000);

/// The number of assets per change that an overlay may contain, within the limits of [`MAX_OVERLAY`].
const ASSETS_PER_CHANGE: usize = 8;

/// The record of an asset that was checked by this build.
pub(super) struct FinishedAsset {
    pub(super) file: FileId,
    pub(super) previous: Option<AssetId>,
    pub(super) changed: bool,
    pub(super) record: AssetRecord,
}

/// Saves the state after a build.
pub(super) struct Saver<'a> {
    pub(super) input: &'a CommitInput<'a>,
    pub(super) publisher: &'a Publisher<'a>,
    /// Sorted by file.
    pub(super) finished: &'a [FinishedAsset],
}

/// Creates the new [`Meta`], without the results of this build. Recipes keep their ids as long as old records refer to them.
pub(super) fn new_meta(input: &CommitInput<'_>) -> Meta {
    let old = &input.state.meta;
    let keep = input.plan.asset_count() > input.plan.suspects.len();
    Meta {
        configuration: Some(input.planner.configuration),
        root: input.project().root().to_owned(),
        out: input.project().out().to_owned(),
        program: Some(input.project().program_in_keys(input.options.program)),
        recipes: if keep { old.recipes.clone() } else { Recipes::default() },
        files: if keep { old.files.clone() } else { BTreeMap::new() },
        warnings: input.plan.warnings.clone(),
        orphans: old.orphans.clone(),
        untrusted_stamps: old.untrusted_stamps.clone(),
        ignore_files: ignore_files(input),
    }
}

/// Returns the ignore files with the stamps to record. An ignore file is read again if its stamp has changed.
fn ignore_files(input: &CommitInput<'_>) -> Arc<IgnoreFiles> {
    let (now, old) = (&input.plan.tree.ignore_files, &input.state.meta.ignore_files);
    let known: BTreeMap<&str, Stamp> = old.stamps().collect();
    Arc::new(now.with_stamps(|path, stamp| {
        let trusted = known.get(path) == Some(&stamp) || input.sources.trusts(path, stamp);
        if trusted { stamp } else { Stamp::UNKNOWN }
    }))
}

impl Saver<'_> {
    /// Records the digests of files that assets depend on in addition to their own sources.
    pub(super) fn record_files(&self, meta: &mut Meta) {
        let mut recorded = BTreeSet::new();
        for it in self.finished {
            let all = it
                .record
                .dependencies()
                .into_iter()
                .chain(it.record.built.iter().flat_map(|built| built.dependencies()));
            for dependency in all {
                let Query::File(path) = &dependency.query else { continue };
                if self.input.plan.tree.find(path) == Some(it.file) || !recorded.insert(path) {
                    continue;
                }
                match self.input.sources.fingerprint(path) {
                    Some(found) => drop(meta.files.insert(path.clone(), found)),
                    None => drop(meta.files.remove(path)),
                }
            }
        }
    }

    /// Records the stamps that this build could not trust, so that a later build can trust them.
    pub(super) fn record_untrusted_stamps(&self, meta: &mut Meta, now: Option<Instant>) {
        let Some(now) = now else { return };
        for (path, untrusted) in self.input.sources.untrusted() {
            meta.untrusted_stamps.note(path.as_str(), untrusted, now);
        }
        let plan = self.input.plan;
        let tree = &plan.tree;
        let checked: Vec<FolderId> = match plan.structure_changed {
            true => tree.folder_ids().collect(),
            false => plan.drift.folders.iter().map(|it| it.0).collect(),
        };
        for folder in checked {
            let untrusted = Some(tree[folder].stamp).filter(|_| self.folder_stamp(folder) == Stamp::UNKNOWN);
            meta.untrusted_stamps.note(tree.names.text(tree[folder].path), untrusted, now);
        }
        let recorded = Arc::clone(&meta.ignore_files);
        for ((path, stamp), (_, recorded)) in tree.ignore_files.stamps().zip(recorded.stamps()) {
            let untrusted = Some(stamp).filter(|_| recorded == Stamp::UNKNOWN);
            meta.untrusted_stamps.note(path, untrusted, now);
        }
        if plan.structure_changed {
            let is_file = |path: &str| SourcePath::new(path).is_ok_and(|path| tree.find(&path).is_some());
            let exists = |path: &str| tree.folder(path).is_some() || is_file(path) || tree.ignore_files.contains(path);
            meta.untrusted_stamps.retain(exists);
        }
    }

    /// Saves the state, as an overlay if possible. Returns the number of outputs.
    pub(super) fn save(&self, meta: Meta) -> io::Result<usize> {
        let state = self.input.state;
        let path = self.input.project().state_file(self.input.planner.target);
        match self.overlay(&meta) {
            Some(overlay) if overlay.rows == state.overlay().rows && meta == state.meta => Ok(state.outputs.rows.len()),
            Some(overlay) => state.save_overlay(&overlay, &path, self.input.disk).map(|()| state.outputs.rows.len()),
            None => self.save_base(meta, &path),
        }
    }

    /// Returns the stamp to record for a folder. The names in the folder are read again if its stamp has changed.
    fn folder_stamp(&self, folder: FolderId) -> Stamp {
        let tree = &self.input.plan.tree;
        let (stamp, path) = (tree[folder].stamp, tree.names.text(tree[folder].path));
        let known = || self.input.state.tree.folder(path).is_some_and(|known| known.stamp == stamp);
        if self.input.sources.trusts(path, stamp) || known() { stamp } else { Stamp::UNKNOWN }
    }

    /// Returns the stamps to record for the files that the checked assets read. If all assets read the same bytes, this is the
    /// stamp that the file had with these bytes. Therefore, while a file keeps its recorded stamp, none of its dependents has
    /// to be checked. A file that changed during the build gets no stamp, because assets that this build did not check may have
    /// read its old bytes.
    fn stamps_of_read_files(&self) -> BTreeMap<FileId, Stamp> {
        let mut read: BTreeMap<FileId, (Option<Digest>, Stamp)> = BTreeMap::new();
        for it in self.finished {
            for Dependency { query, answer } in it.record.dependencies() {
                let Query::File(path) = query else { continue };
                let Some(file) = self.input.plan.tree.find(path) else { continue };
                let stamp = || match answer {
                    Some(digest) => {
                        let known = self.known_stamp(it, file, path);
                        let stamp = known.unwrap_or_else(|| self.input.sources.source_stamp(path, *digest));
                        if stamp == self.input.plan.tree[file].stamp { stamp } else { Stamp::UNKNOWN }
                    }
                    None => Stamp::UNKNOWN,
                };
                let found = read.entry(file).or_insert_with(|| (*answer, stamp()));
                if found.0 != *answer {
                    found.1 = Stamp::UNKNOWN;
                }
            }
            // A source without a known stamp is checked again by the next build.
            read.entry(it.file).or_insert((None, Stamp::UNKNOWN));
        }
        read.into_iter().map(|(file, (_, stamp))| (file, stamp)).collect()
    }

    /// Returns the stamp of an asset's source, if neither the source nor the asset's record changed.
    fn known_stamp(&self, asset: &FinishedAsset, file: FileId, path: &SourcePath) -> Option<Stamp> {
        let (plan, state) = (self.input.plan, self.input.state);
        let own = file == asset.file && !asset.changed;
        let known = state.tree[own.then(|| state.tree.find(path)).flatten()?].stamp;
        (known == plan.tree[file].stamp).then_some(known)
    }

    /// Creates the overlay after a small build. Returns `None` if a new base must be saved.
    fn overlay(&self, meta: &Meta) -> Option<Overlay> {
        let CommitInput { plan, state, staging, .. } = self.input;
        let rules = |meta: &Meta| meta.configuration.map(|it| (it.stages, it.rules));
        if plan.structure_changed || self.publisher.removed_any || rules(&state.meta) != rules(meta) {
            return None;
        }
        let mut overlay = Overlay { meta: meta.clone(), rows: state.overlay().rows.clone() };
        let rows = &mut overlay.rows;
        rows.files.extend(plan.drift.files.iter().copied().filter(|(file, _)| !plan.is_asset(*file)));
        rows.folders.extend(plan.drift.folders.iter().map(|&(folder, _)| (folder, self.folder_stamp(folder))));
        let settled = |stamp: Stamp| stamp.if_settled_before(staging.started());
        rows.output_folders.extend(plan.output_drift.folders.iter().map(|&(folder, stamp)| (folder, settled(stamp))));
        rows.files.extend(self.stamps_of_read_files().into_iter().filter(|&(file, it)| it != state.tree[file].stamp));
        for it in self.finished {
            let previous = it.previous?;
            for output in it.record.outputs() {
                let id = state.outputs.find(&output.path).filter(|&id| state.outputs[id].asset == previous)?;
                let stamp = output.fingerprint.stamp();
                if state.outputs[id].stamp != stamp {
                    rows.outputs.insert(id, stamp);
                }
            }
            if it.changed {
                rows.records.insert(previous, it.record.clone());
            }
        }
        for path in &self.publisher.published {
            // An overlay cannot contain new output paths, because they change the structure of the state.
            let folder = state.outputs.folder_of(state.outputs.find(path)?)?;
            rows.output_folders.insert(folder, Stamp::UNKNOWN);
        }
        let limit = (state.assets.len() / ASSETS_PER_CHANGE).clamp(MAX_OVERLAY.0, MAX_OVERLAY.1);
        (rows.len() <= limit).then_some(overlay)
    }

    fn save_base(&self, mut meta: Meta, path: &Path) -> io::Result<usize> {
        let CommitInput { plan, state, .. } = self.input;
        let mut tree = plan.tree.clone();
        tree.folder_ids().for_each(|folder| tree[folder].stamp = self.folder_stamp(folder));
        self.stamps_of_read_files().into_iter().for_each(|(file, stamp)| tree[file].stamp = stamp);
        let is_asset = |file: FileId| plan.is_asset(file);
        let (root, disk) = (self.input.project().root(), self.input.disk);
        let files = AssetFiles { tree: &tree, is_asset: &is_asset, names: &plan.names };
        let mut base = BaseBuilder::new(plan.asset_count(), state, files, root, path, disk)?;
        let mut new_ids = vec![None; state.assets.len()];
        let mut finished = self.finished.iter().peekable();
        for file in tree.file_ids() {
            if let Some(it) = finished.next_if(|it| it.file == file) {
                base.push(file, &it.record)?;
            } else if let Some(old) = plan.previous(file).filter(|_| plan.is_asset(file)) {
                new_ids[old.index()] = Some(base.keep(file, old)?);
            }
        }
        for (path, row) in state.outputs.files() {
            if let Some(&Some(asset)) = new_ids.get(row.asset.index()) {
                base.push_output(path.into(), asset, row.stamp);
            }
        }
        meta.recipes.retain(base.recipes());
        meta.files.retain(|path, _| base.reads(path));
        let outputs = base.output_count();
        base.save(&meta).map(|()| outputs)
    }
}
