//! Building one asset: import, process, write. The asset is looked up before an action is run, and each action after one that
//! ran. As the key of the next action contains the digest of the result, an action with an unchanged result ends the rebuild:
//! early cutoff.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rigmill_pipeline::{
    BoundParams, Dependency, Diagnostic, Digest, DynValue, ErasedWriter, ImportContext, LARGEST_FILE, Level,
    ProcessContext, Product, Query, SourcePath, StageError, WriteContext, WriterLookup,
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

/// Everything that the actions of a build share.
pub(crate) struct ActionContext<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) cache: Option<&'a ObjectCache<'a>>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) output_folder: &'a Path,
    pub(crate) permits: &'a StagePermits,
    /// The machines that run actions for this one, if there are any.
    pub(crate) execution: Option<&'a Execution>,
    /// How stages run in processes of their own, if they can.
    pub(crate) isolation: Option<&'a Isolation>,
    pub(crate) manifest: &'a Manifest,
    /// The folder of the sources.
    pub(crate) root: &'a Path,
    pub(crate) timer: Timer<'a>,
    /// Run every stage, even if its result is known.
    pub(crate) force: bool,
}

const LINKS_HELP: &str =
    "copy the file into the project, or allow such links with `follow_links = true` under [project] in rigmill.toml";

impl ActionContext<'_> {
    /// The number of calls to other machines that are worth having under way at the same time.
    pub(super) fn calls_at_once(&self) -> usize {
        let elsewhere = self.execution.map_or(0, |execution| execution.slots() + self.permits.here());
        self.cache.map_or(0, ObjectCache::calls_at_once).max(elsewhere)
    }

    /// Builds an asset; `old` is the record of its last successful build.
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

    /// Makes an asset's products again, for another asset that needs their values. Nothing is recorded.
    pub(crate) fn make_products(&self, asset: &PlannedAsset, view: AssetView<'_>) -> Option<Vec<Product>> {
        let mut build = AssetBuild::new(self, asset, None, view);
        let mut import = build.run_importer().ok()?;
        build.run_processor(&mut import).ok()?.products
    }
}

/// Which levels of the object cache a look-up may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Those that need no call to another machine.
    Near,
    /// All.
    All,
}

