//! Converts the results of a build for the viewer.

use rigmill_graph::{AssetReport, Mark, Status};
use rigmill_pipeline::Diagnostic;
use rigmill_view::{AssetBuild, AssetState, Edition, Problem};

use super::super::build::Built;
use super::super::watch::Outcome;
use crate::failure::Failure;
use crate::output::message::milliseconds;

/// Creates an edition from each build.
#[derive(Default)]
pub(super) struct Editor {
    /// The mark of the last build, if the next build can refer to it.
    last: Option<Mark>,
}

impl Editor {
    /// Creates the edition of a build.
    pub(super) fn edition(&mut self, outcome: Outcome<'_>) -> Edition {
        match outcome {
            Outcome::Failed(failure) => Edition { problems: why(failure), ..Edition::default() },
            Outcome::Built(built) => Edition {
                problems: built.iter().flat_map(problems).collect(),
                assets: built.iter().flat_map(|it| &it.report.assets).map(asset).collect(),
                relist: !built.iter().all(|it| self.follows(it)),
            },
        }
    }

    /// Whether no other build ran between the last build and this one.
    fn follows(&mut self, built: &Built) -> bool {
        let last = std::mem::replace(&mut self.last, built.report.mark.clone());
        last.is_some() && built.report.previous_mark == last
    }
}

fn asset(report: &AssetReport) -> AssetBuild {
    AssetBuild {
        asset: report.asset.clone(),
        source: report.source.clone(),
        state: match report.status {
            Status::Built => AssetState::Built,
            Status::Fresh => AssetState::Fresh,
            Status::Cached => AssetState::Cached,
            Status::Failed => AssetState::Failed,
            Status::Removed => AssetState::Removed,
        },
        why: report.why.iter().map(ToString::to_string).collect(),
        ran: report.ran.iter().map(|stage| stage.name().to_owned()).collect(),
        ms: milliseconds(report.time),
        stage_ms: milliseconds(report.stage_time),
        outputs: report.outputs.clone(),
    }
}

fn problems(built: &Built) -> Vec<Problem> {
    let of_project = built.report.diagnostics.iter().map(|it| problem(it, ["", ""]));
    let assets = built.report.assets.iter();
    let of_assets =
        assets.flat_map(|asset| asset.diagnostics.iter().map(|it| problem(it, [&asset.source, &asset.asset])));
    of_project.chain(of_assets).collect()
}

fn why(failure: &Failure) -> Vec<Problem> {
    match failure.in_manifest() {
        Some((diagnostics, _)) => diagnostics.iter().map(|it| problem(it, ["", ""])).collect(),
        None => vec![Problem { level: "error".to_owned(), message: failure.to_string(), ..Problem::default() }],
    }
}

/// Converts a diagnostic of an asset, which is given by its source and name.
fn problem(diagnostic: &Diagnostic, [source, asset]: [&str; 2]) -> Problem {
    let mut place = diagnostic.file.as_ref().map(ToString::to_string).unwrap_or_default();
    if let Some(location) = &diagnostic.location {
        place = format!("{place}:{}:{}", location.line, location.column);
    }
    Problem {
        level: diagnostic.level.name().to_owned(),
        code: diagnostic.code.to_string(),
        place,
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone().unwrap_or_default(),
        source: source.to_owned(),
        asset: asset.to_owned(),
    }
}
