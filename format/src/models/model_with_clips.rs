//! [`ModelWithClips`]: a model and what moves it, as formats of other programs have both in one file. No content type: it has no
//! container, and the runtime does not load it.

use crate::{AnimationSequence, Model, Transform};

/// A model with clips for its bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModelWithClips {
    /// The model.
    pub model: Model,
    /// The local transform of each of its bones at bind: its matrix, taken apart as the clips are.
    pub bind: Vec<Transform>,
    /// The clips. What one does not move is at bind.
    pub clips: Vec<NamedClip>,
}

/// A clip with the name that it goes by among those of a model.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NamedClip {
    /// Its name.
    pub name: String,
    /// Its keys, for bones of the model.
    pub clip: AnimationSequence,
}
