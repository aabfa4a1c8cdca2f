//! Building one asset: import, process, write. Each action is looked up by its key before it is run. As the key of the next
//! action contains the digest of the result, an action with an unchanged result ends the rebuild: early cutoff.

use std::io;
use std::sync::Arc;

use rigmill_pipeline::{
    BoundParams, Dependency, Diagnostic, Digest, DynValue, ErasedWriter, ImportContext, LARGEST_FILE, Level,
    ProcessContext, Product, Query, SourcePath, StageError, WriteContext, WriterLookup,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::job::Outcome;
use super::stage_guard::catch_panic;
use super::staging::{Staged, Staging};
use crate::cache::ObjectCache;
use crate::check::{AssetView, Checker, OutputState};
use crate::disk::{Fingerprint, HashedBytes, LeavesProject};
use crate::plan::PlannedAsset;
use crate::records::{
    ActionKey, ActionKeyBuilder, Artifact, Blob, BuiltRecord, Failure, ImportRecord, OutputRecord, ProcessRecord,
    ProductRecord, WriterRecord,
};
use crate::report::{Activity, OpenSpan, StageKind, Timer};

/// Everything that the actions of a build share.
pub(crate) struct ActionContext<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) cache: Option<&'a ObjectCache<'a>>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) timer: Timer<'a>,
    /// Run every stage, even if its result is known.
    pub(crate) force: bool,
}

const LINKS_HELP: &str =
    "copy the file into the project, or allow such links with `follow_links = true` under [project] in rigmill.toml";

/// The number of records that the cache keeps for one key: each has different dependencies.
const ALTERNATIVES: usize = 8;

impl ActionContext<'_> {
    /// Builds an asset; `old` is the record of its last successful build.
    pub(crate) fn build(&self, asset: &PlannedAsset, old: Option<&BuiltRecord>, view: AssetView<'_>) -> Outcome {
        let mut build = AssetBuild::new(self, asset, old, view);
        let (result, products) = match build.run() {
            Ok((built, products)) => (Ok(built), products),
            Err(failure) => (Err(failure), None),
        };
        Outcome { result, staged: build.staged, ran: build.ran, products }
    }

    /// Makes an asset's products again, for another asset that needs their values. Nothing is recorded.
    pub(crate) fn make_products(&self, asset: &PlannedAsset, view: AssetView<'_>) -> Option<Vec<Product>> {
        let mut build = AssetBuild::new(self, asset, None, view);
        let mut import = build.run_importer().ok()?;
        build.run_processor(&mut import).ok()?.products
    }
}

struct AssetBuild<'a> {
    context: &'a ActionContext<'a>,
    asset: &'a PlannedAsset,
    old: Option<&'a BuiltRecord>,
    view: AssetView<'a>,
    staged: Vec<(usize, Staged)>,
    ran: Vec<StageKind>,
}

/// An import: its record, and its value if the importer ran in this build.
struct Import {
    record: ImportRecord,
    value: Option<DynValue>,
}

/// A process action: its record, and its products if the processor ran in this build.
struct Process {
    record: ProcessRecord,
    products: Option<Vec<Product>>,
}

/// A write action before it is run or looked up.
struct Write<'a> {
    key: ActionKey,
    path: String,
    suffix: &'static str,
    /// The asset's name and the product's label, if the writer uses them.
    name: &'a str,
    label: &'a str,
    params: BoundParams,
    writer: WriterRecord,
}

/// Why writing an asset's files stopped.
enum Interruption {
    Failed(Failure),
    /// The source changed since the process action was looked up; its new result replaces the old one.
    InputChanged,
}

impl From<Failure> for Interruption {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<'a> AssetBuild<'a> {
    fn new(
        context: &'a ActionContext<'a>,
        asset: &'a PlannedAsset,
        old: Option<&'a BuiltRecord>,
        view: AssetView<'a>,
    ) -> Self {
        Self { context, asset, old, view, staged: Vec::new(), ran: Vec::new() }
    }

