//! External references: the names of other assets, as XNA has them.

use rigmill_codec_xnb::{ExternalReference, Value};

/// The label of a model's product, which the game loads by its asset's own name.
const MODEL: &str = ".model";

/// A reference from an asset to another.
pub(super) fn external_reference(from: &str, to: &str) -> Value {
    Value::ExternalReference(ExternalReference(external_name(from, to)))
}

/// The name of an asset as XNA's external references have it: relative to the folder of the asset that refers to it.
pub(super) fn external_name(from: &str, to: &str) -> String {
    let to = to.strip_suffix(MODEL).filter(|name| !name.is_empty() && !name.ends_with('/')).unwrap_or(to);
    crate::relative::relative(from, to).join("\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_relative_to_the_asset() {
        let cases = [
            ("Models/Grund", "Models/grund_d", "grund_d"),
            ("Models/Mech/Grund", "Textures/grund", "..\\..\\Textures\\grund"),
            ("Grund", "a/b", "a\\b"),
            ("a/b/c", "a/c/d", "..\\c\\d"),
            ("Data/Level", "Models/Grund.model", "..\\Models\\Grund"),
        ];
        for (from, to, expected) in cases {
            assert_eq!(external_name(from, to), expected);
        }
    }
}
