//! [`AssetBuild`]: builds one asset: import, process, write. Each action asks its sources in order: the last build, the object
//! cache, a different machine or a child process, and at last the stage itself. The key of an action contains the digest of the
//! previous result, so the rebuild ends at the first unchanged result (early cutoff).

use std::cell::OnceCell;

use rigmill_disk::{Fingerprint, HashedBytes};
use rigmill_pipeline::{Digest, DynValue, Product};

use super::action_context::ActionContext;
use super::action_inputs::KnownQueries;
use super::cache_lookup::{CacheLookup, Reach};
use super::isolation::IsolatedRun;
use super::job::Outcome;
use super::known::{Executed, Known};
use super::last_build::LastBuild;
use super::permits::{Permit, Place};
use super::provenance::{Provenance, Source};
use super::remote_run::RemoteRun;
use super::stage_run::{Import, Process};
use super::staging::Staged;
use super::task::Task;
use super::write_action::{WriteAction, Written};
use crate::check::AssetView;
use crate::plan::PlannedAsset;
use crate::records::{
    ActionKey, BuiltRecord, CachedRecord, Failure, ImportRecord, OutputRecord, ProcessRecord, WriteRecord,
};
use crate::report::{Activity, Isolation, StageKind};

/// The build of one asset.
struct AssetBuild<'a> {
    task: Task<'a>,
    last_build: LastBuild<'a>,
    cache: Option<CacheLookup<'a>>,
    /// The digest of the source, if it could be read.
    source: Option<Digest>,
    /// The records under the asset's key, once they were looked up.
    by_asset: OnceCell<Option<Known>>,
    /// The records under the key of the process action.
    by_process: Option<Known>,
    staged: Vec<(usize, Staged)>,
    provenance: Provenance,
}

