//! `rigmill man`: writes manual pages.

use std::fs;

use clap::CommandFactory;

use crate::args::{Args, ManArgs};
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::shell::Shell;

pub(crate) fn run(args: &ManArgs, shell: &Shell) -> Result<bool, Failure> {
    fs::create_dir_all(&args.dir).map_err(Failure::io("create", &args.dir))?;
    clap_mangen::generate_to(Args::command(), &args.dir).map_err(Failure::io("write to", &args.dir))?;
    shell.note(format_args!("wrote man pages to {}", quoted(&args.dir)));
    Ok(true)
}
