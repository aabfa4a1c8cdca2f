//! `rigmill graph`: prints or draws the build graph.

use std::io::Write;
use std::path::Path;

use rigmill_disk::RealDisk;
use rigmill_graph::{GraphError, survey};
use rigmill_pipeline::{Registry, nearest};

use crate::args::{GraphArgs, GraphFormat, MessageFormat, Settings};
use crate::diagram::{Diagram, SelectError, dot, fold, gather, json, named, select, svg};
use crate::failure::Failure;
use crate::output::printable::{Form, quoted};
use crate::output::shell::{Shell, must_print};
use crate::program;
use crate::project;

/// The maximum number of assets that are drawn individually. Larger diagrams have one node per folder.
const DRAWN: usize = 300;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &GraphArgs, shell: &Shell) -> Result<bool, Failure> {
    if let Some(out) = &settings.out {
        must_be_output_folder(out)?;
    }
    let project = project::find(args.project.path.as_deref(), settings)?;
    let target = project::one_target(&project, settings);
    let surveys = survey(&project, registry, &target, program::digest()?, None, &RealDisk)?;
    let folder = project.root().file_name().map(|name| name.to_string_lossy().into_owned());
    let name = project.manifest().name.clone().or(folder).unwrap_or_default();
    let diagram = chosen(gather(&name, &target, &surveys), &args.asset)?;
    let default =
        if settings.appearance.message_format == MessageFormat::Json { GraphFormat::Json } else { GraphFormat::Dot };
    let format = args.format.unwrap_or(default);
    let text = match format {
        GraphFormat::Json => json(&diagram) + "\n",
        GraphFormat::Dot => dot(&bounded(diagram, args, shell)),
        GraphFormat::Svg => svg(&bounded(diagram, args, shell)),
    };
    let form = if format == GraphFormat::Json { Form::Json } else { Form::Text };
    let mut out = shell.results(form);
    must_print(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    Ok(true)
}

/// Fails if an output folder is named like a file with a diagram.
fn must_be_output_folder(out: &Path) -> Result<(), Failure> {
    let extension = out.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !["dot", "json", "svg"].contains(&extension) || out.is_dir() {
        return Ok(());
    }
    let help = format!("to save the diagram, use `> {}`; -o sets the output folder of the build", quoted(out));
    Err(Failure::other(format!("{} is not an output folder", quoted(out)), Some(&help)))
}

/// Selects the assets named on the command line, and their neighbours.
fn chosen(diagram: Diagram, names: &[String]) -> Result<Diagram, Failure> {
    if names.is_empty() {
        return Ok(diagram);
    }
    let mut chosen = Vec::new();
    for name in names {
        chosen.extend(named(&diagram, name).map_err(|error| unknown(&diagram, name, error))?);
    }
    Ok(select(diagram, &chosen))
}

fn unknown(diagram: &Diagram, name: &str, error: SelectError) -> Failure {
    match error {
        SelectError::Glob(why) => Failure::other(format!("`{name}` is not a glob: {why}"), None),
        SelectError::Nothing => {
            let nearest = nearest(name, diagram.assets.iter().map(|asset| asset.name.as_str())).map(str::to_owned);
            GraphError::NoAsset { name: name.to_owned(), nearest }.into()
        }
    }
}

/// Folds the diagram by folder if it is too large.
fn bounded(diagram: Diagram, args: &GraphArgs, shell: &Shell) -> Diagram {
    let assets = diagram.assets.len();
    if args.all || assets <= DRAWN {
        return diagram;
    }
    shell.note(format_args!(
        "because there are {assets} assets, the diagram shows one node for each folder; to draw every asset, add --all; to draw only some assets, add --asset NAME"
    ));
    fold(&diagram, DRAWN)
}
