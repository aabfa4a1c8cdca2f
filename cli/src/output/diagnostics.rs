//! Prints diagnostics in the chosen message format.

use std::path::Path;

use rigmill_pipeline::{Diagnostic, codes};

use super::message::{self, counted_warnings};
use crate::args::MessageFormat;
use crate::output::paths::shown_folder;
use crate::output::printable::Form;
use crate::output::render;
use crate::output::shell::Shell;

/// If there are warnings, returns the error that warnings are denied.
pub(crate) fn denied(warnings: usize) -> Option<Diagnostic> {
    let count = if warnings == 1 { "counts as an error" } else { "count as errors" };
    let counted = counted_warnings(warnings)?;
    let help = "fix the causes of the warnings, or leave out `--deny-warnings`";
    Some(
        Diagnostic::error(codes::WARNINGS_DENIED, format!("{counted} {count} because of `--deny-warnings`")).help(help),
    )
}

/// Prints diagnostics of files below `root`, on standard error for people, and on standard output in all other formats. Paths
/// are relative to the current folder. They are absolute for MSBuild, and if `root` is not below the current folder.
pub(crate) fn print_diagnostics<'a>(
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    root: &Path,
    format: MessageFormat,
    shell: &Shell,
) {
    let shown = shown_folder(root);
    match format {
        MessageFormat::Json => {
            shell.result_lines(Form::Json, diagnostics.map(|it| message::diagnostic(it, &shown)));
        }
        MessageFormat::Github => shell.result_lines(Form::Command, diagnostics.map(|it| render::github(it, &shown))),
        MessageFormat::Msbuild => {
            // The folder of a file without a folder in its path.
            let folder = if root.as_os_str().is_empty() { Path::new(".") } else { root };
            let root = std::path::absolute(folder).unwrap_or_else(|_| root.to_owned());
            shell.result_lines(Form::Text, diagnostics.map(|it| render::msbuild(it, &root)));
        }
        MessageFormat::Human => {
            let text = |it| render::human(&render::with_excerpt(it, root), &shown);
            diagnostics.for_each(|it| shell.print_stderr_lines(text(it).lines().chain([""])));
        }
    }
}
