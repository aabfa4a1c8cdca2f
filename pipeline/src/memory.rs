//! [`MemorySources`] and [`MemoryAssets`]: a project in memory, for tests of stages.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;

use crate::{
    AssetError, AssetIndex, Digest, DynValue, Globs, ProductInfo, SourcePath, SourcePathError, Sources, Value,
    nearest_assets,
};

/// Files in memory, for tests of importers.
///
/// ```ignore
/// let sources = MemorySources::new().with_file("Walk.steps", "1 2 3")?;
/// let walk = SourcePath::new("Walk.steps")?;
/// let mut ctx = ImportContext::new(&walk, &sources);
/// let imported = Steps.import(&mut ctx, &NoParams);
/// let (dependencies, diagnostics) = ctx.finish();
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemorySources {
    files: BTreeMap<SourcePath, Vec<u8>>,
    variables: BTreeMap<String, OsString>,
}

impl MemorySources {
    /// Creates a project without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces the bytes of an existing file.
    ///
    /// # Errors
    /// [`SourcePathError`] if `path` is not a valid source path.
    pub fn with_file(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, SourcePathError> {
        self.files.insert(SourcePath::new(path)?, bytes.into());
        Ok(self)
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn with_env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.insert(name.to_owned(), value.into());
        self
    }
}

impl Sources for MemorySources {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(self.files.get(path).map(|bytes| (bytes.clone(), Digest::of(bytes))))
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.files.get(path).map(|bytes| bytes.len() as u64))
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        matching(self.files.keys(), pattern)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.variables.get(name).cloned()
    }
}

/// Products of other assets in memory, for tests of processors.
#[derive(Clone, Debug, Default)]
pub struct MemoryAssets {
    products: BTreeMap<String, DynValue>,
    sources: Vec<SourcePath>,
}

impl MemoryAssets {
    /// Creates an index without assets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a product. `name` is the name of its asset, followed by the product's label if it has one.
    ///
    /// # Errors
    /// The error of serde if the value cannot be serialized.
    pub fn with_product<T: Value>(mut self, name: &str, value: T) -> Result<Self, String> {
        self.products.insert(name.to_owned(), DynValue::new(value)?);
        Ok(self)
    }

    /// Adds a source, which queries by name and by glob will find.
    ///
    /// # Errors
    /// [`SourcePathError`] if `path` is not a valid source path.
    pub fn with_source(mut self, path: &str) -> Result<Self, SourcePathError> {
        self.sources.push(SourcePath::new(path)?);
        self.sources.sort_unstable();
        Ok(self)
    }
}

impl AssetIndex for MemoryAssets {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        let value = self.value(name)?;
        Ok(ProductInfo {
            name: name.to_owned(),
            type_path: value.value_type().path().to_owned(),
            digest: value.digest(),
        })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.products.get(name).cloned().ok_or_else(|| AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        nearest_assets(name, self.products.keys().map(String::as_str)).into_iter().map(str::to_owned).collect()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        self.sources.iter().filter(|source| source.asset_name().eq_ignore_ascii_case(name)).cloned().collect()
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        matching(self.sources.iter(), pattern)
    }
}

/// Returns the paths that a glob matches, in their original order.
fn matching<'a>(paths: impl Iterator<Item = &'a SourcePath>, pattern: &str) -> io::Result<Vec<SourcePath>> {
    let globs = Globs::new([pattern]).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    Ok(paths.filter(|path| globs.is_match(path.as_str())).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Found, ImportContext, ProcessContext, ValueType};

    #[test]
    fn an_importer_reads_lists_and_asks_for_files_in_memory() {
        let sources = MemorySources::new().with_file("a/b.txt", "hello").unwrap();
        let sources = sources.with_file("c.txt", "").unwrap().with_env("MODE", "draft");
        let source = SourcePath::new("a/b.txt").unwrap();
        let mut ctx = ImportContext::new(&source, &sources);
        assert_eq!(ctx.read_source().unwrap(), b"hello");
        assert_eq!(ctx.read_within(&source, 4).unwrap(), Found::TooLarge(5));
        assert!(ctx.exists(&SourcePath::new("c.txt").unwrap()).unwrap());
        assert_eq!(ctx.read(&SourcePath::new("d.txt").unwrap()).unwrap(), None);
        assert_eq!(ctx.list("**/*.TXT").unwrap().len(), 2);
        assert_eq!(ctx.list("*.txt").unwrap(), [SourcePath::new("c.txt").unwrap()]);
        assert_eq!(ctx.env("MODE"), Some("draft".into()));
        assert_eq!(ctx.finish().0.len(), 7);
        assert!(MemorySources::new().with_file("../a", "").is_err());
    }

    #[test]
    fn a_processor_finds_products_in_memory() {
        let assets = MemoryAssets::new().with_product("Grund@Run", 7_u32).unwrap();
        let assets = assets.with_source("Models/Grund.fbx").unwrap();
        let source = SourcePath::new("a.txt").unwrap();
        let mut ctx = ProcessContext::new(&source, &assets);
        assert_eq!(*ctx.value::<u32>("Grund@Run").unwrap(), 7);
        assert!(matches!(ctx.value::<u32>("Grund"), Err(AssetError::Missing { .. })));
        assert!(matches!(ctx.value::<u8>("Grund@Run"), Err(AssetError::OtherType { .. })));
        assert_eq!(ctx.nearest_assets("Grund@Rum"), ["Grund@Run"]);
        let types = [ValueType::of::<u32>()];
        assert!(ctx.has_product("Grund@Run", &types) && ctx.has_product("Grund@Run", &[]));
        assert!(!ctx.has_product("Grund@Run", &[ValueType::of::<u8>()]) && !ctx.has_product("Grund", &types));
        assert_eq!(ctx.sources_named("models/grund").len(), 1);
        assert_eq!(ctx.list("**/*.fbx").unwrap().len(), 1);
    }
}
