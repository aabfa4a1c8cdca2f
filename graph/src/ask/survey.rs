//! What a build would do, without doing it: for `rigmill list` and `rigmill explain`.

use rigmill_pipeline::{Dependency, Diagnostic, Digest, ParamDoc, Registry, SourcePath, nearest};

use super::recorded::Recorded;
use crate::build::{environment, target_must_be_known};
use crate::check::{Checker, TargetFiles, View, World};
use crate::disk::Disk;
use crate::error::{GraphError, io_error};
use crate::plan::{Plan, PlannedAsset, Planner};
use crate::project::Project;
use crate::records::{AssetRecord, Good, OutputRecord, RecipeRecord};
use crate::report::{Reason, StageKind};
use crate::state::State;

/// An asset as it stands.
#[derive(Clone, Debug)]
pub struct AssetSurvey {
    /// Its name.
    pub asset: String,
    /// Its source, relative to the project's folder.
    pub source: String,
    /// Its importer and parameters.
    pub importer: StageSurvey,
    /// Its processor and parameters.
    pub processor: StageSurvey,
    /// The writers of its files, as of its last build; the one the manifest asks for, before that.
    pub writers: Vec<String>,
    /// Its files, relative to the target's folder.
    pub outputs: Vec<OutputSurvey>,
    /// Whether its last build failed.
    pub failed: bool,
    /// What its last build left to tell; errors among them when it failed.
    pub diagnostics: Vec<Diagnostic>,
    /// Why a build would work on it; empty when it is up to date.
    pub why: Vec<Reason>,
    /// What it depends on.
    pub dependencies: Vec<DependencySurvey>,
}

impl AssetSurvey {
    /// `fresh`, `stale`, `new` or `failed`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match (self.failed, self.why.as_slice()) {
            (true, _) => "failed",
            (_, []) => "fresh",
            (_, [Reason::New]) => "new",
            _ => "stale",
        }
    }
}

/// A stage and its parameters.
#[derive(Clone, Debug)]
pub struct StageSurvey {
    /// Name and version.
    pub stage: String,
    /// Name and value of each parameter, defaults filled in.
    pub params: Vec<(String, String)>,
}

/// A file of an asset.
#[derive(Clone, Debug)]
pub struct OutputSurvey {
    /// Relative to the target's folder.
    pub path: String,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The writer it came from: name and version.
    pub writer: String,
}

/// Something an asset depends on.
#[derive(Clone, Debug)]
pub struct DependencySurvey {
    /// `file`, `listing` or another of [`rigmill_pipeline::Probe::kind`].
    pub kind: &'static str,
    /// Which.
    pub name: String,
    /// What was there; `None` for something that was looked for and missed.
    pub seen: Option<Digest>,
    /// Whether the answer is the same now.
    pub same: bool,
    /// The stage that asked; `None` where an action failed and did not say.
    pub by: Option<StageKind>,
}

/// Looks at every asset of a project, or at the one called `only`. Changes nothing on disk.
///
/// # Errors
/// When the manifest or the environment is at fault, or no asset is called `only`.
pub fn survey(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
    only: Option<&str>,
    disk: &dyn Disk,
) -> Result<Vec<AssetSurvey>, GraphError> {
    target_must_be_known(project, registry, target)?;
    let state_file = project.state_file(target);
    let (state, _) = State::load(&state_file, disk).map_err(io_error("read", &state_file))?;
    state.meta.must_belong_to(project)?;
    let environment = environment(project, registry, target, program)?;
    let planner =
        Planner { project, registry, target, environment, suspect_all: true, each_output: true, changed: None };
    let plan = planner.plan(&state)?;
    let world = World::new(project, disk, &plan, &state, None);
    let target_folder = project.target_folder(target);
    let files = TargetFiles::new(disk, &target_folder, None, false);
    let checker = Checker { registry, state: &state, target, files: &files, program };
    let chosen: Vec<&PlannedAsset> =
        plan.suspects.iter().filter(|asset| only.is_none_or(|name| names(&asset.source, name))).collect();
    let assets = Recorded { plan: &plan, state: &state };
    let view = |asker: usize| View { world: &world, assets: &assets, asker };
    match only {
        // No file of the tree is its source any more.
        Some(name) if chosen.is_empty() => match gone(&plan, &state, name, view(usize::MAX)) {
            Some(asset) => Ok(vec![asset]),
            None => Err(no_such_asset(name, &plan)),
        },
        _ => Ok(chosen.into_iter().map(|asset| look(&checker, asset, view(asset.file))).collect()),
    }
}

