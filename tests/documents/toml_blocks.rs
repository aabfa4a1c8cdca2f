//! TOML of the book: manifests, which the program checks, and other files, which are read as what they are.

use rigmill_pipeline::{TomlTable, TomlValue};

use super::page::Block;
use crate::support::rigmill;

/// The tables of a manifest.
const MANIFEST: [&str; 5] = ["project", "rule", "cache", "execution", "diagnostics"];

/// Keys that only other files have: schemas of game data, action sets, manifests of Cargo.
const OTHER_FILES: [&str; 3] = ["record", "layer", "dependencies"];

/// Checks that the text is that of a manifest; a fragment of a rule's `params` is one, too.
pub(super) fn check(block: &Block) {
    let table: TomlTable = block.text.parse().unwrap_or_else(|error| panic!("{}: {error}", block.place));
    if table.keys().all(|key| MANIFEST.contains(&key.as_str())) {
        has_no_errors(block, &block.text);
    } else if !OTHER_FILES.iter().any(|key| table.contains_key(*key)) {
        let params = TomlTable::from_iter([("params".to_owned(), TomlValue::Table(table))]);
        has_no_errors(block, &format!("[[rule]]\nmatch = \"**\"\n{params}"));
    }
}

/// The program takes this manifest, of a project without sources.
fn has_no_errors(block: &Block, manifest: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rigmill.toml"), manifest).unwrap();
    let output = rigmill().arg("list").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}: {}", block.place, String::from_utf8_lossy(&output.stderr));
}