    fn run(&mut self) -> Result<(BuiltRecord, Option<Vec<Product>>), Failure> {
        let mut import = self.import()?;
        let mut process = self.process(&mut import)?;
        let mut written = self.write(&mut import, &mut process);
        if matches!(written, Err(Interruption::InputChanged)) {
            self.staged.drain(..).for_each(|(_, staged)| self.context.staging.discard(&staged));
            written = self.write(&mut import, &mut process);
        }
        let (import, Process { record: process, products }) = (import.record, process);
        match written {
            Ok(outputs) => Ok((BuiltRecord { import, process, outputs }, products)),
            Err(interruption) => {
                let mut failure = match interruption {
                    Interruption::Failed(failure) => failure,
                    Interruption::InputChanged => self.not_deterministic(),
                };
                let earlier = import.dependencies.into_iter().chain(process.dependencies);
                failure.dependencies = earlier.chain(failure.dependencies).collect();
                Err(failure)
            }
        }
    }

    // ---- import ----

    fn import(&mut self) -> Result<Import, Failure> {
        if let Some(digest) = self.source_digest() {
            let key = self.import_key(digest);
            let usable = |record: &ImportRecord| record.key == key && self.are_current(&record.dependencies);
            if let Some(record) = self.find_record(key, self.old.map(|old| &old.import), usable) {
                return Ok(Import { record, value: None });
            }
        }
        let import = self.run_importer()?;
        self.store_in_cache(import.record.key, import.record.clone());
        Ok(import)
    }

    /// The digest of the source; `None` if it cannot be read or is too large for any importer.
    fn source_digest(&self) -> Option<Digest> {
        let is_readable = self.view.source_size() <= LARGEST_FILE;
        is_readable.then(|| self.view.answer(&Query::File(self.asset.source.clone())).ok().flatten()).flatten()
    }

    fn import_key(&self, source: Digest) -> ActionKey {
        let recipe = &self.asset.recipe;
        ActionKeyBuilder::new("import")
            .digest(self.context.checker.program)
            .text(&recipe.record.importer.to_string())
            .params(&recipe.record.importer_params)
            .text(self.asset.source.as_str())
            .digest(source)
            .finish()
    }

    fn run_importer(&mut self) -> Result<Import, Failure> {
        self.note_stage(StageKind::Import);
        let _span = self.span(Activity::Import);
        let recipe = &self.asset.recipe;
        let mut ctx = ImportContext::new(&self.asset.source, &self.view);
        let result = catch_panic(|| recipe.importer.import(&mut ctx, &recipe.importer_params));
        let (mut dependencies, diagnostics) = ctx.finish();
        let source = self.source_dependency(&dependencies)?;
        let key = self.import_key(source.answer.unwrap_or(Digest::of(b"")));
        dependencies.retain(|dependency| *dependency != source);
        dependencies.insert(0, source);
        let value = self.stage_result(result, &recipe.record.importer.name, &dependencies, &diagnostics)?;
        let record = ImportRecord { key, dependencies, output: value.digest(), diagnostics };
        Ok(Import { record, value: Some(value) })
    }

