//! [`Recipe`]: how a rule builds its sources.

use std::collections::BTreeMap;

use rigmill_pipeline::TomlValue;

/// Stages and parameters, where they are not the defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Recipe {
    pub(crate) importer: Option<String>,
    pub(crate) processor: Option<String>,
    pub(crate) params: BTreeMap<&'static str, TomlValue>,
}

impl Recipe {
    /// The same text for the same recipe, as the lines of a rule.
    pub(crate) fn key(&self) -> String {
        let mut lines = String::new();
        for (name, stage) in [("importer", &self.importer), ("processor", &self.processor)] {
            if let Some(stage) = stage {
                lines += &format!("{name} = {}\n", TomlValue::from(stage.as_str()));
            }
        }
        if !self.params.is_empty() {
            lines += &format!("params = {}\n", inline(&self.params));
        }
        lines
    }
}

/// Parameters as an inline table.
pub(crate) fn inline(params: &BTreeMap<&'static str, TomlValue>) -> String {
    let entries: Vec<String> = params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}
