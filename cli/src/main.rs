//! The `rigmill` program with only the built-in stages.

use std::process::ExitCode;

fn main() -> ExitCode {
    rigmill_cli::main_with(rigmill_cli::builtins())
}
