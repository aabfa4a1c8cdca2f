//! Builds one asset: import, process, write. Looks up the asset's records before it runs an action, and the record of the next
//! action after each action that ran. The key of an action contains the digest of the previous result, so the rebuild ends at
//! the first unchanged result (early cutoff).

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rigmill_pipeline::{
    BoundParams, Code, Dependency, Diagnostic, Digest, DynValue, ErasedWriter, ImportContext, LARGEST_FILE, Level,
    ProcessContext, Product, Query, SourcePath, StageError, WriteContext, WriterLookup, codes,
};

use super::action_cache::ActionCache;
use super::action_inputs::KnownQueries;
use super::isolation::IsolatedRun;
use super::job::Outcome;
use super::permits::{Permit, Place, StagePermits};
use super::remote_run::{Execution, RemoteRun};
use super::stage_guard::catch_panic;
use super::staging::{Staged, Staging};
use crate::cache::{ArtifactFile, Entry, ObjectCache};
use crate::check::{AssetView, Checker, OutputState};
use crate::disk::{Fingerprint, HashedBytes, LeavesProject};
use crate::plan::PlannedAsset;
use crate::project::Manifest;
use crate::records::{
    ActionKey, ActionKeyBuilder, BuiltRecord, CachedRecord, Failure, ImportRecord, Origin, OutputRecord, ProcessRecord,
    ProductRecord, WriteRecord, WriterRecord,
};
use crate::report::{Activity, Isolation, OpenSpan, StageKind, Timer};

/// The values that all actions of a build share.
pub(crate) struct ActionContext<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) cache: Option<&'a ObjectCache<'a>>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) output_folder: &'a Path,
    pub(crate) permits: &'a StagePermits,
    /// The machines that run actions for this machine; `None` if there are none.
    pub(crate) execution: Option<&'a Execution>,
    /// How stages run in separate processes; `None` if they cannot.
    pub(crate) isolation: Option<&'a Isolation>,
    pub(crate) manifest: &'a Manifest,
    /// The folder of the sources.
    pub(crate) root: &'a Path,
    pub(crate) timer: Timer<'a>,
    /// Whether to run every stage, even if its result is known.
    pub(crate) force: bool,
}

const LINKS_HELP: &str =
    "copy the file into the project, or allow such links with `follow_links = true` under [project] in rigmill.toml";

impl ActionContext<'_> {
    /// Returns the number of calls to other machines that are useful to have in flight at the same time.
    pub(super) fn calls_at_once(&self) -> usize {
        let elsewhere = self.execution.map_or(0, |execution| execution.slots() + self.permits.here());
        self.cache.map_or(0, ObjectCache::calls_at_once).max(elsewhere)
    }

    /// Builds an asset. `old` is the record of its last successful build.
    pub(super) fn build(
        &self,
        asset: &PlannedAsset,
        old: Option<&BuiltRecord>,
        view: AssetView<'_>,
        known: &dyn KnownQueries,
    ) -> Outcome {
        let mut build = AssetBuild { known: Some(known), ..AssetBuild::new(self, asset, old, view) };
        let (result, products) = match build.run() {
            Ok((built, products)) => (Ok(Box::new(built)), products),
            Err(failure) => (Err(Box::new(failure)), None),
        };
        let AssetBuild { staged, ran, fetched, executed, stage_time, .. } = build;
        let stage_time = stage_time.into_inner();
        let executed = executed.is_some() && ran.is_empty();
        Outcome { result, staged, ran, fetched, executed, stage_time, products }
    }

    /// Makes an asset's products again, for another asset that needs their values. Records nothing.
    pub(crate) fn make_products(&self, asset: &PlannedAsset, view: AssetView<'_>) -> Option<Vec<Product>> {
        let mut build = AssetBuild::new(self, asset, None, view);
        let mut import = build.run_importer().ok()?;
        build.run_processor(&mut import).ok()?.products
    }
}

/// The cache levels that a lookup may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The levels that need no calls to other machines.
    Near,
    /// All levels.
    All,
}

