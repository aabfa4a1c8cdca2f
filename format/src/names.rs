//! Names and the index that finds them.
//!
//! A name index lists record numbers in ascending byte order of their names. That order, once
//! checked, also proves that no two names are equal, without a set to hold them.

use crate::InvalidContent;

/// The text of a name, or an error that says which is none.
pub(crate) fn text<'a>(bytes: &'a [u8], what: &'static str, index: usize) -> Result<&'a str, InvalidContent> {
    std::str::from_utf8(bytes).map_err(|_| InvalidContent::NameNotUtf8 { what, index })
}

/// The text of a name that has been checked before.
pub(crate) fn checked_text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The numbers `0..count` in the order of their names.
pub(crate) fn index_by_name<'a>(count: u32, name: impl Fn(u32) -> &'a [u8]) -> Vec<u32> {
    let mut index: Vec<u32> = (0..count).collect();
    index.sort_by_key(|number| name(*number));
    index
}

/// Checks that `index` lists the `count` names, each once, ascending.
pub(crate) fn check_index<'a>(
    index: &[u32],
    count: usize,
    what: &'static str,
    name: impl Fn(u32) -> Option<&'a str>,
) -> Result<(), InvalidContent> {
    let mut last = None;
    for (entry, number) in index.iter().enumerate() {
        let disorder = || InvalidContent::NameOrder { what, entry };
        let next = name(*number).ok_or_else(disorder)?;
        match last {
            Some(last) if last == next => {
                let name = next.to_owned();
                return Err(InvalidContent::DuplicateName { what, name });
            }
            Some(last) if last > next => return Err(disorder()),
            _ => last = Some(next),
        }
    }
    if index.len() == count {
        return Ok(());
    }
    let entry = index.len().min(count);
    Err(InvalidContent::NameOrder { what, entry })
}

/// The number in `index` whose name is `wanted`.
pub(crate) fn find<'a>(index: &[u32], wanted: &str, name: impl Fn(u32) -> &'a [u8]) -> Option<u32> {
    let entry = index.binary_search_by_key(&wanted.as_bytes(), |number| name(*number));
    index.get(entry.ok()?).copied()
}
