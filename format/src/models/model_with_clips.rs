//! [`ModelWithClips`]: a model and its clips, for formats of other programs that have both in one file. Not a content type: it
//! has no container, and the runtime does not load it.

use crate::{AnimationSequence, ClipWeights, Model, Transform};

/// A model with clips for its bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModelWithClips {
    /// The model.
    pub model: Model,
    /// The local transform of each of its bones at bind: its matrix, decomposed as the clips are.
    pub bind: Vec<Transform>,
    /// The clips. Bones that a clip does not move are at bind.
    pub clips: Vec<NamedClip>,
}

/// A clip with its name among those of a model.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NamedClip {
    /// Its name.
    pub name: String,
    /// Its keys, for bones of the model.
    pub clip: AnimationSequence,
    /// The weights of morph targets that it sets.
    pub weights: Option<ClipWeights>,
}
