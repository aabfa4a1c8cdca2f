//! [`survey`]: reports the state of assets and what a build would do, for `rigmill list` and `rigmill explain`.

use std::path::Path;

use rigmill_disk::{Disk, Threads};
use rigmill_pipeline::{Dependency, Diagnostic, Digest, ParamDoc, Registry, SourcePath, StageId};

use super::recorded_assets::RecordedAssets;
use crate::build::{configuration, target_must_be_known};
use crate::check::{AssetView, Checker, OutputFiles, ProjectFiles};
use crate::error::{GraphError, io_error};
use crate::plan::{Plan, PlannedAsset, Planner};
use crate::project::Project;
use crate::records::{AssetRecord, Origin, OutputRecord, RecipeRecord};
use crate::report::{Reason, StageKind};
use crate::sources::FileId;
use crate::state::{AssetId, State};

/// The state of an asset.
#[derive(Clone, Debug)]
pub struct AssetSurvey {
    /// The asset's name.
    pub asset: String,
    /// The asset's source, relative to the project's folder.
    pub source: String,
    /// The asset's importer with its parameters.
    pub importer: StageSurvey,
    /// The asset's processor with its parameters.
    pub processor: StageSurvey,
    /// The names of the writers of the last build. Before the first build, the writer that the manifest names.
    pub writers: Vec<String>,
    /// The asset's output files.
    pub outputs: Vec<OutputSurvey>,
    /// Where the output files came from; `None` if the asset was never built.
    pub origin: Option<Origin>,
    /// Whether the last build of the asset failed.
    pub failed: bool,
    /// The diagnostics of the asset's last build.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the asset is not up to date; empty if it is.
    pub why: Vec<Reason>,
    /// The asset's dependencies.
    pub dependencies: Vec<DependencySurvey>,
}

impl AssetSurvey {
    /// Returns `fresh`, `stale`, `new` or `failed`.
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
    /// The stage's name and version.
    pub stage: String,
    /// The name and value of each parameter, including parameters that have their default value.
    pub params: Vec<(String, String)>,
}

/// An output file of an asset.
#[derive(Clone, Debug)]
pub struct OutputSurvey {
    /// The file's path, relative to the target's folder.
    pub path: String,
    /// The digest of the file's bytes.
    pub digest: Digest,
    /// The name and version of the writer that made the file.
    pub writer: String,
}

/// A dependency of an asset.
#[derive(Clone, Debug)]
pub struct DependencySurvey {
    /// The kind of query: `file`, `listing` or another [`rigmill_pipeline::Query::kind`].
    pub kind: &'static str,
    /// The subject of the query: a path, a glob, a product or a variable.
    pub name: String,
    /// The digest of the answer; `None` if nothing was found.
    pub answer: Option<Digest>,
    /// Whether the answer is unchanged.
    pub same: bool,
    /// The stage that made the query; `None` if the build failed.
    pub by: Option<StageKind>,
}

/// Surveys every asset of a project, or only the asset called `only`. Changes nothing on disk.
///
/// # Errors
/// Returns an error if the manifest is invalid, if no asset is called `only`, or if a folder or the state cannot be read.
pub fn survey(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
    only: Option<&str>,
    disk: &dyn Disk,
) -> Result<Vec<AssetSurvey>, GraphError> {
    target_must_be_known(project, registry, target)?;
    let program = project.program_in_keys(program);
    let state_file = project.state_file(target);
    let (state, _) = State::load(&state_file, disk).map_err(io_error("read", &state_file))?;
    state.meta.must_belong_to(project)?;
    let configuration = configuration(project, registry, target, program)?;
    let planner = Planner {
        project,
        registry,
        disk,
        threads: Threads::new(None),
        target,
        configuration,
        suspect_all: true,
        only: None,
        check_each_output: true,
        changed: None,
    };
    let plan = planner.plan(&state)?;
    let sources = ProjectFiles::new(project, disk, &plan, &state, None);
    let target_folder = project.target_folder(target);
    let outputs = OutputFiles::new(disk, &target_folder, None, false);
    let checker = Checker { registry, state: &state, target, outputs: &outputs, program };
    let chosen: Vec<&PlannedAsset> = plan
        .suspects
        .iter()
        .filter(|asset| only.is_none_or(|name| names(&asset.source, &asset.recipe.record, name)))
        .collect();
    let assets = RecordedAssets { plan: &plan, state: &state };
    let view = |asset: FileId| AssetView { files: &sources, assets: &assets, asset };
    match only {
        // The asset's source no longer exists.
        Some(name) if chosen.is_empty() => match gone(&plan, &state, name, project.root(), view(FileId(usize::MAX))) {
            Some(asset) => Ok(vec![asset]),
            None => {
                let names = plan.asset_names();
                Err(plan.no_such_asset(name, &names.iter().map(String::as_str).collect::<Vec<_>>(), project.root()))
            }
        },
        _ => Ok(chosen.into_iter().map(|asset| survey_asset(&checker, asset, view(asset.file))).collect()),
    }
}

