//! MonoGame's content projects (`.mgcb`), read and converted to a `rigmill.toml`.
//!
//! Text becomes lines ([`line`]), lines become a list of switches with conditions decided and files taken in
//! ([`expansion`]), switches become items ([`project`]), and items become rules ([`conversion`]) as far as the registry has
//! stages for them. Nothing is written here, and nothing is read but the `.mgcb`, its response files and names in folders.
//! docs/mgcb.md says what becomes of each switch.

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

/// What came of an `.mgcb`.
#[derive(Debug)]
pub(crate) struct Converted {
    /// The manifest's text; absent where there are errors.
    pub(crate) manifest: Option<String>,
    /// What a person should know, the files as seen from the folder of the `.mgcb`.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many errors there are.
    pub(crate) errors: usize,
    /// How many sources the manifest's rules name, and how many items the `.mgcb` lists.
    pub(crate) assets: usize,
    pub(crate) items: usize,
}

/// Converts the `.mgcb` called `name` in `folder` for a project in `root`; both folders are absolute. `defines` are properties
/// set before its first line.
///
/// # Errors
/// When the `.mgcb` cannot be read.
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
    let project = ContentProject::of(folder, &expansion.steps, &mut findings);
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
