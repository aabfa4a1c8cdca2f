//! The end of a build: refuse files that two assets would write, put the new ones in place, remove those that nothing
//! makes any more, report, and save the state.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest, Probe, SourcePath};

use super::claims::{blocks, claimed, clash, no_folder, shared_files, without_folder};
use super::output_tree::OutputTree;
use super::pending::Pending;
use super::unclaimed::unclaimed;
use crate::check::{Intact, TargetFiles, World};
use crate::disk::{Disk, Instant, Stamp};
use crate::error::{GraphError, io_error};
use crate::plan::{Plan, Planner, RecipeBook};
use crate::records::{AssetRecord, Failure, Good};
use crate::report::{Activity, AssetReport, BuildOptions, BuildReport, StageKind, Status, Timer};
use crate::run::{Job, Staging, Work};
use crate::state::{Draft, Meta, Overlay, State};

/// Up to so many changes are saved beside the base of the state; with more, the base is made anew.
const OVERLAY_MOST: usize = 1000;

/// Everything the end of a build needs.
pub(crate) struct Commit<'a> {
    pub(crate) planner: &'a Planner<'a>,
    pub(crate) options: &'a BuildOptions,
    pub(crate) plan: &'a Plan,
    pub(crate) state: &'a State,
    pub(crate) world: &'a World<'a>,
    pub(crate) files: &'a TargetFiles<'a>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) pending: Pending,
    pub(crate) disk: &'a dyn Disk,
    pub(crate) timer: Timer<'a>,
    pub(crate) report: BuildReport,
    /// Files that were put in place.
    pub(crate) placed: Vec<String>,
    /// Whether files were removed.
    pub(crate) removed: bool,
    /// Files that could not be removed.
    pub(crate) orphans: Vec<String>,
}

/// An asset's row of the new state.
struct Finished {
    file: usize,
    old: Option<u32>,
    changed: bool,
    record: AssetRecord,
}