struct AssetBuild<'a> {
    context: &'a ActionContext<'a>,
    asset: &'a PlannedAsset,
    old: Option<&'a BuiltRecord>,
    view: AssetView<'a>,
    /// What other machines need to know; `None` if they must not be asked.
    known: Option<&'a dyn KnownQueries>,
    /// The digest of the source, if it could be read.
    source: Option<Digest>,
    /// Whether all levels of the object cache were asked for the asset's records.
    asked: bool,
    /// The records that the object cache had, and the weak key under which they were found.
    cached: Option<(ActionKey, CachedRecord)>,
    staged: Vec<(usize, Staged)>,
    ran: Vec<StageKind>,
    /// The time that they took.
    stage_time: Cell<Duration>,
    /// Whether an output came from a remote cache.
    fetched: bool,
    /// Whether something comes from a server that the project names, in this build or, if it is used again, in the last one.
    confined: Cell<bool>,
    /// The artifacts that another machine made, or another process of this one.
    executed: Option<BTreeMap<Digest, Vec<u8>>>,
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

    /// Where the outputs come from; where they came from before, if nothing had to be done.
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

    /// Whether an asset on which this one depends is confined to this project.
    fn depends_on_confined(&self, import: &ImportRecord, process: &ProcessRecord) -> bool {
        let dependencies = import.dependencies.iter().chain(&process.dependencies);
        self.known.is_some_and(|known| dependencies.map(|it| &it.query).any(|query| known.is_confined(query)))
    }

    /// Something of the last build is used again.
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
        // Held for the importer, and free for the stages of others after it.
        let _permit = here;
        match last {
            Some(last) => Ok(self.import_again(last)),
            None => self.run_importer(),
        }
    }

    /// The import of the last build.
    fn import_again(&self, last: &ImportRecord) -> Import {
        self.reuse_last_build();
        Import { record: last.clone(), value: None }
    }

    /// Waits until the stages can run here or elsewhere; `None` if this machine runs all stages.
    fn place_to_run(&self) -> Option<Permit<'a>> {
        self.context.execution.filter(|_| self.known.is_some())?;
        let places: &[Place] = if self.context.force { &[Place::Elsewhere] } else { &[Place::Here, Place::Elsewhere] };
        Some(self.context.permits.take(places))
    }

    /// Has another machine run the actions; `None` if that fails.
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
            let _span = self.span(Activity::RunElsewhere);
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

    /// How the stages of this asset run in a process of their own; `None` if they run in this one.
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

    /// Runs all stages in a process of their own. Its records are then found as those of another machine are.
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
            let _span = self.span(Activity::RunElsewhere);
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

    /// The failure of an isolated asset whose records have other keys than this process gives them.
    fn other_program(&self) -> Failure {
        self.io_failure("the stages ran in a different version of this program; restart it".to_owned())
    }

    /// The result of a write action of an isolated asset, whose process runs unless it did.
    fn written_in_isolation(&mut self, isolation: &Isolation, key: ActionKey) -> Result<Written, Failure> {
        if self.executed.is_none() {
            self.run_isolated(isolation)?;
        }
        self.find_written(key).ok_or_else(|| Failure { retry: true, ..self.not_deterministic() })
    }

    /// The record of the last process action, if it is the one to run after this import.
    fn last_process(&self, import: &ImportRecord) -> Option<&'a ProcessRecord> {
        let last = self.old.map(|old| &old.process).filter(|_| !self.context.force)?;
        (last.key == self.process_key(import.output) && self.are_current(&last.dependencies)).then_some(last)
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

    /// Identifies all actions of the asset together, as far as they are known before the importer runs.
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
        let (mut dependencies, diagnostics) = ctx.finish();
        let source = self.source_dependency(&dependencies)?;
        let key = self.import_key(source.answer.unwrap_or(Digest::of(b"")));
        dependencies.retain(|dependency| *dependency != source);
        dependencies.insert(0, source);
        // Records stay in memory until the end of the build.
        dependencies.shrink_to_fit();
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

    /// Runs the processor. If only the digest of its input is known, the importer runs again first; if the source has
    /// changed meanwhile, `import` is replaced.
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
        // Exactly as many as most assets need: they are kept until the end of the build.
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

    /// The output on disk, if this action wrote it.
    fn kept_output(&self, write: &Write<'_>) -> Option<OutputRecord> {
        let old = self.old?.outputs.iter().find(|output| output.path == write.path && output.key == write.key)?;
        let fingerprint = self.unchanged_output(old)?;
        self.reuse_last_build();
        Some(OutputRecord { fingerprint, writer: write.writer.clone(), ..old.clone() })
    }

    /// The fingerprint of an output that need not be written; `None` if it must be.
    fn unchanged_output(&self, output: &OutputRecord) -> Option<Fingerprint> {
        match self.context.checker.outputs.state(output) {
            OutputState::Unchanged(found) if !self.context.force => Some(found),
            _ => None,
        }
    }

    /// The result of a write action, if both record and artifact are known: from another machine that ran it, or from the
    /// object cache.
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
        // Diagnostics name the asset, which is no part of this key.
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

    /// Looks up the asset's records in all levels, unless that was done: an import and a process action that need not run
    /// ask for nothing.
    fn ask_for_asset(&mut self) -> Option<&CachedRecord> {
        let source = self.source.filter(|_| !mem::replace(&mut self.asked, true))?;
        self.look_up(self.asset_key(source), Reach::All, |_| true)
    }

    /// Stages an output's bytes until the end of the build, unless they are on disk already.
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

    /// A product of `process`. If only its digest is known, the stages run again. Should they have a different result,
    /// nothing may be written under the recorded digests; if they had a different input, or another machine ran them before,
    /// `process` is replaced.
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

    /// Forgets what another machine made, because this one makes something else.
    fn drop_executed(&mut self) {
        if self.executed.take().is_some() {
            self.cached = None;
            self.confined.set(false);
        }
    }

    fn output_path(&self, label: &str, suffix: &str, extension: &str) -> Result<String, Failure> {
        if label.contains(['/', '\\', '\0', ':', '\n', '\r']) || label.len() > 200 {
            let message = format!("the label {label:?} cannot be part of a file name");
            return Err(self.input_failure("R0009", message));
        }
        let dot = if extension.is_empty() { "" } else { "." };
        Ok(format!("{}{label}{suffix}{dot}{extension}", self.asset.name()))
    }

    // ---- shared ----

    /// Runs a stage, once it may run.
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

    /// The records that the object cache has under a weak key, and whether they are confined to this project. What a near level
    /// has is found without asking those below it.
    fn find_in_cache(&self, key: ActionKey, reach: Reach) -> Option<(CachedRecord, bool)> {
        let cache = self.context.cache.filter(|_| !self.context.force)?;
        self.nearest_first(cache, reach, |levels| {
            let cached = ActionCache(cache).find(levels, key, |query| self.view.answer(query).ok())?;
            Some((cached, cache.confines(levels)))
        })
    }

    /// Looks something up in the nearest level, then in the nearest two, and so on.
    fn nearest_first<T>(&self, cache: &ObjectCache<'_>, reach: Reach, find: impl Fn(usize) -> Option<T>) -> Option<T> {
        let near = cache.near_levels();
        let levels = if reach == Reach::Near { near } else { cache.levels() };
        (1..=levels).find_map(|levels| {
            let _span = self.span(if levels > near { Activity::LookUpElsewhere } else { Activity::LookUp });
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

    /// Stores the asset's records if a stage ran, here or elsewhere.
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
            // A record that cannot be stored costs time, never correctness.
            let _ = ActionCache(cache).store(key, built, &writes, self.stage_time.get(), || self.artifacts(built));
        }
    }

    /// The output files, as they will be in the output folder.
    fn artifacts(&self, built: &BuiltRecord) -> Vec<ArtifactFile> {
        let file = |output: &OutputRecord| ArtifactFile {
            digest: output.fingerprint.digest(),
            path: self.context.output_folder.join(&output.path),
        };
        built.outputs.iter().map(file).collect()
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
        let mut failure = self.input_failure("R0005", format!("{wanted} for the target `{target}` accepts {name}"));
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
        type_path: product.value.value_type().path().into(),
        digest: product.value.digest(),
    }
}
