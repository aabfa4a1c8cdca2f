//! [`Setter`]: sets parameters of an asset's stages.

use rigmill_pipeline::{StageParams, TomlTable, TomlValue};

use crate::recipe::Recipe;

/// Sets parameters of an asset's stages.
pub(super) struct Setter<'a> {
    pub(super) stages: [&'a dyn StageParams; 2],
    pub(super) recipe: &'a mut Recipe,
}

impl Setter<'_> {
    pub(super) fn set(&mut self, name: &'static str, value: TomlValue) -> Result<(), String> {
        let has = |stage: &&dyn StageParams| stage.param_docs().iter().any(|doc| doc.name == name);
        if !self.stages.iter().any(has) {
            return Err(format!("no stage of this item has a parameter `{name}`"));
        }
        let given = TomlTable::from_iter([(name.to_owned(), value.clone())]);
        for stage in self.stages.iter().filter(|stage| has(stage)) {
            stage.bind(&given).map_err(|error| error.to_string())?;
        }
        self.recipe.params.insert(name, value);
        Ok(())
    }
}
