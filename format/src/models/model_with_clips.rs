//! [`ModelWithClips`]: a model and its clips, for other programs' formats that store both in one file. It is not a content
//! type: it has no container, and the runtime does not load it.

use crate::{AnimationSequence, ClipWeights, Model, Transform};

/// A model with clips for its bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModelWithClips {
    /// The model.
    pub model: Model,
    /// The local transform of each of the model's bones in the bind pose, decomposed from its matrix as the clips are.
    pub bind: Vec<Transform>,
    /// The clips. Bones that a clip does not move have the bind pose.
    pub clips: Vec<NamedClip>,
}

/// A clip with its name in the model.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NamedClip {
    /// The name.
    pub name: String,
    /// The keys for bones of the model.
    pub clip: AnimationSequence,
    /// The morph target weights that the clip sets.
    pub weights: Option<ClipWeights>,
}
