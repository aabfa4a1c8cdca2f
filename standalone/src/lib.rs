#![doc = include_str!("../README.md")]

mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rigmill_pipeline::{
    Dependency, DynValue, ErasedImporter, ImportContext, ProcessContext, Query, Registry, SourcePath, Subject,
    TomlTable, TomlValue,
};

pub use folder::Folder;

/// The maximum number of files that a source without a project may need.
const MAX_NEEDED: usize = 1000;

/// Imports a source with default parameters. Returns `None` if this fails.
#[must_use]
pub fn import(importer: &dyn ErasedImporter, folder: &Path, source: &SourcePath) -> Option<DynValue> {
    let params = importer.bind(&TomlTable::new()).ok()?;
    importer.import(&mut ImportContext::new(source, &Folder::new(folder)), &params).ok()
}

/// Returns the sources that the asset of a source refers to, if it is built with its importer's default processor and those of
/// the parameters that this processor has. Empty if it cannot be built.
#[must_use]
pub fn references(
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
#[must_use]
pub fn needed(registry: &Registry, folder: &Path, source: &SourcePath) -> BTreeSet<SourcePath> {
    let (mut found, mut open) = (BTreeSet::from([source.clone()]), vec![source.clone()]);
    while let Some(next) = open.pop().filter(|_| found.len() < MAX_NEEDED) {
        for path in queried(registry, folder, &next) {
            if folder.join(path.as_str()).is_file() && found.insert(path.clone()) {
                open.push(path);
            }
        }
    }
    found
}

/// Returns the files that the stages of a source query, whether or not the stages succeed.
fn queried(registry: &Registry, folder: &Path, source: &SourcePath) -> Vec<SourcePath> {
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
