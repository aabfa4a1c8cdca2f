//! Contexts, through which stages read files and other inputs. A context records every answer as a [`Dependency`].

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use crate::{
    AssetError, AssetIndex, Dependency, Diagnostic, Digest, DynValue, ProductInfo, Query, SourcePath, Sources,
    StageError, Value, ValueType,
};

/// The default limit on the size of a file that a stage reads, in bytes: 512 MiB.
pub const LARGEST_FILE: u64 = 512 << 20;

/// The result of reading a file with a size limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The bytes of the file.
    Bytes(Vec<u8>),
    /// The file is larger than the limit; its size in bytes.
    TooLarge(u64),
    /// The file does not exist.
    Missing,
}

/// A stage's access to its sources. `provider` answers the stage's queries.
pub struct StageContext<'a, P: ?Sized> {
    source: &'a SourcePath,
    asset: Cow<'a, str>,
    provider: &'a P,
    dependencies: Vec<Dependency>,
    diagnostics: Vec<Diagnostic>,
    pointers: Vec<SourcePath>,
}

/// The beginning of a Git LFS pointer, a short text that stands for a file whose content was not fetched.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";
/// The size of the largest Git LFS pointer, in bytes.
const LARGEST_LFS_POINTER: usize = 1024;

/// An importer's access to its sources.
pub type ImportContext<'a> = StageContext<'a, dyn Sources + 'a>;

/// A processor's access to its sources and to other assets.
pub type ProcessContext<'a> = StageContext<'a, dyn AssetIndex + 'a>;

impl<'a, P: ?Sized> StageContext<'a, P> {
    /// Creates the context for a stage of the asset made from `source`. The asset's name is the source's [asset
    /// name](SourcePath::asset_name).
    #[must_use]
    pub fn new(source: &'a SourcePath, provider: &'a P) -> Self {
        let asset = source.asset_name().into();
        Self { source, asset, provider, dependencies: Vec::new(), diagnostics: Vec::new(), pointers: Vec::new() }
    }

    /// Returns the asset's source.
    #[must_use]
    pub const fn source(&self) -> &'a SourcePath {
        self.source
    }

    /// Reports a diagnostic. A diagnostic that names no file is attributed to the source.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.file.get_or_insert_with(|| self.source.clone());
        self.diagnostics.push(diagnostic);
    }

    /// Reports a diagnostic and returns the error for the stage to return.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> StageError {
        self.report(diagnostic);
        StageError::Diagnosed
    }

    /// Keeps only the first of equal diagnostics.
    pub(crate) fn merge_equal_diagnostics(&mut self) {
        let mut distinct: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.diagnostics.drain(..) {
            if !distinct.contains(&diagnostic) {
                distinct.push(diagnostic);
            }
        }
        self.diagnostics = distinct;
    }

    /// Returns the dependencies and diagnostics that the stage recorded.
    #[must_use]
    pub fn finish(self) -> (Vec<Dependency>, Vec<Diagnostic>) {
        (self.dependencies, self.diagnostics)
    }

    fn record(&mut self, query: Query, answer: Option<Digest>) {
        self.dependencies.push(Dependency { query, answer });
    }
}

