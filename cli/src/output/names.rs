//! Lists names in messages.

/// The maximum number of names that a message lists.
const MAX_LISTED: usize = 8;

/// Lists alternatives: `a, b or c`.
pub(crate) fn alternatives(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// Lists the first names, and counts the others: `a, b and 3 more`.
pub(crate) fn first_names(names: &[String]) -> String {
    let shown = names[..names.len().min(MAX_LISTED)].join(", ");
    match names.len().saturating_sub(MAX_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::alternatives;

    #[test]
    fn only_the_last_alternatives_are_joined_with_or() {
        let joined = |names: &[&str]| alternatives(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!([joined(&["a"]), joined(&["a", "b"]), joined(&["a", "b", "c"])], ["a", "a or b", "a, b or c"]);
    }
}
