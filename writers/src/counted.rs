//! [`counted`]: a number of things, in the words of a message.

/// Returns a number and the words for it: the first for 1, or else the second.
pub(crate) fn counted(count: usize, words: [&str; 2]) -> String {
    format!("{count} {}", words[usize::from(count != 1)])
}
