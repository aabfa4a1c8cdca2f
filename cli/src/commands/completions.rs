//! `rigmill completions`: prints completion scripts for shells.

use crate::args::{self, CompletionsArgs};
use crate::failure::Failure;
use crate::output::shell::Shell;

pub(crate) fn run(args: &CompletionsArgs, shell: &Shell) -> Result<bool, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "rigmill", &mut script);
    shell.script(&script);
    Ok(true)
}
