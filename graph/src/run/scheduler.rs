//! [`Scheduler`]: brings each asset up to date once, and dependencies before their dependents.
//!
//! Each thread takes the next asset that no other thread has taken. If a stage depends on another asset, its thread first
//! builds that asset, or waits for the thread that is building it. Before a thread waits, it adds an edge to the [`WaitGraph`].
//! If this edge would close a cycle, the thread reports the cycle, and all assets in the cycle fail with the same error,
//! regardless of which was started first.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use rigmill_disk::Threads;
use rigmill_pipeline::{
    AssetError, Dependency, Diagnostic, Digest, DynValue, Product, ProductInfo, Query, SourcePath, Subject, codes,
};

use super::action_context::ActionContext;
use super::action_inputs::KnownQueries;
use super::answers::{Answers, Found};
use super::job::{Job, Outcome};
use super::wait_graph::WaitGraph;
use crate::check::{AssetView, OtherAssets, ProjectFiles};
use crate::plan::{Plan, PlannedAsset, RecipeBook};
use crate::project::Manifest;
use crate::records::{AssetRecord, BuiltRecord, Failure, ProductRecord};
use crate::report::{Activity, BuildOptions, Observer, Order, Reason};
use crate::sources::FileId;

/// The maximum number of nested asset builds on one thread's stack. Deeper builds continue on a new thread.
const MAX_NESTED_BUILDS: usize = 32;

/// The stack size of a thread, in bytes. This memory is reserved, but not committed until it is used.
const STACK_SIZE: usize = 32 << 20;

const CYCLE_HELP: &str = "remove one of these dependencies";

pub(crate) struct Scheduler<'a> {
    plan: &'a Plan,
    files: &'a ProjectFiles<'a>,
    context: &'a ActionContext<'a>,
    manifest: &'a Manifest,
    observer: &'a dyn Observer,
    /// One slot per suspect of the plan.
    slots: Vec<Slot>,
    waits: Mutex<WaitGraph>,
    /// Notified when an asset is finished or abandoned.
    finished: Condvar,
    /// The products whose values other assets need.
    values: Mutex<BTreeMap<FileId, Values>>,
}

/// An asset's products, once they are made. The inner value is `None` if making them failed.
type Values = Arc<OnceLock<Option<Vec<Product>>>>;

#[derive(Default)]
struct Slot {
    taken: AtomicBool,
    /// Whether the asset's thread panicked, so that the asset will never be finished.
    abandoned: AtomicBool,
    /// Whether another asset needs the values of this asset's products.
    values_needed: AtomicBool,
    job: OnceLock<Job>,
}

impl<'a> Scheduler<'a> {
    pub(crate) fn new(
        files: &'a ProjectFiles<'a>,
        context: &'a ActionContext<'a>,
        manifest: &'a Manifest,
        observer: &'a dyn Observer,
    ) -> Self {
        let plan = files.plan();
        let slots = plan.suspects.iter().map(|_| Slot::default()).collect();
        let (waits, finished, values) = (Mutex::default(), Condvar::new(), Mutex::default());
        Self { plan, files, context, manifest, observer, slots, waits, finished, values }
    }

