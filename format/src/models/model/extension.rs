//! [`MaterialExtension`]: properties of a material that not every material has.

use super::TexturePlacement;
use super::effect::EffectParameter;

/// A group of parameters and textures by the names of its specification, such as glTF's `KHR_materials_clearcoat`, as in the source:
/// what a source leaves out has that specification's default.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialExtension {
    /// Its name; not empty.
    pub name: String,
    /// Its parameters but for textures. What a texture has of its own follows the texture's name: `clearcoatNormalTexture.scale`.
    pub parameters: Vec<EffectParameter>,
    /// Its textures.
    pub textures: Vec<ExtensionTexture>,
}

/// A texture of an extension; `S` is the type of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtensionTexture<S = String> {
    /// The name of the parameter: `clearcoatTexture`; not empty.
    pub name: S,
    /// Its asset name, as a game loads it; not empty.
    pub asset: S,
    /// Whether the project lacked it when the model was built: the source names it, and the game may have it.
    pub missing: bool,
    /// Where it is, and how it is sampled.
    pub placement: TexturePlacement,
}