impl Commit<'_> {
    pub(crate) fn run(&mut self, mut jobs: Vec<Job>) -> Result<(), GraphError> {
        let folder = self.planner.project.target_folder(self.planner.target);
        self.add_kept_claimants(&mut jobs)?;
        self.refuse_shared_files(&mut jobs);
        self.discard_of_failed(&mut jobs);
        self.tell_unclaimed(&jobs);
        let unknown = unknown_files(&jobs);
        let list = self.pending.announce(unknown, self.disk).map_err(io_error("write to", &folder))?;
        let staged = jobs.iter().flat_map(Job::staged).map(|(_, staged)| staged.path.as_path());
        let staged: Vec<&Path> = staged.chain(list).collect();
        self.staging.flush(&staged).map_err(io_error("write to", &folder))?;
        let mut tree = OutputTree::new(&folder, self.disk);
        let mut meta = self.new_meta();
        let mut recipes: BTreeMap<Digest, u32> =
            (0..).zip(&meta.recipes).filter_map(|(i, it)| Some((Digest::of_value(it).ok()?, i))).collect();
        // What goes must make room first: a folder may come where a file was.
        let given_up = self.give_up_files(&mut jobs);
        given_up.iter().for_each(|path| self.remove(path, &mut tree));
        self.remove_gone(&jobs, &mut meta, &mut tree);
        tree.place_folders(self.staging);
        let mut finished = Vec::with_capacity(jobs.len());
        let mut former = Vec::new();
        for job in jobs {
            let recipe = *recipes.entry(job.asset.recipe.digest).or_insert_with(|| {
                meta.recipes.push(job.asset.recipe.record.clone());
                u32::try_from(meta.recipes.len() - 1).unwrap_or(u32::MAX)
            });
            finished.push(self.finish(job, recipe, &mut tree, &mut former));
        }
        self.remove_former(former, &finished, &mut tree);
        finished.sort_unstable_by_key(|it| it.file);
        self.remember_files(&finished, &mut meta);
        meta.orphans = std::mem::take(&mut self.orphans);
        let now = self.staging.now().ok();
        distrust_new_stamps(&mut finished, now);
        self.note_sightings(&mut meta, now);
        self.timer.time(Activity::Save, || self.save(meta, &finished));
        self.tell_kept(&finished);
        Ok(())
    }

    // ---- files that two assets would write ----

    /// Adds the assets that are up to date and own a file that some other asset is about to write.
    fn add_kept_claimants(&self, jobs: &mut Vec<Job>) -> Result<(), GraphError> {
        let worked: BTreeSet<u32> = jobs.iter().filter_map(|job| job.asset.old).collect();
        let gone: BTreeSet<u32> = self.plan.gone.iter().copied().collect();
        let owners = jobs.iter().flat_map(Job::new_claims).flat_map(|path| self.state.outputs.owners_near(path));
        let kept: BTreeSet<u32> = owners.filter(|it| !worked.contains(it) && !gone.contains(it)).collect();
        if kept.is_empty() {
            return Ok(());
        }
        let mut book = RecipeBook::new(self.planner.registry, self.planner.target, self.planner.project.manifest());
        let files = (0..self.plan.old_of.len())
            .filter(|&file| self.plan.old_of[file].checked_sub(1).is_some_and(|it| kept.contains(&it)));
        for file in files {
            let Some(asset) = self.plan.asset(file, &mut book) else { continue };
            let old = asset.old.and_then(|old| self.state.record(old).ok());
            jobs.push(Job { asset, old, why: Vec::new(), work: None, time: Duration::ZERO });
        }
        book.finish().map_err(|faults| self.planner.project.faulty(faults))
    }

    /// Two assets that would write one file both fail, whichever was there first: which one a game gets must not
    /// depend on chance. Names that differ only in case count as one, since on some machines they are. Where one
    /// needs a folder and another makes a file, the file stands.
    fn refuse_shared_files(&self, jobs: &mut [Job]) {
        for claimants in shared_files(jobs) {
            let diagnostic = clash(&claimants, jobs);
            for (index, _) in claimants {
                let source = jobs[index].asset.source.clone();
                self.fail(&mut jobs[index], diagnostic.clone().in_file(&source));
            }
        }
        for (index, path, other) in without_folder(jobs) {
            let diagnostic = no_folder(&jobs[index], &path, &jobs[other]);
            self.fail(&mut jobs[index], diagnostic);
        }
    }

    fn fail(&self, job: &mut Job, diagnostic: Diagnostic) {
        let mut work = job.work.take().unwrap_or_else(|| Work::of(job.old.as_ref()));
        work.staged.drain(..).for_each(|(_, staged)| self.staging.discard(&staged));
        let mut failure = match work.result {
            Err(failure) => failure,
            Ok(good) => {
                Failure { dependencies: good.dependencies().cloned().collect(), diagnostics: Vec::new(), retry: true }
            }
        };
        if !failure.diagnostics.contains(&diagnostic) {
            failure.diagnostics.push(diagnostic);
        }
        job.work = Some(Work { result: Err(failure), ..work });
    }

    /// Gives up what an asset made before it failed.
    fn discard_of_failed(&self, jobs: &mut [Job]) {
        for work in jobs.iter_mut().filter_map(|job| job.work.as_mut()).filter(|work| work.result.is_err()) {
            work.staged.drain(..).for_each(|(_, staged)| self.staging.discard(&staged));
        }
    }

    /// Takes from failed assets the files that are no longer theirs: those that another asset makes or that are in its
    /// way, and those that a build that died may have written for another. Gives the ones that nobody makes.
    fn give_up_files(&self, jobs: &mut [Job]) -> Vec<String> {
        let left = |job: &Job| job.failed() && job.old.iter().any(|old| old.good.is_some());
        if !jobs.iter().any(left) {
            return Vec::new();
        }
        let claimed = claimed(jobs);
        let unsure: BTreeSet<&str> = self.state.meta.orphans.iter().map(String::as_str).collect();
        let mut given_up = Vec::new();
        for job in jobs.iter_mut().filter(|job| job.failed()) {
            let Some(good) = job.old.as_mut().and_then(|old| old.good.as_mut()) else { continue };
            good.outputs.retain(|output| {
                let path = output.path.to_lowercase();
                let maker = claimed.get(&path);
                let overwritten =
                    || unsure.contains(output.path.as_str()) && !matches!(self.files.look(output), Intact::Yes(_));
                let kept = maker.is_none() && !blocks(&path, &claimed) && !overwritten();
                if !kept && maker != Some(&output.path) {
                    given_up.push(output.path.clone());
                }
                kept
            });
        }
        given_up
    }

    /// Reports files that nothing is made of. Assets that read more than their own sources are looked at by every build.
    /// While an asset fails, nobody knows which files it would read.
    fn tell_unclaimed(&mut self, jobs: &[Job]) {
        if jobs.iter().any(Job::failed) {
            return;
        }
        let read: BTreeSet<&SourcePath> = jobs.iter().flat_map(Job::files_read).collect();
        let manifest = self.planner.project.manifest();
        self.report.diagnostics.extend(unclaimed(self.plan, self.planner.registry, manifest, &read));
    }

    // ---- asset by asset ----

    /// Puts one asset's files in place; gives its row of the state and leaves its report. The files that it no longer
    /// makes are added to `former`.
    fn finish(&mut self, mut job: Job, recipe: u32, tree: &mut OutputTree<'_>, former: &mut Vec<String>) -> Finished {
        let staged = self.place(&mut job, tree);
        let Some(work) = job.work.take() else { return self.untouched(job, recipe) };
        let old_good = job.old.as_ref().and_then(|old| old.good.as_ref());
        let (status, good, failure) = match work.result {
            Ok(good) => (status_of(&work.ran, staged, &good, old_good), Some(good), None),
            Err(failure) => (Status::Failed, old_good.cloned(), Some(failure)),
        };
        let told = failure.as_ref().map_or_else(
            || good.iter().flat_map(Good::diagnostics).cloned().collect(),
            |failure| failure.diagnostics.clone(),
        );
        if let Some(good) = good.as_ref().filter(|_| failure.is_none()) {
            let before = old_good.iter().flat_map(|old| &old.outputs).map(|output| &output.path);
            former.extend(before.filter(|path| !good.outputs.iter().any(|it| it.path == **path)).cloned());
        }
        self.tell(&job, status, work.ran, good.as_ref(), told);
        let record = AssetRecord { recipe, good, failure };
        Finished { file: job.asset.file, old: job.asset.old, changed: job.old.as_ref() != Some(&record), record }
    }

    /// Puts an asset's new files in place. Should one not go, the asset fails.
    fn place(&mut self, job: &mut Job, tree: &mut OutputTree<'_>) -> bool {
        let Some(work) = &mut job.work else { return false };
        let staged = std::mem::take(&mut work.staged);
        for (index, file) in &staged {
            let Ok(good) = &mut work.result else { break };
            let Some(output) = good.outputs.get_mut(*index) else { continue };
            self.placed.push(output.path.clone());
            match tree.place(file, &output.path) {
                Ok(fingerprint) => output.fingerprint = fingerprint,
                Err(error) => {
                    let message = format!("cannot write {}: {error}", tree.folder().join(&output.path).display());
                    let diagnostic = Diagnostic::error("R0008", message).in_file(&job.asset.source);
                    let diagnostic = diagnostic.help("the old file is untouched; the next build tries again");
                    // Those of its files that are in place already have no owner now; of others, folders may be left.
                    let paths = staged.iter().filter_map(|(index, _)| good.outputs.get(*index)).map(|it| &it.path);
                    let old = job.old.iter().filter_map(|old| old.good.as_ref()).flat_map(|good| &good.outputs);
                    let old: BTreeSet<&str> = old.map(|output| output.path.as_str()).collect();
                    self.orphans.extend(paths.filter(|path| !old.contains(path.as_str())).cloned());
                    self.fail(job, diagnostic);
                    break;
                }
            }
        }
        !staged.is_empty()
    }

    fn untouched(&mut self, mut job: Job, recipe: u32) -> Finished {
        let old = job.old.take().unwrap_or(AssetRecord { recipe, good: None, failure: None });
        let status = if old.failure.is_some() { Status::Failed } else { Status::Fresh };
        let told = match &old.failure {
            Some(failure) => failure.diagnostics.clone(),
            None => old.good.iter().flat_map(Good::diagnostics).cloned().collect(),
        };
        self.tell(&job, status, Vec::new(), old.good.as_ref(), told);
        let mut record = AssetRecord { recipe, ..old.clone() };
        for output in record.good.iter_mut().flat_map(|good| &mut good.outputs) {
            output.fingerprint = self.files.known(output);
        }
        Finished { file: job.asset.file, old: job.asset.old, changed: record != old, record }
    }

    fn tell(
        &mut self,
        job: &Job,
        status: Status,
        ran: Vec<StageKind>,
        good: Option<&Good>,
        diagnostics: Vec<Diagnostic>,
    ) {
        let outputs = good.iter().flat_map(|good| &good.outputs).map(|output| output.path.clone()).collect();
        self.report.assets.push(AssetReport {
            asset: job.asset.source.asset_name().to_owned(),
            source: job.asset.source.to_string(),
            status,
            why: job.why.clone(),
            ran,
            outputs,
            diagnostics,
            time: job.time,
        });
    }

    /// Reports the assets that were not looked at: their number, or each.
    fn tell_kept(&mut self, finished: &[Finished]) {
        let looked_at: BTreeSet<usize> = finished.iter().map(|it| it.file).collect();
        if !self.options.tell_fresh {
            self.report.untold_fresh = self.plan.asset_count() - looked_at.len();
            return;
        }
        let mut outputs: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (path, row) in self.state.outputs.files() {
            outputs.entry(row.asset).or_default().push(path);
        }
        let kept = self.plan.tree.paths().filter(|(file, _)| self.plan.is_asset[*file] && !looked_at.contains(file));
        for (file, source) in kept {
            let old = self.plan.old_of[file].checked_sub(1);
            self.report.assets.push(AssetReport {
                asset: source.asset_name().to_owned(),
                source: source.to_string(),
                status: Status::Fresh,
                why: Vec::new(),
                ran: Vec::new(),
                outputs: old.and_then(|old| outputs.remove(&old)).unwrap_or_default(),
                diagnostics: Vec::new(),
                time: Duration::ZERO,
            });
        }
        self.report
            .assets
            .sort_by(|a, b| (a.status == Status::Removed, &a.source).cmp(&(b.status == Status::Removed, &b.source)));
    }

    // ---- files that nothing makes any more ----

    /// Removes the files of assets that are gone, and those an earlier build could not remove.
    fn remove_gone(&mut self, jobs: &[Job], meta: &mut Meta, tree: &mut OutputTree<'_>) {
        if self.plan.gone.is_empty() && meta.orphans.is_empty() {
            return;
        }
        let made: BTreeSet<&str> = jobs.iter().flat_map(Job::outputs_after).collect();
        let gone: BTreeSet<u32> = self.plan.gone.iter().copied().collect();
        let mut outputs: BTreeMap<u32, Vec<String>> = gone.iter().map(|&asset| (asset, Vec::new())).collect();
        if !gone.is_empty() {
            for (path, row) in self.state.outputs.files() {
                outputs.entry(row.asset).and_modify(|paths| paths.push(path));
            }
        }
        let orphans = std::mem::take(&mut meta.orphans);
        let owned = |path: &str| {
            made.contains(path) || self.state.outputs.owner(path).is_some_and(|(it, _)| !gone.contains(&it))
        };
        let orphans: Vec<String> = orphans.into_iter().filter(|path| !owned(path)).collect();
        for path in orphans {
            self.remove(&path, tree);
        }
        let files = if outputs.is_empty() { Vec::new() } else { self.state.files_of_assets() };
        for (asset, mut paths) in outputs {
            paths.retain(|path| !made.contains(path.as_str()));
            paths.iter().for_each(|path| self.remove(path, tree));
            self.tell_removed(files.get(asset as usize).copied().flatten(), paths);
        }
    }

    fn tell_removed(&mut self, file: Option<usize>, outputs: Vec<String>) {
        let Some(source) = file.and_then(|file| self.state.tree.path(file)) else { return };
        self.report.assets.push(AssetReport {
            asset: source.asset_name().to_owned(),
            source: source.to_string(),
            status: Status::Removed,
            why: vec![self.plan.why_gone(&source)],
            ran: Vec::new(),
            outputs,
            diagnostics: Vec::new(),
            time: Duration::ZERO,
        });
    }

    /// Removes files that their assets no longer make, and no other asset does either.
    fn remove_former(&mut self, former: Vec<String>, finished: &[Finished], tree: &mut OutputTree<'_>) {
        if former.is_empty() {
            return;
        }
        let outputs = finished.iter().filter_map(|it| it.record.good.as_ref()).flat_map(|good| &good.outputs);
        let made: BTreeSet<&str> = outputs.map(|output| output.path.as_str()).collect();
        former.iter().filter(|path| !made.contains(path.as_str())).for_each(|path| self.remove(path, tree));
    }

    fn remove(&mut self, path: &str, tree: &mut OutputTree<'_>) {
        self.removed = true;
        if let Err(error) = tree.remove(path) {
            let message = format!("cannot remove {}: {error}", tree.folder().join(path).display());
            let help = "the next build tries again";
            self.report.diagnostics.push(Diagnostic::warning("R0102", message).help(help));
            self.orphans.push(path.to_owned());
        }
    }

    // ---- the state ----

    /// What there is once in the new state. Recipes keep their places as long as old records speak of them.
    fn new_meta(&self) -> Meta {
        let old = &self.state.meta;
        let kept = self.plan.asset_count() > self.plan.suspects.len();
        Meta {
            environment: Some(self.planner.environment),
            root: self.planner.project.root().to_owned(),
            out: self.planner.project.out().to_owned(),
            program: Some(self.options.program),
            recipes: if kept { old.recipes.clone() } else { Vec::new() },
            files: if kept { old.files.clone() } else { BTreeMap::new() },
            left_out: self.plan.left_out.clone(),
            orphans: old.orphans.clone(),
            sightings: old.sightings.clone(),
        }
    }

    /// Remembers the digests of files that assets depend on besides their own sources.
    fn remember_files(&self, finished: &[Finished], meta: &mut Meta) {
        for it in finished {
            let all = it.record.dependencies().into_iter().chain(it.record.good.iter().flat_map(Good::dependencies));
            for dependency in all {
                let Probe::File(path) = &dependency.probe else { continue };
                if self.plan.tree.find(path) == Some(it.file) {
                    continue;
                }
                match self.world.fingerprint(path) {
                    Some(found) => drop(meta.files.insert(path.clone(), found)),
                    None => drop(meta.files.remove(path)),
                }
            }
        }
    }

    /// Remembers the stamps that this build could not trust, so that a later one may.
    fn note_sightings(&self, meta: &mut Meta, now: Option<Instant>) {
        let Some(now) = now else { return };
        for (path, untrusted) in self.world.untrusted() {
            meta.sightings.note(path.as_str(), untrusted, now);
        }
        let tree = &self.plan.tree;
        let drifted = self.plan.drift.folders.iter().map(|it| it.0);
        let looked_at =
            if self.plan.reshaped { (0..tree.folders.len()).collect() } else { drifted.collect::<Vec<_>>() };
        for folder in looked_at {
            let row = &tree.folders[folder];
            let untrusted = Some(row.stamp).filter(|_| self.folder_stamp(folder) == Stamp::UNKNOWN);
            meta.sightings.note(tree.names.text(row.path), untrusted, now);
        }
        if self.plan.reshaped {
            let is_file = |path: &str| SourcePath::new(path).is_ok_and(|path| tree.find(&path).is_some());
            meta.sightings.retain(|path| tree.folder(path).is_some() || is_file(path));
        }
    }

    /// The stamp to remember of a folder of the tree, which vouches for the names in it.
    fn folder_stamp(&self, folder: usize) -> Stamp {
        let row = &self.plan.tree.folders[folder];
        let path = self.plan.tree.names.text(row.path);
        let known = || self.state.tree.folder(path).is_some_and(|known| known.stamp == row.stamp);
        if self.world.trusts(path, row.stamp) || known() { row.stamp } else { Stamp::UNKNOWN }
    }

    /// The stamp to remember of an asset's source, which vouches for the bytes that the record is of. The stamps of files
    /// that are no assets vouch for nothing.
    fn source_stamp(&self, record: &AssetRecord) -> Stamp {
        let source = record.dependencies().first().map(|it| (&it.probe, it.seen));
        match source {
            Some((Probe::File(path), Some(seen))) => self.world.source_stamp(path, seen),
            _ => Stamp::UNKNOWN,
        }
    }

    /// Saves the state. Where that fails the content is in place all the same; the next build checks all of it.
    fn save(&mut self, meta: Meta, finished: &[Finished]) {
        let path = self.planner.project.state_file(self.planner.target);
        let saved = match self.overlay(&meta, finished) {
            Some(overlay) if overlay.rows == self.state.overlay().rows && meta == self.state.meta => Ok(()),
            Some(overlay) => self.state.save_overlay(&overlay, &path, self.disk),
            None => self.save_base(&meta, finished, &path),
        };
        if saved.is_ok() {
            self.pending.forget(self.disk);
        }
        if let Err(error) = saved {
            let message = format!("cannot save the build state {}: {error}", path.display());
            let help = "the content is in place; the next build checks all of it";
            self.report.diagnostics.push(Diagnostic::error("R0106", message).help(help));
        }
    }

    /// The changes of a small build; `None` when the base must be made anew.
    fn overlay(&self, meta: &Meta, finished: &[Finished]) -> Option<Overlay> {
        let started = self.staging.started();
        let number = |index: usize| u32::try_from(index).ok();
        if self.plan.reshaped || self.removed || self.state.meta.environment != meta.environment {
            return None;
        }
        let mut overlay = Overlay { meta: meta.clone(), rows: self.state.overlay().rows.clone() };
        for &(file, stamp) in self.plan.drift.files.iter().filter(|(file, _)| !self.plan.is_asset[*file]) {
            overlay.rows.files.insert(number(file)?, stamp);
        }
        for &(folder, _) in &self.plan.drift.folders {
            overlay.rows.folders.insert(number(folder)?, self.folder_stamp(folder));
        }
        for &(folder, stamp) in &self.plan.output_drift.folders {
            overlay.rows.output_folders.insert(number(folder)?, stamp.if_settled_before(started));
        }
        for it in finished {
            let paths = it.record.good.iter().flat_map(|good| &good.outputs);
            let old = it.old?;
            let known = self.state.tree.files[it.file].stamp;
            if it.changed || known != self.plan.tree.files[it.file].stamp {
                let source = self.source_stamp(&it.record);
                if source != known {
                    overlay.rows.files.insert(number(it.file)?, source);
                }
            }
            for output in paths {
                let index =
                    self.state.outputs.index(&output.path).filter(|&i| self.state.outputs.rows[i].asset == old)?;
                let stamp = output.fingerprint.stamp();
                if self.state.outputs.rows[index].stamp != stamp {
                    overlay.rows.outputs.insert(number(index)?, stamp);
                }
            }
            if it.changed {
                overlay.rows.records.insert(old, it.record.clone());
            }
        }
        for path in &self.placed {
            // A path that was no output is a change of shape.
            let folder = self.state.outputs.folder_of(self.state.outputs.index(path)?)?;
            overlay.rows.output_folders.insert(number(folder)?, Stamp::UNKNOWN);
        }
        (overlay.rows.len() <= OVERLAY_MOST).then_some(overlay)
    }

    fn save_base(&self, meta: &Meta, finished: &[Finished], path: &Path) -> io::Result<()> {
        let mut tree = self.plan.tree.clone();
        (0..tree.folders.len()).for_each(|folder| tree.folders[folder].stamp = self.folder_stamp(folder));
        finished.iter().for_each(|it| tree.files[it.file].stamp = self.source_stamp(&it.record));
        let mut draft = Draft::new(tree.files.len());
        let mut new_of = vec![u32::MAX; self.state.assets.len()];
        let mut finished = finished.iter().peekable();
        for file in 0..tree.files.len() {
            if let Some(it) = finished.next_if(|it| it.file == file) {
                draft.push(file, &it.record)?;
            } else if let Some(old) = self.plan.old_of[file].checked_sub(1).filter(|_| self.plan.is_asset[file]) {
                let raw = self.state.raw_record(old).map_err(io::Error::other)?;
                let needs_a_look = self.state.assets[old as usize].needs_a_look();
                new_of[old as usize] = draft.push_raw(file, &raw, needs_a_look);
            }
        }
        for (path, row) in self.state.outputs.files() {
            if let Some(&asset) = new_of.get(row.asset as usize).filter(|&&asset| asset != u32::MAX) {
                draft.push_output(path, asset, row.stamp);
            }
        }
        draft.save(meta, &tree, path, self.disk)
    }
}

