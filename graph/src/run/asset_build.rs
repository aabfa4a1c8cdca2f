//! One asset's way from source to files: import, process, write. Each action is looked up before it is run, and the
//! way ends early where an action's result is the one that was there before.

use std::io;
use std::sync::Arc;

use rigmill_pipeline::{
    Dependency, Diagnostic, Digest, DynValue, ErasedWriter, ImportContext, LARGEST_FILE, Level, Probe, ProcessContext,
    Product, SourcePath, StageError, WriteContext, WriterLookup,
};

use super::job::Work;
use super::stage_guard::guard;
use super::staging::{Staged, Staging};
use crate::cache::ObjectCache;
use crate::check::{Checker, Intact, View};
use crate::disk::{Fingerprint, Hashed, LeavesProject};
use crate::plan::PlannedAsset;
use crate::records::{
    Blob, Failure, Good, ImportMemo, Key, KeyBuilder, OutputRecord, ProcessMemo, ProductMemo, WriteMemo, WriterRecord,
};
use crate::report::{Activity, Running, StageKind, Timer};

/// Where among the results a file to write belongs.
#[derive(Clone, Copy)]
struct Place {
    product: usize,
    output: usize,
    /// Of the writer's parts.
    part: &'static str,
}

/// What all chains of a build share.
pub(crate) struct Workshop<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) cache: Option<&'a ObjectCache<'a>>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) timer: Timer<'a>,
    /// Run every stage, whatever is known.
    pub(crate) force: bool,
}

const LINKS_HELP: &str =
    "copy the file into the project, or allow such links with `follow_links = true` under [project] in rigmill.toml";

/// How many sets of dependencies are remembered for one key.
const ALTERNATIVES: usize = 8;

impl Workshop<'_> {
    /// Brings an asset up to date; `old` is what its last successful build left.
    pub(crate) fn work(&self, asset: &PlannedAsset, old: Option<&Good>, view: View<'_>) -> Work {
        let mut chain = Chain::new(self, asset, old, view);
        let result = chain.run();
        Work { result, staged: chain.staged, ran: chain.ran, made: chain.made }
    }

    /// Makes an asset's products once more, for one that asks for their values; nothing is remembered of it.
    pub(crate) fn make_products(&self, asset: &PlannedAsset, view: View<'_>) -> Option<Vec<Product>> {
        let mut chain = Chain::new(self, asset, None, view);
        let (mut import, value) = chain.run_importer().ok()?;
        chain.imported = Some((import.clone(), value));
        chain.run_processor(&mut import).ok()?;
        chain.made
    }
}

struct Chain<'a> {
    shop: &'a Workshop<'a>,
    asset: &'a PlannedAsset,
    old: Option<&'a Good>,
    view: View<'a>,
    /// The import's value and memo, once the importer has run.
    imported: Option<(ImportMemo, DynValue)>,
    /// The processor's products, once it has run.
    made: Option<Vec<Product>>,
    /// What the processor made from another input than the known one: the source changed since that was looked up.
    remade: Option<ProcessMemo>,
    staged: Vec<(usize, Staged)>,
    ran: Vec<StageKind>,
}

impl<'a> Chain<'a> {
    fn new(shop: &'a Workshop<'a>, asset: &'a PlannedAsset, old: Option<&'a Good>, view: View<'a>) -> Self {
        Self { shop, asset, old, view, imported: None, made: None, remade: None, staged: Vec::new(), ran: Vec::new() }
    }

