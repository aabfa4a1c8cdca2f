//! Warnings about files that are not assets and that no stage reads.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_pipeline::{Claim, Diagnostic, Registry, SourcePath};

use crate::plan::Plan;
use crate::project::{MANIFEST, Manifest};

/// The number of extensions that are reported individually; the rest is counted.
const LISTED: usize = 20;

/// Extensions of files that are often found next to sources and are not content.
const IGNORED: [&str; 4] = [
    // Documents.
    "md txt rst adoc html htm pdf doc docx url",
    // Programs and scripts, Rigmill's play scripts among them.
    "rs cs fs vb c cc cpp cxx h hpp py pyc js ts sh bash ps1 bat cmd play",
    // Project files of other tools.
    "csproj fsproj vbproj vcxproj contentproj sln slnx props targets mgcb lock",
    // Temporary files of editors and systems.
    "bak tmp temp orig rej swp log meta blend1 db ini",
];

/// Names, without extension, of files about the project itself.
const ABOUT: &str = "readme license licence copying copyright notice authors contributors contributing changelog changes \
                     history todo makefile dockerfile justfile cargo pyproject";

/// A warning if there is nothing to build, and one for each extension of files that no importer takes and no stage reads.
/// The files that stages read are requested only if there are others.
pub(crate) fn unused_files(
    plan: &Plan,
    registry: &Registry,
    manifest: &Manifest,
    read: impl FnOnce() -> BTreeSet<SourcePath>,
) -> Vec<Diagnostic> {
    let mut kinds: BTreeMap<String, (usize, SourcePath)> = BTreeMap::new();
    // The paths of assets, which most files are, are not computed.
    let others = plan.tree.file_ids().filter(|&file| !plan.is_asset(file));
    let part = |path: &SourcePath| is_part(registry, path, &plan.tree.siblings(path));
    let candidates: Vec<SourcePath> = others
        .filter_map(|file| plan.tree.path(file))
        .filter(|path| !is_ignored(path) && manifest.decision(path).is_none() && !part(path))
        .collect();
    let read = if candidates.is_empty() { BTreeSet::new() } else { read() };
    for path in candidates.into_iter().filter(|path| !read.contains(path)) {
        kinds.entry(extension(&path)).or_insert_with(|| (0, path)).0 += 1;
    }
    let more = kinds.len().saturating_sub(LISTED);
    let empty = (plan.asset_count() == 0).then(|| nothing_to_build(!plan.tree.ignore_files.is_empty()));
    let named = kinds.into_iter().take(LISTED).map(|(extension, (count, example))| kind(&extension, count, &example));
    let more =
        (more > 0).then(|| Diagnostic::warning("R0040", format!("no importer takes files of {more} more kinds")));
    empty.into_iter().chain(named).chain(more).collect()
}

fn nothing_to_build(has_ignore_files: bool) -> Diagnostic {
    let help = "name the project's folder, or give its files an importer with a rule in rigmill.toml";
    let ignored =
        if has_ignore_files { "; `rigmill explain FILE` says whether a .gitignore leaves a file out" } else { "" };
    Diagnostic::warning("R0039", "there is nothing to build: no importer takes any file of this folder")
        .help(format!("{help}{ignored}"))
}

fn kind(extension: &str, count: usize, example: &SourcePath) -> Diagnostic {
    let what = if extension.is_empty() { "without an extension".to_owned() } else { format!("`.{extension}`") };
    let message = match count {
        1 => format!("no importer takes `{example}`, and no stage reads it"),
        _ => format!("no importer takes files {what}, and no stage reads them: {count}, such as `{example}`"),
    };
    let glob = if extension.is_empty() || count == 1 {
        globset::escape(example.as_str())
    } else {
        format!("**/*.{}", globset::escape(extension))
    };
    let help = format!(
        "in rigmill.toml, a rule with match = \"{glob}\" can copy them (importer = \"raw\") or exclude them (exclude = true)"
    );
    Diagnostic::warning("R0040", message).in_file(example).help(help)
}

/// Whether an importer considers a file part of another source.
fn is_part(registry: &Registry, path: &SourcePath, is_in_folder: &dyn Fn(&str) -> bool) -> bool {
    let importer = registry.importer_for(path.file_name());
    importer.is_some_and(|importer| importer.claim(path.file_name(), is_in_folder) == Claim::Part)
}

fn is_ignored(path: &SourcePath) -> bool {
    let name = path.file_name();
    let extension = extension(path);
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    name == MANIFEST
        || name.ends_with('~')
        || ABOUT.split(' ').any(|known| known == stem)
        || IGNORED.iter().flat_map(|kinds| kinds.split(' ')).any(|known| known == extension)
}

fn extension(path: &SourcePath) -> String {
    path.file_name().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}
