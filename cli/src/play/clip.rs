//! Loads the content of a script: built content as a game does, sources by importing them.

use std::path::Path;
use std::sync::Arc;

use rigmill_pipeline::{ErasedImporter, Registry, SourcePath, Value};
use rigmill_runtime::{AlignedBytes, Layout, Loadable, Loaded};

use crate::content_file;
use crate::output::shell::Shell;
use crate::standalone::products;

/// Loads the content at `path` below `folder`.
///
/// # Errors
/// The reason as one line. Diagnostics have been printed by then.
pub(crate) fn load<L: Layout<Owned: Value>>(
    registry: &Registry,
    folder: &Path,
    path: &str,
    shell: &Shell,
) -> Result<Arc<Loaded<L>>, String> {
    let source = SourcePath::new(path).map_err(|error| error.to_string())?;
    if let Some(importer) = registry.importer_for(source.file_name()) {
        return import(registry, importer.as_ref(), folder, &source, shell);
    }
    let bytes = content_file::read(&folder.join(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
    let content = Loaded::from_bytes(AlignedBytes::from_slice(&bytes));
    content.map(Arc::new).map_err(|error| format!("{path}: {error}"))
}

fn import<L: Layout<Owned: Value>>(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    folder: &Path,
    source: &SourcePath,
    shell: &Shell,
) -> Result<Arc<Loaded<L>>, String> {
    let products = products(registry, importer, importer.default_processor(), folder, source, shell)?;
    let value = products.iter().find_map(|product| product.value.get::<L::Owned>());
    let value = value.ok_or_else(|| format!("{source} holds no {}", Loaded::<L>::TYPE))?;
    Loaded::from_owned(value).map(Arc::new).map_err(|error| error.to_string())
}