    /// Brings every suspect up to date. Returns the jobs in the order of the plan.
    pub(crate) fn run(self, threads: Threads, options: &BuildOptions) -> Vec<Job> {
        let count = self.slots.len();
        let is_wanted = |number: usize| {
            let asset = &self.plan.suspects[number];
            options.only.as_ref().is_none_or(|only| only.matches(&asset.name(), &asset.source))
        };
        let wanted = (0..count).filter(|&number| is_wanted(number)).map(|number| &self.plan.suspects[number].source);
        self.observer.planned(&wanted.collect::<Vec<_>>());
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                let number = match options.order {
                    Order::Forward => number,
                    Order::Backward => count - 1 - number,
                };
                if is_wanted(number) {
                    self.finish(number);
                }
            }
        };
        // There may be more threads than cores, because threads that wait for a remote cache do not use a core.
        let threads = threads.count().max(self.context.calls_at_once()).min(count);
        // These are not threads of a pool: while a stage waits for a different pool, a pool thread could start building other
        // assets.
        thread::scope(|scope| {
            for _ in 0..threads {
                let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
                if spawned.is_err() {
                    work();
                }
            }
        });
        let jobs = self.slots.into_iter().map(|slot| slot.job.into_inner()).zip(&self.plan.suspects);
        if options.only.is_none() {
            return jobs.filter_map(|(job, _)| job).collect();
        }
        let state = self.context.checker.state;
        let old = |asset: &PlannedAsset| asset.previous.and_then(|old| state.record(old).ok());
        jobs.map(|(job, asset)| job.unwrap_or_else(|| Job::left_out(asset, old(asset)))).collect()
    }

    /// Brings a suspect up to date, unless another thread does so.
    fn finish(&self, index: usize) {
        let slot = &self.slots[index];
        if slot.taken.swap(true, Ordering::AcqRel) {
            return;
        }
        let guard = AbandonOnPanic { scheduler: self, slot };
        let job = self.job(&self.plan.suspects[index], &slot.values_needed);
        let _ = slot.job.set(job);
        std::mem::forget(guard);
        self.observer.advanced(&self.plan.suspects[index].source);
        self.notify_waiting();
    }

    fn notify_waiting(&self) {
        // A waiting thread adds its edge and checks the slot under this lock, so it cannot miss the notification.
        if !self.waits().is_empty() {
            self.finished.notify_all();
        }
    }

    fn job(&self, asset: &PlannedAsset, values_needed: &AtomicBool) -> Job {
        let others = Others { scheduler: self, answers: Answers::default() };
        let view = AssetView { files: self.files, assets: &others, asset: asset.file };
        let checker = self.context.checker;
        // Without a readable record, the asset is rebuilt.
        let old = asset.previous.and_then(|old| checker.state.record(old).ok());
        let span = self.context.timer.span(Activity::Check, Some(&asset.name()));
        // Failed assets are also checked, because the assets of a cycle find it only if all of them are checked.
        let up_to_date = !asset.may_differ && old.as_ref().is_some_and(|old| old.failure.is_none());
        let mut why = if up_to_date { Vec::new() } else { checker.reasons(asset, old.as_ref(), view) };
        drop(span);
        if self.context.force && !why.contains(&Reason::New) {
            why.push(Reason::Forced);
        }
        let mut job = Job { why, ..Job::unchanged(asset.clone(), old) };
        if job.why.is_empty() {
            return job;
        }
        if let Some(cycle) = self.waits().cycle_of(asset.file) {
            // The check found the cycle. The stages do not run, because they would see answers that depend on the order of
            // work.
            let failure = cycle_failure(asset, dependencies_of_check(&job, &cycle), cycle);
            job.outcome = Some(Outcome::failed(failure));
            return job;
        }
        let begun = Instant::now();
        let mut outcome = self.context.build(asset, job.old_built(), view, self);
        if let Some(cycle) = self.waits().cycle_of(asset.file) {
            let dependencies = match outcome.result {
                Ok(built) => built.dependencies().cloned().collect(),
                Err(failure) => failure.dependencies,
            };
            outcome.result = Err(Box::new(cycle_failure(asset, dependencies, cycle)));
            outcome.staged.drain(..).for_each(|(_, staged)| self.context.staging.discard(&staged));
            outcome.products = None;
        }
        if let Some(products) = outcome.products.take().filter(|_| values_needed.load(Ordering::Acquire)) {
            let _ = self.values_of(asset.file).set(Some(products));
        }
        job.outcome = Some(outcome);
        job.time = begun.elapsed();
        job
    }

    // ---- other assets ----

    /// Returns the products of the asset made from `file`, after bringing it up to date.
    fn products(&self, dependent: FileId, file: FileId) -> Result<Vec<ProductRecord>, Unavailable> {
        self.must_be_in_no_cycle(dependent)?;
        let Some(index) = self.plan.suspect_of(file) else {
            return self.recorded_products(file).ok_or(Unavailable::Failed);
        };
        let slot = &self.slots[index];
        if slot.job.get().is_none() {
            let _waiting = self.wait_for(dependent, file)?;
            nested(|| self.finish(index));
            let mut waits = self.waits();
            while slot.job.get().is_none() && !slot.abandoned.load(Ordering::Acquire) {
                waits = self.finished.wait(waits).unwrap_or_else(PoisonError::into_inner);
            }
        }
        self.must_be_in_no_cycle(dependent)?;
        slot.job.get().and_then(products_of).ok_or(Unavailable::Failed)
    }

    /// Returns an error if the asset is in a known cycle. Such an asset always fails. Once the cycle is known, all its queries
    /// about other assets get the same answer, and it waits for none of them. Therefore the order of work does not decide which
    /// of several cycles is found.
    fn must_be_in_no_cycle(&self, asset: FileId) -> Result<(), Unavailable> {
        self.waits().cycle_of(asset).map_or(Ok(()), |cycle| Err(Unavailable::Cycle(cycle)))
    }

    fn recorded_products(&self, file: FileId) -> Option<Vec<ProductRecord>> {
        self.recorded(file).map(|built| built.process.products)
    }

    /// Returns the record of an asset's last build before this one; `None` if it failed.
    fn recorded(&self, file: FileId) -> Option<Box<BuiltRecord>> {
        let record = self.context.checker.state.record(self.plan.previous(file)?).ok()?;
        record.built.filter(|_| record.failure.is_none())
    }

    /// Returns the job of the asset made from `file`, if this build has finished it.
    fn finished(&self, file: FileId) -> Option<&Job> {
        self.plan.suspect_of(file).and_then(|index| self.slots[index].job.get())
    }

    /// Returns the assets that a query may be about.
    fn assets_of(&self, query: &Query) -> Vec<FileId> {
        match query.subject() {
            Subject::Asset(source) => self.plan.asset_of(source).into_iter().collect(),
            Subject::Product(name) => self.plan.possible_makers(name).into_iter().map(|(file, _)| file).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the queries that an asset made in its last build, as far as they are known now.
    fn last_queries(&self, file: FileId) -> Vec<Query> {
        let queries = |dependencies: Vec<&Dependency>| dependencies.into_iter().map(|it| it.query.clone()).collect();
        match self.finished(file) {
            Some(job) => queries(job.dependencies()),
            None => {
                let record = self.plan.previous(file).and_then(|old| self.context.checker.state.record(old).ok());
                record.map_or(Vec::new(), |record| queries(record.dependencies()))
            }
        }
    }

    /// Records that one asset waits for another. Returns an error if this would close a cycle.
    fn wait_for(&self, dependent: FileId, dependency: FileId) -> Result<Waiting<'_>, Unavailable> {
        let mut waits = self.waits();
        match waits.add(dependent, dependency) {
            Ok(()) => Ok(Waiting { waits: &self.waits, dependent }),
            Err(files) => {
                let sources = self.cycle(&files);
                waits.mark_cycle(files, &sources);
                Err(Unavailable::Cycle(sources))
            }
        }
    }

    /// Returns the sources of a cycle. The list begins and ends with the alphabetically first source.
    fn cycle(&self, files: &[FileId]) -> Vec<String> {
        let name = |&file: &FileId| self.plan.tree.path(file).map_or_else(String::new, |path| path.to_string());
        let mut names: Vec<String> = files.iter().map(name).collect();
        let first = (0..names.len()).min_by_key(|&index| &names[index]).unwrap_or(0);
        names.rotate_left(first);
        names.extend(names.first().cloned());
        names
    }

    fn values_of(&self, file: FileId) -> Values {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(values.entry(file).or_default())
    }

    /// Returns the asset that makes a product, and the product's record.
    fn find(&self, dependent: FileId, name: &str) -> Found {
        let mut failed = false;
        for (file, label) in self.plan.possible_makers(name).into_iter().filter(|(file, _)| *file != dependent) {
            match self.products(dependent, file) {
                Ok(products) => {
                    if let Some(product) = products.into_iter().find(|product| product.label == label) {
                        return Ok((file, product));
                    }
                }
                Err(Unavailable::Failed) => failed = true,
                Err(cycle) => return Err(cycle.for_product(name)),
            }
        }
        let name = name.to_owned();
        Err(if failed { AssetError::Failed { name } } else { AssetError::Missing { name } })
    }

    /// Returns the unlabelled product of the asset made from `source`.
    fn find_main_product(&self, dependent: FileId, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        // Errors contain the name derived from the source, because answers without a product must not depend on the asset's
        // name.
        let name = source.asset_name();
        let missing = || AssetError::Missing { name: name.to_owned() };
        let file = self.plan.asset_of(source).filter(|&file| file != dependent).ok_or_else(missing)?;
        let products = self.products(dependent, file).map_err(|error| error.for_product(name))?;
        let product = products.into_iter().find(|it| it.label.is_empty()).ok_or_else(missing)?;
        let name = self.plan.asset_name(file, source).to_owned();
        Ok(ProductInfo { name, type_path: product.type_path.into_owned(), digest: product.digest })
    }

    /// Tells the assets that may make a product to keep its value, if they are not up to date yet.
    fn keep_values_of(&self, product: &str) {
        for (file, _) in self.plan.possible_makers(product) {
            if let Some(slot) = self.plan.suspect_of(file).map(|index| &self.slots[index]) {
                slot.values_needed.store(true, Ordering::Release);
            }
        }
    }

    /// Makes an asset's products once, for all assets that need their values.
    fn make(&self, dependent: FileId, file: FileId) -> Result<Values, Unavailable> {
        let values = self.values_of(file);
        if values.get().is_none() {
            let _waiting = self.wait_for(dependent, file)?;
            let others = Others { scheduler: self, answers: Answers::default() };
            let view = AssetView { files: self.files, assets: &others, asset: file };
            let checker = self.context.checker;
            let mut book = RecipeBook::new(checker.registry, checker.target, self.manifest);
            values.get_or_init(|| nested(|| self.context.make_products(&self.plan.asset(file, &mut book)?, view)));
        }
        Ok(values)
    }

    fn waits(&self) -> MutexGuard<'_, WaitGraph> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers one asset's queries about other assets.
struct Others<'s, 'a> {
    scheduler: &'s Scheduler<'a>,
    answers: Answers,
}

impl Others<'_, '_> {
    fn find(&self, dependent: FileId, name: &str) -> Found {
        self.answers.by_name(name, || self.scheduler.find(dependent, name))
    }

    /// Waits for another asset, which may itself have to run stages.
    fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.scheduler.context.permits.wait(wait)
    }
}

