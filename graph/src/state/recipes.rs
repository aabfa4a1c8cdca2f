//! [`Recipes`]: the recipes of a state, by id.

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};

use crate::records::{RecipeId, RecipeRecord};

/// The recipes of the assets of a state. A recipe keeps its id while a record uses it. After that, the id can be reused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipes(Vec<Option<KnownRecipe>>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KnownRecipe {
    record: RecipeRecord,
    digest: Digest,
}

impl Recipes {
    /// Returns the record of a recipe.
    pub(crate) fn get(&self, id: RecipeId) -> Option<&RecipeRecord> {
        self.known(id).map(|known| &known.record)
    }

    /// Whether any recipe gives names to its assets or to their variants.
    pub(crate) fn give_names(&self) -> bool {
        self.0.iter().flatten().any(|known| known.record.output.is_some() || !known.record.variants.is_empty())
    }

    /// Returns the digest of a recipe.
    pub(crate) fn digest(&self, id: RecipeId) -> Option<Digest> {
        self.known(id).map(|known| known.digest)
    }

    fn known(&self, id: RecipeId) -> Option<&KnownRecipe> {
        self.0.get(id.0 as usize)?.as_ref()
    }

    /// Returns the id of a recipe, and adds the recipe if it is new.
    pub(crate) fn id(&mut self, digest: Digest, record: &RecipeRecord) -> RecipeId {
        let is = |known: &Option<KnownRecipe>| known.as_ref().is_some_and(|known| known.digest == digest);
        let found = self.0.iter().position(is).or_else(|| {
            let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
            self.0.resize(self.0.len().max(free + 1), None);
            self.0[free] = Some(KnownRecipe { record: record.clone(), digest });
            Some(free)
        });
        RecipeId(found.and_then(|index| u32::try_from(index).ok()).unwrap_or(u32::MAX))
    }

    /// Removes the recipes that no asset uses.
    pub(crate) fn retain(&mut self, used: impl Iterator<Item = RecipeId>) {
        let mut unused = vec![true; self.0.len()];
        for id in used {
            unused.get_mut(id.0 as usize).into_iter().for_each(|slot| *slot = false);
        }
        self.0.iter_mut().zip(unused).filter(|(_, unused)| *unused).for_each(|(slot, _)| *slot = None);
    }
}
