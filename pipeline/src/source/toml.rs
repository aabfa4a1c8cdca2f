//! [`subtable_above`]: a mistake in TOML that parsers report elsewhere.

use std::ops::Range;

/// Returns the span of the line `[list.table]` or `[[list.table]]` that is above the first `[[list]]` of a TOML file. Because of
/// it, parsers report `list` as a duplicate key. `second` is the position of the line `[[list]]`.
///
/// ```
/// let text = "[[layer.action]]\nname = \"Run\"\n[[layer]]\n";
/// assert_eq!(rigmill_pipeline::subtable_above(text, 30), Some(0..16));
/// ```
#[must_use]
pub fn subtable_above(text: &str, second: usize) -> Option<Range<usize>> {
    let list = text.get(second..)?.lines().next()?.trim().strip_prefix("[[")?.split("]]").next()?.trim();
    let mut end = 0;
    for line in text[..second].split_inclusive('\n') {
        let start = end;
        end += line.len();
        let header = line.trim();
        let name = header.trim_start_matches('[').trim_start();
        let rest = name.strip_prefix(list).map(str::trim_start);
        if header.starts_with('[') && rest.is_some_and(|rest| rest.starts_with('.')) {
            return Some(start..start + line.trim_end().len());
        }
        if header.starts_with("[[") && rest.is_some_and(|rest| rest.starts_with(']')) {
            return None;
        }
    }
    None
}
