//! One build: look at what may not be up to date, work on what is not, then put all new files in place at once.

use std::io;
use std::path::PathBuf;

use rigmill_pipeline::{Diagnostic, Digest, Level, Registry};

use crate::cache::ObjectCache;
use crate::check::{Checker, TargetFiles, World};
use crate::commit::{Commit, Pending};
use crate::disk::Disk;
use crate::error::{GraphError, io_error};
use crate::plan::{Plan, Planner, unknown_name};
use crate::project::{Mark, Project, ProjectLock};
use crate::report::{Activity, BuildOptions, BuildReport, Observer, Timer};
use crate::run::{Resolver, Staging, Workshop};
use crate::state::State;

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
    build_on_threads(project, registry, options, None, disk, observer)
}

/// What may have changed since an earlier build.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// What the last build in the output folder left in its report.
    pub since: &'a Mark,
    /// Every file below the project's folder, hidden ones apart, that was changed, made or removed since the last build
    /// of the target began, as paths that begin with that folder. Files that did not change do no harm.
    pub paths: &'a [PathBuf],
}

/// Builds a project for one target as [`build`] does, but looks at no other files than those in `changed`: of a project
/// that is watched, they are known. Outputs are trusted. Looks at everything when another build or a clean came between.
///
/// # Errors
/// As [`build`].
pub fn rebuild(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    changed: Changed<'_>,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    build_on_threads(project, registry, options, Some(changed), disk, observer)
}

fn build_on_threads(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    changed: Option<Changed<'_>>,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    target_must_be_known(project, registry, &options.target)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|error| io_error("start threads for", project.root())(io::Error::other(error)))?;
    pool.install(|| build_here(project, registry, options, changed, disk, observer))
}

/// Checks that some writer writes for a target, and for each that the manifest names.
///
/// # Errors
/// The targets that are unknown, with their places where the manifest names them.
pub fn target_must_be_known(project: &Project, registry: &Registry, target: &str) -> Result<(), GraphError> {
    let known = registry.targets();
    let named = &project.manifest().targets;
    let faults: Vec<_> = named.iter().filter_map(|named| unknown_name("target", named, &known)).collect();
    if !faults.is_empty() {
        return Err(project.faulty(faults));
    }
    if known.contains(&target) {
        return Ok(());
    }
    let known = known.into_iter().map(str::to_owned).collect();
    Err(GraphError::UnknownTarget { target: target.to_owned(), known })
}

/// The digest of everything that decides on recipes: while it stays the same, so does the recipe of every source.
pub(crate) fn environment(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
) -> Result<Digest, GraphError> {
    let importers = registry.importers().map(|stage| stage.id());
    let processors = registry.processors().map(|stage| stage.id());
    let writers = registry.writers().map(|stage| stage.id());
    let stages: Vec<_> = importers.chain(processors).chain(writers).collect();
    let digest = Digest::of_value(&(program, project.manifest().digest, target, stages));
    digest.map_err(|error| io_error("read", project.root())(io::Error::other(error)))
}

fn build_here(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    changed: Option<Changed<'_>>,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    let timer = Timer::new(observer.recorder());
    let _span = timer.span(Activity::Build, Some(&options.target));
    let state_folder = project.state_folder();
    let lock = ProjectLock::acquire(&state_folder, disk, |owner| observer.waiting(owner));
    let lock = lock.map_err(|(path, error)| GraphError::Io { doing: "lock", path, error })?;
    let staging = Staging::new(&state_folder, disk).map_err(io_error("write to", &state_folder))?;
    let planner = Planner {
        project,
        registry,
        target: &options.target,
        environment: environment(project, registry, &options.target, options.program)?,
        suspect_all: options.force || options.verify,
        each_output: options.verify,
        changed: changed.filter(|changed| lock.continues(changed.since)).map(|changed| changed.paths),
    };
    let (mut state, plan, damage) = load_and_plan(&planner, disk, timer)?;
    let pending = Pending::load(&project.state_file(&options.target), disk);
    state.meta.orphans.extend_from_slice(pending.paths());
    let world = World::new(project, disk, &plan, &state, Some(staging.started()));
    let target_folder = project.target_folder(&options.target);
    let files = TargetFiles::new(disk, &target_folder, Some(staging.started()), options.verify);
    let checker = Checker { registry, state: &state, target: &options.target, files: &files, program: options.program };
    let cache = options.cache.as_ref().map(|folder| ObjectCache::new(folder, disk));
    let shop = Workshop { checker: &checker, cache: cache.as_ref(), staging: &staging, timer, force: options.force };
    let resolver = Resolver::new(&world, &shop, project.manifest(), observer);
    let jobs = timer.time(Activity::Work, || resolver.run(rayon::current_num_threads(), options.order));
    let told = cache.iter().flat_map(ObjectCache::finish);
    let diagnostics = damage.into_iter().chain(plan.diagnostics(registry, project.manifest())).chain(told).collect();
    let report = BuildReport { diagnostics, ..BuildReport::default() };
    let mut commit = Commit {
        planner: &planner,
        options,
        plan: &plan,
        state: &state,
        world: &world,
        files: &files,
        staging: &staging,
        pending,
        disk,
        timer,
        report,
        placed: Vec::new(),
        removed: false,
        orphans: Vec::new(),
    };
    timer.time(Activity::Commit, || commit.run(jobs))?;
    let mut report = commit.report;
    staging.finish();
    report.found = lock.found();
    // A state that could not be saved says nothing of what this build saw.
    report.mark = lock.mark().filter(|_| report.diagnostics.iter().all(|it| it.level != Level::Error));
    Ok(report)
}

/// Loads the state and plans on top of it, checking the state's records meanwhile. A damaged state counts as none.
fn load_and_plan(
    planner: &Planner<'_>,
    disk: &dyn Disk,
    timer: Timer<'_>,
) -> Result<(State, Plan, Option<Diagnostic>), GraphError> {
    let file = planner.project.state_file(planner.target);
    let loaded = timer.time(Activity::LoadState, || State::load(&file, disk));
    let (state, damage) = loaded.map_err(io_error("read", &file))?;
    state.meta.must_belong_to(planner.project)?;
    let (records, plan) =
        rayon::join(|| state.verify_records(), || timer.time(Activity::Plan, || planner.plan(&state)));
    let Some(damage) = damage.or(records.err()) else { return Ok((state, plan?, None)) };
    let message = format!("the build state {} cannot be used: {damage}", file.display());
    let empty = State::empty();
    let plan = planner.plan(&empty)?;
    Ok((empty, plan, Some(Diagnostic::warning("R0101", message).help(DAMAGED_STATE))))
}
