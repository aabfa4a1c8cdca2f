//! [`Recipe`]: the stages and parameters of a rule.

use std::collections::BTreeMap;

use rigmill_pipeline::TomlValue;

/// The stages and parameters that differ from the defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Recipe {
    pub(crate) importer: Option<String>,
    pub(crate) processor: Option<String>,
    /// The asset's name (or a pattern for it), if it differs from the source's name.
    pub(crate) output: Option<String>,
    pub(crate) params: BTreeMap<&'static str, TomlValue>,
    /// The parameters of each variant of the asset, by label.
    pub(crate) variants: BTreeMap<String, BTreeMap<&'static str, TomlValue>>,
}

impl Recipe {
    /// Returns the recipe as the lines of a rule. Equal recipes return equal text.
    pub(crate) fn key(&self) -> String {
        let mut lines = String::new();
        for (name, text) in [("importer", &self.importer), ("processor", &self.processor), ("output", &self.output)] {
            if let Some(text) = text {
                lines += &format!("{name} = {}\n", TomlValue::from(text.as_str()));
            }
        }
        if !self.params.is_empty() {
            lines += &format!("params = {}\n", inline(&self.params));
        }
        if !self.variants.is_empty() {
            let variants: Vec<String> =
                self.variants.iter().map(|(label, params)| format!("{label} = {}", inline(params))).collect();
            lines += &format!("variants = {{ {} }}\n", variants.join(", "));
        }
        lines
    }
}

/// Formats parameters as an inline table.
pub(crate) fn inline(params: &BTreeMap<&'static str, TomlValue>) -> String {
    if params.is_empty() {
        return "{}".to_owned();
    }
    let entries: Vec<String> = params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}
