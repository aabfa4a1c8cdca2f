//! Converts MonoGame's content projects (`.mgcb`) to a `rigmill.toml`.
//!
//! Text is parsed to lines ([`line`]), lines are expanded to switches with conditions decided and response files included
//! ([`expansion`]), switches become items ([`project`]), and items become rules ([`conversion`]) as far as the registry has
//! stages for
//! them. Nothing is written here; only the `.mgcb`, its response files and the names in folders are read. docs/mgcb.md lists
//! the
//! equivalent of each switch.

mod conversion;
mod equals;
mod expansion;
mod finding;
mod line;
mod manifest;
mod path;
mod platform;
mod project;
mod recipe;
mod sources;
mod switch;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use rigmill_pipeline::{Diagnostic, Registry};

use self::expansion::ReadFile;
use self::project::ContentProject;

/// The result of a conversion.
#[derive(Debug)]
pub(crate) struct Converted {
    /// The manifest's text; `None` if there are errors.
    pub(crate) manifest: Option<String>,
    /// Errors and warnings, with files relative to the folder of the `.mgcb`.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The number of errors.
    pub(crate) errors: usize,
    /// The number of sources in the manifest's rules, and of items in the `.mgcb`.
    pub(crate) assets: usize,
    pub(crate) items: usize,
}

/// Converts the `.mgcb` `name` in `folder` for a project in `root`; both folders are absolute. `defines` are properties set
/// before the
/// first line.
///
/// # Errors
/// If the `.mgcb` cannot be read.
pub(crate) fn convert(
    folder: &Path,
    name: &str,
    root: &Path,
    defines: &[(String, String)],
    registry: &Registry,
    read: ReadFile<'_>,
) -> io::Result<Converted> {
    let expansion = expansion::expand(&folder.join(name), defines, read)?;
    let mut findings = expansion.findings;
    let project = ContentProject::read(folder, &expansion.steps, &mut findings);
    let conversion = conversion::convert(&project, root, registry, &mut findings);
    let remarks = findings.lines(&expansion.files, folder);
    let title = root.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned());
    let text = || manifest::manifest(&conversion, &title, name, &remarks);
    Ok(Converted {
        manifest: (findings.errors() == 0).then(text),
        diagnostics: findings.diagnostics(&expansion.files, folder),
        errors: findings.errors(),
        assets: conversion.assets,
        items: project.items.len(),
    })
}
