//! Names of assets that other systems cannot have, or cannot tell apart.

use std::collections::BTreeMap;

use rigmill_pipeline::{Diagnostic, SourcePath};
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// The code of the diagnostics.
const FOREIGN_NAME: &str = "R0046";

/// Characters that no file's name has on Windows, in addition to control characters.
const UNUSABLE: [char; 7] = [':', '*', '?', '"', '<', '>', '|'];

/// Devices of Windows, whatever the extension. COM and LPT are followed by a digit.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Warnings about the names of assets, sorted by source.
pub(super) fn foreign_names(assets: &[(SourcePath, String)]) -> Vec<Diagnostic> {
    let cannot_exist = assets.iter().filter_map(|(source, name)| {
        let fault = [source.as_str(), name].into_iter().flat_map(|path| path.split('/')).find_map(fault)?;
        let message = format!("Windows cannot have a file of this name: {fault}");
        Some(
            Diagnostic::warning(FOREIGN_NAME, message)
                .in_file(source)
                .help("rename it, or give it another name by a rule with `output`"),
        )
    });
    cannot_exist.chain(indistinct(assets)).collect()
}

/// Why Windows cannot have a file or folder of a name.
fn fault(name: &str) -> Option<String> {
    if let Some(found) = name.chars().find(|letter| letter.is_control() || UNUSABLE.contains(letter)) {
        return Some(format!("it has a {found:?}"));
    }
    if name.ends_with(['.', ' ']) {
        return Some(format!("{name:?} ends with a dot or a space"));
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    is_device(stem).then(|| format!("{stem:?} is a device"))
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

/// Pairs of names that differ only in how Unicode composes letters, such as é as one character or as two.
fn indistinct(assets: &[(SourcePath, String)]) -> Vec<Diagnostic> {
    let mut composed: BTreeMap<String, &SourcePath> = BTreeMap::new();
    let mut found = Vec::new();
    let not_ascii = |(_, name): &&(SourcePath, String)| !name.is_ascii();
    for (source, name) in assets.iter().filter(not_ascii) {
        let key = if is_nfc(name) { name.clone() } else { name.nfc().collect() };
        if let Some(other) = composed.insert(key, source) {
            let message = format!(
                "its name and that of `{other}` differ only in how Unicode composes letters; macOS takes both for one file"
            );
            found.push(Diagnostic::warning(FOREIGN_NAME, message).in_file(source).help("rename one of the two"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(paths: &[&str]) -> Vec<String> {
        let asset = |path: &&str| {
            let source = SourcePath::new(path).unwrap();
            let name = source.asset_name().to_owned();
            (source, name)
        };
        let assets: Vec<_> = paths.iter().map(asset).collect();
        foreign_names(&assets).iter().filter_map(|it| it.file.as_ref()).map(ToString::to_string).collect()
    }

    /// From "Naming Files, Paths, and Namespaces" of Microsoft's documentation.
    #[test]
    fn names_that_windows_cannot_have_are_found() {
        let foreign = [
            "CON.png",
            "a/nul.txt",
            "a/Aux/b.png",
            "com1.png",
            "LPT².png",
            "prn.tar.gz",
            "what?.png",
            "a./b.png",
            "a /b.png",
            "a|b.png",
        ];
        assert_eq!(warned(&foreign), foreign);
        assert!(
            warned(&["console.png", "com.png", "com10.png", "a/null.png", "Größe.png", "a.b.c.png", "lpt0.png"])
                .is_empty()
        );
    }

    #[test]
    fn names_that_differ_in_composition_only_are_found() {
        assert_eq!(warned(&["Ba\u{308}r.png", "B\u{e4}r.jpg"]), ["B\u{e4}r.jpg"]);
        assert!(warned(&["B\u{e4}r.png", "b\u{e4}r.png", "Bar.png"]).is_empty());
    }
}
