//! The remedies for unknown keys of the manifest.

use rigmill_pipeline::nearest;
use toml::de::DeValue;

use super::keys::{
    CACHE, DIAGNOSTICS, EXECUTION, KeyKind, MANIFEST_KEYS, ManifestKey, PROJECT, REMOTE_CACHE, REMOTE_EXECUTION, RULE,
    names,
};

/// The tables with keys of their own, by header.
const TABLES: [(&str, &[ManifestKey]); 5] = [
    ("[project]", PROJECT),
    ("[[rule]]", RULE),
    ("[diagnostics]", DIAGNOSTICS),
    ("[cache.remote]", REMOTE_CACHE),
    ("[execution.remote]", REMOTE_EXECUTION),
];

/// Names that other tools give to the key `match` of a rule.
const OTHER_NAMES_OF_MATCH: [&str; 6] = ["file", "files", "glob", "globs", "include", "pattern"];

/// Whether two lists of keys are the same. Their addresses may differ, but no two lists begin with the same key.
fn is(keys: &[ManifestKey], other: &[ManifestKey]) -> bool {
    keys.first().map(|key| key.doc) == other.first().map(|key| key.doc)
}

fn has_key(value: &DeValue<'_>, name: &str) -> bool {
    value.as_table().is_some_and(|table| table.keys().any(|key| key.get_ref() == name))
}

/// Returns how to correct an unknown key with this value in a table with these keys.
pub(super) fn help_for_key(name: &str, value: &DeValue<'_>, keys: &'static [ManifestKey]) -> String {
    let known = names(keys);
    let listed = || format!("known keys here: {}", known.join(", "));
    if let Some(help) = elsewhere(name, value, keys) {
        return help;
    }
    match meant_key(name, keys) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if is(keys, RULE) => {
            format!("write a parameter of a stage as params = {{ {name} = … }}; {}", listed())
        }
        None => listed(),
    }
}

/// Returns the key that was probably meant by another name.
pub(super) fn meant_key(name: &str, keys: &'static [ManifestKey]) -> Option<&'static str> {
    let is_match = is(keys, RULE) && OTHER_NAMES_OF_MATCH.contains(&name);
    if is_match { Some("match") } else { nearest(name, names(keys)) }
}

/// Returns the help for a key that exists elsewhere: in another table, or on the command line.
fn elsewhere(name: &str, value: &DeValue<'_>, keys: &'static [ManifestKey]) -> Option<String> {
    let is_here = |table: &'static [ManifestKey]| is(keys, table);
    if let Some(option) = option_of_cache(name).filter(|_| is_here(CACHE)) {
        return Some(format!("pass {option} on the command line; rigmill.toml sets only [cache.remote]"));
    }
    if name == "remote" && is_here(MANIFEST_KEYS) {
        let named = ["cache", "execution"].into_iter().find(|table| has_key(value, table));
        return Some(match named {
            Some(table) => format!("did you mean [{table}.remote]?"),
            None => "write [cache.remote] or [execution.remote]".to_owned(),
        });
    }
    if !is_here(MANIFEST_KEYS) && names(MANIFEST_KEYS).contains(&name) {
        let header = if name == "rule" { "[[rule]]".to_owned() } else { format!("[{name}]") };
        let or = if is_here(RULE) && name == "diagnostics" { ", or write `allow` in the rule" } else { "" };
        return Some(format!("write {header}, as a table of its own{or}"));
    }
    // A rule sets the unit as a parameter.
    let has = |table: &[ManifestKey]| {
        table.iter().any(|key| key.name == name && !(is_here(RULE) && matches!(key.kind, KeyKind::Unit)))
    };
    let mut headers: Vec<&str> = TABLES.iter().filter(|(_, table)| has(table)).map(|(header, _)| *header).collect();
    if let Some(own) = own_remote(keys).filter(|own| headers.contains(own)) {
        headers = vec![own];
    }
    (!headers.is_empty()).then(|| format!("move `{name}` to the table {}", headers.join(" or ")))
}

/// Returns the header of the table with these keys, or of the table `remote` in it.
pub(super) fn header_of(keys: &'static [ManifestKey]) -> &'static str {
    let own = || TABLES.iter().find(|(_, table)| is(keys, table)).map_or("", |(header, _)| *header);
    own_remote(keys).unwrap_or_else(own)
}

/// Returns the header of the table `remote` in the table with these keys.
fn own_remote(keys: &'static [ManifestKey]) -> Option<&'static str> {
    let remotes = [(CACHE, "[cache.remote]"), (EXECUTION, "[execution.remote]")];
    remotes.into_iter().find(|(table, _)| is(keys, table)).map(|(_, header)| header)
}

/// Returns the option that sets what a key of `[cache]` would set.
fn option_of_cache(key: &str) -> Option<&'static str> {
    match key {
        "dir" | "folder" | "path" | "cache_dir" => Some("--cache-dir"),
        "size" | "max_size" | "cache_size" => Some("--cache-size"),
        _ => None,
    }
}