    /// Begins to take the time for this asset, where someone wants to know it.
    fn span(&self, what: Activity) -> Option<Running<'a>> {
        self.shop.timer.span(what, Some(self.asset.source.asset_name()))
    }

    fn run(&mut self) -> Result<Good, Failure> {
        let mut import = self.import()?;
        let mut process = self.process(&mut import)?;
        let mut written = self.write(&mut import, &process);
        if let Some(remade) = self.remade.take() {
            self.staged.drain(..).for_each(|(_, staged)| self.shop.staging.discard(&staged));
            process = remade;
            written = self.write(&mut import, &process);
        }
        match written {
            Ok(outputs) => Ok(Good { import, process, outputs }),
            Err(mut failure) => {
                let earlier = import.dependencies.into_iter().chain(process.dependencies);
                failure.dependencies = earlier.chain(std::mem::take(&mut failure.dependencies)).collect();
                Err(failure)
            }
        }
    }

    // ---- import ----

    fn import(&mut self) -> Result<ImportMemo, Failure> {
        if let Some(digest) = self.source_digest() {
            let key = self.import_key(digest);
            if let Some(memo) = self.known_import(key) {
                return Ok(memo);
            }
        }
        let (memo, value) = self.run_importer()?;
        self.remember(memo.key, memo.clone());
        self.imported = Some((memo.clone(), value));
        Ok(memo)
    }

    /// The digest of the source; `None` for one that cannot be read, or that no importer reads for its size.
    fn source_digest(&self) -> Option<Digest> {
        let is_readable = self.view.source_size() <= LARGEST_FILE;
        is_readable.then(|| self.view.observe(&Probe::File(self.asset.source.clone())).ok().flatten()).flatten()
    }

    fn import_key(&self, source: Digest) -> Key {
        let recipe = &self.asset.recipe;
        KeyBuilder::new("import")
            .digest(self.shop.checker.program)
            .text(&recipe.record.importer.to_string())
            .params(&recipe.record.importer_params)
            .text(self.asset.source.as_str())
            .digest(source)
            .finish()
    }

    fn known_import(&self, key: Key) -> Option<ImportMemo> {
        if self.shop.force {
            return None;
        }
        let _span = self.span(Activity::LookUp);
        let own = self.old.map(|old| &old.import).filter(|memo| memo.key == key && self.hold(&memo.dependencies));
        own.cloned().or_else(|| {
            let known: Vec<ImportMemo> = self.shop.cache?.record(key)?;
            known.into_iter().find(|memo| memo.key == key && self.hold(&memo.dependencies))
        })
    }

    fn run_importer(&mut self) -> Result<(ImportMemo, DynValue), Failure> {
        self.note(StageKind::Import);
        let _span = self.span(Activity::Import);
        let recipe = &self.asset.recipe;
        let mut ctx = ImportContext::new(&self.asset.source, &self.view);
        let result = guard(|| recipe.importer.import(&mut ctx, &recipe.importer_params));
        let (mut dependencies, diagnostics) = ctx.finish();
        let source = self.source_dependency(&dependencies)?;
        let key = self.import_key(source.seen.unwrap_or(Digest::of(b"")));
        dependencies.retain(|dependency| *dependency != source);
        dependencies.insert(0, source);
        let value = self.settle(result, &recipe.record.importer.name, &dependencies, &diagnostics)?;
        Ok((ImportMemo { key, dependencies, output: value.digest(), diagnostics }, value))
    }

    /// The source as the importer saw it; as it is now, for an importer that never looked.
    fn source_dependency(&self, dependencies: &[Dependency]) -> Result<Dependency, Failure> {
        let [probe, size] = [Probe::File, Probe::Size].map(|probe| probe(self.asset.source.clone()));
        // One that was refused for its size is never read, here neither.
        if let Some(seen) = dependencies.iter().find(|it| it.probe == probe || it.probe == size) {
            return Ok(seen.clone());
        }
        match self.view.observe(&probe) {
            Ok(seen) => Ok(Dependency { probe, seen }),
            Err(error) => {
                let diagnostics = vec![self.unreadable(&self.asset.source, &error)];
                Err(Failure { dependencies: Vec::new(), diagnostics, retry: true })
            }
        }
    }

    // ---- process ----

    fn process(&mut self, import: &mut ImportMemo) -> Result<ProcessMemo, Failure> {
        let key = self.process_key(import.output);
        if let Some(memo) = self.known_process(key) {
            return Ok(memo);
        }
        self.run_processor(import)
    }

    fn process_key(&self, input: Digest) -> Key {
        let recipe = &self.asset.recipe;
        KeyBuilder::new("process")
            .digest(self.shop.checker.program)
            .text(&recipe.record.processor.to_string())
            .text(recipe.processor.input().path())
            .params(&recipe.record.processor_params)
            .text(self.asset.source.as_str())
            .digest(input)
            .finish()
    }

    /// A processing known by its key. One that left diagnostics is no use once the importer has run again: the places
    /// they point at may have moved.
    fn known_process(&self, key: Key) -> Option<ProcessMemo> {
        if self.shop.force {
            return None;
        }
        let _span = self.span(Activity::LookUp);
        let usable = |memo: &ProcessMemo| {
            memo.key == key && (memo.diagnostics.is_empty() || self.imported.is_none()) && self.hold(&memo.dependencies)
        };
        let own = self.old.map(|old| &old.process).filter(|memo| usable(memo));
        own.cloned().or_else(|| {
            let known: Vec<ProcessMemo> = self.shop.cache?.record(key)?;
            known.into_iter().find(usable)
        })
    }

    fn run_processor(&mut self, import: &mut ImportMemo) -> Result<ProcessMemo, Failure> {
        let input = self.import_value(import)?;
        self.note(StageKind::Process);
        let _span = self.span(Activity::Process);
        let recipe = &self.asset.recipe;
        let mut ctx = ProcessContext::new(&self.asset.source, &self.view);
        let result = guard(|| recipe.processor.process(&input, &recipe.processor_params, &mut ctx));
        let (dependencies, diagnostics) = ctx.finish();
        let all: Vec<_> = import.dependencies.iter().chain(&dependencies).cloned().collect();
        let told: Vec<_> = import.diagnostics.iter().chain(&diagnostics).cloned().collect();
        let products = self.settle(result, &recipe.record.processor.name, &all, &told)?;
        let product = |product: &Product| ProductMemo {
            label: product.label.clone(),
            type_path: product.value.value_type().path().to_owned(),
            digest: product.value.digest(),
        };
        let key = self.process_key(import.output);
        let memo = ProcessMemo { key, dependencies, products: products.iter().map(product).collect(), diagnostics };
        self.made = Some(products);
        self.remember(key, memo.clone());
        Ok(memo)
    }

    /// The imported value. Where only its digest is known the importer runs again; should the source have changed
    /// since, `import` is brought in line.
    fn import_value(&mut self, import: &mut ImportMemo) -> Result<DynValue, Failure> {
        if self.imported.is_none() {
            let (memo, value) = self.run_importer()?;
            *import = memo.clone();
            self.imported = Some((memo, value));
        }
        match &self.imported {
            Some((_, value)) => Ok(value.clone()),
            None => Err(self.io_failure(Vec::new(), "the importer made nothing".to_owned())),
        }
    }

    // ---- write ----

    fn write(&mut self, import: &mut ImportMemo, process: &ProcessMemo) -> Result<Vec<OutputRecord>, Failure> {
        let mut outputs = Vec::with_capacity(process.products.len());
        for (index, product) in process.products.iter().enumerate() {
            let Some(writer) = self.writer(product)? else { continue };
            for part in writer.parts() {
                let place = Place { product: index, output: outputs.len(), part };
                outputs.push(self.write_product(place, &*writer, product, process, import)?);
            }
        }
        Ok(outputs)
    }

    /// The writer of a product; `None` where the target has no use for it.
    fn writer(&self, product: &ProductMemo) -> Result<Option<Arc<dyn ErasedWriter>>, Failure> {
        let checker = self.shop.checker;
        let named = self.asset.recipe.writer.as_deref();
        match checker.registry.writer(named, &product.type_path, checker.target) {
            WriterLookup::Found(writer) => Ok(Some(writer)),
            WriterLookup::PassedOver => Ok(None),
            WriterLookup::Missing { others } => Err(self.no_writer(product, &others)),
        }
    }

    fn write_product(
        &mut self,
        place: Place,
        writer: &dyn ErasedWriter,
        product: &ProductMemo,
        process: &ProcessMemo,
        import: &mut ImportMemo,
    ) -> Result<OutputRecord, Failure> {
        let recipe = &self.asset.recipe;
        let checker = self.shop.checker;
        let params = writer.bind(&recipe.given).map_err(|error| self.input_failure("R0003", error.to_string()))?;
        let path = self.output_path(writer.label(&product.label), place.part, writer.extension())?;
        let record =
            WriterRecord { id: writer.id(), params: params.canonical().to_vec(), type_path: product.type_path.clone() };
        let (name, label) =
            if writer.named() { (self.asset.source.asset_name(), product.label.as_str()) } else { ("", "") };
        let key = KeyBuilder::new("write")
            .digest(checker.program)
            .text(&record.id.to_string())
            .params(&record.params)
            .text(checker.target)
            .text(&record.type_path)
            .text(place.part)
            .text(name)
            .text(label)
            .digest(product.digest)
            .finish();
        if let Some(kept) = self.kept_output(&path, key, &record) {
            return Ok(kept);
        }
        let memo = match self.known_bytes(key) {
            Some(memo) => memo,
            None => {
                let value = self.product_value(place.product, process, import)?;
                self.note(StageKind::Write);
                let _span = self.span(Activity::Write);
                let mut ctx = WriteContext::new(name).labelled(label);
                let result = guard(|| writer.write(&value, place.part, &params, &mut ctx));
                let mut diagnostics = ctx.finish();
                for diagnostic in &mut diagnostics {
                    diagnostic.file.get_or_insert_with(|| self.asset.source.clone());
                }
                let bytes = Blob(self.settle(result, &record.id.name, &[], &diagnostics)?);
                let memo = WriteMemo { bytes, diagnostics };
                if let Some(cache) = self.shop.cache {
                    // A cache that cannot be written costs time, never correctness.
                    let _ = cache.store_record(key, &memo);
                }
                memo
            }
        };
        self.stage(place.output, path, key, record, memo)
    }

    /// The output that is on disk already, when it is the one this key stands for.
    fn kept_output(&self, path: &str, key: Key, writer: &WriterRecord) -> Option<OutputRecord> {
        let old = self.old?.outputs.iter().find(|output| output.path == path && output.key == key)?;
        let fingerprint = self.intact(old)?;
        Some(OutputRecord { fingerprint, writer: writer.clone(), ..old.clone() })
    }

    /// What is known of an output that need not be written; `None` when it must be.
    fn intact(&self, output: &OutputRecord) -> Option<Fingerprint> {
        match self.shop.checker.files.look(output) {
            Intact::Yes(found) if !self.shop.force => Some(found),
            _ => None,
        }
    }

    fn known_bytes(&self, key: Key) -> Option<WriteMemo> {
        let _span = self.span(Activity::LookUp);
        if self.shop.force { None } else { self.shop.cache?.record(key) }
    }

    /// Puts an output's bytes aside until the end of the build, unless they are on disk already.
    fn stage(
        &mut self,
        index: usize,
        path: String,
        key: Key,
        writer: WriterRecord,
        memo: WriteMemo,
    ) -> Result<OutputRecord, Failure> {
        let bytes = Hashed::new(&memo.bytes.0);
        let fingerprint = Fingerprint::of_unread(bytes.digest());
        let record = OutputRecord { path, key, fingerprint, writer, diagnostics: memo.diagnostics };
        let is_there = |it: &&OutputRecord| it.path == record.path && it.fingerprint.digest() == bytes.digest();
        let before = self.old.and_then(|old| old.outputs.iter().find(is_there));
        if let Some(fingerprint) = before.and_then(|before| self.intact(before)) {
            return Ok(OutputRecord { fingerprint, ..record });
        }
        let staged = self.shop.staging.put(&record.path, &bytes);
        let staged = staged
            .map_err(|error| self.io_failure(Vec::new(), format!("cannot put {} aside: {error}", record.path)))?;
        self.staged.push((index, staged));
        Ok(record)
    }

    /// A product of `process`. Where only its digest is known the stages run again. Should they make something else, then
    /// nothing may be written under the digests of `process`; when it is another input they had, it is in `remade`.
    fn product_value(
        &mut self,
        index: usize,
        process: &ProcessMemo,
        import: &mut ImportMemo,
    ) -> Result<DynValue, Failure> {
        if self.made.is_none() {
            let made = self.run_processor(import)?;
            if (made.key, &made.products) != (process.key, &process.products) {
                self.remade = Some(made).filter(|made| made.key != process.key);
                return Err(self.input_failure("R0103", "a stage made something else from the same input".to_owned()));
            }
        }
        match self.made.as_ref().and_then(|made| made.get(index)) {
            Some(product) => Ok(product.value.clone()),
            None => Err(self.input_failure("R0103", "a stage made something else from the same input".to_owned())),
        }
    }

    fn output_path(&self, label: &str, part: &str, extension: &str) -> Result<String, Failure> {
        if label.contains(['/', '\\', '\0', ':', '\n', '\r']) || label.len() > 200 {
            let message = format!("the label {label:?} cannot be part of a file name");
            return Err(self.input_failure("R0009", message));
        }
        let dot = if extension.is_empty() { "" } else { "." };
        Ok(format!("{}{label}{part}{dot}{extension}", self.asset.source.asset_name()))
    }

    // ---- shared ----

    fn hold(&self, dependencies: &[Dependency]) -> bool {
        dependencies.iter().all(|dependency| self.view.holds(dependency))
    }

    fn note(&mut self, stage: StageKind) {
        if !self.ran.contains(&stage) {
            self.ran.push(stage);
        }
    }

    /// Adds an action to the object cache, beside those with the same key and other dependencies.
    fn remember<T>(&self, key: Key, memo: T)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq,
    {
        let Some(cache) = self.shop.cache else { return };
        let mut known: Vec<T> = cache.record(key).unwrap_or_default();
        known.retain(|other| *other != memo);
        known.truncate(ALTERNATIVES - 1);
        known.insert(0, memo);
        // A cache that cannot be written costs time, never correctness.
        let _ = cache.store_record(key, &known);
    }

    /// A stage's result, or the failure to remember.
    fn settle<T>(
        &self,
        result: Result<Result<T, StageError>, String>,
        stage: &str,
        dependencies: &[Dependency],
        diagnostics: &[Diagnostic],
    ) -> Result<T, Failure> {
        let failure =
            |diagnostics: Vec<Diagnostic>, retry| Failure { dependencies: dependencies.to_vec(), diagnostics, retry };
        let mut told = diagnostics.to_vec();
        let refused = told.iter().any(|diagnostic| diagnostic.level == Level::Error);
        match result {
            Ok(Ok(value)) if !refused => Ok(value),
            Ok(Err(StageError::Io { path, error })) => {
                told.push(self.unreadable(&path, &error));
                Err(failure(told, true))
            }
            Ok(_) if refused => Err(failure(told, false)),
            Ok(_) => {
                let message = format!("`{stage}` failed without saying why; this is a fault of the stage");
                let help = "please report it to the stage's author, with the source";
                told.push(Diagnostic::error("R0007", message).in_file(&self.asset.source).help(help));
                Err(failure(told, false))
            }
            Err(panic) => {
                let message = format!("`{stage}` panicked: {panic}");
                let help = "this is a fault of the stage, whatever the source holds; please report it with the source";
                told.push(Diagnostic::error("R0007", message).in_file(&self.asset.source).help(help));
                Err(failure(told, false))
            }
        }
    }

    fn no_writer(&self, product: &ProductMemo, others: &[(String, &'static str)]) -> Failure {
        let name = product.type_path.rsplit("::").next().unwrap_or(&product.type_path);
        let target = self.shop.checker.target;
        let wanted =
            self.asset.recipe.writer.as_ref().map_or("no writer".to_owned(), |name| format!("no writer `{name}`"));
        let others: Vec<_> = others.iter().map(|(name, target)| format!("`{name}` for {target}")).collect();
        let mut failure = self.input_failure("R0005", format!("{wanted} takes {name} for the target {target}"));
        if let (Some(diagnostic), false) = (failure.diagnostics.first_mut(), others.is_empty()) {
            diagnostic.help = Some(format!("it can be written by {}", others.join(", ")));
        }
        failure
    }

    fn input_failure(&self, code: &'static str, message: String) -> Failure {
        let diagnostic = Diagnostic::error(code, message).in_file(&self.asset.source);
        Failure { dependencies: Vec::new(), diagnostics: vec![diagnostic], retry: false }
    }

    fn unreadable(&self, path: &SourcePath, error: &io::Error) -> Diagnostic {
        let leaves = LeavesProject::is_cause_of(error);
        let code = if leaves { "R0037" } else { "R0008" };
        let diagnostic = Diagnostic::error(code, format!("cannot read {path}: {error}")).in_file(&self.asset.source);
        if leaves { diagnostic.help(LINKS_HELP) } else { diagnostic }
    }

    fn io_failure(&self, dependencies: Vec<Dependency>, message: String) -> Failure {
        let diagnostic = Diagnostic::error("R0008", message).in_file(&self.asset.source);
        Failure { dependencies, diagnostics: vec![diagnostic], retry: true }
    }
}
