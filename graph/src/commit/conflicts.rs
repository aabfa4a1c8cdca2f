//! Finds output files that several assets would write.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_disk::relative_path::folders_of;
use rigmill_pipeline::{Diagnostic, SourcePath, codes};

use super::input::CommitInput;
use crate::check::OutputState;
use crate::error::GraphError;
use crate::plan::RecipeBook;
use crate::project::MANIFEST;
use crate::run::Job;
use crate::state::AssetId;

/// The maximum number of sources that a diagnostic names.
const NAMED: usize = 4;

/// Fails all assets that would write the same file. All of them fail, because the result must not depend on their order. Paths
/// that differ only in case count as the same file, as they do on some systems. If one asset needs a folder where another asset
/// writes a file, the asset with the file wins. Discards the new files of failed assets.
pub(super) fn refuse_conflicts(input: &CommitInput<'_>, jobs: &mut Vec<Job>) -> Result<(), GraphError> {
    add_current_owners(input, jobs)?;
    for claimants in conflicting_outputs(jobs) {
        let diagnostic = conflict(input, &claimants, jobs);
        for (index, _) in claimants {
            jobs[index].fail(diagnostic.clone(), input.staging);
        }
    }
    for (index, path, other) in blocked_outputs(jobs) {
        let diagnostic = blocked_by_file(&jobs[index], &path, &jobs[other]);
        jobs[index].fail(diagnostic, input.staging);
    }
    for outcome in jobs.iter_mut().filter_map(|job| job.outcome.as_mut()).filter(|it| it.result.is_err()) {
        outcome.staged.drain(..).for_each(|(_, staged)| input.staging.discard(&staged));
    }
    Ok(())
}

/// Adds the up-to-date assets that own a file that another asset is about to write.
fn add_current_owners(input: &CommitInput<'_>, jobs: &mut Vec<Job>) -> Result<(), GraphError> {
    let CommitInput { plan, state, .. } = input;
    let known: BTreeSet<AssetId> =
        jobs.iter().filter_map(|job| job.asset.previous).chain(plan.gone.iter().copied()).collect();
    let owners = jobs.iter().flat_map(Job::new_claims).flat_map(|path| state.outputs.owners_near(path));
    let owners: BTreeSet<AssetId> = owners.filter(|owner| !known.contains(owner)).collect();
    if owners.is_empty() {
        return Ok(());
    }
    let mut book = RecipeBook::new(input.planner.registry, input.planner.target, input.project().manifest());
    for file in plan.tree.file_ids().filter(|&file| plan.previous(file).is_some_and(|it| owners.contains(&it))) {
        let Some(asset) = plan.asset(file, &mut book) else { continue };
        let old = asset.previous.and_then(|old| state.record(old).ok());
        jobs.push(Job::unchanged(asset, old));
    }
    book.finish().map_err(|errors| input.project().invalid_manifest(errors))
}

/// Removes from failed assets the files that no longer belong to them: files that another asset writes or that block one of its
/// files, and files that an interrupted build may have written for another asset. Returns the files that no asset writes.
pub(super) fn give_up_files(input: &CommitInput<'_>, jobs: &mut [Job]) -> Vec<String> {
    if !jobs.iter().any(|job| job.failed() && job.old_built().is_some()) {
        return Vec::new();
    }
    let claimed: BTreeMap<String, String> =
        jobs.iter().flat_map(Job::claims).map(|path| (path.to_lowercase(), path.to_owned())).collect();
    let unsure: BTreeSet<&str> = input.state.meta.orphans.iter().map(String::as_str).collect();
    let mut given_up = Vec::new();
    for job in jobs.iter_mut().filter(|job| job.failed()) {
        let Some(built) = job.old.as_mut().and_then(|old| old.built.as_mut()) else { continue };
        built.outputs.retain(|output| {
            let path = output.path.to_lowercase();
            let maker = claimed.get(&path);
            let overwritten = || {
                unsure.contains(output.path.as_str())
                    && !matches!(input.outputs.state(output), OutputState::Unchanged(_))
            };
            let kept = maker.is_none() && !blocks(&path, &claimed) && !overwritten();
            if !kept && maker != Some(&output.path) {
                given_up.push(output.path.clone());
            }
            kept
        });
    }
    given_up
}

/// Returns the files that would be written by several assets, or twice by one asset. For each file, returns the jobs with their
/// spellings of the path, sorted by source.
fn conflicting_outputs(jobs: &[Job]) -> Vec<Vec<(usize, String)>> {
    let claims_of = |(index, job): (usize, &Job)| -> Vec<(String, usize)> {
        job.claims().into_iter().map(|path| (path.to_lowercase(), index)).collect()
    };
    let mut claims: Vec<(String, usize)> = jobs.iter().enumerate().flat_map(claims_of).collect();
    claims.sort_unstable();
    let shared = claims.chunk_by(|a, b| a.0 == b.0).filter(|claims| claims.len() > 1);
    let spellings = |(wanted, index): &(String, usize)| {
        let paths = jobs[*index].claims().into_iter().filter(|path| path.to_lowercase() == *wanted);
        paths.map(|path| (*index, path.to_owned())).collect::<Vec<_>>()
    };
    let claimants = |claims: &[(String, usize)]| {
        let each_once = claims.chunk_by(|a, b| a.1 == b.1).filter_map(<[_]>::first);
        let mut claimants: Vec<(usize, String)> = each_once.flat_map(spellings).collect();
        claimants.sort_by(|a, b| jobs[a.0].asset.source.cmp(&jobs[b.0].asset.source));
        claimants
    };
    shared.map(claimants).collect()
}

