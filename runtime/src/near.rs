//! Suggests similar names for a missing name.

/// Returns `; did you mean "..."?` with the existing name that is most similar to the missing name. Empty if no name is similar
/// enough.
pub(crate) fn did_you_mean<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // Longer names are not compared, because the work grows with the square of their length.
    let near = names.into_iter().filter(|other| name.len().max(other.len()) <= 64);
    let near = near.map(|other| (edits(name, other), other)).min_by_key(|(edits, _)| *edits);
    match near {
        Some((edits, other)) if 3 * edits <= name.chars().count() => format!("; did you mean {other:?}?"),
        _ => String::new(),
    }
}

/// The number of letters to insert, remove or replace (Levenshtein distance). Ignores case.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (above, a) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (left, b) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[left + 1];
            row[left + 1] = replaced.min(diagonal + 1).min(row[left] + 1);
        }
    }
    row[b.len()]
}