impl OtherAssets for Others<'_, '_> {
    fn product(&self, dependent: FileId, name: &str) -> Result<ProductInfo, AssetError> {
        let (_, product) = self.wait(|| self.find(dependent, name))?;
        Ok(ProductInfo { name: name.to_owned(), type_path: product.type_path.into_owned(), digest: product.digest })
    }

    fn product_of(&self, dependent: FileId, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.wait(|| self.answers.by_source(source, || self.scheduler.find_main_product(dependent, source)))
    }

    fn value(&self, dependent: FileId, name: &str) -> Result<DynValue, AssetError> {
        self.scheduler.keep_values_of(name);
        let (file, record) = self.wait(|| self.find(dependent, name))?;
        let values = self.wait(|| self.scheduler.make(dependent, file)).map_err(|error| error.for_product(name))?;
        let made = values.get().and_then(Option::as_ref);
        let product = made.and_then(|made| made.iter().find(|product| product.label == record.label));
        product.map(|product| product.value.clone()).ok_or_else(|| AssetError::Failed { name: name.to_owned() })
    }
}

impl KnownQueries for Scheduler<'_> {
    fn sources_of(&self, name: &str) -> Vec<SourcePath> {
        self.plan.possible_makers(name).into_iter().filter_map(|(file, _)| self.plan.tree.path(file)).collect()
    }

    fn queries_of(&self, query: &Query) -> Vec<Query> {
        self.assets_of(query).into_iter().flat_map(|file| self.last_queries(file)).collect()
    }

    fn may_ask_confined_asset(&self, query: &Query) -> bool {
        self.assets_of(query).into_iter().any(|file| match self.finished(file) {
            Some(job) => job.built().is_some_and(|built| built.is_confined),
            None => self.recorded(file).is_some_and(|built| built.is_confined),
        })
    }
}

