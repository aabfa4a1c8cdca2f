//! [`commit`]: ends a build. Reports conflicts (files that two assets would write), moves new files to the output folder,
//! removes obsolete files and saves the state.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rigmill_disk::Instant;
use rigmill_pipeline::{Claim, Diagnostic, SourcePath, codes};

use super::conflicts::{give_up_files, refuse_conflicts};
use super::ignored_paths::ignored_paths;
use super::input::CommitInput;
use super::output_tree::OutputTree;
use super::pending::Pending;
use super::publisher::Publisher;
use super::saver::{FinishedAsset, Saver, new_meta};
use super::unused_files::{unused_file_warnings, unused_files};
use crate::error::{GraphError, io_error};
use crate::plan::PlannedAsset;
use crate::records::{AssetRecord, BuiltRecord, RecipeId};
use crate::report::{Activity, AssetReport, BuildReport, Status};
use crate::run::Job;
use crate::sources::exported_types;
use crate::state::{AssetId, Configuration, MAX_INDIVIDUALLY_CHECKED_OUTPUTS, Meta};

/// Ends a build and adds its results to `report`.
pub(crate) fn commit(
    input: &CommitInput<'_>,
    mut jobs: Vec<Job>,
    mut pending: Pending,
    report: &mut BuildReport,
) -> Result<(), GraphError> {
    let folder = input.project().target_folder(input.planner.target);
    refuse_conflicts(input, &mut jobs)?;
    let unused = unused(input, &jobs);
    report.diagnostics.extend(unused_file_warnings(input.plan, input.project().manifest(), &unused));
    report.unknown_files = unused.iter().map(ToString::to_string).collect();
    let list = pending.announce(new_outputs(&jobs), input.disk).map_err(io_error("write to", &folder))?;
    let staged = jobs.iter().flat_map(Job::staged).map(|(_, staged)| staged.path.as_path());
    let staged: Vec<&Path> = staged.chain(list).collect();
    input.staging.flush(&staged).map_err(io_error("write to", &folder))?;
    let mut publisher = Publisher::new(OutputTree::new(&folder, input.disk), input.staging);
    let mut meta = new_meta(input);
    // Obsolete files are removed first, because a new folder may need the path of such a file.
    let given_up = give_up_files(input, &mut jobs);
    given_up.iter().chain(&respelled_outputs(&jobs)).for_each(|path| publisher.remove(path));
    remove_gone(input, &jobs, &mut meta, &mut publisher, report);
    publisher.publish_folders();
    let mut finished = finish_jobs(input, jobs, &mut meta, &mut publisher, report);
    let now = input.staging.now().ok();
    forget_recent_stamps(&mut finished, now);
    report.diagnostics.append(&mut publisher.warnings);
    let saver = Saver { input, publisher: &publisher, finished: &finished };
    saver.record_files(&mut meta);
    meta.orphans.clone_from(&publisher.orphans);
    saver.record_untrusted_stamps(&mut meta, now);
    match input.timer.time(Activity::Save, || saver.save(meta)) {
        Ok(outputs) => {
            pending.forget(input.disk);
            let were_few = input.state.outputs.rows.len() <= MAX_INDIVIDUALLY_CHECKED_OUTPUTS;
            report.now_checked_by_folder =
                Some(outputs).filter(|&now| were_few && now > MAX_INDIVIDUALLY_CHECKED_OUTPUTS);
        }
        Err(error) => report.diagnostics.push(unsaved(input, &error)),
    }
    report.ignored = ignored_paths(input, &finished);
    report_unchecked(input, &finished, report);
    Ok(())
}

/// Whether building an asset may read files other than its source.
fn may_read_others(asset: &PlannedAsset) -> bool {
    let (importer, processor) = (&asset.recipe.importer, &asset.recipe.processor);
    importer.reads_other_files() || processor.id().name != importer.default_processor()
}

