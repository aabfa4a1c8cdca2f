//! [`Materials`]: converts a model's materials to the form that the specification requires.

use std::collections::BTreeMap;

use rigmill_codec_gltf::document::{
    self, Document, Material, MetallicRoughness, TEXTURE_TRANSFORM_EXTENSION, TextureInfo, push,
};
use rigmill_format::{AlphaMode, MaterialTexture, ModelMaterial, Shading, TextureUse};
use rigmill_pipeline::{Diagnostic, WriteContext};

use super::extensions::extensions;
use super::ranges;
use super::textures::Textures;
use super::transforms::to_finite_f32;
use crate::codes;
use crate::counted::counted;

/// The reflectance of non-metals, as the specification defines it.
const DIELECTRIC: f32 = 0.04;

/// The number of texture coordinate sets of a mesh that has every set that any material uses.
const ALL_UV_SETS: u32 = u32::MAX;

/// The materials of a file, with their textures. The materials of the model come first, in the model's order.
pub(super) struct Materials<'a> {
    sources: &'a [ModelMaterial],
    list: Vec<Material>,
    textures: Textures<'a>,
    /// Materials without some of their textures, for meshes with fewer texture coordinate sets.
    bare: BTreeMap<(u32, u32), u32>,
}

impl<'a> Materials<'a> {
    /// Creates the materials of the asset with this name.
    pub(super) fn new(sources: &'a [ModelMaterial], asset: &'a str, ctx: &mut WriteContext) -> Self {
        warn_of_losses(sources, ctx);
        let mut materials = Self { sources, list: Vec::new(), textures: Textures::new(asset), bare: BTreeMap::new() };
        for source in sources {
            let material = materials.material(source, ALL_UV_SETS);
            materials.list.push(material);
        }
        materials
    }

    /// Returns the index of a model's material in the file. The material has no textures for which a mesh with `uv_sets` sets
    /// lacks coordinates.
    pub(super) fn number(&mut self, material: u32, uv_sets: u32) -> u32 {
        let Some(source) = self.sources.get(material as usize) else { return material };
        if uv_sets_of(source) <= uv_sets {
            return material;
        }
        if let Some(&known) = self.bare.get(&(material, uv_sets)) {
            return known;
        }
        let made = self.material(source, uv_sets);
        let number = push(&mut self.list, made);
        self.bare.insert((material, uv_sets), number);
        number
    }

    /// Adds all materials to the document.
    pub(super) fn write(mut self, document: &mut Document, ctx: &mut WriteContext) {
        let clamped = self.list.iter_mut().filter_map(|material| Some((ranges::clamp(material)?, &material.name)));
        warn_of_clamped(&clamped.collect::<Vec<_>>(), ctx);
        let Textures { textures, images, samplers, .. } = self.textures;
        self.list.iter().flat_map(used_extensions).for_each(|name| document.uses(&name));
        (document.materials, document.textures) = (self.list, textures);
        (document.images, document.samplers) = (images, samplers);
    }

    fn material(&mut self, source: &ModelMaterial, uv_sets: u32) -> Material {
        let [r, g, b] = source.diffuse.map(unit);
        let (emissive, emissive_strength) = emission(source);
        let mut used = |usage| {
            let texture = texture(source, usage).filter(|it| it.placement.uv_set < uv_sets);
            texture.map(|it| self.textures.info(&it.asset, &it.placement))
        };
        let is_phong = source.shading == Shading::Phong;
        let metal_rough = if is_paired(source) { used(TextureUse::Metalness) } else { None };
        let metallic_of_phong = if is_paired(source) { metalness(source) } else { 0.0 };
        let normal_scale = Some(source.normal_scale).filter(|scale| *scale != 1.0);
        let strength = Some(source.occlusion_strength).filter(|strength| *strength != 1.0);
        Material {
            name: Some(source.name.clone()),
            pbr_metallic_roughness: MetallicRoughness {
                base_color_factor: [r, g, b, source.opacity],
                base_color_texture: used(TextureUse::Diffuse),
                metallic_factor: if is_phong { metallic_of_phong } else { source.metallic },
                roughness_factor: if is_phong { roughness(source.shininess) } else { source.roughness },
                metallic_roughness_texture: metal_rough,
            },
            normal_texture: used(TextureUse::Normal).map(|it| TextureInfo { scale: normal_scale, ..it }),
            occlusion_texture: used(TextureUse::Occlusion).map(|it| TextureInfo { strength, ..it }),
            emissive_texture: used(TextureUse::Emissive),
            emissive_factor: emissive,
            alpha_mode: alpha_mode(source),
            alpha_cutoff: (source.alpha_mode == AlphaMode::Mask).then_some(source.alpha_cutoff),
            double_sided: source.double_sided,
            extensions: extensions(source, emissive_strength, uv_sets, &mut self.textures),
            extras: serde_json::Value::Null,
        }
    }
}

/// Returns the number of texture coordinate sets that the textures of a material use.
fn uv_sets_of(source: &ModelMaterial) -> u32 {
    let of_extensions = source.extensions.iter().flat_map(|it| &it.textures).filter(|texture| !texture.missing);
    let placements = present(source).map(|it| it.placement).chain(of_extensions.map(|it| it.placement));
    placements.map(|placement| placement.uv_set.saturating_add(1)).max().unwrap_or(0)
}

