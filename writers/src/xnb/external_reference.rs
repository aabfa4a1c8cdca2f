//! External references: the names of other assets, in XNA's form.

use rigmill_codec_xnb::{ExternalReference, Value};

/// The label of a model's product. The game loads the model by the name of its asset, without this label.
const MODEL: &str = ".model";

/// Returns a reference from an asset to another asset.
pub(super) fn external_reference(from: &str, to: &str) -> Value {
    Value::ExternalReference(ExternalReference(external_name(from, to)))
}

/// Returns the name of an asset in the form of XNA's external references: relative to the folder of the asset that refers to
/// it.
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