/// Returns the source files that nothing uses. If an asset failed that may read other files, not all files that stages read are
/// known, so this returns only files of other programs.
fn unused(input: &CommitInput<'_>, jobs: &[Job]) -> Vec<SourcePath> {
    let read = || {
        let gone = input.plan.gone.iter().copied();
        let checked: BTreeSet<AssetId> = jobs.iter().filter_map(|job| job.asset.previous).chain(gone).collect();
        let unchecked = input.state.files_read(|asset| !checked.contains(&asset));
        jobs.iter().flat_map(Job::files_read).cloned().chain(unchecked).collect()
    };
    let mut unused = unused_files(input.plan, input.planner.registry, input.project().manifest(), read);
    if jobs.iter().any(|job| job.failed() && may_read_others(&job.asset)) {
        unused.retain(|path| exported_types(path.file_name()).is_some());
    }
    unused
}

/// Returns the outputs with new files that their assets did not have before.
fn new_outputs(jobs: &[Job]) -> Vec<String> {
    let new = |job: &Job| {
        let old = job.old_outputs();
        let after = job.outputs_after().into_iter().filter(|path| !old.contains(path));
        after.map(str::to_owned).collect::<Vec<_>>()
    };
    jobs.iter().filter(|job| !job.staged().is_empty()).flat_map(new).collect()
}

/// Returns the former outputs whose paths differ only in case from those of new outputs. To some systems, both are one file, so
/// they must be removed before the new ones are moved into place.
fn respelled_outputs(jobs: &[Job]) -> Vec<String> {
    let succeeded = || jobs.iter().filter(|job| job.outcome.is_some() && !job.failed());
    let former = succeeded().flat_map(|job| {
        let made: BTreeSet<&str> = job.outputs_after().into_iter().collect();
        job.old_outputs().into_iter().filter(move |path| !made.contains(path)).collect::<Vec<_>>()
    });
    let mut former: Vec<String> = former.map(str::to_owned).collect();
    if !former.is_empty() {
        let claims: BTreeSet<&str> = jobs.iter().flat_map(Job::claims).collect();
        let spelled: BTreeSet<String> = claims.iter().map(|path| path.to_lowercase()).collect();
        former.retain(|path| !claims.contains(path.as_str()) && spelled.contains(&path.to_lowercase()));
    }
    former
}

// ---- finishing assets ----

/// Publishes the files of each asset, then removes the files that no asset writes any more. Returns the new records, sorted by
/// file.
fn finish_jobs(
    input: &CommitInput<'_>,
    jobs: Vec<Job>,
    meta: &mut Meta,
    publisher: &mut Publisher<'_>,
    report: &mut BuildReport,
) -> Vec<FinishedAsset> {
    // Allocates the exact size, because a large build reaches its peak memory use here.
    let mut finished = Vec::with_capacity(jobs.len());
    report.assets.reserve_exact(jobs.len());
    let mut former = Vec::new();
    for mut job in jobs {
        let recipe = meta.recipes.id(job.asset.recipe.digest, &job.asset.recipe.record);
        let wrote = publisher.publish(&mut job);
        let provenance = job.outcome.as_mut().map(|it| std::mem::take(&mut it.provenance)).unwrap_or_default();
        let (record, status) = finish(input, &mut job, recipe, (provenance.has_run(), wrote), &mut former);
        if job.left_out {
            let asset = AssetReport::new(&job.asset.name(), &job.asset.source, Status::Fresh);
            report_left_out(input, asset, record.failure.is_some(), report);
        } else {
            report.assets.push(AssetReport {
                why: job.why,
                ran: provenance.stages(),
                fetched: provenance.has_remote_file(),
                executed: provenance.has_run_elsewhere(),
                outputs: record.outputs().iter().map(|output| output.path.clone()).collect(),
                diagnostics: record.diagnostics(),
                time: job.time,
                stage_time: provenance.stage_time,
                ..AssetReport::new(&job.asset.name(), &job.asset.source, status)
            });
        }
        let changed = job.old.as_ref() != Some(&record);
        finished.push(FinishedAsset { file: job.asset.file, previous: job.asset.previous, changed, record });
    }
    if !former.is_empty() {
        let made = finished.iter().flat_map(|it| it.record.outputs());
        let made: BTreeSet<String> = made.map(|output| output.path.to_lowercase()).collect();
        former.iter().filter(|path| !made.contains(&path.to_lowercase())).for_each(|path| publisher.remove(path));
    }
    finished.sort_unstable_by_key(|it| it.file);
    finished
}

