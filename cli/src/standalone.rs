//! Imports and processes a source without a project, with default parameters and without other assets.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use rigmill_disk::{RegularFile, read_file};
use rigmill_format::{Content, Skeleton};
use rigmill_pipeline::{
    AssetError, AssetIndex, Dependency, Diagnostic, Digest, DynValue, ErasedImporter, Globs, ImportContext,
    ProcessContext, Product, ProductInfo, Query, Registry, SourcePath, Sources, StageError, Subject, TomlTable,
    TomlValue, WriteContext, WriterLookup,
};
use walkdir::{DirEntry, WalkDir};

use crate::content_file::{self, LARGEST_SOURCE};
use crate::output::diagnostics::print_diagnostics;
use crate::output::shell::Shell;
use crate::project::NATIVE;

/// The maximum number of files and folders that are searched for other files of a source without a project.
const MAX_ENTRIES: usize = 100_000;

/// The maximum number of files that a source without a project may need.
const MAX_NEEDED: usize = 1000;

/// Why a source cannot be used.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// The diagnostics of this source, which have already been printed, give the reason.
    Reported(SourcePath),
    Because(String),
}

impl From<String> for Unusable {
    fn from(reason: String) -> Self {
        Self::Because(reason)
    }
}

impl From<&str> for Unusable {
    fn from(reason: &str) -> Self {
        Self::Because(reason.to_owned())
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reported(source) => write!(f, "{source} cannot be imported"),
            Self::Because(reason) => f.write_str(reason),
        }
    }
}

/// Returns the products of a source.
pub(crate) fn products(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    processor: &str,
    folder: &Path,
    source: &SourcePath,
    shell: &Shell,
) -> Result<Vec<Product>, Unusable> {
    let (made, name) = (importer.output(), processor);
    let processor = registry.processor(name, made);
    let processor = processor.ok_or_else(|| format!("no processor `{name}` accepts {}", made.name()))?;
    let nothing = TomlTable::new();
    let world = Folder::new(folder);
    let mut ctx = ImportContext::new(source, &world);
    let params = importer.bind(&nothing).map_err(|error| error.to_string())?;
    let imported = importer.import(&mut ctx, &params);
    let value = report(imported, ctx.finish().1, (folder, source), shell)?;
    let mut ctx = ProcessContext::new(source, &world);
    let params = processor.bind(&nothing).map_err(|error| error.to_string())?;
    let processed = processor.process(&value, &params, &mut ctx);
    report(processed, ctx.finish().1, (folder, source), shell)
}

/// Returns a product as a content file; `None` if the runtime cannot use its type.
pub(crate) fn written(registry: &Registry, product: &Product) -> Option<Result<Vec<u8>, String>> {
    let type_path = product.value.value_type().path();
    let WriterLookup::Found(writer) = registry.writer(Some("rmb"), type_path, NATIVE) else { return None };
    let params = writer.bind(&TomlTable::new()).map_err(|error| error.to_string());
    let write = |params| writer.write(&product.value, "", &params, &mut WriteContext::default());
    Some(params.and_then(|params| write(params).map_err(|error| error.to_string())))
}

/// Imports a source with default parameters; returns `None` if this fails.
pub(crate) fn import(importer: &dyn ErasedImporter, folder: &Path, source: &SourcePath) -> Option<DynValue> {
    let params = importer.bind(&TomlTable::new()).ok()?;
    importer.import(&mut ImportContext::new(source, &Folder::new(folder)), &params).ok()
}

/// Returns the sources that the asset of a source refers to, if it is built with its importer's default processor and those of
/// the parameters that this processor has. Empty if it cannot be built.
pub(crate) fn references(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    params: &BTreeMap<&'static str, TomlValue>,
    folder: &Path,
    source: &SourcePath,
) -> Vec<SourcePath> {
    dependencies(registry, importer, params, folder, source).unwrap_or_default()
}

fn dependencies(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    params: &BTreeMap<&'static str, TomlValue>,
    folder: &Path,
    source: &SourcePath,
) -> Option<Vec<SourcePath>> {
    let world = Folder::new(folder);
    let processor = registry.processor(importer.default_processor(), importer.output())?;
    let value = import(importer, folder, source)?;
    let mut ctx = ProcessContext::new(source, &world);
    let known = processor.param_docs();
    let params = params.iter().filter(|(name, _)| known.iter().any(|doc| doc.name == **name));
    let params = params.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    processor.process(&value, &processor.bind(&params).ok()?, &mut ctx).ok()?;
    let source_of = |query| if let Query::ReferenceTo(source) = query { Some(source) } else { None };
    Some(ctx.finish().0.into_iter().filter_map(|it| source_of(it.query)).collect())
}

/// Returns the existing files that are needed to build a source with default parameters: the source, the files that its stages
/// read, and the same for each source that it refers to.
pub(crate) fn needed(registry: &Registry, folder: &Path, source: &SourcePath) -> BTreeSet<SourcePath> {
    let (mut found, mut open) = (BTreeSet::from([source.clone()]), vec![source.clone()]);
    while let Some(next) = open.pop().filter(|_| found.len() < MAX_NEEDED) {
        for path in asked(registry, folder, &next) {
            if folder.join(path.as_str()).is_file() && found.insert(path.clone()) {
                open.push(path);
            }
        }
    }
    found
}

