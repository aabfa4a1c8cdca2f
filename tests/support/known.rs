//! [`Known`]: remembers the results of clean builds of clips, so that a test can compare with a clean build at any moment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files::relative;
use super::{Project, files_below};

/// Clips by their paths relative to the project's folder, without extension.
pub(crate) type Sources = BTreeMap<String, String>;

/// Files by their paths relative to the output folder.
pub(crate) type Outputs = BTreeMap<String, Vec<u8>>;

/// The results of building each clip in a fresh folder with an empty cache. The bytes of a built clip depend only on its
/// source.
#[derive(Default)]
pub(crate) struct Known(BTreeMap<(String, String), Vec<u8>>);

impl Known {
    /// Returns the output folder of a clean build of these sources.
    pub(crate) fn outputs(&mut self, sources: &Sources) -> Outputs {
        let unknown = sources.iter().filter(|(path, text)| !self.0.contains_key(&((*path).clone(), (*text).clone())));
        let unknown: Vec<(&String, &String)> = unknown.collect();
        if !unknown.is_empty() {
            self.learn(&unknown);
        }
        let bytes = |(path, text): (&String, &String)| self.0[&(path.clone(), text.clone())].clone();
        sources.iter().map(|it| (format!("native/{}.rmb", it.0), bytes(it))).collect()
    }

    fn learn(&mut self, sources: &[(&String, &String)]) {
        let clean = Project::in_memory();
        sources.iter().for_each(|(path, text)| clean.write(&format!("{path}.Animation"), text));
        let built = clean.build();
        assert_eq!((built.code, built.count("built")), (0, sources.len() as u64));
        for (path, text) in sources {
            self.0.insert(((*path).clone(), (*text).clone()), clean.read(&format!("build/native/{path}.rmb")));
        }
    }
}

/// Returns all files of an output folder, except for Rigmill's own files.
pub(crate) fn found(out: &Path) -> Outputs {
    let files = files_below(out).into_iter().filter(|path| !path.starts_with(out.join(".rigmill")));
    files.map(|path| (relative(&path, out), fs::read(path).unwrap())).collect()
}

/// Checks that each file in an output folder is complete and is either the old or the new version.
pub(crate) fn none_is_torn(out: &Path, before: &Outputs, after: &Outputs, place: &str) {
    for (path, bytes) in found(out) {
        let good = [before.get(&path), after.get(&path)].contains(&Some(&bytes));
        assert!(good, "{place}: {path} ({} bytes) is neither the old file nor the new one", bytes.len());
    }
}

/// Checks that an output folder contains exactly these files, and no empty folders.
pub(crate) fn is_exactly(out: &Path, expected: &Outputs, place: &str) {
    let found = found(out);
    let differing = |path: &&String| found.get(*path) != expected.get(*path);
    let wrong: Vec<&String> = found.keys().chain(expected.keys()).filter(differing).collect();
    assert!(wrong.is_empty(), "{place}: not as a clean build leaves it: {wrong:?}");
    let empty = empty_folders(out);
    assert!(empty.is_empty(), "{place}: folders without files: {empty:?}");
}

fn empty_folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    let below =
        entries.iter().filter(|path| path.is_dir() && !path.ends_with(".rigmill")).flat_map(|path| empty_folders(path));
    let this = if entries.is_empty() { vec![folder.to_owned()] } else { Vec::new() };
    below.chain(this).collect()
}