/// Whether a person who says `name` means the asset made from `source`: its name, or its source.
fn names(source: &SourcePath, name: &str) -> bool {
    source.asset_name() == name || source.as_str() == name
}

fn no_such_asset(name: &str, plan: &Plan) -> GraphError {
    let known: Vec<String> = plan.asset_names().collect();
    let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    GraphError::NoAsset { name: name.to_owned(), nearest }
}

/// An asset that the next build will remove.
fn gone(plan: &Plan, state: &State, name: &str, view: View<'_>) -> Option<AssetSurvey> {
    let files = state.files_of_assets();
    let source = |asset: u32| state.tree.path((*files.get(asset as usize)?)?);
    let sources = plan.gone.iter().filter_map(|&asset| Some((asset, source(asset)?)));
    let (asset, source) = sources.into_iter().find(|(_, source)| names(source, name))?;
    let record = state.record(asset).ok()?;
    let why = vec![plan.why_gone(&source)];
    Some(as_it_stands(&source, state.recipe(&record)?, Some(&record), why, view))
}

fn look(checker: &Checker<'_>, asset: &PlannedAsset, view: View<'_>) -> AssetSurvey {
    let old = asset.old.and_then(|old| checker.state.record(old).ok());
    let why = checker.reasons(asset, old.as_ref(), view);
    as_it_stands(&asset.source, &asset.recipe.record, old.as_ref(), why, view)
}

fn as_it_stands(
    source: &SourcePath,
    record: &RecipeRecord,
    old: Option<&AssetRecord>,
    why: Vec<Reason>,
    view: View<'_>,
) -> AssetSurvey {
    let outputs = old.and_then(|old| old.good.as_ref()).map_or(&[][..], |good| &good.outputs);
    let mut writers: Vec<String> = outputs.iter().map(|output| output.writer.id.to_string()).collect();
    writers.dedup();
    if writers.is_empty() {
        writers.extend(record.writer.clone());
    }
    AssetSurvey {
        asset: source.asset_name().to_owned(),
        source: source.to_string(),
        importer: StageSurvey { stage: record.importer.to_string(), params: record.importer_params.clone() },
        processor: StageSurvey { stage: record.processor.to_string(), params: record.processor_params.clone() },
        writers,
        outputs: outputs.iter().map(output).collect(),
        failed: old.is_some_and(|old| old.failure.is_some()),
        diagnostics: old.map(diagnostics).unwrap_or_default(),
        why,
        dependencies: old.map(|old| dependencies(view, old)).unwrap_or_default(),
    }
}

fn output(it: &OutputRecord) -> OutputSurvey {
    OutputSurvey { path: it.path.clone(), digest: it.fingerprint.digest(), writer: it.writer.id.to_string() }
}

fn diagnostics(old: &AssetRecord) -> Vec<Diagnostic> {
    match &old.failure {
        Some(failure) => failure.diagnostics.clone(),
        None => old.good.iter().flat_map(Good::diagnostics).cloned().collect(),
    }
}

fn dependencies(view: View<'_>, old: &AssetRecord) -> Vec<DependencySurvey> {
    let survey = |(by, dependency): (Option<StageKind>, &Dependency)| DependencySurvey {
        kind: dependency.probe.kind(),
        name: dependency.probe.to_string(),
        seen: dependency.seen,
        same: view.holds(dependency),
        by,
    };
    match (&old.failure, &old.good) {
        (None, Some(good)) => {
            let import = good.import.dependencies.iter().map(|it| (Some(StageKind::Import), it));
            let process = good.process.dependencies.iter().map(|it| (Some(StageKind::Process), it));
            import.chain(process).map(survey).collect()
        }
        _ => old.dependencies().into_iter().map(|it| (None, it)).map(survey).collect(),
    }
}

/// The parameters of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageParamsSurvey {
    /// `importer`, `processor` or `writer`.
    pub kind: &'static str,
    /// Name and version.
    pub stage: String,
    /// What each parameter is.
    pub params: Vec<ParamDoc>,
}

/// The parameters of every registered stage.
#[must_use]
pub fn survey_params(registry: &Registry) -> Vec<StageParamsSurvey> {
    let row = |kind, stage: String, params| StageParamsSurvey { kind, stage, params };
    let importers = registry.importers().map(|it| row("importer", it.id().to_string(), it.param_docs()));
    let processors = registry.processors().map(|it| row("processor", it.id().to_string(), it.param_docs()));
    let writers = registry.writers().map(|it| row("writer", it.id().to_string(), it.param_docs()));
    let mut rows: Vec<StageParamsSurvey> = Vec::new();
    for row in importers.chain(processors).chain(writers) {
        // Stages of one name that differ in their types alone are one to the reader.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}
