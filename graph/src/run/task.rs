//! [`Task`]: an asset to build. It knows the keys of the asset's import and process actions, and where its stages may run.

use rigmill_pipeline::{Digest, LARGEST_FILE, Query};

use super::action_context::ActionContext;
use super::action_inputs::KnownQueries;
use super::permits::{Permit, Place};
use crate::check::AssetView;
use crate::plan::PlannedAsset;
use crate::records::{ActionKey, ActionKeyBuilder, BuiltRecord};
use crate::report::{Activity, Isolation, OpenSpan};

/// An asset to build.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) context: &'a ActionContext<'a>,
    pub(super) asset: &'a PlannedAsset,
    /// The record of the asset's last successful build.
    pub(super) old: Option<&'a BuiltRecord>,
    pub(super) view: AssetView<'a>,
    /// What is known about the queries of other assets; `None` if this asset must not be built elsewhere.
    pub(super) others: Option<&'a dyn KnownQueries>,
}

impl<'a> Task<'a> {
    /// Begins the key of an action.
    pub(super) fn key(&self, action: &str) -> ActionKeyBuilder {
        ActionKeyBuilder::new(action).digest(self.context.checker.program)
    }

    pub(super) fn import_key(&self, source: Digest) -> ActionKey {
        let recipe = &self.asset.recipe.record;
        self.key("import")
            .stage(&recipe.importer, &recipe.importer_params)
            .text(self.asset.source.as_str())
            .digest(source)
            .finish()
    }

    /// Returns the key that identifies all actions of the asset together, from what is known before the importer runs.
    pub(super) fn asset_key(&self, source: Digest) -> ActionKey {
        let recipe = &self.asset.recipe.record;
        self.key("asset")
            .stage(&recipe.importer, &recipe.importer_params)
            .stage(&recipe.processor, &recipe.processor_params)
            .text(recipe.writer.as_deref().unwrap_or_default())
            .params(&recipe.writer_params)
            .text(self.context.checker.target)
            .text(&self.asset.name())
            .text(self.asset.source.as_str())
            .digest(source)
            .finish()
    }

    pub(super) fn process_key(&self, input: Digest) -> ActionKey {
        let recipe = &self.asset.recipe;
        self.key("process")
            .text(&recipe.record.processor.to_string())
            .text(recipe.processor.input().path())
            .params(&recipe.record.processor_params)
            .text(&self.asset.name())
            .text(self.asset.source.as_str())
            .digest(input)
            .finish()
    }

    /// Returns the digest of the source; `None` if it cannot be read or is too large for any importer.
    pub(super) fn source_digest(&self) -> Option<Digest> {
        let is_readable = self.view.source_size() <= LARGEST_FILE;
        is_readable.then(|| self.view.answer(&Query::File(self.asset.source.clone())).ok().flatten()).flatten()
    }

    /// Returns how the stages of this asset run in a separate process; `None` if they run in this process.
    pub(super) fn isolation(&self) -> Option<&'a Isolation> {
        let context = self.context;
        let isolates =
            |it: &&Isolation| it.all || context.manifest.isolates(&self.asset.source, context.checker.target);
        context.isolation.filter(|_| self.others.is_some()).filter(isolates)
    }

    /// Waits until the stages can run on this machine or elsewhere. Returns `None` if this machine runs all stages.
    pub(super) fn place_to_run(&self) -> Option<Permit<'a>> {
        self.context.execution.filter(|_| self.others.is_some())?;
        let places: &[Place] = if self.context.force { &[Place::Elsewhere] } else { &[Place::Here, Place::Elsewhere] };
        Some(self.context.permits.take(places))
    }

    /// Starts a span for this asset, if timings are recorded.
    pub(super) fn span(&self, what: Activity) -> Option<OpenSpan<'a>> {
        self.context.timer.span(what, Some(&self.asset.name()))
    }
}