/// Returns the names of the extensions of a material and of its textures.
fn used_extensions(material: &Material) -> impl Iterator<Item = String> + use<> {
    let pbr = &material.pbr_metallic_roughness;
    let textures = [
        &pbr.base_color_texture,
        &pbr.metallic_roughness_texture,
        &material.normal_texture,
        &material.occlusion_texture,
        &material.emissive_texture,
    ];
    let of_textures = textures.into_iter().flatten().any(|it| !it.extensions.is_empty());
    let is_placed = |value: &serde_json::Value| value.get("extensions").is_some();
    let of_parameters =
        material.extensions.values().filter_map(|it| it.as_object()).flat_map(|it| it.values()).any(is_placed);
    let transform = (of_textures || of_parameters).then(|| TEXTURE_TRANSFORM_EXTENSION.to_owned());
    material.extensions.keys().cloned().chain(transform).collect::<Vec<_>>().into_iter()
}

/// Returns the textures that the project contains. The file must not refer to texture files that are not written.
fn present(source: &ModelMaterial) -> impl Iterator<Item = &MaterialTexture> {
    source.textures.iter().filter(|texture| !texture.missing)
}

fn texture(source: &ModelMaterial, usage: TextureUse) -> Option<&MaterialTexture> {
    present(source).find(|texture| texture.usage == usage)
}

/// Returns whether two uses share the same texture and placement.
fn share(source: &ModelMaterial, one: TextureUse, other: TextureUse) -> bool {
    let [one, other] = [one, other].map(|usage| texture(source, usage).map(|it| (&it.asset, it.placement)));
    one.is_some() && one == other
}

/// Returns whether the same texture is used for roughness and metalness. The specification requires green and blue of one
/// image.
fn is_paired(source: &ModelMaterial) -> bool {
    share(source, TextureUse::Roughness, TextureUse::Metalness)
}

/// Returns the alpha mode. A material whose only transparency is a texture that glTF cannot represent becomes opaque.
fn alpha_mode(source: &ModelMaterial) -> document::AlphaMode {
    let is_lost = texture(source, TextureUse::Opacity).is_some()
        && !share(source, TextureUse::Opacity, TextureUse::Diffuse)
        && source.opacity == 1.0;
    match source.alpha_mode {
        AlphaMode::Blend if !is_lost => document::AlphaMode::Blend,
        AlphaMode::Mask => document::AlphaMode::Mask,
        AlphaMode::Opaque | AlphaMode::Blend => document::AlphaMode::Opaque,
    }
}

/// Returns the emitted light, from 0 to 1, and the factor to multiply it with.
fn emission(source: &ModelMaterial) -> ([f32; 3], f32) {
    let light = source.emissive.map(|part| part.max(0.0));
    let most = light.into_iter().fold(1.0, f32::max);
    (light.map(|part| part / most), (source.emissive_strength * most).min(f32::MAX))
}

/// Converts Blinn-Phong's exponent to roughness: the inverse of `2 / a² - 2`, where `a` is the square of the roughness (Karis,
/// Real Shading in Unreal Engine 4, 2013).
fn roughness(shininess: f32) -> f32 {
    to_finite_f32((2.0 / (f64::from(shininess) + 2.0)).sqrt().sqrt())
}

/// Estimates the metalness of a surface from its reflected colour: how far it is on the way from 0.04 to the diffuse colour.
fn metalness(source: &ModelMaterial) -> f32 {
    let shares = source.diffuse.iter().zip(&source.specular).filter(|(color, _)| (**color - DIELECTRIC).abs() > 0.01);
    let shares: Vec<f32> = shares.map(|(color, specular)| (specular - DIELECTRIC) / (color - DIELECTRIC)).collect();
    if shares.is_empty() { 1.0 } else { unit(shares.iter().sum::<f32>() / shares.len() as f32) }
}

/// Clamps a number to the range 0 to 1.
pub(super) fn unit(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Warns about data of a model's materials that glTF cannot represent, once for each kind.
fn warn_of_losses(sources: &[ModelMaterial], ctx: &mut WriteContext) {
    let lost: Vec<&MaterialTexture> =
        sources.iter().flat_map(|source| present(source).filter(|texture| !is_kept(source, texture.usage))).collect();
    if let Some(first) = lost.first() {
        let message = format!(
            "{} left out, because glTF does not support this use (the first is {:?}, used only for {})",
            counted(lost.len(), ["texture is", "textures are"]),
            first.asset,
            first.usage
        );
        let help = "put opacity into the alpha channel of the diffuse texture; put roughness and metalness into the green and blue channels of one texture";
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
    }
    let is_beyond = |it: &&ModelMaterial| {
        it.diffuse.iter().any(|&part| part != unit(part)) || it.emissive.iter().any(|part| *part < 0.0)
    };
    let beyond: Vec<&ModelMaterial> = sources.iter().filter(is_beyond).collect();
    if let Some(first) = beyond.first() {
        let message = format!(
            "{} a colour outside the range 0 to 1, which is clamped (the first is {:?})",
            counted(beyond.len(), ["material has", "materials have"]),
            first.name
        );
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("choose colours from 0 to 1"));
    }
}

/// Warns about materials with numbers outside of the ranges that the schemas state, each with the first such number.
fn warn_of_clamped(clamped: &[(&str, &Option<String>)], ctx: &mut WriteContext) {
    let Some((number, material)) = clamped.first() else { return };
    let message = format!(
        "{} a number outside the range that glTF allows, which is clamped (the first is {number:?} of {:?})",
        counted(clamped.len(), ["material has", "materials have"]),
        material.as_deref().unwrap_or_default()
    );
    let help = "correct the number in the material, or allow this warning if other programs show the material well";
    ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
}

fn is_kept(source: &ModelMaterial, usage: TextureUse) -> bool {
    match usage {
        TextureUse::Specular => false,
        TextureUse::Opacity => share(source, TextureUse::Opacity, TextureUse::Diffuse),
        TextureUse::Roughness | TextureUse::Metalness => is_paired(source),
        _ => true,
    }
}