/// The reason why an asset's products are not available.
enum Unavailable {
    Failed,
    Cycle(Vec<String>),
}

impl Unavailable {
    fn for_product(self, name: &str) -> AssetError {
        match self {
            Self::Failed => AssetError::Failed { name: name.to_owned() },
            Self::Cycle(sources) => AssetError::Cycle { sources },
        }
    }
}

/// Returns the failure of an asset that is part of a cycle. It does not depend on queries after the query that closed the
/// cycle, because all later answers are the cycle, too.
fn cycle_failure(asset: &PlannedAsset, mut dependencies: Vec<Dependency>, sources: Vec<String>) -> Failure {
    let error = AssetError::Cycle { sources: sources.clone() };
    let diagnostic =
        Diagnostic::error(codes::DEPENDENCY_CYCLE, error.to_string()).in_file(&asset.source).help(CYCLE_HELP);
    let answer = answer_of_cycle(&sources);
    let asked = dependencies.iter().position(|it| it.query.is_about_asset() && it.answer == answer);
    dependencies.truncate(asked.map_or(dependencies.len(), |last| last + 1));
    Failure { cycle: sources, ..Failure::new(dependencies, vec![diagnostic]) }
}

/// Returns the dependencies of an asset's last build, with the new answer to the query whose check found a cycle.
fn dependencies_of_check(job: &Job, cycle: &[String]) -> Vec<Dependency> {
    let mut dependencies: Vec<Dependency> = job.old.iter().flat_map(AssetRecord::dependencies).cloned().collect();
    for reason in &job.why {
        let Reason::DependencyChanged { query, .. } = reason else { continue };
        let changed = dependencies.iter_mut().filter(|it| it.query == *query && query.is_about_asset());
        changed.for_each(|it| it.answer = answer_of_cycle(cycle));
    }
    dependencies
}