/// Whether `name` is the name or the source of the asset made from `source` by a recipe.
fn names(source: &SourcePath, recipe: &RecipeRecord, name: &str) -> bool {
    recipe.asset_name(source) == name || source.as_str() == name
}

/// Surveys an asset whose source was removed. The next build will remove its files.
fn gone(plan: &Plan, state: &State, name: &str, root: &Path, view: AssetView<'_>) -> Option<AssetSurvey> {
    let files = state.files_of_assets();
    let source = |asset: AssetId| state.tree.path((*files.get(asset.index())?)?);
    let sources = plan.gone.iter().filter_map(|&asset| Some((asset, source(asset)?)));
    let mut known = sources.filter_map(|(asset, source)| Some((source, state.record(asset).ok()?)));
    let recipe = |record: &AssetRecord| state.recipe(record);
    let (source, record) = known.find(|(source, record)| recipe(record).is_some_and(|it| names(source, it, name)))?;
    let why = vec![plan.why_gone(&source, root)];
    Some(survey_of(&source, recipe(&record)?, Some(&record), why, view))
}

fn survey_asset(checker: &Checker<'_>, asset: &PlannedAsset, view: AssetView<'_>) -> AssetSurvey {
    let old = asset.previous.and_then(|old| checker.state.record(old).ok());
    let why = checker.reasons(asset, old.as_ref(), view);
    survey_of(&asset.source, &asset.recipe.record, old.as_ref(), why, view)
}

fn survey_of(
    source: &SourcePath,
    record: &RecipeRecord,
    old: Option<&AssetRecord>,
    why: Vec<Reason>,
    view: AssetView<'_>,
) -> AssetSurvey {
    let outputs = old.map_or(&[][..], AssetRecord::outputs);
    let mut writers: Vec<String> = outputs.iter().map(|output| output.writer.id.to_string()).collect();
    writers.dedup();
    if writers.is_empty() {
        writers.extend(record.writer.clone());
    }
    AssetSurvey {
        asset: record.asset_name(source).into_owned(),
        source: source.to_string(),
        importer: StageSurvey { stage: record.importer.to_string(), params: record.importer_params.clone() },
        processor: StageSurvey { stage: record.processor.to_string(), params: record.processor_params.clone() },
        writers,
        outputs: outputs.iter().map(output).collect(),
        origin: old.and_then(|old| old.built.as_ref()).map(|built| built.origin),
        failed: old.and_then(|old| old.failure.as_ref()).is_some_and(|failure| !failure.is_postponed()),
        diagnostics: old.map(AssetRecord::diagnostics).unwrap_or_default(),
        why,
        dependencies: old.map(|old| dependencies(view, old)).unwrap_or_default(),
    }
}

fn output(it: &OutputRecord) -> OutputSurvey {
    OutputSurvey { path: it.path.clone(), digest: it.fingerprint.digest(), writer: it.writer.id.to_string() }
}

fn dependencies(view: AssetView<'_>, old: &AssetRecord) -> Vec<DependencySurvey> {
    let survey = |(by, dependency): (Option<StageKind>, &Dependency)| DependencySurvey {
        kind: dependency.query.kind(),
        name: dependency.query.to_string(),
        answer: dependency.answer,
        same: view.holds([dependency]),
        by,
    };
    match (&old.failure, &old.built) {
        (None, Some(built)) => {
            let import = built.import.dependencies.iter().map(|it| (Some(StageKind::Import), it));
            let process = built.process.dependencies.iter().map(|it| (Some(StageKind::Process), it));
            import.chain(process).map(survey).collect()
        }
        _ => old.dependencies().into_iter().map(|it| (None, it)).map(survey).collect(),
    }
}

/// The parameters of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageParamsSurvey {
    /// The kind of stage: `importer`, `processor` or `writer`.
    pub kind: &'static str,
    /// The stage's name and version.
    pub stage: String,
    /// The names of the types that the stage accepts; empty for an importer.
    pub accepts: Vec<&'static str>,
    /// The stage's parameters.
    pub params: Vec<ParamDoc>,
}

/// Returns the parameters of every registered stage. Stages with the same name and parameters, which differ only in the types
/// that they accept, are one stage.
#[must_use]
pub fn survey_params(registry: &Registry) -> Vec<StageParamsSurvey> {
    let row = |kind, stage: StageId, accepts: Vec<&'static str>, params| StageParamsSurvey {
        kind,
        stage: stage.to_string(),
        accepts,
        params,
    };
    let importers = registry.importers().map(|it| row("importer", it.id(), Vec::new(), it.param_docs()));
    let processors =
        registry.processors().map(|it| row("processor", it.id(), vec![it.input().name()], it.param_docs()));
    let writers = registry.writers().map(|it| row("writer", it.id(), vec![it.input().name()], it.param_docs()));
    let mut rows: Vec<StageParamsSurvey> = Vec::new();
    for row in importers.chain(processors).chain(writers) {
        let is_same =
            |it: &&mut StageParamsSurvey| (it.kind, &it.stage, &it.params) == (row.kind, &row.stage, &row.params);
        match rows.iter_mut().find(is_same) {
            Some(same) => same.accepts.extend(row.accepts),
            None => rows.push(row),
        }
    }
    rows
}
