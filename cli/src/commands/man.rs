//! `rigmill man`: writes manual pages.

use std::fs;

use rigmill_graph::STATE_FOLDER;

use crate::args::{self, ManArgs};
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::shell::Shell;

pub(crate) fn run(args: &ManArgs, shell: &Shell) -> Result<bool, Failure> {
    must_not_be_a_command(args)?;
    if args.dir.is_file() {
        let message = format!("{} is a file, not a folder", quoted(&args.dir));
        return Err(Failure::other(message, Some("choose a folder for the man pages")));
    }
    fs::create_dir_all(&args.dir).map_err(Failure::io("create", &args.dir))?;
    clap_mangen::generate_to(args::command(), &args.dir).map_err(Failure::io("write to", &args.dir))?;
    shell.note(format_args!("wrote man pages to {}", quoted(&args.dir)));
    Ok(true)
}

/// Fails if a new folder, or an output folder, would be meant by the name of a command or of its man page: its help is wanted.
fn must_not_be_a_command(args: &ManArgs) -> Result<(), Failure> {
    let Some(folder) = args.dir.to_str() else { return Ok(()) };
    let command = args::command();
    let Some(command) = command.find_subcommand(folder.strip_prefix("rigmill-").unwrap_or(folder)) else {
        return Ok(());
    };
    if args.dir.is_dir() && !args.dir.join(STATE_FOLDER).exists() {
        return Ok(());
    }
    let name = command.get_name();
    let help = format!(
        "run `rigmill help {name}` to see the help of this command; to write into a folder with this name, use ./{folder}"
    );
    Err(Failure::other(
        format!("`{name}` is a command, but `rigmill man` needs a folder for the man pages"),
        Some(&help),
    ))
}
