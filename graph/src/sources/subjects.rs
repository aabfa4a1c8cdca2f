//! [`Subjects`]: the files that a query is about. They lead from a changed file to the assets that depend on it.

use std::fs;
use std::path::Path;

use rigmill_disk::absent;
use rigmill_disk::relative_path::{join, split};
use rigmill_pipeline::{Query, SourcePath, Subject};

use super::asset_names::AssetFiles;
use super::tree::{FileId, Tree};
use crate::project::STATE_FOLDER;

/// The files that a query is about.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Subjects {
    /// The answer changes only if one of these files changes, or if files are added or removed. For a query about a product,
    /// these are the sources of the assets that may make it.
    pub(crate) files: Vec<FileId>,
    /// Whether the answer may change even if the tree does not. This is the case if the query is about the environment, or
    /// about a file that is hidden, ignored, reached through a symbolic link, or outside the tree for another reason.
    pub(crate) outside: bool,
}

impl Subjects {
    /// Returns the subjects of a query in a tree of files below the folder `root`, some of which are assets.
    pub(crate) fn new(query: &Query, assets: AssetFiles<'_>, root: &Path) -> Self {
        let AssetFiles { tree, is_asset, .. } = assets;
        match query.subject() {
            Subject::File(path) => Self::of_file(path, tree, root),
            Subject::Product(name) => {
                let makers = possible_makers(assets, name).into_iter().map(|(file, _)| file);
                Self { files: makers.collect(), outside: false }
            }
            Subject::Asset(source) => {
                Self { files: tree.find(source).filter(|&file| is_asset(file)).into_iter().collect(), outside: false }
            }
            Subject::Variable(_) => Self { files: Vec::new(), outside: true },
            Subject::Glob(_) | Subject::SourcesNamed(_) | Subject::AssetNames(_) => Self::default(),
        }
    }

    fn of_file(path: &SourcePath, tree: &Tree, root: &Path) -> Self {
        match tree.find(path) {
            Some(file) if tree[file].is_link() => Self { files: Vec::new(), outside: true },
            Some(file) => Self { files: vec![file], outside: false },
            None => Self { files: Vec::new(), outside: !would_be_in_tree(path, tree, root) },
        }
    }
}

/// Whether a scan would find a file at this path if one were created, so that no build misses it.
fn would_be_in_tree(path: &SourcePath, tree: &Tree, root: &Path) -> bool {
    let path = path.as_str();
    if path.split('/').any(|part| part.starts_with('.')) || tree.ignore_files.ignoring(path.as_bytes(), false).is_some()
    {
        return false;
    }
    // The first part of the path that the tree does not contain must not exist, because it could be a link or the output
    // folder.
    let parts = path.match_indices('/').map(|(end, _)| &path[..end]).chain([path]);
    let Some(missing) = parts.into_iter().find(|part| tree.folder(part).is_none()) else { return false };
    let (folder, _) = split(missing);
    // A scan does not enter the output folder of a different project.
    let is_output = !folder.is_empty() && exists(&root.join(folder).join(STATE_FOLDER));
    !is_output && !exists(&root.join(missing))
}

fn exists(path: &Path) -> bool {
    !fs::symlink_metadata(path).is_err_and(|error| absent(&error))
}

/// Returns the files of the assets that may make the product with this name, each with the label that the product would have
/// there. The asset or variant with exactly this name comes first, followed by the assets and variants whose name is the part
/// before a label, longest first.
pub(crate) fn possible_makers(assets: AssetFiles<'_>, product: &str) -> Vec<(FileId, String)> {
    let AssetFiles { tree, is_asset, names } = assets;
    let (folder, name) = split(product);
    let cuts = name.char_indices().rev().filter(|(_, letter)| matches!(letter, '.' | '@')).map(|(at, _)| at);
    let splits = std::iter::once(name.len()).chain(cuts).filter(|&at| at > 0).map(|at| name.split_at(at));
    let mut makers = Vec::new();
    for (stem, label) in splits {
        let asset = join(folder, stem);
        let named = |file: &FileId| {
            let is_own_name = || tree.path(*file).is_some_and(|path| path.asset_name() == asset);
            is_asset(*file) && !names.contains(*file) && is_own_name()
        };
        let by_rules = names.files(&asset).iter().copied().filter(|file| is_asset(*file));
        makers.extend(tree.with_stem(folder, stem).filter(named).chain(by_rules).map(|file| (file, label.to_owned())));
        let variants = names.variants(&asset).iter().filter(|(file, _)| is_asset(*file));
        makers.extend(variants.map(|(file, variant)| (*file, format!("{variant}{label}"))));
    }
    makers
}