/// Returns the files that the stages of a source query, whether or not the stages succeed.
fn asked(registry: &Registry, folder: &Path, source: &SourcePath) -> Vec<SourcePath> {
    let name = source.as_str().rsplit('/').next().unwrap_or_default();
    let (Some(importer), nothing) = (registry.importer_for(name), TomlTable::new()) else { return Vec::new() };
    let world = Folder::new(folder);
    let mut ctx = ImportContext::new(source, &world);
    let value = importer.bind(&nothing).ok().and_then(|params| importer.import(&mut ctx, &params).ok());
    let mut dependencies = ctx.finish().0;
    let processor = registry.processor(importer.default_processor(), importer.output());
    if let Some((value, processor)) = value.zip(processor) {
        let mut ctx = ProcessContext::new(source, &world);
        // Only the queries matter here, not the result.
        let _ = processor.bind(&nothing).ok().map(|params| processor.process(&value, &params, &mut ctx));
        dependencies.extend(ctx.finish().0);
    }
    let path = |dependency: Dependency| match dependency.query.subject() {
        Subject::File(path) | Subject::Asset(path) => Some(path.clone()),
        _ => None,
    };
    dependencies.into_iter().filter_map(path).collect()
}

/// Prints the diagnostics of a stage and returns its result.
fn report<T>(
    result: Result<T, StageError>,
    diagnostics: Vec<Diagnostic>,
    (folder, source): (&Path, &SourcePath),
    shell: &Shell,
) -> Result<T, Unusable> {
    print_diagnostics(diagnostics.iter(), folder, shell.format(), shell);
    result.map_err(|error| match error {
        StageError::Diagnosed => Unusable::Reported(source.clone()),
        error @ StageError::Io { .. } => error.to_string().into(),
    })
}

/// A folder of sources without a project. It contains no other assets except, possibly, skeletons as built content.
pub(crate) struct Folder<'a> {
    sources: &'a Path,
    content: Option<&'a Path>,
}

impl<'a> Folder<'a> {
    pub(crate) fn new(sources: &'a Path) -> Self {
        Self { sources, content: None }
    }

    /// Creates a folder whose skeletons are built below `content`.
    #[cfg(feature = "view")]
    pub(crate) fn with_skeletons(sources: &'a Path, content: &'a Path) -> Self {
        Self { sources, content: Some(content) }
    }

    fn skeleton(&self, name: &str) -> Option<DynValue> {
        let bytes = content_file::read(&self.content?.join(format!("{name}.rmb"))).ok()?;
        DynValue::new(Skeleton::decode(&bytes).ok()?).ok()
    }
}

impl Sources for Folder<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        match read_file(&self.sources.join(path.as_str()), LARGEST_SOURCE) {
            Ok(bytes) => {
                let digest = Digest::of(&bytes);
                Ok(Some((bytes, digest)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        match RegularFile::open(&self.sources.join(path.as_str())) {
            Ok(file) => Ok(Some(file.length())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Lists the files below the folder, except for links and hidden files. Ignores case.
    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let glob = Globs::new([pattern.to_lowercase().as_str()]);
        let glob = glob.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let is_shown = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
        let mut found = Vec::new();
        for (number, entry) in WalkDir::new(self.sources).into_iter().filter_entry(is_shown).enumerate() {
            if number == MAX_ENTRIES {
                let fact = format!("{} has more than {MAX_ENTRIES} files and folders", self.sources.display());
                return Err(io::Error::new(io::ErrorKind::QuotaExceeded, fact));
            }
            // A folder that cannot be read contains no usable files.
            let Ok(entry) = entry else { continue };
            let path = entry.path().strip_prefix(self.sources).ok().filter(|_| entry.file_type().is_file());
            let path = path.and_then(Path::to_str).and_then(|path| SourcePath::new(path).ok());
            found.extend(path.filter(|path| glob.is_match(&path.as_str().to_lowercase())));
        }
        found.sort_unstable();
        Ok(found)
    }
}

impl AssetIndex for Folder<'_> {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        // References to other assets are not checked here.
        let value = self.skeleton(name).ok_or_else(|| AssetError::Failed { name: name.to_owned() })?;
        Ok(ProductInfo {
            name: name.to_owned(),
            type_path: value.value_type().path().to_owned(),
            digest: value.digest(),
        })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.skeleton(name).ok_or_else(|| AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        let mut folders = vec![String::new()];
        let mut parts: Vec<&str> = name.split('/').collect();
        parts.pop();
        for part in parts {
            let inside = folders.iter().flat_map(|folder| self.names(folder));
            folders = inside.filter(|path| path_ends(path, part)).map(|path| format!("{path}/")).collect();
        }
        let paths = folders.iter().flat_map(|folder| self.names(folder)).filter_map(|path| SourcePath::new(&path).ok());
        let mut found: Vec<SourcePath> = paths.filter(|path| path.asset_name().eq_ignore_ascii_case(name)).collect();
        found.sort_unstable();
        found
    }
}

impl Folder<'_> {
    /// Returns the paths of a folder's entries. The folder's own path has a trailing `/`, or is empty.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.sources.join(folder)).into_iter().flatten().flatten();
        entries.filter_map(|entry| Some(format!("{folder}{}", entry.file_name().to_str()?))).collect()
    }
}

/// Whether the last part of a path is `name`, ignoring case.
fn path_ends(path: &str, name: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(name))
}