struct AssetBuild<'a> {
    context: &'a ActionContext<'a>,
    asset: &'a PlannedAsset,
    old: Option<&'a BuiltRecord>,
    view: AssetView<'a>,
    /// What is known about the queries of other assets; `None` if this asset must not be built elsewhere.
    known: Option<&'a dyn KnownQueries>,
    /// The digest of the source, if it could be read.
    source: Option<Digest>,
    /// Whether the asset's records were already looked up in all levels of the object cache.
    asked: bool,
    /// The records that the object cache had, with the weak key under which they were found.
    cached: Option<(ActionKey, CachedRecord)>,
    staged: Vec<(usize, Staged)>,
    ran: Vec<StageKind>,
    /// The time that the stages took.
    stage_time: Cell<Duration>,
    /// Whether an output came from a remote cache.
    fetched: bool,
    /// Whether any part of the result comes from a server that only the project names. This may have happened in this build or,
    /// if a result of the last build is used again, in the last build.
    confined: Cell<bool>,
    /// The artifacts that a different machine or a child process made.
    executed: Option<BTreeMap<Digest, Vec<u8>>>,
}

/// An import: its record and, if the importer ran in this build, its value.
struct Import {
    record: ImportRecord,
    value: Option<DynValue>,
}

/// A process action: its record and, if the processor ran in this build, its products.
struct Process {
    record: ProcessRecord,
    products: Option<Vec<Product>>,
}

/// A write action before it is looked up or run.
struct Write<'a> {
    key: ActionKey,
    path: String,
    suffix: &'static str,
    /// The asset's name and the product's label. They are empty unless the writer uses them.
    name: Cow<'a, str>,
    label: &'a str,
    params: BoundParams,
    writer: WriterRecord,
}

/// The result of a write action.
struct Written {
    bytes: Vec<u8>,
    digest: Digest,
    diagnostics: Vec<Diagnostic>,
}

/// The reason why writing an asset's files stopped.
enum Interruption {
    Failed(Failure),
    /// The source changed after the process action was looked up. The new result of the process action replaces the old one.
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
        Self {
            context,
            asset,
            old,
            view,
            known: None,
            source: None,
            asked: false,
            cached: None,
            staged: Vec::new(),
            ran: Vec::new(),
            stage_time: Cell::default(),
            fetched: false,
            confined: Cell::default(),
            executed: None,
        }
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
            Ok(outputs) => {
                let confined = self.confined.get() || self.depends_on_confined(&import, &process);
                let built = BuiltRecord { import, process, outputs, origin: self.origin(), confined };
                self.store_in_cache(&built);
                Ok((built, products))
            }
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

    /// Returns where the outputs come from. If nothing had to be done, returns where the last build got them from.
    fn origin(&self) -> Origin {
        if self.executed.is_some() && self.ran.is_empty() {
            return Origin::RemoteExecution;
        }
        match (self.ran.is_empty(), self.fetched, self.old) {
            (false, ..) => Origin::Stages,
            (true, true, _) => Origin::RemoteCache,
            (true, false, Some(old)) if self.staged.is_empty() => old.origin,
            (true, false, _) => Origin::Cache,
        }
    }

    /// Whether an asset that this one depends on is confined to this project.
    fn depends_on_confined(&self, import: &ImportRecord, process: &ProcessRecord) -> bool {
        let dependencies = import.dependencies.iter().chain(&process.dependencies);
        self.known.is_some_and(|known| dependencies.map(|it| &it.query).any(|query| known.is_confined(query)))
    }

    /// Notes that a result of the last build is used again.
    fn reuse_last_build(&self) {
        if self.old.is_some_and(|old| old.confined) {
            self.confined.set(true);
        }
    }

    // ---- import ----

