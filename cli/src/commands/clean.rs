//! `rigmill clean`

use std::path::Path;

use rigmill_disk::RealDisk;
use rigmill_graph::{STATE_FOLDER, clean, target_must_be_known};
use rigmill_pipeline::Registry;

use crate::args::{CleanArgs, MessageFormat, Settings};
use crate::failure::{Failure, near_path};
use crate::output::message;
use crate::output::printable::{Form, quoted};
use crate::output::progress::Progress;
use crate::output::shell::Shell;
use crate::project;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &CleanArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), settings)?;
    settings.target.iter().try_for_each(|target| target_must_be_known(&project, registry, target))?;
    if let Some(out) = &settings.out {
        must_be_output_folder(out, registry)?;
    }
    let removed = clean(&project, &settings.target, &RealDisk, &Progress::new(shell))?;
    if settings.appearance.message_format == MessageFormat::Json {
        let lines = removed
            .iter()
            .map(|path| message::removed(&project.out().join(path)))
            .chain([message::clean_finished(removed.len())]);
        shell.result_lines(Form::Json, lines);
        return Ok(true);
    }
    if shell.verbose() {
        removed.iter().for_each(|path| shell.result(quoted(path)));
    }
    if !shell.quiet() {
        match removed.len() {
            0 => shell.result(format_args!("there was nothing to remove in {}", quoted(project.out()))),
            1 => shell.result("removed 1 file"),
            files => shell.result(format_args!("removed {files} files")),
        }
    }
    Ok(true)
}

/// Fails if the folder of `--out` is the folder of a target in an output folder, or does not exist. Nothing would be removed.
fn must_be_output_folder(out: &Path, registry: &Registry) -> Result<(), Failure> {
    if out.join(STATE_FOLDER).exists() {
        return Ok(());
    }
    let name = out.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let above = out.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if above.join(STATE_FOLDER).is_dir() && registry.targets().contains(&name) {
        let message = format!("{} is the folder of the target {name}, not an output folder", quoted(out));
        let help = format!("use --out {} --target {name}", quoted(above));
        return Err(Failure::other(message, Some(&help)));
    }
    if !out.exists() {
        let help = near_path(out).unwrap_or_else(|| "set --out to the output folder of an earlier build".to_owned());
        return Err(Failure::other(format!("there is no folder {}", quoted(out)), Some(&help)));
    }
    Ok(())
}
