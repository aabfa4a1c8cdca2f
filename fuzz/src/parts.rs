//! Combines two files in one input: a source, and a file that it refers to.

/// The size of the number at the end of an input of two files, in bytes. The number is the length of the second file.
const LENGTH: usize = 4;

/// Splits an input into its two files: the first file is followed by the second and by the length of the second. Any bytes can
/// be split.
pub(crate) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some((rest, length)) = bytes.split_last_chunk::<LENGTH>() else { return (bytes, &[]) };
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at(rest.len() - length.min(rest.len()))
}

/// Combines two files to an input.
pub(crate) fn join(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = u32::try_from(second.len()).unwrap_or(u32::MAX);
    [first, second, &length.to_le_bytes()].concat()
}
