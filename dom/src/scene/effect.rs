//! [`SceneEffect`]: a game's custom effect for a material.

use serde::Serialize;

use crate::DataValue;

/// For each texture use, words in a parameter's name that imply this use.
const USES: [(&str, &[&str]); 5] = [
    ("normal", &["normal", "bump"]),
    ("specular", &["specular", "gloss"]),
    ("emissive", &["emissive", "glow", "illum"]),
    ("opacity", &["transparen", "opacity", "alpha"]),
    ("diffuse", &["diffuse", "color", "colour", "albedo"]),
];

/// A game's custom effect that draws a material, with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneEffect {
    /// The asset of the effect, relative to the source. It may have backslashes; not empty.
    pub asset: String,
    /// The name and value of each parameter, in the order of the source.
    pub parameters: Vec<(String, SceneEffectValue)>,
}

impl SceneEffect {
    /// Returns the use of a parameter's texture if the parameter's name implies it. For example, `NormalMap` implies `normal`.
    /// The uses are those of [`SceneMaterial::textures`](super::SceneMaterial::textures).
    #[must_use]
    pub fn texture_use(parameter: &str) -> Option<&'static str> {
        let name = parameter.to_lowercase();
        USES.iter().find(|(_, words)| words.iter().any(|word| name.contains(word))).map(|(usage, _)| *usage)
    }
}

/// The value of an effect parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SceneEffectValue {
    /// A texture, as an index in the scene's textures.
    Texture(u32),
    /// Any other value.
    Value(DataValue),
}
