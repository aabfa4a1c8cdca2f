//! [`Materials`]: a model's materials, as the specification has them.

use std::collections::BTreeMap;

use rigmill_codec_gltf::document::{Image, Material, MetallicRoughness, Texture, TextureInfo, push, to_index};
use rigmill_codec_gltf::json::material::AlphaMode;
use rigmill_format::{MaterialTexture, ModelMaterial, TextureUse};
use rigmill_pipeline::{Diagnostic, WriteContext};

use super::transforms::to_finite_f32;
use super::uri;
use crate::codes;

/// The reflectance of a surface that is not metal, as the specification has it.
const DIELECTRIC: f32 = 0.04;

/// The materials of a file, with their textures. Those of the model come first, in its order.
pub(super) struct Materials<'a> {
    sources: &'a [ModelMaterial],
    /// The name of the asset, from which the addresses of textures lead.
    asset: &'a str,
    pub(super) list: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<Image>,
    /// Materials without their textures, for meshes without texture coordinates.
    bare: BTreeMap<u32, u32>,
}

impl<'a> Materials<'a> {
    pub(super) fn of(sources: &'a [ModelMaterial], asset: &'a str, ctx: &mut WriteContext) -> Self {
        let mut materials =
            Self { sources, asset, list: Vec::new(), textures: Vec::new(), images: Vec::new(), bare: BTreeMap::new() };
        for source in sources {
            warn_of_losses(source, ctx);
            let material = materials.material(source);
            materials.list.push(material);
        }
        materials
    }

    /// The number of a model's material in the file: without textures for a mesh that has no coordinates for them.
    pub(super) fn number(&mut self, material: u32, has_uvs: bool) -> u32 {
        let Some(source) = self.sources.get(material as usize) else { return material };
        if has_uvs || present(source).next().is_none() {
            return material;
        }
        if let Some(&known) = self.bare.get(&material) {
            return known;
        }
        let bare = ModelMaterial { textures: Vec::new(), ..source.clone() };
        let made = self.material(&bare);
        let number = push(&mut self.list, made);
        self.bare.insert(material, number);
        number
    }

    fn material(&mut self, source: &ModelMaterial) -> Material {
        let [r, g, b] = source.diffuse.map(unit);
        let emissive = source.emissive.map(unit);
        let metal_rough = paired(source).map(|asset| self.texture(asset));
        Material {
            name: source.name.clone(),
            normal_texture: self.used(source, TextureUse::Normal),
            occlusion_texture: self.used(source, TextureUse::Occlusion),
            emissive_texture: self.used(source, TextureUse::Emissive),
            emissive_factor: (emissive != [0.0; 3]).then_some(emissive),
            alpha_mode: is_transparent(source).then_some(AlphaMode::Blend),
            pbr_metallic_roughness: MetallicRoughness {
                base_color_factor: [r, g, b, source.opacity],
                base_color_texture: self.used(source, TextureUse::Diffuse),
                metallic_factor: if metal_rough.is_some() { metalness(source) } else { 0.0 },
                roughness_factor: roughness(source.shininess),
                metallic_roughness_texture: metal_rough,
            },
        }
    }

    fn used(&mut self, source: &ModelMaterial, usage: TextureUse) -> Option<TextureInfo> {
        texture(source, usage).map(|asset| self.texture(asset))
    }

    /// The index of a texture in the file; each is there once.
    fn texture(&mut self, asset: &str) -> TextureInfo {
        let index = self.images.iter().position(|image| image.name == asset).map_or_else(
            || {
                let uri = uri::of_texture(self.asset, asset);
                let source = push(&mut self.images, Image { name: asset.to_owned(), uri });
                push(&mut self.textures, Texture { source })
            },
            to_index,
        );
        TextureInfo { index }
    }
}

/// The textures that the project has. Files that are not written are not referred to.
fn present(source: &ModelMaterial) -> impl Iterator<Item = &MaterialTexture> {
    source.textures.iter().filter(|texture| !texture.missing)
}

fn texture(source: &ModelMaterial, usage: TextureUse) -> Option<&str> {
    present(source).find(|texture| texture.usage == usage).map(|texture| texture.asset.as_str())
}

/// The texture that is for roughness and metalness at once: green and blue of one image, as the specification has them.
fn paired(source: &ModelMaterial) -> Option<&str> {
    let metal = texture(source, TextureUse::Metalness)?;
    (texture(source, TextureUse::Roughness) == Some(metal)).then_some(metal)
}

/// Whether what is behind a surface shows through it.
fn is_transparent(source: &ModelMaterial) -> bool {
    let opacity = texture(source, TextureUse::Opacity);
    source.opacity < 1.0 || opacity.is_some_and(|asset| texture(source, TextureUse::Diffuse) == Some(asset))
}

/// The roughness for Blinn and Phong's exponent: the inverse of `2 / a² - 2`, where `a` is the roughness squared (Karis, Real
/// Shading in Unreal Engine 4, 2013).
fn roughness(shininess: f32) -> f32 {
    to_finite_f32((2.0 / (f64::from(shininess) + 2.0)).sqrt().sqrt())
}

/// How much of a metal a surface is, by what it reflects: the share by which that goes from 0.04 towards its colour.
fn metalness(source: &ModelMaterial) -> f32 {
    let shares = source.diffuse.iter().zip(&source.specular).filter(|(color, _)| (**color - DIELECTRIC).abs() > 0.01);
    let shares: Vec<f32> = shares.map(|(color, specular)| (specular - DIELECTRIC) / (color - DIELECTRIC)).collect();
    if shares.is_empty() { 1.0 } else { unit(shares.iter().sum::<f32>() / shares.len() as f32) }
}

/// Clamped to 0 to 1.
pub(super) fn unit(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Warns of what glTF cannot hold of a material.
fn warn_of_losses(source: &ModelMaterial, ctx: &mut WriteContext) {
    let is_kept = |usage| match usage {
        TextureUse::Specular => false,
        TextureUse::Opacity => texture(source, TextureUse::Opacity) == texture(source, TextureUse::Diffuse),
        TextureUse::Roughness | TextureUse::Metalness => paired(source).is_some(),
        _ => true,
    };
    for lost in present(source).filter(|texture| !is_kept(texture.usage)) {
        let message = format!(
            "material {:?}: glTF cannot hold a texture of {} alone: {:?} is left out",
            source.name,
            lost.usage.name(),
            lost.asset
        );
        let help = "put opacity into the alpha of the diffuse texture, roughness and metalness into green and blue of one texture";
        ctx.report(Diagnostic::warning(codes::LOST, message).help(help));
    }
    if source.diffuse.iter().chain(&source.emissive).any(|&number| number != unit(number)) {
        let message =
            format!("material {:?}: a colour beyond 0 to 1, which glTF does not have, is clamped", source.name);
        ctx.report(Diagnostic::warning(codes::LOST, message).help("choose colours from 0 to 1"));
    }
}
