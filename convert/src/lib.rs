#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! A MonoGame project (`mgcb`) or an XNA project (`contentproj`), recognized by its content, is read to items
//! (`project`). Items, and the textures of models (`textures`), become rules (`converter`) as far as the registry has
//! stages for them. This crate writes nothing, and reads only the project's own files, its models and the names in folders.
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

pub use self::finding::ReadFile;
use self::finding::{FILE_BYTES, Findings, ProjectFile, Spot};
use self::project::ContentProject;
use self::sources::Sources;

/// The result of a conversion.
#[derive(Debug, Default)]
pub struct Converted {
    /// The manifest's text; `None` if there are errors.
    pub manifest: Option<String>,
    /// Errors and warnings. Paths are relative to the folder of the content project.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of errors.
    pub errors: usize,
    /// The number of sources in the manifest's rules.
    pub assets: usize,
    /// The number of items in the content project.
    pub items: usize,
    /// The number of assets that are textures used only by models.
    pub textures: usize,
}

/// A content project that was read.
struct Loaded {
    project: ContentProject,
    files: Vec<ProjectFile>,
    findings: Findings,
    /// The option of `init` that reads this kind of project.
    option: &'static str,
}

/// A content project to convert.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The absolute path of the folder that contains the project's file.
    pub folder: &'a Path,
    /// The name of the project's file.
    pub name: &'a str,
    /// The absolute path of the folder for which the manifest is written.
    pub root: &'a Path,
    /// The names and values of properties that are set before the first line.
    pub defines: &'a [(String, String)],
    /// Reads the project's files.
    pub read: ReadFile<'a>,
    /// Whether diagnostics name all their subjects instead of a few examples.
    pub names_all: bool,
}

impl Request<'_> {
    /// Converts the content project, as far as the registry has stages for its items.
    ///
    /// # Errors
    /// The project's file cannot be read. All other problems are diagnostics of the result.
    pub fn convert(&self, registry: &Registry) -> io::Result<Converted> {
        let &Self { folder, name, root, defines, read, names_all } = self;
        let bytes = read(&folder.join(name))?;
        let mut sources = Sources::below(root);
        let loaded = if is_xml(&bytes) {
            load_contentproj((folder, name), bytes, defines, &mut sources)
        } else {
            Ok(load_mgcb((folder, name), bytes, defines, read))
        };
        let Loaded { project, files, mut findings, option } = match loaded {
            Ok(loaded) => loaded,
            Err(diagnostic) => {
                return Ok(Converted { diagnostics: vec![*diagnostic], errors: 1, ..Converted::default() });
            }
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
            diagnostics: findings.diagnostics(&files, folder, names_all),
            errors: findings.errors(),
            assets: conversion.assets,
            items: project.items.len(),
            textures: conversion.textures,
        })
    }
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
