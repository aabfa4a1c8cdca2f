//! [`SceneMaterial`]: the appearance of a surface.

use serde::Serialize;

use super::{Element, SceneEffect, TexturePlacement};
use crate::DataValue;

/// A material in the terms that all modelling programs share. If a source omits a value, it has the default of the source's
/// format.
///
/// Every material has the numbers of the Phong model. If the material was made for another lighting model, its specular colour
/// and shininess are approximations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneMaterial {
    /// The element of the source that the material comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name.
    pub name: String,
    /// The diffuse or base colour r, g, b, linear.
    pub diffuse: [f32; 3],
    /// The specular colour r, g, b, linear.
    pub specular: [f32; 3],
    /// The exponent of the specular highlight, at least 0.
    pub shininess: f32,
    /// The emitted light r, g, b, linear.
    pub emissive: [f32; 3],
    /// The opacity, which is the alpha of a base colour: 1 is opaque, 0 is invisible. It is ignored if the mode is
    /// [`AlphaMode::Opaque`].
    pub opacity: f32,
    /// The lighting model that the material was made for.
    pub shading: Shading,
    /// How metallic the surface is: from 0 for a dielectric to 1 for a metal.
    pub metallic: f32,
    /// How rough the surface is: from 0 for a mirror to 1 for a rough surface.
    pub roughness: f32,
    /// A factor for x and y of the normal texture.
    pub normal_scale: f32,
    /// The strength of the occlusion texture, 0 to 1.
    pub occlusion_strength: f32,
    /// A factor for the emitted light and its texture.
    pub emissive_strength: f32,
    /// How the opacity is used.
    pub alpha_mode: AlphaMode,
    /// The lowest opacity that is drawn, for [`AlphaMode::Mask`].
    pub alpha_cutoff: f32,
    /// Whether the surface is also visible from behind.
    pub double_sided: bool,
    /// The textures with their uses: `diffuse`, `normal`, `specular`, `emissive`, `opacity`, `roughness`, `metalness`,
    /// `occlusion`. They are in this order, and each use occurs at most once.
    pub textures: Vec<SceneTextureUse>,
    /// The game's custom effect that draws the material, if the source names one.
    pub effect: Option<SceneEffect>,
    /// The extensions, in the order of the source.
    pub extensions: Vec<SceneMaterialExtension>,
    /// Named values, like those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// The lighting model that a material was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Shading {
    /// Diffuse and specular colour with an exponent, by Phong, Blinn or Lambert.
    #[default]
    Phong,
    /// Base colour, metalness and roughness.
    MetallicRoughness,
    /// The unlit colour, independent of lights.
    Unlit,
}

/// How the opacity of a material or of its texture is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum AlphaMode {
    /// The opacity is ignored.
    #[default]
    Opaque,
    /// A point is drawn if its opacity is at least the cutoff.
    Mask,
    /// The surface is blended with the objects behind it.
    Blend,
}

/// A texture with its use in a material.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTextureUse {
    /// The use of the texture. For an extension's texture, this is the name of its parameter.
    pub usage: String,
    /// The texture, as an index in the scene's textures.
    pub texture: u32,
    /// The position of the texture on the surface, and how it is sampled.
    pub placement: TexturePlacement,
}

/// A group of parameters and textures with the names of a glTF extension, such as `KHR_materials_clearcoat`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMaterialExtension {
    /// The name of the extension; not empty.
    pub name: String,
    /// The parameters other than textures: [`DataValue::Bool`], [`DataValue::F32`], vectors and [`DataValue::Text`]. A setting
    /// of a texture is named after the texture: `clearcoatNormalTexture.scale`.
    pub parameters: Vec<(String, DataValue)>,
    /// The textures.
    pub textures: Vec<SceneTextureUse>,
}

impl Default for SceneMaterial {
    /// A white, opaque material without a highlight.
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
    /// Whether all numbers are finite. The numbers of extensions are not checked.
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

    /// The texture with this use.
    #[must_use]
    pub fn texture(&self, usage: &str) -> Option<&SceneTextureUse> {
        self.textures.iter().find(|texture| texture.usage == usage)
    }

    /// All textures of the material and its extensions, without those of its effect.
    pub fn texture_uses(&self) -> impl Iterator<Item = &SceneTextureUse> {
        self.textures.iter().chain(self.extensions.iter().flat_map(|extension| &extension.textures))
    }

    /// Like [`texture_uses`](Self::texture_uses), for changing the textures.
    pub fn texture_uses_mut(&mut self) -> impl Iterator<Item = &mut SceneTextureUse> {
        self.textures.iter_mut().chain(self.extensions.iter_mut().flat_map(|extension| &mut extension.textures))
    }

    /// Sets the alpha mode of a material whose source does not state it: blended if the material or one of its textures may be
    /// transparent.
    #[must_use]
    pub fn with_alpha_mode_by_opacity(mut self) -> Self {
        let blends = self.opacity < 1.0 || self.texture("opacity").is_some();
        self.alpha_mode = if blends { AlphaMode::Blend } else { AlphaMode::Opaque };
        self
    }
}
