//! [`OutputName`]: the names that a rule gives to assets.

use rigmill_pipeline::SourcePath;
use serde::{Deserialize, Serialize};

use super::file_name::fault_on_windows;

/// The placeholder for the source's path without its extension.
const PATH: &str = "{path}";

/// The placeholder for the last part of that path.
const NAME: &str = "{name}";

/// These characters are invalid after the placeholders are replaced, because they are probably misspelt placeholders.
const UNUSABLE: [char; 2] = ['{', '}'];

/// The asset name from a rule, such as `Fonts/Small` or `{path}_0`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputName(String);

impl OutputName {
    /// Creates a name from a template. In the template, `{path}` stands for the source's path without its extension, and
    /// `{name}` for the last part of that path.
    ///
    /// # Errors
    /// Returns the reason why the name cannot be the path of a file below the output folder on every system.
    pub fn new(template: &str) -> Result<Self, String> {
        let example = template.replace(PATH, "a/b").replace(NAME, "b");
        match SourcePath::new(&example) {
            Err(error) => return Err(error.to_string().replace(&example, template)),
            Ok(path) if path.as_str() != example => {
                return Err(format!("{template:?} contains an empty part, `.`, `..` or `\\`"));
            }
            Ok(_) => {}
        }
        if let Some(found) = example.chars().find(|letter| UNUSABLE.contains(letter)) {
            return Err(format!("{template:?} contains {found:?}"));
        }
        if let Some(fault) = example.split('/').find_map(fault_on_windows) {
            return Err(fault);
        }
        if example.split('/').any(|part| part.starts_with('.')) {
            return Err(format!("a part of {template:?} begins with a dot"));
        }
        Ok(Self(template.to_owned()))
    }

    /// Returns the first part of a template in braces that is no placeholder, such as `{stem}`.
    pub(crate) fn unknown_placeholder(template: &str) -> Option<&str> {
        let braces = template.match_indices('{').filter_map(|(start, _)| {
            let length = template[start..].find('}')?;
            Some(&template[start..=start + length])
        });
        braces.into_iter().find(|found| ![PATH, NAME].contains(found))
    }

    /// Whether all sources get the same name.
    pub(crate) fn is_fixed(&self) -> bool {
        !self.0.contains(PATH) && !self.0.contains(NAME)
    }

    /// Returns the name of the asset made from `source`.
    #[must_use]
    pub fn asset_name(&self, source: &SourcePath) -> String {
        let path = source.asset_name();
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        // A path may contain the text `{name}`, which must not be replaced.
        let parts: Vec<String> = self.0.split(PATH).map(|part| part.replace(NAME, name)).collect();
        parts.join(path)
    }

    /// Returns the name as written in the rule.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_stand_for_the_source() {
        let name = |template: &str, source: &str| {
            OutputName::new(template).unwrap().asset_name(&SourcePath::new(source).unwrap())
        };
        assert_eq!(name("{path}_0", "Models/shotgun.dds"), "Models/shotgun_0");
        assert_eq!(name("Textures/{name}", "Models/Deep/gun.v2.png"), "Textures/gun.v2");
        assert_eq!(name("{name}/{path}", "top.png"), "top/top");
        assert_eq!(name("Fonts/Small", "a/b.ttf"), "Fonts/Small");
        assert_eq!(name("{path}", "a/{name}.png"), "a/{name}");
    }

    #[test]
    fn a_name_is_a_path_below_the_output_folder() {
        for template in [
            "",
            "/a",
            "../a",
            "{path}/../..",
            "a//b",
            "a\\b",
            "C:a",
            "a:b",
            "{stem}",
            "{path",
            "a/",
            ".a",
            "a.",
            "a\n",
            "{path}/con",
            "Aux/{name}",
        ] {
            assert!(OutputName::new(template).is_err(), "{template:?}");
        }
        for template in ["a", "a/b", "{path}", "{name}", "x{path}y/{name}@Run", "Größe"] {
            assert!(OutputName::new(template).is_ok(), "{template:?}");
        }
    }
}
