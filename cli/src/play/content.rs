//! [`ContentFolder`]: loads the content of a script: built content as a game does, sources by importing them.

use std::path::PathBuf;
use std::sync::Arc;

use rigmill_pipeline::{Registry, SourcePath, Value};
use rigmill_runtime::content::{AlignedBytes, Layout, Loadable, Loaded, MakeError};

use crate::content_file;
use crate::output::shell::Shell;
use crate::standalone::products;

/// The folder of a script's content.
pub(super) struct ContentFolder<'a> {
    pub(super) registry: &'a Registry,
    pub(super) path: PathBuf,
    pub(super) shell: &'a Shell,
}

impl ContentFolder<'_> {
    /// Loads built content, or what a source's default processor makes of it.
    ///
    /// # Errors
    /// The reason as one line. Diagnostics have been printed by then.
    pub(super) fn load<L: Layout<Owned: Value>>(&self, path: &str) -> Result<Arc<Loaded<L>>, String> {
        self.load_by(None, path, Loaded::from_owned).map(Arc::new)
    }

    /// Like [`Self::load`], with a processor for sources.
    pub(super) fn load_by<T: Loadable, O: Value>(
        &self,
        processor: Option<&str>,
        path: &str,
        from_value: fn(&O) -> Result<T, MakeError>,
    ) -> Result<T, String> {
        let source = SourcePath::new(path).map_err(|error| error.to_string())?;
        let Some(importer) = self.registry.importer_for(source.file_name()) else { return self.read(path) };
        let processor = processor.unwrap_or(importer.default_processor());
        let products = products(self.registry, importer.as_ref(), processor, &self.path, &source, self.shell);
        let products = products.map_err(|error| error.to_string())?;
        let value = products.iter().find_map(|product| product.value.get::<O>());
        let value = value.ok_or_else(|| format!("{source} holds no {}", T::TYPE))?;
        from_value(value).map_err(|error| error.to_string())
    }

    /// Loads built content.
    pub(super) fn read<T: Loadable>(&self, path: &str) -> Result<T, String> {
        let bytes =
            content_file::read(&self.path.join(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
        T::from_bytes(AlignedBytes::from_slice(&bytes)).map_err(|error| format!("{path}: {error}"))
    }
}
