//! Warns about files that are not assets and that no stage reads.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_pipeline::{Claim, Diagnostic, Globs, Registry, SourcePath, codes};

use crate::plan::Plan;
use crate::project::{MANIFEST, Manifest};
use crate::sources::{exported_types, is_misnamed_ignore_file};

/// The number of files that the warning names. The rest are only counted.
const NAMED: usize = 3;

/// Extensions of files that are often found next to sources and are not content.
const IGNORED: [&str; 4] = [
    // Documents.
    "md txt rst adoc html htm pdf doc docx url",
    // Programs and scripts, including Rigmill's play scripts.
    "rs cs fs vb c cc cpp cxx h hpp py pyc js ts sh bash ps1 bat cmd play",
    // Project files of other tools.
    "csproj fsproj vbproj vcxproj contentproj sln slnx props targets mgcb lock",
    // Temporary files of editors and systems.
    "bak tmp temp orig rej swp log meta blend1 db ini",
];

/// Names, without extension, of files that describe the project itself.
const ABOUT: &str = "readme license licence copying copyright notice authors contributors contributing changelog changes \
                     history todo makefile dockerfile justfile cargo pyproject";

/// Returns the files that no importer accepts and no stage reads, sorted. Requests the files that stages read only if there are
/// files that are not assets.
pub(crate) fn unused_files(
    plan: &Plan,
    registry: &Registry,
    manifest: &Manifest,
    read: impl FnOnce() -> BTreeSet<SourcePath>,
) -> Vec<SourcePath> {
    // Most files are assets, so this does not compute the paths of assets.
    let others = plan.tree.file_ids().filter(|&file| !plan.is_asset(file));
    let part = |path: &SourcePath| is_part(registry, path, &plan.tree.siblings(path));
    let candidates: Vec<SourcePath> = others
        .filter_map(|file| plan.tree.path(file))
        .filter(|path| !is_ignored(path) && manifest.decision(path).is_none() && !part(path))
        .collect();
    let read = if candidates.is_empty() { BTreeSet::new() } else { read() };
    let mut unused: Vec<SourcePath> = candidates.into_iter().filter(|path| !read.contains(path)).collect();
    unused.sort_unstable();
    unused
}

/// Returns a warning if there is nothing to build, and a warning about files that nothing uses.
pub(crate) fn unused_file_warnings(plan: &Plan, manifest: &Manifest, unused: &[SourcePath]) -> Vec<Diagnostic> {
    let is_excluded = |path: &SourcePath| manifest.decision(path) == Some(false);
    let empty = (plan.asset_count() == 0).then(|| {
        let some_excluded = plan.tree.paths().any(|(_, path)| is_excluded(&path));
        nothing_to_build(!plan.tree.ignore_files.is_empty(), some_excluded)
    });
    empty.into_iter().chain(no_importer(plan, unused)).collect()
}

fn nothing_to_build(has_ignore_files: bool, some_excluded: bool) -> Diagnostic {
    let (fact, help) = if some_excluded {
        (
            "there is nothing to build: rules exclude files, and no importer accepts any other file in this folder",
            "check the rules with `exclude = true` in rigmill.toml: the last rule that matches a file wins",
        )
    } else {
        (
            "there is nothing to build: no importer accepts any file in this folder",
            "pass the right project folder, or add a rule to rigmill.toml that sets an importer for the files",
        )
    };
    let ignored =
        if has_ignore_files { "; `rigmill explain FILE` shows whether a .gitignore ignores a file" } else { "" };
    Diagnostic::warning(codes::NOTHING_TO_BUILD, fact).help(format!("{help}{ignored}"))
}

fn no_importer(plan: &Plan, unused: &[SourcePath]) -> Option<Diagnostic> {
    let first = unused.first()?;
    let names: Vec<String> = unused.iter().take(NAMED).map(|path| format!("`{path}`")).collect();
    let more = match unused.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = match unused.len() {
        1 => format!("1 file has no importer, and no stage reads it: {}", names[0]),
        count => format!("{count} files have no importer, and no stage reads them: {}{more}", names.join(", ")),
    };
    let kind = extension(first);
    let path = |path: &SourcePath| format!("\"{}\"", Globs::escape(path.as_str()));
    // A rule for `**/*.toml` would exclude `.skeleton.toml` files, too.
    let has_assets = || plan.tree.paths().any(|(file, path)| plan.is_asset(file) && extension(&path) == kind);
    let globs = if unused.len() == 1 || kind.is_empty() {
        path(first)
    } else if has_assets() {
        format!("[{}]", unused.iter().take(NAMED).map(path).collect::<Vec<_>>().join(", "))
    } else {
        format!("\"**/*.{}\"", Globs::escape(&kind))
    };
    let exports = exports(unused);
    let help = format!(
        "{exports}add a rule to rigmill.toml with match = {globs} and either exclude = true or, to copy the files, importer = \"raw\"; or list the files in .rigmillignore"
    );
    Some(Diagnostic::warning(codes::NO_IMPORTER, message).help(help))
}

/// Returns the first part of the remedy: what to export from other programs. Empty if none of the files is known to be theirs.
fn exports(unused: &[SourcePath]) -> String {
    let mut by_types: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for path in unused {
        if let Some(types) = exported_types(path.file_name()) {
            by_types.entry(types).or_default().insert(format!(".{}", extension(path)));
        }
    }
    let export = |(types, extensions): (&str, BTreeSet<String>)| {
        let extensions = extensions.into_iter().collect::<Vec<_>>().join(", ");
        format!("export {extensions} files as {types} from the programs that made them; or ")
    };
    by_types.into_iter().map(export).collect()
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
        || is_misnamed_ignore_file(name)
        || name.ends_with('~')
        || ABOUT.split(' ').any(|known| known == stem)
        || IGNORED.iter().flat_map(|kinds| kinds.split(' ')).any(|known| known == extension)
}

fn extension(path: &SourcePath) -> String {
    path.file_name().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}
