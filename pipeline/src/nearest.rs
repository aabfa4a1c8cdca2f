//! Suggestions for messages such as "did you mean …?": finds the known name that is most similar to an unknown name.

/// The longest name that is compared, in bytes. The time and memory of a comparison grow with the length of the names.
const LONGEST: usize = 128;
/// The number of candidates that [`did_you_mean`] compares with a name.
const MAX_CANDIDATES: usize = 1024;

/// Returns the candidate that is most similar to `name`, if it is similar enough that the user probably meant it.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| {
        let (name, candidate) = (name.to_lowercase(), candidate.to_lowercase());
        strsim::normalized_damerau_levenshtein(&name, &candidate)
    };
    candidates
        .into_iter()
        .filter(|candidate| name.len() <= LONGEST && candidate.len() <= LONGEST)
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.6)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

/// Returns the remedy for an unknown name, "did you mean `…`?", if a candidate is similar enough. Only the first 1,024
/// candidates are compared, so names and candidates can come from a hostile file.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates.into_iter().take(MAX_CANDIDATES)).map(|near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_name_and_a_stranger_none() {
        let known = ["close_loop", "snap_tiny", "sample_rate"];
        assert_eq!(nearest("close_lop", known), Some("close_loop"));
        assert_eq!(nearest("Sample_Rate", known), Some("sample_rate"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(did_you_mean("close_lop", known).as_deref(), Some("did you mean `close_loop`?"));
    }

    #[test]
    fn long_names_and_long_lists_are_not_compared() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        let many = std::iter::repeat_n("other", MAX_CANDIDATES).chain(["name"]);
        assert_eq!(did_you_mean("nam", many), None);
    }
}
