//! Removing what a project built, and nothing else.

use std::fs;
use std::io;

use crate::build::io_error;
use crate::disk::{Disk, absent};
use crate::error::GraphError;
use crate::lock::ProjectLock;
use crate::project::Project;
use crate::report::Observer;
use crate::staging::OutputTree;
use crate::state::State;

/// Removes every file that the states of the project's targets say was built, then the states. Gives the paths of the
/// removed files, relative to the output folder.
///
/// # Errors
/// When a state is damaged (so that nobody knows what was built), or a file cannot be removed.
pub fn clean(project: &Project, disk: &dyn Disk, observer: &dyn Observer) -> Result<Vec<String>, GraphError> {
    let state_folder = project.state_folder();
    if !state_folder.is_dir() {
        return Ok(Vec::new());
    }
    let lock = state_folder.join("lock");
    let held = ProjectLock::acquire(&lock, |owner| observer.waiting(owner)).map_err(io_error("lock", &lock))?;
    let mut removed = Vec::new();
    for target in targets_with_state(project).map_err(io_error("read", &state_folder))? {
        let file = project.state_file(&target);
        let (state, damage) = State::load(&file, disk).map_err(io_error("read", &file))?;
        if let Some(damage) = damage {
            let message =
                format!("{damage}; what was built for {target} is not known: remove the output folder by hand");
            return Err(io_error("use", &file)(io::Error::new(io::ErrorKind::InvalidData, message)));
        }
        let folder = project.target_folder(&target);
        let mut tree = OutputTree::new(&folder, disk);
        for (path, _) in state.outputs.files() {
            tree.remove(&path).map_err(io_error("remove", &folder.join(&path)))?;
            removed.push(format!("{target}/{path}"));
        }
        disk.remove(&file).map_err(io_error("remove", &file))?;
    }
    drop(held);
    fs::remove_dir_all(&state_folder).map_err(io_error("remove", &state_folder))?;
    // Fails, as it should, where the user keeps other files beside the content.
    let _ = fs::remove_dir(project.out());
    Ok(removed)
}

fn targets_with_state(project: &Project) -> io::Result<Vec<String>> {
    let folder = match fs::read_dir(project.state_folder()) {
        Err(error) if absent(&error) => return Ok(Vec::new()),
        result => result?,
    };
    let mut targets = Vec::new();
    for entry in folder {
        let name = entry?.file_name();
        targets.extend(name.to_str().and_then(|name| name.strip_suffix(".state")).map(str::to_owned));
    }
    targets.sort_unstable();
    Ok(targets)
}
