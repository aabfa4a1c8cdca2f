//! [`build`]: plans, checks and builds the assets that may be out of date, then commits the results.

mod worker;

use std::io;
use std::path::PathBuf;

use rigmill_pipeline::{Diagnostic, Digest, Level, Registry, codes};

use crate::check::{Checker, OutputFiles, ProjectFiles};
use crate::commit::{CommitInput, Pending, commit};
use crate::error::{GraphError, io_error};
use crate::plan::{Plan, Planner, unknown_name};
use crate::project::{Mark, Project, ProjectLock};
use crate::report::{Activity, BuildOptions, BuildReport, Observer, Timer};
use crate::run::{ActionContext, Execution, Scheduler, StagePermits, Staging};
use crate::state::{Configuration, State};
use rigmill_disk::{Disk, Threads};
use rigmill_store::ObjectCache;

pub use worker::{WorkerTask, run_isolated, run_worker};

const DAMAGED_STATE: &str = "Rigmill checks every asset again; to remove the outputs of deleted sources, delete the target's output folder and build again";

/// Builds a project for one target.
///
/// # Errors
/// Returns an error if the manifest is invalid or an operation of the system fails. Errors of single assets are in the report.
pub fn build(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    Build { project, registry, options, changed: None, disk, observer }.run()
}

/// The files that may have changed since an earlier build.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// The mark from the report of the last build into the same output folder.
    pub since: &'a Mark,
    /// The paths of all files below the project's folder that were changed, created or removed since the last build of the
    /// target began, except hidden files. Each path begins with the project's folder. The list may contain unchanged files.
    pub paths: &'a [PathBuf],
}

/// Builds a project for one target like [`build`], but checks only the files in `changed`. This is for projects that are
/// watched.
///
/// The output files are assumed to be unchanged. If another build or a `clean` ran since [`Changed::since`], all files are
/// checked.
///
/// # Errors
/// Returns the same errors as [`build`].
pub fn rebuild(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    changed: Changed<'_>,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    Build { project, registry, options, changed: Some(changed), disk, observer }.run()
}

/// The inputs of a build.
struct Build<'a> {
    project: &'a Project,
    registry: &'a Registry,
    options: &'a BuildOptions,
    changed: Option<Changed<'a>>,
    disk: &'a dyn Disk,
    observer: &'a dyn Observer,
}

impl Build<'_> {
    fn run(&self) -> Result<BuildReport, GraphError> {
        target_must_be_known(self.project, self.registry, &self.options.target)?;
        let &Build { project, registry, options, changed, disk, observer } = self;
        let timer = Timer(observer.recorder());
        let _span = timer.span(Activity::Build, Some(&options.target));
        let state_folder = project.state_folder();
        let lock = ProjectLock::acquire(&state_folder, disk, |owner| observer.waiting(owner));
        let lock = lock.map_err(|(path, error)| GraphError::Io { doing: "lock", path, error })?;
        let staging = Staging::new(&state_folder, disk).map_err(io_error("write to", &state_folder))?;
        let program = project.program_in_keys(options.program);
        let planner = Planner {
            project,
            registry,
            disk,
            threads: Threads::new(options.jobs),
            target: &options.target,
            configuration: configuration(project, registry, &options.target, program)?,
            suspect_all: options.force || options.verify,
            only: options.only.as_ref(),
            check_each_output: options.verify,
            changed: changed.filter(|changed| lock.follows(changed.since)).map(|changed| changed.paths),
        };
        let (mut state, plan, damage) = load_and_plan(&planner, disk, timer)?;
        options.only.as_ref().map_or(Ok(()), |only| plan.must_have(only, project.root()))?;
        let pending = Pending::load(&project.state_file(&options.target), disk);
        state.meta.orphans.extend_from_slice(pending.paths());
        let sources = ProjectFiles::new(project, disk, &plan, &state, Some(staging.started()));
        let target_folder = project.target_folder(&options.target);
        let outputs = OutputFiles::new(disk, &target_folder, Some(staging.started()), options.verify);
        let checker = Checker { registry, state: &state, target: &options.target, outputs: &outputs, program };
        let cache = ObjectCache::new(options.cache.as_ref(), options.remote.as_ref(), disk);
        let execution = options.executor.clone().map(|access| Execution::new(access, project.manifest()));
        let permits = StagePermits::new(planner.threads.count(), execution.as_ref().map_or(0, Execution::slots));
        let context = ActionContext {
            checker: &checker,
            cache: (cache.levels() > 0).then_some(&cache),
            staging: &staging,
            output_folder: &target_folder,
            permits: &permits,
            execution: execution.as_ref(),
            isolation: options.isolation.as_ref(),
            manifest: project.manifest(),
            root: project.root(),
            timer,
            force: options.force,
        };
        let scheduler = Scheduler::new(&sources, &context, project.manifest(), observer);
        let jobs = timer.time(Activity::Work, || scheduler.run(planner.threads, options));
        let targets: Vec<&str> = options.other_targets.iter().map(String::as_str).chain([planner.target]).collect();
        let warnings =
            damage.into_iter().chain(plan.diagnostics(registry, project.manifest(), &targets)).chain(cache.finish());
        let mut report = BuildReport { diagnostics: warnings.collect(), ..BuildReport::default() };
        let input = CommitInput {
            planner: &planner,
            options,
            plan: &plan,
            state: &state,
            sources: &sources,
            outputs: &outputs,
            staging: &staging,
            disk,
            timer,
        };
        timer.time(Activity::Commit, || commit(&input, jobs, pending, &mut report))?;
        staging.finish();
        report.place_parameters(|source, name| project.manifest().place_of(source, name, &options.target));
        report.leave_out(|warning, source| project.manifest().allows(warning, source, &options.target));
        report.saved = cache.saved();
        cache.upload_shared();
        report.previous_mark = lock.previous_mark();
        // If the state was not saved, the next build must check every file.
        report.mark = lock.mark().filter(|_| report.diagnostics.iter().all(|it| it.level != Level::Error));
        Ok(report)
    }
}