impl ActionContext<'_> {
    /// Builds an asset. `old` is the record of its last successful build.
    pub(super) fn build(
        &self,
        asset: &PlannedAsset,
        old: Option<&BuiltRecord>,
        view: AssetView<'_>,
        others: &dyn KnownQueries,
    ) -> Outcome {
        AssetBuild::new(Task { context: self, asset, old, view, others: Some(others) }).finish()
    }
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
    fn new(task: Task<'a>) -> Self {
        Self {
            task,
            last_build: LastBuild::new(&task),
            cache: CacheLookup::new(task),
            source: task.source_digest(),
            by_asset: OnceCell::new(),
            by_process: None,
            staged: Vec::new(),
            provenance: Provenance::default(),
        }
    }

    fn finish(mut self) -> Outcome {
        let (result, products) = match self.run() {
            Ok((built, products)) => (Ok(Box::new(built)), products),
            Err(failure) => (Err(Box::new(failure)), None),
        };
        Outcome { result, staged: self.staged, provenance: self.provenance, products }
    }

    fn run(&mut self) -> Result<(BuiltRecord, Option<Vec<Product>>), Failure> {
        let mut import = self.import()?;
        let mut process = self.process(&mut import)?;
        let mut written = self.write(&mut import, &mut process);
        if matches!(written, Err(Interruption::InputChanged)) {
            self.staged.drain(..).for_each(|(_, staged)| self.task.context.staging.discard(&staged));
            written = self.write(&mut import, &mut process);
        }
        let (import, Process { record: process, products }) = (import.record, process);
        match written {
            Ok(outputs) => {
                let built = self.built(import, process, outputs);
                if let Some(cache) = self.cache.filter(|_| self.provenance.has_run()) {
                    cache.store(&built, self.known(), self.provenance.stage_time);
                }
                Ok((built, products))
            }
            Err(interruption) => {
                let mut failure = match interruption {
                    Interruption::Failed(failure) => failure,
                    Interruption::InputChanged => self.task.not_deterministic(),
                };
                let earlier = import.dependencies.into_iter().chain(process.dependencies);
                failure.dependencies = earlier.chain(failure.dependencies).collect();
                Err(failure)
            }
        }
    }

    fn built(&self, import: ImportRecord, process: ProcessRecord, outputs: Vec<OutputRecord>) -> BuiltRecord {
        let mut dependencies = import.dependencies.iter().chain(&process.dependencies);
        let is_confined = self.provenance.is_confined()
            || self.task.others.is_some_and(|others| dependencies.any(|it| others.may_ask_confined_asset(&it.query)));
        let last = self.last_build.record.filter(|_| self.staged.is_empty()).map(|last| last.origin);
        let origin = self.provenance.origin(last);
        BuiltRecord { import, process, outputs, origin, is_confined }
    }

    // ---- sources ----

    /// Returns the records that were found for the asset.
    fn known(&self) -> Option<&Known> {
        self.by_process.as_ref().or_else(|| self.by_asset.get()?.as_ref())
    }

    /// Looks up records in the object cache.
    fn look_up(&mut self, key: ActionKey, reach: Reach, is_usable: impl Fn(&CachedRecord) -> bool) -> Option<Known> {
        let found = self.cache?.record(key, reach).filter(|found| is_usable(&found.record))?;
        self.provenance.note(found.source);
        Some(found)
    }

    /// Returns the asset's records, which are looked up at most once. They were not looked up yet if neither the import nor the
    /// process action had to run.
    fn asset_records(&mut self) -> Option<&Known> {
        if self.by_asset.get().is_none() {
            let found = self.look_up(self.task.asset_key(self.source?), Reach::All, |_| true);
            self.by_asset = OnceCell::from(found);
        }
        self.by_asset.get()?.as_ref()
    }

    /// Uses the records of a different machine or a child process like records of the object cache.
    fn take_executed(&mut self, executed: Executed, source_digest: Digest, source: Source) -> Import {
        let Executed { record, time, artifacts } = executed;
        self.provenance.note(source);
        self.provenance.stage_time = time;
        let import = Import { record: record.import.clone(), value: None };
        let key = self.task.asset_key(source_digest);
        (self.by_asset, self.by_process) =
            (OnceCell::from(Some(Known { key, record, source, artifacts: Some(artifacts) })), None);
        import
    }

    fn was_executed(&self) -> bool {
        self.known().is_some_and(|known| known.artifacts.is_some())
    }

    /// Runs the actions on a different machine; returns `None` if this fails.
    fn run_elsewhere(&mut self, permit: Permit<'_>, source: Digest) -> Option<Import> {
        let (task, execution) = (self.task, self.task.context.execution?);
        let executed = {
            let _span = task.span(Activity::RemoteRun);
            RemoteRun { execution, others: task.others?, task }.run(permit)?
        };
        let is_same = executed.record.import.key == task.import_key(source);
        let is_confined = !execution.is_kept();
        is_same.then(|| self.take_executed(executed, source, Source::OtherMachine { is_confined }))
    }

    /// Runs all stages in a child process.
    fn run_isolated(&mut self, isolation: &Isolation) -> Result<Import, Failure> {
        let task = self.task;
        let stages = [StageKind::Import, StageKind::Process, StageKind::Write];
        stages.into_iter().for_each(|stage| self.provenance.note(Source::Stage(stage)));
        let executed = {
            let _span = task.span(Activity::RemoteRun);
            IsolatedRun { isolation, task }.run(&task.context.staging.new_folder())?
        };
        let import = &executed.record.import;
        let source = import.dependencies.first().and_then(|it| it.answer).or(self.source);
        let source = source.filter(|source| task.import_key(*source) == import.key);
        let source = source.ok_or_else(|| task.other_program())?;
        Ok(self.take_executed(executed, source, Source::Stage(StageKind::Write)))
    }

    // ---- import ----

    fn import(&mut self) -> Result<Import, Failure> {
        let task = self.task;
        let Some(source) = self.source else {
            return match task.isolation() {
                Some(isolation) => self.run_isolated(isolation),
                None => task.run_importer(&mut self.provenance),
            };
        };
        let key = task.import_key(source);
        let last = self.last_build.import(key);
        let is_processed = |last: &&ImportRecord| self.last_build.process(task.process_key(last.output)).is_some();
        if let Some(last) = last.filter(is_processed) {
            return Ok(self.import_again(last));
        }
        let found = self.look_up(task.asset_key(source), Reach::All, |record| record.import.key == key);
        self.by_asset = OnceCell::from(found);
        if let Some(known) = self.known() {
            return Ok(Import { record: known.record.import.clone(), value: None });
        }
        if let Some(isolation) = task.isolation() {
            return self.run_isolated(isolation);
        }
        let here = match task.place_to_run() {
            Some(permit) if permit.place == Place::Elsewhere => match self.run_elsewhere(permit, source) {
                Some(import) => return Ok(import),
                None => None,
            },
            here => here,
        };
        // Keeps the permit for the importer. It is returned after the importer has run.
        let _permit = here;
        match last {
            Some(last) => Ok(self.import_again(last)),
            None => task.run_importer(&mut self.provenance),
        }
    }

    /// Returns the import of the last build.
    fn import_again(&mut self, last: &ImportRecord) -> Import {
        self.provenance.note(self.last_build.source());
        Import { record: last.clone(), value: None }
    }

    // ---- process ----

    fn process(&mut self, import: &mut Import) -> Result<Process, Failure> {
        match self.known_process(import) {
            Some(record) => Ok(Process { record, products: None }),
            None if self.task.isolation().is_some() => Err(Failure { retry: true, ..self.task.not_deterministic() }),
            None => self.run_processor(import),
        }
    }

    fn known_process(&mut self, import: &Import) -> Option<ProcessRecord> {
        let key = self.task.process_key(import.record.output);
        // After a new import, the positions in the diagnostics of an old record could be outdated.
        let imported = import.value.is_some();
        let is_usable = |record: &ProcessRecord| record.key == key && (record.diagnostics.is_empty() || !imported);
        if let Some(known) = self.known().filter(|known| is_usable(&known.record.process)) {
            return Some(known.record.process.clone());
        }
        if let Some(last) = self.last_build.process(key).filter(|last| is_usable(last)) {
            self.provenance.note(self.last_build.source());
            return Some(last.clone());
        }
        self.by_process = self.look_up(key, Reach::Near, |record| is_usable(&record.process));
        self.by_process.as_ref().map(|known| known.record.process.clone())
    }

    /// Runs the processor. If only the digest of its input is known, runs the importer again first. If the source has changed
    /// in the meantime, replaces `import`.
    fn run_processor(&mut self, import: &mut Import) -> Result<Process, Failure> {
        if import.value.is_none() {
            *import = self.task.run_importer(&mut self.provenance)?;
        }
        self.task.run_processor(import, &mut self.provenance)
    }

    // ---- write ----

    fn write(&mut self, import: &mut Import, process: &mut Process) -> Result<Vec<OutputRecord>, Interruption> {
        let products = process.record.products.clone();
        let mut outputs = Vec::with_capacity(products.len());
        // Allocates the exact size that most assets need, because the list is kept until the end of the build.
        self.staged.reserve_exact(products.len());
        for (index, product) in products.iter().enumerate() {
            for action in self.task.write_actions(product)? {
                let output = match self.last_build.output(&action) {
                    Some(last) => {
                        self.provenance.note(self.last_build.source());
                        last
                    }
                    None => {
                        let written = self.written(index, &action, import, process)?;
                        self.stage(outputs.len(), action, written)?
                    }
                };
                outputs.push(output);
            }
        }
        Ok(outputs)
    }

    /// Returns the result of a write action.
    fn written(
        &mut self,
        index: usize,
        action: &WriteAction<'_>,
        import: &mut Import,
        process: &mut Process,
    ) -> Result<Written, Interruption> {
        if let Some(known) = self.known_written(action.key) {
            return Ok(known);
        }
        let Some(isolation) = self.task.isolation() else {
            let value = self.product_value(index, import, process)?;
            return Ok(self.task.run_writer(action, &value, &mut self.provenance)?);
        };
        if !self.was_executed() {
            self.run_isolated(isolation)?;
        }
        let task = self.task;
        let differs = || Failure { retry: true, ..task.not_deterministic() };
        Ok(self.known_written(action.key).ok_or_else(differs)?)
    }

    /// Returns the result of a write action if both its record and its artifact are known.
    fn known_written(&mut self, key: ActionKey) -> Option<Written> {
        let record = |known: &Known| known.record.writes.iter().find(|write| write.key == key).cloned();
        let known = self.known();
        let found = known.and_then(record);
        if let Some(artifacts) = known.and_then(|known| known.artifacts.as_ref()) {
            let WriteRecord { artifact, diagnostics, .. } = found?;
            let bytes = artifacts.get(&artifact)?.clone();
            if let Some(cache) = self.cache.filter(|_| !self.provenance.is_confined()) {
                cache.store_artifact(artifact, &bytes);
            }
            return Some(Written { bytes, digest: artifact, diagnostics });
        }
        let cache = self.cache?;
        let by_write = || {
            let write = cache.record(key, Reach::Near).as_ref().and_then(record);
            // Diagnostics contain the asset's name, which is not part of this key.
            write.filter(|write| write.diagnostics.is_empty())
        };
        let found = found.or_else(by_write).or_else(|| self.asset_records().and_then(record));
        let WriteRecord { artifact, diagnostics, .. } = found?;
        let (bytes, is_remote) = cache.artifact(artifact)?;
        if is_remote {
            self.provenance.note(Source::RemoteFile);
        }
        Some(Written { bytes, digest: artifact, diagnostics })
    }

    /// Stages an output's bytes until the end of the build, unless the output is already on disk.
    fn stage(&mut self, index: usize, action: WriteAction<'_>, written: Written) -> Result<OutputRecord, Failure> {
        let bytes = HashedBytes::new(&written.bytes, written.digest);
        let WriteAction { key, path, record: writer, .. } = action;
        let fingerprint = self.last_build.fingerprint(&path, bytes.digest());
        if fingerprint.is_none() {
            let staged = self.task.context.staging.put(&path, &bytes);
            let failed = |error| self.task.io_failure(format!("cannot write a temporary file for {path}: {error}"));
            self.staged.push((index, staged.map_err(failed)?));
        }
        let fingerprint = fingerprint.unwrap_or_else(|| Fingerprint::without_stamp(bytes.digest()));
        Ok(OutputRecord { path, key, fingerprint, writer, diagnostics: written.diagnostics })
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
            if !has_same_input || (!is_same && self.was_executed()) {
                self.drop_executed();
                *process = again;
                return Err(Interruption::InputChanged);
            }
            if !is_same {
                return Err(self.task.not_deterministic().into());
            }
            process.products = again.products;
        }
        let product = process.products.as_ref().and_then(|products| products.get(index));
        product.map(|product| product.value.clone()).ok_or_else(|| self.task.not_deterministic().into())
    }

    /// Drops the results of a different machine, because this machine has different results.
    fn drop_executed(&mut self) {
        if self.was_executed() {
            (self.by_asset, self.by_process) = (OnceCell::from(None), None);
            self.provenance.forget_records();
        }
    }
}