fn answer_of_cycle(sources: &[String]) -> Option<Digest> {
    Dependency::answer_of_reference(&Err(AssetError::Cycle { sources: sources.to_vec() }))
}

/// Returns the products of an asset after this build; `None` if it failed.
fn products_of(job: &Job) -> Option<Vec<ProductRecord>> {
    job.built().map(|built| built.process.products.clone())
}

/// Removes the edge of a waiting asset from the wait graph when it is dropped.
struct Waiting<'a> {
    waits: &'a Mutex<WaitGraph>,
    dependent: FileId,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner).remove(self.dependent);
    }
}

/// Notifies the threads that wait for an asset if the thread that builds the asset panics. Panics of stages are caught earlier.
struct AbandonOnPanic<'a, 'b> {
    scheduler: &'a Scheduler<'b>,
    slot: &'a Slot,
}

impl Drop for AbandonOnPanic<'_, '_> {
    fn drop(&mut self) {
        self.slot.abandoned.store(true, Ordering::Release);
        self.scheduler.notify_waiting();
    }
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work`, on a new thread's stack if the current one is deep.
fn nested<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let depth = DEPTH.get();
    if depth < MAX_NESTED_BUILDS {
        DEPTH.set(depth + 1);
        let result = work();
        DEPTH.set(depth);
        return result;
    }
    let result = thread::scope(|scope| {
        thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).map(thread::ScopedJoinHandle::join)
    });
    match result {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // Continuing on this stack could overflow it. The guard of the waiting stage reports this panic.
        Err(error) => panic!("cannot start a thread: {error}"),
    }
}