    fn import(&mut self) -> Result<Import, Failure> {
        self.source = self.source_digest();
        let Some(source) = self.source else {
            return match self.isolation() {
                Some(isolation) => self.import_isolated(isolation),
                None => self.run_importer(),
            };
        };
        let key = self.import_key(source);
        let last = self.old.map(|old| &old.import).filter(|record| !self.context.force && record.key == key);
        let last = last.filter(|record| self.are_current(&record.dependencies));
        if let Some(last) = last.filter(|record| self.last_process(record).is_some()) {
            return Ok(self.import_again(last));
        }
        self.asked = true;
        if let Some(cached) = self.look_up(self.asset_key(source), Reach::All, |cached| cached.import.key == key) {
            return Ok(Import { record: cached.import.clone(), value: None });
        }
        if let Some(isolation) = self.isolation() {
            return self.import_isolated(isolation);
        }
        let here = match self.place_to_run() {
            Some(permit) if permit.place == Place::Elsewhere => match self.run_elsewhere(permit, source) {
                Some(import) => return Ok(Import { record: import, value: None }),
                None => None,
            },
            here => here,
        };
        // Keeps the permit for the importer. It is returned after the importer has run.
        let _permit = here;
        match last {
            Some(last) => Ok(self.import_again(last)),
            None => self.run_importer(),
        }
    }

    /// Returns the import of the last build.
    fn import_again(&self, last: &ImportRecord) -> Import {
        self.reuse_last_build();
        Import { record: last.clone(), value: None }
    }

