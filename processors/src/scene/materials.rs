//! Materials, with the textures that are assets of the build.

use rigmill_dom::{Scene, SceneMaterial};
use rigmill_format::{MaterialTexture, ModelMaterial, TextureUse};
use rigmill_pipeline::ProcessContext;

use super::textures;

/// The materials of a scene, in its order.
pub(super) fn materials(scene: &Scene, ctx: &mut ProcessContext<'_>) -> Vec<ModelMaterial> {
    let assets: Vec<Option<String>> = scene.textures.iter().map(|texture| textures::asset(texture, ctx)).collect();
    scene.materials.iter().map(|source| material(source, &assets)).collect()
}

fn material(source: &SceneMaterial, assets: &[Option<String>]) -> ModelMaterial {
    let texture = |(usage, texture): &(String, u32)| {
        let asset = assets.get(*texture as usize)?.clone()?;
        Some(MaterialTexture { usage: TextureUse::from_name(usage)?, asset })
    };
    ModelMaterial {
        name: source.name.clone(),
        diffuse: source.diffuse,
        specular: source.specular,
        shininess: source.shininess.max(0.0),
        emissive: source.emissive,
        opacity: source.opacity.clamp(0.0, 1.0),
        textures: source.textures.iter().filter_map(texture).collect(),
    }
}
