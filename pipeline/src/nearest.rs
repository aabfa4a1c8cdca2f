//! Suggestions for messages such as "did you mean …?": finds the known name that is most similar to an unknown name.

/// The longest name that is compared, in bytes. The time and memory of a comparison grow with the length of the names.
const LONGEST: usize = 128;
/// The number of candidates that [`did_you_mean`] compares with a name.
const MAX_CANDIDATES: usize = 1024;
/// The maximum number of names that [`nearest_assets`] returns.
const MAX_NEAREST: usize = 8;

/// Returns the candidate that is most similar to `name`, if it is similar enough that the user probably meant it.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    similar(name, candidates).into_iter().next()
}

/// Returns the candidates that are similar to `name`, the most similar first.
fn similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = name.to_lowercase();
    let likeness = |candidate: &str| strsim::normalized_damerau_levenshtein(&lower, &candidate.to_lowercase());
    let candidates = candidates.into_iter().filter(|candidate| name.len() <= LONGEST && candidate.len() <= LONGEST);
    let rated = candidates.map(|candidate| (likeness(candidate), candidate));
    let mut similar: Vec<(f64, &str)> = rated.filter(|(likeness, _)| *likeness >= 0.6).collect();
    // Of equally similar candidates, the last comes first.
    similar.reverse();
    similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    similar.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns the names of the assets that the user may have meant by `name`, most likely first, at most eight: this name
/// itself, the name after removing a `/` at its beginning or an extension at its end, the only name that continues it with a
/// suffix such as `.skeleton`, and then similar names.
pub fn nearest_assets<'a>(name: &str, assets: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
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
    let exact = assets.clone().find(|asset| *asset == name);
    let certain = [exact, called(bare), called(stem), continued()].into_iter().flatten();
    let mut found: Vec<&str> = Vec::new();
    for asset in certain.chain(similar(bare, assets.clone())) {
        if found.len() < MAX_NEAREST && !found.contains(&asset) {
            found.push(asset);
        }
    }
    found
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
        let found = |name| nearest_assets(name, assets.into_iter()).first().copied();
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
    fn several_assets_are_found_in_order_of_similarity() {
        let assets = ["Low_Run.events", "Low_Rum", "Up_Idle", "Low_Ruin"];
        assert_eq!(nearest_assets("Low_Run", assets.into_iter()), ["Low_Run.events", "Low_Ruin", "Low_Rum"]);
        let many: Vec<String> = (0..MAX_NEAREST + 2).map(|number| format!("Low_Run{number}")).collect();
        assert_eq!(nearest_assets("Low_Run", many.iter().map(String::as_str)).len(), MAX_NEAREST);
    }

    #[test]
    fn long_names_and_long_lists_are_not_compared() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        let many = std::iter::repeat_n("other", MAX_CANDIDATES).chain(["name"]);
        assert_eq!(did_you_mean("nam", many), None);
    }
}
