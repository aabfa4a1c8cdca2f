//! One build: check every asset, work on those that are not up to date, then put all new files in place at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rigmill_pipeline::{Diagnostic, Digest, Probe, Registry, SourcePath};

use crate::cache::ObjectCache;
use crate::chain::{Work, Workshop};
use crate::check::Checker;
use crate::disk::Disk;
use crate::error::GraphError;
use crate::lock::ProjectLock;
use crate::memo::{Failure, Good};
use crate::plan::{Plan, PlannedAsset};
use crate::project::Project;
use crate::reason::Reason;
use crate::report::{AssetReport, BuildReport, Observer, StageKind, Status};
use crate::staging::{OutputTree, Staged, Staging};
use crate::state::{AssetRecord, FileRecord, State};
use crate::world::World;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The target: one that some writer writes for.
    pub target: String,
    /// Threads to work on; all cores when absent.
    pub jobs: Option<usize>,
    /// Run every stage, whatever is known.
    pub force: bool,
    /// The folder of the object cache; no cache when absent.
    pub cache: Option<PathBuf>,
    /// The digest of the running program.
    pub program: Digest,
}

const DAMAGED_STATE: &str = "every asset is checked anew; files of sources that were deleted since the last build may be left \
                             in the output folder: delete that folder once to be sure";

/// Builds a project for one target.
///
/// # Errors
/// When the manifest or the environment is at fault. What is wrong with an asset is in its report.
pub fn build(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    target_must_be_known(registry, &options.target)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|error| io_error("start threads for", project.root())(io::Error::other(error)))?;
    pool.install(|| Build::run(project, registry, options, disk, observer))
}

pub(crate) fn target_must_be_known(registry: &Registry, target: &str) -> Result<(), GraphError> {
    let known = registry.targets();
    if known.contains(&target) {
        return Ok(());
    }
    let known = known.into_iter().map(str::to_owned).collect();
    Err(GraphError::UnknownTarget { target: target.to_owned(), known })
}

pub(crate) fn io_error<'a>(doing: &'static str, path: &'a Path) -> impl Fn(io::Error) -> GraphError + 'a {
    move |error| GraphError::Io { doing, path: path.to_owned(), error }
}

/// What is to be done about one asset of the plan, and then what was done.
struct Job<'a> {
    asset: &'a PlannedAsset,
    old: Option<&'a AssetRecord>,
    why: Vec<Reason>,
    /// `None` for an asset that is up to date.
    work: Option<Work>,
    time: Duration,
}

struct Build<'a> {
    project: &'a Project,
    options: &'a BuildOptions,
    disk: &'a dyn Disk,
    observer: &'a dyn Observer,
    plan: &'a Plan,
    old: &'a State,
    world: &'a World<'a>,
    staging: &'a Staging<'a>,
    report: BuildReport,
    /// Files that could not be removed.
    orphans: Vec<String>,
}

impl<'a> Build<'a> {
    fn run(
        project: &'a Project,
        registry: &Registry,
        options: &BuildOptions,
        disk: &dyn Disk,
        observer: &dyn Observer,
    ) -> Result<BuildReport, GraphError> {
        let state_folder = project.state_folder();
        fs::create_dir_all(project.out()).map_err(io_error("make", project.out()))?;
        disk.make_folder(&state_folder).map_err(io_error("make", &state_folder))?;
        let lock = state_folder.join("lock");
        let _lock = ProjectLock::acquire(&lock, |owner| observer.waiting(owner)).map_err(io_error("lock", &lock))?;
        let state_file = project.state_file(&options.target);
        let (old, damage) = State::load(&state_file, disk).map_err(io_error("read", &state_file))?;
        let staging = Staging::new(&state_folder, disk).map_err(io_error("write to", &state_folder))?;
        let plan = Plan::new(project, registry)?;
        let world = World::new(project.root(), disk, &plan, &old, Some(staging.started()));
        let target_folder = project.target_folder(&options.target);
        let checker = Checker {
            registry,
            state: &old,
            world: &world,
            disk,
            target: &options.target,
            target_folder: &target_folder,
            program: options.program,
        };
        let report = BuildReport { assets: Vec::new(), diagnostics: plan.diagnostics.clone() };
        let mut build = Build {
            project,
            options,
            disk,
            observer,
            plan: &plan,
            old: &old,
            world: &world,
            staging: &staging,
            report,
            orphans: Vec::new(),
        };
        build.report.diagnostics.extend(damage.map(|error| {
            let message = format!("the build state {} cannot be used: {error}", state_file.display());
            Diagnostic::warning("R0101", message).help(DAMAGED_STATE)
        }));
        let jobs = build.work(&checker);
        let state = build.commit(jobs, &target_folder)?;
        if state != old {
            state.save(&state_file, disk).map_err(io_error("write", &state_file))?;
        }
        let report = build.report;
        staging.finish();
        Ok(report)
    }

