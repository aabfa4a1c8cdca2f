//! [`Reason`]: why an asset is not up to date. `rigmill explain` prints these.

use std::fmt;

use rigmill_pipeline::{Query, StageId};
/// A change since an asset was last built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The asset was never built.
    New,
    /// The build was forced.
    Forced,
    /// The last build of the asset failed for a reason outside its inputs.
    Retry,
    /// The last build left the asset out; see [`BuildOptions::only`](crate::BuildOptions::only).
    Postponed,
    /// Rigmill itself, or the program that contains it, changed.
    ProgramChanged,
    /// The bytes of the asset's source changed.
    SourceChanged {
        /// The source.
        path: String,
    },
    /// The asset's source was removed.
    SourceGone {
        /// The source.
        path: String,
    },
    /// The asset's source is ignored.
    SourceIgnored {
        /// The source.
        path: String,
        /// The ignore file and its line.
        by: String,
    },
    /// The asset's source exists but is no longer an asset, because the manifest excludes it or no importer accepts it.
    SourceLeftOut {
        /// The source.
        path: String,
    },
    /// A query of a stage has a different answer.
    DependencyChanged {
        /// The query.
        query: Query,
        /// How the answer changed.
        change: Change,
    },
    /// The asset has a different stage, or a stage has a different version.
    StageChanged {
        /// The kind of stage: `importer`, `processor` or `writer`.
        kind: &'static str,
        /// The stage in the last build.
        was: String,
        /// The current stage.
        now: String,
    },
    /// A parameter has a different value.
    ParamChanged {
        /// The stage.
        stage: String,
        /// The parameter.
        name: String,
        /// The parameter's value in the last build.
        was: String,
        /// The parameter's current value.
        now: String,
    },
    /// A rule gives the asset a different name.
    OutputNameChanged {
        /// The `output` of the rule in the last build.
        was: String,
        /// The current `output` of the rule.
        now: String,
    },
    /// One of the asset's output files was removed.
    OutputMissing {
        /// The file, relative to the target's folder.
        path: String,
    },
    /// One of the asset's output files was changed.
    OutputChanged {
        /// The file, relative to the target's folder.
        path: String,
    },
}

/// How the answer to a query changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The answer is different.
    Differs,
    /// Nothing was found before, but something is found now.
    Appeared,
    /// Something was found before, but nothing is found now.
    Vanished,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("never built"),
            Self::Forced => f.write_str("forced"),
            Self::Postponed => f.write_str("the last build was only for other assets"),
            Self::Retry => f.write_str("the last build failed, but not because of the asset's own inputs"),
            Self::ProgramChanged => f.write_str("the program changed"),
            Self::SourceChanged { path } => write!(f, "source changed: {path}"),
            Self::SourceGone { path } => write!(f, "source gone: {path}"),
            Self::SourceIgnored { path, by } => write!(f, "source ignored: {path}, by {by}"),
            Self::SourceLeftOut { path } => write!(f, "no longer a source: {path}"),
            Self::DependencyChanged { query, change } => {
                let change = match change {
                    Change::Differs => "changed",
                    Change::Appeared => "appeared",
                    Change::Vanished => "vanished",
                };
                write!(f, "{} {change}: {query}", query.kind())
            }
            Self::StageChanged { kind, was, now } => write!(f, "{kind} changed: {was} -> {now}"),
            Self::ParamChanged { stage, name, was, now } => {
                write!(f, "parameter changed: {name} of {stage}: {was} -> {now}")
            }
            Self::OutputNameChanged { was, now } => write!(f, "output name changed: {was} -> {now}"),
            Self::OutputMissing { path } => write!(f, "output missing: {path}"),
            Self::OutputChanged { path } => write!(f, "output changed: {path}"),
        }
    }
}

/// Returns the differences between a stage and its parameters in the last build and now.
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

/// Returns the parameters of a stage whose values changed. A parameter that is missing from a list has no value there.
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
