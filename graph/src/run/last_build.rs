//! [`LastBuild`]: the last build of an asset, as a source of results.

use rigmill_disk::Fingerprint;
use rigmill_pipeline::Digest;

use super::provenance::Source;
use super::task::Task;
use super::write_action::WriteAction;
use crate::check::{AssetView, OutputFiles, OutputState};
use crate::records::{ActionKey, BuiltRecord, ImportRecord, OutputRecord, ProcessRecord};

/// The last build of an asset. It has no results if every stage must run.
#[derive(Clone, Copy)]
pub(super) struct LastBuild<'a> {
    pub(super) record: Option<&'a BuiltRecord>,
    view: AssetView<'a>,
    outputs: &'a OutputFiles<'a>,
}

impl<'a> LastBuild<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        let record = task.old.filter(|_| !task.context.force);
        Self { record, view: task.view, outputs: task.context.checker.outputs }
    }

    pub(super) fn source(&self) -> Source {
        Source::LastBuild { is_confined: self.record.is_some_and(|record| record.is_confined) }
    }

    /// Returns the record of the import action, if it has this key and its answers still hold.
    pub(super) fn import(&self, key: ActionKey) -> Option<&'a ImportRecord> {
        self.record.map(|last| &last.import).filter(|last| last.key == key && self.view.holds(&last.dependencies))
    }

    /// Returns the record of the process action, if it has this key and its answers still hold.
    pub(super) fn process(&self, key: ActionKey) -> Option<&'a ProcessRecord> {
        self.record.map(|last| &last.process).filter(|last| last.key == key && self.view.holds(&last.dependencies))
    }

    /// Returns the output on disk, if this action wrote it.
    pub(super) fn output(&self, action: &WriteAction<'_>) -> Option<OutputRecord> {
        let last = self.outputs_at(&action.path).find(|last| last.key == action.key)?;
        let fingerprint = self.unchanged(last)?;
        Some(OutputRecord { fingerprint, writer: action.record.clone(), ..last.clone() })
    }

    /// Returns the fingerprint of the output on disk, if it has these bytes.
    pub(super) fn fingerprint(&self, path: &str, digest: Digest) -> Option<Fingerprint> {
        self.outputs_at(path).find(|last| last.fingerprint.digest() == digest).and_then(|last| self.unchanged(last))
    }

    fn outputs_at(&self, path: &str) -> impl Iterator<Item = &'a OutputRecord> {
        self.record.into_iter().flat_map(|last| &last.outputs).filter(move |last| last.path == path)
    }

    fn unchanged(&self, output: &OutputRecord) -> Option<Fingerprint> {
        match self.outputs.state(output) {
            OutputState::Unchanged(found) => Some(found),
            _ => None,
        }
    }
}
