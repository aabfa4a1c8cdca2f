//! Converts content projects of XNA and MonoGame to a `rigmill.toml`.
//!
//! A MonoGame project ([`mgcb`]) or an XNA project ([`contentproj`]), recognized by its content, is read to items
//! ([`project`]). Items, and the textures of models ([`textures`]), become rules ([`converter`]) as far as the registry has
//! stages for them. This module writes nothing, and reads only the project's own files, its models and the names in folders.
//! docs/mgcb.md lists the equivalents.

mod contentproj;
mod converter;
mod equals;
mod finding;
mod manifest;
mod mgcb;
mod path;
mod patterns;
mod platform;
mod project;
mod recipe;
mod sources;
#[cfg(test)]
mod tests;
mod textures;

use std::io;
use std::path::Path;

use rigmill_importers::parse_xml;
use rigmill_pipeline::{Diagnostic, Registry, SourcePath, codes};

use self::finding::{FILE_BYTES, Findings, ProjectFile, ReadFile, Spot};
use self::project::ContentProject;
use self::sources::Sources;

/// The result of a conversion.
#[derive(Debug, Default)]
pub(crate) struct Converted {
    /// The manifest's text; `None` if there are errors.
    pub(crate) manifest: Option<String>,
    /// Errors and warnings. Paths are relative to the folder of the content project.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The number of errors.
    pub(crate) errors: usize,
    /// The number of sources in the manifest's rules, and of items in the content project.
    pub(crate) assets: usize,
    pub(crate) items: usize,
    /// The number of assets that are textures used only by models.
    pub(crate) textures: usize,
}

/// A content project that was read.
struct Loaded {
    project: ContentProject,
    files: Vec<ProjectFile>,
    findings: Findings,
    /// The option of `init` that reads this kind of project.
    option: &'static str,
}

/// Converts the content project `name` in `folder` for a project in `root`. Both folders must be absolute. `defines` are
/// properties that are set before the first line. If `all` is true, diagnostics name all their subjects; otherwise, a few
/// examples.
///
/// # Errors
/// Returns an error if the content project cannot be read.
pub(crate) fn convert(
    (folder, name): (&Path, &str),
    root: &Path,
    defines: &[(String, String)],
    registry: &Registry,
    read: ReadFile<'_>,
    all: bool,
) -> io::Result<Converted> {
    let bytes = read(&folder.join(name))?;
    let mut sources = Sources::below(root);
    let loaded = if is_xml(&bytes) {
        load_contentproj((folder, name), bytes, defines, &mut sources)
    } else {
        Ok(load_mgcb((folder, name), bytes, defines, read))
    };
    let Loaded { project, files, mut findings, option } = match loaded {
        Ok(loaded) => loaded,
        Err(diagnostic) => return Ok(Converted { diagnostics: vec![*diagnostic], errors: 1, ..Converted::default() }),
    };
    let conversion = converter::convert(&project, sources, registry, &mut findings);
    if project.items.is_empty() && findings.is_empty() {
        let message = "the content project has no items";
        let help = match option {
            "--from-mgcb" => "choose a file with `/build` or `/copy` switches",
            _ => "choose a file with `Compile` items in an `ItemGroup`",
        };
        findings.warning(codes::CONTENT_PROJECT_LEFT_OUT, Spot { file: 0, start: 0, end: 0 }, message, help);
    }
    let remarks = findings.lines(&files, folder);
    let title = root.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned());
    let text = || manifest::manifest(&conversion, &title, (name, option), &remarks);
    Ok(Converted {
        manifest: (findings.errors() == 0).then(text),
        diagnostics: findings.diagnostics(&files, folder, all),
        errors: findings.errors(),
        assets: conversion.assets,
        items: project.items.len(),
        textures: conversion.textures,
    })
}

/// Whether the bytes are an XML document rather than the lines of an `.mgcb`.
fn is_xml(bytes: &[u8]) -> bool {
    let is_utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // In UTF-16, the bytes of spaces and of `<` are the same with zeros between them.
    let first = text.get(if is_utf16 { 2.. } else { 0.. }).unwrap_or_default();
    first.iter().find(|byte| **byte != 0 && !byte.is_ascii_whitespace()) == Some(&b'<')
}

fn load_mgcb(
    (folder, name): (&Path, &str),
    bytes: Vec<u8>,
    defines: &[(String, String)],
    read: ReadFile<'_>,
) -> Loaded {
    let expansion = mgcb::expansion::expand(&folder.join(name), bytes, defines, read);
    let mut findings = expansion.findings;
    let project = mgcb::reader::read(folder, &expansion.steps, &mut findings);
    Loaded { project, files: expansion.files, findings, option: "--from-mgcb" }
}

fn load_contentproj(
    (folder, name): (&Path, &str),
    bytes: Vec<u8>,
    defines: &[(String, String)],
    sources: &mut Sources,
) -> Result<Loaded, Box<Diagnostic>> {
    let refused = |diagnostic: Diagnostic| Diagnostic { file: SourcePath::new(name).ok(), ..diagnostic };
    if bytes.len() > FILE_BYTES {
        let message = format!("{name} is larger than 4 MiB");
        return Err(Box::new(refused(
            Diagnostic::error(codes::CONTENT_PROJECT_UNREADABLE, message).help("split the project"),
        )));
    }
    let (text, document) = parse_xml(bytes).map_err(|problem| Box::new(refused(*problem)))?;
    let mut findings = Findings::default();
    let project = contentproj::read((folder, name), &document, defines, sources, &mut findings);
    let files = vec![ProjectFile { path: folder.join(name), text }];
    Ok(Loaded { project, files, findings, option: "--from-contentproj" })
}