/// Counts an asset that the build left out. Its diagnostics may be outdated, so they are not reported.
fn report_left_out(input: &CommitInput<'_>, asset: AssetReport, postponed: bool, report: &mut BuildReport) {
    match (postponed, input.options.list_fresh) {
        (true, _) => report.postponed += 1,
        (false, true) => report.assets.push(asset),
        (false, false) => report.unlisted_fresh += 1,
    }
}

/// Creates the new record of an asset. The files that the asset no longer writes are added to `former`.
fn finish(
    input: &CommitInput<'_>,
    job: &mut Job,
    recipe: RecipeId,
    (ran, wrote): (bool, bool),
    former: &mut Vec<String>,
) -> (AssetRecord, Status) {
    let Some(outcome) = job.outcome.take() else {
        let old = job.old.clone().unwrap_or(AssetRecord { recipe, built: None, failure: None });
        let status = if old.failure.is_some() { Status::Failed } else { Status::Fresh };
        let mut record = AssetRecord { recipe, ..old };
        for output in record.built.iter_mut().flat_map(|built| &mut built.outputs) {
            output.fingerprint = input.outputs.fingerprint(output);
        }
        return (record, status);
    };
    match outcome.result {
        Ok(built) => {
            let status = status_of(ran, wrote, &built, job.old_built());
            let made: BTreeSet<&str> = built.outputs.iter().map(|output| output.path.as_str()).collect();
            former.extend(job.old_outputs().difference(&made).map(|&path| path.to_owned()));
            (AssetRecord { recipe, built: Some(built), failure: None }, status)
        }
        Err(failure) => {
            let built = job.old.as_ref().and_then(|old| old.built.clone());
            (AssetRecord { recipe, built, failure: Some(failure) }, Status::Failed)
        }
    }
}

fn status_of(ran: bool, wrote: bool, new: &BuiltRecord, old: Option<&BuiltRecord>) -> Status {
    let paths = |built: &BuiltRecord| built.outputs.iter().map(|output| output.path.clone()).collect::<Vec<_>>();
    let changed = wrote || old.is_none_or(|old| paths(old) != paths(new));
    match (changed, ran) {
        (false, _) => Status::Fresh,
        (true, false) => Status::Cached,
        (true, true) => Status::Built,
    }
}

/// Removes the stamps of files that were written a moment ago. Such a file could change again within the same clock tick, so
/// the next build must read it. If the clock cannot be read, all stamps are removed.
fn forget_recent_stamps(finished: &mut [FinishedAsset], now: Option<Instant>) {
    for output in finished.iter_mut().filter_map(|it| it.record.built.as_mut()).flat_map(|built| &mut built.outputs) {
        output.fingerprint = output.fingerprint.if_settled_before(now);
    }
}

// ---- assets without a job ----

