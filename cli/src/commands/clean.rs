//! `rigmill clean`

use rigmill_graph::{RealDisk, clean};

use super::project;
use crate::args::CleanArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::shell::Shell;

pub(crate) fn run(args: &CleanArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), &args.project.place)?;
    let removed = clean(&project, &RealDisk, &Progress::new(shell))?;
    if shell.verbose() {
        removed.iter().for_each(|path| shell.result(path));
    }
    if !shell.quiet() {
        shell.result(format_args!("removed {} files", removed.len()));
    }
    Ok(true)
}
