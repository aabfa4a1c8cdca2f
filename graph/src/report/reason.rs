//! [`Reason`]: why an asset is not up to date. What `rigmill explain` prints.

use std::fmt;

use rigmill_pipeline::{Probe, StageId};
/// One thing that changed since an asset was last built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was never built.
    New,
    /// The build was told to run everything.
    Forced,
    /// Its last build failed for a reason outside its inputs.
    Retry,
    /// Rigmill itself, or the program it is part of, is another one.
    ProgramChanged,
    /// Its source has other bytes.
    SourceChanged {
        /// The source.
        path: String,
    },
    /// Its source is gone.
    SourceGone {
        /// The source.
        path: String,
    },
    /// Its source is there, but no asset any more: the manifest leaves it out, or no importer takes it.
    SourceLeftOut {
        /// The source.
        path: String,
    },
    /// Something a stage looked at gives another answer.
    DependencyChanged {
        /// What was asked.
        probe: Probe,
        /// Whether there was an answer then, and whether there is one now.
        change: Change,
    },
    /// A stage was exchanged for another or has a new version.
    StageChanged {
        /// `importer`, `processor` or `writer`.
        kind: &'static str,
        /// The stage then.
        was: String,
        /// The stage now.
        now: String,
    },
    /// A parameter has another value.
    ParamChanged {
        /// The stage.
        stage: String,
        /// The parameter.
        name: String,
        /// Its value then.
        was: String,
        /// Its value now.
        now: String,
    },
    /// One of its files is gone.
    OutputMissing {
        /// The file, relative to the target's folder.
        path: String,
    },
    /// One of its files is no longer what was written.
    OutputChanged {
        /// The file, relative to the target's folder.
        path: String,
    },
}

/// How an answer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another answer.
    Differs,
    /// Nothing was there; now there is.
    Appeared,
    /// Something was there; now there is not.
    Vanished,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("never built"),
            Self::Forced => f.write_str("forced"),
            Self::Retry => f.write_str("the last build failed for a reason outside its inputs"),
            Self::ProgramChanged => f.write_str("the program changed"),
            Self::SourceChanged { path } => write!(f, "source changed: {path}"),
            Self::SourceGone { path } => write!(f, "source gone: {path}"),
            Self::SourceLeftOut { path } => write!(f, "source left out: {path}"),
            Self::DependencyChanged { probe, change } => {
                let change = match change {
                    Change::Differs => "changed",
                    Change::Appeared => "appeared",
                    Change::Vanished => "vanished",
                };
                write!(f, "{} {change}: {probe}", probe.kind())
            }
            Self::StageChanged { kind, was, now } => write!(f, "{kind} changed: {was} -> {now}"),
            Self::ParamChanged { stage, name, was, now } => {
                write!(f, "parameter changed: {name} of {stage}: {was} -> {now}")
            }
            Self::OutputMissing { path } => write!(f, "output missing: {path}"),
            Self::OutputChanged { path } => write!(f, "output changed: {path}"),
        }
    }
}

/// What changed between a stage and its parameters then and now.
pub(crate) fn stage_reasons(
    kind: &'static str,
    (was, was_params): (&StageId, &[(String, String)]),
    (now, now_params): (&StageId, &[(String, String)]),
) -> Vec<Reason> {
    if was != now {
        return vec![Reason::StageChanged { kind, was: was.to_string(), now: now.to_string() }];
    }
    param_reasons(&now.name, was_params, now_params)
}

/// Which parameters of a stage have other values now; those of one list alone are unset in the other.
pub(crate) fn param_reasons(stage: &str, was: &[(String, String)], now: &[(String, String)]) -> Vec<Reason> {
    fn of<'a>(params: &'a [(String, String)], name: &str) -> Option<&'a str> {
        params.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
    let gone = was.iter().filter(|(name, _)| of(now, name).is_none());
    let names = now.iter().chain(gone).map(|(name, _)| name);
    let text = |value: Option<&str>| value.unwrap_or("unset").to_owned();
    let reason = |name: &String| Reason::ParamChanged {
        stage: stage.to_owned(),
        name: name.clone(),
        was: text(of(was, name)),
        now: text(of(now, name)),
    };
    names.filter(|name| of(was, name) != of(now, name)).map(reason).collect()
}
