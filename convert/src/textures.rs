//! Textures of models. XNA and MonoGame build the images that a model refers to together with the model; Rigmill builds them as
//! separate assets.

use std::rc::Rc;
use std::sync::Arc;

use rigmill_pipeline::{ErasedImporter, Registry, SourcePath};

use super::project::{Item, ProcessorParams, Use};
use super::recipe::Recipe;
use super::sources::Sources;

/// Parameters of `ModelProcessor` that affect textures, and their names in texture processors.
const PARAMS: [(&str, &str); 6] = [
    ("ColorKeyColor", "ColorKeyColor"),
    ("ColorKeyEnabled", "ColorKeyEnabled"),
    ("GenerateMipmaps", "GenerateMipmaps"),
    ("PremultiplyTextureAlpha", "PremultiplyAlpha"),
    ("ResizeTexturesToPowerOfTwo", "ResizeToPowerOfTwo"),
    ("TextureFormat", "TextureFormat"),
];

/// Returns the images of the project that a model refers to, as items that are built as the model's textures.
pub(crate) fn items(
    (model, source): (&Item, &SourcePath),
    recipe: &Recipe,
    importer: &Arc<dyn ErasedImporter>,
    registry: &Registry,
    sources: &Sources,
) -> Vec<Item> {
    let Use::Build { params, .. } = &model.how else { return Vec::new() };
    let Some(root) = sources.root_of_unlinked(source) else { return Vec::new() };
    let params = of_textures(params);
    let images = rigmill_standalone::references(registry, &**importer, &recipe.params, root, source);
    let item = |image: SourcePath| Item {
        source: sources.root().join(image.as_str()),
        written: image.as_str().to_owned(),
        destination: None,
        how: Use::Build {
            importer: "TextureImporter".to_owned(),
            processor: "ModelTextureProcessor".to_owned(),
            params: Rc::clone(&params),
        },
        spot: model.spot,
    };
    images.into_iter().map(item).collect()
}

/// Converts a model's parameters for textures to those of a texture processor.
fn of_textures(params: &ProcessorParams) -> ProcessorParams {
    let given = PARAMS.iter().filter_map(|(of_model, name)| Some(((*name).to_owned(), params.get(*of_model)?.clone())));
    Rc::new(given.collect())
}
