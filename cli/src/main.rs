//! The `rigmill` program: the built-in stages and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    rigmill_cli::main_with(rigmill_cli::builtins())
}
