//! External references: the names of other assets, as XNA has them.

/// The label of a model's product, which the game loads by its asset's own name.
const MODEL: &str = ".model";

/// The name of an asset as it is seen from another, as XNA's external references have it.
pub(super) fn relative(from: &str, to: &str) -> String {
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
            assert_eq!(relative(from, to), expected);
        }
    }
}
