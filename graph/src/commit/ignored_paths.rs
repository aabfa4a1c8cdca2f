//! Determines the paths where changes need no build.

use std::collections::BTreeSet;
use std::sync::Arc;

use rigmill_pipeline::{Query, SourcePath, Subject};

use super::input::CommitInput;
use super::saver::FinishedAsset;
use crate::report::IgnoredPaths;

/// Returns the paths where changes need no build. If only earlier versions of the assets read a path, changes there still need
/// a build for now.
pub(super) fn ignored_paths(input: &CommitInput<'_>, finished: &[FinishedAsset]) -> IgnoredPaths {
    let ignore_files = &input.plan.tree.ignore_files;
    if ignore_files.is_empty() {
        return IgnoredPaths::default();
    }
    let table = &input.state.dependencies;
    let known = table.ids().filter(|&id| table.is_outside(id)).filter_map(|id| table.dependency(id)).map(|it| it.query);
    let new = finished.iter().flat_map(|it| it.record.dependencies()).map(|it| it.query.clone());
    let read: BTreeSet<SourcePath> = known.chain(new).filter_map(|query| file(&query)).collect();
    let ignored = read.into_iter().filter(|path| ignore_files.ignoring(path.as_str().as_bytes(), false).is_some());
    IgnoredPaths::new(input.project().root(), Arc::clone(ignore_files), ignored.collect())
}

fn file(query: &Query) -> Option<SourcePath> {
    if let Subject::File(path) = query.subject() { Some(path.clone()) } else { None }
}