    /// Checks every asset and works on those that are not up to date, on all threads.
    fn work(&self, checker: &Checker<'_>) -> Vec<Job<'a>> {
        let mut jobs: Vec<Job<'a>> = self.plan.assets.par_iter().map(|asset| self.checked(checker, asset)).collect();
        let cache = self.options.cache.as_ref().map(|folder| ObjectCache::new(folder, self.disk));
        let force = self.options.force;
        let shop = Workshop { checker, cache: cache.as_ref(), staging: self.staging, force };
        let mut stale: Vec<&mut Job<'a>> = jobs.iter_mut().filter(|job| !job.why.is_empty()).collect();
        self.observer.planned(stale.len());
        stale.par_iter_mut().with_max_len(1).for_each(|job| {
            let begun = Instant::now();
            job.work = Some(shop.work(job.asset, job.old.and_then(|old| old.good.as_ref())));
            job.time = begun.elapsed();
            self.observer.advanced();
        });
        jobs
    }

    fn checked(&self, checker: &Checker<'_>, asset: &'a PlannedAsset) -> Job<'a> {
        let old = self.old.asset(&asset.source);
        let mut why = checker.reasons(asset, old);
        if self.options.force && !why.contains(&Reason::New) {
            why.push(Reason::Forced);
        }
        Job { asset, old, why, work: None, time: Duration::ZERO }
    }

    /// Puts the new files in place, removes those that nothing makes any more, and writes the new state.
    fn commit(&mut self, mut jobs: Vec<Job<'a>>, folder: &Path) -> Result<State, GraphError> {
        self.refuse_shared_files(&mut jobs);
        let staged: Vec<&Path> = jobs.iter().flat_map(staged_files).map(|(_, staged)| staged.path.as_path()).collect();
        self.staging.flush(&staged).map_err(io_error("write to", folder))?;
        let mut tree = OutputTree::new(folder, self.disk);
        let mut state = State { program: Some(self.options.program), ..State::default() };
        let mut recipes = BTreeMap::new();
        for job in jobs {
            let recipe = *recipes.entry(job.asset.recipe.digest).or_insert_with(|| {
                state.recipes.push(job.asset.recipe.record.clone());
                u32::try_from(state.recipes.len() - 1).unwrap_or(u32::MAX)
            });
            let record = self.finish(job, recipe, &mut tree);
            self.remember_files(&record, &mut state.files);
            state.assets.push(record);
        }
        self.remove_orphans(&state, &mut tree);
        state.orphans = std::mem::take(&mut self.orphans);
        self.distrust_new_stamps(&mut state).map_err(io_error("write to", folder))?;
        Ok(state)
    }

