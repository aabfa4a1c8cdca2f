//! Checks whether Windows allows a file name.

/// Characters that Windows does not allow in file names, in addition to control characters.
const UNUSABLE: [char; 7] = [':', '*', '?', '"', '<', '>', '|'];

/// Names of Windows devices, which are reserved with any extension. COM and LPT are also reserved if a digit follows.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns the reason why a file or folder cannot have this name on Windows.
pub(crate) fn fault_on_windows(name: &str) -> Option<String> {
    if let Some(found) = name.chars().find(|letter| letter.is_control() || UNUSABLE.contains(letter)) {
        return Some(format!("the name contains {found:?}"));
    }
    if name.ends_with(['.', ' ']) {
        return Some(format!("{name:?} ends with a dot or a space"));
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    is_device(stem).then(|| format!("{stem:?} is the name of a device"))
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    let is_numbered = |stem: &str| {
        let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        number.is_some_and(|number| {
            matches!(number, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        })
    };
    DEVICES.contains(&stem.as_str()) || is_numbered(&stem)
}