    /// Waits until the stages can run on this machine or elsewhere. Returns `None` if this machine runs all stages.
    fn place_to_run(&self) -> Option<Permit<'a>> {
        self.context.execution.filter(|_| self.known.is_some())?;
        let places: &[Place] = if self.context.force { &[Place::Elsewhere] } else { &[Place::Here, Place::Elsewhere] };
        Some(self.context.permits.take(places))
    }

    /// Runs the actions on a different machine; returns `None` if this fails.
    fn run_elsewhere(&mut self, permit: Permit<'_>, source: Digest) -> Option<ImportRecord> {
        let context = self.context;
        let run = RemoteRun {
            execution: context.execution?,
            permits: context.permits,
            forced: context.force,
            root: context.root,
            target: context.checker.target,
            asset: self.asset,
            old: self.old,
            view: self.view,
            known: self.known?,
        };
        let executed = {
            let _span = self.span(Activity::RemoteRun);
            run.run(permit)?
        };
        if executed.record.import.key != self.import_key(source) {
            return None;
        }
        self.executed = Some(executed.artifacts);
        self.stage_time.set(executed.time);
        self.confined.set(!run.execution.is_kept());
        let cached = self.cached.insert((self.asset_key(source), executed.record));
        Some(cached.1.import.clone())
    }

    /// Returns how the stages of this asset run in a separate process; `None` if they run in this process.
    fn isolation(&self) -> Option<&'a Isolation> {
        let context = self.context;
        let isolates =
            |it: &&Isolation| it.all || context.manifest.isolates(&self.asset.source, context.checker.target);
        context.isolation.filter(|_| self.known.is_some()).filter(isolates)
    }

    fn import_isolated(&mut self, isolation: &Isolation) -> Result<Import, Failure> {
        self.run_isolated(isolation)?;
        let import = self.cached().map(|cached| cached.import.clone());
        import.map(|record| Import { record, value: None }).ok_or_else(|| self.not_deterministic())
    }

    /// Runs all stages in a separate process. Afterwards, its records are found in the same way as the records of a different
    /// machine.
    fn run_isolated(&mut self, isolation: &Isolation) -> Result<(), Failure> {
        let context = self.context;
        let run = IsolatedRun {
            isolation,
            permits: context.permits,
            root: context.root,
            target: context.checker.target,
            asset: self.asset,
            view: self.view,
        };
        [StageKind::Import, StageKind::Process, StageKind::Write].into_iter().for_each(|stage| self.note_stage(stage));
        let isolated = {
            let _span = self.span(Activity::RemoteRun);
            run.run(&context.staging.new_folder())?
        };
        let source = isolated.record.import.dependencies.first().and_then(|it| it.answer).or(self.source);
        let source = source.filter(|source| self.import_key(*source) == isolated.record.import.key);
        let source = source.ok_or_else(|| self.other_program())?;
        self.executed = Some(isolated.artifacts);
        self.stage_time.set(isolated.time);
        self.cached = Some((self.asset_key(source), isolated.record));
        Ok(())
    }

    /// Returns the failure of an isolated asset whose records have different keys than in this process.
    fn other_program(&self) -> Failure {
        self.io_failure("the stages ran in a different version of this program; restart the program".to_owned())
    }

    /// Returns the result of a write action of an isolated asset. Runs the separate process if it has not run yet.
    fn written_in_isolation(&mut self, isolation: &Isolation, key: ActionKey) -> Result<Written, Failure> {
        if self.executed.is_none() {
            self.run_isolated(isolation)?;
        }
        self.find_written(key).ok_or_else(|| Failure { retry: true, ..self.not_deterministic() })
    }

    /// Returns the record of the last process action, if it is up to date after this import.
    fn last_process(&self, import: &ImportRecord) -> Option<&'a ProcessRecord> {
        let last = self.old.map(|old| &old.process).filter(|_| !self.context.force)?;
        (last.key == self.process_key(import.output) && self.are_current(&last.dependencies)).then_some(last)
    }

    /// Returns the digest of the source; `None` if it cannot be read or is too large for any importer.
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

    /// Returns the key that identifies all actions of the asset together, from what is known before the importer runs.
    fn asset_key(&self, source: Digest) -> ActionKey {
        let recipe = &self.asset.recipe;
        ActionKeyBuilder::new("asset")
            .digest(self.context.checker.program)
            .text(&recipe.record.importer.to_string())
            .params(&recipe.record.importer_params)
            .text(&recipe.record.processor.to_string())
            .params(&recipe.record.processor_params)
            .text(recipe.record.writer.as_deref().unwrap_or_default())
            .params(&recipe.record.writer_params)
            .text(self.context.checker.target)
            .text(&self.asset.name())
            .text(self.asset.source.as_str())
            .digest(source)
            .finish()
    }

    fn run_importer(&mut self) -> Result<Import, Failure> {
        self.note_stage(StageKind::Import);
        let recipe = &self.asset.recipe;
        let mut ctx = ImportContext::new(&self.asset.source, &self.view);
        let import = || catch_panic(|| recipe.importer.import(&mut ctx, &recipe.importer_params));
        let result = self.run_stage(Activity::Import, import);
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

    // ---- process ----

    fn process(&mut self, import: &mut Import) -> Result<Process, Failure> {
        let key = self.process_key(import.record.output);
        // After a new import, the positions in the diagnostics of an old record could be outdated.
        let imported = import.value.is_some();
        let usable = |record: &ProcessRecord| record.key == key && (record.diagnostics.is_empty() || !imported);
        if let Some(record) = self.cached().map(|cached| &cached.process).filter(|record| usable(record)) {
            return Ok(Process { record: record.clone(), products: None });
        }
        if let Some(record) = self.last_process(&import.record).filter(|record| usable(record)) {
            self.reuse_last_build();
            return Ok(Process { record: record.clone(), products: None });
        }
        if let Some(cached) = self.look_up(key, Reach::Near, |cached| usable(&cached.process)) {
            return Ok(Process { record: cached.process.clone(), products: None });
        }
        match self.isolation() {
            Some(_) => Err(Failure { retry: true, ..self.not_deterministic() }),
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
            .text(&self.asset.name())
            .text(self.asset.source.as_str())
            .digest(input)
            .finish()
    }

    /// Runs the processor. If only the digest of its input is known, runs the importer again first. If the source has changed
    /// in the meantime, replaces `import`.
    fn run_processor(&mut self, import: &mut Import) -> Result<Process, Failure> {
        if import.value.is_none() {
            *import = self.run_importer()?;
        }
        let Some(input) = &import.value else { return Err(self.not_deterministic()) };
        self.note_stage(StageKind::Process);
        let recipe = &self.asset.recipe;
        let mut ctx = ProcessContext::new(&self.asset.source, &self.view).named(self.asset.name());
        let process = || catch_panic(|| recipe.processor.process(input, &recipe.processor_params, &mut ctx));
        let result = self.run_stage(Activity::Process, process);
        let (dependencies, diagnostics) = ctx.finish();
        let all_dependencies: Vec<_> = import.record.dependencies.iter().chain(&dependencies).cloned().collect();
        let all_diagnostics: Vec<_> = import.record.diagnostics.iter().chain(&diagnostics).cloned().collect();
        let products = self.stage_result(result, &recipe.record.processor.name, &all_dependencies, &all_diagnostics)?;
        let key = self.process_key(import.record.output);
        let record =
            ProcessRecord { key, dependencies, products: products.iter().map(product_record).collect(), diagnostics };
        Ok(Process { record, products: Some(products) })
    }

    // ---- write ----

    fn write(&mut self, import: &mut Import, process: &mut Process) -> Result<Vec<OutputRecord>, Interruption> {
        let products = process.record.products.clone();
        let mut outputs = Vec::with_capacity(products.len());
        // Allocates the exact size that most assets need, because the list is kept until the end of the build.
        self.staged.reserve_exact(products.len());
        for (index, product) in products.iter().enumerate() {
            let Some(writer) = self.writer(product)? else { continue };
            for suffix in writer.suffixes() {
                let write = self.write_action(&*writer, product, suffix)?;
                let output = match self.kept_output(&write) {
                    Some(kept) => kept,
                    None => {
                        let written = match (self.find_written(write.key), self.isolation()) {
                            (Some(written), _) => written,
                            (None, Some(isolation)) => self.written_in_isolation(isolation, write.key)?,
                            (None, None) => {
                                let value = self.product_value(index, import, process)?;
                                self.run_writer(&*writer, &write, &value)?
                            }
                        };
                        self.stage(outputs.len(), write, written)?
                    }
                };
                outputs.push(output);
            }
        }
        Ok(outputs)
    }

    /// Returns the writer of a product; `None` if the target skips products of this type.
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
        let params = params.map_err(|error| self.input_failure(codes::INVALID_PARAMETER, error.to_string()))?;
        let path = self.output_path(writer.label(&product.label), suffix, writer.extension())?;
        let record =
            WriterRecord { id: writer.id(), params: params.canonical().to_vec(), type_path: product.type_path.clone() };
        let (name, label) = if writer.named() { (self.asset.name(), product.label.as_str()) } else { ("".into(), "") };
        let key = ActionKeyBuilder::new("write")
            .digest(checker.program)
            .text(&record.id.to_string())
            .params(&record.params)
            .text(checker.target)
            .text(&record.type_path)
            .text(suffix)
            .text(&name)
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
    ) -> Result<Written, Failure> {
        self.note_stage(StageKind::Write);
        let mut ctx = WriteContext::new(&*write.name).labelled(write.label);
        let result = self
            .run_stage(Activity::Write, || catch_panic(|| writer.write(value, write.suffix, &write.params, &mut ctx)));
        let mut diagnostics = ctx.finish();
        for diagnostic in &mut diagnostics {
            diagnostic.file.get_or_insert_with(|| self.asset.source.clone());
        }
        let bytes: Vec<u8> = self.stage_result(result, &write.writer.id.name, &[], &diagnostics)?;
        let digest = Digest::of(&bytes);
        if let Some(cache) = self.context.cache {
            cache.put(&[Entry::artifact(digest, &bytes)]);
        }
        Ok(Written { bytes, digest, diagnostics })
    }

    /// Returns the output on disk, if this action wrote it.
    fn kept_output(&self, write: &Write<'_>) -> Option<OutputRecord> {
        let old = self.old?.outputs.iter().find(|output| output.path == write.path && output.key == write.key)?;
        let fingerprint = self.unchanged_output(old)?;
        self.reuse_last_build();
        Some(OutputRecord { fingerprint, writer: write.writer.clone(), ..old.clone() })
    }

    /// Returns the fingerprint of an output that need not be written; `None` if it must be written.
    fn unchanged_output(&self, output: &OutputRecord) -> Option<Fingerprint> {
        match self.context.checker.outputs.state(output) {
            OutputState::Unchanged(found) if !self.context.force => Some(found),
            _ => None,
        }
    }

    /// Returns the result of a write action if both its record and its artifact are known, either from a different machine that
    /// ran the action or from the object cache.
    fn find_written(&mut self, key: ActionKey) -> Option<Written> {
        let record = |cached: &CachedRecord| cached.writes.iter().find(|write| write.key == key).cloned();
        if let Some(artifacts) = &self.executed {
            let WriteRecord { artifact, diagnostics, .. } = self.cached().and_then(record)?;
            let bytes = artifacts.get(&artifact)?.clone();
            if let Some(cache) = self.context.cache.filter(|_| !self.confined.get()) {
                cache.put(&[Entry::artifact(artifact, &bytes)]);
            }
            return Some(Written { bytes, digest: artifact, diagnostics });
        }
        let cache = self.context.cache.filter(|_| !self.context.force)?;
        // Diagnostics contain the asset's name, which is not part of this key.
        let of_any_asset = || {
            let write = self.find_in_cache(key, Reach::Near).and_then(|(cached, _)| record(&cached));
            write.filter(|write| write.diagnostics.is_empty())
        };
        let known = self.cached().and_then(record).or_else(of_any_asset);
        let WriteRecord { artifact, diagnostics, .. } = known.or_else(|| self.ask_for_asset().and_then(record))?;
        let find = |levels| Some((cache.artifact(artifact, levels)?, levels > cache.near_levels()));
        let (bytes, from_afar) = self.nearest_first(cache, Reach::All, find)?;
        self.fetched |= from_afar;
        Some(Written { bytes, digest: artifact, diagnostics })
    }

    /// Looks up the asset's records in all levels, unless this was already done. It is not done yet if neither the import nor
    /// the process action had to run.
    fn ask_for_asset(&mut self) -> Option<&CachedRecord> {
        let source = self.source.filter(|_| !mem::replace(&mut self.asked, true))?;
        self.look_up(self.asset_key(source), Reach::All, |_| true)
    }

    /// Stages an output's bytes until the end of the build, unless the output is already on disk.
    fn stage(&mut self, index: usize, write: Write<'_>, written: Written) -> Result<OutputRecord, Failure> {
        let bytes = HashedBytes::new(&written.bytes, written.digest);
        let fingerprint = Fingerprint::without_stamp(bytes.digest());
        let Write { key, path, writer, .. } = write;
        let record = OutputRecord { path, key, fingerprint, writer, diagnostics: written.diagnostics };
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

    /// Returns the value of a product of `process`. If only its digest is known, runs the stages again.
    ///
    /// If the stages have a different result this time, nothing may be written under the recorded digests. If this is because
    /// they had a different input, or because a different machine ran them before, `process` is replaced.
    fn product_value(
        &mut self,
        index: usize,
        import: &mut Import,
        process: &mut Process,
    ) -> Result<DynValue, Interruption> {
        if process.products.is_none() {
            let again = self.run_processor(import)?;
            let has_same_input = again.record.key == process.record.key;
            let is_same = has_same_input && again.record.products == process.record.products;
            if !has_same_input || (!is_same && self.executed.is_some()) {
                self.drop_executed();
                *process = again;
                return Err(Interruption::InputChanged);
            }
            if !is_same {
                return Err(self.not_deterministic().into());
            }
            process.products = again.products;
        }
        let product = process.products.as_ref().and_then(|products| products.get(index));
        product.map(|product| product.value.clone()).ok_or_else(|| self.not_deterministic().into())
    }

    /// Drops the results of a different machine, because this machine has different results.
    fn drop_executed(&mut self) {
        if self.executed.take().is_some() {
            self.cached = None;
            self.confined.set(false);
        }
    }

    fn output_path(&self, label: &str, suffix: &str, extension: &str) -> Result<String, Failure> {
        if label.contains(['/', '\\', '\0', ':', '\n', '\r']) || label.len() > 200 {
            let message = format!("the label {label:?} cannot be part of a file name");
            return Err(self.input_failure(codes::INVALID_LABEL, message));
        }
        let dot = if extension.is_empty() { "" } else { "." };
        Ok(format!("{}{label}{suffix}{dot}{extension}", self.asset.name()))
    }

    // ---- shared ----

    /// Runs a stage as soon as there is a permit for it.
    fn run_stage<T>(&self, what: Activity, stage: impl FnOnce() -> T) -> T {
        self.context.permits.run(|| {
            let _span = self.span(what);
            let begun = Instant::now();
            let result = stage();
            self.stage_time.set(self.stage_time.get() + begun.elapsed());
            result
        })
    }

    /// Starts a span for this asset, if timings are recorded.
    fn span(&self, what: Activity) -> Option<OpenSpan<'a>> {
        self.context.timer.span(what, Some(&self.asset.name()))
    }

    fn are_current(&self, dependencies: &[Dependency]) -> bool {
        dependencies.iter().all(|dependency| self.view.is_current(dependency))
    }

    fn note_stage(&mut self, stage: StageKind) {
        if !self.ran.contains(&stage) {
            self.ran.push(stage);
        }
    }

    /// Returns the records that the object cache has under a weak key, and whether they are confined to this project. A farther
    /// level is searched only if the nearer levels do not have the records.
    fn find_in_cache(&self, key: ActionKey, reach: Reach) -> Option<(CachedRecord, bool)> {
        let cache = self.context.cache.filter(|_| !self.context.force)?;
        self.nearest_first(cache, reach, |levels| {
            let cached = ActionCache(cache).find(levels, key, |query| self.view.answer(query).ok())?;
            Some((cached, cache.confines(levels)))
        })
    }

    /// Looks something up in the nearest level, then in the nearest two levels, and so on.
    fn nearest_first<T>(&self, cache: &ObjectCache<'_>, reach: Reach, find: impl Fn(usize) -> Option<T>) -> Option<T> {
        let near = cache.near_levels();
        let levels = if reach == Reach::Near { near } else { cache.levels() };
        (1..=levels).find_map(|levels| {
            let _span = self.span(if levels > near { Activity::RemoteLookup } else { Activity::LookUp });
            find(levels)
        })
    }

    /// Looks up the asset's records under a weak key.
    fn look_up(
        &mut self,
        key: ActionKey,
        reach: Reach,
        usable: impl Fn(&CachedRecord) -> bool,
    ) -> Option<&CachedRecord> {
        let found = self.find_in_cache(key, reach).filter(|(cached, _)| usable(cached));
        self.cached = found.map(|(cached, confined)| {
            self.confined.set(self.confined.get() || confined);
            (key, cached)
        });
        self.cached()
    }

    fn cached(&self) -> Option<&CachedRecord> {
        self.cached.as_ref().map(|(_, cached)| cached)
    }

    /// Stores the asset's records in the cache if a stage ran, here or elsewhere.
    fn store_in_cache(&self, built: &BuiltRecord) {
        let is_new = !self.ran.is_empty() || self.executed.is_some();
        let Some(cache) = self.context.cache.filter(|_| is_new) else { return };
        let source = Query::File(self.asset.source.clone());
        let read = built.import.dependencies.first().filter(|dependency| dependency.query == source);
        let Some(digest) = read.and_then(|source| source.answer) else { return };
        let (key, writes) = (self.asset_key(digest), built.writes());
        let is_same = |cached: &CachedRecord| {
            (&cached.import, &cached.process, &cached.writes) == (&built.import, &built.process, &writes)
        };
        let was_found = self.cached.as_ref().is_some_and(|(found_by, cached)| *found_by == key && is_same(cached));
        if self.executed.is_some() || !was_found {
            // If a record cannot be stored, this costs time, but results stay correct.
            let _ = ActionCache(cache).store(key, built, &writes, self.stage_time.get(), || self.artifacts(built));
        }
    }

    /// Returns the output files with their future paths in the output folder.
    fn artifacts(&self, built: &BuiltRecord) -> Vec<ArtifactFile> {
        let file = |output: &OutputRecord| ArtifactFile {
            digest: output.fingerprint.digest(),
            path: self.context.output_folder.join(&output.path),
        };
        built.outputs.iter().map(file).collect()
    }

    /// Returns a stage's result, or the failure to record.
    fn stage_result<T>(
        &self,
        result: Result<Result<T, StageError>, String>,
        stage: &str,
        dependencies: &[Dependency],
        diagnostics: &[Diagnostic],
    ) -> Result<T, Failure> {
        let has_error = has_error(diagnostics);
        let stage_fault = |message: String, help: &str| {
            Some(Diagnostic::error(codes::STAGE_BUG, message).in_file(&self.asset.source).help(help))
        };
        let (error, retry) = match result {
            Ok(Ok(value)) if !has_error => return Ok(value),
            Ok(Err(StageError::Io { path, error })) => (Some(self.unreadable(&path, &error)), true),
            Ok(_) if has_error => (None, false),
            Ok(_) => {
                let message = format!("`{stage}` failed without a diagnostic");
                (stage_fault(message, "this is a bug in the stage; please report it, and attach the source"), false)
            }
            Err(panic) => {
                let help = "this is a bug in the stage; please report it, and attach the source";
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
        let setting = if self.asset.recipe.writer.is_some() { "writer" } else { "processor" };
        let mut failure = self
            .input_failure(codes::INCOMPATIBLE_STAGES, format!("{wanted} for the target `{target}` accepts {name}"));
        if let Some(diagnostic) = failure.diagnostics.first_mut() {
            // The rule that sets the stage is the place of the error.
            diagnostic.parameter = Some(setting.into());
            diagnostic.help = Some(self.help_for_writers(name, others));
        }
        failure
    }

    /// Returns the remedy if no writer of the target accepts a type, but `others`, each with its target, do.
    fn help_for_writers(&self, type_name: &str, others: &[(String, &'static str)]) -> String {
        if others.is_empty() {
            return format!("register a writer that accepts {type_name} with `Registry::with_writer`");
        }
        if self.asset.recipe.writer.is_some() {
            let others: Vec<_> = others.iter().map(|(name, target)| format!("`{name}` for {target}")).collect();
            return format!("choose a writer that accepts {type_name}: {}", others.join(", "));
        }
        let targets: BTreeSet<String> = others.iter().map(|(_, target)| format!("{target:?}")).collect();
        let targets = targets.into_iter().collect::<Vec<_>>().join(", ");
        format!("limit the rule to targets with a writer that accepts {type_name}: targets = [{targets}]")
    }

    fn not_deterministic(&self) -> Failure {
        self.input_failure(codes::RESULTS_DIFFER, "a stage returned different results for the same input".to_owned())
    }

    fn input_failure(&self, code: Code, message: String) -> Failure {
        let diagnostic = Diagnostic::error(code, message).in_file(&self.asset.source);
        Failure::new(Vec::new(), vec![diagnostic])
    }

    fn io_failure(&self, message: String) -> Failure {
        Failure { retry: true, ..self.input_failure(codes::FILE_ACCESS, message) }
    }

    fn unreadable(&self, path: &SourcePath, error: &io::Error) -> Diagnostic {
        let leaves = LeavesProject::is_cause_of(error);
        let code = if leaves { codes::LINK_OUTSIDE } else { codes::FILE_ACCESS };
        let diagnostic = Diagnostic::error(code, format!("cannot read {path}: {error}")).in_file(&self.asset.source);
        if leaves { diagnostic.help(LINKS_HELP) } else { diagnostic }
    }
}

/// Creates the error that a file is a Git LFS pointer.
fn lfs_pointer(path: &SourcePath) -> Diagnostic {
    Diagnostic::error(codes::LFS_POINTER, "the file is a Git LFS pointer: its content has not been downloaded")
        .in_file(path)
        .help("run `git lfs pull` to download the content")
}

fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
}

fn product_record(product: &Product) -> ProductRecord {
    ProductRecord {
        label: product.label.clone(),
        type_path: product.value.value_type().path().into(),
        digest: product.value.digest(),
    }
}
