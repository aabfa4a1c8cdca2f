//! Lists names in messages.

/// The maximum number of names that a message lists.
const MAX_LISTED: usize = 8;

/// Lists the first names, and counts the others: `a, b and 3 more`.
pub(crate) fn first_names(names: &[String]) -> String {
    let shown = names[..names.len().min(MAX_LISTED)].join(", ");
    match names.len().saturating_sub(MAX_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
