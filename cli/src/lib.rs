#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! The `rigmill` command line, for any set of stages.
//!
//! A program with custom stages gets the complete command line:
//!
//! ```ignore
//! fn main() -> std::process::ExitCode {
//!     rigmill_cli::main_with(rigmill_cli::builtins().with_importer(MyImporter))
//! }
//! ```
//!
//! This is the only crate that prints, exits, reads the environment and the clock, and contains the list of built-in stages.

mod args;
mod byte_size;
mod commands;
mod content_file;
mod diagram;
mod doctor;
mod failure;
mod inspect;
mod output;
mod play;
mod program;
mod project;
mod standalone;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::FromArgMatches;
use rigmill_pipeline::Registry;

use crate::args::{Args, Command, Settings};
use crate::failure::Failure;
use crate::output::shell::{ERROR, Shell, styled};

pub use crate::program::builtins;

/// Runs the command line with the stages of `registry`, and returns the program's exit code.
///
/// The exit code is 0 for success, 1 if some assets failed (the others are built) or a checked file is damaged, and 2 for
/// errors in the command line, the manifest or the environment.
#[must_use]
pub fn main_with(registry: Registry) -> ExitCode {
    main_with_arguments(registry, env::args_os())
}

/// Like [`main_with`], but for a program that supplies the command line itself. The first argument is the program's name.
#[must_use]
pub fn main_with_arguments(registry: Registry, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let args = match parse(&arguments) {
        Ok(args) => args,
        Err(error) => return output::misuse::report(error, &arguments),
    };
    let registry = Arc::new(registry);
    let settings = args.settings();
    let shell = Shell::new(settings.appearance);
    report_panics(shell);
    project::environment::warn(&args, &shell);
    let format = args.format_of_errors();
    if let Err(failure) = project::unexpanded::check(&args, &settings) {
        failure.print_for_machines(format, &shell);
        failure.print(format, &shell);
        return ExitCode::from(2);
    }
    match run(&registry, &args.command, &settings, &shell) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            let builds = matches!(args.command, Command::Build(_) | Command::Watch(_));
            let failure = if builds { failure } else { failure.without_building() };
            // A failed build has already printed its errors.
            if !matches!(args.command, Command::Build(_)) {
                failure.print_for_machines(format, &shell);
            }
            failure.print(format, &shell);
            ExitCode::from(2)
        }
    }
}

/// Parses the command line.
fn parse(arguments: &[OsString]) -> Result<Args, clap::Error> {
    Args::from_arg_matches(&without_empty_variables(args::command()).try_get_matches_from(arguments)?)
}

/// Returns a command that ignores environment variables with an empty value.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty =
        |arg: &clap::Arg| arg.get_env().is_some_and(|name| env::var_os(name).is_some_and(|it| it.is_empty()));
    let command = command.mut_args(|arg| if is_empty(&arg) { arg.env(None) } else { arg });
    command.mut_subcommands(without_empty_variables)
}

/// Prints panics, except those of stages, which become diagnostics. A panic message may quote a file, so it is escaped.
fn report_panics(shell: Shell) {
    std::panic::set_hook(Box::new(move |panic| {
        if !rigmill_graph::note_stage_panic(panic) {
            shell.print_stderr(format_args!("{}: rigmill {panic}", styled(ERROR, "error")));
            let backtrace = Backtrace::capture();
            if backtrace.status() == BacktraceStatus::Captured {
                shell.print_stderr_lines(backtrace.to_string().lines());
            }
        }
    }));
}

fn run(registry: &Arc<Registry>, command: &Command, settings: &Settings, shell: &Shell) -> Result<bool, Failure> {
    match command {
        Command::Build(options) => commands::build::run(registry, settings, options, shell),
        Command::Watch(options) => commands::watch::run(registry, settings, options, shell),
        #[cfg(feature = "view")]
        Command::View(options) => commands::view::run(registry, settings, options, shell),
        Command::List(options) => commands::list::run(registry, settings, options, shell),
        Command::Explain(options) => commands::explain::run(registry, settings, options, shell),
        Command::Graph(options) => commands::graph::run(registry, settings, options, shell),
        Command::Cache(options) => commands::cache::run(settings, options, shell),
        Command::Clean(options) => commands::clean::run(registry, settings, options, shell),
        Command::Inspect(options) => inspect::run(options, registry, shell),
        Command::Play(options) => play::run(registry, options, shell),
        Command::Pack(options) => commands::pack::run(settings, options, shell),
        Command::Verify(options) => commands::verify::run(settings, options, shell),
        Command::Init(options) => commands::init::run(registry, settings, options, shell),
        Command::Doctor(options) => doctor::run(registry, settings, options, shell),
        Command::Schema => commands::schema::run(registry, shell),
        Command::Completions(options) => commands::completions::run(options, shell),
        Command::Man(options) => commands::man::run(options, shell),
        Command::Worker(options) => commands::worker::run(registry, settings, options),
    }
}
