//! `rigmill clean`

use rigmill_graph::{RealDisk, clean};

use super::project;
use crate::args::{CleanArgs, Global};
use crate::failure::Failure;
use crate::printable::quoted;
use crate::progress::Progress;
use crate::shell::Shell;

pub(crate) fn run(global: &Global, args: &CleanArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), global)?;
    let removed = clean(&project, &global.target, &RealDisk, &Progress::new(shell))?;
    if shell.verbose() {
        removed.iter().for_each(|path| shell.result(quoted(path)));
    }
    if !shell.quiet() {
        shell.result(format_args!("removed {} files", removed.len()));
    }
    Ok(true)
}
