//! Suggests similar names for a missing name.

/// The maximum number of related assets that a suggestion names.
const MAX_RELATED: usize = 3;

/// The maximum number of assets in a folder that are compared with a missing name.
const MAX_COMPARED: usize = 1024;

/// Returns `; did you mean "..."?` with the existing name that is most similar to the missing name. Empty if no name is similar
/// enough.
pub(crate) fn did_you_mean<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, names).map(|other| format!("; did you mean {other:?}?")).unwrap_or_default()
}

/// Suggests assets for the name of a missing asset: those in the same folder with the same name and a different or no suffix
/// or label, such as `Models/Robot.skeleton` for `Models/Robot` and `Models/Robot.fbx`, or else the one with the most similar
/// name.
pub(crate) fn suggested_assets<'a>(missing: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let (folder, name) = missing.split_at(missing.rfind('/').map_or(0, |slash| slash + 1));
    let beside = names.into_iter().filter_map(|other| other.strip_prefix(folder)).filter(|other| !other.contains('/'));
    let beside: Vec<&str> = beside.take(MAX_COMPARED).collect();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_part = |of: &str, other: &str| other.strip_prefix(of).is_some_and(|rest| rest.starts_with(['.', '@']));
    let is_related = |other: &&&str| **other == stem || is_part(name, other) || is_part(stem, other);
    let mut found: Vec<&str> = beside.iter().filter(is_related).copied().collect();
    found.sort_unstable();
    found.truncate(MAX_RELATED);
    if found.is_empty() {
        found.extend(nearest(name, beside));
    }
    let quoted: Vec<String> = found.iter().map(|other| format!("{:?}", format!("{folder}{other}"))).collect();
    let (last, others) = quoted.split_last()?;
    let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
    Some(format!("did you mean {others}{last}?"))
}

/// Returns the existing name that is most similar to the missing name.
fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer names are not compared, because the work grows with the square of their length.
    let near = names.into_iter().filter(|other| name.len().max(other.len()) <= 64);
    let (edits, other) = near.map(|other| (edits(name, other), other)).min_by_key(|(edits, _)| *edits)?;
    (3 * edits <= name.chars().count()).then_some(other)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggestion_is_in_the_same_folder_and_has_the_same_or_a_similar_name() {
        let names = ["Models/Robot.model", "Models/Robot.skeleton", "Models/Robot@Run", "Run", "Moves/Walk"];
        let suggested = |missing| suggested_assets(missing, names).unwrap_or_default();
        let parts = r#"did you mean "Models/Robot.model", "Models/Robot.skeleton" or "Models/Robot@Run"?"#;
        assert_eq!(suggested("Models/Robot"), parts);
        assert_eq!(suggested("Models/Robot.fbx"), parts);
        assert_eq!(suggested("Models/Robot.skeletn"), parts);
        assert_eq!(suggested("Run.rmb"), r#"did you mean "Run"?"#);
        assert_eq!(suggested("Moves/walkk"), r#"did you mean "Moves/Walk"?"#);
        assert_eq!(suggested("Moves/Run"), "");
        assert_eq!(suggested("Other/Walk"), "");
    }
}
