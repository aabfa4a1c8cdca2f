//! [`SourcesByName`]: finds the files of a tree by asset name.

use std::collections::BTreeMap;

use rigmill_pipeline::SourcePath;

use super::tree::Tree;

/// The files of a tree by asset name, ignoring case.
#[derive(Debug, Default)]
pub(crate) struct SourcesByName(BTreeMap<String, Vec<SourcePath>>);

impl SourcesByName {
    pub(crate) fn new(tree: &Tree) -> Self {
        let mut names: BTreeMap<String, Vec<SourcePath>> = BTreeMap::new();
        for (_, path) in tree.paths() {
            names.entry(lower(path.asset_name())).or_default().push(path);
        }
        names.values_mut().for_each(|paths| paths.sort_unstable());
        Self(names)
    }

    /// Returns the files whose asset name is `name`, ignoring case, sorted by path.
    pub(crate) fn get(&self, name: &str) -> &[SourcePath] {
        self.0.get(&lower(name)).map_or(&[], Vec::as_slice)
    }
}

/// Converts each character separately, unlike [`str::to_lowercase`], which considers the letters around a sigma.
fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