    /// Two assets that would write one file both fail, whichever was there first: which one a game gets must not
    /// depend on chance. Names that differ only in case count as one, since on some machines they are.
    fn refuse_shared_files(&self, jobs: &mut [Job<'a>]) {
        let mut claims: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        for (index, job) in jobs.iter().enumerate() {
            for path in outputs_after(job) {
                claims.entry(path.to_lowercase()).or_default().push((index, path.to_owned()));
            }
        }
        for claimants in claims.into_values().filter(|claimants| claimants.len() > 1) {
            let diagnostic = clash(&claimants, jobs);
            for (index, _) in claimants {
                let source = jobs[index].asset.source.clone();
                self.fail(&mut jobs[index], diagnostic.clone().in_file(&source));
            }
        }
    }

    fn fail(&self, job: &mut Job<'a>, diagnostic: Diagnostic) {
        let mut work = job.work.take().unwrap_or_else(|| Work::of(job.old));
        work.staged.drain(..).for_each(|(_, staged)| self.staging.discard(&staged));
        let mut failure = match work.result {
            Err(failure) => failure,
            Ok(good) => {
                Failure { dependencies: good.dependencies().cloned().collect(), diagnostics: Vec::new(), retry: true }
            }
        };
        if !failure.diagnostics.contains(&diagnostic) {
            failure.diagnostics.push(diagnostic);
        }
        job.work = Some(Work { result: Err(failure), ..work });
    }

    /// Puts one asset's files in place; gives its row of the state and leaves its report.
    fn finish(&mut self, mut job: Job<'a>, recipe: u32, tree: &mut OutputTree<'_>) -> AssetRecord {
        let staged = self.place(&mut job, tree);
        let old_good = job.old.and_then(|old| old.good.as_ref());
        let Some(work) = job.work.take() else { return self.untouched(job, recipe) };
        let (status, good, failure) = match work.result {
            Ok(good) => (status_of(&work.ran, staged, &good, old_good), Some(good), None),
            Err(failure) => (Status::Failed, old_good.cloned(), Some(failure)),
        };
        let told = failure.as_ref().map_or_else(
            || good.iter().flat_map(Good::diagnostics).cloned().collect(),
            |failure| failure.diagnostics.clone(),
        );
        if let Some(good) = good.as_ref().filter(|_| failure.is_none()) {
            self.remove_former(old_good, good, tree);
        }
        self.tell(&job, status, work.ran, good.as_ref(), told);
        AssetRecord { source: job.asset.source.clone(), recipe, good, failure }
    }

    /// Puts an asset's new files in place. Should one not go, the asset fails.
    fn place(&self, job: &mut Job<'a>, tree: &mut OutputTree<'_>) -> bool {
        let Some(work) = &mut job.work else { return false };
        let staged = std::mem::take(&mut work.staged);
        for (index, file) in &staged {
            let Ok(good) = &mut work.result else { break };
            let Some(output) = good.outputs.get_mut(*index) else { continue };
            match tree.place(file, &output.path) {
                Ok(stamp) => output.stamp = stamp,
                Err(error) => {
                    let message = format!("cannot write {}: {error}", tree.folder().join(&output.path).display());
                    let diagnostic = Diagnostic::error("R0008", message).in_file(&job.asset.source);
                    let diagnostic = diagnostic.help("the old file is untouched; the next build tries again");
                    self.fail(job, diagnostic);
                    break;
                }
            }
        }
        !staged.is_empty()
    }

    fn untouched(&mut self, job: Job<'a>, recipe: u32) -> AssetRecord {
        let Some(old) = job.old else {
            // Unreachable: an asset without a record is new, and new assets are worked on.
            return AssetRecord { source: job.asset.source.clone(), recipe, good: None, failure: None };
        };
        let status = if old.failure.is_some() { Status::Failed } else { Status::Fresh };
        let told = match &old.failure {
            Some(failure) => failure.diagnostics.clone(),
            None => old.good.iter().flat_map(Good::diagnostics).cloned().collect(),
        };
        self.tell(&job, status, Vec::new(), old.good.as_ref(), told);
        let mut record = AssetRecord { recipe, ..old.clone() };
        self.renew_stamps(&mut record);
        record
    }

    /// Gives outputs without a stamp the one they have now, when that is settled; the check has read them.
    fn renew_stamps(&self, record: &mut AssetRecord) {
        let folder = self.project.target_folder(&self.options.target);
        for output in record.good.iter_mut().flat_map(|good| &mut good.outputs).filter(|it| it.stamp.is_none()) {
            let now = self.disk.stamp(&folder.join(&output.path)).ok().flatten();
            output.stamp = now.filter(|stamp| stamp.settled_before(self.staging.started()));
        }
    }

    /// A file written a moment ago could be changed once more within the same tick of the clock: the next build reads
    /// it instead of trusting its stamp.
    fn distrust_new_stamps(&self, state: &mut State) -> io::Result<()> {
        let now = self.staging.now()?;
        for output in state.assets.iter_mut().filter_map(|asset| asset.good.as_mut()).flat_map(|good| &mut good.outputs)
        {
            output.stamp = output.stamp.filter(|stamp| stamp.settled_before(now));
        }
        Ok(())
    }

    fn tell(
        &mut self,
        job: &Job<'_>,
        status: Status,
        ran: Vec<StageKind>,
        good: Option<&Good>,
        diagnostics: Vec<Diagnostic>,
    ) {
        let outputs = good.iter().flat_map(|good| &good.outputs).map(|output| output.path.clone()).collect();
        self.report.assets.push(AssetReport {
            asset: job.asset.source.asset_name().to_owned(),
            source: job.asset.source.to_string(),
            status,
            why: job.why.clone(),
            ran,
            outputs,
            diagnostics,
            time: job.time,
        });
    }

    fn remember_files(&self, record: &AssetRecord, files: &mut BTreeMap<SourcePath, FileRecord>) {
        let good = record.good.iter().flat_map(Good::dependencies);
        let failed = record.failure.iter().flat_map(|failure| &failure.dependencies);
        for dependency in good.chain(failed) {
            let Probe::File(path) = &dependency.probe else { continue };
            if let (false, Some(file)) = (files.contains_key(path), self.world.file_record(path)) {
                files.insert(path.clone(), file);
            }
        }
    }

    /// Removes the files an asset made before and makes no more.
    fn remove_former(&mut self, old: Option<&Good>, new: &Good, tree: &mut OutputTree<'_>) {
        for output in old.iter().flat_map(|old| &old.outputs) {
            if !new.outputs.iter().any(|other| other.path == output.path) {
                self.remove(&output.path, tree);
            }
        }
    }

    /// Removes the files of assets that are gone, and those an earlier build could not remove.
    fn remove_orphans(&mut self, new: &State, tree: &mut OutputTree<'_>) {
        let claimed: BTreeSet<&str> = new.outputs().map(|(_, output)| output.path.as_str()).collect();
        let unclaimed = |path: &String| !claimed.contains(path.as_str());
        for path in self.old.orphans.iter().filter(|path| unclaimed(path)) {
            self.remove(path, tree);
        }
        for old in self.old.assets.iter().filter(|old| new.asset(&old.source).is_none()) {
            let outputs = old.good.iter().flat_map(|good| &good.outputs).map(|output| output.path.clone());
            let outputs: Vec<String> = outputs.filter(unclaimed).collect();
            outputs.iter().for_each(|path| self.remove(path, tree));
            self.tell_removed(old, outputs);
        }
    }

    fn tell_removed(&mut self, old: &AssetRecord, outputs: Vec<String>) {
        self.report.assets.push(AssetReport {
            asset: old.source.asset_name().to_owned(),
            source: old.source.to_string(),
            status: Status::Removed,
            why: vec![Reason::SourceGone { path: old.source.to_string() }],
            ran: Vec::new(),
            outputs,
            diagnostics: Vec::new(),
            time: Duration::ZERO,
        });
    }

    fn remove(&mut self, path: &str, tree: &mut OutputTree<'_>) {
        if let Err(error) = tree.remove(path) {
            let message = format!("cannot remove {}: {error}", tree.folder().join(path).display());
            let help = "the next build tries again";
            self.report.diagnostics.push(Diagnostic::warning("R0102", message).help(help));
            self.orphans.push(path.to_owned());
        }
    }
}

impl Work {
    /// The work of an asset that needed none.
    fn of(old: Option<&AssetRecord>) -> Self {
        let nothing = || Failure { dependencies: Vec::new(), diagnostics: Vec::new(), retry: true };
        let result = match old {
            Some(AssetRecord { failure: Some(failure), .. }) => Err(failure.clone()),
            Some(AssetRecord { good: Some(good), .. }) => Ok(good.clone()),
            _ => Err(nothing()),
        };
        Self { result, staged: Vec::new(), ran: Vec::new() }
    }
}

/// What is told of assets that would write one file.
fn clash(claimants: &[(usize, String)], jobs: &[Job<'_>]) -> Diagnostic {
    let mut sources: Vec<String> =
        claimants.iter().map(|(index, _)| format!("`{}`", jobs[*index].asset.source)).collect();
    sources.dedup();
    let mut paths: Vec<&str> = claimants.iter().map(|(_, path)| path.as_str()).collect();
    paths.dedup();
    let paths = paths.join(", which on some systems is ");
    match sources.as_slice() {
        [source] => Diagnostic::error("R0006", format!("{source} would write one file twice: {paths}"))
            .help("its processor gives two products one label; this is a fault of the processor"),
        _ => Diagnostic::error("R0006", format!("{} would write one file: {paths}", sources.join(" and ")))
            .help("rename one of them, or leave one out with `exclude = true` in a rule"),
    }
}

fn staged_files<'j>(job: &'j Job<'_>) -> &'j [(usize, Staged)] {
    job.work.as_ref().map_or(&[], |work| &work.staged)
}

/// The files an asset has once the build is done.
fn outputs_after<'j>(job: &'j Job<'_>) -> Vec<&'j str> {
    let good = match &job.work {
        Some(Work { result: Ok(good), .. }) => Some(good),
        _ => job.old.and_then(|old| old.good.as_ref()),
    };
    good.iter().flat_map(|good| &good.outputs).map(|output| output.path.as_str()).collect()
}

fn status_of(ran: &[StageKind], staged: bool, new: &Good, old: Option<&Good>) -> Status {
    let paths = |good: &Good| good.outputs.iter().map(|output| output.path.clone()).collect::<Vec<_>>();
    let changed = staged || old.is_none_or(|old| paths(old) != paths(new));
    match (changed, ran.is_empty()) {
        (false, _) => Status::Fresh,
        (true, true) => Status::Cached,
        (true, false) => Status::Built,
    }
}
