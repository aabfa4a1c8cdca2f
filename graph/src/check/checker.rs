//! [`Checker`]: determines whether an asset is up to date, and if not, why.

use rigmill_pipeline::{Dependency, Digest, Query, Registry, WriterLookup};

use super::asset_view::AssetView;
use super::output_files::{OutputFiles, OutputState};
use crate::plan::{PlannedAsset, Recipe};
use crate::records::{AssetRecord, BuiltRecord, OutputName, OutputRecord, RecipeRecord, WriterRecord};
use crate::report::{Change, Reason, param_reasons, stage_reasons};
use crate::state::State;

/// Checks individual assets.
pub(crate) struct Checker<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) state: &'a State,
    pub(crate) target: &'a str,
    pub(crate) outputs: &'a OutputFiles<'a>,
    pub(crate) program: Digest,
}

impl Checker<'_> {
    /// Returns what changed since the asset was last built; empty if the asset is up to date.
    ///
    /// Dependencies on other assets are checked last, in order, and only up to the first one that changed. Until then, the
    /// processor would make the same queries, so the check never builds an asset that a clean build would not build.
    pub(crate) fn reasons(&self, asset: &PlannedAsset, old: Option<&AssetRecord>, view: AssetView<'_>) -> Vec<Reason> {
        let Some(old) = old else { return vec![Reason::New] };
        let mut reasons = Vec::new();
        if self.state.meta.program != Some(self.program) {
            reasons.push(Reason::ProgramChanged);
        }
        if let Some(recipe) = self.state.recipe(old) {
            reasons.extend(recipe_reasons(recipe, &asset.recipe));
        }
        match (&old.failure, &old.built) {
            (Some(failure), _) => {
                let retry = if failure.is_postponed() { Reason::Postponed } else { Reason::Retry };
                reasons.extend(failure.retry.then_some(retry));
                // It is possible that no output was recorded that has the writer's parameters.
                let now = &asset.recipe.record.writer_params;
                let params = |was: &RecipeRecord| param_reasons("the writer", &was.writer_params, now);
                reasons.extend(self.state.recipe(old).into_iter().flat_map(params));
                reasons.extend(own(&failure.dependencies).filter_map(|it| changed(asset, it, view)));
            }
            (None, Some(built)) => reasons.extend(self.built_reasons(asset, built, view)),
            (None, None) => reasons.push(Reason::New),
        }
        if reasons.is_empty() {
            let of_assets = old.dependencies().into_iter().filter(|it| it.query.is_about_asset());
            reasons.extend(of_assets.filter_map(|it| changed(asset, it, view)).take(1));
        }
        reasons
    }

    fn built_reasons(&self, asset: &PlannedAsset, built: &BuiltRecord, view: AssetView<'_>) -> Vec<Reason> {
        let dependencies = own(built.dependencies()).filter_map(|dependency| changed(asset, dependency, view));
        let mut reasons: Vec<Reason> = dependencies.collect();
        for output in &built.outputs {
            // Several outputs can have the same writer.
            let writer = self.writer_reasons(&asset.recipe, &output.writer);
            let new: Vec<_> = writer.into_iter().filter(|reason| !reasons.contains(reason)).collect();
            reasons.extend(new);
            reasons.extend(self.output_reason(output));
        }
        reasons
    }

    fn writer_reasons(&self, recipe: &Recipe, was: &WriterRecord) -> Vec<Reason> {
        match self.writer(recipe, &was.type_path) {
            Some(now) if now == *was => Vec::new(),
            Some(now) => stage_reasons("writer", (&was.id, &was.params), (&now.id, &now.params)),
            None => {
                vec![Reason::StageChanged { kind: "writer", was: was.id.to_string(), now: "none".to_owned() }]
            }
        }
    }

    fn writer(&self, recipe: &Recipe, type_path: &str) -> Option<WriterRecord> {
        let WriterLookup::Found(writer) = self.registry.writer(recipe.writer.as_deref(), type_path, self.target) else {
            return None;
        };
        let params = writer.bind(&recipe.writer_params).ok()?.canonical().to_vec();
        Some(WriterRecord { id: writer.id(), params, type_path: type_path.to_owned().into() })
    }

    fn output_reason(&self, output: &OutputRecord) -> Option<Reason> {
        match self.outputs.state(output) {
            OutputState::Unchanged(_) => None,
            OutputState::Changed => Some(Reason::OutputChanged { path: output.path.clone() }),
            OutputState::Missing => Some(Reason::OutputMissing { path: output.path.clone() }),
        }
    }
}

/// Filters out the dependencies on other assets.
fn own<'a>(dependencies: impl IntoIterator<Item = &'a Dependency>) -> impl Iterator<Item = &'a Dependency> {
    dependencies.into_iter().filter(|it| !it.query.is_about_asset())
}

fn changed(asset: &PlannedAsset, dependency: &Dependency, view: AssetView<'_>) -> Option<Reason> {
    // If the query fails now, the stage will report the error.
    let change = view.change(dependency).unwrap_or(Some(Change::Differs))?;
    Some(match &dependency.query {
        Query::File(path) if *path == asset.source => Reason::SourceChanged { path: path.to_string() },
        query => Reason::DependencyChanged { query: query.clone(), change },
    })
}

fn recipe_reasons(was: &RecipeRecord, now: &Recipe) -> Vec<Reason> {
    let now = &now.record;
    if was == now {
        return Vec::new();
    }
    let importer =
        stage_reasons("importer", (&was.importer, &was.importer_params), (&now.importer, &now.importer_params));
    let processor =
        stage_reasons("processor", (&was.processor, &was.processor_params), (&now.processor, &now.processor_params));
    let any = || "any".to_owned();
    let writer = (was.writer != now.writer).then(|| Reason::StageChanged {
        kind: "writer",
        was: was.writer.clone().unwrap_or_else(any),
        now: now.writer.clone().unwrap_or_else(any),
    });
    let text = |output: &Option<OutputName>| output.as_ref().map_or("{path}", OutputName::as_str).to_owned();
    let output = (was.output != now.output)
        .then(|| Reason::OutputNameChanged { was: text(&was.output), now: text(&now.output) });
    importer.into_iter().chain(processor).chain(writer).chain(output).collect()
}
