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

/// Returns the name of the asset that the user probably meant by `name`: this name itself, the name after removing a `/` at its
/// beginning or an extension at its end, the only name that continues it with a suffix such as `.skeleton`, or else the most
/// similar name.
pub fn nearest_asset<'a>(name: &str, assets: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let bare = name.trim_start_matches('/');
    let stem = match bare.rsplit_once('.') {
        Some((stem, extension)) if !extension.contains('/') => stem,
        _ => bare,
    };
    let called = |wanted: &str| assets.clone().find(|asset| asset.eq_ignore_ascii_case(wanted));
    let continues = |asset: &&str| {
        let parts = asset.split_at_checked(bare.len());
        parts.is_some_and(|(begin, rest)| rest.starts_with('.') && begin.eq_ignore_ascii_case(bare))
    };
    let continued = || {
        let mut longer = assets.clone().filter(continues);
        longer.next().filter(|_| longer.next().is_none())
    };
    assets
        .clone()
        .find(|asset| *asset == name)
        .or_else(|| called(bare))
        .or_else(|| called(stem))
        .or_else(continued)
        .or_else(|| nearest(bare, assets.clone()))
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
    fn an_asset_is_found_by_its_path_and_without_its_suffix() {
        let assets =
            ["Models/Beacon", "Models/Beacon.skeleton", "Models/Grund.skeleton", "Animation/Low_Run", "Low_Rum"];
        let found = |name| nearest_asset(name, assets.into_iter());
        assert_eq!(found("/Animation/Low_Run"), Some("Animation/Low_Run"));
        assert_eq!(found("Animation/low_run.Animation"), Some("Animation/Low_Run"));
        assert_eq!(found("/Models/Grund"), Some("Models/Grund.skeleton"));
        assert_eq!(found("Models/Grund.skeletno"), Some("Models/Grund.skeleton"));
        assert_eq!(found("Models/Beacon"), Some("Models/Beacon"));
        assert_eq!(found("Models/Beacon.fbx"), Some("Models/Beacon"));
        assert_eq!(found("Low_Ru"), Some("Low_Rum"));
        assert_eq!((found(""), found("/"), found("Sounds/door")), (None, None, None));
    }

    #[test]
    fn long_names_and_long_lists_are_not_compared() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        let many = std::iter::repeat_n("other", MAX_CANDIDATES).chain(["name"]);
        assert_eq!(did_you_mean("nam", many), None);
    }
}
