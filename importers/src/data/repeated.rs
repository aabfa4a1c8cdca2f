//! [`check`]: checks that no map contains a key twice, which no target supports.

use std::collections::HashSet;
use std::fmt::Write;

use super::tree::{Node, Value};
use crate::codes;
use crate::report::{Problem, Problems};

/// Reports every key that a map contains twice.
pub(super) fn check(node: &Node, problems: &mut Problems) {
    match &node.value {
        Value::Leaf(_) => {}
        Value::List { items, .. } => items.iter().for_each(|item| check(item, problems)),
        Value::Record { fields, .. } => fields.iter().for_each(|field| check(&field.value, problems)),
        Value::Map { entries, .. } => {
            let mut seen = HashSet::new();
            for (key, value) in entries {
                let mut written = String::new();
                write_value(key, &mut written);
                if !seen.insert(written) {
                    problems.error(|| {
                        Problem::new(
                            codes::DATA_REPEATED,
                            "a key of a map occurs twice",
                            "remove one of the two entries",
                        )
                        .at(key.span)
                    });
                }
                check(key, problems);
                check(value, problems);
            }
        }
    }
}

/// Writes a value without its positions, so that equal keys give equal text.
fn write_value(node: &Node, text: &mut String) {
    // Writing to a String cannot fail.
    let _ = match &node.value {
        Value::Leaf(leaf) => write!(text, "{leaf:?};"),
        Value::List { items, .. } => {
            text.push('[');
            items.iter().for_each(|item| write_value(item, text));
            text.write_str("];")
        }
        Value::Record { fields, .. } => {
            text.push('{');
            for field in fields {
                let _ = write!(text, "{:?}:", field.name);
                write_value(&field.value, text);
            }
            text.write_str("};")
        }
        Value::Map { entries, .. } => {
            text.push('<');
            for (key, value) in entries {
                write_value(key, text);
                write_value(value, text);
            }
            text.write_str(">;")
        }
    };
}