impl ImportContext<'_> {
    /// Returns the files that were read and that are Git LFS pointers, possibly with duplicates.
    #[must_use]
    pub fn lfs_pointers(&self) -> &[SourcePath] {
        &self.pointers
    }

    /// Reads the file to import, up to [`LARGEST_FILE`] bytes.
    ///
    /// # Errors
    /// [`StageError::Io`] if the file cannot be read, is too large, or no longer exists.
    pub fn read_source(&mut self) -> Result<Vec<u8>, StageError> {
        let source = self.source;
        self.read(source)?.ok_or_else(|| StageError::Io {
            path: source.clone(),
            error: io::Error::new(io::ErrorKind::NotFound, "there is no such file"),
        })
    }

    /// Reads a file other than the source, up to [`LARGEST_FILE`] bytes; `None` if the file does not exist. In both cases, the
    /// file becomes a dependency.
    ///
    /// # Errors
    /// [`StageError::Io`] if the file exists but cannot be read, or is too large.
    pub fn read(&mut self, path: &SourcePath) -> Result<Option<Vec<u8>>, StageError> {
        match self.read_within(path, LARGEST_FILE)? {
            Found::Bytes(bytes) => Ok(Some(bytes)),
            Found::Missing => Ok(None),
            Found::TooLarge(size) => {
                let fact = format!("the file is {size} bytes long, but the limit is {LARGEST_FILE} bytes");
                Err(StageError::Io { path: path.clone(), error: io::Error::new(io::ErrorKind::FileTooLarge, fact) })
            }
        }
    }

    /// Reads the source or a different file if it has at most `limit` bytes. A larger file is not read. In all cases, the file
    /// becomes a dependency.
    ///
    /// # Errors
    /// [`StageError::Io`] if the file exists but cannot be read.
    pub fn read_within(&mut self, path: &SourcePath, limit: u64) -> Result<Found, StageError> {
        let failed = |error| StageError::Io { path: path.clone(), error };
        let size = self.provider.size(path).map_err(failed)?;
        if let Some(size) = size.filter(|size| *size > limit) {
            self.record(Query::Size(path.clone()), Dependency::answer_of_size(Some(size)));
            return Ok(Found::TooLarge(size));
        }
        let (bytes, digest) = self.provider.read(path).map_err(failed)?.unzip();
        self.record(Query::File(path.clone()), digest);
        if bytes.as_ref().is_some_and(|it: &Vec<u8>| it.len() <= LARGEST_LFS_POINTER && it.starts_with(LFS_POINTER)) {
            self.pointers.push(path.clone());
        }
        Ok(match bytes {
            None => Found::Missing,
            // The file may have grown since its size was queried.
            Some(bytes) if bytes.len() as u64 > limit => Found::TooLarge(bytes.len() as u64),
            Some(bytes) => Found::Bytes(bytes),
        })
    }

    /// Returns whether a file exists. The file's existence becomes a dependency, but its content does not.
    ///
    /// # Errors
    /// [`StageError::Io`] if the system cannot tell whether the file exists.
    pub fn exists(&mut self, path: &SourcePath) -> Result<bool, StageError> {
        let size = self.provider.size(path).map_err(|error| StageError::Io { path: path.clone(), error })?;
        self.record(Query::Presence(path.clone()), Dependency::answer_of_presence(size.is_some()));
        Ok(size.is_some())
    }

    /// Returns the value of an environment variable; `None` if the variable is not set. In both cases, the variable becomes a
    /// dependency.
    pub fn env(&mut self, name: &str) -> Option<OsString> {
        let value = self.provider.env(name);
        self.record(Query::Env(name.to_owned()), Dependency::answer_of_env(value.as_deref()));
        value
    }

    /// Lists the sources that match a glob, sorted by path. The list becomes a dependency, but the content of the files does
    /// not.
    ///
    /// # Errors
    /// [`StageError::Io`] if a folder cannot be read or the glob is malformed.
    pub fn list(&mut self, pattern: &str) -> Result<Vec<SourcePath>, StageError> {
        let failed = |error| StageError::Io { path: self.source.clone(), error };
        let found = self.provider.list(pattern).map_err(failed)?;
        let digest = Digest::of_value(&found).map_err(|error| failed(io::Error::other(error)))?;
        self.record(Query::Listing(pattern.to_owned()), Some(digest));
        Ok(found)
    }
}

impl<'a> ProcessContext<'a> {
    /// Sets the asset's name, if it differs from the source's asset name.
    #[must_use]
    pub fn named(self, asset: impl Into<Cow<'a, str>>) -> Self {
        Self { asset: asset.into(), ..self }
    }

    /// The asset's name.
    #[must_use]
    pub fn asset(&self) -> &str {
        &self.asset
    }

    /// Declares a reference to a product of another asset, which the game will load by this name.
    ///
    /// Rigmill builds the other asset first. The product's type must be one of `types`, unless `types` is empty. If the other
    /// asset failed, the reference is still valid, because the failed asset has its own diagnostics.
    ///
    /// The product's existence and type become a dependency, but its value does not.
    ///
    /// # Errors
    /// [`AssetError::Missing`], [`AssetError::OtherType`] or [`AssetError::Cycle`].
    pub fn refer(&mut self, name: &str, types: &[ValueType]) -> Result<(), AssetError> {
        let found = self.provider.product(name);
        self.record_reference(Query::Reference(name.to_owned()), found, name, types).map(drop)
    }

    /// Like [`refer`](Self::refer), but refers to the asset that is made from `source`, even if other assets have the same
    /// name. Returns the name by which the game will load the asset.
    ///
    /// # Errors
    /// The same as for [`refer`](Self::refer).
    pub fn refer_to(&mut self, source: &SourcePath, types: &[ValueType]) -> Result<String, AssetError> {
        let found = self.provider.product_of(source);
        self.record_reference(Query::ReferenceTo(source.clone()), found, source.asset_name(), types)
    }

