//! Imports and processes a source without a project, with default parameters and without other assets.

use std::fmt;
use std::path::Path;

use rigmill_pipeline::{
    Diagnostic, ErasedImporter, ImportContext, ProcessContext, Product, Registry, SourcePath, StageError, TomlTable,
    WriteContext, WriterLookup,
};
use rigmill_standalone::Folder;

use crate::output::diagnostics::print_diagnostics;
use crate::output::shell::Shell;
use crate::project::NATIVE;

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