/// Checks that at least one writer supports `target`, and also each target that the manifest names.
///
/// # Errors
/// Returns the unknown targets, with their locations if the manifest names them.
pub fn target_must_be_known(project: &Project, registry: &Registry, target: &str) -> Result<(), GraphError> {
    let known = registry.targets();
    let named = &project.manifest().targets;
    let errors: Vec<_> = named.iter().filter_map(|named| unknown_name("target", named, &known, "")).collect();
    if !errors.is_empty() {
        return Err(project.invalid_manifest(errors));
    }
    if known.contains(&target) {
        return Ok(());
    }
    let known = known.into_iter().map(str::to_owned).collect();
    Err(GraphError::UnknownTarget { target: target.to_owned(), known })
}

/// Returns everything that determines the recipes of all assets.
pub(crate) fn configuration(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
) -> Result<Configuration, GraphError> {
    let importers = registry.importers().map(|stage| stage.id());
    let processors = registry.processors().map(|stage| stage.id());
    let writers = registry.writers().map(|stage| stage.id());
    let stages: Vec<_> = importers.chain(processors).chain(writers).collect();
    let manifest = project.manifest();
    let stages = Digest::of_value(&(program, manifest.follow_links, target, stages));
    let stages = stages.map_err(|error| io_error("read", project.root())(io::Error::other(error)))?;
    Ok(Configuration { stages, rules: manifest.meaning, manifest: manifest.digest })
}

/// Loads the state and plans the build. A damaged state is treated as missing, so its records are verified before any is used.
fn load_and_plan(
    planner: &Planner<'_>,
    disk: &dyn Disk,
    timer: Timer<'_>,
) -> Result<(State, Plan, Option<Diagnostic>), GraphError> {
    let file = planner.project.state_file(planner.target);
    let loaded = timer.time(Activity::LoadState, || State::load(&file, disk));
    let (state, damage) = loaded.map_err(io_error("read", &file))?;
    state.meta.must_belong_to(planner.project)?;
    let plan = timer.time(Activity::Plan, || planner.plan(&state))?;
    let uses_records = plan.structure_changed || !plan.suspects.is_empty();
    let damage = damage.or_else(|| if uses_records { state.verify_records().err() } else { None });
    let Some(damage) = damage else { return Ok((state, plan, None)) };
    let message = format!("the build state {} cannot be used: {damage}", file.display());
    let empty = State::empty();
    let plan = planner.plan(&empty)?;
    Ok((empty, plan, Some(Diagnostic::warning(codes::STATE_UNUSABLE, message).help(DAMAGED_STATE))))
}
