//! Warns about asset names that are invalid on other systems or that other systems cannot distinguish.

use std::collections::BTreeMap;

use rigmill_pipeline::{Diagnostic, SourcePath, codes};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::records::fault_on_windows;

/// Returns the warnings about asset names, sorted by source.
pub(super) fn foreign_names(assets: &[(SourcePath, String)]) -> Vec<Diagnostic> {
    let cannot_exist = assets.iter().filter_map(|(source, name)| {
        let fault_of = |path: &str| path.split('/').find_map(fault_on_windows);
        let (fault, help) = match fault_of(source.as_str()) {
            Some(fault) => (fault, "rename the source or its folder"),
            None => (fault_of(name)?, "rename the source, or give the asset a different name with `output` in a rule"),
        };
        let message = format!("a file cannot have this name on Windows: {fault}");
        Some(Diagnostic::warning(codes::FOREIGN_NAME, message).in_file(source).help(help))
    });
    cannot_exist.chain(indistinct(assets)).collect()
}

/// Finds pairs of names that differ only in how Unicode composes letters, such as `é` as one character or as two.
fn indistinct(assets: &[(SourcePath, String)]) -> Vec<Diagnostic> {
    let mut composed: BTreeMap<String, &SourcePath> = BTreeMap::new();
    let mut found = Vec::new();
    let not_ascii = |(_, name): &&(SourcePath, String)| !name.is_ascii();
    for (source, name) in assets.iter().filter(not_ascii) {
        let key = if is_nfc(name) { name.clone() } else { name.nfc().collect() };
        if let Some(other) = composed.insert(key, source) {
            let message = format!(
                "the names of this source and of `{other}` differ only in how Unicode encodes the letters; on macOS, both names refer to the same file"
            );
            found.push(
                Diagnostic::warning(codes::FOREIGN_NAME, message).in_file(source).help("rename one of the two sources"),
            );
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

    /// The cases come from "Naming Files, Paths, and Namespaces" in Microsoft's documentation.
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
    fn a_different_output_name_is_suggested_only_if_it_helps() {
        let help = |path: &str| {
            let source = SourcePath::new(path).unwrap();
            let name = source.asset_name().to_owned();
            foreign_names(&[(source, name)])[0].help.clone().unwrap()
        };
        assert!(!help("Aux/door.png").contains("`output`"));
        // Only the asset's name (`what.`) ends with a dot.
        assert!(help("what..png").contains("`output`"));
    }

    #[test]
    fn names_that_differ_in_composition_only_are_found() {
        assert_eq!(warned(&["Ba\u{308}r.png", "B\u{e4}r.jpg"]), ["B\u{e4}r.jpg"]);
        assert!(warned(&["B\u{e4}r.png", "b\u{e4}r.png", "Bar.png"]).is_empty());
    }
}
