//! [`clean`]: removes the files that a project built, and no other files.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use rigmill_disk::system::SET_ASIDE;
use rigmill_disk::{Disk, absent, set_aside};

use super::output_tree::OutputTree;
use super::pending;
use super::pending::Pending;
use crate::error::{GraphError, io_error};
use crate::project::{Project, ProjectLock};
use crate::report::Observer;
use crate::state::State;

/// Removes every output file listed in the states of the project's targets (or only the targets in `only`), then removes the
/// states. Returns the paths of the removed files, relative to the output folder.
///
/// # Errors
/// Returns an error if a state is damaged (the output files are unknown then), if a state belongs to another project, or if a
/// file cannot be removed.
pub fn clean(
    project: &Project,
    only: &[String],
    disk: &dyn Disk,
    observer: &dyn Observer,
) -> Result<Vec<String>, GraphError> {
    let state_folder = project.state_folder();
    if !state_folder.is_dir() {
        return Ok(Vec::new());
    }
    let held = ProjectLock::acquire(&state_folder, disk, |owner| observer.waiting(owner));
    let held = held.map_err(|(path, error)| GraphError::Io { doing: "lock", path, error })?;
    let mut removed = Vec::new();
    let targets = || targets_with_state(project).map_err(io_error("read", &state_folder));
    for target in targets()?.into_iter().filter(|target| only.is_empty() || only.contains(target)) {
        let file = project.state_file(&target);
        let (state, damage) = State::load(&file, disk).map_err(io_error("read", &file))?;
        if let Some(damage) = damage {
            let message =
                format!("{damage}; the list of the outputs for {target} is lost: delete the output folder yourself");
            return Err(io_error("use", &file)(io::Error::new(io::ErrorKind::InvalidData, message)));
        }
        state.meta.must_be_built_by(project)?;
        let folder = project.target_folder(&target);
        let mut tree = OutputTree::new(&folder, disk);
        let pending = Pending::load(&file, disk);
        let unowned = state.meta.orphans.iter().chain(pending.paths()).filter(|path| folder.join(path).is_file());
        let built: BTreeSet<String> = state.outputs.files().map(|(path, _)| path).chain(unowned.cloned()).collect();
        for path in built {
            tree.remove(&path).map_err(io_error("remove", &folder.join(&path)))?;
            removed.push(format!("{target}/{path}"));
        }
        for file in [set_aside(&file), file.with_extension("overlay"), file] {
            disk.remove(&file).map_err(io_error("remove", &file))?;
        }
        pending.forget(disk);
    }
    if !targets()?.is_empty() {
        return Ok(removed);
    }
    held.remove_folder(&state_folder).map_err(io_error("remove", &state_folder))?;
    if !project.out_is_link() {
        // This intentionally fails if the folder contains other files.
        let _ = fs::remove_dir(project.out());
    }
    Ok(removed)
}

fn targets_with_state(project: &Project) -> io::Result<Vec<String>> {
    let folder = match fs::read_dir(project.state_folder()) {
        Err(error) if absent(&error) => return Ok(Vec::new()),
        result => result?,
    };
    let mut targets = BTreeSet::new();
    for entry in folder {
        let name = entry?.file_name();
        let name = name.to_str().unwrap_or_default();
        let known = name.strip_suffix(SET_ASIDE).unwrap_or(name).rsplit_once('.');
        targets.extend(known.filter(|it| ["state", pending::EXTENSION].contains(&it.1)).map(|it| it.0.to_owned()));
    }
    Ok(targets.into_iter().collect())
}
