//! [`Publisher`]: moves new files to the output folder and removes obsolete ones.

use std::collections::BTreeSet;

use rigmill_disk::relative_path::shown;
use rigmill_pipeline::{Diagnostic, codes};

use super::output_tree::OutputTree;
use crate::run::{Job, Staging};

/// Moves new files to the output folder and removes obsolete ones. Records which files changed.
pub(super) struct Publisher<'a> {
    tree: OutputTree<'a>,
    staging: &'a Staging<'a>,
    /// The files that were moved to the output folder.
    pub(super) published: Vec<String>,
    /// Whether files were removed.
    pub(super) removed_any: bool,
    /// The obsolete files that could not be removed.
    pub(super) orphans: Vec<String>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl<'a> Publisher<'a> {
    pub(super) fn new(tree: OutputTree<'a>, staging: &'a Staging<'a>) -> Self {
        let (published, orphans, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Self { tree, staging, published, removed_any: false, orphans, warnings }
    }

    /// Moves new folders as a whole. [`publish`](Self::publish) moves the remaining files.
    pub(super) fn publish_folders(&mut self) {
        self.tree.place_folders(self.staging);
    }

    /// Moves an asset's new files. Returns whether there are any. If a file cannot be moved, the asset fails.
    pub(super) fn publish(&mut self, job: &mut Job) -> bool {
        let Some(outcome) = &mut job.outcome else { return false };
        let staged = std::mem::take(&mut outcome.staged);
        let Ok(built) = &mut outcome.result else { return !staged.is_empty() };
        let mut error = None;
        for (index, file) in &staged {
            let Some(output) = built.outputs.get_mut(*index) else { continue };
            self.published.push(output.path.clone());
            match self.tree.place(file, &output.path) {
                Ok(fingerprint) => output.fingerprint = fingerprint,
                Err(cause) => {
                    error = Some(format!("cannot write {}: {cause}", shown(&self.tree.folder().join(&output.path))));
                    break;
                }
            }
        }
        if let Some(message) = error {
            // The files that were moved belong to no asset now. For the others, empty folders may remain.
            let paths: BTreeSet<String> =
                staged.iter().filter_map(|(index, _)| built.outputs.get(*index)).map(|it| it.path.clone()).collect();
            let old = job.old_outputs();
            self.orphans.extend(paths.into_iter().filter(|path| !old.contains(path.as_str())));
            let diagnostic = Diagnostic::error(codes::FILE_ACCESS, message).in_file(&job.asset.source);
            job.fail(diagnostic.help("the old file is unchanged; the next build tries again"), self.staging);
        }
        !staged.is_empty()
    }

    /// Removes a file. If that fails, the next build tries again.
    pub(super) fn remove(&mut self, path: &str) {
        self.removed_any = true;
        if let Err(error) = self.tree.remove(path) {
            let message = format!("cannot remove {}: {error}", shown(&self.tree.folder().join(path)));
            let warning = Diagnostic::warning(codes::OUTPUT_NOT_REMOVED, message);
            self.warnings.push(warning.help("the next build tries again"));
            self.orphans.push(path.to_owned());
        }
    }
}
