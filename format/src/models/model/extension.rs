//! [`MaterialExtension`]: optional properties of a material.

use super::TexturePlacement;
use super::effect::EffectParameter;

/// A group of parameters and textures with the names of a specification, such as glTF's `KHR_materials_clearcoat`. The values
/// are those of the source: what the source omits has the default of the specification.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialExtension {
    /// The name of the extension; not empty.
    pub name: String,
    /// The parameters other than textures. A setting of a texture is named after the texture: `clearcoatNormalTexture.scale`.
    pub parameters: Vec<EffectParameter>,
    /// The textures.
    pub textures: Vec<ExtensionTexture>,
}

/// A texture of an extension; `S` is the type of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtensionTexture<S = String> {
    /// The name of the parameter, such as `clearcoatTexture`; not empty.
    pub name: S,
    /// The asset name of the texture for the game; not empty.
    pub asset: S,
    /// Whether the project lacked the texture when the model was built. The source refers to it, so the game may have it.
    pub missing: bool,
    /// The position of the texture on the surface, and how it is sampled.
    pub placement: TexturePlacement,
}
