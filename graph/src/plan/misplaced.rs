//! Warns about manifests and ignore files that have no effect because of their folder or their name.

use rigmill_pipeline::{Diagnostic, SourcePath, codes};

use crate::project::MANIFEST;
use crate::sources::{IGNORE_FILE, Scan};

/// The number of files of each kind that are reported individually.
const LISTED: usize = 5;

/// Returns the warnings about the manifests and ignore files of a scan that have no effect.
pub(super) fn files_without_effect(scan: &Scan) -> Vec<Diagnostic> {
    let tree = &scan.tree;
    let manifests = tree.file_ids().filter(|&file| tree.names.text(tree[file].name) == MANIFEST);
    let nested = manifests.filter_map(|file| tree.path(file)).filter(|path| path.as_str() != MANIFEST);
    let nested = some_of(nested.map(|path| nested_manifest(&path)).collect());
    let misnamed = scan.unusable.misnamed_ignore_files.iter().map(|path| misnamed_ignore_file(path));
    nested.into_iter().chain(some_of(misnamed.collect())).chain(tree.ignore_files.warnings()).collect()
}

/// Returns the first warnings of a kind. The last one contains the number of the others.
fn some_of(mut warnings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let others = warnings.len().saturating_sub(LISTED);
    warnings.truncate(LISTED);
    if let Some(last) = warnings.last_mut().filter(|_| others > 0) {
        last.message += &format!(" (the same is true of {others} other files)");
    }
    warnings
}

fn nested_manifest(path: &SourcePath) -> Diagnostic {
    let message = format!("the settings in `{path}` do not apply: the file is in a subfolder of the project");
    Diagnostic::warning(codes::NESTED_MANIFEST, message).in_file(path).help(format!(
        "move the rules to the {MANIFEST} in the project folder; if the subfolder is a separate project, add it to {IGNORE_FILE}, and build it on its own"
    ))
}

fn misnamed_ignore_file(path: &str) -> Diagnostic {
    let message = format!("`{path}` is not read: an ignore file must be named {IGNORE_FILE}");
    let diagnostic = Diagnostic::warning(codes::MISNAMED_IGNORE_FILE, message);
    Diagnostic { file: SourcePath::new(path).ok(), ..diagnostic }.help(format!("rename the file to {IGNORE_FILE}"))
}
