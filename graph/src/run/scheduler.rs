//! [`Resolver`]: brings assets up to date, each once, and those first that others ask for.
//!
//! Every thread takes the next asset that nobody has taken. Where a stage asks for another asset, its thread works on
//! that one in the midst of its own work, or waits for the thread that has it. Who waits for whom is written down
//! before anybody waits, so a ring is found by the one who would close it, and all assets in it fail alike, whichever
//! of them was begun first.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rigmill_pipeline::{AssetError, Diagnostic, DynValue, Product, ProductInfo, SourcePath};

use super::asset_build::Workshop;
use super::job::Job;
use crate::check::{Assets, View, World};
use crate::plan::{Plan, PlannedAsset, RecipeBook};
use crate::project::Manifest;
use crate::records::{Failure, Good, ProductMemo};
use crate::report::{Activity, Observer, Order, Reason};

/// Assets that ask for assets that ask for assets: after so many on one thread's stack, a new thread goes on.
const NESTED_ON_A_STACK: usize = 32;

/// What a thread of ours may use of its stack, in bytes: reserved, not taken.
const STACK: usize = 32 << 20;

/// The code of the diagnostic of assets that need each other.
pub(crate) const RING: &str = "R0107";

const RING_HELP: &str = "one of them must do without the next";

pub(crate) struct Resolver<'a> {
    plan: &'a Plan,
    world: &'a World<'a>,
    shop: &'a Workshop<'a>,
    manifest: &'a Manifest,
    observer: &'a dyn Observer,
    /// One for each suspect of the plan.
    slots: Vec<Slot>,
    desk: Mutex<Desk>,
    /// Somebody finished an asset, or gave it up.
    finished: Condvar,
}

#[derive(Default)]
struct Slot {
    taken: AtomicBool,
    /// Its thread panicked: nobody will ever finish it.
    lost: AtomicBool,
    /// Somebody asks for its products' values.
    wanted: AtomicBool,
    job: OnceLock<Job>,
}

