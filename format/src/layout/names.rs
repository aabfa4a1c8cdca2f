//! The names of records, and the index for finding records by name.
//!
//! A name index lists the record numbers in ascending byte order of the names. Checking this order also proves that no two
//! names are equal, without building a set.

use super::spans::count;
use crate::error::invalid;
use crate::{EncodeError, InvalidContent};

/// Checks the text of a name.
pub(crate) fn text<'a>(bytes: &'a [u8], what: &'static str, index: usize) -> Result<&'a str, InvalidContent> {
    std::str::from_utf8(bytes).map_err(|_| invalid!("the name of {what} {index} is not UTF-8"))
}

/// The text of a name that has already been checked.
pub(crate) fn checked_text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Creates the index of these names. `what` is the kind of item that has the names, for errors.
pub(crate) fn index_by_name<'a>(
    names: impl Iterator<Item = &'a String>,
    what: &'static str,
) -> Result<Vec<u32>, EncodeError> {
    let names: Vec<&String> = names.collect();
    let mut index: Vec<u32> = (0..count(names.len(), what)?).collect();
    index.sort_by_key(|number| names[*number as usize]);
    Ok(index)
}

/// Checks that `index` lists the names of all records in ascending order, without duplicates.
pub(crate) fn check_index<'a, R>(
    what: &'static str,
    index: &[u32],
    records: &'a [R],
    name: impl Fn(&'a R) -> &'a [u8],
) -> Result<(), InvalidContent> {
    let disorder = |entry| invalid!("the name index of the {what}s is out of order at entry {entry}");
    let mut last = None;
    for (entry, number) in index.iter().enumerate() {
        let next = records.get(*number as usize).map(&name).ok_or_else(|| disorder(entry))?;
        match last {
            Some(last) if last == next => {
                let name = checked_text(next);
                return Err(invalid!("two {what}s are named {name:?}"));
            }
            Some(last) if last > next => return Err(disorder(entry)),
            _ => last = Some(next),
        }
    }
    if index.len() == records.len() {
        return Ok(());
    }
    let entry = index.len().min(records.len());
    Err(disorder(entry))
}

/// The number of the record with this name.
pub(crate) fn find<'a, R>(
    wanted: &str,
    index: &[u32],
    records: &'a [R],
    name: impl Fn(&'a R) -> &'a [u8],
) -> Option<usize> {
    let name = |number: &u32| records.get(*number as usize).map_or(&[][..], &name);
    let entry = index.binary_search_by_key(&wanted.as_bytes(), name).ok()?;
    usize::try_from(*index.get(entry)?).ok()
}
