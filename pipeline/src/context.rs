//! What a stage may ask for while it runs. Every answer is remembered as a [`Dependency`].

use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use crate::{
    AssetError, AssetIndex, Dependency, Diagnostic, Digest, DynValue, Probe, ProductInfo, SourcePath, StageError,
    Value, ValueType,
};

/// The largest file that a stage reads without naming a limit of its own, in bytes: 512 MiB.
pub const LARGEST_FILE: u64 = 512 << 20;

/// What there is of a file that may be too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It has more bytes than were allowed: so many.
    TooLarge(u64),
    /// It is not there.
    Missing,
}

/// The files of a project, as importers see them. The graph lends one; tests lend their own.
pub trait Sources: Sync {
    /// The bytes of a file and their digest; `None` when there is no such file.
    ///
    /// # Errors
    /// What the system says when the file is there and cannot be read.
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>>;

    /// How many bytes a file has; `None` when there is no such file.
    ///
    /// # Errors
    /// What the system says when the file is there and cannot be examined.
    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.read(path)?.map(|(bytes, _)| bytes.len() as u64))
    }

    /// The sources that match a glob (`*` within a folder, `**` across folders), in order of their paths.
    ///
    /// # Errors
    /// What the system says when a folder cannot be read, or `InvalidInput` for a malformed glob.
    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>>;

    /// The value of an environment variable; `None` when it is not set. A lender without an environment has none.
    fn env(&self, _name: &str) -> Option<OsString> {
        None
    }
}

/// An importer's view of the world.
pub struct ImportContext<'a> {
    source: &'a SourcePath,
    sources: &'a dyn Sources,
    dependencies: Vec<Dependency>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> ImportContext<'a> {
    /// A context for importing `source`.
    #[must_use]
    pub fn new(source: &'a SourcePath, sources: &'a dyn Sources) -> Self {
        Self { source, sources, dependencies: Vec::new(), diagnostics: Vec::new() }
    }

    /// The file to import.
    #[must_use]
    pub const fn source(&self) -> &'a SourcePath {
        self.source
    }

    /// The bytes of the file to import, at most [`LARGEST_FILE`].
    ///
    /// # Errors
    /// [`StageError::Io`] when it cannot be read, is too large, or has gone.
    pub fn read_source(&mut self) -> Result<Vec<u8>, StageError> {
        let source = self.source;
        self.read(source)?.ok_or_else(|| StageError::Io { path: source.clone(), error: io::ErrorKind::NotFound.into() })
    }

    /// The bytes of another file, at most [`LARGEST_FILE`]; `None` when it is not there. Either way it is a dependency from
    /// now on.
    ///
    /// # Errors
    /// [`StageError::Io`] when the file is there and cannot be read, or is too large.
    pub fn read(&mut self, path: &SourcePath) -> Result<Option<Vec<u8>>, StageError> {
        match self.read_within(path, LARGEST_FILE)? {
            Found::Bytes(bytes) => Ok(Some(bytes)),
            Found::Missing => Ok(None),
            Found::TooLarge(size) => {
                let fact = format!("it has {size} bytes, at most {LARGEST_FILE} are allowed");
                Err(StageError::Io { path: path.clone(), error: io::Error::new(io::ErrorKind::FileTooLarge, fact) })
            }
        }
    }

    /// The bytes of a file, the one to import or another, if it has at most `most`. One that has more is not read. Whatever the
    /// answer is, it is a dependency from now on.
    ///
    /// # Errors
    /// [`StageError::Io`] when the file is there and cannot be read.
    pub fn read_within(&mut self, path: &SourcePath, most: u64) -> Result<Found, StageError> {
        let failed = |error| StageError::Io { path: path.clone(), error };
        let size = self.sources.size(path).map_err(failed)?;
        if let Some(size) = size.filter(|size| *size > most) {
            let seen = Dependency::seen_of_size(Some(size));
            self.dependencies.push(Dependency { probe: Probe::Size(path.clone()), seen });
            return Ok(Found::TooLarge(size));
        }
        let (bytes, seen) = self.sources.read(path).map_err(failed)?.unzip();
        self.dependencies.push(Dependency { probe: Probe::File(path.clone()), seen });
        Ok(match bytes {
            None => Found::Missing,
            // It may have grown.
            Some(bytes) if bytes.len() as u64 > most => Found::TooLarge(bytes.len() as u64),
            Some(bytes) => Found::Bytes(bytes),
        })
    }

    /// Whether a file is there. What it holds is no dependency, that it is there (or not) is one.
    ///
    /// # Errors
    /// [`StageError::Io`] when that cannot be found out.
    pub fn exists(&mut self, path: &SourcePath) -> Result<bool, StageError> {
        let size = self.sources.size(path).map_err(|error| StageError::Io { path: path.clone(), error })?;
        let seen = Dependency::seen_of_presence(size.is_some());
        self.dependencies.push(Dependency { probe: Probe::Presence(path.clone()), seen });
        Ok(size.is_some())
    }

    /// The value of an environment variable; `None` when it is not set. Either way it is a dependency from now on.
    pub fn env(&mut self, name: &str) -> Option<OsString> {
        let value = self.sources.env(name);
        let seen = Dependency::seen_of_env(value.as_deref());
        self.dependencies.push(Dependency { probe: Probe::Env(name.to_owned()), seen });
        value
    }

    /// The sources that match a glob, in order. A file that comes to match, or ceases to, is a change from now on.
    ///
    /// # Errors
    /// [`StageError::Io`] when a folder cannot be read or the glob is malformed.
    pub fn list(&mut self, pattern: &str) -> Result<Vec<SourcePath>, StageError> {
        let failed = |error| StageError::Io { path: self.source.clone(), error };
        let found = self.sources.list(pattern).map_err(failed)?;
        let seen = Some(Digest::of_value(&found).map_err(|error| failed(io::Error::other(error)))?);
        self.dependencies.push(Dependency { probe: Probe::Listing(pattern.to_owned()), seen });
        Ok(found)
    }

    /// Leaves a diagnostic. Without a file it is about the source.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(about(diagnostic, self.source));
    }

    /// Leaves a diagnostic and gives the error to return.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> StageError {
        self.report(diagnostic);
        StageError::Diagnosed
    }

    /// What was asked, and what was said.
    #[must_use]
    pub fn finish(self) -> (Vec<Dependency>, Vec<Diagnostic>) {
        (self.dependencies, self.diagnostics)
    }
}

