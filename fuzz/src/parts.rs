//! Inputs of two files in one: a source, and a file that it refers to.

/// The bytes of the number at the end of an input of two files: the length of the second.
const LENGTH: usize = 4;

/// The two files of an input: the second, and its length after it, follow the first. Any bytes are two files.
pub(crate) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some((rest, length)) = bytes.split_last_chunk::<LENGTH>() else { return (bytes, &[]) };
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at(rest.len() - length.min(rest.len()))
}

/// An input of two files.
pub(crate) fn join(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = u32::try_from(second.len()).unwrap_or(u32::MAX);
    [first, second, &length.to_le_bytes()].concat()
}
