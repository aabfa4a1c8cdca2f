//! [`SceneMaterial`]: what a surface looks like.

use serde::Serialize;

use super::{Element, SceneEffect, TexturePlacement};
use crate::DataValue;

/// A material, in the terms that all modelling programs share. What a source leaves out is what its format says then.
///
/// Every material has the numbers of Phong's model. Where it was made for another, specular colour and shininess are approximations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneMaterial {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name.
    pub name: String,
    /// Diffuse or base colour r, g, b, linear.
    pub diffuse: [f32; 3],
    /// Specular colour r, g, b, linear.
    pub specular: [f32; 3],
    /// Exponent of the specular highlight, at least 0.
    pub shininess: f32,
    /// Light that it gives off by itself, r, g, b, linear.
    pub emissive: [f32; 3],
    /// 1 for opaque, 0 for invisible; the alpha of a base colour. It counts unless the mode is [`AlphaMode::Opaque`].
    pub opacity: f32,
    /// The lighting model that it was made for.
    pub shading: Shading,
    /// 0 for a dielectric to 1 for a metal.
    pub metallic: f32,
    /// 0 for a mirror to 1 for a rough surface.
    pub roughness: f32,
    /// The factor of the x and y of the normal texture.
    pub normal_scale: f32,
    /// How much of the occlusion texture counts, 0 to 1.
    pub occlusion_strength: f32,
    /// A factor of the emitted light, and of its texture.
    pub emissive_strength: f32,
    /// How the opacity is used.
    pub alpha_mode: AlphaMode,
    /// The least opacity of a point that is there, for [`AlphaMode::Mask`].
    pub alpha_cutoff: f32,
    /// Whether it is seen from behind, too.
    pub double_sided: bool,
    /// Textures by their use: `diffuse`, `normal`, `specular`, `emissive`, `opacity`, `roughness`, `metalness`, `occlusion`; in the
    /// order of these names, each at most once.
    pub textures: Vec<SceneTextureUse>,
    /// The game's own effect that draws it, where the source names one.
    pub effect: Option<SceneEffect>,
    /// Its extensions, in the order of the source.
    pub extensions: Vec<SceneMaterialExtension>,
    /// Named values, as those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// The lighting model that a material was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Shading {
    /// Diffuse and specular colour with an exponent, after Phong, Blinn or Lambert.
    #[default]
    Phong,
    /// Base colour, metalness and roughness.
    MetallicRoughness,
    /// The colour itself, independent of the light.
    Unlit,
}

/// How the opacity of a material or of its texture is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum AlphaMode {
    /// Nothing.
    #[default]
    Opaque,
    /// A point is there if its opacity is at least the cutoff.
    Mask,
    /// Objects behind it show through.
    Blend,
}

/// A texture as a material uses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTextureUse {
    /// What it is for; of an extension's texture the name of its parameter.
    pub usage: String,
    /// An index into the scene's textures.
    pub texture: u32,
    /// Where it is, and how it is sampled.
    pub placement: TexturePlacement,
}

/// A group of parameters and textures by the names of glTF's extension for them, such as `KHR_materials_clearcoat`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMaterialExtension {
    /// Its name; not empty.
    pub name: String,
    /// Its parameters but for textures: [`DataValue::Bool`], [`DataValue::F32`], vectors and [`DataValue::Text`]. What a texture has
    /// of its own follows the texture's name: `clearcoatNormalTexture.scale`.
    pub parameters: Vec<(String, DataValue)>,
    /// The textures.
    pub textures: Vec<SceneTextureUse>,
}

impl Default for SceneMaterial {
    /// White, opaque and without a highlight.
    fn default() -> Self {
        Self {
            element: Element::default(),
            name: String::new(),
            diffuse: [1.0; 3],
            specular: [0.0; 3],
            shininess: 0.0,
            emissive: [0.0; 3],
            opacity: 1.0,
            shading: Shading::Phong,
            metallic: 1.0,
            roughness: 1.0,
            normal_scale: 1.0,
            occlusion_strength: 1.0,
            emissive_strength: 1.0,
            alpha_mode: AlphaMode::Opaque,
            alpha_cutoff: 0.5,
            double_sided: false,
            textures: Vec::new(),
            effect: None,
            extensions: Vec::new(),
            properties: Vec::new(),
        }
    }
}

impl SceneMaterial {
    /// Whether every number is finite; those of extensions are not looked at.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let colors = [self.diffuse, self.specular, self.emissive];
        let numbers = [
            self.shininess,
            self.opacity,
            self.metallic,
            self.roughness,
            self.normal_scale,
            self.occlusion_strength,
            self.emissive_strength,
            self.alpha_cutoff,
        ];
        colors.iter().flatten().chain(&numbers).all(|number| number.is_finite())
            && self.texture_uses().all(|texture| texture.placement.is_finite())
    }

    /// The texture for a use.
    #[must_use]
    pub fn texture(&self, usage: &str) -> Option<&SceneTextureUse> {
        self.textures.iter().find(|texture| texture.usage == usage)
    }

    /// All of its textures, and those of its extensions; without those of its effect.
    pub fn texture_uses(&self) -> impl Iterator<Item = &SceneTextureUse> {
        self.textures.iter().chain(self.extensions.iter().flat_map(|extension| &extension.textures))
    }

    /// Like [`texture_uses`](Self::texture_uses), to change them.
    pub fn texture_uses_mut(&mut self) -> impl Iterator<Item = &mut SceneTextureUse> {
        self.textures.iter_mut().chain(self.extensions.iter_mut().flat_map(|extension| &mut extension.textures))
    }

    /// Blended if it lets something through, or a texture may: the mode of sources that do not say it.
    #[must_use]
    pub fn with_alpha_mode_by_opacity(mut self) -> Self {
        let blends = self.opacity < 1.0 || self.texture("opacity").is_some();
        self.alpha_mode = if blends { AlphaMode::Blend } else { AlphaMode::Opaque };
        self
    }
}