    /// The source as the importer read it; its current state if the importer did not read it.
    fn source_dependency(&self, dependencies: &[Dependency]) -> Result<Dependency, Failure> {
        let [query, size] = [Query::File, Query::Size].map(|query| query(self.asset.source.clone()));
        // A source that was refused for its size is not read here either.
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

    // ---- process ----

    fn process(&mut self, import: &mut Import) -> Result<Process, Failure> {
        let key = self.process_key(import.record.output);
        // After a new import, diagnostics of an old record could have outdated positions.
        let usable = |record: &ProcessRecord| {
            record.key == key
                && (record.diagnostics.is_empty() || import.value.is_none())
                && self.are_current(&record.dependencies)
        };
        match self.find_record(key, self.old.map(|old| &old.process), usable) {
            Some(record) => Ok(Process { record, products: None }),
            None => self.run_processor(import),
        }
    }

    fn process_key(&self, input: Digest) -> ActionKey {
        let recipe = &self.asset.recipe;
        ActionKeyBuilder::new("process")
            .digest(self.context.checker.program)
            .text(&recipe.record.processor.to_string())
            .text(recipe.processor.input().path())
            .params(&recipe.record.processor_params)
            .text(self.asset.source.as_str())
            .digest(input)
            .finish()
    }

    /// Runs the processor. If only the digest of its input is known, the importer runs again first; if the source has
    /// changed meanwhile, `import` is replaced.
    fn run_processor(&mut self, import: &mut Import) -> Result<Process, Failure> {
        if import.value.is_none() {
            *import = self.run_importer()?;
        }
        let Some(input) = &import.value else { return Err(self.not_deterministic()) };
        self.note_stage(StageKind::Process);
        let _span = self.span(Activity::Process);
        let recipe = &self.asset.recipe;
        let mut ctx = ProcessContext::new(&self.asset.source, &self.view);
        let result = catch_panic(|| recipe.processor.process(input, &recipe.processor_params, &mut ctx));
        let (dependencies, diagnostics) = ctx.finish();
        let all_dependencies: Vec<_> = import.record.dependencies.iter().chain(&dependencies).cloned().collect();
        let all_diagnostics: Vec<_> = import.record.diagnostics.iter().chain(&diagnostics).cloned().collect();
        let products = self.stage_result(result, &recipe.record.processor.name, &all_dependencies, &all_diagnostics)?;
        let key = self.process_key(import.record.output);
        let record =
            ProcessRecord { key, dependencies, products: products.iter().map(product_record).collect(), diagnostics };
        self.store_in_cache(key, record.clone());
        Ok(Process { record, products: Some(products) })
    }

    // ---- write ----

    fn write(&mut self, import: &mut Import, process: &mut Process) -> Result<Vec<OutputRecord>, Interruption> {
        let products = process.record.products.clone();
        let mut outputs = Vec::with_capacity(products.len());
        for (index, product) in products.iter().enumerate() {
            let Some(writer) = self.writer(product)? else { continue };
            for suffix in writer.suffixes() {
                let write = self.write_action(&*writer, product, suffix)?;
                let output = match self.kept_output(&write) {
                    Some(kept) => kept,
                    None => {
                        let artifact = match self.find_artifact(write.key) {
                            Some(artifact) => artifact,
                            None => {
                                let value = self.product_value(index, import, process)?;
                                self.run_writer(&*writer, &write, &value)?
                            }
                        };
                        self.stage(outputs.len(), write, artifact)?
                    }
                };
                outputs.push(output);
            }
        }
        Ok(outputs)
    }

    /// The writer of a product; `None` if the target skips its type.
    fn writer(&self, product: &ProductRecord) -> Result<Option<Arc<dyn ErasedWriter>>, Failure> {
        let checker = self.context.checker;
        let named = self.asset.recipe.writer.as_deref();
        match checker.registry.writer(named, &product.type_path, checker.target) {
            WriterLookup::Found(writer) => Ok(Some(writer)),
            WriterLookup::Skipped => Ok(None),
            WriterLookup::Missing { others } => Err(self.no_writer(product, &others)),
        }
    }

    fn write_action<'p>(
        &self,
        writer: &dyn ErasedWriter,
        product: &'p ProductRecord,
        suffix: &'static str,
    ) -> Result<Write<'p>, Failure>
    where
        'a: 'p,
    {
        let checker = self.context.checker;
        let params = writer.bind(&self.asset.recipe.writer_params);
        let params = params.map_err(|error| self.input_failure("R0003", error.to_string()))?;
        let path = self.output_path(writer.label(&product.label), suffix, writer.extension())?;
        let record =
            WriterRecord { id: writer.id(), params: params.canonical().to_vec(), type_path: product.type_path.clone() };
        let (name, label) =
            if writer.named() { (self.asset.source.asset_name(), product.label.as_str()) } else { ("", "") };
        let key = ActionKeyBuilder::new("write")
            .digest(checker.program)
            .text(&record.id.to_string())
            .params(&record.params)
            .text(checker.target)
            .text(&record.type_path)
            .text(suffix)
            .text(name)
            .text(label)
            .digest(product.digest)
            .finish();
        Ok(Write { key, path, suffix, name, label, params, writer: record })
    }

    fn run_writer(
        &mut self,
        writer: &dyn ErasedWriter,
        write: &Write<'_>,
        value: &DynValue,
    ) -> Result<Artifact, Failure> {
        self.note_stage(StageKind::Write);
        let _span = self.span(Activity::Write);
        let mut ctx = WriteContext::new(write.name).labelled(write.label);
        let result = catch_panic(|| writer.write(value, write.suffix, &write.params, &mut ctx));
        let mut diagnostics = ctx.finish();
        for diagnostic in &mut diagnostics {
            diagnostic.file.get_or_insert_with(|| self.asset.source.clone());
        }
        let bytes = Blob(self.stage_result(result, &write.writer.id.name, &[], &diagnostics)?);
        let artifact = Artifact { bytes, diagnostics };
        // A cache that cannot be written costs time, never correctness.
        let _ = self.context.cache.map(|cache| cache.store(write.key, &artifact));
        Ok(artifact)
    }