/// Returns the jobs that need a folder where another job writes a file: the job, the path and the other job.
fn blocked_outputs(jobs: &[Job]) -> Vec<(usize, String, usize)> {
    let claims =
        || jobs.iter().enumerate().flat_map(|(index, job)| job.claims().into_iter().map(move |it| (index, it)));
    let needed = needed_folders(claims().map(|(_, path)| path));
    let blocking = claims().map(|(index, path)| (path.to_lowercase(), index)).filter(|(path, _)| needed.contains(path));
    let blocking: BTreeMap<String, usize> = blocking.collect();
    if blocking.is_empty() {
        return Vec::new();
    }
    let blocked = |(index, path): (usize, &str)| {
        let other = folders_of(&path.to_lowercase()).find_map(|folder| blocking.get(folder)).copied()?;
        Some((index, path.to_owned(), other))
    };
    let mut blocked: Vec<_> = claims().filter_map(blocked).collect();
    blocked.dedup_by_key(|(index, ..)| *index);
    blocked
}

/// Returns the folders that some files need, in lower case.
fn needed_folders<'a>(files: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    let mut last = "";
    // Usually, consecutive files are in the same folder.
    for folder in files.filter_map(|path| folders_of(path).next()) {
        if folder != last {
            let lower = folder.to_lowercase();
            needed.extend(folders_of(&lower).map(str::to_owned));
            needed.insert(lower);
            last = folder;
        }
    }
    needed
}

/// Whether a file at `path` cannot exist together with the `claimed` files. A claimed file does not block itself.
fn blocks(path: &str, claimed: &BTreeMap<String, String>) -> bool {
    let below = format!("{path}/");
    let has_file_below = claimed.range(below.clone()..).next().is_some_and(|(file, _)| file.starts_with(&below));
    has_file_below || folders_of(path).any(|folder| claimed.contains_key(folder))
}

fn blocked_by_file(job: &Job, path: &str, other: &Job) -> Diagnostic {
    let message =
        format!("cannot write {path}: `{}` writes a file where this asset needs a folder", other.asset.source);
    Diagnostic::error(codes::FILE_ACCESS, message)
        .help("rename one of the sources, or exclude one with `exclude = true` in a rule")
        .in_file(&job.asset.source)
}

/// Joins names as `a`, `b` and `c`. If there are many, names the first few and the number of the rest.
fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        names if names.len() > NAMED + 1 => {
            format!("{} and {} other sources", names[..NAMED].join(", "), names.len() - NAMED)
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Creates the one error about a file that several jobs would write: at the rule that names the file, or else at the first source.
fn conflict(input: &CommitInput<'_>, claimants: &[(usize, String)], jobs: &[Job]) -> Diagnostic {
    let sources_of = || claimants.iter().map(|(index, _)| &jobs[*index].asset.source);
    let (rules, target) = (&input.project().manifest().rules, input.planner.target);
    let outputs = sources_of().map(|source| rules.last_with(source, target, |rule| rule.output.as_ref()));
    let mut diagnostic = described(claimants, jobs);
    let mut names = outputs.clone().flatten();
    if claimants.len() > 1 && names.next().is_some_and(|first| first.value.is_fixed() && names.next().is_some()) {
        diagnostic = diagnostic.help("add {name} or {path} to `output`, so that each source gets a different name");
    }
    match (outputs.flatten().next(), sources_of().next()) {
        (Some(output), _) => {
            Diagnostic { file: SourcePath::new(MANIFEST).ok(), ..diagnostic }.at(output.location.clone())
        }
        (None, Some(source)) => diagnostic.in_file(source),
        (None, None) => diagnostic,
    }
}

fn described(claimants: &[(usize, String)], jobs: &[Job]) -> Diagnostic {
    let mut sources: Vec<String> = claimants.iter().map(|(i, _)| format!("`{}`", jobs[*i].asset.source)).collect();
    sources.dedup();
    let mut paths: Vec<&str> = claimants.iter().map(|(_, path)| path.as_str()).collect();
    paths.dedup();
    let written = match (paths.as_slice(), sources.as_slice()) {
        ([_, _, ..], _) => format!("{}, which are the same file on some systems", paths.join(" and ")),
        (paths, [_]) => format!("one file twice: {}", paths.concat()),
        (paths, _) => format!("the same file: {}", paths.concat()),
    };
    let help = match sources.as_slice() {
        [_] => {
            "the processor gives two products the same label: this is a bug in the processor; please report it, and attach the source"
        }
        _ => {
            "rename one of the sources, set a different output name with `output = \"...\"` in a rule, or exclude one with `exclude = true`"
        }
    };
    Diagnostic::error(codes::OUTPUT_CONFLICT, format!("{} would write {written}", enumerated(&sources))).help(help)
}
