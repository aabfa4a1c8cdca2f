//! [`Sources`]: finds the files below the project's folder by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_pipeline::SourcePath;

/// The result of looking up a file that a content project refers to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The file exists with this name, which can differ in case.
    Exists(String),
    /// The file does not exist.
    Missing,
    /// The file exists, but builds ignore it for this reason.
    Ignored(&'static str),
}

/// Looks up files. Lists each folder only once.
#[derive(Debug)]
pub(crate) struct Sources {
    root: PathBuf,
    folders: BTreeMap<PathBuf, BTreeMap<String, Kind>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    LinkedFolder,
}

impl Sources {
    pub(crate) fn below(root: &Path) -> Self {
        Self { root: root.to_owned(), folders: BTreeMap::new() }
    }

    /// Returns the project's folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the project's folder, unless a source in it is reached through a link, which may lead out of the project.
    pub(crate) fn root_of_unlinked(&self, source: &SourcePath) -> Option<&Path> {
        let is_link = self.root.join(source.as_str()).is_symlink();
        (!is_link).then_some(self.root.as_path())
    }

    /// Finds a file by its path relative to the root. Prefers the exact case.
    pub(crate) fn find(&mut self, path: &str) -> Found {
        let mut found: Vec<String> = Vec::new();
        let parts: Vec<&str> = path.split('/').collect();
        for (at, part) in parts.iter().enumerate() {
            let folder = self.root.join(found.join("/"));
            let Some((name, kind)) = self.entry(&folder, part) else { return Found::Missing };
            let last = at + 1 == parts.len();
            match kind {
                _ if name.starts_with('.') => {
                    return Found::Ignored("files and folders with a leading dot are ignored");
                }
                Kind::LinkedFolder if !last => return Found::Ignored("folders behind symbolic links are ignored"),
                Kind::File if last => {}
                Kind::Folder if !last => {}
                _ => return Found::Missing,
            }
            found.push(name);
        }
        Found::Exists(found.join("/"))
    }

    /// Whether the folder of a file contains a file with this name.
    pub(crate) fn beside(&mut self, path: &str, name: &str) -> bool {
        let folder = self.root.join(path.rsplit_once('/').map_or("", |(folder, _)| folder));
        self.list(&folder).get(name) == Some(&Kind::File)
    }

    /// Returns the names of the files in a folder, except names with a leading dot.
    pub(crate) fn files(&mut self, folder: &Path) -> Vec<String> {
        self.named(folder, Kind::File)
    }

    /// Returns the names of the subfolders of a folder, except links and names with a leading dot.
    pub(crate) fn folders(&mut self, folder: &Path) -> Vec<String> {
        self.named(folder, Kind::Folder)
    }

    /// Returns the number of names in a folder.
    pub(crate) fn count(&mut self, folder: &Path) -> usize {
        self.list(folder).len()
    }

    fn named(&mut self, folder: &Path, kind: Kind) -> Vec<String> {
        let is_wanted = |(name, found): &(&String, &Kind)| **found == kind && !name.starts_with('.');
        self.list(folder).iter().filter(is_wanted).map(|(name, _)| name.clone()).collect()
    }

    fn entry(&mut self, folder: &Path, name: &str) -> Option<(String, Kind)> {
        let entries = self.list(folder);
        let exact = entries.get_key_value(name);
        let lower = name.to_lowercase();
        let found = exact.or_else(|| entries.iter().find(|(other, _)| other.to_lowercase() == lower));
        found.map(|(name, kind)| (name.clone(), *kind))
    }

    fn list(&mut self, folder: &Path) -> &BTreeMap<String, Kind> {
        self.folders.entry(folder.to_owned()).or_insert_with(|| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter_map(|entry| Some((entry.file_name().into_string().ok()?, kind(&entry)?))).collect()
        })
    }
}

fn kind(entry: &fs::DirEntry) -> Option<Kind> {
    let own = entry.file_type().ok()?;
    let is_folder = if own.is_symlink() { fs::metadata(entry.path()).ok()?.is_dir() } else { own.is_dir() };
    Some(match (is_folder, own.is_symlink()) {
        (true, true) => Kind::LinkedFolder,
        (true, false) => Kind::Folder,
        (false, _) => Kind::File,
    })
}
