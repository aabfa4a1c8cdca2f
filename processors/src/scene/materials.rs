//! Converts materials, with the textures that are assets of the build.

use rigmill_dom::{Scene, SceneMaterial, SceneTexture, SceneTextureUse};
use rigmill_format::{MaterialEffect, MaterialTexture, ModelMaterial, TextureUse};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::effect;
use super::embedded::{Embedded, contents};
use super::extension::extension;
use super::surface::{alpha_mode, placement, shading};
use super::textures::{self, Kinds, Missing, TextureAsset};
use crate::codes;

/// Returns the materials of a scene, in the scene's order. Images inside the scene's file become textures; all other textures
/// are assets.
pub(super) fn materials(scene: &Scene, embedded: &mut Embedded, ctx: &mut ProcessContext<'_>) -> Vec<ModelMaterial> {
    let mut missing = Missing::default();
    let mut asset = |(index, texture): (usize, &SceneTexture)| {
        let kinds = if is_of_surface(scene, index) { Kinds::Flat } else { Kinds::Any };
        let in_file = embedded.asset(texture, contents(scene, index), ctx);
        in_file.or_else(|| textures::asset(texture, kinds, &embedded.variant, &mut missing, ctx))
    };
    let assets: Vec<Option<TextureAsset>> = scene.textures.iter().enumerate().map(&mut asset).collect();
    missing.report(ctx);
    warn_of_clamped(&scene.materials, ctx);
    let effect = |source: &SceneMaterial| source.effect.as_ref().map(|it| effect::effect(it, &assets, ctx));
    let effects: Vec<Option<MaterialEffect>> = scene.materials.iter().map(effect).collect();
    let mut made = |(source, effect)| material(source, effect, &assets, ctx);
    scene.materials.iter().zip(effects).map(&mut made).collect()
}

/// Warns about materials with numbers outside of the ranges of a model's materials, each with the first such number.
fn warn_of_clamped(materials: &[SceneMaterial], ctx: &mut ProcessContext<'_>) {
    let outside = materials.iter().filter_map(|it| Some((it, first_outside(it)?)));
    let outside: Vec<(&SceneMaterial, &str)> = outside.collect();
    let Some((first, number)) = outside.first() else { return };
    let materials = match outside.len() {
        1 => "1 material has".to_owned(),
        count => format!("{count} materials have"),
    };
    let message =
        format!("{materials} a number outside its range, which is clamped (the first is {number} of {:?})", first.name);
    let help = "correct the number in the material, or allow this warning if the material looks right";
    ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
}

/// Returns the name of the first number of a material that is outside of its range.
fn first_outside(source: &SceneMaterial) -> Option<&'static str> {
    let is_outside = |number: f32, most: f32| number < 0.0 || number > most;
    let numbers = [
        ("the metalness", source.metallic, 1.0),
        ("the roughness", source.roughness, 1.0),
        ("the strength of occlusion", source.occlusion_strength, 1.0),
        ("the strength of emission", source.emissive_strength, f32::INFINITY),
        ("the alpha cutoff", source.alpha_cutoff, f32::INFINITY),
    ];
    numbers.into_iter().find(|(_, number, most)| is_outside(*number, *most)).map(|(name, ..)| name)
}

/// Returns whether a texture belongs to a surface, and not only to parameters of an effect.
fn is_of_surface(scene: &Scene, texture: usize) -> bool {
    let mut uses = scene.materials.iter().flat_map(SceneMaterial::texture_uses);
    uses.any(|it| it.texture as usize == texture)
}

fn material(
    source: &SceneMaterial,
    effect: Option<MaterialEffect>,
    assets: &[Option<TextureAsset>],
    ctx: &mut ProcessContext<'_>,
) -> ModelMaterial {
    let texture = |it: &SceneTextureUse| {
        let asset = assets.get(it.texture as usize)?.as_ref()?;
        let usage = TextureUse::from_name(&it.usage)?;
        let placement = placement(&it.placement);
        Some(MaterialTexture { usage, asset: asset.name.clone(), missing: asset.missing, placement })
    };
    ModelMaterial {
        name: source.name.clone(),
        diffuse: source.diffuse,
        specular: source.specular,
        shininess: source.shininess.max(0.0),
        emissive: source.emissive,
        opacity: source.opacity.clamp(0.0, 1.0),
        shading: shading(source.shading),
        metallic: source.metallic.clamp(0.0, 1.0),
        roughness: source.roughness.clamp(0.0, 1.0),
        normal_scale: source.normal_scale,
        occlusion_strength: source.occlusion_strength.clamp(0.0, 1.0),
        emissive_strength: source.emissive_strength.max(0.0),
        alpha_mode: alpha_mode(source.alpha_mode),
        alpha_cutoff: source.alpha_cutoff.max(0.0),
        double_sided: source.double_sided,
        textures: source.textures.iter().filter_map(texture).collect(),
        effect: effect.filter(|effect| !effect.asset.is_empty()),
        extensions: source.extensions.iter().map(|it| extension(it, assets, ctx)).collect(),
    }
}
