//! [`Folder`]: the files of a folder as the sources of stages.

use std::fs;
use std::io;
use std::path::Path;

use rigmill_disk::{RegularFile, read_file};
use rigmill_pipeline::{AssetError, AssetIndex, Digest, DynValue, Globs, ProductInfo, SourcePath, Sources};
use walkdir::{DirEntry, WalkDir};

/// The maximum number of files and folders that are searched for other files of a source without a project.
const MAX_ENTRIES: usize = 100_000;

/// The maximum size of a source, in bytes. Importers have their own, much lower limits.
const LARGEST_SOURCE: u64 = 1 << 32;

/// Finds built content by its name.
type Find<'a> = &'a (dyn Fn(&str) -> Option<DynValue> + Sync);

/// A folder of sources without a project. Other assets exist only if the caller finds their content.
pub struct Folder<'a> {
    sources: &'a Path,
    content: Option<Find<'a>>,
}

impl<'a> Folder<'a> {
    /// Creates a folder without other assets.
    #[must_use]
    pub fn new(sources: &'a Path) -> Self {
        Self { sources, content: None }
    }

    /// Creates a folder whose assets have the content that `find` returns.
    #[must_use]
    pub fn with_content(sources: &'a Path, find: Find<'a>) -> Self {
        Self { sources, content: Some(find) }
    }

    fn found(&self, name: &str) -> Option<DynValue> {
        self.content.and_then(|find| find(name))
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
        let value = self.found(name).ok_or_else(|| AssetError::Failed { name: name.to_owned() })?;
        Ok(ProductInfo {
            name: name.to_owned(),
            type_path: value.value_type().path().to_owned(),
            digest: value.digest(),
        })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.found(name).ok_or_else(|| AssetError::Missing { name: name.to_owned() })
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
