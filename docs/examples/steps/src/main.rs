//! The `rigmill` program with this crate's stages in addition to the built-in stages: `cargo run -- build PATH`.

mod stages;

use std::process::ExitCode;

use stages::{StepsImporter, StepsProcessor, StepsWriter};

fn main() -> ExitCode {
    let registry = rigmill_cli::builtins();
    rigmill_cli::main_with(
        registry.with_importer(StepsImporter).with_processor(StepsProcessor).with_writer(StepsWriter),
    )
}