/// A processor's view of the world.
pub struct ProcessContext<'a> {
    source: &'a SourcePath,
    assets: &'a dyn AssetIndex,
    dependencies: Vec<Dependency>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> ProcessContext<'a> {
    /// A context for processing what was imported from `source`.
    #[must_use]
    pub fn new(source: &'a SourcePath, assets: &'a dyn AssetIndex) -> Self {
        Self { source, assets, dependencies: Vec::new(), diagnostics: Vec::new() }
    }

    /// The file the input was imported from.
    #[must_use]
    pub const fn source(&self) -> &'a SourcePath {
        self.source
    }

    /// Refers to a product of another asset, which the game will load by this name. The other asset is built first;
    /// its type must be one of `types`, unless that is empty. A product whose asset failed is taken on trust: that
    /// asset has its own diagnostics.
    ///
    /// The answer is a dependency: when the product comes, goes or changes its type, the referring asset is processed
    /// again. When its value changes it is not.
    ///
    /// # Errors
    /// [`AssetError::Missing`], [`AssetError::OtherType`] or [`AssetError::Ring`].
    pub fn refer(&mut self, name: &str, types: &[ValueType]) -> Result<(), AssetError> {
        let answer = self.assets.product(name);
        self.referred(Probe::Reference(name.to_owned()), answer, name, types)
    }

    /// As [`refer`](Self::refer), to the asset made from `source` and none of the others that may share its name. The
    /// game loads it by the [asset name](SourcePath::asset_name) of `source`.
    ///
    /// # Errors
    /// As [`refer`](Self::refer).
    pub fn refer_to(&mut self, source: &SourcePath, types: &[ValueType]) -> Result<(), AssetError> {
        let answer = self.assets.product_of(source);
        self.referred(Probe::ReferenceTo(source.clone()), answer, source.asset_name(), types)
    }

    fn referred(
        &mut self,
        probe: Probe,
        answer: Result<ProductInfo, AssetError>,
        name: &str,
        types: &[ValueType],
    ) -> Result<(), AssetError> {
        let seen = Dependency::seen_of_reference(&answer);
        self.dependencies.push(Dependency { probe, seen });
        match answer {
            Ok(found) if types.is_empty() || types.iter().any(|it| it.path() == found.type_path) => Ok(()),
            Ok(found) => Err(AssetError::other_type(name, &found.type_path, types)),
            Err(AssetError::Failed { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The sources whose asset name is `name` where upper and lower case are the same, in order of their paths: what a
    /// file means that was made where the two are one. Which there are is a dependency, what they hold is none.
    pub fn look_up(&mut self, name: &str) -> Vec<SourcePath> {
        let found = self.assets.look_up(name);
        let seen = Dependency::seen_of_look_up(&found).ok().flatten();
        self.dependencies.push(Dependency { probe: Probe::LookUp(name.to_owned()), seen });
        found
    }

    /// The value of a product of another asset, as its processor made it. The other asset is built first. Its value is
    /// a dependency: when it changes, the asking asset is processed again.
    ///
    /// # Errors
    /// [`AssetError`] when there is no such product, it is no `T`, its asset failed, or that asset waits for this one.
    pub fn value<T: Value>(&mut self, name: &str) -> Result<Arc<T>, AssetError> {
        let answer = self.assets.value(name);
        let seen = Dependency::seen_of_value(&answer.as_ref().map(DynValue::digest).map_err(Clone::clone));
        self.dependencies.push(Dependency { probe: Probe::Value(name.to_owned()), seen });
        let value = answer?;
        let other = || AssetError::other_type(name, value.value_type().path(), &[ValueType::of::<T>()]);
        value.share().ok_or_else(other)
    }

    /// The sources that match a glob (`*` within a folder, `**` across folders), in order of their paths. Which there are is a
    /// dependency, what they hold is none.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    pub fn list(&mut self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let found = self.assets.list(pattern)?;
        let seen = Some(Digest::of_value(&found).map_err(io::Error::other)?);
        self.dependencies.push(Dependency { probe: Probe::Listing(pattern.to_owned()), seen });
        Ok(found)
    }

    /// The asset whose name looks most like `name`, for a "did you mean".
    #[must_use]
    pub fn nearest_asset(&self, name: &str) -> Option<String> {
        self.assets.nearest(name)
    }

    /// Leaves a diagnostic. Without a file it is about the source.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(about(diagnostic, self.source));
    }

    /// Leaves a diagnostic and gives the error to return.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> StageError {
        self.report(diagnostic);
        StageError::Diagnosed
    }

    /// What was asked, and what was said.
    #[must_use]
    pub fn finish(self) -> (Vec<Dependency>, Vec<Diagnostic>) {
        (self.dependencies, self.diagnostics)
    }
}

/// A writer's view of the world: the name of the asset and the product's label, where it asks for them. And it may speak.
#[derive(Debug, Default)]
pub struct WriteContext {
    asset: String,
    label: String,
    diagnostics: Vec<Diagnostic>,
}

impl WriteContext {
    /// A context for writing the asset of this name.
    #[must_use]
    pub fn new(asset: impl Into<String>) -> Self {
        Self { asset: asset.into(), ..Self::default() }
    }

    /// The context for the asset's product with this label.
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

    /// Leaves a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Leaves a diagnostic and gives the error to return.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> StageError {
        self.report(diagnostic);
        StageError::Diagnosed
    }

    /// What was said.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

fn about(mut diagnostic: Diagnostic, source: &SourcePath) -> Diagnostic {
    diagnostic.file.get_or_insert_with(|| source.clone());
    diagnostic
}
