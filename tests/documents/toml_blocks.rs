//! Checks TOML in the book: manifests, which the program checks, and sources, which it reads.

use rigmill_pipeline::{TomlTable, TomlValue};

use super::page::Block;
use crate::support::rigmill;

/// The tables of a manifest.
const MANIFEST: [&str; 5] = ["project", "rule", "cache", "execution", "diagnostics"];

/// A key that occurs only in files with this extension, and not in those listed before it.
const SOURCES: [(&str, &str); 3] = [("inhale", "breath.toml"), ("chain", "spring.toml"), ("bone", "skeleton.toml")];

/// Keys of files that need other files (such as schemas of game data, or action sets), or that are for Cargo or taplo.
const NOT_ALONE: [&str; 6] = ["record", "layer", "event", "clip", "dependencies", "include"];

/// Checks that the text is valid, or has the error that the page shows in the next block.
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

/// Returns the code of the error at the beginning of a text.
fn code(text: &str) -> Option<&str> {
    text.strip_prefix("error[")?.split(']').next()
}

/// Checks that the program accepts this file in its own folder, or reports the shown error. Some errors require sources.
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
