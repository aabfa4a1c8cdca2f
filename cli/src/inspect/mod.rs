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
mod pack;
mod parts;
mod pose;
mod request;
mod scene;
mod sound;
mod source;
mod svg;
mod uniform;
mod weights;
mod xnb;

use std::fs;
use std::path::Path;

use rigmill_format::container::MAGIC;
use rigmill_format::pack::PACK_MAGIC;
use rigmill_format::{AlignedBytes, ContentType};
use rigmill_graph::export_help;
use rigmill_pipeline::{Diagnostic, Registry, codes};

use crate::args::{InspectArgs, MessageFormat};
use crate::content_file;
use crate::failure::{Failure, FileError};
use crate::output::printable::quoted;
use crate::output::remedy::split_remedy;
use crate::output::replaceable::{check_extension, must_be_replaceable};
use crate::output::shell::{Shell, WARNING, styled};
use crate::project::mirror::not_accepted;
use crate::project::picture_file::must_not_be_source;
use crate::standalone::Unusable;
use request::{Request, Shown, Unreadable};

pub(crate) fn run(args: &InspectArgs, registry: &Registry, shell: &Shell) -> Result<bool, Failure> {
    if args.file.is_dir() {
        let message = format!("cannot read {}: the path leads to a folder, not to a file", quoted(&args.file));
        return Err(Failure::other(message, Some(FOLDER_HELP)));
    }
    if let Some(path) = &args.svg {
        check_extension(path, "svg", "--svg")?;
    }
    let bytes = content_file::read(&args.file).map_err(Failure::io("read", &args.file))?;
    let as_json = args.json || shell.format() == MessageFormat::Json;
    let request = Request { path: &args.file, as_json, registry, shell };
    let print = |text: &str| if as_json { shell.json(text) } else { shell.report(text) };
    match shown(request, bytes) {
        Ok(Shown { text, content }) => {
            // A picture that cannot be drawn is reported alone.
            let picture = drawn(args, request, content.as_deref())?;
            print(&text);
            if let Some((path, picture)) = picture {
                fs::write(path, picture).map_err(Failure::io("write", path))?;
            }
            Ok(true)
        }
        Err(Unreadable { shown, error }) => {
            shown.into_iter().for_each(|text| print(&text));
            if let Unusable::Because(reason) = error {
                let format = if as_json { MessageFormat::Json } else { shell.format() };
                let diagnostic = match export_instead(&args.file, registry) {
                    Some(help) => Diagnostic::error(codes::NOT_SHOWN, not_accepted(&args.file)).help(help),
                    None => Diagnostic::error(codes::NOT_SHOWN, split_remedy(&reason).0).help(HELP),
                };
                FileError::new(&args.file, diagnostic).print_as(format, shell);
            }
            Ok(false)
        }
    }
}

const FOLDER_HELP: &str =
    "choose a file; `rigmill list` lists the assets of a project, and `rigmill view` shows a folder";

const HELP: &str = "check that this is the right file; if it is damaged, build, copy or export it again; docs/sources.md lists the file types that Rigmill can read";

/// Returns the remedy for a file of another program, such as a `.blend` file; `None` if an importer accepts the file.
fn export_instead(file: &Path, registry: &Registry) -> Option<String> {
    let name = file.file_name()?.to_str()?;
    if registry.importer_for(name).is_some() { None } else { export_help(name) }
}

fn shown(request: Request<'_>, bytes: Vec<u8>) -> Result<Shown, Unreadable> {
    if xnb::is_xnb(&bytes) {
        return xnb::show(request, &bytes);
    }
    if bytes.starts_with(&PACK_MAGIC) {
        return Ok(pack::show(request)?);
    }
    if !bytes.starts_with(&MAGIC)
        && let Some(shown) = source::show(request)
    {
        return Ok(shown?);
    }
    let aligned = AlignedBytes::from_slice(&bytes);
    let read = if request.as_json { json::json } else { human::human };
    let text = rigmill_format::peek(&aligned).and_then(|header| read(&header, &aligned));
    Ok(Shown { text: text.map_err(|error| error.to_string())?, content: Some(bytes) })
}

/// Draws the picture of the skeleton, if one is wanted, and returns the picture with its path.
fn drawn<'a>(
    args: &'a InspectArgs,
    request: Request<'_>,
    content: Option<&[u8]>,
) -> Result<Option<(&'a Path, String)>, Failure> {
    let Some(path) = args.svg.as_deref() else { return Ok(None) };
    if let (Some(_), Some(content)) = (&args.clip, content) {
        must_be_skeleton(&args.file, content)?;
    }
    let posed = pose::from_args(args, request)?;
    let content = content.ok_or("Rigmill builds nothing from the file that the runtime loads".to_owned());
    let joints = content.and_then(|content| joints::in_content(content, posed.as_ref())).map_err(|reason| {
        let help = match posed {
            Some(_) => "choose a Skeleton and a clip of the same character",
            None => "choose a Skeleton or a Model; --svg draws only their bones",
        };
        not_drawn(&args.file, &reason, help)
    })?;
    if let Some(note) =
        posed.as_ref().and_then(|posed| posed.note(|bone| joints.iter().any(|joint| joint.name == bone)))
    {
        request.shell.print_stderr(format_args!("{}: {note}", styled(WARNING, "warning")));
    }
    let caption = posed.map(|posed| posed.caption());
    must_be_replaceable(path, b"<svg ", "an SVG picture", "bones.svg")?;
    must_not_be_source(path, svg::MARK)?;
    Ok(Some((path, svg::svg(&joints, caption.as_deref()))))
}

/// Fails if a clip is to pose content other than a Skeleton.
fn must_be_skeleton(file: &Path, content: &[u8]) -> Result<(), Failure> {
    let header = rigmill_format::peek(&AlignedBytes::from_slice(content));
    let Some(found) = header.ok().map(|header| header.content_type).filter(|it| *it != ContentType::Skeleton) else {
        return Ok(());
    };
    let beside = file.to_str().and_then(|path| Some(format!("{}.skeleton.rmb", path.strip_suffix(".model.rmb")?)));
    let help = match beside.filter(|path| Path::new(path).is_file()) {
        Some(skeleton) => format!("pose the Skeleton of this Model: {}", quoted(&skeleton)),
        None => "choose a Skeleton, such as a .skeleton.rmb file of the build".to_owned(),
    };
    Err(not_drawn(file, &format!("--clip poses only Skeletons, but the file contains {found}"), &help))
}

fn not_drawn(file: &Path, reason: &str, help: &str) -> Failure {
    Failure::other(format!("cannot draw {}: {reason}", quoted(file)), Some(help))
}
