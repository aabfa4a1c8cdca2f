//! Checks the output folder: permissions, and how files are copied from the cache.

use std::fs;
use std::path::Path;

use rigmill_graph::Project;
use rigmill_pipeline::Registry;
use rigmill_store::CacheFolder;

use super::file_system::{is_remote, kind_of};
use super::finding::Finding;
use super::probe::{ProbeFile, free_name, nearest_folder};
use crate::args::Settings;
use crate::failure::Failure;
use crate::project::output::must_not_have_sources;

pub(super) fn writable(project: &Project, target: &str, settings: &Settings, registry: &Registry) -> Finding {
    if let Err(failure) = must_not_have_sources(project, settings, registry) {
        return with_sources(&failure);
    }
    let folders = [project.out().to_owned(), project.state_folder(), project.target_folder(target)];
    for folder in &folders {
        if let Err(error) = nearest_folder(folder).and_then(ProbeFile::new) {
            let message = format!("cannot write to {}: {error}", folder.display());
            return Finding::problem(
                "output",
                message,
                "get write access to this folder, or choose a different folder with --out",
            );
        }
    }
    Finding::ok("output", format!("{} can be written to", project.out().display()))
}

/// The finding that builds refuse the output folder. An error in the manifest has a location and a help of its own.
fn with_sources(failure: &Failure) -> Finding {
    let located = failure.in_manifest().map(|(diagnostics, root)| (diagnostics.to_vec(), root.to_owned()));
    let reason = located.as_ref().and_then(|(diagnostics, _)| Some(diagnostics.first()?.message.clone()));
    let help = "choose a separate folder for the outputs, or move these files away";
    Finding { located, ..Finding::problem("output", reason.unwrap_or_else(|| failure.to_string()), help) }
}

pub(super) fn file_system(project: &Project) -> Finding {
    let check = "output's file system";
    let kind = nearest_folder(project.out()).ok().and_then(kind_of);
    match kind {
        Some(kind) if is_remote(&kind) => Finding::warning(
            check,
            format!("{kind}: writing is slow, and two machines may build into the folder at the same time"),
            "choose a folder on a local disk with --out",
        ),
        Some(kind) => Finding::ok(check, kind),
        None => Finding::ok(check, "this system does not report the type"),
    }
}

/// Checks how files can be transferred from the cache to the output folder.
pub(super) fn links(project: &Project, cache: Option<&CacheFolder>) -> Option<Finding> {
    let from = ProbeFile::new(nearest_folder(&cache?.path).ok()?).ok()?;
    let to = nearest_folder(project.out()).ok()?;
    let means = match (can_reflink(&from, to), can_hard_link(from.path(), to)) {
        (true, true) => "reflinks and hard links work between cache and output",
        (true, false) => "reflinks work between cache and output, but hard links do not",
        (false, true) => "hard links work between cache and output, but reflinks do not, so Rigmill copies some files",
        (false, false) => "cache and output cannot share files, so Rigmill copies all files",
    };
    Some(Finding::ok("links", means))
}

fn can_hard_link(from: &Path, folder: &Path) -> bool {
    let to = free_name(folder);
    let linked = fs::hard_link(from, &to).is_ok();
    linked && fs::remove_file(&to).is_ok()
}

#[cfg(target_os = "linux")]
fn can_reflink(from: &ProbeFile, folder: &Path) -> bool {
    let read = fs::File::open(from.path());
    ProbeFile::new(folder).is_ok_and(|to| read.is_ok_and(|from| rustix::fs::ioctl_ficlone(to.file(), from).is_ok()))
}

#[cfg(not(target_os = "linux"))]
fn can_reflink(_: &ProbeFile, _: &Path) -> bool {
    false
}
