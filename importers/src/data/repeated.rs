//! [`check`]: whether a map has a key twice, for which no target has a place.

use std::collections::HashSet;
use std::fmt::Write;

use super::tree::{Node, Value};
use crate::codes;
use crate::problems::{Problems, words};

/// Tells of every key that its map has twice.
pub(super) fn check(node: &Node, problems: &mut Problems<'_>) {
    match &node.value {
        Value::Leaf(_) => {}
        Value::List { items, .. } => items.iter().for_each(|item| check(item, problems)),
        Value::Record { fields, .. } => fields.iter().for_each(|field| check(&field.value, problems)),
        Value::Map { entries, .. } => {
            let mut seen = HashSet::new();
            for (key, value) in entries {
                let mut shown = String::new();
                show(key, &mut shown);
                if !seen.insert(shown) {
                    problems.error(codes::DATA_REPEATED, key.span, || {
                        words("a key of a map occurs twice", "remove one of the entries")
                    });
                }
                check(key, problems);
                check(value, problems);
            }
        }
    }
}

/// The value without its places: keys that are the same look the same.
fn show(node: &Node, text: &mut String) {
    // Writing to a String cannot fail.
    let _ = match &node.value {
        Value::Leaf(leaf) => write!(text, "{leaf:?};"),
        Value::List { items, .. } => {
            text.push('[');
            items.iter().for_each(|item| show(item, text));
            text.write_str("];")
        }
        Value::Record { fields, .. } => {
            text.push('{');
            for field in fields {
                let _ = write!(text, "{:?}:", field.name);
                show(&field.value, text);
            }
            text.write_str("};")
        }
        Value::Map { entries, .. } => {
            text.push('<');
            for (key, value) in entries {
                show(key, text);
                show(value, text);
            }
            text.write_str(">;")
        }
    };
}
