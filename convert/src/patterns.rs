//! Shortens the sources of a rule to globs that match exactly these sources, and files that are added later.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rigmill_pipeline::Globs;

use super::sources::Sources;

/// The maximum number of files that are compared with the sources. With more files, rules name each source.
const MAX_FILES: usize = 100_000;

/// The minimum number of sources that a glob replaces.
const MIN_SOURCES: usize = 2;

/// A folder, and a file extension in lower case, because globs ignore the case of extensions.
type Kind = (String, String);

/// Files, counted by folder and extension.
#[derive(Debug, Default)]
struct Counts {
    /// The number of files in each folder.
    within: BTreeMap<Kind, usize>,
    /// The number of files in each folder and its subfolders, and the number of folders that contain them. The root is left out.
    below: BTreeMap<Kind, (usize, usize)>,
}

/// Finds globs for the sources of rules.
#[derive(Debug)]
pub(super) struct Patterns {
    files: BTreeSet<String>,
    counts: Counts,
}

impl Patterns {
    /// Lists the files next to and below these sources.
    pub(super) fn new<'a>(sources: impl Iterator<Item = &'a String>, on_disk: &mut Sources) -> Self {
        let tops: BTreeSet<&str> = sources.map(|source| source.split_once('/').map_or("", |(top, _)| top)).collect();
        let files = tops.into_iter().try_fold(BTreeSet::new(), |files, top| add_files(files, top, on_disk));
        let files = files.unwrap_or_default();
        let counts = Counts::new(files.iter().map(String::as_str));
        Self { files, counts }
    }

    /// Returns globs that match these sources and no other file that exists. Sets `takes_new_files` if a glob also matches files
    /// that are added later.
    pub(super) fn globs(&self, sources: &[String], takes_new_files: &mut bool) -> Vec<String> {
        let known = sources.iter().filter(|source| self.files.contains(*source));
        let counts = Counts::new(known.map(String::as_str));
        let (mut globs, mut seen) = (Vec::new(), BTreeSet::new());
        for source in sources {
            let Some(area) = self.area(source, &counts) else {
                globs.push(Globs::escape(source));
                continue;
            };
            *takes_new_files = true;
            let glob = area.glob(source);
            if seen.insert(area) {
                globs.push(glob);
            }
        }
        globs
    }

    /// Returns the largest area around a source in which a rule has all files of the source's kind.
    fn area(&self, source: &str, of_rule: &Counts) -> Option<Area> {
        let (folder, extension) = kind(source)?;
        let mut trees = ancestors(&folder).map(|folder| (folder.to_owned(), extension.clone()));
        let is_whole = |kind: &Kind| {
            let (found, all) = (of_rule.below.get(kind), self.counts.below.get(kind));
            found.is_some_and(|&(files, folders)| files >= MIN_SOURCES && folders > 1) && found == all
        };
        if let Some(tree) = trees.find(is_whole) {
            return Some(Area { kind: tree, subfolders: true });
        }
        let kind = kind(source)?;
        let (found, all) = (of_rule.within.get(&kind), self.counts.within.get(&kind));
        let is_whole = found.is_some_and(|&files| files >= MIN_SOURCES) && found == all;
        is_whole.then_some(Area { kind, subfolders: false })
    }
}

/// The files of a kind in a folder.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Area {
    kind: Kind,
    /// Whether the files in subfolders belong to it, too.
    subfolders: bool,
}

impl Area {
    /// Returns the glob of the area, with the extension as one of the sources has it.
    fn glob(&self, source: &str) -> String {
        let folder = Globs::escape(&self.kind.0);
        let slash = if folder.is_empty() { "" } else { "/" };
        let extension = Globs::escape(source.rsplit_once('.').map_or("", |(_, extension)| extension));
        format!("{folder}{slash}{}*.{extension}", if self.subfolders { "**/" } else { "" })
    }
}

impl Counts {
    fn new<'a>(files: impl Iterator<Item = &'a str>) -> Self {
        let mut counts = Self::default();
        files.filter_map(kind).for_each(|kind| *counts.within.entry(kind).or_default() += 1);
        for ((folder, extension), files) in &counts.within {
            for folder in ancestors(folder) {
                let below = counts.below.entry((folder.to_owned(), extension.clone())).or_default();
                *below = (below.0 + files, below.1 + 1);
            }
        }
        counts
    }
}

/// Returns the folders that contain a folder, from the outermost to the folder itself, without the root.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
    ends.filter(|&end| end > 0).map(|end| &folder[..end])
}

/// Returns the folder and the extension of a file; `None` without an extension.
fn kind(file: &str) -> Option<Kind> {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let (_, extension) = name.rsplit_once('.')?;
    (!extension.is_empty()).then(|| (folder.to_owned(), extension.to_lowercase()))
}

/// Adds the files in a folder and its subfolders, or only those in the root. Returns `None` if there are too many.
fn add_files(mut files: BTreeSet<String>, top: &str, on_disk: &mut Sources) -> Option<BTreeSet<String>> {
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        let path = on_disk.root().join(Path::new(&folder));
        let join = |name: String| if folder.is_empty() { name } else { format!("{folder}/{name}") };
        files.extend(on_disk.files(&path).into_iter().map(join));
        if !folder.is_empty() {
            folders.extend(on_disk.folders(&path).into_iter().map(join));
        }
        if files.len() + folders.len() > MAX_FILES {
            return None;
        }
    }
    Some(files)
}