    /// The output on disk, if this action wrote it.
    fn kept_output(&self, write: &Write<'_>) -> Option<OutputRecord> {
        let old = self.old?.outputs.iter().find(|output| output.path == write.path && output.key == write.key)?;
        let fingerprint = self.unchanged_output(old)?;
        Some(OutputRecord { fingerprint, writer: write.writer.clone(), ..old.clone() })
    }

    /// The fingerprint of an output that need not be written; `None` if it must be.
    fn unchanged_output(&self, output: &OutputRecord) -> Option<Fingerprint> {
        match self.context.checker.outputs.state(output) {
            OutputState::Unchanged(found) if !self.context.force => Some(found),
            _ => None,
        }
    }

    fn find_artifact(&self, key: ActionKey) -> Option<Artifact> {
        let _span = self.span(Activity::LookUp);
        if self.context.force { None } else { self.context.cache?.find(key) }
    }

    /// Stages an output's bytes until the end of the build, unless they are on disk already.
    fn stage(&mut self, index: usize, write: Write<'_>, artifact: Artifact) -> Result<OutputRecord, Failure> {
        let bytes = HashedBytes::new(&artifact.bytes.0);
        let fingerprint = Fingerprint::without_stamp(bytes.digest());
        let Write { key, path, writer, .. } = write;
        let record = OutputRecord { path, key, fingerprint, writer, diagnostics: artifact.diagnostics };
        let same = |it: &&OutputRecord| it.path == record.path && it.fingerprint.digest() == bytes.digest();
        let before = self.old.and_then(|old| old.outputs.iter().find(same));
        if let Some(fingerprint) = before.and_then(|before| self.unchanged_output(before)) {
            return Ok(OutputRecord { fingerprint, ..record });
        }
        let staged = self.context.staging.put(&record.path, &bytes);
        let failed = |error| self.io_failure(format!("cannot write a temporary file for {}: {error}", record.path));
        self.staged.push((index, staged.map_err(failed)?));
        Ok(record)
    }

    /// A product of `process`. If only its digest is known, the stages run again. Should they have a different result,
    /// nothing may be written under the recorded digests; if they had a different input, `process` is replaced.
    fn product_value(
        &mut self,
        index: usize,
        import: &mut Import,
        process: &mut Process,
    ) -> Result<DynValue, Interruption> {
        if process.products.is_none() {
            let again = self.run_processor(import)?;
            if again.record.key != process.record.key {
                *process = again;
                return Err(Interruption::InputChanged);
            }
            if again.record.products != process.record.products {
                return Err(self.not_deterministic().into());
            }
            process.products = again.products;
        }
        let product = process.products.as_ref().and_then(|products| products.get(index));
        product.map(|product| product.value.clone()).ok_or_else(|| self.not_deterministic().into())
    }

    fn output_path(&self, label: &str, suffix: &str, extension: &str) -> Result<String, Failure> {
        if label.contains(['/', '\\', '\0', ':', '\n', '\r']) || label.len() > 200 {
            let message = format!("the label {label:?} cannot be part of a file name");
            return Err(self.input_failure("R0009", message));
        }
        let dot = if extension.is_empty() { "" } else { "." };
        Ok(format!("{}{label}{suffix}{dot}{extension}", self.asset.source.asset_name()))
    }

    // ---- shared ----

    /// Starts a span for this asset, if timings are recorded.
    fn span(&self, what: Activity) -> Option<OpenSpan<'a>> {
        self.context.timer.span(what, Some(self.asset.source.asset_name()))
    }

    fn are_current(&self, dependencies: &[Dependency]) -> bool {
        dependencies.iter().all(|dependency| self.view.is_current(dependency))
    }

    fn note_stage(&mut self, stage: StageKind) {
        if !self.ran.contains(&stage) {
            self.ran.push(stage);
        }
    }

