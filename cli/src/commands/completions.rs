//! `rigmill completions`

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::failure::Failure;
use crate::shell::{Shell, must_print};

pub(crate) fn run(args: &CompletionsArgs, shell: &Shell) -> Result<bool, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "rigmill", &mut script);
    let mut out = shell.results();
    must_print(out.write_all(&script).and_then(|()| out.flush()));
    Ok(true)
}
