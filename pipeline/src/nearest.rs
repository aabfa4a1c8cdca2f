//! "Did you mean": the known name that looks most like an unknown one.

/// The candidate most like `name`, if one is near enough to be what was meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| {
        let (name, candidate) = (name.to_lowercase(), candidate.to_lowercase());
        strsim::normalized_damerau_levenshtein(&name, &candidate)
    };
    candidates
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.6)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
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
    }
}