/// What the threads tell each other.
#[derive(Default)]
struct Desk {
    /// The asset each waiting asset waits for, both by their files.
    waits: BTreeMap<usize, usize>,
    /// The ring each asset that is in one is in.
    rings: BTreeMap<usize, Vec<String>>,
    /// Products of assets that others ask for the values of.
    values: BTreeMap<usize, Arc<OnceLock<Option<Vec<Product>>>>>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        world: &'a World<'a>,
        shop: &'a Workshop<'a>,
        manifest: &'a Manifest,
        observer: &'a dyn Observer,
    ) -> Self {
        let plan = world.plan();
        let slots = plan.suspects.iter().map(|_| Slot::default()).collect();
        Self { plan, world, shop, manifest, observer, slots, desk: Mutex::default(), finished: Condvar::new() }
    }

    /// Brings every suspect up to date on so many threads; gives them in the order of the plan.
    pub(crate) fn run(self, threads: usize, order: Order) -> Vec<Job> {
        let count = self.slots.len();
        self.observer.planned(count);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                if turn >= count {
                    break;
                }
                self.finish(match order {
                    Order::Forward => turn,
                    Order::Backward => count - 1 - turn,
                });
            }
        };
        // Threads of our own: while a stage waits for one of another pool, nothing of ours may be put on top of it.
        thread::scope(|scope| {
            for _ in 0..threads.min(count) {
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if spawned.is_err() {
                    work();
                }
            }
        });
        self.slots.into_iter().filter_map(|slot| slot.job.into_inner()).collect()
    }

    /// Works on a suspect, unless somebody does already.
    fn finish(&self, index: usize) {
        let slot = &self.slots[index];
        if slot.taken.swap(true, Ordering::AcqRel) {
            return;
        }
        let guard = LostOnPanic { resolver: self, slot };
        let job = self.job(&self.plan.suspects[index], &slot.wanted);
        let _ = slot.job.set(job);
        std::mem::forget(guard);
        self.observer.advanced();
        self.tell_finished();
    }

    fn tell_finished(&self) {
        // Whoever waits wrote it down and looked at the slot under this lock, so none misses the call.
        if !self.desk().waits.is_empty() {
            self.finished.notify_all();
        }
    }

    fn job(&self, asset: &PlannedAsset, wanted: &AtomicBool) -> Job {
        let view = View { world: self.world, assets: self, asker: asset.file };
        let checker = self.shop.checker;
        // A record that cannot be read is as good as none: the asset is built anew.
        let old = asset.old.and_then(|old| checker.state.record(old).ok());
        let looking = self.shop.timer.span(Activity::Check, Some(asset.source.asset_name()));
        let mut why = checker.reasons(asset, old.as_ref(), view);
        drop(looking);
        if self.shop.force && !why.contains(&Reason::New) {
            why.push(Reason::Forced);
        }
        let mut job = Job { asset: asset.clone(), old, why, work: None, time: Duration::ZERO };
        if job.why.is_empty() {
            return job;
        }
        let begun = Instant::now();
        let mut work = self.shop.work(asset, job.old.as_ref().and_then(|old| old.good.as_ref()), view);
        if let Some(ring) = self.ring_of(asset.file) {
            work.result = Err(self.ring_failure(asset, work.result, &ring));
            work.staged.drain(..).for_each(|(_, staged)| self.shop.staging.discard(&staged));
        }
        if let Some(made) = work.made.take().filter(|_| wanted.load(Ordering::Acquire) && work.result.is_ok()) {
            let _ = self.values_of(asset.file).set(Some(made));
        }
        job.work = Some(work);
        job.time = begun.elapsed();
        job
    }

    fn ring_failure(&self, asset: &PlannedAsset, result: Result<Good, Failure>, ring: &[String]) -> Failure {
        let dependencies = match result {
            Ok(good) => good.dependencies().cloned().collect(),
            Err(failure) => failure.dependencies,
        };
        let error = AssetError::Ring { ring: ring.to_vec() };
        let diagnostic = Diagnostic::error(RING, error.to_string()).in_file(&asset.source).help(RING_HELP);
        Failure { dependencies, diagnostics: vec![diagnostic], retry: false }
    }

    // ---- asking ----

    /// The products of the asset made from `file`, brought up to date; the asker waits meanwhile.
    fn products(&self, asker: usize, file: usize) -> Result<Vec<ProductMemo>, Unavailable> {
        let Some(index) = self.plan.suspect_of(file) else {
            return self.recorded_products(file).ok_or(Unavailable::Failed);
        };
        let slot = &self.slots[index];
        if slot.job.get().is_none() {
            let _waiting = self.wait_for(asker, file)?;
            nested(|| self.finish(index));
            let mut desk = self.desk();
            while slot.job.get().is_none() && !slot.lost.load(Ordering::Acquire) {
                desk = self.finished.wait(desk).unwrap_or_else(PoisonError::into_inner);
            }
        }
        if let Some(ring) = self.ring_of(asker) {
            return Err(Unavailable::Ring(ring));
        }
        slot.job.get().and_then(products_of).ok_or(Unavailable::Failed)
    }

    fn recorded_products(&self, file: usize) -> Option<Vec<ProductMemo>> {
        let old = self.plan.old_of.get(file)?.checked_sub(1)?;
        let record = self.shop.checker.state.record(old).ok()?;
        record.good.filter(|_| record.failure.is_none()).map(|good| good.process.products)
    }

    /// Notes that one asset waits for another; an error when that one waits, at the end, for the first.
    fn wait_for(&self, asker: usize, asked: usize) -> Result<Waiting<'_>, Unavailable> {
        let mut desk = self.desk();
        let mut chain = vec![asked];
        while let Some(&next) = desk.waits.get(&chain[chain.len() - 1]) {
            chain.push(next);
        }
        if chain.last() != Some(&asker) {
            desk.waits.insert(asker, asked);
            return Ok(Waiting { desk: &self.desk, asker });
        }
        let ring = self.ring(&chain);
        for file in chain {
            desk.rings.insert(file, ring.clone());
        }
        Err(Unavailable::Ring(ring))
    }

    /// The sources in a ring, from the first of them in the order of the alphabet back to it.
    fn ring(&self, files: &[usize]) -> Vec<String> {
        let name = |&file: &usize| self.plan.tree.path(file).map_or_else(String::new, |path| path.to_string());
        let mut names: Vec<String> = files.iter().map(name).collect();
        let first = (0..names.len()).min_by_key(|&index| &names[index]).unwrap_or(0);
        names.rotate_left(first);
        names.extend(names.first().cloned());
        names
    }

    fn ring_of(&self, file: usize) -> Option<Vec<String>> {
        self.desk().rings.get(&file).cloned()
    }

    fn values_of(&self, file: usize) -> Arc<OnceLock<Option<Vec<Product>>>> {
        Arc::clone(self.desk().values.entry(file).or_default())
    }

    /// The asset that makes a product, and what is known of the product.
    fn find(&self, asker: usize, name: &str) -> Result<(usize, ProductMemo), AssetError> {
        let mut failed = false;
        for (file, label) in self.plan.makers(name).into_iter().filter(|(file, _)| *file != asker) {
            match self.products(asker, file) {
                Ok(products) => {
                    if let Some(product) = products.into_iter().find(|product| product.label == label) {
                        return Ok((file, product));
                    }
                }
                Err(Unavailable::Failed) => failed = true,
                Err(Unavailable::Ring(ring)) => return Err(AssetError::Ring { ring }),
            }
        }
        let name = name.to_owned();
        Err(if failed { AssetError::Failed { name } } else { AssetError::Missing { name } })
    }

    /// Makes an asset's products for whoever asks for their values, once.
    fn make(&self, asker: usize, file: usize) -> Result<Arc<OnceLock<Option<Vec<Product>>>>, Unavailable> {
        let values = self.values_of(file);
        if values.get().is_none() {
            let _waiting = self.wait_for(asker, file)?;
            let view = View { world: self.world, assets: self, asker: file };
            let mut book = RecipeBook::new(self.shop.checker.registry, self.shop.checker.target, self.manifest);
            values.get_or_init(|| nested(|| self.shop.make_products(&self.plan.asset(file, &mut book)?, view)));
        }
        Ok(values)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Assets for Resolver<'_> {
    fn product(&self, asker: usize, name: &str) -> Result<ProductInfo, AssetError> {
        let (_, product) = self.find(asker, name)?;
        Ok(ProductInfo { type_path: product.type_path, digest: product.digest })
    }

    fn product_of(&self, asker: usize, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        let name = || source.asset_name().to_owned();
        let missing = || AssetError::Missing { name: name() };
        let file = self.plan.asset_of(source).filter(|&file| file != asker).ok_or_else(missing)?;
        let products = self.products(asker, file).map_err(|error| error.of(&name()))?;
        let ProductMemo { type_path, digest, .. } =
            products.into_iter().find(|it| it.label.is_empty()).ok_or_else(missing)?;
        Ok(ProductInfo { type_path, digest })
    }

    fn value(&self, asker: usize, name: &str) -> Result<DynValue, AssetError> {
        for (file, _) in self.plan.makers(name) {
            if let Some(slot) = self.plan.suspect_of(file).map(|index| &self.slots[index]) {
                slot.wanted.store(true, Ordering::Release);
            }
        }
        let (file, wanted) = self.find(asker, name)?;
        let values = self.make(asker, file).map_err(|error| error.of(name))?;
        let made = values.get().and_then(Option::as_ref);
        let product = made.and_then(|made| made.iter().find(|product| product.label == wanted.label));
        product.map(|product| product.value.clone()).ok_or_else(|| AssetError::Failed { name: name.to_owned() })
    }
}

