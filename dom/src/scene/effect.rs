//! [`SceneEffect`]: a game's own effect for a material.

use serde::Serialize;

use crate::DataValue;

/// Words in a parameter's name from which the use of its texture follows.
const USES: [(&str, &[&str]); 5] = [
    ("normal", &["normal", "bump"]),
    ("specular", &["specular", "gloss"]),
    ("emissive", &["emissive", "glow", "illum"]),
    ("opacity", &["transparen", "opacity", "alpha"]),
    ("diffuse", &["diffuse", "color", "colour", "albedo"]),
];

/// A game's own effect, which draws a material, with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneEffect {
    /// The asset that it is, relative to the source; may have backslashes; not empty.
    pub asset: String,
    /// Name and value of each parameter, in the order of the source.
    pub parameters: Vec<(String, SceneEffectValue)>,
}

impl SceneEffect {
    /// The use of a parameter's texture, one of those of [`SceneMaterial::textures`](super::SceneMaterial::textures), if the
    /// parameter's name shows it: `NormalMap` is `normal`.
    #[must_use]
    pub fn texture_use(parameter: &str) -> Option<&'static str> {
        let name = parameter.to_lowercase();
        USES.iter().find(|(_, words)| words.iter().any(|word| name.contains(word))).map(|(usage, _)| *usage)
    }
}

/// The value of an effect's parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SceneEffectValue {
    /// A texture, as an index into the scene's.
    Texture(u32),
    /// Any other.
    Value(DataValue),
}
