//! Diagnostics in the form that the command line asks for.

use std::path::Path;

use rigmill_pipeline::Diagnostic;

use super::project;
use crate::args::MessageFormat;
use crate::message::Message;
use crate::render;
use crate::shell::Shell;

/// Prints diagnostics whose files are below `root`: for people on standard error, all else on standard output.
pub(crate) fn tell_diagnostics<'a>(
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    root: &Path,
    format: MessageFormat,
    shell: &Shell,
) {
    let shown = project::shown_folder(root);
    match format {
        MessageFormat::Json => shell.result_lines(diagnostics.map(|it| Message::diagnostic(it).line())),
        MessageFormat::Github => shell.result_lines(diagnostics.map(|it| render::github(it, &shown))),
        MessageFormat::Msbuild => shell.result_lines(diagnostics.map(|it| render::msbuild(it, root))),
        MessageFormat::Human => {
            diagnostics.for_each(|it| shell.complain(render::human(&render::with_excerpt(it, root), &shown) + "\n"))
        }
    }
}
