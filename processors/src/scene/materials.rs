//! Materials, with the textures that are assets of the build.

use rigmill_dom::{Scene, SceneMaterial, SceneTexture};
use rigmill_format::{MaterialEffect, MaterialTexture, ModelMaterial, TextureUse};
use rigmill_pipeline::ProcessContext;

use super::effect;
use super::embedded::{Embedded, is_color};
use super::textures::{self, Kinds, TextureAsset};

/// The materials of a scene, in its order. Images inside the scene's file become textures; other textures are assets.
pub(super) fn materials(scene: &Scene, embedded: &mut Embedded, ctx: &mut ProcessContext<'_>) -> Vec<ModelMaterial> {
    let mut asset = |(index, texture): (usize, &SceneTexture)| {
        let kinds = if is_of_surface(scene, index) { Kinds::Flat } else { Kinds::Any };
        embedded.asset(texture, is_color(scene, index), ctx).or_else(|| textures::asset(texture, kinds, ctx))
    };
    let assets: Vec<Option<TextureAsset>> = scene.textures.iter().enumerate().map(&mut asset).collect();
    let effect = |source: &SceneMaterial| source.effect.as_ref().map(|it| effect::effect(it, &assets, ctx));
    let effects: Vec<Option<MaterialEffect>> = scene.materials.iter().map(effect).collect();
    scene.materials.iter().zip(effects).map(|(source, effect)| material(source, effect, &assets)).collect()
}

/// Whether a texture belongs to a surface, and not only to an effect's parameters.
fn is_of_surface(scene: &Scene, texture: usize) -> bool {
    let mut uses = scene.materials.iter().flat_map(|material| &material.textures);
    uses.any(|(_, index)| *index as usize == texture)
}

fn material(source: &SceneMaterial, effect: Option<MaterialEffect>, assets: &[Option<TextureAsset>]) -> ModelMaterial {
    let texture = |(usage, texture): &(String, u32)| {
        let asset = assets.get(*texture as usize)?.as_ref()?;
        let usage = TextureUse::from_name(usage)?;
        Some(MaterialTexture { usage, asset: asset.name.clone(), missing: asset.missing })
    };
    ModelMaterial {
        name: source.name.clone(),
        diffuse: source.diffuse,
        specular: source.specular,
        shininess: source.shininess.max(0.0),
        emissive: source.emissive,
        opacity: source.opacity.clamp(0.0, 1.0),
        textures: source.textures.iter().filter_map(texture).collect(),
        effect: effect.filter(|effect| !effect.asset.is_empty()),
    }
}
