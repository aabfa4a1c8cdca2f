//! [`SceneEffect`]: a game's own effect for a material.

use serde::Serialize;

use crate::DataValue;

/// A game's own effect, which draws a material, with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneEffect {
    /// The asset that it is, relative to the source; may have backslashes; not empty.
    pub asset: String,
    /// Name and value of each parameter, in the order of the source.
    pub parameters: Vec<(String, SceneEffectValue)>,
}

/// The value of an effect's parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SceneEffectValue {
    /// A texture, as an index into the scene's.
    Texture(u32),
    /// Any other.
    Value(DataValue),
}
