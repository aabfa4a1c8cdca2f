//! The images of models. XNA and MonoGame build an image once for each set of parameters that models have for it, and append a
//! number to its name. An image that is also an item of the project is built once more, with its own parameters and name.

use std::collections::BTreeSet;

use rigmill_pipeline::{SourcePath, codes};

use super::{Chosen, Converter, MODEL, Params, lower_asset_name, textures};
use crate::project::Item;
use crate::recipe::Recipe;

/// The name of an image that is used only by models.
const TEXTURE_OF_MODEL: &str = "{path}_0";

/// Returns the label of a variant that models use.
fn label(number: usize) -> String {
    format!("_{number}")
}

/// An image as a model builds it.
struct Wanted {
    image: Item,
    source: String,
    recipe: Recipe,
    /// The parameters of a variant, which are those of the recipe without the importer's.
    params: Params,
}

/// The images that models use, and those of them that are not items.
#[derive(Default)]
struct Images {
    not_items: Chosen,
    /// The names of all assets, in lower case.
    names: BTreeSet<String>,
}

impl Converter<'_> {
    /// Returns the textures of models that are not items themselves. Images that models build in several ways, or that are also
    /// items, get variants.
    pub(super) fn textures(&mut self, chosen: &mut Chosen) -> Chosen {
        let names = chosen.iter().filter_map(|(source, (_, recipe))| lower_asset_name((source, recipe))).collect();
        let mut images = Images { names, ..Images::default() };
        let of_models = |(source, chosen): (&String, &(Item, Recipe))| (source.clone(), self.images(source, chosen));
        let models: Vec<(String, Vec<Item>)> = chosen.iter().map(of_models).collect();
        for (model, of_model) in models {
            let wanted: Vec<Wanted> = of_model.into_iter().filter_map(|image| self.wanted(image)).collect();
            // All images of a model have the same number, so that one parameter of the model can name it.
            let is_free = |number: &usize| wanted.iter().all(|it| images.is_free(*number, it, chosen));
            let number = (0..).find(is_free).unwrap_or_default();
            let mut uses_variants = false;
            for it in wanted {
                uses_variants |= self.add(number, it, &mut images, chosen);
            }
            if let Some((_, recipe)) = chosen.get_mut(&model).filter(|_| uses_variants) {
                recipe.params.insert("texture_variant", label(number).into());
            }
        }
        images.not_items
    }

    /// Returns the images that a source refers to, if it is a model.
    fn images(&self, source: &str, (model, recipe): &(Item, Recipe)) -> Vec<Item> {
        let Ok(source) = SourcePath::new(source) else { return Vec::new() };
        let importer = self.registry.importer_for(source.file_name()).filter(|it| it.default_processor() == MODEL);
        match importer.filter(|_| recipe.importer.is_none() && recipe.processor.is_none()) {
            Some(importer) => textures::items((model, &source), recipe, importer, self.registry, &self.sources),
            None => Vec::new(),
        }
    }

    fn wanted(&mut self, image: Item) -> Option<Wanted> {
        let (source, recipe) = self.recipe(&image)?;
        let of_importer = self.registry.importer_for(image.written.rsplit('/').next()?)?.param_docs();
        let mut params = recipe.params.clone();
        params.retain(|name, _| of_importer.iter().all(|doc| doc.name != *name));
        Some(Wanted { image, source, recipe, params })
    }

    /// Adds an image as a model builds it. Returns whether this is a variant.
    fn add(&mut self, number: usize, wanted: Wanted, images: &mut Images, chosen: &mut Chosen) -> bool {
        let Wanted { image, source, recipe, params } = wanted;
        let is_item = chosen.contains_key(&source);
        if !is_item && !images.not_items.contains_key(&source) {
            let recipe = Recipe { output: Some(TEXTURE_OF_MODEL.to_owned()), ..recipe.clone() };
            if lower_asset_name((&source, &recipe)).is_none_or(|name| !images.names.insert(name)) {
                let message =
                    "a texture of a model has the same name as another asset; both would become the same `.xnb` file";
                let help = "rename one of the two files; a model finds its images only by the names in the model file";
                self.report(codes::CONTENT_PROJECT_LEFT_OUT, &image, message, help);
                return false;
            }
            images.not_items.insert(source.clone(), (image.clone(), recipe));
        }
        let of_image = if is_item { chosen.get_mut(&source) } else { images.not_items.get_mut(&source) };
        let Some((_, of_image)) = of_image.filter(|_| is_item || number > 0) else { return false };
        if of_image.variants.contains_key(&label(number)) {
            return true;
        }
        let name = lower_asset_name((&source, of_image)).map(|name| format!("{name}{}", label(number)));
        if !is_built_alike(&recipe, of_image) || name.is_none_or(|name| !images.names.insert(name)) {
            let message = "a model's texture is also an item that is built differently; the model uses the item";
            let help = "give the model its own copy of the image, and exclude the copy from the items";
            self.report(codes::CONTENT_PROJECT_DIFFERENT, &image, message, help);
            return false;
        }
        of_image.variants.insert(label(number), params);
        true
    }
}

/// Tells whether two recipes differ only in their parameters, as a variant can.
fn is_built_alike(a: &Recipe, b: &Recipe) -> bool {
    (&a.importer, &a.processor) == (&b.importer, &b.processor)
}

impl Images {
    /// Tells whether a model can use a number for an image, because no model does, or one with the same parameters.
    fn is_free(&self, number: usize, wanted: &Wanted, chosen: &Chosen) -> bool {
        let of_item = chosen.get(&wanted.source);
        let Some((_, of_image)) = of_item.or_else(|| self.not_items.get(&wanted.source)) else { return true };
        // Without variants, the number makes no difference.
        if !is_built_alike(&wanted.recipe, of_image) {
            return true;
        }
        match of_image.variants.get(&label(number)) {
            Some(params) => *params == wanted.params,
            None => of_item.is_some() || number > 0 || of_image.params == wanted.recipe.params,
        }
    }
}
