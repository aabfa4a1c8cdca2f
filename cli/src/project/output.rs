//! Checks that an output folder has no sources.

use rigmill_graph::{Project, STATE_FOLDER, in_manifest};
use rigmill_pipeline::{Registry, codes};

use crate::args::Settings;
use crate::failure::Failure;
use crate::output::printable::quoted;

/// Fails if the output folder is in the project, is not one that Rigmill has built into before, and has sources. They would stop
/// being assets, because nothing in the output folder is built.
pub(crate) fn must_not_have_sources(
    project: &Project,
    settings: &Settings,
    registry: &Registry,
) -> Result<(), Failure> {
    /// Files that are looked at.
    const MOST: usize = 10_000;
    let out = project.out();
    if !out.starts_with(project.root()) || out.join(STATE_FOLDER).exists() {
        return Ok(());
    }
    // Content of other builders may be there already, and other files below the folders of targets.
    let is_content = |name: &str| name.ends_with(".xnb");
    let targets = registry.targets();
    let is_target = |entry: &walkdir::DirEntry| {
        entry.depth() == 1 && entry.file_name().to_str().is_some_and(|name| targets.contains(&name))
    };
    let is_source = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_str();
        entry.file_type().is_file() && name.is_some_and(|it| registry.importer_for(it).is_some() && !is_content(it))
    };
    let mut files = walkdir::WalkDir::new(out).into_iter().filter_entry(|entry| !is_target(entry)).take(MOST).flatten();
    let Some(source) = files.find(is_source) else { return Ok(()) };
    let name = source.path().strip_prefix(project.root()).unwrap_or(source.path());
    let message =
        format!("the output folder {} contains files that may be sources, such as {}", quoted(out), quoted(name));
    let help = "choose a separate folder for the outputs, or move these files away";
    match project.manifest().out.as_ref().filter(|_| settings.out.is_none()) {
        Some(at) => {
            let diagnostic = in_manifest(codes::OUTPUT_FOLDER, message, at.location.clone()).help(help);
            Err(project.invalid_manifest(vec![diagnostic]).into())
        }
        None => Err(Failure::other(message, Some(help))),
    }
}
