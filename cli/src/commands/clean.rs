//! `rigmill clean`

use rigmill_graph::{RealDisk, clean, target_must_be_known};
use rigmill_pipeline::Registry;

use crate::args::{CleanArgs, MessageFormat, Settings};
use crate::failure::Failure;
use crate::output::message;
use crate::output::printable::{Form, quoted};
use crate::output::progress::Progress;
use crate::output::shell::Shell;
use crate::project;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &CleanArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), settings)?;
    settings.target.iter().try_for_each(|target| target_must_be_known(&project, registry, target))?;
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