    /// Returns whether a product exists, and its type is one of `types` or `types` is empty, for messages such as "did you mean
    /// …?". Rigmill builds the other asset first. As for [`refer`](Self::refer), the answer becomes a dependency. Do not ask for
    /// a product that may depend on this asset.
    pub fn has_product(&mut self, name: &str, types: &[ValueType]) -> bool {
        let found = self.provider.product(name);
        let is_failed = matches!(found, Err(AssetError::Failed { .. }));
        self.record_reference(Query::Reference(name.to_owned()), found, name, types).is_ok() && !is_failed
    }

    fn record_reference(
        &mut self,
        query: Query,
        found: Result<ProductInfo, AssetError>,
        name: &str,
        types: &[ValueType],
    ) -> Result<String, AssetError> {
        self.record(query, Dependency::answer_of_reference(&found));
        match found {
            Ok(found) if types.is_empty() || types.iter().any(|it| it.path() == found.type_path) => Ok(found.name),
            Ok(found) => Err(AssetError::other_type(name, &found.type_path, types)),
            Err(AssetError::Failed { .. }) => Ok(name.to_owned()),
            Err(error) => Err(error),
        }
    }

    /// Returns the sources whose asset name is `name`, ignoring case, sorted by path. Use this for names that were written on a
    /// system whose file names ignore case. The list becomes a dependency, but the content of the files does not.
    pub fn sources_named(&mut self, name: &str) -> Vec<SourcePath> {
        let found = self.provider.sources_named(name);
        self.record(Query::SourcesNamed(name.to_owned()), Dependency::answer_of_sources_named(&found).ok().flatten());
        found
    }

    /// Returns the value of a product of another asset, as the asset's processor made it. Rigmill builds the other asset first.
    /// The value becomes a dependency.
    ///
    /// # Errors
    /// [`AssetError`] if the product does not exist or is not a `T`, if its asset failed, or if its asset depends on this
    /// asset.
    pub fn value<T: Value>(&mut self, name: &str) -> Result<Arc<T>, AssetError> {
        let found = self.provider.value(name);
        let digest = found.as_ref().map(DynValue::digest).map_err(Clone::clone);
        self.record(Query::Value(name.to_owned()), Dependency::answer_of_value(&digest));
        let value = found?;
        let other = || AssetError::other_type(name, value.value_type().path(), &[ValueType::of::<T>()]);
        value.share().ok_or_else(other)
    }

    /// Lists the sources that match a glob (`*` within a folder, `**` across folders), sorted by path. The list becomes a
    /// dependency, but the content of the files does not.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    pub fn list(&mut self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let found = self.provider.list(pattern)?;
        self.record(Query::Listing(pattern.to_owned()), Some(Digest::of_value(&found).map_err(io::Error::other)?));
        Ok(found)
    }

    /// Returns the names of the assets that the user may have meant by `name`, most likely first, for messages such as "did you
    /// mean …?". The answer becomes a dependency, so that a message never names an asset that no longer exists. The list
    /// contains neither `name` nor the asset itself.
    pub fn nearest_assets(&mut self, name: &str) -> Vec<String> {
        let mut found = self.provider.nearest(name);
        self.record(Query::Nearest(name.to_owned()), Dependency::answer_of_nearest(&found));
        found.retain(|found| found != name && *found != self.asset);
        found
    }
}

/// What a writer gets in addition to the value: the asset's name and the product's label, if the writer is
/// [`NAMED`](crate::Writer::NAMED). It also collects the writer's diagnostics.
#[derive(Debug, Default)]
pub struct WriteContext {
    asset: String,
    label: String,
    diagnostics: Vec<Diagnostic>,
}

impl WriteContext {
    /// Creates a context for writing the asset with this name.
    #[must_use]
    pub fn new(asset: impl Into<String>) -> Self {
        Self { asset: asset.into(), ..Self::default() }
    }

    /// Sets the label of the product to write.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The asset's name; empty for a writer that is not [`NAMED`](crate::Writer::NAMED).
    #[must_use]
    pub fn asset(&self) -> &str {
        &self.asset
    }

    /// The product's label, such as `@Run`; empty for the asset's only product, and for a writer that is not
    /// [`NAMED`](crate::Writer::NAMED).
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports a diagnostic and returns the error for the stage to return.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> StageError {
        self.report(diagnostic);
        StageError::Diagnosed
    }

    /// Returns the diagnostics that the writer reported.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