    /// A usable record of an action: that of the last build, or one in the object cache.
    fn find_record<R>(&self, key: ActionKey, last: Option<&R>, usable: impl Fn(&R) -> bool) -> Option<R>
    where
        R: Clone + DeserializeOwned,
    {
        if self.context.force {
            return None;
        }
        let _span = self.span(Activity::LookUp);
        let last = last.filter(|record| usable(record)).cloned();
        last.or_else(|| self.context.cache?.find::<Vec<R>>(key)?.into_iter().find(usable))
    }

    /// Adds a record to the object cache, next to those with the same key and different dependencies.
    fn store_in_cache<R: Serialize + DeserializeOwned + PartialEq>(&self, key: ActionKey, record: R) {
        let Some(cache) = self.context.cache else { return };
        let mut known: Vec<R> = cache.find(key).unwrap_or_default();
        known.retain(|other| *other != record);
        known.truncate(ALTERNATIVES - 1);
        known.insert(0, record);
        // A cache that cannot be written costs time, never correctness.
        let _ = cache.store(key, &known);
    }

    /// A stage's result, or the failure to record.
    fn stage_result<T>(
        &self,
        result: Result<Result<T, StageError>, String>,
        stage: &str,
        dependencies: &[Dependency],
        diagnostics: &[Diagnostic],
    ) -> Result<T, Failure> {
        let has_error = diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
        let stage_fault = |message: String, help: &str| {
            Some(Diagnostic::error("R0007", message).in_file(&self.asset.source).help(help))
        };
        let (error, retry) = match result {
            Ok(Ok(value)) if !has_error => return Ok(value),
            Ok(Err(StageError::Io { path, error })) => (Some(self.unreadable(&path, &error)), true),
            Ok(_) if has_error => (None, false),
            Ok(_) => {
                let message = format!("`{stage}` failed without a diagnostic; this is a fault of the stage");
                (stage_fault(message, "please report it to the stage's author, with the source"), false)
            }
            Err(panic) => {
                let help =
                    "this is a fault of the stage, even if the source is invalid; please report it with the source";
                (stage_fault(format!("`{stage}` panicked: {panic}"), help), false)
            }
        };
        let diagnostics = diagnostics.iter().cloned().chain(error).collect();
        Err(Failure { retry, ..Failure::new(dependencies.to_vec(), diagnostics) })
    }

    fn no_writer(&self, product: &ProductRecord, others: &[(String, &'static str)]) -> Failure {
        let name = product.type_path.rsplit("::").next().unwrap_or(&product.type_path);
        let target = self.context.checker.target;
        let wanted =
            self.asset.recipe.writer.as_ref().map_or("no writer".to_owned(), |name| format!("no writer `{name}`"));
        let others: Vec<_> = others.iter().map(|(name, target)| format!("`{name}` for {target}")).collect();
        let mut failure = self.input_failure("R0005", format!("{wanted} takes {name} for the target {target}"));
        if let (Some(diagnostic), false) = (failure.diagnostics.first_mut(), others.is_empty()) {
            diagnostic.help = Some(format!("it can be written by {}", others.join(", ")));
        }
        failure
    }

    fn not_deterministic(&self) -> Failure {
        self.input_failure("R0103", "a stage had different results for the same input".to_owned())
    }

    fn input_failure(&self, code: &'static str, message: String) -> Failure {
        let diagnostic = Diagnostic::error(code, message).in_file(&self.asset.source);
        Failure::new(Vec::new(), vec![diagnostic])
    }

    fn io_failure(&self, message: String) -> Failure {
        Failure { retry: true, ..self.input_failure("R0008", message) }
    }

    fn unreadable(&self, path: &SourcePath, error: &io::Error) -> Diagnostic {
        let leaves = LeavesProject::is_cause_of(error);
        let code = if leaves { "R0037" } else { "R0008" };
        let diagnostic = Diagnostic::error(code, format!("cannot read {path}: {error}")).in_file(&self.asset.source);
        if leaves { diagnostic.help(LINKS_HELP) } else { diagnostic }
    }
}

fn product_record(product: &Product) -> ProductRecord {
    ProductRecord {
        label: product.label.clone(),
        type_path: product.value.value_type().path().to_owned(),
        digest: product.value.digest(),
    }
}
