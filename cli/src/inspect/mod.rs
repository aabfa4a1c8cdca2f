//! `rigmill inspect`

mod compressed;
mod curves;
mod data;
mod events;
mod fonts;
mod human;
mod joints;
mod json;
mod labels;
mod layers;
mod models;
mod motion;
mod parts;
mod pose;
mod scene;
mod sound;
mod source;
mod svg;
mod uniform;
mod weights;
mod xnb;

use std::fs;

use rigmill_format::container::MAGIC;
use rigmill_format::{AlignedBytes, DecodeError};
use rigmill_pipeline::Registry;

use crate::args::InspectArgs;
use crate::content_file;
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::replaceable::must_be_replaceable;
use crate::output::shell::{ERROR, Shell, WARNING, styled};

pub(crate) fn run(args: &InspectArgs, registry: &Registry, shell: &Shell) -> Result<bool, Failure> {
    let bytes = content_file::read(&args.file).map_err(Failure::io("read", &args.file))?;
    let print = |text: &str| if args.json { shell.json(text) } else { shell.report(text) };
    let shown = if xnb::is_xnb(&bytes) {
        xnb::show(&args.file, &bytes, args.json, registry, shell).map_err(|unreadable| {
            unreadable.shown.into_iter().for_each(|shown| print(&shown));
            unreadable.error
        })
    } else if bytes.starts_with(&MAGIC) {
        show(args, &AlignedBytes::from_slice(&bytes)).map_err(|error| error.to_string())
    } else if let Some(importer) = scene::importer(&args.file, registry) {
        scene::show(&args.file, importer, args.json, registry, shell)
    } else if let Some(kind) = source::Kind::of(&args.file) {
        source::show(kind, &args.file, args.json, registry, shell)
    } else if let Some(importer) = source::importer(&args.file, registry) {
        source::show_first(importer, &args.file, args.json, registry, shell)
    } else {
        show(args, &AlignedBytes::from_slice(&bytes)).map_err(|error| error.to_string())
    };
    match shown {
        Ok(text) => print(&text),
        Err(error) => {
            Failure::other(format!("{}: {error}", quoted(&args.file)), None).print_for_machines(shell.format(), shell);
            shell.print_stderr(format_args!("{}: {}: {error}", styled(ERROR, "error"), quoted(&args.file)));
            return Ok(false);
        }
    }
    draw(args, &bytes, shell)?;
    Ok(true)
}

fn show(args: &InspectArgs, bytes: &AlignedBytes) -> Result<String, DecodeError> {
    let header = rigmill_format::peek(bytes)?;
    if args.json { json::json(&header, bytes) } else { human::human(&header, bytes) }
}

/// Writes the picture of the skeleton, if one is wanted. The bytes have been checked.
fn draw(args: &InspectArgs, bytes: &[u8], shell: &Shell) -> Result<(), Failure> {
    let Some(path) = &args.svg else { return Ok(()) };
    let posed = pose::from_args(args)?;
    let joints = joints::in_content(bytes, posed.as_ref()).map_err(|reason| {
        let message = format!("{}: cannot be drawn: {reason}", quoted(&args.file));
        let help = match posed {
            Some(_) => "--clip poses the Skeleton beside the clip in the build",
            None => "--svg draws the bones of a Skeleton or a Model",
        };
        Failure::other(message, Some(help))
    })?;
    if let Some(note) =
        posed.as_ref().and_then(|posed| posed.note(|bone| joints.iter().any(|joint| joint.name == bone)))
    {
        shell.print_stderr(format_args!("{}: {note}", styled(WARNING, "warning")));
    }
    let caption = posed.map(|posed| posed.caption());
    must_be_replaceable(path, b"<svg ", "an SVG picture", "bones.svg")?;
    fs::write(path, svg::svg(&joints, caption.as_deref())).map_err(Failure::io("write", path))
}