fn status_of(ran: &[StageKind], staged: bool, new: &Good, old: Option<&Good>) -> Status {
    let paths = |good: &Good| good.outputs.iter().map(|output| output.path.clone()).collect::<Vec<_>>();
    let changed = staged || old.is_none_or(|old| paths(old) != paths(new));
    match (changed, ran.is_empty()) {
        (false, _) => Status::Fresh,
        (true, true) => Status::Cached,
        (true, false) => Status::Built,
    }
}

/// A file written a moment ago could be changed once more within the same tick of the clock: the next build reads it
/// instead of trusting its stamp. Where the clock cannot be read, no stamp is trusted.
fn distrust_new_stamps(finished: &mut [Finished], now: Option<Instant>) {
    for output in finished.iter_mut().filter_map(|it| it.record.good.as_mut()).flat_map(|good| &mut good.outputs) {
        output.fingerprint = output.fingerprint.settled_before(now);
    }
}

/// The files about to be put in place that are new to their assets.
fn unknown_files(jobs: &[Job]) -> Vec<String> {
    let new = |job: &Job| {
        let old = job.old.iter().filter_map(|old| old.good.as_ref()).flat_map(|good| &good.outputs);
        let old: Vec<&str> = old.map(|output| output.path.as_str()).collect();
        let after = job.outputs_after().into_iter().filter(|path| !old.contains(path));
        after.map(str::to_owned).collect::<Vec<_>>()
    };
    jobs.iter().filter(|job| !job.staged().is_empty()).flat_map(new).collect()
}
