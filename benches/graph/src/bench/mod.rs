//! The benchmark's measurements, in order.

mod pair;
mod shape_bench;

use std::fs;
use std::path::Path;

use crate::args::Args;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::programs::ninja;
use crate::programs::rigmill::Rigmill;
use crate::results::Results;
use crate::shape::Shape;
use crate::sources::Sources;
use crate::viewing;
use crate::watching;
use shape_bench::ShapeBench;

/// Runs the whole benchmark, in an empty folder.
pub(crate) fn run(args: &Args, folder: &Path) -> Result<Results, Failure> {
    let ninja = if args.no_ninja { None } else { Some(ninja::version()?) };
    let rigmill = Rigmill::find(args)?;
    let machine = Machine::look(folder, rigmill.version()?, ninja);
    let mut results = Results {
        machine,
        command: called_as(),
        source_bytes: Sources::clip_bytes(),
        output_bytes: None,
        rows: Vec::new(),
        watch: None,
        view: None,
    };
    for shape in [Shape::Plain, Shape::Shared, Shape::Models, Shape::Manifest, Shape::Cache] {
        for count in args.sizes(shape).into_iter().filter(|_| args.shape.contains(&shape)) {
            let folder = folder.join(format!("{shape:?}-{count}"));
            fs::create_dir(&folder).map_err(Failure::at(&folder))?;
            let bench = ShapeBench { rigmill: &rigmill, args, folder, shape, count };
            bench.run(&mut results)?;
        }
    }
    if args.shape.contains(&Shape::Watch) {
        results.watch = Some(watching::run(&rigmill, args, folder)?);
    }
    if args.shape.contains(&Shape::View) {
        results.view = Some(viewing::run(&rigmill, args, folder)?);
    }
    Ok(results)
}

fn called_as() -> String {
    let arguments = std::env::args_os().skip(1);
    let arguments: String = arguments.map(|argument| format!(" {}", argument.to_string_lossy())).collect();
    let dashes = if arguments.is_empty() { "" } else { " --" };
    format!("cargo run --release -p rigmill-bench-graph{dashes}{arguments}")
}
