//! [`check`]: builds everything twice, in different circumstances, and reports the stages whose results differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rigmill_disk::{Disk, LeavesProject, SourceFile, absent};
use rigmill_pipeline::{Dependency, Diagnostic, Globs, Query, Registry, SourcePath, Subject, codes};

use crate::build::build;
use crate::error::{GraphError, io_error};
use crate::project::{MANIFEST, Project, ProjectLock};
use crate::records::{AssetRecord, BuiltRecord, OutputRecord, ProductRecord};
use crate::report::{BuildOptions, BuildReport, Observer, Order};
use crate::sources::{SourcesByName, Tree, scan};
use crate::state::State;

/// The time between the two builds, so that a stage that reads a clock in whole seconds gets a different time.
const PAUSE: Duration = Duration::from_millis(1100);

const HELP: &str = "use only the stage's input, parameters and context; do not use the clock, random numbers, absolute paths or the order of a hash map";

/// Builds every asset of the project twice under different circumstances, and compares the results.
///
/// The second build uses a copy of the sources in another folder, builds in the opposite order, on a different number of
/// threads, at least a second later, and without the object cache. It runs on other machines if `options` names any. For each
/// asset whose results differ, the report contains an error that names the responsible stage.
///
/// The copy is inside the folder of the build state and is removed at the end. It contains only the files that stages read.
///
/// # Errors
/// Returns the errors of [`build`], and an error if the copy cannot be made.
pub fn check(
    project: &Project,
    registry: &Registry,
    options: &BuildOptions,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<BuildReport, GraphError> {
    let first = BuildOptions { force: true, executor: None, ..options.clone() };
    let mut report = build(project, registry, &first, disk, observer)?;
    let begun = std::time::Instant::now();
    let folder = project.state_folder().join("check");
    let lock = ProjectLock::acquire(&folder, disk, |owner| observer.waiting(owner));
    let _lock = lock.map_err(|(path, error)| GraphError::Io { doing: "lock", path, error })?;
    let copy = folder.join("copy of the sources");
    remove(&copy)?;
    let found = records(project, &options.target, disk)?;
    let again = copy_sources(project, &found, &copy).map_err(io_error("copy the sources to", &copy)).and_then(|()| {
        thread::sleep(PAUSE.saturating_sub(begun.elapsed()));
        build_copy(&copy, registry, options, disk, observer)
    });
    // The copy is removed even if the second build failed.
    remove(&copy)?;
    report.diagnostics.extend(differences(&found, &again?));
    report.compared = Some(found.len());
    Ok(report)
}

/// Builds the copy in different circumstances and returns the records of its assets.
fn build_copy(
    copy: &Path,
    registry: &Registry,
    options: &BuildOptions,
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<Records, GraphError> {
    let other = Project::find(Some(copy), Some(&copy.join("build")), copy)?;
    let threads = options.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let second = BuildOptions {
        force: true,
        cache: None,
        remote: None,
        order: Order::Backward,
        jobs: Some(if threads == 1 { 4 } else { 1 }),
        ..options.clone()
    };
    build(&other, registry, &second, disk, observer)?;
    records(&other, &options.target, disk)
}

fn remove(folder: &Path) -> Result<(), GraphError> {
    match fs::remove_dir_all(folder) {
        Err(error) if !absent(&error) => Err(io_error("remove", folder)(error)),
        _ => Ok(()),
    }
}

type Records = BTreeMap<SourcePath, AssetRecord>;

/// Loads the record of every asset, keyed by its source.
fn records(project: &Project, target: &str, disk: &dyn Disk) -> Result<Records, GraphError> {
    let file = project.state_file(target);
    let (state, damage) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let unusable = |error| io_error("read", &file)(io::Error::new(io::ErrorKind::InvalidData, error));
    if let Some(damage) = damage {
        return Err(unusable(damage));
    }
    let assets = state.tree.paths().filter_map(|(file, source)| Some((state.asset_of(file)?, source)));
    assets.map(|(asset, source)| Ok((source, state.record(asset).map_err(unusable)?))).collect()
}

// ---- the copy ----

/// Copies the manifest, the ignore files and all files that stages read.
fn copy_sources(project: &Project, found: &Records, copy: &Path) -> io::Result<()> {
    fs::create_dir_all(copy)?;
    let manifest = SourcePath::new(MANIFEST).map_err(io::Error::other)?;
    let mut files = BTreeSet::from([manifest]);
    let (mut globs, mut names) = (BTreeSet::new(), BTreeSet::new());
    for dependency in found.values().flat_map(AssetRecord::dependencies) {
        match dependency.query.subject() {
            Subject::File(path) => drop(files.insert(path.clone())),
            Subject::Glob(pattern) => drop(globs.insert(pattern)),
            Subject::SourcesNamed(name) => drop(names.insert(name)),
            Subject::Product(_) | Subject::Asset(_) | Subject::Variable(_) | Subject::AssetNames(_) => {}
        }
    }
    let tree = scan(project.root(), project.out()).map_err(|(_, error)| error)?.tree;
    files.extend(tree.ignore_files.paths().filter_map(|path| SourcePath::new(path).ok()));
    files.extend(listed(&tree, &globs, &names)?);
    files.iter().try_for_each(|path| copy_file(project, copy, path))
}

/// Returns the files of a tree that match any of the globs or have any of the asset names.
fn listed(tree: &Tree, globs: &BTreeSet<&str>, names: &BTreeSet<&str>) -> io::Result<Vec<SourcePath>> {
    if globs.is_empty() && names.is_empty() {
        return Ok(Vec::new());
    }
    let globs = Globs::new(globs.iter().copied()).map_err(io::Error::other)?;
    let by_name = SourcesByName::new(tree);
    let named = names.iter().flat_map(|name| by_name.get(name)).cloned();
    Ok(tree.matching(&globs).into_iter().chain(named).collect())
}

fn copy_file(project: &Project, copy: &Path, path: &SourcePath) -> io::Result<()> {
    let source = SourceFile { root: project.root(), path, links: project.manifest().links() };
    let from = match source.open() {
        Ok(file) => file.metadata()?.is_file().then_some(file),
        // Stages could not read this file, so only its existence matters.
        Err(error) if LeavesProject::is_cause_of(&error) => None,
        // It did not exist for the stages either.
        Err(error) if absent(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    let target = copy.join(path.as_str());
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut to = File::create(&target)?;
    from.map_or(Ok(0), |mut from| io::copy(&mut from, &mut to)).map(drop)
}

// ---- the comparison ----

fn differences(found: &Records, again: &Records) -> Vec<Diagnostic> {
    // Files that could not be read were reported, and are not the fault of a stage.
    let read = |record: &&AssetRecord| record.failure.as_ref().is_none_or(|failure| !failure.retry);
    let differences = found.iter().filter(|(_, record)| read(record)).filter_map(|(source, record)| {
        let message = match again.get(source) {
            Some(other) => difference(record, other)?,
            None => "the source was an asset in only one of the two builds".to_owned(),
        };
        Some(Diagnostic::error(codes::BUILDS_DIFFER, message).in_file(source).help(HELP))
    });
    differences.collect()
}

/// Names the first stage that is responsible for a difference between two builds of an asset from the same files.
fn difference(one: &AssetRecord, two: &AssetRecord) -> Option<String> {
    if edited_between(one, two) {
        return None;
    }
    match ((&one.failure, &one.built), (&two.failure, &two.built)) {
        ((Some(_), _), (Some(_), _)) => None,
        ((None, Some(one)), (None, Some(two))) => difference_of_results(one, two),
        _ => Some("the asset failed in only one of the two builds".to_owned()),
    }
}

/// Whether a file changed before the second build read it.
fn edited_between(one: &AssetRecord, two: &AssetRecord) -> bool {
    let (one, two) = (one.dependencies(), two.dependencies());
    let file = |it: &&&Dependency| matches!(it.query, Query::File(_));
    let other = |it: &&Dependency| two.iter().any(|other| other.query == it.query && other.answer != it.answer);
    one.iter().filter(file).any(other)
}

fn difference_of_results(one: &BuiltRecord, two: &BuiltRecord) -> Option<String> {
    let queries = |built: &BuiltRecord| -> Vec<Query> { built.dependencies().map(|it| it.query.clone()).collect() };
    if one.import.output != two.import.output {
        return Some("the importer returned different results for the same files".to_owned());
    }
    if queries(one) != queries(two) {
        return Some("the stages asked for different files or settings in the two builds".to_owned());
    }
    if let Some(label) = first_difference(&one.process.products, &two.process.products) {
        let of = if label.is_empty() { String::new() } else { format!(" ({label})") };
        // If the value of another asset differs, that asset's own diagnostic reports it.
        let other_input = one.process.dependencies != two.process.dependencies;
        return (!other_input).then(|| format!("the processor returned different results for the same input{of}"));
    }
    let written = |(one, two): (&OutputRecord, &OutputRecord)| {
        (one.fingerprint.digest() != two.fingerprint.digest())
            .then(|| format!("the writer wrote different bytes for the same value: {}", one.path))
    };
    one.outputs.iter().zip(&two.outputs).find_map(written)
}

fn first_difference<'a>(one: &'a [ProductRecord], two: &'a [ProductRecord]) -> Option<&'a str> {
    let longer = one.len().max(two.len());
    let differs = |&index: &usize| one.get(index) != two.get(index);
    let index = (0..longer).find(differs)?;
    one.get(index).or_else(|| two.get(index)).map(|product| product.label.as_str())
}
