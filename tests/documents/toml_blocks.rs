//! TOML of the book: manifests, which the program checks, and sources, which it reads.

use rigmill_pipeline::{TomlTable, TomlValue};

use super::page::Block;
use crate::support::rigmill;

/// The tables of a manifest.
const MANIFEST: [&str; 5] = ["project", "rule", "cache", "execution", "diagnostics"];

/// A key of files with this extension, which those before have not.
const SOURCES: [(&str, &str); 3] = [("inhale", "breath.toml"), ("chain", "spring.toml"), ("bone", "skeleton.toml")];

/// Keys of files that need others beside them, such as schemas of game data and action sets, or that are for Cargo and taplo.
const NOT_ALONE: [&str; 6] = ["record", "layer", "event", "clip", "dependencies", "include"];

/// Checks that the text is what the page takes it for: a file without errors, or one with the error that the page shows next.
pub(super) fn check(block: &Block, next: Option<&Block>) {
    let shown = next.filter(|next| next.language == "text").and_then(|next| code(&next.text));
    let table: TomlTable = match block.text.parse() {
        Ok(table) => table,
        Err(_) if shown.is_some() => return reported(block, shown, "rigmill.toml", &block.text),
        Err(error) => panic!("{}: {error}", block.place),
    };
    if let Some((_, extension)) = SOURCES.iter().find(|(key, _)| table.contains_key(*key)) {
        reported(block, shown, &format!("shown.{extension}"), &block.text);
    } else if table.keys().all(|key| MANIFEST.contains(&key.as_str())) {
        reported(block, shown, "rigmill.toml", &block.text);
    } else if !NOT_ALONE.iter().any(|key| table.contains_key(*key)) {
        let pattern = ("match".to_owned(), TomlValue::String("**".to_owned()));
        let rule = TomlTable::from_iter([pattern, ("params".to_owned(), TomlValue::Table(table))]);
        let rules = ("rule".to_owned(), TomlValue::Array(vec![TomlValue::Table(rule)]));
        reported(block, shown, "rigmill.toml", &TomlTable::from_iter([rules]).to_string());
    }
}

/// The code of the error with which a text begins.
fn code(text: &str) -> Option<&str> {
    text.strip_prefix("error[")?.split(']').next()
}

/// The program takes this file in a folder of its own, or reports the error that is shown. Some errors need sources.
fn reported(block: &Block, shown: Option<&str>, name: &str, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let mut command = rigmill();
    match name {
        "rigmill.toml" => command.arg("list").arg(folder.path()),
        _ => command.arg("inspect").arg(&file),
    };
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let is_expected = output.status.success() || shown.is_some_and(|code| said.contains(code));
    assert!(is_expected, "{}: {said}", block.place);
}
