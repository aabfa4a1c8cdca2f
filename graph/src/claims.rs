//! Files that several assets would write.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rigmill_pipeline::Diagnostic;

use crate::job::Job;
use crate::staging::folders_of;

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

/// The files that stand where other jobs need a folder: for each the job that makes it, its path, and the first of the
/// jobs that need the folder, in order of their sources.
pub(crate) fn files_for_folders(jobs: &[Job]) -> Vec<(usize, String, usize)> {
    let claims =
        || jobs.iter().enumerate().flat_map(|(index, job)| job.claims().into_iter().map(move |it| (index, it)));
    let needed = needed_folders(claims().map(|(_, path)| path));
    let with_first = |(index, path): (usize, &str)| {
        let below = format!("{}/", path.to_lowercase());
        let in_it = claims().filter(|(_, path)| path.to_lowercase().starts_with(&below)).map(|(index, _)| index);
        in_it.min_by_key(|&index| &jobs[index].asset.source).map(|first| (index, path.to_owned(), first))
    };
    claims().filter(|(_, path)| needed.contains(&path.to_lowercase())).filter_map(with_first).collect()
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

/// What is reported of a file where another asset needs a folder.
pub(crate) fn in_the_way(job: &Job, path: &str, other: &Job) -> Diagnostic {
    let (source, other) = (&job.asset.source, &other.asset.source);
    Diagnostic::error("R0006", format!("`{source}` would write the file {path}, and `{other}` needs a folder there"))
        .help("rename one of them, or leave one out with `exclude = true` in a rule")
        .in_file(source)
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
