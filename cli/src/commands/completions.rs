//! `rigmill completions`

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::failure::Failure;
use crate::shell::{Shell, leave_on_closed_pipe};

pub(crate) fn run(args: &CompletionsArgs, shell: &Shell) -> Result<bool, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "rigmill", &mut script);
    leave_on_closed_pipe(std::io::Write::write_all(&mut shell.results(), &script));
    Ok(true)
}
