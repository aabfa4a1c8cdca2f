//! The benchmark of the build graph: creates projects of many small assets, and measures `rigmill` on them, and ninja with the
//! same number of edges over the same sources.
//!
//! Everything is measured from outside, with the real programs. Nothing is deleted before the end: ext4 creates new files very
//! slowly for minutes after many files were deleted. Therefore each cold build gets its own folders. `docs/performance.md`
//! describes the measurements, the method and the results.

mod args;
mod bench;
mod console;
mod failure;
mod machine;
mod programs;
mod report;
mod results;
mod shape;
mod sources;
mod viewing;
mod watching;
mod work_folder;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::failure::Failure;
use crate::report::Report;
use crate::work_folder::WorkFolder;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console::note(format_args!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Measures, prints, and only then cleans up, which may take minutes.
fn run(args: &Args) -> Result<(), Failure> {
    let folder = WorkFolder::create(args)?;
    let results = bench::run(args, folder.path())?;
    Report::new(results).print(args.form())?;
    folder.end();
    Ok(())
}
