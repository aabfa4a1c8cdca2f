//! Files that several assets would write.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rigmill_pipeline::Diagnostic;

use crate::disk::folders_of;
use crate::run::Job;

/// The files that several assets, or one asset twice, would write: for each the jobs, in order of their sources, and
/// how each spells it.
pub(crate) fn shared_files(jobs: &[Job]) -> Vec<Vec<(usize, String)>> {
    let claims_of = |(index, job): (usize, &Job)| -> Vec<(String, usize)> {
        job.claims().into_iter().map(|path| (path.to_lowercase(), index)).collect()
    };
    let mut claims: Vec<(String, usize)> = jobs.par_iter().enumerate().flat_map_iter(claims_of).collect();
    claims.par_sort_unstable();
    let shared = claims.chunk_by(|a, b| a.0 == b.0).filter(|claims| claims.len() > 1);
    let spelled = |(wanted, index): &(String, usize)| {
        let paths = jobs[*index].claims().into_iter().filter(|path| path.to_lowercase() == *wanted);
        paths.map(|path| (*index, path.to_owned())).collect::<Vec<_>>()
    };
    let claimants = |claims: &[(String, usize)]| {
        let each_once = claims.chunk_by(|a, b| a.1 == b.1).filter_map(<[_]>::first);
        let mut claimants: Vec<(usize, String)> = each_once.flat_map(spelled).collect();
        claimants.sort_by(|a, b| jobs[a.0].asset.source.cmp(&jobs[b.0].asset.source));
        claimants
    };
    shared.map(claimants).collect()
}

/// The jobs that need a folder where another one makes a file: for each its path, and the other job.
pub(crate) fn without_folder(jobs: &[Job]) -> Vec<(usize, String, usize)> {
    let claims =
        || jobs.iter().enumerate().flat_map(|(index, job)| job.claims().into_iter().map(move |it| (index, it)));
    let needed = needed_folders(claims().map(|(_, path)| path));
    let in_the_way =
        claims().map(|(index, path)| (path.to_lowercase(), index)).filter(|(path, _)| needed.contains(path));
    let in_the_way: BTreeMap<String, usize> = in_the_way.collect();
    if in_the_way.is_empty() {
        return Vec::new();
    }
    let blocked = |(index, path): (usize, &str)| {
        let other = folders_of(&path.to_lowercase()).find_map(|folder| in_the_way.get(folder)).copied()?;
        Some((index, path.to_owned(), other))
    };
    let mut blocked: Vec<_> = claims().filter_map(blocked).collect();
    blocked.dedup_by_key(|(index, ..)| *index);
    blocked
}

/// The folders, in lower case, that some files are in.
fn needed_folders<'a>(files: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    let mut last = "";
    // Files of one folder mostly follow each other.
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

/// What is reported of a file that another asset leaves no folder for.
pub(crate) fn no_folder(job: &Job, path: &str, other: &Job) -> Diagnostic {
    let message = format!("cannot write {path}: `{}` makes a file where its folder should be", other.asset.source);
    Diagnostic::error("R0008", message)
        .help("rename one of them, or leave one out with `exclude = true` in a rule")
        .in_file(&job.asset.source)
}

/// Whether a file at `path` cannot stand beside what is `claimed`, without being one of these files itself.
pub(crate) fn blocks(path: &str, claimed: &BTreeMap<String, String>) -> bool {
    let below = format!("{path}/");
    let a_file_below = claimed.range(below.clone()..).next().is_some_and(|(file, _)| file.starts_with(&below));
    a_file_below || folders_of(path).any(|folder| claimed.contains_key(folder))
}

/// The files that the jobs make, by their paths in lower case.
pub(crate) fn claimed(jobs: &[Job]) -> BTreeMap<String, String> {
    jobs.iter().flat_map(Job::claims).map(|path| (path.to_lowercase(), path.to_owned())).collect()
}

/// What is told of assets that would write one file.
pub(crate) fn clash(claimants: &[(usize, String)], jobs: &[Job]) -> Diagnostic {
    let mut sources: Vec<String> = claimants.iter().map(|(i, _)| format!("`{}`", jobs[*i].asset.source)).collect();
    sources.dedup();
    let mut paths: Vec<&str> = claimants.iter().map(|(_, path)| path.as_str()).collect();
    paths.dedup();
    let paths = paths.join(", which on some systems is ");
    match sources.as_slice() {
        [source] => Diagnostic::error("R0006", format!("{source} would write one file twice: {paths}"))
            .help("its processor gives two products one label; this is a fault of the processor"),
        _ => Diagnostic::error("R0006", format!("{} would write one file: {paths}", sources.join(" and ")))
            .help("rename one of them, or leave one out with `exclude = true` in a rule"),
    }
}
