//! [`Provenance`]: where the parts of an asset's result come from.

use std::time::Duration;

use crate::records::Origin;
use crate::report::StageKind;

/// A source that a part of an asset's result comes from, nearest first. Some sources are confined: they have results of a
/// server that only the project names, not the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The record of the last build.
    LastBuild { is_confined: bool },
    /// A record in the object cache.
    CachedRecord { is_confined: bool },
    /// An output file in a remote cache.
    RemoteFile,
    /// A different machine that ran the stages for this build.
    OtherMachine { is_confined: bool },
    /// A stage that ran on this machine, in this process or in a child process.
    Stage(StageKind),
}

/// The sources that the parts of an asset's result come from.
#[derive(Default)]
pub(crate) struct Provenance {
    sources: Vec<Source>,
    /// The time that the stages took, on this or a different machine.
    pub(crate) stage_time: Duration,
}

impl Provenance {
    pub(super) fn note(&mut self, source: Source) {
        if !self.sources.contains(&source) {
            self.sources.push(source);
        }
    }

    /// Forgets the sources of records, because none of the records is used any more.
    pub(super) fn forget_records(&mut self) {
        self.sources.retain(|source| matches!(source, Source::Stage(_) | Source::RemoteFile));
    }

    /// Returns the stages that ran on this machine.
    pub(crate) fn stages(&self) -> Vec<StageKind> {
        let stage = |source: &Source| if let Source::Stage(stage) = source { Some(*stage) } else { None };
        self.sources.iter().filter_map(stage).collect()
    }

    /// Whether a stage ran, on this or a different machine.
    pub(crate) fn has_run(&self) -> bool {
        self.sources.iter().any(|source| matches!(source, Source::Stage(_) | Source::OtherMachine { .. }))
    }

    /// Whether only a different machine ran stages.
    pub(crate) fn has_run_elsewhere(&self) -> bool {
        self.has_run() && self.stages().is_empty()
    }

    /// Whether an output came from a remote cache.
    pub(crate) fn has_remote_file(&self) -> bool {
        self.sources.contains(&Source::RemoteFile)
    }

    /// Whether any part of the result comes from a server that only the project names. This may have happened in this build or,
    /// if a result of the last build is used again, in the last build.
    pub(super) fn is_confined(&self) -> bool {
        let confined = |source: &Source| match *source {
            Source::LastBuild { is_confined } | Source::CachedRecord { is_confined } => is_confined,
            Source::OtherMachine { is_confined } => is_confined,
            Source::RemoteFile | Source::Stage(_) => false,
        };
        self.sources.iter().any(confined)
    }

    /// Returns where the outputs come from. `last` is where the outputs of the last build come from, if no output is new.
    pub(super) fn origin(&self, last: Option<Origin>) -> Origin {
        match last {
            _ if self.has_run_elsewhere() => Origin::RemoteExecution,
            _ if self.has_run() => Origin::Stages,
            _ if self.has_remote_file() => Origin::RemoteCache,
            last => last.unwrap_or(Origin::Cache),
        }
    }
}
