//! [`AssetNames`] and [`AssetFiles`]: which files are assets, and the names of the assets.

use std::collections::BTreeMap;

use rigmill_pipeline::SourcePath;

use super::tree::{FileId, Tree};

/// The names that rules give to assets and to variants of assets. All other assets have the names of their sources.
#[derive(Debug, Default)]
pub(crate) struct AssetNames {
    of_files: BTreeMap<FileId, String>,
    files: BTreeMap<String, Vec<FileId>>,
    /// For each name of a variant, the files with this variant, and the variant's label.
    variants: BTreeMap<String, Vec<(FileId, String)>>,
}

impl AssetNames {
    /// Returns the name of the asset made from a file.
    pub(crate) fn name<'a>(&'a self, file: FileId, source: &'a SourcePath) -> &'a str {
        self.of_files.get(&file).map_or_else(|| source.asset_name(), String::as_str)
    }

    /// Whether a rule renames the asset made from a file.
    pub(super) fn contains(&self, file: FileId) -> bool {
        self.of_files.contains_key(&file)
    }

    /// Returns the files of the assets to which rules give this name.
    pub(super) fn files(&self, name: &str) -> &[FileId] {
        self.files.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds a variant of the asset made from a file, whose own name is already known.
    pub(crate) fn add_variant(&mut self, file: FileId, source: &SourcePath, label: &str) {
        let name = format!("{}{label}", self.name(file, source));
        self.variants.entry(name).or_default().push((file, label.to_owned()));
    }

    /// Returns the files with a variant of this name, and the variant's label.
    pub(super) fn variants(&self, name: &str) -> &[(FileId, String)] {
        self.variants.get(name).map_or(&[], Vec::as_slice)
    }
}

impl FromIterator<(FileId, String)> for AssetNames {
    fn from_iter<I: IntoIterator<Item = (FileId, String)>>(names: I) -> Self {
        let mut all = Self::default();
        for (file, name) in names {
            all.files.entry(name.clone()).or_default().push(file);
            all.of_files.insert(file, name);
        }
        all
    }
}

/// The files of a tree that are assets, with their names.
#[derive(Clone, Copy)]
pub(crate) struct AssetFiles<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) is_asset: &'a dyn Fn(FileId) -> bool,
    pub(crate) names: &'a AssetNames,
}

impl AssetFiles<'_> {
    /// Returns the names of all assets.
    pub(crate) fn asset_names(self) -> impl Iterator<Item = String> {
        let assets = self.tree.paths().filter(move |(file, _)| (self.is_asset)(*file));
        assets.map(move |(file, source)| self.names.name(file, &source).to_owned())
    }
}