/// Why an asset's products cannot be had.
enum Unavailable {
    Failed,
    Ring(Vec<String>),
}

impl Unavailable {
    fn of(self, name: &str) -> AssetError {
        match self {
            Self::Failed => AssetError::Failed { name: name.to_owned() },
            Self::Ring(ring) => AssetError::Ring { ring },
        }
    }
}

/// What an asset makes after this build; `None` when it failed.
fn products_of(job: &Job) -> Option<Vec<ProductMemo>> {
    let good = match (&job.work, &job.old) {
        (Some(work), _) => work.result.as_ref().ok()?,
        (None, Some(old)) if old.failure.is_none() => old.good.as_ref()?,
        _ => return None,
    };
    Some(good.process.products.clone())
}

/// As long as it lives, an asset waits.
struct Waiting<'a> {
    desk: &'a Mutex<Desk>,
    asker: usize,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner).waits.remove(&self.asker);
    }
}

/// Wakes those who wait for an asset whose thread panics. A stage's panic never comes this far.
struct LostOnPanic<'a, 'b> {
    resolver: &'a Resolver<'b>,
    slot: &'a Slot,
}

impl Drop for LostOnPanic<'_, '_> {
    fn drop(&mut self) {
        self.slot.lost.store(true, Ordering::Release);
        self.resolver.tell_finished();
    }
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work`, on a stack of its own when this one has become deep.
fn nested<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let depth = DEPTH.get();
    if depth < NESTED_ON_A_STACK {
        DEPTH.set(depth + 1);
        let result = work();
        DEPTH.set(depth);
        return result;
    }
    let result = thread::scope(|scope| {
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map(thread::ScopedJoinHandle::join)
    });
    match result {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // Without a thread there is no way to go on that is sure to end well; the stage's own guard tells it.
        Err(error) => panic!("cannot start a thread: {error}"),
    }
}