/// Removes the files of assets that no longer exist, and files that an earlier build could not remove.
fn remove_gone(
    input: &CommitInput<'_>,
    jobs: &[Job],
    meta: &mut Meta,
    publisher: &mut Publisher<'_>,
    report: &mut BuildReport,
) {
    let CommitInput { plan, state, .. } = input;
    let orphans = std::mem::take(&mut meta.orphans);
    if plan.gone.is_empty() && orphans.is_empty() {
        return;
    }
    let made: BTreeSet<&str> = jobs.iter().flat_map(Job::outputs_after).collect();
    let mut gone: BTreeMap<AssetId, Vec<String>> = plan.gone.iter().map(|&asset| (asset, Vec::new())).collect();
    let is_owned =
        |path: &str| made.contains(path) || state.outputs.owner(path).is_some_and(|owner| !gone.contains_key(&owner));
    orphans.iter().filter(|path| !is_owned(path)).for_each(|path| publisher.remove(path));
    if gone.is_empty() {
        return;
    }
    for (path, row) in state.outputs.files().filter(|(path, _)| !made.contains(path.as_str())) {
        gone.entry(row.asset).and_modify(|paths| paths.push(path));
    }
    let (files, names) = (state.files_of_assets(), state.asset_names());
    for (asset, outputs) in gone {
        outputs.iter().for_each(|path| publisher.remove(path));
        let file = files.get(asset.index()).copied().flatten();
        let Some((file, source)) = file.and_then(|file| Some((file, state.tree.path(file)?))) else { continue };
        let why = vec![plan.why_gone(&source, input.project().root())];
        report.assets.push(AssetReport {
            why,
            outputs,
            diagnostics: lost_partner(input, &source).into_iter().collect(),
            ..AssetReport::new(names.name(file, &source), &source, Status::Removed)
        });
    }
}

/// Returns a warning if a removed asset's source still exists, but its importer no longer accepts the source because a file
/// beside it is missing.
fn lost_partner(input: &CommitInput<'_>, source: &SourcePath) -> Option<Diagnostic> {
    let CommitInput { plan, state, planner, .. } = input;
    let rules = |configuration: Configuration| configuration.rules;
    let same_rules = state.meta.configuration.map(rules) == Some(planner.configuration.rules);
    let is_left_out = plan.tree.find(source).is_some() && input.project().manifest().decision(source).is_none();
    let importer = planner.registry.importer_for(source.file_name()).filter(|_| same_rules && is_left_out)?;
    if importer.claim(source.file_name(), &plan.tree.siblings(source)) != Claim::Unrelated {
        return None;
    }
    let name = importer.id().name;
    let message = format!(
        "the file is no longer an asset, because a second file that the `{name}` importer needs is missing from the same folder; Rigmill removed the asset's outputs"
    );
    let help = "restore the missing file; if you no longer need the asset, delete this file as well";
    Some(Diagnostic::warning(codes::NO_LONGER_ASSET, message).in_file(source).help(help))
}

/// Reports the assets that needed no check, either individually or only by their number.
fn report_unchecked(input: &CommitInput<'_>, finished: &[FinishedAsset], report: &mut BuildReport) {
    let plan = input.plan;
    if !input.options.list_fresh {
        report.unlisted_fresh += plan.asset_count() - finished.len();
        return;
    }
    let checked: BTreeSet<_> = finished.iter().map(|it| it.file).collect();
    let mut outputs: BTreeMap<AssetId, Vec<String>> = BTreeMap::new();
    for (path, row) in input.state.outputs.files() {
        outputs.entry(row.asset).or_default().push(path);
    }
    for (file, source) in plan.tree.paths().filter(|(file, _)| plan.is_asset(*file) && !checked.contains(file)) {
        let outputs = plan.previous(file).and_then(|asset| outputs.remove(&asset)).unwrap_or_default();
        report
            .assets
            .push(AssetReport { outputs, ..AssetReport::new(plan.asset_name(file, &source), &source, Status::Fresh) });
    }
    report
        .assets
        .sort_by(|a, b| (a.status == Status::Removed, &a.source).cmp(&(b.status == Status::Removed, &b.source)));
}

fn unsaved(input: &CommitInput<'_>, error: &std::io::Error) -> Diagnostic {
    let path = input.project().state_file(input.planner.target);
    let message = format!("cannot save the build state {}: {error}", path.display());
    Diagnostic::error(codes::STATE_NOT_SAVED, message).help("all outputs are written; the next build checks them again")
}
