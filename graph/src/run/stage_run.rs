//! Runs the stages of an asset in this process: the last source of results, and the only one that always has them.

use std::collections::BTreeSet;
use std::time::Instant;

use rigmill_pipeline::{
    Dependency, Diagnostic, Digest, DynValue, ImportContext, ProcessContext, Product, Query, SourcePath, StageError,
    WriteContext, codes,
};
use rigmill_store::Entry;

use super::action_context::ActionContext;
use super::failures::has_error;
use super::provenance::{Provenance, Source};
use super::stage_guard::catch_panic;
use super::task::Task;
use super::write_action::{WriteAction, Written};
use crate::check::AssetView;
use crate::plan::PlannedAsset;
use crate::records::{Failure, ImportRecord, ProcessRecord, ProductRecord};
use crate::report::{Activity, StageKind};

/// An import: its record and, if the importer ran in this build, its value.
pub(super) struct Import {
    pub(super) record: ImportRecord,
    pub(super) value: Option<DynValue>,
}

/// A process action: its record and, if the processor ran in this build, its products.
pub(super) struct Process {
    pub(super) record: ProcessRecord,
    pub(super) products: Option<Vec<Product>>,
}

impl ActionContext<'_> {
    /// Makes an asset's products again, for another asset that needs their values. Records nothing.
    pub(super) fn make_products(&self, asset: &PlannedAsset, view: AssetView<'_>) -> Option<Vec<Product>> {
        let task = Task { context: self, asset, old: None, view, others: None };
        let mut provenance = Provenance::default();
        let import = task.run_importer(&mut provenance).ok()?;
        task.run_processor(&import, &mut provenance).ok()?.products
    }
}

impl Task<'_> {
    pub(super) fn run_importer(&self, provenance: &mut Provenance) -> Result<Import, Failure> {
        let recipe = &self.asset.recipe;
        let mut ctx = ImportContext::new(&self.asset.source, &self.view);
        let import = || recipe.importer.import(&mut ctx, &recipe.importer_params);
        let result = self.run_stage((StageKind::Import, Activity::Import), provenance, import);
        let pointers: BTreeSet<SourcePath> = ctx.lfs_pointers().iter().cloned().collect();
        let (mut dependencies, diagnostics) = ctx.finish();
        let source = self.source_dependency(&dependencies)?;
        let key = self.import_key(source.answer.unwrap_or(Digest::of(b"")));
        dependencies.retain(|dependency| *dependency != source);
        dependencies.insert(0, source);
        // Saves memory, because records are kept until the end of the build.
        dependencies.shrink_to_fit();
        let failed = matches!(result, Ok(Ok(_) | Err(StageError::Diagnosed))) && has_error(&diagnostics);
        // The importer's own errors are about the pointer's text, not about the content that the user sees elsewhere. An importer
        // such as `raw` accepts any text as its source, also that of a pointer.
        let diagnostics = match pointers.iter().any(|path| failed || *path == self.asset.source) {
            true => pointers.iter().map(lfs_pointer).collect(),
            false => diagnostics,
        };
        let value = self.stage_result(result, &recipe.record.importer.name, &dependencies, &diagnostics)?;
        let record = ImportRecord { key, dependencies, output: value.digest(), diagnostics };
        Ok(Import { record, value: Some(value) })
    }

    /// Returns the dependency on the source as the importer read it. If the importer did not read it, uses the source's current
    /// state.
    fn source_dependency(&self, dependencies: &[Dependency]) -> Result<Dependency, Failure> {
        let [query, size] = [Query::File, Query::Size].map(|query| query(self.asset.source.clone()));
        // If the source was rejected because of its size, it is not read here either.
        if let Some(source) = dependencies.iter().find(|it| it.query == query || it.query == size) {
            return Ok(source.clone());
        }
        match self.view.answer(&query) {
            Ok(answer) => Ok(Dependency { query, answer }),
            Err(error) => {
                let diagnostics = vec![self.unreadable(&self.asset.source, &error)];
                Err(Failure { retry: true, ..Failure::new(Vec::new(), diagnostics) })
            }
        }
    }

    /// Runs the processor on the value of an import.
    pub(super) fn run_processor(&self, import: &Import, provenance: &mut Provenance) -> Result<Process, Failure> {
        let Some(input) = &import.value else { return Err(self.not_deterministic()) };
        let recipe = &self.asset.recipe;
        let mut ctx = ProcessContext::new(&self.asset.source, &self.view).named(self.asset.name());
        let process = || recipe.processor.process(input, &recipe.processor_params, &mut ctx);
        let result = self.run_stage((StageKind::Process, Activity::Process), provenance, process);
        let (dependencies, diagnostics) = ctx.finish();
        let all_dependencies: Vec<_> = import.record.dependencies.iter().chain(&dependencies).cloned().collect();
        let all_diagnostics: Vec<_> = import.record.diagnostics.iter().chain(&diagnostics).cloned().collect();
        let products = self.stage_result(result, &recipe.record.processor.name, &all_dependencies, &all_diagnostics)?;
        let key = self.process_key(import.record.output);
        let record =
            ProcessRecord { key, dependencies, products: products.iter().map(product_record).collect(), diagnostics };
        Ok(Process { record, products: Some(products) })
    }

    pub(super) fn run_writer(
        &self,
        action: &WriteAction<'_>,
        value: &DynValue,
        provenance: &mut Provenance,
    ) -> Result<Written, Failure> {
        let mut ctx = WriteContext::new(&*action.name).labelled(action.label);
        let write = || action.writer.write(value, action.suffix, &action.params, &mut ctx);
        let result = self.run_stage((StageKind::Write, Activity::Write), provenance, write);
        let mut diagnostics = ctx.finish();
        for diagnostic in &mut diagnostics {
            diagnostic.file.get_or_insert_with(|| self.asset.source.clone());
        }
        let bytes: Vec<u8> = self.stage_result(result, &action.record.id.name, &[], &diagnostics)?;
        let digest = Digest::of(&bytes);
        if let Some(cache) = self.context.cache {
            cache.put(&[Entry::artifact(digest, &bytes)]);
        }
        Ok(Written { bytes, digest, diagnostics })
    }

    /// Runs a stage as soon as there is a permit for it. The outer error is the message of a panic.
    fn run_stage<T>(
        &self,
        (stage, activity): (StageKind, Activity),
        provenance: &mut Provenance,
        run: impl FnOnce() -> Result<T, StageError>,
    ) -> Result<Result<T, StageError>, String> {
        provenance.note(Source::Stage(stage));
        self.context.permits.run(|| {
            let _span = self.span(activity);
            let begun = Instant::now();
            let result = catch_panic(run);
            provenance.stage_time += begun.elapsed();
            result
        })
    }
}

/// Creates the error that a file is a Git LFS pointer.
fn lfs_pointer(path: &SourcePath) -> Diagnostic {
    Diagnostic::error(codes::LFS_POINTER, "the file is a Git LFS pointer: its content has not been downloaded")
        .in_file(path)
        .help("run `git lfs pull` to download the content")
}

fn product_record(product: &Product) -> ProductRecord {
    ProductRecord {
        label: product.label.clone(),
        type_path: product.value.value_type().path().into(),
        digest: product.value.digest(),
    }
}
